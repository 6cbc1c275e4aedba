"""An engine that gives a wrong answer for one Sudoku in a hundred, to test that the harness checks answers.

    python3 liar.py [SEED]

Whether and how an answer is wrong depends only on the puzzle and the seed, so repeated questions get the same wrong
answer. There are three kinds: a number of solutions that is one off; a grid in which two cells of a row are swapped; and
a full grid that breaks no rule, but has another digit in place of a clue. Otherwise the engine solves like
engines/python-example. Answers for exact cover problems are right."""

import hashlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python-example"))
import solver

ONE_IN = 100
LIES = ("count", "grid", "clue")


def drawn(cells, seed):
    """A pseudorandom number that depends only on the cells and the seed."""
    digest = hashlib.sha256(f"{seed} {cells}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def lie_about(cells, seed):
    """The kind of wrong answer for a puzzle; None for a right answer."""
    number = drawn(cells, seed)
    return LIES[number // ONE_IN % len(LIES)] if number % ONE_IN == 0 else None


def swap_in_row(grid):
    """Swaps the first two cells of the first row, so that both columns have a digit twice."""
    return [grid[1], grid[0]] + grid[2:]


def relabel(grid, cells):
    """Swaps the digit of the first clue with another digit in the whole grid."""
    clue = next(digit for digit in cells if digit)
    other = clue % max(grid) + 1
    return [{clue: other, other: clue}.get(digit, digit) for digit in grid]


def liar(seed):
    """A function that answers like the solver, but sometimes wrongly."""

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
            # If the puzzle has no solution, any grid breaks a rule.
            return wrong, solution.split(solver.SEPARATOR)[0] if solution != "-" else full_of(problem, 1), fields
        first, *second = solution.split(solver.SEPARATOR)
        grid = solver.Sudoku(problem.rows, first).cells
        grid = swap_in_row(grid) if lie == "grid" else relabel(grid, cells)
        return count, solver.SEPARATOR.join([text(problem, grid), *second]), fields

    return respond


def full_of(problem, digit):
    """A grid with the same digit in every cell."""
    return text(problem, [digit] * len(problem.cells))


def text(problem, grid):
    """A grid in the text form of the protocol."""
    full = solver.Sudoku.__new__(solver.Sudoku)
    full.rows, full.cells = problem.rows, grid
    return full.solution([])


if __name__ == "__main__":
    solver.serve("liar", liar(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
