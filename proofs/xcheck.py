#!/usr/bin/env python3
"""xcheck.py [FOLDER]: checks a folder that `quadrille cover --proof FOLDER` wrote [default: the folder of this program].

The certificate only names the item to branch on in each sub-problem. All else is computed here, so a wrong certificate may
fail the check, but cannot make it accept a wrong number. docs/PROOFS.md of Quadrille specifies the format."""
import gzip, hashlib, os, sys, threading

DIGITS = '123456789ABCDEFGHIJKLMNOP'
MOST_OPTIONS, MOST_ITEMS, MOST_BYTES, MOST_STORED = 1 << 14, 1 << 16, 1 << 26, 4 * 10**9     # limits of this check

def expect(condition, why):
    if not condition:
        raise ValueError(why)

def lines(name):
    """The lines of a text one after the other, without their line feeds."""
    with open(name, encoding='utf-8', newline='\n') as file:
        while line := file.readline(MOST_BYTES):
            expect(line.endswith('\n'), f'{name}: a line without a line feed, or too long')
            yield line[:-1]

def small(name, most=MOST_BYTES):
    expect(os.path.getsize(name) <= most, f'{name}: more than {most} bytes')
    return list(lines(name))

class Problem:
    """Sets of options and sets of items are whole numbers, with a bit for each member."""
    def __init__(self, items, bounds, options):                      # an option: {item: colour, or '' for none}
        expect(items <= MOST_ITEMS and len(options) <= MOST_OPTIONS, 'problem.dlx: too large for this check')
        self.primary, self.size, self.holders = len(bounds), len(options), []
        self.several = {i: b for i, b in enumerate(bounds) if b != (1, 1)}
        self.once = sum(1 << i for i in range(self.primary) if i not in self.several)
        self.excluded = [1 << k for k in range(self.size)]           # by option; it excludes itself, too
        self.covers, self.several_of = [0] * self.size, [[] for _ in options]
        held = [[] for _ in range(items)]
        for k, option in enumerate(options):
            for i, colour in option.items():
                held[i].append((k, colour))
        for i in range(items):
            coloured = {}
            for k, colour in held[i]:
                coloured[colour] = coloured.get(colour, 0) | 1 << k
            self.holders.append(sum(coloured.values()))
            for k, colour in held[i]:
                if i in self.several:
                    self.several_of[k].append(i)
                else:
                    self.excluded[k] |= self.holders[i] & ~(coloured[colour] if colour else 0)
                    self.covers[k] |= (i < self.primary) << i

def read_problem():
    head, *rest = small('problem.dlx')
    primary, bar, secondary = head.partition(' | ')
    names, bounds = [word.rpartition('|')[2] for word in primary.split(' ')], []
    for word, name in zip(primary.split(' '), names):
        low, high = map(int, (word[:-len(name) - 1] or '1:1').split(':')) if name else (1, 0)
        expect(low <= high > 0 and high < 1 << 32 and word in ([name] if low == high == 1 else []) + [f'{low}:{high}|{name}'], f'problem.dlx: {word}')
        bounds.append((low, high))
    names += secondary.split(' ') if bar else []
    number = {name: i for i, name in enumerate(names)}
    expect(len(number) == len(names) and all(name and not set(name) & set('|:\t\r') for name in names), 'problem.dlx: names')
    options = []
    for line in rest:
        words = [word.partition(':') for word in line.split(' ')]
        expect(all(name in number for name, _, _ in words), f'problem.dlx: unknown item in {line[:99]}')
        option = {number[name]: colour for name, _, colour in words}
        expect(len(option) == len(words) and min(option) < len(bounds), f'problem.dlx: wrong option {line[:99]}')
        for name, colon, colour in words:
            is_right = not colon or colour and not set(colour) & set('|:\t\r') and number[name] >= len(bounds)
            expect(is_right, f'problem.dlx: wrong colour in {line[:99]}')
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
            if byte[0] < 128 and number < 1 << 32:
                return number
        raise ValueError('certificate: a number of more than 32 bits')

def bytes_of(*values):
    return 100 + sum(map(sys.getsizeof, values))

def count(problem, left, steps, visit=None):
    """The number of solutions among the options `left`; `visit` receives each solution, as options in ascending order."""
    stored, chosen, several = [], [], problem.several
    room, holders, excluded, covers = [MOST_STORED], problem.holders, problem.excluded, problem.covers
    def needs(i, times):                        # how often item i must still be covered that may be covered so many times
        return max(0, times - several[i][1] + several[i][0]) if i in several else 1
    def solutions(left, unmet, times):          # options left, items to cover once, how often the others may be covered
        if not left and not unmet:
            met = not any(needs(i, t) for i, t in times.items())
            if met and visit:
                visit(sorted(chosen))
            return int(met)
        code = steps.number()
        if code in (1, 2):
            ago = steps.number()
            expect(ago < len(stored) and stored[~ago], 'certificate: refers to a sub-problem that is not stored')
            key, number = stored[~ago]
            expect(key == (left, unmet, times), 'certificate: the stored sub-problem differs')
            if code == 2:
                stored[~ago] = None
                room[0] += bytes_of(left, unmet, times, number)
            return number
        item = (code or steps.number()) - 4
        expect(0 <= item < problem.primary, 'certificate: not the code of a primary item')
        expect(times[item] if item in several else unmet >> item & 1, 'certificate: the item is not to be covered here')
        total, rest, need, now = 0, left, needs(item, times.get(item)), times
        while (options := holders[item] & rest) and (need < 2 or bin(options).count('1') >= need):
            k = (options & -options).bit_length() - 1       # the branch: this option, and none of the item before it
            below = rest & ~excluded[k]
            if several:
                now = dict(times)
                for i in problem.several_of[k]:
                    now[i] -= 1
                    below &= ~(0 if now[i] else holders[i])
            chosen.append(k)
            total += solutions(below, unmet & ~covers[k], now)
            chosen.pop()
            rest &= ~(1 << k)
        if not need:                                        # the last branch: no option of the item
            total += solutions(rest & ~holders[item], unmet, {**times, item: 0})
        if not code:
            room[0] -= bytes_of(left, unmet, times, total) + 8
            expect(room[0] > 0 and not visit, 'certificate: stores too much, or where solutions are visited')
            stored.append(((left, unmet, times), total))
        return total
    return solutions(left, problem.once, {i: high for i, (_, high) in several.items()})

def check_solution(problem, chosen, what):
    expect(all(0 <= k < problem.size for k in chosen), f'{what}: no such option')
    every = sum(1 << k for k in chosen)
    expect(all(problem.excluded[k] & every == 1 << k for k in chosen), f'{what}: options exclude each other')
    for i in range(problem.primary):
        low, high = problem.several.get(i, (1, 1))
        expect(low <= bin(problem.holders[i] & every).count('1') <= high, f'{what}: item {i + 1}')

def check_some(problem):
    seen = set()
    for line in small('solutions.txt', MOST_STORED):
        chosen = sorted({int(word) - 1 for word in line.split(' ')} if line else ())
        expect(' '.join(str(k + 1) for k in chosen) == line and line not in seen, f'solutions.txt: {line[:99]}')
        check_solution(problem, chosen, f'solutions.txt: {line[:99]}')
        seen.add(line)
    return len(seen)

def check_puzzles(steps):
    puzzles, answers, counted = lines('puzzles.txt'), lines('answers.txt'), 0
    for counted, puzzle in enumerate(puzzles, 1):
        side = side if counted > 1 else {16: 2, 81: 3, 256: 4, 625: 5}[len(puzzle)]
        n, what = side * side, f'answers.txt:{counted}'
        problem = problem if counted > 1 else sudoku(side)
        kind, *listed = next(answers, '').split(' ')
        for grid in [puzzle, *listed]:
            expect(len(grid) == n * n and set(grid) <= set('.' * (grid is puzzle) + DIGITS[:n]), f'{what}: not a grid')
        left = sum(1 << q * n + d for q, given in enumerate(puzzle) for d in range(n) if given in '.' + DIGITS[d])
        if kind == 'several' and len(set(listed)) == len(listed) == 2:
            for grid in listed:
                chosen = [q * n + DIGITS.index(digit) for q, digit in enumerate(grid)]
                expect(all(left >> k & 1 for k in chosen), f'{what}: not a solution of the puzzle')
                check_solution(problem, chosen, what)
        else:
            expect(kind == ['none', 'unique'][len(listed)], what)
            visit = lambda solution: expect(listed and ''.join(DIGITS[k % n] for k in solution) == listed[0], what)
            expect(count(problem, left, steps, visit) == len(listed), f'{what}: the puzzle has another number of solutions')
    expect(next(answers, None) is None, 'answers.txt: more answers than puzzles')
    return counted

def digest(name):
    expect(os.path.isfile(name), f'{name}: not a file')
    whole = hashlib.sha256()
    with open(name, 'rb') as file:
        while block := file.read(1 << 20):
            whole.update(block)
    return f'sha256 {whole.hexdigest()} {name}'

def check(folder):
    os.chdir(folder)
    version, claim, _, *sums = small('MANIFEST', 1 << 16)
    expect(version == 'quadrille proof 1', 'MANIFEST: expected `quadrille proof 1`')
    word, kind, number = claim.split(' ')
    names = [line.split(' ')[-1] for line in sums]
    certificates = [name for name in names if name in ('certificate.xcd', 'certificate.xcd.gz')]
    needed = {'count': ['problem.dlx'], 'puzzles': ['puzzles.txt', 'answers.txt']}.get(kind, ['problem.dlx', 'solutions.txt'])
    expect(word == 'claim' and kind in ('count', 'all', 'some', 'puzzles'), f'MANIFEST: {claim}')
    expect(set(names) - {'README.md', 'xcheck.py'} == {*needed, *certificates} and len(set(names)) == len(names), 'MANIFEST: files')
    expect(len(certificates) == (kind != 'some'), 'MANIFEST: expected one certificate, or none for `some`')
    for line, name in zip(sums, names):
        expect(line == digest(name), f'{name}: its SHA-256 sum differs from that in MANIFEST')
    steps = Steps(certificates[0]) if certificates else None
    if kind == 'puzzles':
        counted = check_puzzles(steps)
    elif kind == 'some':
        counted = check_some(read_problem())
    else:
        problem, listed, visit = read_problem(), iter(()), None
        if kind == 'all':
            listed = lines('solutions.txt')
            visit = lambda solution: expect(' '.join(str(k + 1) for k in solution) == next(listed, None), 'solutions.txt: another solution')
        counted = count(problem, (1 << problem.size) - 1, steps, visit)
        expect(next(listed, None) is None, 'solutions.txt: more solutions than the problem has')
    expect(str(counted) == number, f'MANIFEST: claims {number}; counted {counted}')
    expect(not steps or not steps.file.read(1), 'certificate: steps after the last sub-problem')
    return f'VERIFIED {kind} {number}'

def main(answer):
    try:
        answer.append(check(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))))
    except Exception as error:
        answer.append(f'REFUSED {type(error).__name__}: {error}')

if __name__ == '__main__':
    sys.setrecursionlimit(1 << 20)
    getattr(sys, 'set_int_max_str_digits', int)(1 << 17)             # counts may have thousands of digits
    threading.stack_size(1 << 29)                                    # sub-problems may lie deep within each other
    answer = []
    thread = threading.Thread(target=main, args=[answer])
    thread.start()
    thread.join()
    print(answer[0])
    sys.exit(not answer[0].startswith('VERIFIED'))
