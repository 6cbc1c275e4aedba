"""Every example in a docstring runs, and every public name has a docstring."""

from __future__ import annotations

import doctest
import importlib
import inspect
from pathlib import Path
from typing import Any, Iterator

import pytest

import quadrille

MODULES = [
    "quadrille",
    "quadrille.bench",
    "quadrille.errors",
]
ROOT = Path(__file__).parents[2]
GUIDES = [ROOT / "docs" / "PYTHON.md", ROOT / "README.md"]


def documented() -> Iterator[tuple[str, Any]]:
    for module in map(importlib.import_module, MODULES):
        yield module.__name__, module
        for name in module.__all__:
            found = getattr(module, name)
            yield f"{module.__name__}.{name}", found
            if inspect.isclass(found):
                for method, value in vars(found).items():
                    if not method.startswith("_"):
                        yield f"{module.__name__}.{name}.{method}", value


NAMES = dict(documented())


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_documented_and_its_examples_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = inspect.getdoc(NAMES[name])
    assert text, f"{name} has no docstring"
    monkeypatch.chdir(tmp_path)
    examples(text, name)


def examples(text: str, name: str) -> None:
    parsed = doctest.DocTestParser().get_doctest(text, {"quadrille": quadrille}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    said: list[str] = []
    runner.run(parsed, out=said.append)
    assert not said, "".join(said)


@pytest.mark.skipif(not GUIDES[0].exists(), reason="not in a clone")
@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_the_examples_of_a_guide_run(
    guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks, inside = [], False
    for line in guide.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```python"
            blocks.append("")
        elif inside:
            blocks.append(line)
    examples("\n".join(blocks), guide.name)
