"""Frames of pandas or polars, whichever is there; otherwise dictionaries of columns."""

from __future__ import annotations

import sys
from typing import Any

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


def column(frame: Any, named: str | None, known: tuple[str, ...], what: str) -> str | None:
    """The name of a column: the one that was named, or the first with a known name."""
    names = [str(name) for name in frame.columns]
    if named is not None:
        if named not in names:
            raise InputError(f"{what}: found no column {named!r}; expected one of {', '.join(map(repr, names))}")
        return named
    lower = {name.lower(): name for name in reversed(names)}
    return next((lower[name] for name in known if name in lower), None)
