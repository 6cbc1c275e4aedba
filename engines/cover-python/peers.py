"""The packages: how each receives a problem and counts its solutions.

A peer is a function that converts a problem to the package's input and returns a function that counts the
solutions. Packages are imported when they are used, so that any of them may be missing.
"""

import warnings
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations

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


def miniexact(problem):
    """Dancing links in C: visits every solution."""
    from miniexact import miniexacts_c

    names = [f"i{item}" for item in range(len(problem.primary) + len(problem.secondary))]
    first = len(problem.primary)

    def count():
        solver = miniexacts_c()
        items = [solver.primary(name) for name in names[:first]]
        items += [solver.secondary(name) for name in names[first:]]
        for option in problem.options:
            for item, colour in option:
                if colour is None:
                    solver.add(items[item])
                else:
                    solver.add(items[item], solver.color(colour))
            solver.add(0)
        solutions = 0
        while solver.solve() == 10:  # 20 says that there is no further solution
            solutions += 1
        return solutions

    return count


def pyxcc(problem):
    """Dancing cells in Rust: visits every solution, and keeps all of them."""
    from pyxcc import Option, Problem, solve

    names = [str(item) for item in range(len(problem.primary) + len(problem.secondary))]
    first = len(problem.primary)
    used = {item for option in problem.options for item, _ in option}
    if not used.issuperset(range(first)):
        raise Refused("items without options")
    options = [
        Option(
            str(place),
            [names[item] for item, _ in option if item < first],
            [(names[item], colour or "") for item, colour in option if item >= first],
        )
        for place, option in enumerate(problem.options)
    ]
    given = Problem(names[:first], names[first:], options)
    return lambda: solve(given, True).count()


def ganak(problem):
    """A model counter, which simplifies the clauses first."""
    from pyganak import Counter

    clauses = _clauses(problem)

    def count():
        counter = Counter()
        counter.new_vars(len(problem.options))
        counter.add_clauses(clauses)
        return counter.count()

    return count


def d4(problem):
    """A model counter."""
    from py_d4 import Solver

    clauses = _clauses(problem)
    return lambda: int(Solver(clauses, len(problem.options)).count().getResult())


# For each name: the package that must be installed, whether it counts without visiting, and the peer.
PEERS = {
    "xcover": ("xcover", False, xcover),
    "xcover-memo": ("xcover", True, xcover_memo),
    "exact-cover": ("exact-cover", False, exact_cover),
    "dxz": ("dxz", True, dxz),
    "miniexact": ("miniexact", False, miniexact),
    "pyxcc": ("pyxcc", False, pyxcc),
    "ganak": ("pyganak", True, ganak),
    "d4": ("d4Solver", True, d4),
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


def _clauses(problem):
    """The problem as clauses whose models are its solutions: variable o + 1 says that option o is chosen. Of each
    primary item one option is chosen; of two options that exclude each other, one is not."""
    lists = {}
    for place, option in enumerate(problem.options, 1):
        for item, colour in option:
            lists.setdefault(item, []).append((place, colour))
    clauses = [[place for place, _ in lists.get(item, [])] for item in range(len(problem.primary))]
    pairs = {
        (-one, -other)
        for among in lists.values()
        for (one, colour), (other, another) in combinations(among, 2)
        if colour is None or colour != another
    }
    return clauses + [list(pair) for pair in sorted(pairs)]
