"""The solvers of `xcover`: solutions one after another, or the nodes of a decision diagram of all solutions."""

from __future__ import annotations

from typing import Any, Hashable, Iterable, Iterator, List, Optional, Sequence, Tuple

import numpy
import numpy.typing

from ..._quadrille import Problem

__all__ = ["covers", "covers_bool", "covers_bool_zdd", "covers_zdd", "input_as_arrays"]

_Numbers = numpy.typing.NDArray[numpy.uint32]

# Nodes that are converted to Python objects at once: enough to make the conversion quick, without holding all tuples.
_BLOCK = 4096


def _solutions(problem: Problem) -> Iterator[List[int]]:
    # A generator, as in the package: the search begins with the first `next`.
    for solution in problem.solutions():
        yield list(solution)


def _nodes(problem: Problem) -> Iterator[Tuple[int, int, int, int]]:
    # Like `_solutions`, a generator.
    nodes, names = problem.diagram().nodes(), problem.names
    for begin in range(0, len(nodes), _BLOCK):
        block = nodes[begin : begin + _BLOCK].tolist()
        for index, (option, low, high) in enumerate(block, begin + 2):
            yield index, names[option], low, high


def _stated(
    options: Sequence[Iterable[Hashable]],
    primary: Optional[Iterable[Hashable]],
    secondary: Optional[Iterable[Hashable]],
    colored: bool,
) -> Tuple[List[List[Any]], Optional[List[Any]], Optional[List[Any]]]:
    """The options with colours as pairs, the primary items if they are given, and the secondary items if there are any."""
    rows: List[List[Any]] = [list(option) for option in options]
    if colored:
        rows = [[_coloured(item) for item in row] for row in rows]
    items = None if primary is None else list(primary)
    others = None if secondary is None else list(secondary)
    if items is not None and others is None:
        known = set(items)
        names = (item[0] if colored and isinstance(item, tuple) else item for row in rows for item in row)
        others = list(dict.fromkeys(name for name in names if name not in known))
    return rows, items, others


def _problem(
    options: Sequence[Iterable[Hashable]],
    primary: Optional[Iterable[Hashable]],
    secondary: Optional[Iterable[Hashable]],
    colored: bool,
) -> Problem:
    rows, items, others = _stated(options, primary, secondary, colored)
    # An option without items is in no solution, and Quadrille refuses it.
    named = {number: row for number, row in enumerate(rows) if row}
    if others is not None:
        # Quadrille takes a secondary item that no option has for a mistake.
        known = {item[0] if colored and isinstance(item, tuple) else item for row in rows for item in row}
        others = [item for item in others if item in known]
    return Problem(named, items=items, secondary=others)


def _coloured(item: Any) -> Any:
    if isinstance(item, str) and ":" in item:
        name, _, colour = item.partition(":")
        return (name, colour)
    return item


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
    return _solutions(_problem(options, primary, secondary, colored))


def covers_bool(matrix: Any) -> Iterator[List[int]]:
    """A generator of exact covers of a matrix, each as a list of the numbers of its rows.

    >>> import numpy
    >>> from quadrille.compat.xcover import covers_bool
    >>> next(covers_bool(numpy.array([[1, 0], [0, 1]], dtype=bool)))
    [0, 1]
    """
    return _solutions(Problem(matrix != 0))


def covers_zdd(
    options: Sequence[Iterable[Hashable]],
    primary: Optional[Iterable[Hashable]] = None,
    secondary: Optional[Iterable[Hashable]] = None,
    colored: bool = False,
    use_memo_cache: bool = False,
    choose_heuristic: str = "MRV",
) -> Iterator[Tuple[int, int, int, int]]:
    """A generator of the nodes of a zero-suppressed decision diagram of all exact covers: `(index, option, low, high)`.

    Indices begin with 2; 0 and 1 are the terminals. A node comes after its children, and the last node is the root. A path from the
    root to 1 is an exact cover: the options of the nodes that the path leaves by `high`. Paths may have different orders of
    options; the functions of `zdd_utils` put them in one order. There are no nodes if there is no exact cover.

    `covers` describes the first four arguments. `use_memo_cache` and `choose_heuristic` have no effect: Quadrille always uses a
    memo and its own choice of items.

    >>> from quadrille.compat.xcover import covers_zdd
    >>> list(covers_zdd([[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]))
    [(2, 3, 0, 1), (3, 5, 0, 2), (4, 1, 0, 3)]
    """
    return _nodes(_problem(options, primary, secondary, colored))


def covers_bool_zdd(
    matrix: Any, use_memo_cache: bool = False, choose_heuristic: str = "MRV"
) -> Iterator[Tuple[int, int, int, int]]:
    """A generator of the nodes of a diagram of all exact covers of a matrix. An option is the number of a row.

    `covers_zdd` describes the nodes and the other arguments.

    >>> import numpy
    >>> from quadrille.compat.xcover import covers_bool_zdd
    >>> list(covers_bool_zdd(numpy.array([[1, 1], [1, 1]], dtype=bool)))
    [(2, 1, 0, 1), (3, 0, 2, 1)]
    """
    return _nodes(Problem(matrix != 0))


def input_as_arrays(
    options: Sequence[Iterable[Hashable]],
    primary: Optional[Iterable[Hashable]] = None,
    secondary: Optional[Iterable[Hashable]] = None,
    colored: bool = False,
) -> Tuple[_Numbers, _Numbers, _Numbers, int, int]:
    """The arguments of `algorithm_c` for a problem: `(options, options_ptr, colors, n_items, n_secondary_items)`.

    `covers` describes the arguments. Items have numbers from 0, primary items first. Option `k` has the items
    `options[options_ptr[k]:options_ptr[k + 1]]`. Colours have numbers from 1; 0 is no colour.

    >>> from quadrille.compat.xcover.solvers import input_as_arrays
    >>> arrays = input_as_arrays([["p", "x:A"], ["q", "x:B"]], primary=["p", "q"], secondary=["x"], colored=True)
    >>> [numbers.tolist() for numbers in arrays[:3]], arrays[3:]
    ([[0, 2, 1, 2], [0, 2, 4], [0, 1, 0, 2]], (3, 1))
    """
    rows, items, others = _stated(options, primary, secondary, colored)
    named = {number: row for number, row in enumerate(rows) if row}
    numbers = {item: number for number, item in enumerate(Problem(named, items=items, secondary=others).items)}
    colours: dict[Any, int] = {}
    entries: List[Tuple[int, int]] = []
    for row in rows:
        for item in row:
            name, colour = (item, None) if item in numbers else item
            number = 0 if colour is None else colours.setdefault(colour, len(colours) + 1)
            entries.append((numbers[name], number))
    ends = numpy.cumsum([0, *map(len, rows)])
    flat = numpy.array(entries, dtype=numpy.uint32).reshape(-1, 2)
    return flat[:, 0].copy(), ends.astype(numpy.uint32), flat[:, 1].copy(), len(numbers), len(set(others or []))
