"""Benchmarks: the runs and statistics of `quadrille run`, `rank` and `compare`, as frames.

A frame is a pandas DataFrame, a polars DataFrame without pandas, and a dictionary of columns without both.
"""

from __future__ import annotations

import csv
import io
import json
import os
import time
from pathlib import Path
from typing import Any, Iterable, Mapping, Optional, Sequence, Tuple, Union

from . import _frames, _quadrille
from .errors import InputError

__all__ = ["compare", "rank", "run"]

_INTEGERS = (
    "schema line block position repetition iterations tests forks nodes max_depth cpu_ns wall_ns cold_ns instructions cycles branch_misses cache_misses max_rss_bytes cost first_ns "
    "instances answered cut_off alone pairs"
).split()


def _frame(text: str) -> Any:
    rows = json.loads(text)
    names = list(rows[0]) if rows else []
    columns = {name: [row.get(name) for row in rows] for name in names}
    return _frames.made(columns, {name: "Int64" for name in _INTEGERS})


def run(
    plan: Union[str, "os.PathLike[str]", Mapping[str, Any]],
    *,
    out: Union[str, "os.PathLike[str]", None] = None,
    data: Union[str, "os.PathLike[str]", None] = None,
    allow_engines: bool = False,
) -> Any:
    """Runs a plan and returns its rows, one for each engine, instance and repetition, as a frame.

    `plan` is the path of a plan file, or a mapping with the fields of one, such as `corpora`, `engines`, `repetitions`, `jobs` and `limits`.

    - `out`: the file to which the rows are written as CSV as well, with the run file beside it.
    - `data`: the folder of corpora that are not shipped.
    - `allow_engines`: whether programs that the plan declares as engines may be started. Such a plan can start any command.

    >>> import quadrille
    >>> frame = quadrille.run({"corpora": ["systems"], "engines": ["masks", "lanes"], "jobs": 1})
    >>> sorted(set(frame["engine"]))
    ['lanes', 'masks']
    """
    folder: Optional[Path] = None
    if isinstance(plan, Mapping):
        for field in ("corpora", "engines"):
            if field in plan and not list(plan[field] or ()):
                raise InputError(f"plan: {field}: found an empty list; expected names; leave the field out for the default, all of them")
        text, is_json = json.dumps(plan), True
    elif isinstance(plan, (str, os.PathLike)):
        path = Path(plan)
        try:
            text, is_json, folder = path.read_text(encoding="utf-8"), False, path.parent
        except OSError as error:
            raise InputError(f"plan: {error}; expected the path of a plan file, or a mapping with the fields of a plan") from error
    else:
        raise InputError(f"plan: found {type(plan).__name__}; expected the path of a plan file, or a mapping with the fields of a plan")
    now = time.gmtime()
    run_id = time.strftime("%Y%m%dT%H%M%SZ", now) + f"-{time.time_ns() >> 8 & 0xFFFF:04x}"
    started = time.strftime("%Y-%m-%dT%H:%M:%SZ", now)
    rows, as_csv, notes = _quadrille._run(text, is_json, folder, None if data is None else Path(data), run_id, started, allow_engines)
    if out is not None:
        Path(out).write_text(as_csv, encoding="utf-8")
        Path(f"{os.fspath(out)}.run.toml").write_text(notes, encoding="utf-8")
    return _frame(rows)


def _cell(value: Any) -> str:
    # Missing values of pandas, whose comparison raises an exception, among them.
    if value is None or str(value) in ("<NA>", "nan"):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _source(results: Any, name: str) -> Any:
    """A path as it is; a frame as CSV."""
    if isinstance(results, (str, os.PathLike)):
        return Path(results)
    if isinstance(results, Mapping):
        names, columns = list(results), [list(results[name]) for name in results]
    elif _frames.library_of(results) is not None:
        names = [str(column) for column in results.columns]
        columns = [results[column].to_list() if hasattr(results[column], "to_list") else list(results[column]) for column in names]
    else:
        raise InputError(f"results: found {type(results).__name__}; expected a frame that `run` returned, the path of a results file, or a list of these")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(value) for value in row] for row in zip(*columns))
    return (name, text.getvalue())


def _sources(results: Any, name: str) -> list[Any]:
    if isinstance(results, (list, tuple)):
        return [_source(one, f"{name}{number}") for number, one in enumerate(results)]
    return [_source(results, name)]


def rank(
    results: Any,
    *,
    clock: str = "cpu",
    baseline: Optional[str] = None,
    corpora: Iterable[str] = (),
    engines: Iterable[str] = (),
    seed: int = 0,
) -> Any:
    """Ranks the engines in results, on each corpus and over all corpora: a row for each engine and corpus, the fastest first.

    `results` is a frame that `run` returned, the path of a results file, or a list of these. `ratio` is the time divided by that of
    `baseline` [default: the fastest engine on each instance], between `ratio_low` and `ratio_high` with a probability of 95 %.

    >>> import quadrille
    >>> frame = quadrille.run({"corpora": ["systems"], "engines": ["masks", "lanes"], "jobs": 1, "limits": {"seconds": 10}})
    >>> sorted(quadrille.rank(frame)["engine"])
    ['lanes', 'masks']
    """
    return _frame(_quadrille._rank(_sources(results, "results"), clock, baseline, list(corpora), list(engines), seed))


def compare(
    a: Any,
    b: Any = None,
    *,
    engines: Optional[Tuple[str, str]] = None,
    clock: str = "cpu",
    tolerance: float = 0.03,
) -> Any:
    """Compares two sides of results, or two engines of one side: a row for each pair of engines and corpus.

    `a` and `b` are what `rank` takes. `ratio` is the time of `b` divided by that of `a`, and `finding` says what follows from it.

    >>> import quadrille
    >>> plan = {"corpora": ["systems"], "engines": ["masks", "lanes"], "jobs": 1, "repetitions": 3}
    >>> table = quadrille.compare(quadrille.run(plan), engines=("lanes", "masks"))
    >>> bool(table["ratio"][0] > 0)
    True
    """
    of_a = _sources(a, "a")
    of_b: Sequence[Any] = [] if b is None else _sources(b, "b")
    return _frame(_quadrille._compare([*of_a, *of_b], len(of_a), engines, clock, tolerance))
