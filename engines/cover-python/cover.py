"""Compares Python packages that solve exact cover.

    python cover.py [--rounds N] [--peer NAME]... FILE...

counts the solutions of DLX files with every installed package, and prints CSV. For each file, peer and round, a
row has the number of solutions, the CPU seconds to convert the problem to the package's input (`prepare`), and
the CPU seconds to build the package's data structures and solve (`count`). The numbers are empty if the peer does
not accept the problem.

`python cover.py --list` prints the installed packages. `python cover.py --worker NAME MEGABYTES` is started by
engines/cover-crates, which compares packages with crates; `worker.rs` there describes the requests and replies.
"""

import argparse
import csv
import math
import os
import resource
import sys
import time

# Packages may use one thread only, as all other engines do.
for _variable in "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS":
    os.environ.setdefault(_variable, "1")

import peers
from dlxtext import Refused, parse

# Shortest time that is measured, in CPU seconds; shorter searches are repeated and timed together.
SHORTEST = 0.01


def read(path):
    """The problem in a file."""
    with open(path, encoding="utf-8-sig") as file:
        return parse(file.read())


def timed(count):
    """The number of solutions, and the CPU seconds to count them, the mean over many runs if a run is short."""
    iterations = 1
    while True:
        # The CPU time of the thread, which is the only thread. The clock of the process is not used, because with a
        # limit of CPU time the system updates that clock only every few milliseconds.
        start = time.thread_time()
        for _ in range(iterations):
            solutions = count()
        seconds = time.thread_time() - start
        # A short first iteration is not used, because the caches are still cold.
        if iterations > 1 or seconds > 10 * SHORTEST:
            return solutions, seconds / iterations
        iterations = 2 + int(SHORTEST / max(seconds, 1e-7))


def limit(seconds):
    """Asks the system to end this process after this much more CPU time, rounded up to whole seconds."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + seconds), most))


def answer(line, peer, state):
    """The reply of a worker to a request. `state` holds the problem loaded last."""
    word, _, rest = line.partition(" ")
    try:
        if word == "load":
            seconds, _, path = rest.partition(" ")
            limit(float(seconds))
            state.clear()
            try:
                state["count"] = peer(read(path))
            except Refused as why:
                return f"refused {why}"
            return "ready"
        if word == "run" and "count" in state:
            limit(float(rest))
            solutions, seconds = timed(state["count"])
            return f"counted {solutions} {seconds:.9f}"
        return f"failed found the line `{line}`; expected `load` or `run`"
    except MemoryError:
        return "failed memory"
    except Exception as error:  # a package may raise any exception
        return f"failed {type(error).__name__}: {error}".replace("\n", " ")


def work(name, megabytes):
    """Answers the requests on standard input until it ends."""
    _, _, peer = peers.PEERS[name]
    # Packages may print to standard output, also from C, so only replies go there.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    peers.warm(peer)
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, most))
    state = {}
    for line in sys.stdin:
        print(answer(line.rstrip("\n"), peer, state), file=out, flush=True)


def table(names, files, rounds):
    """Prints a row for each file, peer and round."""
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["instance", "peer", "version", "round", "solutions", "prepare", "count"])
    there = [peer for peer in peers.present() if not names or peer[0] in names]
    for name, _, _ in there:
        peers.warm(peers.PEERS[name][2])
    for path in files:
        problem = read(path)
        instance = os.path.splitext(os.path.basename(path))[0]
        for turn in range(rounds):
            for name, version, _ in there if turn % 2 == 0 else reversed(there):
                start = time.thread_time()
                try:
                    count = peers.PEERS[name][2](problem)
                except Refused:
                    rows.writerow([instance, name, version, turn + 1, "", "", ""])
                    continue
                prepared = time.thread_time() - start
                solutions, seconds = timed(count)
                row = [instance, name, version, turn + 1, solutions, f"{prepared:.6f}", f"{seconds:.6f}"]
                rows.writerow(row)
                sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description="Compares Python packages that solve exact cover.")
    parser.add_argument("--rounds", type=int, default=3, help="time every package N times [default: 3]")
    parser.add_argument("--peer", action="append", choices=peers.PEERS, help="run only this package; repeatable")
    parser.add_argument("--list", action="store_true", help="print the installed packages")
    parser.add_argument("--worker", nargs=2, metavar=("NAME", "MEGABYTES"), help="serve engines/cover-crates")
    parser.add_argument("files", nargs="*", metavar="FILE", help="file of DLX text")
    arguments = parser.parse_args()
    if arguments.list:
        for name, version, counts in peers.present():
            print(name, version, "counts" if counts else "visits", sep="\t")
    elif arguments.worker:
        name, megabytes = arguments.worker
        if name not in peers.PEERS or not megabytes.isdigit():
            parser.error(f"--worker: found {name} {megabytes}; expected a peer and a number of megabytes")
        work(name, int(megabytes))
    elif not arguments.files or arguments.rounds < 1:
        parser.error("expected a file and at least one round")
    else:
        try:
            table(arguments.peer, arguments.files, arguments.rounds)
        except (OSError, Refused) as error:
            parser.error(str(error))


if __name__ == "__main__":
    main()
