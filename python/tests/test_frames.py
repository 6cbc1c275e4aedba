"""Frames of pandas and polars."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import quadrille
from quadrille import InputError

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
RIGHT = str(quadrille.solve(PUZZLE))
WRONG = RIGHT.translate(str.maketrans("12", "21"))


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize("names", [("puzzle", "solution"), ("quizzes", "solutions"), ("Question", "Answer"), ("board", "answer")])
def test_columns_are_found_and_added(library: str, names: tuple[str, str]) -> None:
    frames: Any = pytest.importorskip(library)
    frame = frames.DataFrame({"id": [1, 2, 3, 4], names[0]: [PUZZLE, PUZZLE, "." * 81, None], names[1]: [RIGHT, WRONG, RIGHT, RIGHT]})
    checked = quadrille.check_frame(frame, canonical=True, rating=True)
    assert list(frame.columns) == ["id", *names]
    assert list(checked.columns) == ["id", *names, "verdict", "judged", "canonical", "rating", "reason"]
    assert list(checked["verdict"]) == ["unique", "unique", "multiple", "invalid"]
    assert list(checked["judged"]) == ["right", "wrong", "one of several", "invalid"]
    assert checked["canonical"][0] == quadrille.canonical(PUZZLE) and checked["rating"][0] == 1.2


def test_mistakes() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(InputError, match="DataFrame"):
        quadrille.check_frame([PUZZLE])
    with pytest.raises(InputError, match="puzzle="):
        quadrille.check_frame(pandas.DataFrame({"x": [PUZZLE]}))
    with pytest.raises(InputError, match="'y'"):
        quadrille.check_frame(pandas.DataFrame({"x": [PUZZLE]}), puzzle="y")
    assert list(quadrille.check_frame(pandas.DataFrame({"x": [PUZZLE]}), puzzle="x")["verdict"]) == ["unique"]


def test_a_column_is_a_list_of_puzzles() -> None:
    for library in ("pandas", "polars"):
        series = pytest.importorskip(library).Series([PUZZLE, PUZZLE])
        assert quadrille.check(series).tolist() == ["unique", "unique"]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_puzzles_of_all_sizes(library: str) -> None:
    frames: Any = pytest.importorskip(library)
    four = "1..43..2.1..4..1"
    sixteen = "." * 256
    twenty_five = "." * 625
    right = str(quadrille.solve(four))
    puzzles = [four, PUZZLE, sixteen, twenty_five, "1 2 3", None, four, PUZZLE]
    answers = [right, RIGHT, RIGHT, None, RIGHT, RIGHT, "x", ""]
    checked = quadrille.check_frame(frames.DataFrame({"puzzle": puzzles, "answer": answers}), canonical=True, rating=True)
    assert list(checked["verdict"]) == ["unique", "unique", "multiple", "multiple", "invalid", "invalid", "unique", "unique"]
    assert list(checked["judged"]) == ["right", "right", "wrong", "missing", "invalid", "invalid", "wrong", "missing"]
    reasons = checked["reason"].to_list()
    assert [bool(reason and reason == reason) for reason in reasons] == [False] * 4 + [True] * 2 + [False] * 2
    assert "three numbers" in reasons[4] and "found nothing" in reasons[5]
    assert checked["canonical"][0] == quadrille.canonical(four)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_columns_of_the_user_stay(library: str) -> None:
    frames: Any = pytest.importorskip(library)
    frame = frames.DataFrame({"puzzle": [PUZZLE], "verdict": ["mine"], "quadrille_verdict": ["mine too"], "reason": ["x"]})
    for _ in range(2):
        names = list(frame.columns)
        frame = quadrille.check_frame(frame)
        assert list(frame.columns)[: len(names)] == names
    added = ["quadrille_2_verdict", "quadrille_reason", "quadrille_3_verdict", "quadrille_2_reason"]
    assert list(frame.columns) == ["puzzle", "verdict", "quadrille_verdict", "reason", *added]
    assert list(frame["verdict"]) == ["mine"] and list(frame["quadrille_3_verdict"]) == ["unique"]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_column_of_answers(library: str) -> None:
    frames: Any = pytest.importorskip(library)

    def judged(**columns: Any) -> list[str] | None:
        checked = quadrille.check_frame(frames.DataFrame({"puzzle": [PUZZLE], **columns}))
        return list(checked["judged"]) if "judged" in checked.columns else None

    assert judged(answer=[WRONG], solution=[RIGHT]) == ["wrong"], "the first in the order of the table"
    assert judged(answer=["foo"], solution=[RIGHT]) == ["right"], "one with grids first"
    assert judged(answer=["foo"]) == ["wrong"]
    assert judged(answer=[None]) == ["missing"]
    assert judged(answer=[" ".join(RIGHT)]) == ["right"]
    assert judged(solutions=[1]) is None and judged(solutions=["2"]) is None and judged(answer=["unique"]) is None


def test_two_columns_of_one_name() -> None:
    pandas = pytest.importorskip("pandas")
    for names in (["puzzle", "puzzle"], ["puzzle", "answer"]):
        frame = pandas.DataFrame([[PUZZLE, PUZZLE, RIGHT]], columns=[*names, names[1]])
        with pytest.raises(InputError, match="columns named"):
            quadrille.check_frame(frame)


def test_an_index_stays_and_columns_may_be_numbers() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[PUZZLE], ["x"]], index=["a", "b"])
    checked = quadrille.check_frame(frame, puzzle="0")
    assert list(checked.index) == ["a", "b"] and list(checked["verdict"]) == ["unique", "invalid"]


KAGGLE = "004300209005009001070060043006002087190007400050083000600000105003508690042910300"


def test_puzzles_that_a_frame_read_as_numbers_get_their_zeros_back() -> None:
    solution = str(quadrille.solve(KAGGLE))
    pandas: Any = pytest.importorskip("pandas")
    polars: Any = pytest.importorskip("polars")
    # What read_csv of pandas 3 makes of a table of Kaggle.
    table = pandas.DataFrame({"quizzes": [int(KAGGLE), 0], "solutions": [int(solution), int(solution)]})
    with pytest.warns(UserWarning, match="with leading zeros restored") as warned:
        checked = quadrille.check_frame(table, canonical=True, rating=True)
    assert len(warned) == 1
    assert checked["verdict"].tolist() == ["unique", "multiple"]
    assert checked["judged"].tolist() == ["right", "one of several"]
    small = polars.DataFrame({"puzzle": [int("0010020030000400"), int("4" + "0" * 15)]})
    with pytest.warns(UserWarning, match="puzzles of 16 cells"):
        assert quadrille.check_frame(small)["verdict"].to_list()[1] == "multiple"
    with pytest.warns(UserWarning):
        assert quadrille.check([int(KAGGLE), None], invalid="keep").tolist() == ["unique", "invalid"]
    six = [str(grid).replace(".", "0") for grid in quadrille.generate(3, rules="6", seed=2)]
    with pytest.warns(UserWarning, match="puzzles of 36 cells") as warned:
        assert quadrille.check(pandas.DataFrame({"puzzle": [int("0" * 36), *map(int, six)]}), rules="6").tolist() == ["multiple"] + ["unique"] * 3
    assert len(warned) == 1
    # A number for each cell is one puzzle, which a list is not.
    with pytest.raises(quadrille.InputError, match="found a list of numbers"):
        quadrille.check([0] * 81)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_frame_stands_for_its_column_of_puzzles(library: str) -> None:
    frames: Any = pytest.importorskip(library)
    frame = frames.DataFrame({"id": [1, 2], "question": [PUZZLE, "." * 81], "answer": [RIGHT, RIGHT]})
    assert quadrille.check(frame).tolist() == ["unique", "multiple"]
    assert quadrille.check(frame, frame["answer"]).tolist() == ["right", "one of several"]
    assert quadrille.solve(frame)[0].tolist() == [int(digit) for digit in RIGHT]
    assert quadrille.count(frame, limit=5).tolist() == [1, 5]
    assert quadrille.rate(frame)[0] == 1.2
    assert quadrille.check(frame, rules="x").tolist() == ["none", "multiple"]
    with pytest.raises(InputError, match="found the columns .*x.*expected one named puzzle"):
        quadrille.check(frames.DataFrame({"x": [PUZZLE]}))
    series = frames.Series([PUZZLE])
    with pytest.raises(InputError, match="expected a DataFrame of pandas or polars"):
        quadrille.check(type("Frame", (), {"columns": [], "dtypes": []})())
    assert quadrille.check(series).tolist() == ["unique"]


def test_layouts_of_kaggle_and_sudoku_extreme(tmp_path: Any) -> None:
    """No row of a file is invalid, whichever library reads it."""
    solution = str(quadrille.solve(KAGGLE))
    rows = 50
    kaggle, extreme = tmp_path / "kaggle.csv", tmp_path / "extreme.csv"
    kaggle.write_text("puzzle,solution\n" + f"{KAGGLE},{solution}\n" * rows)
    extreme.write_text("source,question,answer,rating\n" + f"puzzles0_kaggle,{KAGGLE.replace('0', '.')},{solution},0\n" * rows)
    pandas: Any = pytest.importorskip("pandas")
    polars: Any = pytest.importorskip("polars")
    for file in (kaggle, extreme):
        # polars takes columns of digits for numbers and then refuses to read them.
        for frame in (pandas.read_csv(file), pandas.read_csv(file, dtype=str), polars.read_csv(file, infer_schema=False)):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                checked = quadrille.check_frame(frame)
            assert list(checked["verdict"]) == ["unique"] * rows
            assert list(checked["judged"]) == ["right"] * rows
