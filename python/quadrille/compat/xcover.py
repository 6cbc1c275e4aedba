"""The calls of the package `xcover`, version 0.2.6, answered by Quadrille.

Change `from xcover import covers` to `from quadrille.compat.xcover import covers`.

The solutions are the same, in another order. The decision diagrams of `covers_zdd` are not here: count with `Problem.count`,
which is exact for numbers of any size, and draw random solutions with `Problem.sample`.
"""

from __future__ import annotations

from typing import Any, Hashable, Iterable, Iterator, List, Optional, Sequence

from .._quadrille import Problem

__all__ = ["covers", "covers_bool"]


def _lists(problem: Problem) -> Iterator[List[int]]:
    # A generator, as in the package: the search begins with the first `next`.
    for solution in problem.solutions():
        yield list(solution)


def covers(
    options: Sequence[Iterable[Hashable]],
    primary: Optional[Iterable[Hashable]] = None,
    secondary: Optional[Iterable[Hashable]] = None,
    colored: bool = False,
) -> Iterator[List[int]]:
    """A generator of exact covers, each as a list of the numbers of its options.

    - `primary`: items that must be covered. [default: all that are not secondary]
    - `secondary`: items that may be covered. [default: all that are not primary, if `primary` is given]
    - `colored`: whether a colon in a secondary item of an option begins its colour, as in `"y:A"`.

    >>> from quadrille.compat.xcover import covers
    >>> list(covers([[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]))
    [[1, 3, 5]]
    >>> list(covers([["p", "x:A"], ["q", "x:B"], ["q", "x:A"]], primary=["p", "q"], secondary=["x"], colored=True))
    [[0, 2]]
    """
    rows: List[List[Any]] = [list(option) for option in options]
    if colored:
        rows = [[_coloured(item) for item in row] for row in rows]
    items = None if primary is None else list(primary)
    others = None if secondary is None else list(secondary)
    if items is not None and others is None:
        known = set(items)
        names = (item[0] if colored and isinstance(item, tuple) else item for row in rows for item in row)
        others = list(dict.fromkeys(name for name in names if name not in known))
    # An option without items is in no solution, and Quadrille refuses it.
    named = {number: row for number, row in enumerate(rows) if row}
    return _lists(Problem(named, items=items, secondary=others))


def _coloured(item: Any) -> Any:
    if isinstance(item, str) and ":" in item:
        name, _, colour = item.partition(":")
        return (name, colour)
    return item


def covers_bool(matrix: Any) -> Iterator[List[int]]:
    """A generator of exact covers of a matrix, each as a list of the numbers of its rows.

    >>> import numpy
    >>> from quadrille.compat.xcover import covers_bool
    >>> next(covers_bool(numpy.array([[1, 0], [0, 1]], dtype=bool)))
    [0, 1]
    """
    return _lists(Problem(matrix != 0))
