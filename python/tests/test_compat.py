"""The modules of `quadrille.compat` beside the packages that they stand for: the same examples, the same answers."""

from __future__ import annotations

import warnings
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrille.compat import exact_cover as our_exact_cover
from quadrille.compat import xcover as our_xcover

MATRICES = {
    "a tiling of a 2x3 board": [[1, 1, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 0], [0, 0, 0, 0, 1, 1], [1, 0, 0, 1, 0, 0], [0, 1, 0, 0, 1, 0], [0, 0, 1, 0, 0, 1]],
    "one solution": [[1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 0, 1]],
    "no solution": [[1, 1, 0], [0, 1, 1]],
    "a column of zeros": [[1, 0], [1, 0]],
    "a row of zeros": [[0, 0], [1, 1]],
    "equal rows": [[1, 1], [1, 1]],
}


def outcome(function: Any, *arguments: Any, **named: Any) -> Any:
    """What a call returns, or the name of what it raises."""
    try:
        value = function(*arguments, **named)
    except Exception as error:
        return type(error).__name__
    return value


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("dtype", [bool, int, numpy.int32])
def test_exact_cover(name: str, dtype: Any) -> None:
    theirs = pytest.importorskip("exact_cover")
    matrix = numpy.array(MATRICES[name], dtype=dtype)
    count = outcome(theirs.get_solution_count, matrix)
    assert our_exact_cover.get_solution_count(matrix) == count
    found = outcome(theirs.get_all_solutions, matrix)
    ours = outcome(our_exact_cover.get_all_solutions, matrix)
    if isinstance(found, str):
        assert ours == found == outcome(our_exact_cover.get_exact_cover, matrix) == outcome(theirs.get_exact_cover, matrix) == "NoSolution"
        return
    assert {tuple(sorted(map(int, solution))) for solution in found} == ours
    ones = [theirs.get_exact_cover(matrix), our_exact_cover.get_exact_cover(matrix)]
    assert ones[0].dtype == ones[1].dtype and all(tuple(sorted(one.tolist())) in ours for one in ones)
    assert len(our_exact_cover.get_all_solutions(matrix, max_count=1)) == len(theirs.get_all_solutions(matrix, max_count=1)) == 1


def test_exact_cover_refuses_alike() -> None:
    theirs = pytest.importorskip("exact_cover")
    for module in (theirs, our_exact_cover):
        with pytest.raises(ValueError, match="dimension"):
            module.get_exact_cover(numpy.zeros(3, dtype=bool))


@settings(deadline=None, max_examples=30)
@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1, max_size=7))
def test_exact_cover_on_any_matrix(rows: list[list[bool]]) -> None:
    theirs = pytest.importorskip("exact_cover")
    matrix = numpy.array(rows)
    assert our_exact_cover.get_solution_count(matrix) == theirs.get_solution_count(matrix)


XCOVER: dict[str, tuple[list[list[Any]], dict[str, Any]]] = {
    "numbers": ([[1, 2], [3], [1], [2, 3]], {}),
    "no solution": ([["a", "b"], ["b", "c"]], {}),
    "primary given": ([["a", "x"], ["b", "x"], ["b"]], {"primary": ["a", "b"]}),
    "secondary given": ([["a", "x"], ["b", "x"], ["b"]], {"secondary": ["x"]}),
    "both given": ([["a", "x"], ["b", "x"], ["b", "y"]], {"primary": ["a", "b"], "secondary": ["x", "y"]}),
    "colours": (
        [["a", "x:1"], ["b", "x:1"], ["b", "x:2"], ["a", "x"]],
        {"primary": ["a", "b"], "secondary": ["x"], "colored": True},
    ),
    "colours, primary given": ([["a", "x:1"], ["b", "x:1"], ["b", "y:2"]], {"primary": ["a", "b"], "colored": True}),
}


@pytest.mark.parametrize("name", XCOVER)
def test_xcover(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = pytest.importorskip("xcover")
    options, named = XCOVER[name]
    expected = [sorted(map(int, solution)) for solution in theirs.covers(options, **named)]
    assert sorted(our_xcover.covers(options, **named)) == sorted(expected)


@pytest.mark.parametrize("name", [name for name in MATRICES if name != "a row of zeros"])
def test_xcover_of_a_matrix(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = pytest.importorskip("xcover")
    matrix = numpy.array(MATRICES[name], dtype=bool)
    expected = [sorted(map(int, solution)) for solution in theirs.covers_bool(matrix)]
    assert sorted(our_xcover.covers_bool(matrix)) == sorted(expected)
