"""Problems in files of Knuth's format."""

from __future__ import annotations

from typing import Any, Callable, Hashable, Iterable, List, Optional, Sequence, Tuple

from .solvers import _stated

__all__ = ["read_xcover_from_file", "write_xcover_to_file"]


def read_xcover_from_file(filename: Any) -> Tuple[List[List[str]], List[str], Optional[List[str]], bool]:
    """The arguments of `covers` for the problem of a file: `(options, primary, secondary, colored)`.

    Without secondary items, `secondary` is `None` and `colored` is false. With secondary items, options may have colours, and `colored` is true.

    >>> from quadrille.compat.xcover.io import read_xcover_from_file, write_xcover_to_file
    >>> write_xcover_to_file("problem.dlx", [["p", "x:A"], ["q"]], primary=["p", "q"], secondary=["x"], colored=True)
    >>> read_xcover_from_file("problem.dlx")
    ([['p', 'x:A'], ['q']], ['p', 'q'], ['x'], True)
    """
    with open(filename, encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip() and not line.startswith("|")]
    items, options = (lines[0], lines[1:]) if lines else ([], [])
    bar = items.index("|") if "|" in items else len(items)
    secondary = items[bar + 1 :] or None
    return options, items[:bar], secondary, secondary is not None


def write_xcover_to_file(
    filename: Any,
    options: Sequence[Iterable[Hashable]],
    primary: Optional[Iterable[Hashable]] = None,
    secondary: Optional[Iterable[Hashable]] = None,
    colored: bool = False,
    item_to_string: Optional[Callable[[Any], str]] = None,
) -> None:
    """Writes a problem to a file in Knuth's format. `covers` describes the problem.

    - `item_to_string`: gives the name of an item in the file. [default: the text of the item without spaces]

    >>> from quadrille.compat.xcover.io import write_xcover_to_file
    >>> write_xcover_to_file("numbers.dlx", [[1, 2], [3]], item_to_string=lambda item: f"i{item}")
    >>> from pathlib import Path
    >>> print(Path("numbers.dlx").read_text(), end="")
    i1 i2 i3
    i1 i2
    i3
    """
    name = item_to_string or (lambda item: "".join(str(item).split()))
    rows, items, others = _stated(options, primary, secondary, colored)
    known = set(others or [])
    if items is None:
        names = (item for row in rows for item in row)
        items = list(dict.fromkeys(item for item in names if item not in known and not _is_coloured(item, known)))
    lines = [[name(item) for item in items] + (["|", *map(name, others)] if others else [])]
    for row in rows:
        lines.append([f"{name(item[0])}:{item[1]}" if _is_coloured(item, known) else name(item) for item in row])
    with open(filename, "w", encoding="utf-8") as file:
        file.writelines(" ".join(line) + "\n" for line in lines)


def _is_coloured(item: Any, secondary: "set[Any]") -> bool:
    return isinstance(item, tuple) and len(item) == 2 and item not in secondary and item[0] in secondary
