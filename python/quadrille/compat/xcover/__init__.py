"""The calls of the package `xcover`, version 0.2.6, answered by Quadrille.

Change `from xcover import covers` to `from quadrille.compat.xcover import covers`, and alike for the modules `solvers`, `dancing_cells`,
`dancing_cells_zdd`, `zdd_utils`, `io` and `utils`.

The solutions are the same, in another order, and decision diagrams have other nodes for the same solutions. Four mistakes of `xcover` are
not repeated: a problem with one item has its solutions, a problem without options has none instead of a `ValueError`, an option
that names an item twice is refused, and a diagram converted for `zdd_algorithms` has the order of options that the functions of that package need.
"""

from . import dancing_cells, dancing_cells_zdd, solvers
from .dancing_cells import algorithm_c
from .dancing_cells_zdd import algorithm_z
from .solvers import covers, covers_bool, covers_bool_zdd, covers_zdd

__all__ = [
    "algorithm_c",
    "algorithm_z",
    "covers",
    "covers_bool",
    "covers_bool_zdd",
    "covers_zdd",
    "dancing_cells",
    "dancing_cells_zdd",
    "solvers",
]
