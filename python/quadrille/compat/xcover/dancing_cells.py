"""The algorithm behind `covers`, over arrays of numbers."""

from __future__ import annotations

from typing import Any, Iterator, List

import numpy

from ..._quadrille import Problem
from .solvers import _solutions

__all__ = ["algorithm_c"]


def _problem(options: Any, options_ptr: Any, colors: Any, n_items: int, n_secondary_items: int) -> Problem:
    items, hues, ends = (numpy.asarray(numbers).tolist() for numbers in (options, colors, options_ptr))
    entries: List[Any] = [(item, hue) if hue else item for item, hue in zip(items, hues)]
    rows = {number: entries[begin:end] for number, (begin, end) in enumerate(zip(ends, ends[1:])) if end > begin}
    primary = n_items - n_secondary_items
    return Problem(rows, items=range(primary), secondary=range(primary, n_items))


def algorithm_c(
    options: Any, options_ptr: Any, colors: Any, n_items: int, n_secondary_items: int
) -> Iterator[List[int]]:
    """A generator of exact covers, each as a list of the numbers of its options.

    `solvers.input_as_arrays` makes the arguments, and describes them.

    >>> from quadrille.compat.xcover.dancing_cells import algorithm_c
    >>> list(algorithm_c([0, 1, 0, 1], [0, 2, 3, 4], [0, 0, 0, 0], 2, 0))
    [[0], [1, 2]]
    """
    return _solutions(_problem(options, options_ptr, colors, n_items, n_secondary_items))
