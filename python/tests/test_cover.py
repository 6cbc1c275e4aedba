"""Exact cover: every way to state a problem, every question, and engines against each other and brute force."""

from __future__ import annotations

import gzip
import itertools
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quadrille
from quadrille import InputError, Problem, TimeLimit, UnsupportedError

ALGORITHM_X = {"A": "ceg", "B": "adg", "C": "bcf", "D": "adf", "E": "bg", "F": "deg"}


def brute_force(options: list[set[int]], items: set[int]) -> set[tuple[int, ...]]:
    found = set()
    for size in range(len(options) + 1):
        for chosen in itertools.combinations(range(len(options)), size):
            covered = [item for number in chosen for item in options[number]]
            if len(covered) == len(set(covered)) and set(covered) == items:
                found.add(chosen)
    return found


def mixed(value: Any) -> Any:
    """A value of a type that the stubs refuse."""
    return value


options = st.lists(st.sets(st.integers(0, 5), min_size=1), min_size=1, max_size=9)


@settings(deadline=None, max_examples=60)
@given(options)
def test_engines_agree_with_brute_force(sets: list[set[int]]) -> None:
    expected = brute_force(sets, set().union(*sets))
    problem = Problem(sets)
    for engine in quadrille.engines():
        try:
            assert problem.count(engine=engine) == len(expected), engine
            if engine not in ("memo", "frontier"):
                assert set(problem.solutions(engine=engine)) == expected, engine
        except UnsupportedError:
            continue
    assert set(problem.solutions(jobs=2)) == expected
    assert problem.count(jobs=2) == len(expected)
    first = problem.first()
    assert (first is None) == (not expected) and (first is None or problem.verify(first) is None)
    assert {cost_and[1] for cost_and in problem.cheapest(1000)} == expected
    assert set(problem.sample(20)) <= expected and bool(problem.sample(1)) == bool(expected)


@settings(deadline=None, max_examples=40)
@given(options)
def test_all_ways_to_state_a_problem_are_one(sets: list[set[int]]) -> None:
    items = sorted(set().union(*sets))
    matrix = numpy.array([[item in option for item in items] for option in sets])
    expected = set(Problem(sets).solutions())
    assert set(Problem(matrix).solutions()) == expected
    assert set(Problem(matrix.astype(float)).solutions()) == expected
    assert set(Problem({f"o{n}": option for n, option in enumerate(sets)}).solutions()) == {
        tuple(f"o{n}" for n in solution) for solution in expected
    }
    assert set(Problem.from_dlx(Problem(sets).to_dlx()).solutions()) == expected
    scipy = pytest.importorskip("scipy.sparse")
    for kind in (scipy.csr_matrix, scipy.coo_array, scipy.csc_matrix):
        assert set(Problem(kind(matrix.astype(int))).solutions()) == expected


def test_labels_are_any_hashable() -> None:
    problem = Problem([[(0, 1), "a"], [frozenset({3}), 2.5], [("a", "b", "c"), (0, 1)]])
    assert problem.items == ((0, 1), "a", frozenset({3}), 2.5, ("a", "b", "c"))
    assert problem[1] == (frozenset({3}), 2.5)
    assert Problem([[1], ["1"]]).items == (1, "1")


def test_secondary_items_colours_multiplicities_and_costs() -> None:
    problem = Problem(
        [["p", "q", "x", ("y", "A")], ["p", "r", ("x", "A"), "y"], ["p", ("x", "B")], ["q", ("x", "A")], ["r", ("y", "B")]],
        secondary=["x", "y"],
    )
    assert list(problem.solutions()) == [(1, 3)]
    assert problem[2] == ("p", ("x", "B"))
    assert Problem([["a"], ["a"], ["a"]], multiplicities={"a": (2, 3)}).count(engine="dlx") == 4
    costs = Problem({"one": "a", "two": "a", "three": "a"}, costs={"one": 5, "two": 1, "three": 0})
    assert costs.cheapest(3) == [(0, ("three",)), (1, ("two",)), (5, ("one",))]


def test_an_item_without_options_and_a_row_of_zeros() -> None:
    assert Problem([["a"]], items=["a", "b"]).count() == 0
    assert list(Problem(numpy.array([[0, 0], [1, 0], [0, 1]])).solutions()) == [(1, 2)]
    assert Problem([]).count() == 1 and Problem([]).first() == ()


@pytest.mark.parametrize("format", ["knuth", "matrix", "lists", "partition", "counted", "market", "json", "opb", "lp"])
def test_a_text_of_every_format_is_a_problem(format: str) -> None:
    text = Problem([["a", "b"], ["c"], ["a", "c"], ["b"]]).to_text(format)
    assert Problem(text).count() == 2
    assert Problem(gzip.compress(text.encode())).to_text(format) == text


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Problem([["a", None]]), ["option 0", "None", "expected"]),
        (lambda: Problem({"x": [None]}), ["option 'x'", "None"]),
        (lambda: Problem([["a"], 5]), ["option 1", "int", "expected an iterable"]),
        (lambda: Problem([[["list"]]]), ["not hashable", "expected"]),
        (lambda: Problem([[]]), ["option 0", "no items"]),
        (lambda: Problem([["a", "a"]]), ["twice"]),
        (lambda: Problem([["a", float("nan")]]), ["nan", "equal to itself"]),
        (lambda: Problem(None), ["expected an iterable of options"]),
        (lambda: Problem(numpy.zeros(3)), ["two dimensions"]),
        (lambda: Problem(numpy.array([[1.0, numpy.nan]])), ["neither 0 nor 1"]),
        (lambda: Problem(numpy.array([["x"]])), ["dtype"]),
        (lambda: Problem([["a"]], costs=[1, 2]), ["found 2 costs", "expected 1"]),
        (lambda: Problem([["a"]], costs=[-1]), ["-1", "0 or more"]),
        (lambda: Problem([["a"]], multiplicities={"b": (1, 2)}), ["'b'", "primary"]),
        (lambda: Problem([["a"]], multiplicities=mixed({"a": "two"})), ["(low, high)"]),
        (lambda: Problem.from_dlx("a\nb\n"), ["2:1"]),
        (lambda: Problem("1 0 1\n0 1 2\n"), ["2:5", "0/1 matrix", "row 2 has a 2 in column 3"]),
        (lambda: Problem("a\na\n", costs=[1]), ["a text alone"]),
        (lambda: Problem([["a"]], costs=[2]).to_text("matrix"), ["cost 2 of option 1"]),
        (lambda: Problem([["a"]]).to_text("xls"), ["xls", "knuth, matrix"]),
        (lambda: Problem.family("nonsense:3"), ["nonsense"]),
        (lambda: Problem([["a"]]).count(engine="nonsense"), ["nonsense", "dlx"]),
        (lambda: Problem([["a"]]).count(jobs=0), ["jobs", "1 or more"]),
        (lambda: Problem([["a"]]).count(time_limit=-1), ["time_limit", "-1"]),
        (lambda: Problem([["a"]]).draw([0]), ["family"]),
        (lambda: Problem([["a"]])["b"], ["'b'", "name of an option"]),
    ],
)
def test_a_mistake_is_a_typed_exception(make: Any, words: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        make()
    assert all(word in str(caught.value) for word in words), str(caught.value)
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, quadrille.QuadrilleError)


def test_an_exception_of_an_iterable_passes_through() -> None:
    def broken() -> Any:
        yield ["a"]
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        Problem(broken())


def test_a_limit_of_time_carries_what_is_known() -> None:
    queens = Problem.family("queens:24")
    with pytest.raises(TimeLimit) as caught:
        queens.count(engine="dlx", time_limit=0.2)
    assert caught.value.count > 0
    got = 0
    with pytest.raises(TimeLimit) as caught:
        for _ in queens.solutions(engine="dlx", time_limit=0.2):
            got += 1
    assert caught.value.count == got > 0
    with pytest.raises(TimeLimit):
        queens.sample(2, time_limit=0.1)
    costly = Problem({number: queens[number] for number in queens.names}, costs=[1] * len(queens), secondary=queens.items[48:])
    with pytest.raises(TimeLimit) as caught:
        costly.cheapest(3, engine="bits", time_limit=0.2)
    assert isinstance(caught.value, TimeoutError) and len(caught.value.solutions) == caught.value.count


def test_an_estimate_has_intervals_and_says_what_it_cannot_know() -> None:
    problem = Problem.family("queens:13")
    made = problem.estimate(nodes=50_000)
    again = problem.estimate(nodes=50_000)
    assert (made.nodes, made.solutions_interval) == (again.nodes, again.solutions_interval)
    assert made.nodes != problem.estimate(nodes=50_000, seed=4).nodes
    assert not made.is_exact and made.searched < 1_046_319
    low, high = made.nodes_interval
    assert high is not None and low < made.nodes < high
    assert bool(made.warnings) == (made.solutions_interval[1] is None)
    whole = Problem.family("queens:8").estimate()
    assert whole.is_exact and (whole.nodes, whole.solutions) == (1049.0, 92.0)
    # A needle: one solution in a large tree, which few draws can find.
    blind = Problem.family("langford:12").estimate(nodes=2_000)
    assert (None in (blind.nodes_interval[1], blind.solutions_interval[1])) == bool(blind.warnings)
    assert Problem([["a"], ["a"]], multiplicities={"a": (2, 2)}).estimate().solutions == 1.0
    with pytest.raises(InputError):
        problem.estimate(nodes=-1)


def covers_of(nodes: Any) -> list[tuple[int, ...]]:
    """The sets of a diagram of `(option, low, high)`, after a check that children come first, and no option twice on a path."""
    of: list[list[tuple[int, ...]]] = [[], [()]]
    for option, low, high in nodes.tolist():
        assert high != 0
        of.append(of[low] + [(option, *chosen) for chosen in of[high]])
    assert all(len(set(chosen)) == len(chosen) for chosen in of[-1])
    return sorted(tuple(sorted(chosen)) for chosen in of[-1])


def test_a_diagram_counts_and_samples_like_its_problem() -> None:
    problem = Problem.family("queens:8")
    diagram = problem.diagram(time_limit=60)
    assert diagram.count() == problem.count() == 92 and repr(diagram) == "<Diagram: 92 solutions>"
    assert diagram.sample(5, seed=3) == problem.sample(5, seed=3)
    assert diagram.nodes().dtype == numpy.uint32 and diagram.nodes().shape[1] == 3
    assert covers_of(diagram.nodes()) == sorted(tuple(sorted(solution)) for solution in problem.solutions())
    named = Problem({"A": "x", "B": "y", "C": "xy"}).diagram()
    assert set(named.sample(50)) == {("A", "B"), ("C",)}
    none = Problem([["a"]], items=["a", "b"]).diagram()
    assert none.count() == 0 and none.sample(3) == [] and none.nodes().shape == (0, 3)
    assert Problem([]).diagram().count() == 1 and Problem([]).diagram().nodes().shape == (0, 3)
    with pytest.raises(TimeLimit):
        Problem.family("queens:24").diagram(time_limit=0.1)
    assert Problem([["a"], ["a"]], multiplicities={"a": (2, 2)}).diagram().count() == 1


def test_an_iterator_ends_early() -> None:
    for _ in range(50):
        solutions = Problem.family("queens:20").solutions()
        assert len(next(solutions)) == 20
        solutions.close()
        assert next(solutions, None) is None


def test_a_solution_is_drawn() -> None:
    problem = Problem.family("pentominoes:6x10")
    picture = problem.draw(problem.sample(1, seed=3)[0], caption="a caption")
    assert picture._repr_svg_() == picture.svg and "a caption" in picture.svg


def test_costs_have_names_of_options() -> None:
    options = {"bus": "a", "train": "b"}
    assert Problem(options, costs={"bus": 2, "train": 4}).cheapest() == [(6, ("bus", "train"))]
    with pytest.raises(InputError, match="no cost for option 'train'"):
        Problem(options, costs={"bus": 2})
    with pytest.raises(InputError, match="cost for 'trian', which is no option"):
        Problem(options, costs={"bus": 2, "train": 4, "trian": 1})
    assert Problem([["a"], ["b"]], costs={0: 1, 1: 5}).cheapest() == [(6, (0, 1))]


def test_secondary_items_are_known() -> None:
    with pytest.raises(InputError, match="secondary: found 'z'"):
        Problem([["a", "x"]], secondary=["x", "z"])
    assert Problem([["a", "x"]], items=["a", "z"], secondary=["x", "z"]).count() == 1
    matrix = [[1, 0, 1], [0, 1, 1]]
    import numpy

    assert Problem(numpy.array(matrix), secondary=[2]).count() == 0
    with pytest.raises(InputError, match="secondary: found 3"):
        Problem(numpy.array(matrix), secondary=[3])


def test_what_cannot_be_sampled() -> None:
    problem = Problem([["a"]] * 20_000)
    for engine in ("diagram", "iso"):
        with pytest.raises(quadrille.UnsupportedError, match="16384 options") as caught:
            problem.sample(1, engine=engine)
        assert "auto" not in str(caught.value)


def test_solutions_as_far_as_some_items_are_concerned() -> None:
    options = [["a", ("x", "red")], ["a", ("x", "blue"), "y"], ["b", ("x", "red")], ["b", ("x", "blue")], ["b"]]
    problem = Problem(options, secondary=["x", "y"])
    assert problem.count() == 4
    assert problem.count(onto=["x"]) == 2
    assert problem.count(onto=("x", "y"), jobs=2) == 2
    assert len(list(problem.solutions(onto=["x"]))) == 2
    pieces = Problem([[0, (1, 2)], [3, (1, 2)], [0, 3]], secondary=[(1, 2)])
    assert pieces.count(onto=[(1, 2)]) == 1
    for wrong in (["z"], [7], [], ["a"]):
        with pytest.raises(InputError, match="^onto: found"):
            problem.count(onto=wrong)
    with pytest.raises(InputError, match="^onto: found int"):
        problem.count(onto=7)  # type: ignore[arg-type]


def test_a_multiplicity_may_be_one_number() -> None:
    options = [["a", str(number)] for number in range(4)]
    made = [Problem(options, secondary="0123", multiplicities={"a": times}) for times in (2, (2, 2))]
    assert [problem.count(engine="dlx") for problem in made] == [6, 6]
    with pytest.raises(quadrille.InputError, match=r"expected a number, or \(low, high\)"):
        Problem(options, multiplicities={"a": "two"})  # type: ignore[dict-item]


def test_what_is_left_after_options_that_are_given() -> None:
    problem = Problem({"A": "ab", "B": "bc", "C": "c", "D": "a", "E": "bc"}, costs={"A": 1, "B": 2, "C": 3, "D": 4, "E": 5})
    left = problem.given(["D"])
    assert left.names == ("B", "C", "E") and left.items == ("b", "c") and left.costs == {"B": 2, "C": 3, "E": 5}
    with_d = {solution for solution in problem.solutions() if "D" in solution}
    assert {tuple(sorted((*solution, "D"))) for solution in left.solutions()} == with_d
    assert problem.given([]).count() == problem.count()
    labels = Problem([[(1, 2), "x"], [3.5]]).given([0])
    assert labels.items == (3.5,) and labels.names == (1,) and labels[1] == (3.5,)
    for clash in (["A", "B"], ["Z"]):
        with pytest.raises(InputError):
            problem.given(clash)


def test_a_reason_is_only_for_problems_without_solutions() -> None:
    board = Problem.family("dominoes:3x3")
    reason = board.why()
    assert reason is not None and "5 dark squares" in reason and board.count() == 0
    assert Problem.family("queens:6").why() is None
    with pytest.raises(quadrille.UnsupportedError, match="no short reason found"):
        Problem.family("langford:9").why()


def test_classes_have_all_solutions_together() -> None:
    problem = Problem.family("queens:7")
    order, generators = problem.symmetries()
    assert order == 8 and generators
    assert all(label in problem.items for cycles in generators for cycle in cycles for label in cycle)
    assert problem.symmetries(rotations=True)[0] == 4
    for rotations in (False, True):
        classes = problem.classes(rotations=rotations)
        assert sum(number for _, number in classes) == problem.count()
        assert all(problem.verify(solution) is None for solution, _ in classes)
    assert len(problem.classes()) == 6 and len(problem.classes(rotations=True)) == 12
    with pytest.raises(InputError, match="^rotations: found no family"):
        Problem([["a"]]).symmetries(rotations=True)


def test_a_diagram_agrees_with_all_solutions() -> None:
    problem = Problem.family("queens:6")
    solutions = list(problem.solutions())
    diagram = problem.diagram()
    marginals = diagram.marginals()
    assert marginals == {name: sum(name in solution for solution in solutions) for name in problem.names}
    assert {diagram.nth(number) for number in range(4)} == set(solutions) and diagram.nth(4) is None
    assert sorted(str(diagram.index(solution)) for solution in solutions) == ["0", "1", "2", "3"]
    assert diagram.index(solutions[0][1:]) is None
    assert diagram.given(solutions[0][:2]).count() == sum(set(solutions[0][:2]) <= set(one) for one in solutions)
    assert diagram.costs() == {6: 4}
    huge = Problem.family("dominoes:12x12").diagram()
    solution = huge.nth(53060477521959999)
    assert solution is not None and huge.index(solution) == 53060477521959999
    with pytest.raises(InputError, match="^number: found -1"):
        huge.nth(-1)


def test_features_are_numbers() -> None:
    problem = Problem.family("queens:8")
    assert problem.features(seed=1) == problem.features(seed=1)
    assert all(value is None or isinstance(value, float) for value in problem.features().values())


def test_a_text_is_read_and_its_letters_are_no_options() -> None:
    assert list(Problem("a b c\na b\nc\n").solutions()) == [(0, 1)]
    assert Problem(b"a b c\na b\nc\n").names == (0, 1)
    with pytest.raises(InputError, match="^options: "):
        Problem("ab")
