"""Problems made simpler or split, and solutions checked."""

from __future__ import annotations

from typing import Any, Iterator

import numpy
import numpy.typing

from .error import CannotSplitFurther

__all__ = ["create_numpy_array", "cut", "is_solution", "reduce", "split_problem"]

_Matrix = numpy.typing.NDArray[numpy.bool_]


def create_numpy_array(a: Any) -> _Matrix:
    """A matrix of bool.

    >>> from quadrille.compat.exact_cover.helpers import create_numpy_array
    >>> create_numpy_array([[0, 1], [1, 0]])
    array([[False,  True],
           [ True, False]])
    """
    return numpy.array(a, dtype=bool)


def cut(a: Any) -> _Matrix:
    """A smaller matrix with as many exact covers: without the first column that only one row covers, the other columns of that row, and
    all rows that cover one of these columns. Raises `IndexError` if every column is covered by no row or by several.

    >>> from quadrille.compat.exact_cover.helpers import cut
    >>> cut([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [0, 0, 1, 0], [0, 0, 0, 1]]).astype(int)
    array([[1, 1],
           [1, 0],
           [0, 1]])
    """
    matrix = create_numpy_array(a)
    columns = numpy.flatnonzero(matrix.sum(axis=0) == 1)
    if not len(columns):
        raise IndexError("found no column that exactly one row covers; use reduce, which returns the matrix then")
    covered = matrix[matrix[:, columns[0]]][0]
    remaining: _Matrix = matrix[~matrix[:, covered].any(axis=1)][:, ~covered]
    return remaining


def reduce(a: Any) -> _Matrix:
    """The matrix after `cut` has been applied until no column is covered by exactly one row.

    >>> from quadrille.compat.exact_cover.helpers import reduce
    >>> reduce([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1]]).astype(int)
    array([[1, 0],
           [1, 1],
           [0, 1]])
    """
    matrix = create_numpy_array(a)
    while matrix.ndim == 2 and (matrix.sum(axis=0) == 1).any():
        matrix = cut(matrix)
    return matrix


def is_solution(solution: Any, problem: Any) -> bool:
    """Whether the rows of these numbers cover every column of a matrix exactly once.

    >>> from quadrille.compat.exact_cover.helpers import is_solution
    >>> is_solution([0, 1], [[1, 0], [0, 1], [1, 1]]), is_solution([0, 2], [[1, 0], [0, 1], [1, 1]])
    (True, False)
    """
    matrix, rows = create_numpy_array(problem), numpy.asarray(list(solution), dtype=int)
    if not len(rows) or rows.min() < 0 or rows.max() >= len(matrix):
        return False
    return bool((matrix[rows].sum(axis=0) == 1).all())


def split_problem(a: Any, n: int) -> Iterator[_Matrix]:
    """A generator of at least `n` matrices of the same shape, of which each exact cover is one of `a`, and each exact cover of `a` is that of one
    matrix. Rows that a matrix must not use are zeros. Raises `CannotSplitFurther` if there are not that many choices.

    >>> from quadrille.compat.exact_cover.helpers import split_problem
    >>> [matrix.astype(int).tolist() for matrix in split_problem([[1], [1]], 2)]
    [[[1], [0]], [[0], [1]]]
    """
    waiting, whole = [create_numpy_array(a)], 0
    while len(waiting) < n:
        # A matrix from which nothing can be chosen stays; after a whole round of these, no matrix can be split.
        matrix = waiting.pop(0)
        counts = matrix.sum(axis=0)
        if not (counts > 1).any():
            waiting.append(matrix)
            whole += 1
            if whole >= len(waiting):
                raise CannotSplitFurther(f"found {len(waiting)} problems; expected {n}")
            continue
        whole = 0
        column = numpy.argmin(numpy.where(counts > 1, counts, len(matrix) + 1))
        rows = numpy.flatnonzero(matrix[:, column])
        for row in rows:
            chosen = matrix.copy()
            chosen[rows[rows != row]] = False
            waiting.append(chosen)
    yield from waiting
