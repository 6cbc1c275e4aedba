"""The table of docs/PYTHON.md: calls of `exact_cover` and `xcover` beside those of `quadrille`, on the same problems.

Run by `python -m unittest`; packages that are not installed are left out.
"""

import importlib
import unittest
import warnings
from itertools import islice

MATRICES = {
    "a tiling of a 2x3 board": [
        [1, 1, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 0], [0, 0, 0, 0, 1, 1],
        [1, 0, 0, 1, 0, 0], [0, 1, 0, 0, 1, 0], [0, 0, 1, 0, 0, 1],
    ],
    "one solution": [[1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 0, 1]],
    "no solution": [[1, 1, 0], [0, 1, 1]],
    "equal rows": [[1, 1], [1, 1]],
}
PRIMARY, SECONDARY = ["p", "q", "r"], ["x", "y"]
COLOURED = [["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"], ["r", "y:B"]]


def load(*names):
    """The packages; skips the test if one is missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return [importlib.import_module(name) for name in names]
        except ImportError as missing:
            raise unittest.SkipTest(str(missing)) from None


def sets(solutions):
    return sorted(tuple(sorted(map(int, solution))) for solution in solutions)


def pair(item):
    """`"x:A"` as a pair of an item and its colour."""
    name, _, colour = item.partition(":")
    return (name, colour) if colour else name


def covers(nodes):
    """The sets of a diagram whose nodes are `(option, low, high)`, children first."""
    of = [[], [()]]
    for option, low, high in nodes:
        of.append(of[low] + [(option, *chosen) for chosen in of[high]])
    return sets(of[-1])


class Calls(unittest.TestCase):
    def test_exact_cover(self):
        numpy, theirs, ours = load("numpy", "exact_cover", "quadrille")
        for name, rows in MATRICES.items():
            with self.subTest(name):
                matrix = numpy.array(rows, dtype=bool)
                problem = ours.Problem(matrix)
                self.assertEqual(theirs.get_solution_count(matrix), problem.count())
                if problem.first() is None:
                    self.assertRaises(theirs.error.NoSolution, theirs.get_exact_cover, matrix)
                    continue
                found = sets(theirs.get_all_solutions(matrix))
                self.assertEqual(found, sets(problem.solutions()))
                self.assertIn(tuple(sorted(problem.first())), found)
                limited = set(islice(ours.Problem(matrix).solutions(), 1))
                self.assertEqual(len(theirs.get_all_solutions(matrix, max_count=1)), len(limited))

    def test_xcover(self):
        numpy, theirs, ours = load("numpy", "xcover", "quadrille")
        options = [[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]
        problem = ours.Problem(dict(enumerate(options)))
        self.assertEqual(sets(theirs.covers(options)), sets(problem.solutions()))
        nodes = [node[1:] for node in theirs.covers_zdd(options)]
        self.assertEqual(covers(nodes), covers(problem.diagram().nodes().tolist()))
        coloured = {number: [pair(item) for item in option] for number, option in enumerate(COLOURED)}
        problem = ours.Problem(coloured, items=PRIMARY, secondary=SECONDARY)
        found = theirs.covers(COLOURED, primary=PRIMARY, secondary=SECONDARY, colored=True)
        self.assertEqual(sets(found), sets(problem.solutions()))
        for name, rows in MATRICES.items():
            with self.subTest(name):
                matrix = numpy.array(rows, dtype=bool)
                self.assertEqual(sets(theirs.covers_bool(matrix)), sets(ours.Problem(matrix).solutions()))


if __name__ == "__main__":
    unittest.main()
