"""Tests, run by `python -m unittest`; those of packages test the packages that are installed."""

import os
import subprocess
import sys
import tempfile
import unittest

import cover
import peers
from dlxtext import Refused, parse

HERE = os.path.dirname(os.path.abspath(__file__))


def naive(problem):
    """Algorithm X on sets, to check parsed problems."""

    def search(open_items, taken):
        if not open_items:
            return 1
        found = 0
        item = min(open_items)
        for option in problem.options:
            items = {place for place, _ in option}
            fits = all(
                taken.get(place, colour) == colour and (colour is not None or place not in taken)
                for place, colour in option
            )
            if item in items and fits:
                found += search(open_items - items, {**taken, **dict(option)})
        return found

    return lambda: search(set(range(len(problem.primary))), {})


class Reading(unittest.TestCase):
    def test_items_options_and_colours(self):
        problem = parse("| a comment\na #b | x y\r\na x:red |7\n\n| another\n#b x:blue y\nx y\n")
        self.assertEqual(problem.primary, ["a", "#b"])
        self.assertEqual(problem.secondary, ["x", "y"])
        # The last option is left out, because no search can choose it.
        self.assertEqual(problem.options, [[(0, None), (2, "red")], [(1, None), (2, "blue"), (3, None)]])
        self.assertTrue(problem.has_colours())

    def test_multiplicities_are_refused(self):
        with self.assertRaises(Refused):
            parse("2|a b\na b\n")
        with self.assertRaises(Refused):
            parse("| nothing\n")

    def test_solutions_of_small_problems(self):
        for text, solutions in [
            ("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n", 1),
            ("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n", 1),
            ("a b | x\na x:1\nb x:1\nb x:2\n", 1),
            ("a b | x\na x\nb x\n", 0),
            ("a\na\na\n", 2),
        ]:
            self.assertEqual(naive(parse(text))(), solutions, text)


class Working(unittest.TestCase):
    def test_lines_are_answered(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "some problem.dlx")
            with open(path, "w") as file:
                file.write("a b\na\nb\na b\n")
            state = {}
            self.assertIn("failed", cover.answer("run 1", naive, state))
            self.assertEqual(cover.answer(f"load 9 {path}", naive, state), "ready")
            word, solutions, seconds = cover.answer("run 9", naive, state).split()
            self.assertEqual((word, solutions), ("counted", "2"))
            self.assertGreater(float(seconds), 0)
            self.assertIn("failed FileNotFoundError", cover.answer(f"load 9 {path}x", naive, state))
            with open(path, "w") as file:
                file.write("0:2|a b\na\nb\na b\n")
            self.assertEqual(cover.answer(f"load 9 {path}", naive, state), "refused items with multiplicities")

    def test_peers_without_secondary_items_say_so(self):
        problem = parse("a | x\na x\n")
        with self.assertRaises(Refused):
            peers._plain(problem)

    def test_bad_usage_ends_with_2(self):
        for words in [], ["--colour"], ["--rounds", "0", "x.dlx"], ["no-such.dlx"], ["--worker", "nobody", "9"]:
            command = [sys.executable, os.path.join(HERE, "cover.py"), *words]
            self.assertEqual(subprocess.run(command, capture_output=True).returncode, 2, words)


class Packages(unittest.TestCase):
    """Tests of the installed packages."""

    def test_all_agree(self):
        for text, solutions in [
            ("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n", 1),
            ("a b c d\na\nb\nc\nd\na b\nb c\nc d\nd a\n", 7),
            ("a b\na\n", 0),
            ("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n", 1),
            ("a b | x y\na x\nb x\nb y\na y\na\n", 4),
        ]:
            problem = parse(text)
            self.assertEqual(naive(problem)(), solutions, text)
            for name, _, _ in peers.present():
                with self.subTest(peer=name, text=text):
                    try:
                        count = peers.PEERS[name][2](problem)
                    except Refused:
                        continue
                    self.assertEqual(count(), solutions)


if __name__ == "__main__":
    unittest.main()
