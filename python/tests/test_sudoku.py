"""Sudoku: every layout gives the same answers, and mistakes are typed exceptions."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quadrille
from quadrille import Grid, InputError

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLES = quadrille.generate(40, seed=5)
LINES = ["".join(map(str, row)) for row in PUZZLES]

LAYOUTS: dict[str, Any] = {
    "uint8": PUZZLES,
    "int64": PUZZLES.astype(numpy.int64),
    "big-endian": PUZZLES.astype(">i4"),
    "fortran": numpy.asfortranarray(PUZZLES),
    "cubes": PUZZLES.reshape(-1, 9, 9),
    "strided": numpy.repeat(PUZZLES, 2, axis=0)[::2],
    "read-only": numpy.frombuffer(PUZZLES.tobytes(), dtype=numpy.uint8).reshape(-1, 81),
    "list": LINES,
    "tuple": tuple(LINES),
    "bytes": [line.encode() for line in LINES],
    "dots": [line.replace("0", ".") for line in LINES],
    "S81": numpy.array(LINES, dtype="S81"),
    "U81": numpy.array(LINES),
    "objects": numpy.array(LINES, dtype=object),
    "grids": [Grid(line) for line in LINES],
    "digits": PUZZLES.tolist(),
    "rows": PUZZLES.reshape(-1, 9, 9).tolist(),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_has_the_same_answers(layout: str) -> None:
    puzzles = LAYOUTS[layout]
    assert set(quadrille.check(puzzles)) == {"unique"}
    solutions = numpy.asarray(quadrille.solve(puzzles))
    assert (solutions.reshape(-1, 81) == quadrille.solve(PUZZLES)).all()
    assert solutions.shape == (puzzles.shape if layout in ("cubes",) else (40, 81))
    assert set(quadrille.count(puzzles)) == {1}
    assert set(quadrille.check(puzzles, solutions)) == {"right"}
    assert (quadrille.canonical(puzzles).reshape(-1, 81) == quadrille.canonical(PUZZLES)).all()


@pytest.mark.parametrize("one", [PUZZLE, PUZZLE.encode(), Grid(PUZZLE), Grid(PUZZLE).cells, Grid(PUZZLE).cells.reshape(81)])
def test_one_puzzle_gives_one_answer(one: Any) -> None:
    assert quadrille.check(one) == "unique"
    assert quadrille.count(one) == 1
    assert quadrille.rate(one) == 1.2
    assert quadrille.explain(one).solved
    solution = quadrille.solve(one)
    assert Grid(solution).filled_cells == 81 and quadrille.check(one, solution) == "right"


def test_other_sizes_are_text() -> None:
    four = "1..." + "..2." + ".3.." + "...4"
    solution = quadrille.solve(four)
    assert solution is not None and quadrille.check(four, solution) == "right"
    assert quadrille.check("." * 256) == "multiple"
    assert quadrille.generate(1, size=16).shape == (1, 256)
    assert quadrille.solve("11" + "." * 14) is None


def test_answers_are_judged() -> None:
    right = str(quadrille.solve(PUZZLE))
    swapped = right.translate(str.maketrans("12", "21"))
    two = right.replace("5", ".").replace("6", ".")
    assert quadrille.check([PUZZLE] * 3 + [two], [right, swapped, PUZZLE, right]).tolist() == [
        "right",
        "wrong",
        "wrong",
        "one of several",
    ]
    assert quadrille.check([PUZZLE, "x"], [right, right], invalid="keep").tolist() == ["right", "invalid"]
    assert quadrille.check("55" + "." * 79, right) == "wrong"


@settings(deadline=None, max_examples=30)
@given(st.permutations(range(1, 10)), st.integers(0, 39), st.booleans())
def test_isomorphs_have_one_canonical_form(digits: list[int], number: int, transposed: bool) -> None:
    grid = numpy.array([0, *digits], dtype=numpy.uint8)[PUZZLES[number].reshape(9, 9)]
    grid = numpy.roll(grid.T if transposed else grid, 3, axis=0)
    assert (quadrille.canonical(grid).ravel() == quadrille.canonical(PUZZLES[number])).all()


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 4), min_size=16, max_size=16))
def test_counts_agree_with_exact_cover(cells: list[int]) -> None:
    options: list[list[tuple[Any, ...]]] = []
    for place in range(16):
        row, column = divmod(place, 4)
        for digit in range(1, 5):
            if cells[place] in (0, digit):
                block = row // 2 * 2 + column // 2
                options.append([("cell", place), ("row", row, digit), ("column", column, digit), ("block", block, digit)])
    items: list[tuple[Any, ...]] = [("cell", place) for place in range(16)]
    items += [(kind, n, digit) for kind in ("row", "column", "block") for n in range(4) for digit in range(1, 5)]
    expected = quadrille.Problem(options, items=items).count()
    assert quadrille.count("".join(map(str, cells)).replace("0", ".")) == expected


def test_generate() -> None:
    assert (quadrille.generate(5, seed=9, jobs=1) == quadrille.generate(5, seed=9, jobs=2)).all()
    assert {int((row > 0).sum()) for row in quadrille.generate(3, clues=26)} == {26}
    low = quadrille.generate(2, rating=(1.0, 2.6))
    assert (quadrille.rate(low) <= 2.6).all()
    with pytest.raises(InputError, match="memory"):
        quadrille.generate(10**17)
    with pytest.raises(quadrille.GenerateError) as caught:
        quadrille.generate(1, clues=18, attempts=3)
    assert sum(caught.value.failures.values()) == 3


def test_ratings_that_are_no_number() -> None:
    ratings = quadrille.rate(["." * 81, PUZZLE])
    assert numpy.isnan(ratings[0]) and ratings[1] == 1.2


def test_steps() -> None:
    steps = quadrille.explain(PUZZLE)
    grid = Grid(PUZZLE).cells.copy()
    for step in steps:
        assert step._repr_svg_().startswith("<svg") and step.difficulty > 0
        if step.placed:
            row, column, digit = step.placed
            grid[row, column] = digit
    assert steps.grid is not None and steps.grid == quadrille.solve(PUZZLE) and (steps.grid.cells == grid).all()
    assert steps[-1].technique == steps[len(steps) - 1].technique
    with pytest.raises(IndexError):
        steps[len(steps)]


@pytest.mark.parametrize("function", [quadrille.check, quadrille.solve, quadrille.count, quadrille.rate, quadrille.canonical])
@pytest.mark.parametrize(
    "bad",
    [
        None,
        5,
        "53",
        b"\xff",
        [PUZZLE, None],
        [PUZZLE, "abc"],
        [1, 2, 3],
        [[1, 2], [3]],
        numpy.zeros((3, 80), int),
        numpy.zeros((2, 2, 81), int),
        numpy.zeros(0),
        numpy.full((2, 81), numpy.nan),
        numpy.zeros((2, 81)),
        numpy.full((2, 81), 10),
        numpy.full((2, 81), 255, numpy.uint8),
        numpy.full((2, 81), -1),
        numpy.zeros((2, 81), bool),
        numpy.array(["x"]),
        numpy.array([b"x"]),
    ],
    ids=repr,
)
def test_a_mistake_is_a_typed_exception(function: Any, bad: Any) -> None:
    with pytest.raises(InputError, match="expected"):
        function(bad)


def test_answers_must_fit() -> None:
    with pytest.raises(InputError, match="as many"):
        quadrille.check(PUZZLES, PUZZLES[:3])
    with pytest.raises(InputError, match="invalid"):
        quadrille.check(PUZZLES, invalid="nonsense")
    assert quadrille.check([]).shape == (0,) and quadrille.solve(PUZZLES[:0]).shape == (0, 81)
