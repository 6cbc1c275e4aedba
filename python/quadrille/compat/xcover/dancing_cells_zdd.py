"""The algorithm behind `covers_zdd`, over arrays of numbers."""

from __future__ import annotations

from typing import Any, Iterator, Tuple

from .dancing_cells import _problem
from .solvers import _nodes

__all__ = ["algorithm_z"]


def algorithm_z(
    options: Any,
    options_ptr: Any,
    colors: Any,
    n_items: int,
    n_secondary_items: int,
    use_memo_cache: bool,
    choose_heuristic: str,
) -> Iterator[Tuple[int, int, int, int]]:
    """A generator of the nodes of a zero-suppressed decision diagram of all exact covers.

    `solvers.input_as_arrays` makes the first five arguments, and describes them. `covers_zdd` describes the others and the nodes.

    >>> from quadrille.compat.xcover.dancing_cells_zdd import algorithm_z
    >>> list(algorithm_z([0, 1], [0, 1, 2], [0, 0], 2, 0, False, "MRV"))
    [(2, 1, 0, 1), (3, 0, 0, 2)]
    """
    return _nodes(_problem(options, options_ptr, colors, n_items, n_secondary_items))
