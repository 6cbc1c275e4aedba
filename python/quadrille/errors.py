"""The exceptions of the package. All of them are a `QuadrilleError`."""

from __future__ import annotations

from typing import Any

__all__ = [
    "GenerateError",
    "InputError",
    "QuadrilleError",
    "RunError",
    "TimeLimit",
    "UnsupportedError",
]


class QuadrilleError(Exception):
    """The base of all exceptions that this package raises."""


class InputError(QuadrilleError, ValueError):
    """An argument is not what the function expects.

    The message says what was found, what was expected, and what to do next.

    >>> import quadrille
    >>> quadrille.Problem([["a", None]])
    Traceback (most recent call last):
    quadrille.errors.InputError: option 0: found the label None; expected a label that is hashable and not None
    """


class UnsupportedError(QuadrilleError):
    """The engine that was named does not handle this kind of problem, or the decision diagram of a problem is too large."""


class GenerateError(QuadrilleError):
    """No puzzle was found that satisfies the recipe. `failures` counts the reasons of the attempts that failed."""

    def __init__(self, message: str, failures: dict[str, int] | None = None) -> None:
        super().__init__(message)
        self.failures: dict[str, int] = failures or {}


class RunError(QuadrilleError):
    """A benchmark could not be run, or its results could not be read."""


class TimeLimit(QuadrilleError, TimeoutError):
    """A search reached its limit of time. The exception carries what is known until then.

    `count` is the number of solutions counted or found until then, and `solutions` lists them, where the function
    returns solutions.

    >>> import quadrille
    >>> try:
    ...     quadrille.Problem.family("queens:30").count(engine="dlx", time_limit=0.05)
    ... except quadrille.TimeLimit as limit:
    ...     print(limit.count >= 0)
    True
    """

    def __init__(self, message: str, count: int = 0, solutions: list[Any] | None = None) -> None:
        super().__init__(message)
        self.count: int = count
        self.solutions: list[Any] = solutions or []
