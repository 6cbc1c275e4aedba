"""Exact cover, Sudoku and benchmarks of their solvers, by the engines of Quadrille.

>>> import quadrille
>>> quadrille.Problem({"A": [0, 3], "B": [0, 1, 2], "C": [1, 2], "D": [4]}).first()
('A', 'C', 'D')
>>> quadrille.check("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
'unique'
"""

from ._check_frame import check_frame
from ._quadrille import (
    Diagram,
    Estimate,
    Explanation,
    Grid,
    Picture,
    Problem,
    Solutions,
    Step,
    __version__,
    canonical,
    check,
    count,
    duplicates,
    engines,
    explain,
    families,
    generate,
    rate,
    solve,
)
from .bench import compare, rank, run
from .errors import (
    GenerateError,
    InputError,
    QuadrilleError,
    RunError,
    TimeLimit,
    UnsupportedError,
)

__all__ = [
    "Diagram",
    "Estimate",
    "Explanation",
    "GenerateError",
    "Grid",
    "InputError",
    "Picture",
    "Problem",
    "QuadrilleError",
    "RunError",
    "Solutions",
    "Step",
    "TimeLimit",
    "UnsupportedError",
    "__version__",
    "canonical",
    "check",
    "check_frame",
    "compare",
    "count",
    "duplicates",
    "engines",
    "explain",
    "families",
    "generate",
    "rank",
    "rate",
    "run",
    "solve",
]
