/*
 * An engine for quadrille in C: 9x9 Sudokus by backtracking over bit masks. docs/PROTOCOL.md describes it.
 *
 *     cc -O2 -o solver solver.c
 *
 * The search fills the empty cell with the fewest candidates. Its counters, as in docs/COUNTERS.md: a test is a
 * look-up of a cell's candidates; a node is the root or a digit placed; a fork is a digit placed while another
 * candidate of its cell is untried.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CELLS = 81, DIGITS = 0x1ff };

/* The fields of a batch. A limit that is not given is UINT64_MAX. */
struct question {
    uint64_t limit, tests, nodes;
    /* Whether the task is `unique`, which is answered with both solutions if there are two. */
    bool is_unique;
    /* Whether the task is `all`, which is answered with a digest of the solutions. */
    bool is_all;
};

struct search {
    struct question asked;
    /* The digits that each row, column and box has already; bit d - 1 stands for digit d. */
    uint16_t rows[9], columns[9], boxes[9];
    char cells[CELLS + 1];
    unsigned char empty[CELLS];
    int left;
    bool gave_up;
    uint64_t solutions, digest, tests, forks, nodes, depth, max_depth;
    /* The first two solutions. */
    char found[2][CELLS + 1];
};

static int box(int cell)
{
    return cell / 27 * 3 + cell % 9 / 3;
}

/* Marks a digit as used in the row, column and box of a cell; a second call takes the mark away. */
static void toggle(struct search *s, int cell, unsigned bit)
{
    s->rows[cell / 9] ^= bit;
    s->columns[cell % 9] ^= bit;
    s->boxes[box(cell)] ^= bit;
}

static unsigned candidates(const struct search *s, int cell)
{
    return DIGITS & ~(s->rows[cell / 9] | s->columns[cell % 9] | s->boxes[box(cell)]);
}

/* The hash of a solution: steps of SplitMix64 over the digits of its cells. */
static uint64_t hash(const char *cells)
{
    uint64_t z = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        z += (uint64_t)(cells[cell] - '0') + 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
    }
    return z;
}

/* Continues the search from here; returns false if a limit of solutions, tests or nodes was reached. */
static bool search(struct search *s)
{
    if (s->left == 0) {
        if (s->solutions < 2)
            memcpy(s->found[s->solutions], s->cells, sizeof s->cells);
        s->solutions++;
        if (s->asked.is_all)
            s->digest += hash(s->cells);
        return s->solutions < s->asked.limit;
    }
    int best = 0, fewest = 10;
    for (int i = 0; i < s->left && fewest > 1; i++) {
        int count = __builtin_popcount(candidates(s, s->empty[i]));
        s->tests++;
        if (count < fewest) {
            fewest = count;
            best = i;
        }
    }
    int cell = s->empty[best];
    s->empty[best] = s->empty[--s->left];
    for (unsigned open = candidates(s, cell); open != 0; open &= open - 1) {
        if (s->nodes >= s->asked.nodes || s->tests >= s->asked.tests) {
            s->gave_up = true;
            return false;
        }
        unsigned bit = open & -open, fork = (open & (open - 1)) != 0;
        s->nodes++;
        s->forks += fork;
        s->depth += fork;
        if (s->depth > s->max_depth)
            s->max_depth = s->depth;
        s->cells[cell] = (char)('1' + __builtin_ctz(bit));
        toggle(s, cell, bit);
        if (!search(s))
            return false;
        toggle(s, cell, bit);
        s->depth -= fork;
    }
    s->cells[cell] = '.';
    s->empty[s->left++] = s->empty[best];
    s->empty[best] = (unsigned char)cell;
    return true;
}

/* Resets the search, reads a puzzle of 81 characters, and searches it. */
static void solve(struct search *s, const char *puzzle)
{
    memset(s->rows, 0, sizeof s->rows);
    memset(s->columns, 0, sizeof s->columns);
    memset(s->boxes, 0, sizeof s->boxes);
    s->left = 0;
    s->gave_up = false;
    s->solutions = s->digest = s->tests = s->forks = s->depth = s->max_depth = 0;
    s->nodes = 1;
    memcpy(s->cells, puzzle, CELLS);
    s->cells[CELLS] = '\0';
    for (int cell = 0; cell < CELLS; cell++) {
        if (puzzle[cell] == '.') {
            s->empty[s->left++] = (unsigned char)cell;
            continue;
        }
        unsigned bit = 1u << (puzzle[cell] - '1');
        if (!(candidates(s, cell) & bit))
            return; /* givens that clash: no solution */
        toggle(s, cell, bit);
    }
    search(s);
}

static uint64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The number after ` key=`; UINT64_MAX if the field is missing. */
static uint64_t field(const char *line, const char *key)
{
    const char *found = strstr(line, key);
    return found ? strtoull(found + strlen(key), NULL, 10) : UINT64_MAX;
}

static void answer(const struct question *asked, const char *number, const char *puzzle)
{
    static struct search s;
    s.asked = *asked;
    uint64_t start = nanoseconds();
    solve(&s, puzzle);
    if (s.gave_up)
        printf("%s budget", number);
    else
        printf("%s %" PRIu64 " %s", number, s.solutions, s.solutions ? s.found[0] : "-");
    if (!s.gave_up && asked->is_unique && s.solutions == 2)
        printf(" | %s", s.found[1]);
    if (!s.gave_up && asked->is_all)
        printf(" digest=%" PRIu64, s.digest);
    printf(" tests=%" PRIu64 " forks=%" PRIu64 " nodes=%" PRIu64 " max_depth=%" PRIu64 "\n",
           s.tests, s.forks, s.nodes, s.max_depth);
    if (nanoseconds() - start > 1000000) /* flush, so that a slow answer is not lost if a later search fails */
        fflush(stdout);
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    struct question asked = {0};
    static char out[1 << 16];
    setvbuf(stdout, out, _IOFBF, sizeof out);
    puts("quadrille 3\nname c-example\nversion 1.0\ntakes sudoku:9\ncounters tests forks nodes max_depth\nready");
    fflush(stdout);
    while (getline(&line, &room, stdin) > 0) {
        char number[21], puzzle[CELLS + 1];
        if (strncmp(line, "batch ", 6) == 0) {
            asked.limit = field(line, " limit=");
            asked.tests = field(line, " tests=");
            asked.nodes = field(line, " nodes=");
            asked.is_unique = strstr(line, " task=unique") != NULL;
            asked.is_all = strstr(line, " task=all") != NULL;
        } else if (sscanf(line, "sudoku %20s 9 %81[1-9.]", number, puzzle) == 2 && strlen(puzzle) == CELLS) {
            answer(&asked, number, puzzle);
        } else if (strncmp(line, "end", 3) == 0) {
            puts("done");
            fflush(stdout);
        } else {
            fprintf(stderr, "expected a line that begins with batch, sudoku or end; found: %s", line);
            return 2;
        }
    }
    free(line);
    return 0;
}
