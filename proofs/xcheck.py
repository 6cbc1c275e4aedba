#!/usr/bin/env python3
"""xcheck.py [FOLDER...]: checks folders that `quadrille prove` wrote [default: the folder of this program].
The certificate only names the item to branch on in each sub-problem; all else is computed here. So a wrong certificate may
fail the check, but cannot make it accept a wrong number. docs/PROOFS.md of Quadrille specifies the format."""
import concurrent.futures, gzip, hashlib, itertools, os, re, sys, threading
MOST_MEMORY, MOST_OPTIONS, MOST_ITEMS = 8 * 10**9, 1 << 14, 1 << 16        # limits of this check; memory in bytes, on POSIX
NOTHING, END = ((0, 0, {}), 0), 1 << 40                         # a sub-problem like no other; a code that is none
def expect(condition, why):
    if not condition:
        raise ValueError(why[:300])
def lines(data):
    expect(data[-1:] in (b'', b'\n'), 'no line feed at the end of a text')
    return data.decode().split('\n')[:-1]
def members(numbers):                                           # of a set, in ascending order
    while numbers:
        yield (numbers & -numbers).bit_length() - 1
        numbers &= numbers - 1
class Problem:                                                  # sets are whole numbers, with a bit for each member
    def __init__(self, items, bounds, options):                 # bounds of primary items; options: {item: colour or ''}
        expect(items <= MOST_ITEMS and len(options) <= MOST_OPTIONS, 'problem.dlx: too large for this check')
        self.bounds, self.all, self.spare = bounds, (1 << len(options)) - 1, [high - low for low, high in bounds]
        self.highs = {i: high for i, (low, high) in enumerate(bounds) if (low, high) != (1, 1)}
        self.once = sum(1 << i for i in range(len(bounds)) if i not in self.highs)
        self.several = [[i for i in option if i in self.highs] for option in options]
        self.covers = [sum(1 << i for i in option if self.once >> i & 1) for option in options]
        held = [{} for _ in range(items)]                       # by item and colour, the options with that
        for k, option in enumerate(options):
            for i, colour in option.items():
                held[i][colour] = held[i].get(colour, 0) | 1 << k
        self.holders = [sum(coloured.values()) for coloured in held]
        self.excluded = [1 << k for k in range(len(options))]   # by option; it excludes itself, too
        for k, option in enumerate(options):
            for i in option.keys() - self.highs.keys():
                self.excluded[k] |= self.holders[i] & ~(held[i][option[i]] if option[i] else 0)
    def shape(self, left, unmet, times, to):                    # what makes sets of options solutions, under other names
        image = lambda options: sum(1 << (to[k] if 0 <= to[k] < MOST_OPTIONS else expect(False, 'no such option')) for k in members(options & left))
        several = {(image(self.holders[i]), n, max(0, n - self.spare[i])) for i, n in times.items()}
        once = {image(self.holders[i]) for i in members(unmet)}
        return bin(left).count('1'), {to[k]: image(self.excluded[k]) for k in members(left)}, several, once
def read_problem(data):
    (head, *rest), name, times = lines(data), '[^\0- |:\x7f]+', '((?!1:1[|])(0|[1-9][0-9]{0,9}):[1-9][0-9]{0,9}[|])?'
    primary, _, secondary = head.partition(' | ')
    words = [word.rpartition('|') for word in primary.split(' ')]
    bounds = [tuple(map(int, (times or '1:1').split(':'))) for times, _, _ in words]
    names = [name for _, _, name in words] + secondary.split(' ') * (secondary != '')
    number, options = {name: i for i, name in enumerate(names)}, []
    is_right = re.fullmatch(f'{times}{name}( {times}{name})*( [|]( {name})+)?', head) and len(number) == len(names)
    expect(is_right and all(low <= high < 1 << 32 for low, high in bounds), 'problem.dlx: wrong line of items')
    for line in rest:
        words = [word.partition(':') for word in line.split(' ')]
        options.append({number[name]: colour for name, _, colour in words})
        are_right = (re.fullmatch(name, colour) and number[item] >= len(bounds) for item, colon, colour in words if colon)
        expect(len(options[-1]) == len(words) and min(options[-1]) < len(bounds) and all(are_right), f'wrong option: {line}')
    return Problem(len(names), bounds, options)
def numbers(data):
    number = shift = 0
    for byte in data:
        number, shift = number | (byte & 127) << shift, shift + 7
        expect(shift < 36 and number < 1 << 32, 'certificate: a number of more than 32 bits')
        if byte < 128:
            yield number
            number = shift = 0
    expect(shift == 0, 'certificate: it ends within a number')
def count(problem, left, codes):                                # the number of solutions among the options `left`
    stored, holders = [], problem.holders                       # by place: a sub-problem and its count
    def solutions(left, unmet, times):          # options left, items to cover once, how often the others may be covered
        if not left and not unmet:
            return int(all(n <= problem.spare[i] for i, n in times.items()))
        code, here = next(codes, END), (left, unmet, times)
        if code in (1, 2, 3):
            ago = next(codes, END)
            there, number = stored[~ago] if ago < len(stored) else NOTHING
            if code == 3:
                here, there = problem.shape(*here, dict(zip(members(left), codes))), problem.shape(*there, range(MOST_OPTIONS))
            expect(here == there, 'certificate: the stored sub-problem differs, or is not stored')
            stored[~ago] = NOTHING if code == 2 else stored[~ago]
            return number
        item = (code or next(codes, END)) - 4
        expect(0 <= item < len(problem.bounds) and (times.get(item) or unmet >> item & 1), 'certificate: no item to be covered')
        total, rest, need = 0, left, max(0, times.get(item, 1) - problem.spare[item])
        while (options := holders[item] & rest) and (need < 2 or bin(options).count('1') >= need):
            k = (options & -options).bit_length() - 1           # the branch: this option, and none of the item before it
            below, now = rest & ~problem.excluded[k], dict(times)
            for i in problem.several[k]:
                now[i] -= 1
                below &= ~(0 if now[i] else holders[i])
            total += solutions(below, unmet & ~problem.covers[k], now)
            rest &= ~(1 << k)
        if not need:                                            # the last branch: no option of the item
            total += solutions(rest, unmet, {**times, item: 0})
        stored.extend([] if code else [(here, total)])
        return total
    return solutions(left, problem.once, problem.highs)
def check_solution(problem, left, chosen, what):
    every = sum(1 << k for k in chosen)
    is_apart = every & left == every and all(problem.excluded[k] & every == 1 << k for k in chosen)
    fits = (low <= bin(held & every).count('1') <= high for (low, high), held in zip(problem.bounds, problem.holders))
    expect(is_apart and all(fits), f'{what}: not a solution')
def images(problem, listed, symmetries):                        # the number of solutions that symmetries make of those listed
    whole, found, everywhere = (problem.all, problem.once, problem.highs), set(), []
    shape = problem.shape(*whole, range(MOST_OPTIONS))
    for line in symmetries:
        everywhere.append(to := [int(word) - 1 for word in line.split()])
        is_right = len(to) == len(problem.excluded) and problem.shape(*whole, dict(enumerate(to))) == shape
        expect(is_right, f'symmetries.txt: not a symmetry: {line}')
    for solution in map(tuple, listed):
        expect(solution not in found, f'solutions.txt: of the class of one before: {" ".join(str(k + 1) for k in solution)}')
        pending, _ = [solution], found.add(solution)
        while pending:
            options = pending.pop()
            new = {tuple(sorted([to[k] for k in options])) for to in everywhere} - found
            found |= new
            pending.extend(new)
    return len(found)
def check_puzzles(puzzles, answers, codes):
    b, n = {16: (2, 4), 81: (3, 9), 256: (4, 16), 625: (5, 25)}[len(puzzles[0])]
    digits = '123456789ABCDEFGHIJKLMNOP'[:n]
    full, of = f'[{digits}]{{{n * n}}}', lambda grid: [q * n + digits.index(digit) for q, digit in enumerate(grid)]
    problem = Problem(4 * n * n, [(1, 1)] * (4 * n * n), [
        {q: '', n * n + r * n + d: '', 2 * n * n + c * n + d: '', 3 * n * n + (r // b * b + c // b) * n + d: ''}
        for q in range(n * n) for r, c in [divmod(q, n)] for d in range(n)])
    for puzzle, answer in itertools.zip_longest(puzzles, answers):
        expect(re.fullmatch(f'[.{digits}]{{{n * n}}} (none|unique {full}|several {full} {full})', f'{puzzle} {answer}'), answer)
        left = sum(1 << q * n + d for q, given in enumerate(puzzle) for d in range(n) if given in '.' + digits[d])
        kind, *grids = answer.split(' ')
        [check_solution(problem, left, of(grid), grid) for grid in grids]
        expect(len(set(grids)) == (2 if kind == 'several' else count(problem, left, codes)), f'{puzzle}: not {answer}')
    return len(puzzles)
def check(folder):
    def read(name, most=-1):
        expect(os.path.isfile(os.path.join(folder, name)), f'{name}: not a file')
        return open(os.path.join(folder, name), 'rb').read(most)
    version, claim, _, *sums = lines(read('MANIFEST', 1 << 16))
    claimed = re.fullmatch('quadrille proof 1claim (count|all|some|puzzles|classes) ([0-9]+)', version + claim)
    kind, number = claimed.groups() if claimed else expect(False, 'MANIFEST: expected quadrille proof 1, and a claim')
    files, listed = {}, []
    for line in sums:
        files[name] = read(name := os.path.basename(line.split(' ')[-1]))
        expect(line == f'sha256 {hashlib.sha256(files[name]).hexdigest()} {name}', f'{name}: another SHA-256 sum')
    advice = gzip.decompress(files.get('certificate.xcd.gz', b'')) or files.get('certificate.xcd', b'xcd 1\n')
    expect(advice[:6] in (b'xcd 1\n', b'xcd 2\n'), 'certificate: expected xcd 1 or xcd 2')
    codes = numbers(memoryview(advice)[6:])
    if kind == 'puzzles':
        counted = check_puzzles(lines(files['puzzles.txt']), lines(files['answers.txt']), codes)
    else:
        problem = read_problem(files['problem.dlx'])
        for line in lines(files['solutions.txt']) if kind != 'count' else []:
            listed.append([int(word) - 1 for word in line.split()])
            check_solution(problem, problem.all, listed[-1], f'solutions.txt: {line}')
            expect(' '.join(str(k + 1) for k in sorted(set(listed[-1]))) == line, f'solutions.txt: not ascending: {line}')
        counted = len(listed) if kind in ('some', 'classes') else count(problem, problem.all, codes)
        expect(kind == 'count' or len(set(map(tuple, listed))) == len(listed) == counted, f'solutions.txt: not {counted}')
        if kind == 'classes':
            found, counted_all = images(problem, listed, lines(files['symmetries.txt'])), count(problem, problem.all, codes)
            expect(found == counted_all, f'solutions.txt: with their images {found} solutions; counted {counted_all}')
    expect(str(counted) == number, f'{claim}: counted {counted}')
    expect(next(codes, None) is None, 'certificate: steps after the last sub-problem')
    return f'VERIFIED {kind} {number}'
if __name__ == '__main__':
    if os.name == 'posix':
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (min(MOST_MEMORY, (most := resource.getrlimit(resource.RLIMIT_AS)[1]) % 2**64), most))
    getattr(sys, 'set_int_max_str_digits', int)(1 << 17)        # counts may have thousands of digits
    sys.setrecursionlimit(1 << 20), threading.stack_size(1 << 29)       # sub-problems may lie deep within each other
    for folder in sys.argv[1:] or [os.path.dirname(__file__) or '.']:
        try:
            print(concurrent.futures.ThreadPoolExecutor(1).submit(check, folder).result())
        except Exception as error:
            sys.exit(print(f'REFUSED {type(error).__name__}: {error}') or 1)
