"""The state of one program: random choices, names, declarations, and lines of code."""

import contextlib
import random
import re

from . import types as ty

PACKAGES = [
    "bufio", "bytes", "cmp", "container/heap", "container/list", "container/ring", "context", "encoding/base64",
    "encoding/binary",
    "encoding/csv", "encoding/hex", "encoding/json", "errors", "fmt", "hash/crc32", "hash/fnv", "io", "iter", "maps", "math",
    "math/bits", "math/cmplx", "os", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings", "sync",
    "sync/atomic", "text/tabwriter", "text/template", "time", "unicode", "unicode/utf16", "unicode/utf8", "unique",
    "unsafe", "weak",
]

# Helper functions: a program contains those that it uses.
PRELUDE = """
func run_X(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			text := fmt.Sprint(r)
			if e, ok := r.(error); ok {
				text = e.Error()
			}
			fmt.Printf("%s: panic %T %s\\n", name, r, text)
		}
	}()
	f()
	fmt.Println(name, "ends")
}

var trace_X []int

func note_X[T any](n int, v T) T {
	trace_X = append(trace_X, n)
	return v
}

func clip_X(s string) string {
	if len(s) > 40 {
		return s[len(s)-40:]
	}
	return s
}

func cut_X[S ~[]E, E any](s S) S {
	if len(s) > 12 {
		return s[len(s)-12:]
	}
	return s
}

func whole_X(f float64) int {
	if f > -1e9 && f < 1e9 {
		return int(f)
	}
	return 0
}
"""


class Code:
    """Lines with indentation."""

    def __init__(self):
        self.lines, self.depth = [], 1

    def line(self, text):
        for part in text.split("\n"):
            self.lines.append("\t" * self.depth + part)

    @contextlib.contextmanager
    def block(self, head, tail="}"):
        self.line(head + " {" if head else "{")
        self.depth += 1
        yield
        self.depth -= 1
        self.line(tail)


class Gen:
    """One program. All randomness comes from `r`."""

    def __init__(self, seed, index):
        self.r = random.Random(f"{seed}/{index}")
        self.suffix = f"x{index}"
        self.decls, self.tests = [], []
        self.ending = ""
        self.count = self.nested_any = 0
        self.types = []
        self.funcs = []
        self.globals = []
        # Whether the program's output depends on the order in which operands panic.
        self.ordered = self.chance(0.1)
        # A program has few types, so that variables of a wanted type are likely to exist.
        self.favourites = [*self.r.sample(list(ty.BASIC.values()), 5), ty.INT, ty.STRING]

    def fresh(self, prefix):
        """A name that no other in the program has; for local names."""
        self.count += 1
        return f"{prefix}{self.count}"

    def top(self, prefix):
        """A name that no other in all programs has, since a batch of them is one package for Go."""
        return self.fresh(prefix) + self.suffix

    def chance(self, p):
        return self.r.random() < p

    def pick(self, items):
        return self.r.choice(items)

    def declare(self, text):
        self.decls.append(text.strip("\n"))

    def helper(self, name):
        return f"{name}_{self.suffix}"

    def test(self, name, code):
        """Adds a function with this code; main runs the function and prints how it ended."""
        func = self.top("test")
        self.declare(f"func {func}() {{\n" + "\n".join(code.lines) + "\n}")
        self.tests.append((name, func))

    def text(self):
        """The program, without a function main."""
        body = "\n\n".join(self.decls)
        # Go reports no deadlock as long as a stopped timer is still in its heap of timers.
        if "time." in body and self.ending.startswith(("select", "<-make", "var mu", "var wg", "runtime.Goexit")):
            self.ending = ""
        calls = "\n".join(f'\trun_{self.suffix}("{name}", {func})' for name, func in self.tests)
        main = f"func main_{self.suffix}() {{\n{calls}\n{self.ending}\n}}"
        parts = PRELUDE.replace("_X", f"_{self.suffix}").strip().split("\n\n")
        named = [re.match(r"(?:func|var) (\w+)", part).group(1) for part in parts]
        prelude = "\n\n".join(p for p, name in zip(parts,
            named) if f"{name}(" in body + main or f"{name}[" in body or "trace_" in name)
        # A package is imported if its name stands before a dot; no variable has the name of a package.
        whole = f"\n{prelude}\n\n{body}\n\n{main}\n"
        bare = re.sub(r'"(?:\\.|[^"\\\n])*"', "", whole)
        used = [p for p in PACKAGES if re.search(rf"(?<![\w.]){p.split('/')[-1]}\.[A-Z]", bare)]
        imports = "".join(f'\t"{p}"\n' for p in used)
        return f"package main\n\nimport (\n{imports})\n{whole}"

    # Types.

    def basic(self, *kinds):
        fits = [t for t in self.favourites if not kinds or t.kind in kinds]
        if fits and self.chance(0.85):
            return self.pick(fits)
        return self.pick([t for t in ty.BASIC.values() if not kinds or t.kind in kinds])

    def any_type(self, depth=2):
        """A type whose values can be printed."""
        r = self.r.random()
        if self.types and r < 0.25:
            return self.pick(self.types)
        if depth == 0 or r < 0.6:
            return self.basic()
        if r < 0.72:
            return ty.slice_of(self.any_type(depth - 1))
        if r < 0.82:
            return ty.array_of(self.r.randint(1, 4), self.any_type(depth - 1))
        if r < 0.91:
            return ty.map_of(self.key_type(), self.any_type(depth - 1))
        if r < 0.95:
            return ty.ANY
        return ty.struct_of([(f"F{i}", self.any_type(depth - 1)) for i in range(self.r.randint(0, 3))])

    def key_type(self):
        keys = [t for t in self.types if t.comparable] if self.chance(0.3) else []
        return self.pick(keys) if keys else self.basic("int", "uint", "string", "bool")

    def define_type(self):
        """Declares a type: mostly structs, so that there is something to select from."""
        name = self.top("T")
        if self.chance(0.6):
            fields = [(f"{self.pick('abcXYZ')}{i}", self.any_type(2)) for i in range(self.r.randint(1, 5))]
            under = ty.struct_of(fields)
        else:
            under = self.any_type(2)
            while under.kind == "any":
                under = self.any_type(2)
        self.declare(f"type {name} {under if not under.named else under.text}")
        new = under.defined(name)
        self.types.append(new)
        return new
