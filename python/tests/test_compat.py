"""The modules of `quadrille.compat` beside the packages that they stand for: the same examples, the same answers."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrille.compat import exact_cover as our_exact_cover
from quadrille.compat.exact_cover import helpers, io
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


def covers_of(matrix: Any) -> set[tuple[int, ...]]:
    return set(our_exact_cover.get_all_solutions(matrix)) if our_exact_cover.get_solution_count(matrix) else set()


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1, max_size=7), st.integers(1, 5))
def test_exact_cover_helpers(rows: list[list[bool]], parts: int) -> None:
    theirs = pytest.importorskip("exact_cover.helpers")
    errors = pytest.importorskip("exact_cover.error")
    matrix = helpers.create_numpy_array(rows)
    assert numpy.array_equal(matrix, theirs.create_numpy_array(rows))
    expected = covers_of(matrix)
    for chosen in [*expected, (), (0,), tuple(range(len(rows))), (0, 0)]:
        assert helpers.is_solution(chosen, matrix) == bool(theirs.is_solution(chosen, matrix)) == (chosen in expected)
    reduced = helpers.reduce(matrix)
    assert our_exact_cover.get_solution_count(reduced) == len(expected)
    assert not (reduced.sum(axis=0) == 1).any()
    for split, error in ((theirs.split_problem, errors.ExactCoverError), (helpers.split_problem, our_exact_cover.CannotSplitFurther)):
        try:
            found = list(split(matrix, parts))
        except error:
            continue
        assert len(found) >= parts and all(part.shape == matrix.shape for part in found)
        of_parts = [cover for part in found for cover in covers_of(part)]
        assert sorted(of_parts) == sorted(expected)


def test_exact_cover_helpers_refuse_alike() -> None:
    theirs = pytest.importorskip("exact_cover.helpers")
    errors = pytest.importorskip("exact_cover.error")
    matrix = numpy.array([[1, 0], [1, 0], [0, 1], [0, 1]], dtype=bool)
    for module, error in ((theirs, errors), (helpers, our_exact_cover.error)):
        with pytest.raises(IndexError):
            module.cut(matrix)
        assert len(list(module.split_problem(matrix, 4))) == 4
        with pytest.raises(error.CannotSplitFurther):
            list(module.split_problem(matrix, 5))
    assert issubclass(our_exact_cover.error.NoSolution, our_exact_cover.error.ExactCoverError)


def test_exact_cover_files(tmp_path: Path) -> None:
    theirs = pytest.importorskip("exact_cover.io")
    matrix = numpy.array(MATRICES["one solution"], dtype=bool)
    for writer, reader in ((theirs, io), (io, theirs), (io, io)):
        writer.save_problem(tmp_path / "matrix", matrix)
        read = reader.load_problem(tmp_path / "matrix")
        assert numpy.array_equal(read, matrix) and read.dtype == bool
    io.save_problem(tmp_path / "matrix", matrix[:1])
    assert io.load_problem(tmp_path / "matrix").shape == (1, 4)


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
