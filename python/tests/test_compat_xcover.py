"""The modules of `quadrille.compat.xcover` beside those of `xcover`: diagrams, what is made of them, files and arrays."""

from __future__ import annotations

import importlib
import inspect
import sys
import warnings
from pathlib import Path
from typing import Any, Iterable

import numpy
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from quadrille import InputError, Problem
from quadrille.compat import xcover as ours
from quadrille.compat.xcover import io, solvers, utils, zdd_utils
from test_compat import MATRICES, XCOVER

Node = tuple[int, int, int, int]

CASES: dict[str, tuple[list[list[Any]], dict[str, Any]]] = {
    **XCOVER,
    "the README": ([[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]], {}),
    "the README's colours": (
        [["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"], ["r", "y:B"]],
        {"primary": ["p", "q", "r"], "secondary": ["x", "y"], "colored": True},
    ),
    "equal options": ([["a"], ["b", "c"], ["a"], ["b", "c"], ["b"]], {}),
    "independent parts": ([["a"], ["b"], ["a", "b"], ["c"], ["d"], ["c", "d"], ["e"], ["e"]], {}),
    "an option without items": ([["a"], [], ["b"], ["a", "b"]], {}),
    "an item without options": ([["a"], ["b"]], {"primary": ["a", "b", "c"], "secondary": []}),
    "an option of secondary items alone": ([["a", "x"], ["x"], ["b"], ["b", "x"]], {"secondary": ["x"]}),
}


def theirs(module: str = "xcover") -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("xcover")
        return importlib.import_module(module)


def sets(nodes: Iterable[Node]) -> list[tuple[int, ...]]:
    """The sets of a diagram, after a check that it is one: children first, nothing but the root unused, no option twice on a path."""
    of: dict[int, list[tuple[int, ...]]] = {0: [], 1: [()]}
    unused: set[int] = set()
    root = 0
    for number, (index, option, low, high) in enumerate(nodes, 2):
        assert index == number and high != 0
        of[index] = of[low] + [(option, *chosen) for chosen in of[high]]
        unused -= {low, high}
        unused.add(index)
        root = index
    assert unused <= {root}
    assert all(len(set(chosen)) == len(chosen) for chosen in of[root])
    return sorted(tuple(sorted(chosen)) for chosen in of[root])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("memo", [False, True])
@pytest.mark.parametrize("heuristic", ["MRV", "leftmost"])
def test_a_diagram_has_the_same_sets(name: str, memo: bool, heuristic: str) -> None:
    options, named = CASES[name]
    arguments = {**named, "use_memo_cache": memo, "choose_heuristic": heuristic}
    expected = sets(theirs().covers_zdd(options, **arguments))
    found = list(ours.covers_zdd(options, **arguments))
    assert sets(found) == expected == sorted(tuple(cover) for cover in ours.covers(options, **named))
    assert all(type(number) is int for node in found for number in node)


def test_a_diagram_where_xcover_fails() -> None:
    assert sets(ours.covers_zdd([["a"], ["a"]])) == [(0,), (1,)]
    assert list(ours.covers_zdd([])) == [] and list(ours.covers_zdd([[]])) == []
    with pytest.raises(InputError, match="twice"):
        ours.covers_zdd([["a", "a"], ["b"]])


@pytest.mark.parametrize("name", [name for name in MATRICES if name != "a row of zeros"])
def test_a_diagram_of_a_matrix(name: str) -> None:
    matrix = numpy.array(MATRICES[name], dtype=bool)
    assert sets(ours.covers_bool_zdd(matrix)) == sets(theirs().covers_bool_zdd(matrix, True, "leftmost"))


ITEMS = st.sets(st.sampled_from(["a", "b", "c", "d", "x", "x:1", "x:2", "y", "y:1"]), min_size=1)


def one_of_each(option: set[str]) -> list[str]:
    """An option with at most one entry of each item."""
    return list({item[0]: item for item in sorted(option)}.values())


@settings(deadline=None, max_examples=60)
@given(st.lists(ITEMS.map(one_of_each), min_size=1, max_size=12))
def test_a_diagram_of_any_problem(options: list[list[str]]) -> None:
    arguments: dict[str, Any] = {"primary": list("abcd"), "secondary": list("xy"), "colored": True}
    expected = sorted(map(tuple, ours.covers(options, **arguments)))
    assert sets(ours.covers_zdd(options, **arguments)) == expected
    assert sets(theirs().covers_zdd(options, **arguments)) == expected


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sets(st.integers(0, 7), min_size=1), min_size=1, max_size=14))
def test_a_diagram_of_any_sets(options: list[set[int]]) -> None:
    assume(len(set().union(*options)) > 1)
    rows = [sorted(option) for option in options]
    assert sets(ours.covers_zdd(rows)) == sorted(Problem(rows).solutions()) == sets(theirs().covers_zdd(rows))


@pytest.mark.parametrize("spec", ["queens:8", "pentominoes:6x10", "dominoes:8x8", "langford:8", "latin:4", "pentominoes:3x20"])
def test_the_diagram_of_a_larger_problem_counts_all_solutions(spec: str) -> None:
    problem = Problem.family(spec)
    counts = [0, 1]
    rows = problem.diagram().nodes().tolist()
    for _, low, high in rows:
        counts.append(counts[low] + counts[high])
    assert counts[-1] == problem.count() == problem.diagram().count()


def test_items_may_be_named_like_lines_of_the_text_of_a_diagram() -> None:
    assert sets(ours.covers_zdd([["nodes", "3"], ["problem", "none"], ["none"], ["problem"]])) == [(0, 1), (0, 2, 3)]


@pytest.mark.parametrize("name", CASES)
def test_algorithms_over_arrays(name: str) -> None:
    options, named = CASES[name]
    expected = sorted(map(tuple, ours.covers(options, **named)))
    made = [solvers.input_as_arrays(options, **named), theirs("xcover.solvers").input_as_arrays(options, **named)]
    assert [numbers.dtype for numbers in made[0][:3]] == [numbers.dtype for numbers in made[1][:3]]
    for arrays in made:
        for package in (ours, theirs()):
            assert sorted(tuple(sorted(cover)) for cover in package.algorithm_c(*arrays)) == expected
            assert sets(package.algorithm_z(*arrays, True, "MRV")) == expected


def diagram(of: Any, name: str) -> Iterable[Node]:
    nodes: Iterable[Node] = of.covers_zdd(CASES[name][0], **CASES[name][1])
    return nodes


def expected_of(name: str) -> set[frozenset[int]]:
    return {frozenset(cover) for cover in ours.covers(CASES[name][0], **CASES[name][1])}


# In these tests, both modules convert the diagrams of both packages.
@pytest.mark.parametrize("name", CASES)
def test_diagrams_in_graphillion(name: str, tmp_path: Path) -> None:
    graphillion = pytest.importorskip("graphillion")
    their_utils = theirs("xcover.zdd_utils")
    count, expected = len(CASES[name][0]), expected_of(name)
    made = [module.to_setset(diagram(of, name), count) for module in (zdd_utils, their_utils) for of in (ours, theirs())]
    assert all(setset == made[0] for setset in made) and set(map(frozenset, made[0])) == expected
    assert graphillion.setset.universe() == list(range(count))
    assert zdd_utils.count_setset_nodes(made[0]) == their_utils.count_setset_nodes(made[0])

    file = tmp_path / "diagram.txt"
    for of in (ours, theirs()):
        zdd_utils.to_setset_file(diagram(of, name), file)
        with file.open() as opened:
            assert graphillion.setset.load(opened) == made[0]
        if expected:
            their_utils.to_setset_file(diagram(of, name), str(tmp_path / "theirs.txt"))
            assert file.read_text() == (tmp_path / "theirs.txt").read_text()


@pytest.mark.parametrize("name", CASES)
def test_diagrams_in_oxidd(name: str) -> None:
    pytest.importorskip("oxidd")
    their_utils = theirs("xcover.zdd_utils")
    count, expected = len(CASES[name][0]), expected_of(name)
    for of in (ours, theirs()):
        function = zdd_utils.to_oxidd(diagram(of, name), count, 10_000, 10_000)
        other = their_utils.to_oxidd(diagram(of, name), count)
        assert function.sat_count(count) == other.sat_count(count) == len(expected)
        assert all(function.eval([(option, option in cover) for option in range(count)]) for cover in expected)


@pytest.mark.parametrize("name", CASES)
def test_diagrams_in_zdd_algorithms(name: str) -> None:
    zdd_algorithms = pytest.importorskip("zdd_algorithms")
    their_utils, expected = theirs("xcover.zdd_utils"), expected_of(name)
    for of in (ours, theirs()):
        node, other = zdd_utils.to_zdd_algorithms(diagram(of, name)), their_utils.to_zdd_algorithms(diagram(of, name))
        assert zdd_algorithms.to_set_of_sets(node) == zdd_algorithms.to_set_of_sets(other) == expected
        assert zdd_algorithms.count(node) == len(expected)
        # The order is the one that the operations of the package need.
        for cover in expected:
            assert zdd_algorithms.count(zdd_algorithms.intersection(node, zdd_algorithms.to_zdd({cover}))) == 1


def test_a_diagram_deeper_than_the_limit_of_recursion() -> None:
    pytest.importorskip("zdd_algorithms")
    count = 600
    nodes = list(ours.covers_zdd([["a"] for _ in range(count)]))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        node = zdd_utils.to_zdd_algorithms(nodes)
    finally:
        sys.setrecursionlimit(limit)
    for option in reversed(range(count)):
        assert node.top == option
        node = node.left


def test_the_number_of_options_is_checked() -> None:
    pytest.importorskip("graphillion")
    with pytest.raises(InputError, match="n_options: found 1"):
        zdd_utils.to_setset(ours.covers_zdd([["a"], ["b"]]), 1)


@pytest.mark.parametrize("name", CASES)
def test_files(name: str, tmp_path: Path) -> None:
    options, named = CASES[name]
    if any(not option for option in options):
        return
    their_io = theirs("xcover.io")
    mine, other = str(tmp_path / "mine.dlx"), str(tmp_path / "theirs.dlx")
    io.write_xcover_to_file(mine, options, **named)
    their_io.write_xcover_to_file(other, options, **named)
    texts = [[line.split() for line in Path(file).read_text().splitlines()] for file in (mine, other)]
    assert texts[0][1:] == texts[1][1:] and sorted(texts[0][0]) == sorted(texts[1][0])
    for file in (mine, other):
        read = io.read_xcover_from_file(file)
        assert read == their_io.read_xcover_from_file(file)
        assert sorted(ours.covers(*read)) == sorted(ours.covers(options, **named))
    assert sorted(Problem.from_dlx(Path(mine).read_text()).solutions()) == sorted(map(tuple, ours.covers(options, **named)))


def test_verified_like_xcover() -> None:
    options, named = CASES["the README's colours"]
    for module in (utils, theirs("xcover.utils")):
        module.verify_exact_cover([3, 1], options, **named)
        for wrong in ([0, 1], [1], [3, 2], []):
            with pytest.raises(AssertionError):
                module.verify_exact_cover(wrong, options, **named)
    matrix = numpy.array([[1, 0], [0, 0], [1, 1]])
    assert utils.bool_array_to_options(matrix) == theirs("xcover.utils").bool_array_to_options(matrix)
