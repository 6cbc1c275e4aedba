"""Matrices in text files."""

from __future__ import annotations

from typing import Any

import numpy
import numpy.typing

__all__ = ["load_problem", "save_problem"]


def load_problem(filename: Any) -> numpy.typing.NDArray[numpy.bool_]:
    """The matrix of a file that `save_problem` wrote.

    >>> from quadrille.compat.exact_cover.io import load_problem, save_problem
    >>> save_problem("matrix.txt", [[1, 0], [0, 1]])
    >>> load_problem("matrix.txt")
    array([[ True, False],
           [False,  True]])
    """
    return numpy.loadtxt(filename, ndmin=2).astype(bool)


def save_problem(filename: Any, array: Any) -> None:
    """Writes a matrix as text: a line for each row, with a number for each column.

    >>> from quadrille.compat.exact_cover.io import save_problem
    >>> save_problem("matrix.txt", [[1, 0]])
    >>> from pathlib import Path
    >>> Path("matrix.txt").read_text()
    '1.000000000000000000e+00 0.000000000000000000e+00\\n'
    """
    numpy.savetxt(filename, numpy.asarray(array))
