#!/usr/bin/env python3
"""xcheck.py [FOLDER]: checks a folder that `quadrille cover --proof FOLDER` wrote [default: the folder of this program].

The certificate only names the item to branch on in each sub-problem. All else is computed here, so a wrong certificate may
fail the check, but cannot make it accept a wrong number. docs/PROOFS.md of Quadrille specifies the format."""
import gzip, hashlib, os, sys, threading

DIGITS = '123456789ABCDEFGHIJKLMNOP'

def expect(condition, why):
    if not condition:
        raise ValueError(why)

def lines(name):
    text = open(name, encoding='utf-8', newline='').read()
    expect(text == '' or text.endswith('\n'), f'{name}: no line feed at the end')
    return text.split('\n')[:-1]

class Problem:
    """Sets of options and sets of items are whole numbers, with a bit for each member."""
    def __init__(self, items, bounds, options):
        self.primary, self.options = len(bounds), options            # an option: {item: colour, or '' for none}
        self.several = {i: b for i, b in enumerate(bounds) if b != (1, 1)}
        self.holders, coloured = [0] * items, {}
        for k, option in enumerate(options):
            for i, colour in option.items():
                self.holders[i] |= 1 << k
                coloured[i, colour] = coloured.get((i, colour), 0) | 1 << k
        self.excluded, self.covers = [], []                          # by option; it excludes itself, too
        for k, option in enumerate(options):
            excluding = [(i, colour) for i, colour in option.items() if i not in self.several]
            self.excluded.append(1 << k)
            for i, colour in excluding:
                self.excluded[k] |= self.holders[i] & ~(coloured[i, colour] if colour else 0)
            self.covers.append(sum(1 << i for i, _ in excluding if i < self.primary))
        self.once = sum(1 << i for i in range(self.primary) if i not in self.several)

def read_problem():
    head, *rest = lines('problem.dlx')
    primary, _, secondary = head.partition(' | ')
    bounds, names = [], []
    for word in primary.split(' '):
        times, bar, name = word.rpartition('|')
        low, _, high = times.partition(':') if bar else '1:1'.partition(':')
        bounds.append((int(low), int(high)))
        names.append(name)
        expect(0 <= int(low) <= int(high) > 0, f'problem.dlx: bounds {times}')
    names += secondary.split(' ') if secondary else []
    number = {name: i for i, name in enumerate(names)}
    expect(len(number) == len(names) and '' not in number, 'problem.dlx: an item is named twice or not at all')
    options = []
    for line in rest:
        words = [word.partition(':') for word in line.split(' ')]
        expect(all(name in number for name, _, _ in words), f'problem.dlx: unknown item in {line}')
        option = {number[name]: colour for name, _, colour in words}
        expect(len(option) == len(words) and min(option) < len(bounds), f'problem.dlx: wrong option {line}')
        for name, colon, colour in words:
            expect(not colon or colour and number[name] >= len(bounds), f'problem.dlx: wrong colour in {line}')
        options.append(option)
    return Problem(len(names), bounds, options)

def sudoku(side):
    n = side * side
    return Problem(4 * n * n, [(1, 1)] * (4 * n * n), [
        dict.fromkeys((r * n + c, n * n + r * n + d, 2 * n * n + c * n + d, 3 * n * n + (r // side * side + c // side) * n + d), '')
        for r in range(n) for c in range(n) for d in range(n)])

class Steps:
    def __init__(self, name):
        self.file = (gzip.open if name.endswith('.gz') else open)(name, 'rb')
        expect(self.file.read(6) == b'xcd 1\n', f'{name}: expected xcd 1')
    def number(self):
        number = 0
        for shift in range(0, 35, 7):
            byte = self.file.read(1)
            expect(byte, 'certificate: it ends too early')
            number |= (byte[0] & 127) << shift
            if byte[0] < 128:
                return number
        raise ValueError('certificate: a number of more than five bytes')

def count(problem, left, steps, visit=None):
    """The number of solutions among the options `left`; `visit` receives each solution, as options in ascending order."""
    stored, chosen, several = [], [], problem.several
    def needs(i, times):                        # how often item i must still be covered that may be covered so many times
        return max(0, times - several[i][1] + several[i][0]) if i in several else 1
    def solutions(left, unmet, times):          # options left, items to cover once, how often the others may be covered
        if not left and not unmet:
            met = not any(needs(i, t) for i, t in times.items())
            if met and visit:
                visit(sorted(chosen))
            return int(met)
        code = steps.number()
        if code == 1:
            ago = steps.number()
            expect(ago < len(stored) and not visit, 'certificate: refers to a sub-problem that is not stored')
            expect(stored[-1 - ago][0] == (left, unmet, times), 'certificate: the stored sub-problem differs')
            return stored[-1 - ago][1]
        item = (code or steps.number()) - 4
        expect(0 <= item < problem.primary, 'certificate: not the code of a primary item')
        expect(times[item] if item in several else unmet >> item & 1, 'certificate: the item is not to be covered here')
        total, rest, need = 0, left, needs(item, times.get(item))
        while (options := problem.holders[item] & rest) and (need < 2 or bin(options).count('1') >= need):
            k = (options & -options).bit_length() - 1       # the branch: this option, and none of the item before it
            below, now = rest & ~problem.excluded[k], dict(times)
            for i in several and problem.options[k]:
                if i in several:
                    now[i] -= 1
                    below &= ~(0 if now[i] else problem.holders[i])
            chosen.append(k)
            total += solutions(below, unmet & ~problem.covers[k], now)
            chosen.pop()
            rest &= ~(1 << k)
        if not need:                                        # the last branch: no option of the item
            total += solutions(rest, unmet, {**times, item: 0})
        if not code:
            stored.append(((left, unmet, times), total))
        return total
    return solutions(left, problem.once, {i: high for i, (_, high) in several.items()})

def check_solution(problem, chosen, what):
    expect(all(0 <= k < len(problem.options) for k in chosen), f'{what}: no such option')
    expect(not any(problem.excluded[k] >> q & 1 for k in chosen for q in chosen if k != q), f'{what}: options clash')
    for i in range(problem.primary):
        low, high = problem.several.get(i, (1, 1))
        expect(low <= sum(problem.holders[i] >> k & 1 for k in chosen) <= high, f'{what}: item {i + 1}')

def check_puzzle(n, problem, steps, puzzle, answer):
    kind, *listed = answer.split(' ')
    for grid in [puzzle, *listed]:
        expect(len(grid) == n * n and set(grid) <= set('.' * (grid is puzzle) + DIGITS[:n]), f'not a grid: {grid}')
    left = sum(1 << q * n + d for q, given in enumerate(puzzle) for d in range(n) if given in '.' + DIGITS[d])
    if kind == 'several' and len(set(listed)) == len(listed) == 2:
        for grid in listed:
            chosen = [q * n + DIGITS.index(digit) for q, digit in enumerate(grid)]
            expect(all(left >> k & 1 for k in chosen), f'not a solution of {puzzle}: {grid}')
            check_solution(problem, chosen, grid)
    else:
        found = []
        count(problem, left, steps, lambda solution: found.append(''.join(DIGITS[k % n] for k in solution)))
        expect(found == listed and kind == ['none', 'unique', ''][min(2, len(found))], f'{puzzle} is not {answer}')

def check(folder):
    os.chdir(folder)
    version, claim, _, *sums = lines('MANIFEST')
    expect(version == 'quadrille proof 1', 'MANIFEST: expected `quadrille proof 1`')
    word, kind, number = claim.split(' ')
    expect(word == 'claim' and kind in ('count', 'all', 'some', 'puzzles'), f'MANIFEST: {claim}')
    names = [line.split(' ')[2] for line in sums]
    for line, name in zip(sums, names):
        expect(line == f'sha256 {hashlib.sha256(open(name, "rb").read()).hexdigest()} {name}', f'{name}: wrong SHA-256 sum')
    steps = kind != 'some' and Steps(*(name for name in names if name.startswith('certificate')))
    if kind == 'puzzles':
        puzzles, answers = lines('puzzles.txt'), lines('answers.txt')
        expect(len(puzzles) == len(answers) == int(number), f'found {len(puzzles)} puzzles')
        side = {16: 2, 81: 3, 256: 4, 625: 5}[len(puzzles[0])]
        problem = sudoku(side)
        for puzzle, answer in zip(puzzles, answers):
            check_puzzle(side * side, problem, steps, puzzle, answer)
    else:
        problem, found, listed = read_problem(), [], lines('solutions.txt') if kind != 'count' else []
        visit = (lambda solution: found.append(' '.join(str(k + 1) for k in solution))) if kind == 'all' else None
        if kind == 'some':
            counted = len(set(listed))
            for line in set(listed):
                chosen = sorted({int(word) - 1 for word in line.split(' ')})
                expect(' '.join(str(k + 1) for k in chosen) == line, f'solutions.txt: {line}')
                check_solution(problem, chosen, line)
        else:
            counted = count(problem, (1 << len(problem.options)) - 1, steps, visit)
            expect(kind == 'count' or found == listed, 'solutions.txt does not list the solutions in order')
        expect(str(counted) == number, f'MANIFEST claims {number} solutions; counted {counted}')
    expect(not steps or not steps.file.read(1), 'certificate: steps after the last sub-problem')
    return f'VERIFIED {kind} {number}'

def main(answer):
    try:
        answer.append(check(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))))
    except Exception as error:
        answer.append(f'REFUSED {type(error).__name__}: {error}')

if __name__ == '__main__':
    sys.setrecursionlimit(1 << 20)
    threading.stack_size(1 << 29)               # sub-problems may lie deep within each other
    answer = []
    thread = threading.Thread(target=main, args=[answer])
    thread.start()
    thread.join()
    print(answer[0])
    sys.exit(not answer[0].startswith('VERIFIED'))
