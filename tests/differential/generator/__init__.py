"""Random Go programs: the same seed and index give the same program."""

from . import concurrency, generics, language, library, objects, operands, panics
from .gen import Gen

THEMES = [
    (language.statements, 10),
    (language.expressions, 6),
    (generics.arithmetic, 6),
    (generics.containers, 4),
    (objects.methods, 4),
    (objects.iterators, 4),
    (objects.jumps, 2),
    (objects.constants, 3),
    (objects.large, 3),
    (objects.closures, 3),
    (operands.operands, 8),
    (panics.unwinding, 4),
    (panics.errors_of_the_runtime, 4),
    (panics.uncaught, 3),
    (concurrency.concurrency, 10),
    (concurrency.goroutines, 4),
    (concurrency.deaths, 1),
    (library.formats, 4),
    (library.scans, 2),
    (library.conversions, 3),
    (library.texts, 3),
    (library.collections, 3),
    (library.wrapped, 2),
    (library.encoded, 3),
    (library.reflected, 2),
]


def program(seed, index, themes=None):
    """The text of a program without a function main; it begins in main_x<index>."""
    g = Gen(seed, index)
    known = [(t, w) for t, w in THEMES if wanted(t.__name__, themes)]
    language.declarations(g)
    tests, weights = zip(*known)
    for theme in g.r.choices(tests, weights, k=g.r.choice([1, 1, 1, 2])):
        theme(g)
    return g.text()


def wanted(name, themes):
    """Whether a theme is wanted: it is in the list of names, or not in a list of names with a minus."""
    if not themes:
        return True
    return f"-{name}" not in themes if themes[0].startswith("-") else name in themes
