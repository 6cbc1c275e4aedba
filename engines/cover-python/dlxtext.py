"""Reads exact cover problems in Knuth's DLX text, as docs/FORMATS.md describes it.

Multiplicities are refused, because no peer supports them. Costs are ignored, because they change no count."""

from dataclasses import dataclass


class Refused(Exception):
    """The problem is not accepted."""


@dataclass
class Problem:
    """Names of items; options as lists of pairs of an item's number and a colour, or None."""

    primary: list
    secondary: list
    options: list

    def has_colours(self):
        return any(colour is not None for option in self.options for _, colour in option)


def parse(text):
    """Parses a problem. Options without a primary item are left out, because they are never chosen."""
    lines = [line.split() for line in text.splitlines() if not line.startswith("|")]
    lines = [words for words in lines if words]
    if not lines:
        raise Refused("a text without items")
    head = lines[0]
    bar = head.index("|") if "|" in head else len(head)
    primary, secondary = head[:bar], head[bar + 1 :]
    for name in primary:
        if "|" in name:
            raise Refused("items with multiplicities")
    places = {name: place for place, name in enumerate(primary + secondary)}
    options = []
    for words in lines[1:]:
        option = []
        for word in words:
            if word.startswith("|"):
                continue
            name, _, colour = word.partition(":")
            option.append((places[name], colour or None))
        if any(item < len(primary) for item, _ in option):
            options.append(option)
    return Problem(primary, secondary, options)
