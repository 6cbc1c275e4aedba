"""`check_frame`: the verdicts on a table of puzzles, as columns of the table."""

from __future__ import annotations

from typing import Any

from . import _frames, _quadrille
from .errors import InputError


def check_frame(
    frame: Any,
    puzzle: str | None = None,
    answer: str | None = None,
    *,
    canonical: bool = False,
    rating: bool = False,
    jobs: int | None = None,
) -> Any:
    """Returns a pandas or polars frame with columns added: `verdict`, and if the frame has answers, `judged`.

    `verdict` is `"unique"`, `"multiple"` or `"none"`, and `"invalid"` for a puzzle that cannot be read. `judged` is `"right"`, `"wrong"`,
    `"one of several"` or `"invalid"`. The frame that was given stays as it is.

    - `puzzle`: the column of puzzles. [default: the first of `puzzle`, `question`, `quizzes`, `quiz`, `sudoku`, `board`, `grid`]
    - `answer`: the column of answers. [default: the first of `solution`, `answer`, `solutions`, if there is one]
    - `canonical`: adds the column `canonical`, which is equal for isomorphic puzzles and empty for an invalid one.
    - `rating`: adds the column `rating`, as the function `rate` gives it.

    >>> import pandas, quadrille
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> frame = pandas.DataFrame({"quizzes": [puzzle, "." * 81, "no puzzle"]})
    >>> quadrille.check_frame(frame)["verdict"].tolist()
    ['unique', 'multiple', 'invalid']
    """
    library = _frames.library_of(frame)
    if library is None:
        raise InputError(f"frame: found {type(frame).__name__}; expected a DataFrame of pandas or polars")
    puzzles_in = _frames.column(frame, puzzle, _frames.PUZZLES, "puzzle")
    if puzzles_in is None:
        raise InputError(
            f"frame: found the columns {list(frame.columns)}; expected one named {', '.join(_frames.PUZZLES)}; name the column with puzzle="
        )
    answers_in = _frames.column(frame, answer, _frames.ANSWERS, "answer")
    puzzles = frame[puzzles_in].to_list()
    verdicts = _quadrille.check(puzzles, jobs=jobs, invalid="keep")
    added: dict[str, Any] = {"verdict": verdicts.tolist()}
    if answers_in is not None:
        answers = frame[answers_in].to_list()
        added["judged"] = _quadrille.check(puzzles, answers, jobs=jobs, invalid="keep").tolist()
    if canonical or rating:
        rows = [row for row, verdict in enumerate(added["verdict"]) if verdict != "invalid"]
        readable = [puzzles[row] for row in rows]
        if canonical:
            forms: list[str | None] = [None] * len(puzzles)
            for row, form in zip(rows, _quadrille.canonical(readable, jobs=jobs) if rows else []):
                forms[row] = "".join(map(str, form)).replace("0", ".")
            added["canonical"] = forms
        if rating:
            ratings = [float("nan")] * len(puzzles)
            for row, rated in zip(rows, _quadrille.rate(readable, jobs=jobs) if rows else []):
                ratings[row] = float(rated)
            added["rating"] = ratings
    if library == "pandas":
        return frame.assign(**added)
    import polars

    return frame.with_columns([polars.Series(name, values) for name, values in added.items()])
