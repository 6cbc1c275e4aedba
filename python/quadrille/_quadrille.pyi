from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Optional, Union, final, overload

import numpy
import numpy.typing

__all__ = [
    "Diagram",
    "Estimate",
    "Explanation",
    "Grid",
    "Picture",
    "Problem",
    "Solutions",
    "Step",
    "__version__",
    "_canonical_texts",
    "_check_columns",
    "_compare",
    "_rank",
    "_run",
    "canonical",
    "check",
    "count",
    "engines",
    "explain",
    "families",
    "generate",
    "rate",
    "solve",
]

__version__: str

_Path = Union[str, PathLike[str]]
_Text = Union[str, bytes, Grid]
_Cells = numpy.typing.NDArray[numpy.uint8]

@final
class Problem:
    def __new__(
        cls,
        options: Any,
        *,
        items: Optional[Iterable[Hashable]] = None,
        secondary: Optional[Iterable[Hashable]] = None,
        multiplicities: Optional[Mapping[Any, Union[int, tuple[int, int]]]] = None,
        costs: Union[Iterable[int], Mapping[Any, int], None] = None,
    ) -> Problem: ...
    @staticmethod
    def from_dlx(text: str) -> Problem: ...
    @staticmethod
    def family(spec: str) -> Problem: ...
    def to_dlx(self) -> str: ...
    def to_text(self, format: str) -> str: ...
    @property
    def items(self) -> tuple[Any, ...]: ...
    @property
    def names(self) -> tuple[Any, ...]: ...
    def __getitem__(self, name: Any, /) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...
    def solutions(
        self,
        *,
        engine: str = "auto",
        jobs: Optional[int] = 1,
        time_limit: Optional[float] = None,
        onto: Optional[Iterable[Any]] = None,
    ) -> Solutions: ...
    def count(
        self,
        *,
        engine: str = "auto",
        jobs: Optional[int] = 1,
        time_limit: Optional[float] = None,
        onto: Optional[Iterable[Any]] = None,
    ) -> int: ...
    def first(
        self, *, engine: str = "auto", jobs: Optional[int] = 1, time_limit: Optional[float] = None
    ) -> Optional[tuple[Any, ...]]: ...
    def cheapest(
        self, k: int = 1, *, engine: str = "auto", time_limit: Optional[float] = None
    ) -> list[tuple[int, tuple[Any, ...]]]: ...
    def sample(
        self, k: int = 1, seed: int = 0, *, engine: str = "diagram", time_limit: Optional[float] = None
    ) -> list[tuple[Any, ...]]: ...
    def diagram(self, *, time_limit: Optional[float] = None) -> Diagram: ...
    def estimate(self, *, nodes: int = 10_000_000, seed: int = 0) -> Estimate: ...
    def verify(self, solution: Iterable[Any]) -> Optional[str]: ...
    def draw(self, solution: Iterable[Any], caption: str = "") -> Picture: ...

@final
class Diagram:
    def count(self) -> int: ...
    def sample(self, k: int = 1, seed: int = 0) -> list[tuple[Any, ...]]: ...
    def nodes(self) -> numpy.typing.NDArray[numpy.uint32]: ...

@final
class Estimate:
    @property
    def nodes(self) -> float: ...
    @property
    def nodes_interval(self) -> tuple[float, Optional[float]]: ...
    @property
    def solutions(self) -> float: ...
    @property
    def solutions_interval(self) -> tuple[float, Optional[float]]: ...
    @property
    def is_exact(self) -> bool: ...
    @property
    def searched(self) -> int: ...
    @property
    def warnings(self) -> list[str]: ...

@final
class Solutions:
    def __iter__(self) -> Iterator[tuple[Any, ...]]: ...
    def __next__(self) -> tuple[Any, ...]: ...
    def close(self) -> None: ...

@final
class Picture:
    @property
    def svg(self) -> str: ...
    def save(self, path: _Path) -> None: ...
    def _repr_svg_(self) -> str: ...

@final
class Grid:
    def __new__(cls, puzzle: Any, *, rules: Optional[str] = None) -> Grid: ...
    @property
    def side(self) -> int: ...
    @property
    def rules(self) -> Optional[str]: ...
    @property
    def filled_cells(self) -> int: ...
    @property
    def cells(self) -> _Cells: ...
    def pretty(self) -> str: ...
    def link(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@final
class Step:
    @property
    def technique(self) -> str: ...
    @property
    def difficulty(self) -> float: ...
    @property
    def placed(self) -> Optional[tuple[int, int, int]]: ...
    @property
    def struck(self) -> list[tuple[int, int, int]]: ...
    def _repr_svg_(self) -> str: ...

@final
class Explanation:
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Step]: ...
    def __getitem__(self, place: int, /) -> Step: ...
    @property
    def solved(self) -> bool: ...
    @property
    def grid(self) -> Optional[Grid]: ...
    @property
    def level(self) -> Optional[int]: ...
    @property
    def rating(self) -> float: ...
    def _repr_svg_(self) -> str: ...

def engines() -> dict[str, str]: ...
def families() -> dict[str, str]: ...
@overload
def check(
    puzzles: _Text,
    answers: Optional[Any] = None,
    *,
    rules: Optional[str] = None,
    jobs: Optional[int] = None,
    invalid: str = "raise",
) -> str: ...
@overload
def check(
    puzzles: Any,
    answers: Optional[Any] = None,
    *,
    rules: Optional[str] = None,
    jobs: Optional[int] = None,
    invalid: str = "raise",
) -> Any: ...
@overload
def solve(puzzles: _Text, *, rules: Optional[str] = None, jobs: Optional[int] = None) -> Optional[Grid]: ...
@overload
def solve(puzzles: Any, *, rules: Optional[str] = None, jobs: Optional[int] = None) -> _Cells: ...
@overload
def count(
    puzzles: _Text, *, rules: Optional[str] = None, limit: int = 1_000_000, jobs: Optional[int] = None
) -> int: ...
@overload
def count(
    puzzles: Any, *, rules: Optional[str] = None, limit: int = 1_000_000, jobs: Optional[int] = None
) -> Any: ...
@overload
def rate(puzzles: _Text, *, jobs: Optional[int] = None) -> float: ...
@overload
def rate(puzzles: Any, *, jobs: Optional[int] = None) -> Any: ...
@overload
def canonical(puzzles: Union[str, bytes], *, jobs: Optional[int] = None) -> str: ...
@overload
def canonical(puzzles: Grid, *, jobs: Optional[int] = None) -> Grid: ...
@overload
def canonical(puzzles: Any, *, jobs: Optional[int] = None) -> _Cells: ...
def explain(puzzle: Any) -> Explanation: ...
@overload
def generate(
    count: int = 1,
    *,
    rules: str,
    seed: int = 0,
    size: int = 9,
    symmetry: str = "none",
    minimal: bool = False,
    attempts: Optional[int] = None,
    jobs: Optional[int] = None,
) -> list[Grid]: ...
@overload
def generate(
    count: int = 1,
    *,
    rules: None = None,
    seed: int = 0,
    size: int = 9,
    clues: Optional[int] = None,
    symmetry: str = "none",
    difficulty: Union[int, str, None] = None,
    rating: Union[tuple[float, float], str, None] = None,
    technique: Optional[str] = None,
    minimal: bool = False,
    method: str = "top-down",
    start: Optional[Any] = None,
    attempts: Optional[int] = None,
    jobs: Optional[int] = None,
) -> _Cells: ...
def _check_columns(
    puzzles: Any, answers: Optional[Any], jobs: Optional[int]
) -> tuple[list[str], Optional[list[str]], list[Optional[str]]]: ...
def _canonical_texts(puzzles: Any, jobs: Optional[int]) -> list[Optional[str]]: ...
def _run(
    plan: str,
    is_json: bool,
    folder: Optional[_Path],
    data: Optional[_Path],
    run_id: str,
    started: str,
    allow_engines: bool,
) -> tuple[str, str, str]: ...
def _rank(
    sources: Sequence[Any],
    clock: str,
    baseline: Optional[str],
    corpora: Sequence[str],
    engines: Sequence[str],
    seed: int,
) -> str: ...
def _compare(
    sources: Sequence[Any],
    of_a: int,
    engines: Optional[tuple[str, str]],
    clock: str,
    tolerance: float,
) -> str: ...
