"""The packages: how each receives a problem and counts its solutions.

A peer is a function that converts a problem to the package's input and returns a function that counts the
solutions. Packages are imported when they are used, so that any of them may be missing.
"""

import warnings
from importlib.metadata import PackageNotFoundError, version

from dlxtext import Refused


def xcover(problem):
    """Dancing cells: visits every solution."""
    from xcover import covers

    arguments = _named(problem)
    return lambda: sum(1 for _ in covers(**arguments))


def xcover_memo(problem):
    """Dancing cells with a memo: builds a decision diagram and counts the solutions in it."""
    from xcover import covers_zdd

    arguments = _named(problem)

    def count():
        # Nodes 0 and 1 are the terminals; a node comes after its children, and the root comes last.
        below = {0: 0, 1: 1}
        root = 0
        for node, _, low, high in covers_zdd(**arguments, use_memo_cache=True):
            below[node] = below[low] + below[high]
            root = node
        return below[root]

    return count


def exact_cover(problem):
    """Dancing links in C: counts by visiting."""
    import numpy
    from exact_cover import get_solution_count

    matrix = numpy.zeros((len(problem.options), _plain(problem)), dtype=bool)
    for row, option in enumerate(problem.options):
        for item, _ in option:
            matrix[row, item] = True
    return lambda: get_solution_count(matrix)


def dxz(problem):
    """Dancing links into a decision diagram, with a memo, in C++."""
    from dxz import dxz_count

    columns = _plain(problem)
    matrix = [0] * (len(problem.options) * columns)
    for row, option in enumerate(problem.options):
        for item, _ in option:
            matrix[row * columns + item] = 1
    return lambda: dxz_count(len(problem.options), columns, matrix)


# For each name: the package that must be installed, whether it counts without visiting, and the peer.
PEERS = {
    "xcover": ("xcover", False, xcover),
    "xcover-memo": ("xcover", True, xcover_memo),
    "exact-cover": ("exact-cover", False, exact_cover),
    "dxz": ("dxz", True, dxz),
}


def present():
    """For each installed peer: the name, the version, and whether it counts without visiting."""
    found = []
    for name, (package, counts, _) in PEERS.items():
        try:
            found.append((name, version(package), counts))
        except PackageNotFoundError:
            pass
    return found


def warm(peer):
    """Runs a peer on small problems, so that it compiles now what it compiles when it is first used."""
    # Numba warns that it narrows integers, each time that it compiles.
    warnings.simplefilter("ignore")
    from dlxtext import parse

    for text in "a b\na\nb\na b\n", "a b | c d\na c\nb d\n", "a b | c d\na c:1\nb c:1 d\nb d\n":
        try:
            peer(parse(text))()
        except Refused:
            pass


def _named(problem):
    """Arguments for xcover, which takes names, and reads `item:colour`."""
    items = list(range(len(problem.primary) + len(problem.secondary)))
    if problem.has_colours():
        items = [str(item) for item in items]
        options = [
            [items[item] if colour is None else f"{items[item]}:{colour}" for item, colour in option]
            for option in problem.options
        ]
    else:
        options = [[item for item, _ in option] for option in problem.options]
    first = len(problem.primary)
    return {
        "options": options,
        "primary": items[:first],
        "secondary": items[first:],
        "colored": problem.has_colours(),
    }


def _plain(problem):
    """The number of items of a problem without secondary items; refuses any other problem."""
    if problem.secondary:
        raise Refused("secondary items")
    return len(problem.primary)
