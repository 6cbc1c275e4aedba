"""The calls of the package `exact_cover`, version 1.5.0, answered by Quadrille.

Change `import exact_cover as ec` to `from quadrille.compat import exact_cover as ec`.

The modules `error`, `helpers` and `io` are here, too. The answers are the same, except that another solution may come first where there are
several. Four mistakes of `exact_cover` are not repeated: a matrix without columns has the empty solution instead of an `IndexError`, values
that are neither 0 nor 1 are refused, `helpers.cut` and `helpers.reduce` keep the rows that solutions need, and `io.load_problem` gives a matrix for a file of one row.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Optional, Set, Tuple

import numpy
import numpy.typing

from ..._quadrille import Problem
from . import error, helpers, io
from .error import CannotSplitFurther, ExactCoverError, NoSolution

__all__ = [
    "CannotSplitFurther",
    "ExactCoverError",
    "NoSolution",
    "error",
    "get_all_solutions",
    "get_exact_cover",
    "get_solution_count",
    "helpers",
    "io",
]


def _problem(matrix: Any) -> Problem:
    array = numpy.asarray(matrix)
    if array.ndim != 2:
        raise ValueError(f"found a matrix of {array.ndim} dimensions; expected 2 dimensions: a row for each set, a column for each element")
    return Problem(array)


def get_exact_cover(matrix: Any) -> numpy.typing.NDArray[numpy.int32]:
    """The numbers of the rows of an exact cover. Raises `NoSolution` if there is none.

    >>> from quadrille.compat import exact_cover as ec
    >>> ec.get_exact_cover([[1, 0, 0, 1, 0], [1, 1, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]])
    array([0, 2, 3], dtype=int32)
    """
    solution = _problem(matrix).first()
    # The empty cover of a matrix without columns counts as none, as in the package.
    if not solution:
        raise NoSolution("found no exact cover; use get_solution_count to test a matrix without an exception")
    return numpy.array(solution, dtype=numpy.int32)


def get_solution_count(matrix: Any) -> int:
    """The number of exact covers.

    >>> from quadrille.compat import exact_cover as ec
    >>> ec.get_solution_count([[1, 0], [0, 1], [1, 1]])
    2
    """
    return _problem(matrix).count()


def get_all_solutions(matrix: Any, max_count: Optional[int] = None) -> Set[Tuple[int, ...]]:
    """The exact covers, each as a tuple of numbers of rows; at most `max_count`. Raises `NoSolution` if there is none.

    >>> from quadrille.compat import exact_cover as ec
    >>> sorted(ec.get_all_solutions([[1, 0], [0, 1], [1, 1]]))
    [(0, 1), (2,)]
    """
    solutions = set(islice(_problem(matrix).solutions(), max_count))
    if not solutions:
        raise NoSolution("found no exact cover; use get_solution_count to test a matrix without an exception")
    return solutions
