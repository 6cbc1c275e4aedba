"""Decision diagrams, as `covers_zdd` gives them, for the packages `zdd_algorithms`, `graphillion` and `oxidd`.

Each package is imported when its function is called, and must be installed for it.

These packages have the options in one order on every path. In that order a diagram can be far larger than one of `covers_zdd`; its size
depends on the order of the options of the problem. `Problem.count` and `Problem.sample` do not depend on it.
"""

from __future__ import annotations

from typing import Any, Dict, Generator, Iterable, List, Tuple

from ...errors import InputError

__all__ = ["count_setset_nodes", "to_oxidd", "to_setset", "to_setset_file", "to_zdd_algorithms"]

_Zdd = Iterable[Tuple[int, int, int, int]]
_Call = Generator[Any, int, int]


class _Ordered:
    """Nodes of a diagram in which every path has its options in descending order.

    A node is a number: 0 and 1 are the terminals, and `nodes[n - 2]` is `(option, low, high)`.
    """

    def __init__(self) -> None:
        self.nodes: List[Tuple[int, int, int]] = []
        self._known: Dict[Tuple[int, int, int], int] = {}
        self._unions: Dict[Tuple[int, int], int] = {}
        self._with: Dict[Tuple[int, int], int] = {}

    def _node(self, option: int, low: int, high: int) -> int:
        if high == 0:
            return low
        node = (option, low, high)
        if node not in self._known:
            self.nodes.append(node)
            self._known[node] = len(self.nodes) + 1
        return self._known[node]

    def _parts(self, number: int) -> Tuple[int, int, int]:
        return (-1, 0, 0) if number < 2 else self.nodes[number - 2]

    def _union(self, a: int, b: int) -> _Call:
        if a == b or b == 0:
            return a
        if a == 0:
            return b
        key = (min(a, b), max(a, b))
        if key not in self._unions:
            (top, low, high), (other_top, other_low, other_high) = self._parts(a), self._parts(b)
            if top < other_top:
                low, high = (yield self._union(a, other_low)), other_high
            elif top > other_top:
                low = yield self._union(low, b)
            else:
                low, high = (yield self._union(low, other_low)), (yield self._union(high, other_high))
            self._unions[key] = self._node(max(top, other_top), low, high)
        return self._unions[key]

    def _add(self, number: int, option: int) -> _Call:
        """The sets of a node, each with an option that none of them has."""
        top, low, high = self._parts(number)
        if number == 0 or top < option:
            return self._node(option, 0, number)
        key = (number, option)
        if key not in self._with:
            low, high = (yield self._add(low, option)), (yield self._add(high, option))
            self._with[key] = self._node(top, low, high)
        return self._with[key]

    def _join(self, option: int, low: int, high: int) -> _Call:
        chosen = yield self._add(high, option)
        return (yield self._union(low, chosen))

    def join(self, option: int, low: int, high: int) -> int:
        """The sets of `low`, and those of `high` with the option."""
        # The calls are kept in a list, because the depth of a diagram may exceed the limit of recursion.
        calls, value = [self._join(option, low, high)], 0
        start = True
        while calls:
            try:
                call = next(calls[-1]) if start else calls[-1].send(value)
            except StopIteration as ended:
                calls.pop()
                value, start = ended.value, False
            else:
                calls.append(call)
                start = True
        return value


def to_zdd_algorithms(zdd: _Zdd) -> Any:
    """The root of a diagram as a node of the package `zdd_algorithms`. Its functions, such as `count` and `union`, take this node.

    >>> from quadrille.compat.xcover import covers_zdd
    >>> from quadrille.compat.xcover.zdd_utils import to_zdd_algorithms
    >>> import zdd_algorithms
    >>> zdd_algorithms.count(to_zdd_algorithms(covers_zdd([["a"], ["b"], ["a", "b"]])))
    2
    """
    import zdd_algorithms

    ordered, numbers, root = _Ordered(), {0: 0, 1: 1}, 0
    for index, option, low, high in zdd:
        root = numbers[index] = ordered.join(option, numbers[low], numbers[high])
    made = [zdd_algorithms.empty(), zdd_algorithms.base()]
    for option, low, high in ordered.nodes[: max(root - 1, 0)]:
        made.append(zdd_algorithms.get_node(option, made[low], made[high]))
    return made[root]


def _checked(zdd: _Zdd, n_options: int) -> _Zdd:
    for node in zdd:
        if node[1] >= n_options:
            raise InputError(f"n_options: found {n_options}, and a node with option {node[1]}; expected the number of options of the problem")
        yield node


def to_setset(zdd: _Zdd, n_options: int) -> Any:
    """A diagram as a `setset` of the package `graphillion`. The universe of `setset` becomes the numbers of the options.

    >>> from quadrille.compat.xcover import covers_zdd
    >>> from quadrille.compat.xcover.zdd_utils import to_setset
    >>> len(to_setset(covers_zdd([["a"], ["b"], ["a", "b"]]), 3))
    2
    """
    from graphillion import setset

    setset.set_universe(list(range(n_options)))
    made = {0: setset([]), 1: setset([[]])}
    root = made[0]
    for index, option, low, high in _checked(zdd, n_options):
        root = made[index] = made[high].join(setset([[option]])) | made[low]
    return root


def to_setset_file(zdd: _Zdd, filename: Any) -> None:
    """Writes a diagram to a file that `graphillion.setset.load` reads. Before reading, `setset.set_universe` must be called with the
    numbers of the options in ascending order.

    >>> from quadrille.compat.xcover import covers_zdd
    >>> from quadrille.compat.xcover.zdd_utils import to_setset_file
    >>> to_setset_file(covers_zdd([["a"], ["b"], ["a", "b"]]), "solutions.txt")
    >>> from pathlib import Path
    >>> print(Path("solutions.txt").read_text(), end="")
    2 3 B T
    3 2 B T
    4 1 2 3
    .
    """
    terminals, is_empty = {0: "B", 1: "T"}, True
    with open(filename, "w", encoding="ascii") as file:
        for index, option, low, high in zdd:
            file.write(f"{index} {option + 1} {terminals.get(low, low)} {terminals.get(high, high)}\n")
            is_empty = False
        file.write("B\n.\n" if is_empty else ".\n")


def count_setset_nodes(ss: Any) -> int:
    """The number of nodes of a `setset` of the package `graphillion`, with its terminals.

    >>> from quadrille.compat.xcover import covers_zdd
    >>> from quadrille.compat.xcover.zdd_utils import count_setset_nodes, to_setset
    >>> count_setset_nodes(to_setset(covers_zdd([["a"], ["b"], ["a", "b"]]), 3))
    5
    """
    inner = sum(len(line.split()) == 4 for line in ss.dumps().splitlines())
    return inner + 2 if inner else 1


def to_oxidd(
    zdd: _Zdd,
    n_options: int,
    inner_node_capacity: int = 2_000_000,
    apply_cache_size: int = 2_000_000,
    threads: int = 1,
) -> Any:
    """A diagram as a `ZBDDFunction` of the package `oxidd`, whose variables are the numbers of the options.

    - `inner_node_capacity`, `apply_cache_size`: upper bounds on the nodes and on the remembered operations of the manager.
    - `threads`: the number of threads of the manager.

    >>> from quadrille.compat.xcover import covers_zdd
    >>> from quadrille.compat.xcover.zdd_utils import to_oxidd
    >>> to_oxidd(covers_zdd([["a"], ["b"], ["a", "b"]]), 3).sat_count(3)
    2
    """
    from oxidd.zbdd import ZBDDManager

    manager = ZBDDManager(inner_node_capacity, apply_cache_size, threads)
    manager.add_vars(n_options)
    made = {0: manager.empty(), 1: manager.base()}
    root = made[0]
    for index, option, low, high in _checked(zdd, n_options):
        root = made[index] = made[high].change(option) | made[low]
    return root
