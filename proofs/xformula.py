#!/usr/bin/env python3
"""Checks the formula of a folder that `quadrille prove --form veripb` wrote, and which lines its proof has.

The proof itself is checked by another program, which believes the formula and every line that assumes something. So this
program derives the formula from problem.dlx and solutions.txt, compares it byte for byte, checks that each solution listed is one
and is listed once, and that the proof has no other lines than those that are derived. Then it prints the command that
checks the proof. Python 3.9 or later, standard library alone. Memory: a few times the size of the problem and of the list of solutions.
"""
import hashlib
import os
import re
import sys


def refuse(why):
    print("REFUSED", why)
    sys.exit(1)


def expect(condition, why):
    if not condition:
        refuse(why)


def manifest():
    """The claimed number of solutions. Checks the sums."""
    lines = open("MANIFEST", encoding="utf-8").read().split("\n")
    expect(lines[0] == "quadrille proof 1" and lines[-1] == "", "MANIFEST: not of version 1")
    claim = re.fullmatch(r"claim all (0|[1-9]\d*)", lines[1])
    expect(claim, "MANIFEST:2: expected `claim all N`")
    names = []
    for number, line in enumerate(lines[3:-1], 4):
        parts = re.fullmatch(r"sha256 ([0-9a-f]{64}) ([\w.]+)", line)
        expect(parts and parts[2] not in names, f"MANIFEST:{number}: expected the sum of a further file")
        names.append(parts[2])
        total = hashlib.sha256()
        with open(parts[2], "rb") as file:
            for chunk in iter(lambda: file.read(1 << 16), b""):
                total.update(chunk)
        expect(total.hexdigest() == parts[1], f"{parts[2]}: its sum differs from that in MANIFEST")
    expect({"problem.dlx", "solutions.txt", "formula.opb", "proof.pbp"} <= set(names),
           "MANIFEST: expected the sums of problem.dlx, solutions.txt, formula.opb and proof.pbp")
    return int(claim[1])


def problem():
    """The number of primary items; by option, the colour of each item (None for none)."""
    lines = open("problem.dlx", encoding="utf-8", newline="\n").read().split("\n")
    expect(lines.pop() == "", "problem.dlx: no line feed at the end")
    primary, _, secondary = lines[0].partition(" | ")
    names = primary.split(" ") + (secondary.split(" ") if secondary else [])
    items = {name: i for i, name in enumerate(names)}
    expect(len(items) == len(names) and all(name and not re.search(r"[|:\s]", name) for name in names),
           "problem.dlx:1: expected different names, without multiplicities")
    many, options = len(primary.split(" ")), []
    for number, line in enumerate(lines[1:], 2):
        option = {}
        for word in line.split(" "):
            name, colon, colour = word.partition(":")
            expect(name in items and items[name] not in option, f"problem.dlx:{number}: no item, or an item twice")
            expect(not colon or (items[name] >= many and colour), f"problem.dlx:{number}: a colour where none may be")
            option[items[name]] = colour if colon else None
        expect(min(option) < many, f"problem.dlx:{number}: an option without a primary item")
        options.append(option)
    return many, len(names), options


def solutions(many, options, claimed):
    """The solutions listed, each of which is one, and different from the others."""
    found = []
    for number, line in enumerate(open("solutions.txt", encoding="ascii", newline="\n"), 1):
        expect(re.fullmatch(r"[1-9]\d*( [1-9]\d*)*\n", line), f"solutions.txt:{number}: expected numbers of options")
        chosen, covered = [int(word) for word in line.split()], {}
        expect(chosen == sorted(set(chosen)) and chosen[-1] <= len(options), f"solutions.txt:{number}: expected ascending numbers of options")
        for option in chosen:
            for item, colour in options[option - 1].items():
                expect(item not in covered or (colour is not None and covered[item] == colour),
                       f"solutions.txt:{number}: an item is covered twice")
                covered[item] = colour
        expect(all(item in covered for item in range(many)), f"solutions.txt:{number}: an item is not covered")
        found.append(tuple(chosen))
    expect(len(set(found)) == len(found), "solutions.txt: a solution is listed twice")
    expect(len(found) == claimed, f"MANIFEST: claims {claimed} solutions; solutions.txt lists {len(found)}")
    return found


def opb(many, items, options, listed):
    """The lines of the pseudo-Boolean formula, and the number of its constraints for the proof, which has two for each equation."""
    holders = [[o for o, option in enumerate(options, 1) if i in option] for i in range(items)]
    lines = ["".join(f"1 x{o} " for o in holders[i]) + "= 1 ;" for i in range(many)]
    for i in range(many, items):
        if all(options[o - 1][i] is None for o in holders[i]):
            if len(holders[i]) > 1:
                lines.append("".join(f"1 ~x{o} " for o in holders[i]) + f">= {len(holders[i]) - 1} ;")
            continue
        for o in holders[i]:
            colour = options[o - 1][i]
            later = [p for p in holders[i] if p > o and (colour is None or options[p - 1][i] != colour)]
            if later:
                lines.append(f"{len(later)} ~x{o} " + "".join(f"1 ~x{p} " for p in later) + f">= {len(later)} ;")
    lines += ["".join(f"1 ~x{o} " for o in solution) + ">= 1 ;" for solution in listed]
    return [f"* #variable= {len(options)} #constraint= {len(lines)}"] + lines, many + len(lines)


def main():
    if len(sys.argv) > 1:
        os.chdir(sys.argv[1])
    elif os.path.dirname(sys.argv[0]):
        os.chdir(os.path.dirname(sys.argv[0]))
    claimed = manifest()
    many, items, options = problem()
    listed = solutions(many, options, claimed)
    lines, number = opb(many, items, options, listed)
    name = "formula.opb"
    with open(name, "rb") as file:
        for at, line in enumerate(lines, 1):
            expect(file.read(len(line) + 1) == line.encode() + b"\n", f"{name}:{at}: expected `{line[:100]}`")
        expect(not file.read(1), f"{name}: more lines than follow from problem.dlx and solutions.txt")
    name = "proof.pbp"
    derives, state = re.compile(r"rup (1 ~x\d+ )*>= 1 :( \d+)*;\n|del id( \d+)*;\n"), 0
    head = ["pseudo-Boolean proof version 3.0\n", f"f {number};\n"]
    tail = [r"output NONE;\n", r"conclusion UNSAT : \d+;\n", r"end pseudo-Boolean proof;\n"]
    for at, line in enumerate(open(name, encoding="ascii", newline="\n"), 1):
        if at <= len(head):
            expect(line == head[at - 1], f"{name}:{at}: expected `{head[at - 1].strip()}`")
        elif state == 0 and derives.fullmatch(line):
            pass
        else:
            expect(state < len(tail) and re.fullmatch(tail[state], line), f"{name}:{at}: a line that is not allowed")
            state += 1
    expect(state == len(tail), f"{name}: the proof does not end as expected")
    print(f"VERIFIED the formula and the {len(listed)} solutions. To check that there are no others:")
    print("veripb --opb formula.opb proof.pbp")
    print("The last line must be: s VERIFIED UNSATISFIABLE")


if __name__ == "__main__":
    main()
