"""Checks the example against known counts, and the wrong answers of engines/liar."""

import io
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "liar"))
import liar
import solver

P1 = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
SOLVED = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"


def converse(lines, respond=solver.answer):
    """The engine's answers to these lines, without the greeting."""
    out = io.StringIO()
    with mock.patch("sys.stdin", io.StringIO("\n".join(lines) + "\n")), redirect_stdout(out):
        solver.serve("test", respond)
    return out.getvalue().split("ready\n")[1].splitlines()


class Answers(unittest.TestCase):
    def test_sudokus(self):
        batch = "batch 1 task=unique limit=2 counters=on"
        answers = converse([batch, f"sudoku 5 9 {P1}", "end"])
        self.assertRegex(answers[0], f"^5 1 {SOLVED} forks=[0-9]+ nodes=[0-9]+$")
        self.assertEqual(answers[1:], ["done"])
        two = converse([batch, "sudoku 1 4 12343412.1.3.3.1", "end"])[0].split()
        self.assertEqual(two[1:5], ["2", "1234341221434321", "|", "1234341241232341"])
        every = "batch 1 task=all counters=on"
        self.assertTrue(converse([every, "sudoku 1 4 " + "." * 16])[0].startswith("1 288 "))
        clash = converse([batch, "sudoku 1 4 11.............."])
        self.assertEqual(clash, ["1 0 - forks=0 nodes=1"])
        wide = " ".join(["."] * 36**2)
        first = "batch 1 task=first limit=1 counters=on"
        words = converse([first, f"sudoku 1 36 {wide}"])[0].split()
        self.assertEqual(sorted(map(int, words[2 : 2 + 36]))[-1], 36)

    def test_exact_covers(self):
        both = converse(["batch 1 task=unique limit=2 counters=on", "cover 1 4", "a b", "a", "b", "a b"])
        self.assertEqual(both, ["1 2 0 1 | 2 forks=1 nodes=4"])
        batch = "batch 1 task=all counters=on"
        knuth = ["cover 1 7", "a b c d e f g", "c e", "a d g", "b c f", "a d f", "b g", "d e g"]
        self.assertEqual(converse([batch, *knuth]), ["1 1 3 4 0 forks=1 nodes=6 digest=15984948024299193693"])
        colours = ["cover 1 6", "p q r | x y", "p q x y:A |7", "p r x:A y", "p x:B", "q x:A", "r y:B"]
        self.assertTrue(converse([batch, *colours])[0].startswith("1 1 3 1 "))
        self.assertEqual(converse([batch, "cover 1 2", "2|a", "a"]), ["1 unsupported"])
        self.assertTrue(converse([batch, "cover 1 2", "a | x", "x"])[0].startswith("1 0 - "))

    def test_certificates(self):
        """The items that a search branches on; quadrille's own tests have the checker read such certificates."""
        with tempfile.TemporaryDirectory() as folder:
            batch = f"batch 2 task=all counters=on proof={folder}"
            answers = converse([batch, "cover 8 4", "a b", "a", "b", "a b", "sudoku 9 4 11" + "." * 14, "end"])
            self.assertEqual(answers[0], "8 2 0 1 forks=1 nodes=4 digest=13974998259392790605 proof=xcd")
            self.assertEqual(answers[1], "9 0 - forks=0 nodes=1 proof=xcd")
            [cover, sudoku] = [Path(folder, f"{number}.xcd").read_bytes() for number in (8, 9)]
            self.assertEqual(cover, b"xcd 1\n" + bytes([4 + 0, 4 + 1]))
            self.assertEqual(sudoku, b"xcd 1\n" + bytes([4 + 0, 4 + 1]), "both cells, of which the second has no option")
            limited = f"batch 1 task=first limit=1 counters=on proof={folder}"
            self.assertEqual(converse([limited, "cover 7 4", "a b", "a", "b", "a b"])[0], "7 1 0 1 forks=1 nodes=3")
            self.assertFalse(Path(folder, "7.xcd").exists())
            full = converse([batch, "cover 6 129", " ".join(f"i{n}" for n in range(128)), *(f"i{n}" for n in range(128))])
            self.assertTrue(full[0].endswith(" proof=xcd"))
            steps = Path(folder, "6.xcd").read_bytes()
            self.assertEqual(steps[-8:], bytes([127, 128, 1, 129, 1, 130, 1, 131, 1])[-8:])

    def test_limits(self):
        batch = "batch 1 task=all counters=on nodes=3"
        answers = converse([batch, "sudoku 1 4 " + "." * 16])
        self.assertTrue(answers[0].startswith("1 budget "), answers)


class Lies(unittest.TestCase):
    def problems(self):
        """For each kind of wrong answer, a puzzle that gets it."""
        found = {}
        for hole in range(81):
            for other in range(hole):
                cells = [int(digit) for digit in SOLVED]
                cells[hole] = cells[other] = 0
                lie = liar.lie_about(cells, 1)
                if lie:
                    text = "".join(map(str, cells)).replace("0", ".")
                    found.setdefault(lie, solver.Sudoku(9, text))
        return found

    def test_each_lie_is_wrong_in_its_own_way(self):
        found = self.problems()
        self.assertEqual(set(found), set(liar.LIES))
        asked = {"limit": "2"}
        for lie, problem in found.items():
            right = solver.answer(problem, asked)
            wrong = liar.liar(1)(problem, asked)
            if lie == "count":
                self.assertEqual(abs(right[0] - wrong[0]), 1)
                continue
            self.assertEqual(right[0], wrong[0])
            grid = solver.Sudoku(9, wrong[1]).cells
            kept = all(given in (0, digit) for given, digit in zip(problem.cells, grid))
            columns = [set(grid[column::9]) for column in range(9)]
            lawful = all(len(column) == 9 for column in columns)
            self.assertEqual(lawful, lie == "clue")
            self.assertTrue(lie == "grid" or not kept)

    def test_one_in_a_hundred(self):
        lies = sum(liar.lie_about([number], 1) is not None for number in range(100_000))
        self.assertTrue(900 < lies < 1100, lies)


if __name__ == "__main__":
    unittest.main()
