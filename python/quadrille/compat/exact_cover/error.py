"""The exceptions of `exact_cover`."""

from ...errors import QuadrilleError

__all__ = ["CannotSplitFurther", "ExactCoverError", "NoSolution"]


class ExactCoverError(QuadrilleError):
    """The base of the exceptions of this module."""


class NoSolution(ExactCoverError):
    """The matrix has no exact cover."""


class CannotSplitFurther(ExactCoverError):
    """A problem cannot be split into as many problems as were asked for."""
