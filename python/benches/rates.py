"""Measures the package beside the command line and beside other packages. The measurements take turns, round by round.

    python benches/rates.py check QUADRILLE [PUZZLES] [ROUNDS]   `check` of an array beside `QUADRILLE check FILE`
    python benches/rates.py cover FOLDER [ROUNDS] [SECONDS]      all solutions of FOLDER/*.dlx beside exact_cover and xcover
    python benches/rates.py iterate                              the time that a million solutions take

Times of exact cover include the making of the problem from a matrix or from lists. Each search runs in a process of its own, which is
killed after SECONDS. Install the package with the real release profile first: `pip install ./python`.
"""

from __future__ import annotations

import math
import multiprocessing
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Callable, Optional

import numpy

import quadrille
from quadrille import Problem


def check(binary: str, number: int = 1_000_000, rounds: int = 7) -> None:
    puzzles = quadrille.generate(number, seed=11)
    lines = numpy.full((number, 82), ord("\n"), dtype=numpy.uint8)
    lines[:, :81] = puzzles + ord("0")
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.txt"
        file.write_bytes(lines.tobytes())
        for round_ in range(rounds + 1):
            for jobs in (1, 2):
                begin = time.perf_counter()
                subprocess.run([binary, "check", "--jobs", str(jobs), str(file)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                middle = time.perf_counter()
                verdicts = quadrille.check(puzzles, jobs=jobs)
                end = time.perf_counter()
                assert (verdicts == "unique").all()
                if round_:  # the first round reads the file into memory
                    times.setdefault(f"command line, {jobs} jobs", []).append(middle - begin)
                    times.setdefault(f"numpy, {jobs} jobs", []).append(end - middle)
    for name, seconds in times.items():
        print(f"{name}: {number / statistics.median(seconds) / 1e6:.3f} million puzzles a second (median of {rounds})")


def read(path: Path) -> Problem:
    return Problem.from_dlx(path.read_text(encoding="utf-8"))


def timed(work: Callable[[], Any], seconds: float) -> Optional[tuple[float, int]]:
    """The time of `work` in a process of its own, the median of calls that take 0.3 seconds together, and the number that it returns. `None` if
    it takes too long or fails."""
    ours, theirs = multiprocessing.Pipe()

    def child(pipe: Connection) -> None:
        took: list[float] = []
        # Short work is repeated: the first call in a new process pays for memory that the process copies.
        while sum(took) < 0.3 and len(took) < 50:
            begin = time.perf_counter()
            try:
                number = work()
            except Exception as error:
                number = -1 if type(error).__name__ != "NoSolution" else 0
            took.append(time.perf_counter() - begin)
        pipe.send((statistics.median(took), number))

    process = multiprocessing.get_context("fork").Process(target=child, args=(theirs,))
    process.start()
    answer = ours.recv() if ours.poll(seconds + 0.3) else None
    process.kill()
    process.join()
    return answer if answer and answer[1] >= 0 else None


def cover(folder: str, rounds: int = 3, seconds: float = 20) -> None:
    warnings.simplefilter("ignore")
    import exact_cover
    import xcover

    list(xcover.covers([["a", "b:1"], ["c", "b:1"]], secondary=["b"], colored=True))
    list(xcover.covers([["a"], ["b"]]))
    ratios: dict[str, list[float]] = {"exact_cover": [], "xcover": []}
    print("instance | package | solutions | its ms | our ms | ratio")
    for path in sorted(Path(folder).glob("*.dlx")):
        text = path.read_text(encoding="utf-8")
        problem = read(path)
        options = [problem[name] for name in problem.names]
        head = next(line for line in text.splitlines() if line.strip() and not line.startswith("|"))
        if any("|" in word and word != "|" for word in head.split()):
            continue  # neither package knows multiplicities
        words = head.split()
        bar = words.index("|") if "|" in words else len(words)
        primary, secondary = words[:bar], words[bar + 1 :]
        rivals: dict[str, tuple[Callable[[], int], Callable[[], int]]] = {}
        if not secondary:
            place = {item: number for number, item in enumerate(problem.items)}
            matrix = numpy.zeros((len(options), len(place)), dtype=bool)
            for row, option in enumerate(options):
                matrix[row, [place[item] for item in option]] = True
            rivals["exact_cover"] = (
                lambda: len(exact_cover.get_all_solutions(matrix)),
                lambda: sum(1 for _ in Problem(matrix).solutions()),
            )
        lists = [[f"{e[0]}:{e[1]}" if isinstance(e, tuple) else e for e in option] for option in options]
        colored = any(isinstance(e, tuple) for option in options for e in option)
        rivals["xcover"] = (
            lambda: sum(1 for _ in xcover.covers(lists, primary=primary, secondary=secondary, colored=colored)),
            lambda: sum(1 for _ in Problem(options, items=primary, secondary=secondary).solutions()),
        )
        for name, (theirs, ours) in rivals.items():
            times: list[tuple[float, float]] = []
            count = 0
            for _ in range(rounds):
                mine = timed(ours, seconds)
                its = timed(theirs, seconds)
                if mine is None:
                    break
                assert its is None or its[1] == mine[1], (path, its, mine)
                count = mine[1]
                times.append(((its[0] if its else math.inf), mine[0]))
                if its is None:
                    break
            if not times:
                print(f"{path.stem} | {name} | neither answers within {seconds} s")
                continue
            its_time, my_time = (statistics.median(pair[side] for pair in times) for side in (0, 1))
            least = ">= " if math.isinf(its_time) else ""
            its_time = min(its_time, seconds)
            ratios[name].append(its_time / my_time)
            print(f"{path.stem} | {name} | {count} | {least}{its_time * 1e3:.2f} | {my_time * 1e3:.2f} | {least}{its_time / my_time:.1f}", flush=True)
    for name, all_ratios in ratios.items():
        mean = statistics.geometric_mean(all_ratios)
        print(f"{name}: {len(all_ratios)} instances, geometric mean {mean:.1f}, smallest ratio {min(all_ratios):.1f}")


def iterate() -> None:
    problem = Problem([[item] for item in range(20) for _ in range(2)])
    for _ in range(3):
        begin = time.perf_counter()
        number = sum(1 for _ in problem.solutions(engine="dlx"))
        seconds = time.perf_counter() - begin
        begin = time.perf_counter()
        assert problem.count(engine="dlx") == number
        search = time.perf_counter() - begin
        print(f"{number} solutions of 20 options: {seconds / number * 1e9:.0f} ns each, of which the search {search / number * 1e9:.0f} ns")


if __name__ == "__main__":
    what, *arguments = sys.argv[1:] or ["help"]
    if what == "check":
        check(arguments[0], *map(int, arguments[1:]))
    elif what == "cover":
        cover(arguments[0], *map(int, arguments[1:]))
    elif what == "iterate":
        iterate()
    else:
        print(__doc__)
