"""An engine for quadrille in Python: Sudokus of any size, and exact cover problems, by Algorithm X on sets.

docs/PROTOCOL.md describes the protocol. A Sudoku becomes an exact cover problem: each empty cell, and each digit that a row,
column or box still lacks, is an item. The search branches on the item with the fewest options, the first among
equals, so its nodes and forks are those of dancing links. Source of Algorithm X, and of colours: D. E. Knuth, The
Art of Computer Programming 4B, 7.2.2.1."""

import sys
import time

LETTERS = "abcdefghijklmnopqrstuvwxy"


class GaveUp(Exception):
    """The limit of nodes is reached."""


class Enough(Exception):
    """The limit of solutions is reached."""


class Unsupported(Exception):
    """The problem is not accepted."""


class Search:
    """Algorithm X. Options are lists of pairs (item, colour or None); items below `primary` must be covered."""

    def __init__(self, primary, options, limit, most_nodes):
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
        self.solutions, self.first, self.chosen = 0, None, []
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
            if self.first is None:
                self.first = list(self.chosen)
            if self.solutions >= self.limit:
                raise Enough
            return
        item = min(self.open, key=lambda item: (len(self.live[item]), item))
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


class Cover:
    """An exact cover problem in DLX text."""

    def __init__(self, lines):
        words = lines[0].split()
        bar = words.index("|") if "|" in words else len(words)
        if any("|" in word for word in words[:bar]):
            raise Unsupported
        self.primary = bar
        numbers = {name: number for number, name in enumerate(words[:bar] + words[bar + 1 :])}
        self.options = []
        for line in lines[1:]:
            entries = (word.partition(":") for word in line.split() if not word.startswith("|"))
            self.options.append([(numbers[name], colour or None) for name, _, colour in entries])

    def solution(self, chosen):
        return " ".join(map(str, chosen))


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
        needed = [item for item in range(4 * rows * rows) if item not in covered]
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

    def solution(self, chosen):
        cells = list(self.cells)
        for number in chosen:
            cell, digit = self.placements[number]
            cells[cell] = digit
        if self.rows > 25:
            return " ".join(map(str, cells))
        symbols = ".123456789" if self.rows < 10 else "." + LETTERS
        return "".join(symbols[digit] for digit in cells)


def answer(problem, asked):
    """The number of solutions, the first solution, and the fields with counters and time."""
    if getattr(problem, "clash", False):
        return 0, "-", "forks=0 nodes=1 ns=0"
    limit = int(asked.get("limit", sys.maxsize))
    most_nodes = int(asked.get("nodes", sys.maxsize))
    start = time.perf_counter_ns()
    for _ in range(int(asked["iterations"])):
        search = Search(problem.primary, problem.options, limit, most_nodes)
        try:
            search.run()
            count = search.solutions
        except GaveUp:
            count = "budget"
    ns = time.perf_counter_ns() - start
    fields = f"forks={search.forks} nodes={search.nodes} ns={ns}"
    if count == "budget":
        return count, "", fields
    return count, "-" if search.first is None else problem.solution(search.first), fields


def serve(name, respond):
    """Answers batches until standard input ends."""
    sys.setrecursionlimit(100_000)
    out = sys.stdout
    out.write(f"quadrille 2\nname {name}\nversion 1.0\ntakes sudoku cover\ncounters forks nodes\nready\n")
    out.flush()
    flushed = time.monotonic()
    lines = iter(sys.stdin.readline, "")
    for line in lines:
        words = line.split(maxsplit=3)
        if words[0] == "batch":
            asked = dict(word.split("=") for word in line.split()[2:])
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
                out.write(" ".join((number, *map(str, respond(problem, asked)))) + "\n")
            except Unsupported:
                out.write(f"{number} unsupported\n")
            if time.monotonic() - flushed > 0.001:
                out.flush()
                flushed = time.monotonic()


if __name__ == "__main__":
    serve("python-example", answer)
