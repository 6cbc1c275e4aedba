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


@pytest.mark.parametrize("size", [4, 16, 25])
def test_arrays_of_other_sizes(size: int) -> None:
    count = 16 if size == 4 else 2
    puzzles = quadrille.generate(count, size=size, seed=3)
    assert puzzles.shape == (count, size * size)
    cubes = puzzles.reshape(-1, size, size)
    for given_as in (puzzles, cubes, puzzles.astype(numpy.int64), [Grid(cells) for cells in cubes], cubes.tolist()):
        assert quadrille.check(given_as).tolist() == ["unique"] * count
        assert quadrille.count(given_as).tolist() == [1] * count
        solutions = quadrille.solve(given_as)
        assert solutions.reshape(count, -1).shape == puzzles.shape and solutions.min() > 0
        assert set(quadrille.check(given_as, solutions)) == {"right"}
        solutions[0, ..., 0] = 0
        assert quadrille.check(given_as, solutions).tolist() == ["wrong"] + ["right"] * (count - 1)
    assert quadrille.solve(cubes).shape == cubes.shape
    one = cubes[0] if size == 25 else cubes[:1]
    assert list(numpy.atleast_1d(quadrille.check(one))) == ["unique"]
    if size == 4:
        assert not numpy.isnan(quadrille.rate(puzzles)).any()
        assert quadrille.canonical(cubes).shape == cubes.shape
        assert quadrille.solve(cubes[0]).shape == (4, 4) and quadrille.check(cubes[0]) == "unique"


def test_rows_of_several_sizes() -> None:
    four = "1..43..2.1..4..1"
    mixed = [four, PUZZLE, Grid("." * 256), [0] * 81]
    assert quadrille.check(mixed).tolist() == ["unique", "unique", "multiple", "multiple"]
    assert quadrille.count(mixed, limit=5).tolist() == [1, 1, 5, 5]
    assert quadrille.check([four, "x", PUZZLE], invalid="keep").tolist() == ["unique", "invalid", "unique"]
    with pytest.raises(InputError, match="row 1: found a puzzle of 9x9"):
        quadrille.solve(mixed)
    with pytest.raises(InputError, match=r"shape \(1, 16, 16\)"):
        quadrille.check(numpy.full((16, 16), 16, numpy.uint8))


@pytest.mark.parametrize("dtype", [numpy.uint8, numpy.int8, numpy.int64])
def test_a_row_of_an_array_out_of_range_is_named_or_kept(dtype: Any) -> None:
    puzzles = PUZZLES.astype(dtype)
    puzzles[7, 3] = 99
    if dtype is not numpy.uint8:
        puzzles[8, 0] = -1
    with pytest.raises(InputError, match="row 7: found the number 99"):
        quadrille.check(puzzles)
    verdicts = quadrille.check(puzzles, invalid="keep")
    bad = [7] if dtype is numpy.uint8 else [7, 8]
    assert numpy.flatnonzero(verdicts == "invalid").tolist() == bad and set(verdicts) == {"unique", "invalid"}
    solutions = quadrille.solve(PUZZLES)
    judged = quadrille.check(puzzles, solutions, invalid="keep")
    assert numpy.flatnonzero(judged == "invalid").tolist() == bad and set(judged) == {"right", "invalid"}
    solutions[5, 5] = 77
    assert numpy.flatnonzero(quadrille.check(PUZZLES, solutions, invalid="keep") == "wrong").tolist() == [5]


def test_answers_may_be_missing() -> None:
    right = str(quadrille.solve(PUZZLE))
    assert quadrille.check([PUZZLE] * 4, [right, None, "", float("nan")]).tolist() == ["right"] + ["missing"] * 3
    assert quadrille.check([PUZZLE, PUZZLE], [quadrille.solve(PUZZLE), None]).tolist() == ["right", "missing"]
    assert quadrille.check([PUZZLE, "x"], ["y", None], invalid="keep").tolist() == ["wrong", "invalid"]
    with pytest.raises(InputError, match="answers: row 0"):
        quadrille.check([PUZZLE], ["y"])


def test_three_numbers_are_no_puzzle() -> None:
    for puzzles in ("1 2 3", ["1 2 3"], [b"1,2,3"]):
        with pytest.raises(InputError, match="three numbers"):
            quadrille.check(puzzles)


def test_a_masked_cell_is_empty() -> None:
    solutions = numpy.asarray(quadrille.solve(PUZZLES))
    masked = numpy.ma.masked_array(solutions, mask=PUZZLES == 0)
    assert (quadrille.canonical(masked) == quadrille.canonical(PUZZLES)).all()
    assert set(quadrille.check(numpy.ma.masked_array(solutions, mask=True))) == {"multiple"}


@pytest.mark.parametrize(
    "call",
    [
        lambda: quadrille.generate(-1),
        lambda: quadrille.generate(1, seed=-1),
        lambda: quadrille.generate(1, size=-9),
        lambda: quadrille.generate(1, clues=-1),
        lambda: quadrille.generate(1, difficulty=300),
        lambda: quadrille.generate(1, attempts=1.5),  # type: ignore[call-overload]
        lambda: quadrille.generate(1, rating="easy"),
        lambda: quadrille.generate(1, rating=3),  # type: ignore[call-overload]
        lambda: quadrille.check(PUZZLES, jobs=-1),
        lambda: quadrille.count(PUZZLE, limit=-1),
        lambda: quadrille.Problem([["a"]]).sample(-1),
        lambda: quadrille.Problem([["a"]]).cheapest(-1),
    ],
)
def test_numbers_out_of_range(call: Any) -> None:
    with pytest.raises(InputError, match="expected"):
        call()


def test_a_range_of_ratings_as_on_the_command_line() -> None:
    assert (quadrille.generate(2, rating="1.0..2.6") == quadrille.generate(2, rating=(1.0, 2.6))).all()


def test_pictures_are_svg(tmp_path: Any) -> None:
    problem = quadrille.Problem.family("queens:4")
    picture = problem.draw(problem.first() or ())
    picture.save(tmp_path / "queens.svg")
    assert (tmp_path / "queens.svg").read_text().startswith("<svg")
    with pytest.raises(InputError, match="svg"):
        picture.save(tmp_path / "queens.png")


def test_version() -> None:
    assert quadrille.__version__.count(".") == 2


def test_answers_must_fit() -> None:
    with pytest.raises(InputError, match="as many"):
        quadrille.check(PUZZLES, PUZZLES[:3])
    with pytest.raises(InputError, match="invalid"):
        quadrille.check(PUZZLES, invalid="nonsense")
    assert quadrille.check([]).shape == (0,) and quadrille.solve(PUZZLES[:0]).shape == (0, 81)


JIGSAW = "regions:aaabb/acabb/cccdb/ecddd/eeeed"


@pytest.mark.parametrize("rules", ["2x3", "6+x", JIGSAW, "5+futoshiki", "4+signs"])
def test_grids_under_rules_are_made_checked_solved_and_counted(rules: str) -> None:
    grids = quadrille.generate(3, rules=rules, seed=1)
    assert [str(grid) for grid in grids] == [str(grid) for grid in quadrille.generate(3, rules=rules, seed=1, jobs=1)]
    texts = [str(grid) for grid in grids]
    for puzzles in (grids, texts, [text.encode() for text in texts]):
        assert quadrille.check(puzzles, rules=rules).tolist() == ["unique"] * 3
        assert quadrille.count(puzzles, rules=rules).tolist() == [1] * 3
    solved = quadrille.solve(grids, rules=rules)
    side = grids[0].side
    assert solved.shape == (3, side * side) and solved.min() == 1 and solved.max() == side
    assert quadrille.check(texts, solved, rules=rules).tolist() == ["right"] * 3
    assert quadrille.check(texts, [solved[1], None, "?"], rules=rules, invalid="keep").tolist() == ["wrong", "missing", "wrong"]
    one = quadrille.solve(texts[0], rules=rules)
    assert one is not None and one.cells.ravel().tolist() == solved[0].tolist()
    assert one.rules == grids[0].rules and "<svg" in one._repr_svg_()
    assert quadrille.check(texts[0], one, rules=rules) == "right"
    assert quadrille.Grid(texts[0], rules=rules) == grids[0] == eval(repr(grids[0]), {"Grid": quadrille.Grid})


def test_arrays_under_rules_have_the_size_of_the_rules_or_say_it() -> None:
    six = numpy.zeros((2, 6, 6), dtype="int64")
    assert quadrille.check(six, rules="x").tolist() == ["multiple"] * 2
    assert quadrille.solve(six, rules="2x3").shape == (2, 6, 6)
    assert quadrille.solve(six[0], rules="6").shape == (6, 6)
    assert quadrille.count(six[0].reshape(36), rules="2x3", limit=10**9) == 28200960
    assert quadrille.check([[0] * 36], rules="6").tolist() == ["multiple"]
    with pytest.raises(InputError, match=r"shape \[2, 6, 6\]; expected \(81,\)"):
        quadrille.check(six, rules="9+x")
    six[1, 0, 0] = 7
    with pytest.raises(InputError, match="row 1: found the number 7; expected digits from 0 to 6"):
        quadrille.check(six, rules="6")


def test_minimal_puzzles_under_rules_need_each_clue_and_links_hold_puzzles() -> None:
    [grid] = quadrille.generate(1, rules="6+x", symmetry="rotational", minimal=True, seed=3)
    text = str(grid)
    for cell in range(36):
        if text[cell] != ".":
            assert quadrille.check(text[:cell] + "." + text[cell + 1 :], rules="6+x") == "multiple"
    assert quadrille.Grid(grid.link(), rules="file") == grid
    assert quadrille.check(quadrille.Grid(quadrille.generate(1)[0]).link(), rules="file") == "unique"
    with pytest.raises(InputError, match="found a link whose data is no puzzle"):
        quadrille.check("https://f-puzzles.com/?load=N4Ig", rules="file")


def test_what_is_wrong_with_rules_is_said() -> None:
    for call, expected in [
        (lambda: quadrille.check("." * 36, rules="killer"), "rules: found the rule `killer`, which needs sums"),
        (lambda: quadrille.check("." * 35, rules="6"), "found 35 cells; expected 6 for a row or 36"),
        (lambda: quadrille.solve([None], rules="6"), "puzzles: row 0: found nothing; expected a puzzle"),
        (lambda: quadrille.check(quadrille.generate(1, rules="6+x")), r"found a grid under the rules 6\+x"),
        (lambda: quadrille.check(quadrille.generate(1, rules="6+x"), rules="6"), "expected 6$"),
        (lambda: quadrille.generate(1, rules="6", clues=8), "clues: found rules=, under which"),  # type: ignore[call-overload]
    ]:
        with pytest.raises(InputError, match=expected):
            call()  # type: ignore[no-untyped-call]
    with pytest.raises(quadrille.GenerateError, match="because there is none"):
        quadrille.generate(1, rules="4+anti-king+non-consecutive")
    with pytest.raises(quadrille.GenerateError, match="in each of 1 puzzles"):
        quadrille.generate(20, rules="6", symmetry="full", minimal=True, attempts=1, jobs=1)
    made = "# rules: 6+x\n" + str(quadrille.generate(1, rules="6+x")[0])
    assert quadrille.check(made, rules="file") == "unique"


def test_a_level_may_be_text() -> None:
    assert (quadrille.generate(2, difficulty="1") == quadrille.generate(2, difficulty=1)).all()
    assert all(3.0 <= rating <= 4.2 for rating in quadrille.rate(quadrille.generate(2, difficulty="hard")))
    with pytest.raises(InputError, match="rating: found a range of ratings and a difficulty"):
        quadrille.generate(1, difficulty="hard", rating="3.0..4.2")
    with pytest.raises(InputError, match="difficulty: found 'x'"):
        quadrille.generate(1, difficulty="x")


def test_steps_by_slices() -> None:
    steps = quadrille.explain(PUZZLE)
    assert [str(step) for step in steps[:3]] == [str(steps[place]) for place in range(3)]
    assert [str(step) for step in steps[::-1]] == [str(step) for step in reversed(list(steps))]
    assert steps[5:5] == [] and str(steps[-1]) == str(list(steps)[-1])
    with pytest.raises(IndexError, match="found step"):
        steps[len(steps)]
    with pytest.raises(TypeError):
        steps["1"]  # type: ignore[call-overload]


def test_duplicates_are_those_of_equal_texts_and_of_equal_canonical_forms() -> None:
    puzzles = quadrille.generate(20, seed=3)
    turned = [numpy.rot90(puzzle.reshape(9, 9), number).ravel() for number, puzzle in enumerate(puzzles)]
    both = numpy.concatenate([puzzles, turned])
    assert quadrille.duplicates(both, isomorphs=True).tolist() == [-1] * 20 + list(range(20))
    equal = [-1] * 20 + [number if number % 4 == 0 else -1 for number in range(20)]
    assert quadrille.duplicates(both, jobs=1).tolist() == equal
    assert quadrille.duplicates(["1" + "." * 15, PUZZLE, "." * 15 + "2", PUZZLE], isomorphs=True).tolist() == [-1, -1, 0, 1]
    with pytest.raises(InputError, match="row 1"):
        quadrille.duplicates([PUZZLE, "x"])
