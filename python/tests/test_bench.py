"""Benchmarks as frames."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille import InputError, RunError

PLAN: dict[str, Any] = {"corpora": ["systems"], "engines": ["masks", "lanes"], "jobs": 1, "repetitions": 2, "limits": {"seconds": 10}}


def test_a_run_in_memory_and_in_a_file_are_ranked_alike(tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    frame = quadrille.run(PLAN, out=out)
    assert set(frame["verdict"]) == {"ok"} and len(frame) == 50
    assert out.with_name("results.csv.run.toml").exists()
    columns = ["corpus", "engine", "ratio", "answered"]
    assert quadrille.rank(frame)[columns].equals(quadrille.rank(out)[columns])
    table = quadrille.compare(frame, engines=("lanes", "masks"))
    assert table["engine_a"][0] == "lanes" and table["outcome"][0] in ("worse", "no_worse", "faster", "undecided")
    assert len(quadrille.compare(frame, out)) >= 2


def test_a_plan_file(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("".join("".join(map(str, row)) + "\n" for row in quadrille.generate(3)), encoding="utf-8")
    (tmp_path / "plan.toml").write_text('corpora = ["mine.txt"]\nengines = ["masks"]\njobs = 1\n', encoding="utf-8")
    assert len(quadrille.run(tmp_path / "plan.toml")) == 3


def test_mistakes() -> None:
    mistakes: list[tuple[Any, type[Exception]]] = [({"corpus": []}, InputError), (5, InputError), ("no-such-file", InputError)]
    for plan, error in mistakes:
        with pytest.raises(error, match="expected"):
            quadrille.run(plan)
    with pytest.raises(RunError, match="no such corpus"):
        quadrille.run({"corpora": ["no such corpus"]})
    with pytest.raises(RunError):
        quadrille.run({**PLAN, "filter": "matches nothing"})
    with pytest.raises(InputError, match="expected"):
        quadrille.rank(5)
    declared = {**{field: PLAN[field] for field in PLAN if field != "engines"}, "engine": [{"name": "mine", "command": ["true"]}]}
    with pytest.raises(RunError, match="confirmed"):
        quadrille.run(declared)


@pytest.mark.parametrize("blocked", ["pandas", "pandas polars"])
def test_frames_without_pandas(blocked: str) -> None:
    code = (
        "import sys\n"
        f"for name in {blocked.split()!r}: sys.modules[name] = None\n"
        "import quadrille\n"
        f"frame = quadrille.run({PLAN!r})\n"
        "assert set(frame['engine']) == {'masks', 'lanes'}\n"
        "assert set(quadrille.rank(frame)['engine']) == {'masks', 'lanes'}\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_empty_list_is_not_everything() -> None:
    for field in ("corpora", "engines"):
        with pytest.raises(quadrille.InputError, match=field):
            quadrille.run({field: []})
