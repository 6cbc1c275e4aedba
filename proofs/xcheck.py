#!/usr/bin/env python3
"""xcheck.py [FOLDER]: checks a folder that `quadrille cover --proof FOLDER` wrote [default: the folder of this program].

The certificate only names the item to branch on in each sub-problem; all else is computed here. So a wrong certificate may
fail the check, but cannot make it accept a wrong number. docs/PROOFS.md of Quadrille specifies the format."""
import gzip, hashlib, os, re, sys, threading
MOST_MEMORY, MOST_OPTIONS, MOST_ITEMS = 8 * 10**9, 1 << 14, 1 << 16        # limits of this check; memory in bytes, on POSIX

def expect(condition, why):
    if not condition:
        raise ValueError(why[:300])

def lines(data):
    expect(data[-1:] in (b'', b'\n'), 'no line feed at the end of a text')
    return data.decode().split('\n')[:-1]

class Problem:
    """Sets of options and sets of items are whole numbers, with a bit for each member."""
    def __init__(self, items, bounds, options):                 # bounds of primary items; options: {item: colour or ''}
        expect(items <= MOST_ITEMS and len(options) <= MOST_OPTIONS, 'problem.dlx: too large for this check')
        self.bounds, self.all = bounds, (1 << len(options)) - 1
        self.several = {i: b for i, b in enumerate(bounds) if b != (1, 1)}
        self.several_of = [[i for i in option if i in self.several] for option in options]
        self.once = sum(1 << i for i in range(len(bounds)) if i not in self.several)
        held = [{} for _ in range(items)]                       # by item and colour, the options with that
        for k, option in enumerate(options):
            for i, colour in option.items():
                held[i][colour] = held[i].get(colour, 0) | 1 << k
        self.holders = [sum(coloured.values()) for coloured in held]
        self.excluded = [1 << k for k in range(len(options))]   # by option; it excludes itself, too
        self.covers = [sum(1 << i for i in option if self.once >> i & 1) for option in options]
        for k, option in enumerate(options):
            for i in option.keys() - self.several.keys():
                self.excluded[k] |= self.holders[i] & ~(held[i][option[i]] if option[i] else 0)

def read_problem(data):
    head, *rest = lines(data)
    name, times = '[^ |:\t\r]+', '((?!1:1[|])(0|[1-9][0-9]{0,8}):[1-9][0-9]{0,8}[|])?'
    expect(re.fullmatch(f'{times}{name}( {times}{name})*( [|]( {name})+)?', head), 'problem.dlx: wrong line of items')
    primary, _, secondary = head.partition(' | ')
    words = [word.rpartition('|') for word in primary.split(' ')]
    bounds = [tuple(map(int, (times or '1:1').split(':'))) for times, _, _ in words]
    names = [name for _, _, name in words] + secondary.split(' ') * (secondary != '')
    number, options = {name: i for i, name in enumerate(names)}, []
    expect(len(number) == len(names) and all(low <= high for low, high in bounds), 'problem.dlx: wrong line of items')
    for line in rest:
        options.append({number[name]: colour for name, _, colour in (word.partition(':') for word in line.split(' '))})
        text = ' '.join(names[i] + ':' * (colour != '') + colour for i, colour in options[-1].items())
        are_right = all(i >= len(bounds) and not set(colour) & set('|:\t\r') for i, colour in options[-1].items() if colour)
        expect(text == line and are_right and min(options[-1]) < len(bounds), f'problem.dlx: wrong option {line}')
    return Problem(len(names), bounds, options)

def numbers(data):
    number = shift = 0
    for byte in data:
        number, shift = number | (byte & 127) << shift, shift + 7
        expect(shift <= 35 and number < 1 << 32, 'certificate: a number of more than 32 bits')
        if byte < 128:
            yield number
            number = shift = 0
    expect(shift == 0, 'certificate: it ends within a number')

def count(problem, left, codes, visit=None):
    """The number of solutions among the options `left`; `visit` receives each solution, as options in ascending order."""
    stored, chosen, several, holders = [], [], problem.several, problem.holders
    def needs(i, times):                        # how often item i must still be covered
        return max(0, times[i] - several[i][1] + several[i][0]) if i in several else 1
    def solutions(left, unmet, times):          # options left, items to cover once, how often the others may be covered
        if not left and not unmet:
            met = not any(needs(i, times) for i in times)
            if met and visit:
                visit(sorted(chosen))
            return int(met)
        code = next(codes)
        expect(code > 2 or not visit, 'certificate: a stored sub-problem, where solutions are visited')
        if code in (1, 2):
            ago = next(codes)
            expect(ago < len(stored) and stored[~ago], 'certificate: refers to a sub-problem that is not stored')
            key, number = stored[~ago]
            expect(key == (left, unmet, times), 'certificate: the stored sub-problem differs')
            stored[~ago] = stored[~ago] if code == 1 else None
            return number
        item = (code or next(codes)) - 4
        expect(0 <= item < len(problem.bounds) and (times.get(item) or unmet >> item & 1), 'certificate: no item to be covered')
        total, rest, need = 0, left, needs(item, times)
        while (options := holders[item] & rest) and (need < 2 or bin(options).count('1') >= need):
            k = (options & -options).bit_length() - 1       # the branch: this option, and none of the item before it
            below, now = rest & ~problem.excluded[k], dict(times)
            for i in problem.several_of[k]:
                now[i] -= 1
                below &= ~(0 if now[i] else holders[i])
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

def check_solution(problem, left, chosen, what):
    every = sum(1 << k for k in chosen) if all(0 <= k < MOST_OPTIONS for k in chosen) else -1
    is_apart = every & left == every and all(problem.excluded[k] & every == 1 << k for k in chosen)
    times = (bin(holders & every).count('1') for holders in problem.holders)
    expect(is_apart and all(low <= n <= high for (low, high), n in zip(problem.bounds, times)), f'{what}: not a solution')

def check_puzzles(puzzles, answers, codes):
    b = {16: 2, 81: 3, 256: 4, 625: 5}[len(puzzles[0])]
    n, digits = b * b, '123456789ABCDEFGHIJKLMNOP'[:b * b]
    problem = Problem(4 * n * n, [(1, 1)] * (4 * n * n), [
        {q: '', n * n + r * n + d: '', 2 * n * n + c * n + d: '', 3 * n * n + (r // b * b + c // b) * n + d: ''}
        for q, r, c in ((q, q // n, q % n) for q in range(n * n)) for d in range(n)])
    expect(len(puzzles) == len(answers), 'answers.txt: another number of lines than puzzles.txt')
    for puzzle, answer in zip(puzzles, answers):
        grid = f'[{digits}]{{{n * n}}}'
        expect(re.fullmatch(f'[.{digits}]{{{n * n}}} (none|unique {grid}|several {grid} {grid})', f'{puzzle} {answer}'), answer)
        left = sum(1 << q * n + d for q, given in enumerate(puzzle) for d in range(n) if given in '.' + digits[d])
        grids = set(answer.split(' ')[1:])
        for grid in grids:
            check_solution(problem, left, [q * n + digits.index(digit) for q, digit in enumerate(grid)], grid)
        counted = 2 if answer[0] == 's' else count(problem, left, codes, id)
        expect(counted == len(grids), f'{puzzle}: not {answer}')
    return len(puzzles)

def check(folder):
    os.chdir(folder)
    version, claim, _, *sums = lines(open('MANIFEST', 'rb').read(1 << 16))
    kind, number = re.fullmatch('claim (count|all|some|puzzles) ([0-9]+)', claim).groups()
    files = {line.split(' ')[-1]: line for line in sums}
    needed = {'count': {'problem.dlx'}, 'puzzles': {'puzzles.txt', 'answers.txt'}}.get(kind, {'problem.dlx', 'solutions.txt'})
    others = files.keys() - needed - {'README.md', 'xcheck.py'}
    is_right = others in ([set()] if kind == 'some' else [{'certificate.xcd'}, {'certificate.xcd.gz'}])
    is_right = is_right and needed <= files.keys() and len(files) == len(sums) and version == 'quadrille proof 1'
    expect(is_right, f'MANIFEST: expected `quadrille proof 1` and the sums of {needed} and a certificate, if one is needed')
    for name, line in files.items():
        expect(os.path.isfile(name), f'{name}: not a file')
        files[name] = open(name, 'rb').read()
        expect(line == f'sha256 {hashlib.sha256(files[name]).hexdigest()} {name}', f'{name}: another SHA-256 sum')
    packed = files.get('certificate.xcd.gz')
    advice = gzip.decompress(packed) if packed else files.get('certificate.xcd', b'xcd 1\n')
    expect(advice[:6] == b'xcd 1\n', 'certificate: expected xcd 1')
    codes, listed, found = numbers(memoryview(advice)[6:]), [], []
    if kind == 'puzzles':
        counted = check_puzzles(lines(files['puzzles.txt']), lines(files['answers.txt']), codes)
    else:
        problem = read_problem(files['problem.dlx'])
        for line in lines(files['solutions.txt']) if kind != 'count' else []:
            listed.append([int(word) - 1 for word in line.split()])
            check_solution(problem, problem.all, listed[-1], f'solutions.txt: {line}')
            expect(' '.join(str(k + 1) for k in sorted(set(listed[-1]))) == line, f'solutions.txt: not ascending: {line}')
        visit = found.append if kind == 'all' else None
        counted = len(set(map(tuple, listed))) if kind == 'some' else count(problem, problem.all, codes, visit)
        expect(kind == 'count' or len(listed) == counted and found in ([], listed), 'solutions.txt: other solutions are due')
    expect(str(counted) == number, f'{claim}: counted {counted}')
    expect(next(codes, None) is None, 'certificate: steps after the last sub-problem')
    return f'VERIFIED {kind} {number}'

def main():
    try:
        answer.append(check(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))))
    except Exception as error:
        answer.append(f'REFUSED {type(error).__name__}: {error}')

if __name__ == '__main__':
    if os.name == 'posix':
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    sys.setrecursionlimit(1 << 20)
    getattr(sys, 'set_int_max_str_digits', int)(1 << 17)    # counts may have thousands of digits
    threading.stack_size(1 << 29)                           # sub-problems may lie deep within each other
    answer, thread = [], threading.Thread(target=main)
    thread.start()
    thread.join()
    sys.exit(print(answer[0]) or not answer[0].startswith('VERIFIED'))
