"""An engine for quadrille in Python: Sudokus of any size, and exact cover problems, by Algorithm X on sets.

docs/PROTOCOL.md describes the protocol. A Sudoku becomes an exact cover problem: each empty cell, and each digit that a row,
column or box still lacks, is an item. The search branches on the item with the fewest options, the first among
equals, so its nodes and forks are those of dancing links. Source of Algorithm X, and of colours: D. E. Knuth, The
Art of Computer Programming 4B, 7.2.2.1.

Where it is asked to, it writes a certificate of its answer (docs/PROOFS.md): the items that it branches on, in the order of the
search."""

import os
import sys
import time

LETTERS = "abcdefghijklmnopqrstuvwxy"
SEPARATOR = " | "


class GaveUp(Exception):
    """The limit of nodes is reached."""


class Enough(Exception):
    """The limit of solutions is reached."""


class Unsupported(Exception):
    """The problem is not accepted."""


class Certificate:
    """The steps of a search, by the numbers of a certificate's problem."""

    def __init__(self, items):
        """`items` has the number of each item of the search in the certificate's problem."""
        self.items, self.steps = items, bytearray(b"xcd 1\n")

    def branch(self, number):
        """Adds a branch on an item of the certificate's problem: 4 and its number, 7 bits a byte, low first."""
        code = 4 + number
        while code >= 128:
            self.steps.append(code % 128 + 128)
            code //= 128
        self.steps.append(code)


class Search:
    """Algorithm X. Options are lists of pairs (item, colour or None); items below `primary` must be covered."""

    def __init__(self, primary, options, limit, most_nodes, certificate=None, visit=None):
        self.certificate, self.visit = certificate, visit
        self.options = [dict(option) for option in options]
        self.primary = primary
        self.limit, self.most_nodes = limit, most_nodes
        self.open = set(range(primary))
        self.live = {}
        for item in range(primary):
            self.live[item] = set()
        for number, option in enumerate(self.options):
            # An option without a primary item is in no solution.
            if any(item < primary for item in option):
                for item in option:
                    self.live.setdefault(item, set()).add(number)
        # The first two solutions.
        self.solutions, self.found, self.chosen = 0, [], []
        self.nodes = self.forks = 0

    def run(self):
        try:
            self.enter()
        except Enough:
            pass

    def enter(self):
        if self.nodes >= self.most_nodes:
            raise GaveUp
        self.nodes += 1
        if not self.open:
            self.solutions += 1
            if self.visit:
                self.visit(self.chosen)
            if len(self.found) < 2:
                self.found.append(list(self.chosen))
            if self.solutions >= self.limit:
                raise Enough
            return
        item = min(self.open, key=lambda item: (len(self.live[item]), item))
        if self.certificate:
            self.certificate.branch(self.certificate.items[item])
        untried = sorted(self.live[item], reverse=True)
        while untried:
            option = untried.pop()
            self.forks += bool(untried)
            excluded = self.take(option)
            self.enter()
            self.put_back(option, excluded)

    def take(self, number):
        """Chooses an option; removes it and all options that it excludes from the lists."""
        excluded = {number}
        for item, colour in self.options[number].items():
            self.open.discard(item)
            if colour is None:
                excluded |= self.live[item]
            else:
                excluded.update(other for other in self.live[item] if self.options[other][item] != colour)
        for other in excluded:
            for item in self.options[other]:
                self.live[item].discard(other)
        self.chosen.append(number)
        return excluded

    def put_back(self, number, excluded):
        self.chosen.pop()
        for other in excluded:
            for item in self.options[other]:
                self.live[item].add(other)
        self.open.update(item for item in self.options[number] if item < self.primary)


class Digest:
    """The sum of the hashes of solutions modulo 2^64, which shows that each was visited."""

    def __init__(self):
        self.sum = 0

    def add(self, numbers):
        hashed = 0
        for number in numbers:
            hashed = mixed(hashed + number)
        self.sum = (self.sum + hashed) % 2**64


def mixed(number):
    """A step of SplitMix64."""
    number = (number + 0x9E3779B97F4A7C15) % 2**64
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    number = (number ^ number >> 27) * 0x94D049BB133111EB % 2**64
    return number ^ number >> 31


class Cover:
    """An exact cover problem in DLX text."""

    def __init__(self, lines):
        words = lines[0].split()
        bar = words.index("|") if "|" in words else len(words)
        if any("|" in word for word in words[:bar]):
            raise Unsupported
        self.primary = bar
        numbers = {name: number for number, name in enumerate(words[:bar] + words[bar + 1 :])}
        self.options, self.costs = [], []
        for line in lines[1:]:
            self.costs.append(sum(int(word[1:]) for word in line.split() if word.startswith("|")))
            entries = (word.partition(":") for word in line.split() if not word.startswith("|"))
            self.options.append([(numbers[name], colour or None) for name, _, colour in entries])

    def solution(self, chosen):
        return " ".join(map(str, chosen))

    def numbers(self, chosen):
        """What the digest has of a solution."""
        return sorted(chosen)

    def cost(self, chosen):
        """The cost of a solution. Each option costs 1 if none has a cost."""
        return sum(self.costs[number] for number in chosen) if any(self.costs) else len(chosen)

    def certificate(self):
        """A certificate without steps: of this problem as it was read."""
        return Certificate(range(self.primary))


class Sudoku:
    """A Sudoku, row by row."""

    def __init__(self, rows, text):
        self.rows = rows
        if rows > 25:
            self.cells = [0 if word == "." else int(word) for word in text.split()]
        else:
            symbols = ".123456789" if rows < 10 else "." + LETTERS
            self.cells = [symbols.index(symbol) for symbol in text]
        givens = [self.items(cell, digit) for cell, digit in enumerate(self.cells) if digit]
        covered = {item for items in givens for item in items}
        self.clash = len(covered) < 4 * len(givens)
        needed = self.needed = [item for item in range(4 * rows * rows) if item not in covered]
        numbers = {item: number for number, item in enumerate(needed)}
        self.primary, self.options, self.placements = len(needed), [], []
        for cell, given in enumerate(self.cells):
            for digit in range(1, rows + 1) if given == 0 else ():
                items = self.items(cell, digit)
                if all(item in numbers for item in items):
                    self.options.append([(numbers[item], None) for item in items])
                    self.placements.append((cell, digit))

    def items(self, cell, digit):
        """The four items of a digit in a cell: the cell, and the digit in its row, column and box."""
        row, column = divmod(cell, self.rows)
        width = round(self.rows**0.5)
        box = row // width * width + column // width
        units = enumerate((row, column, box), start=1)
        return [cell] + [(kind * self.rows + unit) * self.rows + digit - 1 for kind, unit in units]

    def certificate(self):
        """A certificate with the steps before the search. It is of the empty grid without the options that the givens
        exclude, so it branches on each cell with a given, up to the first that has no option left."""
        certificate, covered = Certificate(self.needed), set()
        for cell, digit in enumerate(self.cells):
            if digit:
                certificate.branch(cell)
                items = set(self.items(cell, digit))
                if items & covered:
                    break
                covered |= items
        return certificate

    def numbers(self, chosen):
        """The digits of the cells, which is what the digest has of a solution."""
        cells = list(self.cells)
        for number in chosen:
            cell, digit = self.placements[number]
            cells[cell] = digit
        return cells

    def solution(self, chosen):
        cells = self.numbers(chosen)
        if self.rows > 25:
            return " ".join(map(str, cells))
        symbols = ".123456789" if self.rows < 10 else "." + LETTERS
        return "".join(symbols[digit] for digit in cells)


class Cheapest:
    """The cheapest of the solutions that were visited."""

    def __init__(self, problem):
        self.problem, self.least, self.solution = problem, None, None

    def add(self, chosen):
        cost = self.problem.cost(chosen)
        if self.least is None or cost < self.least:
            self.least, self.solution = cost, list(chosen)


def cheapest(problem, asked):
    """The answer to the task `cheapest`, which visits all solutions: 1 and a cheapest one, or 0."""
    if isinstance(problem, Sudoku):
        raise Unsupported
    best = Cheapest(problem)
    most_nodes = int(asked.get("nodes", sys.maxsize))
    search = Search(problem.primary, problem.options, sys.maxsize, most_nodes, None, best.add)
    try:
        search.run()
    except GaveUp:
        return "budget", "", f"forks={search.forks} nodes={search.nodes}"
    shown = "-" if best.solution is None else problem.solution(best.solution)
    return int(best.solution is not None), shown, f"forks={search.forks} nodes={search.nodes}"


def answer(problem, asked):
    """The number of solutions, the first solution, with the second after it if the task is `unique` and there are two, and the
    fields with counters. Writes a certificate of the number to the file `asked["file"]`, if there is one."""
    if asked.get("task") == "cheapest":
        return cheapest(problem, asked)
    certificate = problem.certificate() if "file" in asked else None
    if getattr(problem, "clash", False):
        return 0, "-", "forks=0 nodes=1" + written(certificate, asked)
    limit = int(asked.get("limit", sys.maxsize))
    most_nodes = int(asked.get("nodes", sys.maxsize))
    digest = Digest() if asked.get("task") == "all" else None
    visit = digest and (lambda chosen: digest.add(problem.numbers(chosen)))
    search = Search(problem.primary, problem.options, limit, most_nodes, certificate, visit)
    try:
        search.run()
        count = search.solutions
    except GaveUp:
        count = "budget"
    fields = f"forks={search.forks} nodes={search.nodes}"
    if count == "budget":
        return count, "", fields
    if digest:
        fields += f" digest={digest.sum}"
    # A search that ended at its limit has not shown how many solutions there are.
    if count < limit:
        fields += written(certificate, asked)
    shown = search.found if asked.get("task") == "unique" else search.found[:1]
    return count, SEPARATOR.join(map(problem.solution, shown)) if shown else "-", fields


def written(certificate, asked):
    """Writes a certificate, if there is one; returns the field that says so."""
    if certificate is None:
        return ""
    with open(asked["file"], "wb") as file:
        file.write(certificate.steps)
    return " proof=xcd"


def serve(name, respond):
    """Answers batches until standard input ends."""
    sys.setrecursionlimit(100_000)
    out = sys.stdout
    out.write(f"quadrille 3\nname {name}\nversion 1.0\ntakes sudoku cover\n")
    out.write("tasks first unique all count cheapest\n")
    out.write("counters forks nodes\nproofs xcd\nready\n")
    out.flush()
    flushed = time.monotonic()
    lines = iter(sys.stdin.readline, "")
    for line in lines:
        words = line.split(maxsplit=3)
        if words[0] == "batch":
            asked = dict(word.split("=", 1) for word in line.split()[2:])
        elif words[0] == "end":
            out.write("done\n")
            out.flush()
        else:
            kind, number, size = words[:3]
            try:
                if kind == "sudoku":
                    problem = Sudoku(int(size), words[3].strip())
                else:
                    problem = Cover([next(lines) for _ in range(int(size))])
                if "proof" in asked:
                    asked["file"] = os.path.join(asked["proof"], number + ".xcd")
                out.write(" ".join((number, *map(str, respond(problem, asked)))) + "\n")
            except Unsupported:
                out.write(f"{number} unsupported\n")
            if time.monotonic() - flushed > 0.001:
                out.flush()
                flushed = time.monotonic()


if __name__ == "__main__":
    serve("python-example", answer)
