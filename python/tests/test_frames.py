"""Frames of pandas and polars."""

from __future__ import annotations

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
    assert list(checked.columns) == ["id", *names, "verdict", "judged", "canonical", "rating"]
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
