"""More of what `xcover` has for problems and solutions."""

from __future__ import annotations

from typing import Any, Hashable, Iterable, List, Optional, Sequence

import numpy

from ...errors import InputError
from .solvers import _problem

__all__ = ["bool_array_to_options", "verify_exact_cover"]


def bool_array_to_options(bool_array: Any) -> List[List[int]]:
    """The options of a matrix: for each row, the numbers of the columns with entries that are not zero.

    >>> from quadrille.compat.xcover.utils import bool_array_to_options
    >>> bool_array_to_options([[1, 0, 1], [0, 1, 0]])
    [[0, 2], [1]]
    """
    return [numpy.flatnonzero(row).tolist() for row in numpy.asarray(bool_array)]


def verify_exact_cover(
    solution: Iterable[int],
    options: Sequence[Iterable[Hashable]],
    primary: Optional[Iterable[Hashable]] = None,
    secondary: Optional[Iterable[Hashable]] = None,
    colored: bool = False,
) -> None:
    """Raises an `AssertionError` if the options of these numbers are no exact cover. `covers` describes the other arguments.

    >>> from quadrille.compat.xcover.utils import verify_exact_cover
    >>> verify_exact_cover([0, 1], [["a"], ["b"], ["a", "b"]])
    >>> verify_exact_cover([0, 2], [["a"], ["b"], ["a", "b"]])
    Traceback (most recent call last):
    AssertionError: item `a` is covered 2 times; expected 1 to 1
    """
    try:
        violation = _problem(options, primary, secondary, colored).verify(solution)
    except InputError as error:
        violation = str(error)
    if violation is not None:
        raise AssertionError(violation)
