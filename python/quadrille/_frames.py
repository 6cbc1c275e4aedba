"""Frames of pandas or polars, whichever is there; otherwise dictionaries of columns."""

from __future__ import annotations

import itertools
import re
import sys
from typing import Any, Iterable

from .errors import InputError

PUZZLES = ("puzzle", "question", "quizzes", "quiz", "sudoku", "board", "grid")
ANSWERS = ("solution", "answer", "solutions")


def library_of(frame: Any) -> str | None:
    """The library that a frame belongs to: `pandas`, `polars` or `None`."""
    for name, kind in (("pandas", "DataFrame"), ("polars", "DataFrame")):
        module = sys.modules.get(name)
        if module is not None and isinstance(frame, getattr(module, kind)):
            return name
    return None


def made(columns: dict[str, list[Any]], types: dict[str, str]) -> Any:
    """A frame of columns. `types` names the columns of integers, so that a missing value does not make them floats."""
    try:
        import pandas

        frame = pandas.DataFrame(columns)
        return frame.astype({name: kind for name, kind in types.items() if name in frame.columns})
    except ImportError:
        pass
    try:
        import polars

        return polars.DataFrame(columns, infer_schema_length=None)
    except ImportError:
        return columns


def column(frame: Any, named: Any, known: tuple[str, ...], what: str) -> Any:
    """The label of a column: the one that was named, or the first with a known name."""
    labels = list(frame.columns)
    if named is not None:
        found = [label for label in labels if label == named] or [label for label in labels if str(label) == str(named)]
        if not found:
            raise InputError(f"{what}: found no column {named!r}; expected one of {', '.join(map(repr, labels))}")
        return _only(frame, found[0], what)
    lower = {str(label).strip().lower(): label for label in reversed(labels)}
    return next((_only(frame, lower[name], what) for name in known if name in lower), None)


def puzzles_in(frame: Any, named: Any = None) -> Any:
    """The label of the column of puzzles: the one that was named, or the first with a known name."""
    if library_of(frame) is None:
        raise InputError(f"frame: found {type(frame).__name__}; expected a DataFrame of pandas or polars")
    label = column(frame, named, PUZZLES, "puzzle")
    if label is None:
        raise InputError(
            f"frame: found the columns {list(frame.columns)}; expected one named {', '.join(PUZZLES)}; "
            "give the column of puzzles, or name it with puzzle= of check_frame"
        )
    return label


def puzzles(frame: Any) -> Any:
    """The column of puzzles of a frame that is given in place of puzzles."""
    return frame[puzzles_in(frame)]


def _only(frame: Any, label: Any, what: str) -> Any:
    count = list(frame.columns).count(label)
    if count > 1:
        raise InputError(f"{what}: found {count} columns named {label!r}; expected one; rename the others")
    return label


_COUNT = re.compile(r"[+-]?\d{1,15}(\.\d*)?")
_VERDICTS = ("unique", "multiple", "none", "unknown", "invalid")


def _text(value: Any) -> str:
    """A value of a column in one line of text; nothing for a missing value."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    text = "" if value is None else str(value)
    return "" if text in ("nan", "<NA>", "None") else text.strip()


def answers(frame: Any, puzzles: Any) -> Any:
    """The label of the column of answers, as the command line finds it: the first with a known name that does not hold verdicts or
    numbers of solutions; one whose first values may be grids comes before others."""
    found: list[tuple[bool, int, Any]] = []
    for label in frame.columns:
        if label == puzzles or str(label).strip().lower() not in ANSWERS:
            continue
        _only(frame, label, "answer")
        texts = [text for text in map(_text, frame[label].head(20).to_list()) if text]
        if texts and all(text.lower() in _VERDICTS or _COUNT.fullmatch(text) for text in texts):
            continue
        cells = [re.sub(r"[\s,\[\]()]", "", text) for text in texts]
        is_grid = not texts or any(len(cell) >= 16 and 4 * len(re.findall(r"[\d.]", cell)) >= 3 * len(cell) for cell in cells)
        found.append((not is_grid, len(found), label))
    return min(found, key=lambda one: one[:2])[2] if found else None


def free_name(name: str, taken: Iterable[Any]) -> str:
    """The name under which a column is added: `name`, `quadrille_name`, `quadrille_2_name` and so on, as on the command line."""
    names = {str(label) for label in taken}
    others = (f"quadrille_{number}_{name}" for number in itertools.count(2))
    return next(free for free in itertools.chain((name, f"quadrille_{name}"), others) if free not in names)
