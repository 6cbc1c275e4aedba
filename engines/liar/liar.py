"""An engine that is right, but lies about one Sudoku in a hundred: a test of whoever believes engines.

    python3 liar.py [SEED]

Which puzzles it lies about, and how, depends on the puzzle and the seed alone, so it gives the same wrong answer whenever
it is asked. There are three lies: a number of solutions that is one off; a grid in which two cells of a row have changed
places; and a full grid that breaks no rule, but has another digit in place of a clue. It solves as
engines/python-example does. Exact cover problems it answers rightly."""

import hashlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python-example"))
import solver

ONE_IN = 100
LIES = ("count", "grid", "clue")


def drawn(cells, seed):
    """A number that depends on nothing but these."""
    digest = hashlib.sha256(f"{seed} {cells}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def lie_about(cells, seed):
    """Which lie is told about a puzzle, if any."""
    number = drawn(cells, seed)
    return LIES[number // ONE_IN % len(LIES)] if number % ONE_IN == 0 else None


def swap_in_row(grid):
    """The first two cells of the first row change places: both columns have a digit twice then."""
    return [grid[1], grid[0]] + grid[2:]


def relabel(grid, cells):
    """The digit of the first clue changes places with another everywhere."""
    clue = next(digit for digit in cells if digit)
    other = clue % max(grid) + 1
    return [{clue: other, other: clue}.get(digit, digit) for digit in grid]


def liar(seed):
    """Answers as the solver does, or not."""

    def respond(problem, asked):
        count, solution, fields = solver.answer(problem, asked)
        cells = getattr(problem, "cells", None)
        lie = cells and lie_about(cells, seed)
        if not lie or count == "budget":
            return count, solution, fields
        if lie == "count" or solution == "-" or not any(cells):
            wrong = count - 1 if count > 0 else 1
            if wrong == 0:
                return wrong, "-", fields
            # A grid for a puzzle that has no solution breaks a rule, whichever it is.
            return wrong, solution if solution != "-" else full_of(problem, 1), fields
        grid = solver.Sudoku(problem.rows, solution).cells
        grid = swap_in_row(grid) if lie == "grid" else relabel(grid, cells)
        return count, text(problem, grid), fields

    return respond


def full_of(problem, digit):
    """A grid of nothing but a digit."""
    return text(problem, [digit] * len(problem.cells))


def text(problem, grid):
    """A grid as the protocol writes it."""
    full = solver.Sudoku.__new__(solver.Sudoku)
    full.rows, full.cells = problem.rows, grid
    return full.solution([])


if __name__ == "__main__":
    solver.serve("liar", liar(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
