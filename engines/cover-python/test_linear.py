"""What `quadrille encode --as lp` and `--as opb` write, solved by HiGHS: `QUADRILLE_BIN=PROGRAM python -m unittest test_linear`."""

import os
import re
import subprocess
import tempfile
import unittest

try:
    import highspy
except ImportError:
    highspy = None

PROGRAM = os.environ.get("QUADRILLE_BIN")
COVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../datasets/cover")

# Problems with secondary items and bounds, and whether their options have costs. The last has no solution.
PROBLEMS = {
    "queens:8": False,
    "langford:8": False,
    f"{COVER}/copies-bounded.dlx": False,
    f"{COVER}/shifts.dlx": False,
    f"{COVER}/tiling-costs.dlx": True,
    f"{COVER}/pigeonhole-6.dlx": False,
}


def ours(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True).stdout


def lp_of_opb(text):
    """The same constraints as an LP file, which HiGHS reads."""
    lines = [line for line in text.splitlines() if not line.startswith("*")]
    goal = "".join(line[len("min:") :] for line in lines if line.startswith("min:")) or " 0"
    rows = "\n".join(f" c{place}: {line}" for place, line in enumerate(lines) if not line.startswith("min:"))
    names = sorted(set(re.findall(r"x\d+", text)))
    text = f"Minimize\n obj:{goal}\nSubject To\n{rows}\nBinary\n {' '.join(names)}\nEnd\n"
    return text.replace(";", "")


def least(lp):
    """The least cost by HiGHS; `None` if there is no solution."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "problem.lp")
        with open(path, "w") as file:
            file.write(lp)
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        assert solver.readModel(path) == highspy.HighsStatus.kOk, lp
        solver.run()
        if solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
            return None
        assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        return round(solver.getObjectiveValue())


@unittest.skipUnless(highspy and PROGRAM, "needs highspy, and the program in QUADRILLE_BIN")
class Linear(unittest.TestCase):
    def test_another_program_finds_the_same_least_cost(self):
        for problem, has_costs in PROBLEMS.items():
            found = re.findall(r"^Cost (\d+)", ours("cover", problem, "--cheapest", "1"), re.MULTILINE)
            # Without costs, ours takes each option to cost 1, and the files have no objective.
            expected = (int(found[0]) if has_costs else 0) if found else None
            for form, read in [("lp", str), ("opb", lp_of_opb)]:
                with self.subTest(problem=problem, form=form):
                    self.assertEqual(least(read(ours("encode", problem, "--as", form))), expected)


if __name__ == "__main__":
    unittest.main()
