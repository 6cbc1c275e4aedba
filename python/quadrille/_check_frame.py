"""`check_frame`: the verdicts on a table of puzzles, as columns of the table."""

from __future__ import annotations

import warnings
from typing import Any

from . import _frames, _quadrille


def check_frame(
    frame: Any,
    puzzle: str | None = None,
    answer: str | None = None,
    *,
    canonical: bool = False,
    rating: bool = False,
    jobs: int | None = None,
) -> Any:
    """Returns a pandas or polars frame with columns added: `verdict`; if the frame has answers, `judged`; last, `reason`.

    `verdict` is `"unique"`, `"multiple"` or `"none"`, and `"invalid"` for a puzzle that cannot be read; then `reason` says why. `judged` is
    `"right"`, `"wrong"`, `"one of several"`, `"missing"` or `"invalid"`. A name that the frame has already gets `quadrille_` before it. The frame
    that was given stays as it is. Puzzles may have any size, also several in one frame.

    - `puzzle`: the column of puzzles. [default: the first of `puzzle`, `question`, `quizzes`, `quiz`, `sudoku`, `board`, `grid`]
    - `answer`: the column of answers. [default: the first in the frame named `solution`, `answer` or `solutions` that does not hold verdicts or
      numbers of solutions]
    - `canonical`: adds the column `canonical`, which is equal for isomorphic puzzles, and empty for an invalid one and for one too symmetric to
      have a canonical form.
    - `rating`: adds the column `rating`, as the function `rate` gives it.

    >>> import pandas, quadrille
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> frame = pandas.DataFrame({"quizzes": [puzzle, "." * 81, "no puzzle"]})
    >>> quadrille.check_frame(frame)["verdict"].tolist()
    ['unique', 'multiple', 'invalid']
    """
    puzzles_in = _frames.puzzles_in(frame, puzzle)
    if answer is None:
        answers_in = _frames.answers(frame, puzzles_in)
    else:
        answers_in = _frames.column(frame, answer, (), "answer")
    puzzles = frame[puzzles_in].to_list()
    answers = None if answers_in is None else frame[answers_in].to_list()
    verdicts, judged, reasons = _quadrille._check_columns(puzzles, answers, jobs)
    columns: dict[str, Any] = {"verdict": verdicts}
    if judged is not None:
        columns["judged"] = judged
    rows = [row for row, verdict in enumerate(verdicts) if verdict != "invalid"]
    readable = [puzzles[row] for row in rows]
    # The warning that integers lack zeros was given above.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        forms_of = _quadrille._canonical_texts(readable, jobs) if canonical else ()
        ratings_of = _quadrille.rate(readable, jobs=jobs) if rating else ()
    if canonical:
        forms: list[str | None] = [None] * len(puzzles)
        for row, form in zip(rows, forms_of):
            forms[row] = form
        columns["canonical"] = forms
    if rating:
        ratings = [float("nan")] * len(puzzles)
        for row, rated in zip(rows, ratings_of):
            ratings[row] = float(rated)
        columns["rating"] = ratings
    columns["reason"] = reasons
    taken = list(frame.columns)
    added = {_frames.free_name(name, taken): values for name, values in columns.items()}
    if _frames.library_of(frame) == "pandas":
        return frame.assign(**added)
    import polars

    return frame.with_columns([polars.Series(name, values, dtype=None if name.endswith("rating") else polars.String) for name, values in added.items()])
