"""Long calls: Ctrl-C, the interpreter lock, memory."""

from __future__ import annotations

import gc
import itertools
import os
import signal
import threading
import time
import tracemalloc
from typing import Any, Callable, Iterator

import numpy
import pytest

import quadrille
from quadrille import Problem

PUZZLES = numpy.tile(quadrille.generate(500, seed=1), (6000, 1))
QUEENS = Problem.family("queens:28")

LONG: dict[str, Callable[[], Any]] = {
    "count": lambda: QUEENS.count(engine="dlx"),
    "count in parts": lambda: QUEENS.count(engine="dlx", jobs=2),
    "solutions": lambda: [None for _ in QUEENS.solutions(engine="dlx")],
    "solutions without bytecode": lambda: sum(map(bool, QUEENS.solutions(engine="dlx"))),
    "sample": lambda: QUEENS.sample(1),
    "diagram": lambda: QUEENS.diagram(),
    "check": lambda: [quadrille.check(PUZZLES) for _ in range(20)],
    "solve": lambda: [quadrille.solve(PUZZLES) for _ in range(20)],
    "count solutions": lambda: quadrille.count("." * 81, limit=10**12),
    "rate": lambda: quadrille.rate(PUZZLES),
    "canonical": lambda: quadrille.canonical(PUZZLES),
    "generate": lambda: quadrille.generate(10**7),
    "run": lambda: quadrille.run({"engines": ["dlx", "masks"], "jobs": 1, "repetitions": 50, "limits": {"seconds": 100}}),
}


@pytest.fixture
def heard() -> Iterator[None]:
    """Ctrl-C is heard, also where the tests run in the background of a shell, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("call", list(LONG))
def test_ctrl_c_ends_a_call_soon(call: str) -> None:
    # The best of some tries, because tests may share their cores with other work.
    tries: list[float] = []
    while len(tries) < 5 and min(tries, default=1.0) > 0.5:
        tries.append(interrupted(call))
    assert min(tries) <= 0.5, tries


def interrupted(call: str) -> float:
    """The time from Ctrl-C to the end of a call."""
    began: list[float] = []

    def press() -> None:
        began.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.25, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        LONG[call]()
    took = time.perf_counter() - began[0]
    timer.join()
    return took


@pytest.mark.parametrize("call", ["count", "check", "generate"])
def test_other_threads_run_meanwhile(call: str) -> None:
    work: dict[str, Callable[[], Any]] = {
        "count": lambda: pytest.raises(quadrille.TimeLimit, QUEENS.count, engine="dlx", time_limit=0.3),
        "check": lambda: quadrille.check(PUZZLES, jobs=1),
        "generate": lambda: quadrille.generate(3000, jobs=1),
    }
    ticks, done = 0, threading.Event()

    def finish() -> None:
        work[call]()
        done.set()

    thread = threading.Thread(target=finish)
    thread.start()
    while not done.is_set():
        time.sleep(0.005)
        ticks += 1
    thread.join()
    assert ticks >= 10, ticks


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# A longer run: `QUADRILLE_CALLS=1000000 pytest tests/test_calls.py -k leak`.
CALLS = int(os.environ.get("QUADRILLE_CALLS", "20000"))
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ARRAY = quadrille.generate(2, seed=1)


def refused() -> None:
    try:
        quadrille.check(["x"])
    except quadrille.InputError:
        pass


LEAKS: dict[str, tuple[int, Callable[[], Any]]] = {
    "check": (1, lambda: quadrille.check(LINE)),
    "solve": (1, lambda: quadrille.solve(LINE)),
    "refused": (10, refused),
    "check an array": (20, lambda: quadrille.check(ARRAY, jobs=1)),
    "problem": (5, lambda: Problem([["a", ("b", 1)], [2, "a"]])),
    "first": (20, lambda: Problem([["a"], ["b"]]).first()),
    "solutions": (40, lambda: next(Problem([["a"], ["b"], ["a", "b"]]).solutions())),
    "diagram": (40, lambda: Problem([["a"], ["b"], ["a", "b"]]).diagram().nodes()),
    "explain": (200, lambda: list(quadrille.explain(LINE))),
}


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
@pytest.mark.parametrize("call", LEAKS)
def test_calls_leak_nothing(call: str) -> None:
    fewer, function = LEAKS[call]
    times = max(CALLS // fewer, 100)
    for _ in itertools.repeat(None, times // 4 + 50):
        function()
    tracemalloc.start()
    rounds: list[tuple[int, int]] = []
    # A leak grows in every round; a table of the interpreter that grows does so once.
    while len(rounds) < 3 and not any(is_flat(*grown) for grown in rounds):
        gc.collect()
        before, memory = tracemalloc.get_traced_memory()[0], resident()
        for _ in itertools.repeat(None, times):
            function()
        gc.collect()
        rounds.append((tracemalloc.get_traced_memory()[0] - before, resident() - memory))
    tracemalloc.stop()
    assert is_flat(*rounds[-1]), rounds


def is_flat(traced: int, resident: int) -> bool:
    """Whether the growth, in bytes, is that of no leak."""
    return traced < 100_000 and resident < 8_000_000
