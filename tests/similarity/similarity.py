#!/usr/bin/env python3
"""How much of the library's Go code also stands in the sources of an installed Go.

    tests/similarity/similarity.py [--go PATH] [--package P]... [--show] [--all] [--update]

Each package below stdlib/src is compared with the folder of the same name in GOROOT/src, with the folders in which Go keeps the rest of
that package (PARTS), and with the internal folders below it. A package that Go does not have is compared with all of them together.
Tests are left out on both sides. Two measures:

* Lines. A code line counts if it has 30 characters or more without indentation, comments, texts in quotes and the signature of a
  function literal. Imports, signatures of functions, methods of interfaces, exported fields and variables, constants, rows of tables
  and error texts do not count: the API or the data fixes them. `percent` is the share of these lines that stands in Go's files too.
* Statements. The statements of each function body are compared with all identifiers made equal, so that a rename changes nothing. `run`
  is the longest sequence of statements that both sides have in the same order. Lone braces, `return x`, `if err != nil` and similar
  short statements must agree, but do not count. `funcs` counts the functions of 40 tokens or more whose whole bodies are equal so.

The limits are 25 percent and a run of 6. Packages above them are listed in above.txt, `package percent run reason`. The exit status is 1 if
a package is above a limit and not in the list, if it is above its figures in the list, or if a listed package keeps both limits.
--update lowers figures and takes out packages that keep the limits; it adds nothing. Without a Go 1.27 (in PATH, or named by GO) the
status is 3.

--show prints the equal lines, runs and functions with their places; --all also prints the packages within the limits.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))
import go_release

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OURS = os.path.join(ROOT, "stdlib", "src")
LIST = os.path.join(HERE, "above.txt")

LONG = 30  # characters of a line that counts
PERCENT = 25
RUN = 6
FUNCTION = 40  # tokens of a body that is compared as a whole
SHARED = 100  # tokens of a run that --show prints although it keeps the limit
GRAM = 4  # statements that must agree before a run is looked at

# Folders in which Go keeps what belongs to a package besides its own folder; a folder stands for those below it as well.
PARTS = {
    "bytes": ["internal/bytealg", "internal/stringslite"],
    "crypto/mlkem": ["crypto/internal/fips140/mlkem"],
    "errors": ["internal/reflectlite"],
    "internal/fs": ["io/fs", "os", "internal/filepathlite"],
    "internal/rt": ["runtime"],
    "internal/regex": ["regexp"],
    "internal/pdqsort": ["sort", "slices"],
    "internal/ordered": ["sort", "slices"],
    "internal/ziggurat": ["math/rand"],
    "internal/crc": ["hash"],
    "internal/zoneinfo": ["time"],
    "internal/mimeheader": ["mime", "net/textproto"],
    "net/http/internal/h2": ["net/http/internal", "vendor/golang.org/x/net/http2/hpack"],
    "os": ["internal/filepathlite", "internal/syscall/unix", "internal/syscall/execenv"],
    "path/filepath": ["internal/filepathlite"],
    "reflect": ["internal/abi", "internal/reflectlite"],
    "runtime": ["internal/runtime"],
    "strconv": ["internal/strconv"],
    "strings": ["internal/bytealg", "internal/stringslite"],
    "sync": ["internal/sync", "internal/race"],
    "sync/atomic": ["internal/runtime/atomic"],
    "testing": ["internal/sysinfo", "internal/testlog", "internal/fuzz"],
    "unique": ["internal/sync"],
}

TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+)
    |(?P<newline>\n)
    |(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<name>[^\W\d]\w*)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)+')
    |(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    |(?P<operator><<=|>>=|&\^=|\.\.\.|&&|\|\||<-|\+\+|--|==|!=|<=|>=|:=|&\^|<<|>>|[-+*/%&|^]=|.)""",
    re.VERBOSE | re.DOTALL,
)
KEYWORDS = frozenset(
    """break case chan const continue default defer else fallthrough for func go goto if import interface map package range return
    select struct switch type var""".split()
)
# A line that ends in one of these ends a statement, besides names, literals and closing brackets.
ENDS = frozenset(["break", "continue", "fallthrough", "return", "++", "--", ")", "]", "}"])
# Statements whose head may have semicolons.
HEADERS = (["if"], ["for"], ["switch"])
# Statements so common that equal ones prove nothing: `_` is any identifier.
COMMON = re.compile(
    r"""[{};]*|else\{?|for\{|default:|select\{|switch\{|switch_\{|case_(,_)*:
    |return[_,0-9]*|return_\._|return_\(\)|return_,_\._|return_\(_\)|break_?|continue_?|goto_|_:
    |if(_:?=_\._\(\);)?!?_((!=|==|<|>)[_0-9])?\{|if_\._\{|if_(!=|==)_\._\{|for_:?=range_\{|for_,_:=range_\{
    |_(\+\+|--)|_:?=[_0-9]|var__|_\(\)|_\._\(\)|defer_\._\(\)|(_\._)?\._\._\(\)|_\._\._\(\)|[}]\)?|for_\{
    |(go|defer|return)func\(\)\{|\}\(\)""",
    re.VERBOSE,
)
ERROR_TEXT = re.compile(
    r"""(return\s((nil|0|false|""|\w+\{\}),\s)*|\w+\s:?=\s)?(&?\w*\(?)?
    (panic|errors\.New|fmt\.(Errorf|Sprintf)|\w*[eE]rr\w*)\(+(fmt\.Sprintf\()?"[^"]{12}""",
    re.VERBOSE,
)
# Exported variables of one line, and assertions that a type has the methods of an interface.
API = re.compile(r"[A-Z]\w* [*\w.\[\]]+$|[A-Z]\w*( [*\w.\[\]]+)? = (&?[\w.]+(\(.*\)|\{.*\})|\w+)$|_ [\w.]+ = ")
LITERAL_SIGNATURE = re.compile(r"\bfunc\(.*\{$")
ROW = re.compile(r"""^[\s{}\[\]();:,.+\-*/|^&<>=]*$""")


class Lexed:
    """The tokens of a file, (kind, text, line), and its lines without comments."""

    def __init__(self, path):
        self.path = path
        source = open(path, encoding="utf-8", errors="replace").read()
        self.tokens = []
        lines = [[]]
        self.data = set()  # lines that begin inside a text of several lines
        for found in TOKEN.finditer(source):
            kind, text = found.lastgroup, found.group()
            if kind == "newline":
                self.end_line(len(lines))
                lines.append([])
                continue
            if kind == "comment":
                for _ in range(text.count("\n")):
                    self.end_line(len(lines))
                    lines.append([])
                continue
            if kind == "space":
                lines[-1].append(" ")
                continue
            if kind == "name" and text in KEYWORDS:
                kind = "keyword"
            self.tokens.append((kind, text, len(lines)))
            pieces = text.split("\n")
            lines[-1].append(pieces[0])
            for piece in pieces[1:]:
                lines.append([piece])
                self.data.add(len(lines))
        self.end_line(len(lines))
        self.lines = [" ".join("".join(line).split()) for line in lines]

    def end_line(self, line):
        """Go's rule for semicolons."""
        if not self.tokens:
            return
        kind, text, at = self.tokens[-1]
        if at == line and (kind in ("name", "text", "number") or text in ENDS):
            self.tokens.append(("end", ";", line))


class Function:
    """The body of a declared function: statements as (normalised, counts, tokens, first line)."""

    def __init__(self, file, name, line):
        self.file, self.name, self.line = file, name, line
        self.statements = []
        self.tokens = 0

    def fill(self, tokens):
        shape, depth, first = [], 0, 0  # depth: the number of open brackets in the statement
        for kind, text, line in tokens:
            first = first or line
            if text == ";" and (kind == "end" or depth == 0 and shape[:1] not in HEADERS):
                self.add(shape, first)
                shape, depth, first = [], 0, 0
                continue
            if kind == "operator" and text in "([":
                depth += 1
            elif kind == "operator" and text in ")]":
                depth -= 1
            if text == "}" and kind == "operator" and shape:
                self.add(shape, first)
                shape, depth, first = [], 0, line
            shape.append("_" if kind == "name" else text)
            if kind == "operator" and (text == "{" or text == ":" and depth == 0 and shape[0] in ("case", "default")):
                self.add(shape, first)
                shape, depth, first = [], 0, 0
        self.add(shape, first)
        self.whole = tuple(s[0] for s in self.statements)
        self.tokens = sum(s[2] for s in self.statements)

    def add(self, shape, line):
        if shape == ["}"] and self.statements:  # A lone brace belongs to the statement before it, so that it makes no run of its own.
            joined, counts, tokens, at = self.statements[-1]
            self.statements[-1] = (joined + "}", counts, tokens + 1, at)
        elif shape:
            text = " ".join(shape)
            tight = "".join(shape)
            self.statements.append((text, COMMON.fullmatch(tight) is None, len(shape), line))


class File:
    """A Go file: the lines that count, and its functions."""

    def __init__(self, path, shown):
        lexed = Lexed(path)
        self.shown = shown
        self.functions = []
        self.fixed = set(lexed.data)  # lines that do not count
        self.walk(lexed)
        self.lines = []
        for number, line in enumerate(lexed.lines, 1):
            if number not in self.fixed and counts(line):
                self.lines.append((number, line))

    def walk(self, lexed):
        tokens = lexed.tokens
        at = 0
        while at < len(tokens):
            text, line = tokens[at][1], tokens[at][2]
            end = self.end_of_declaration(tokens, at)
            if text == "func":
                self.declare(tokens[at:end], line)
            elif text in ("import", "package", "const"):
                self.fix(line, tokens[end - 1][2])
            elif text == "type":
                self.fix_types(tokens[at:end], lexed.lines)
            elif text == "var":
                self.fix_values(line, tokens[end - 1][2], lexed.lines)
            at = end

    def fix(self, first, last):
        self.fixed.update(range(first, last + 1))

    @staticmethod
    def end_of_declaration(tokens, at):
        """The index after the semicolon that ends the declaration at the index."""
        depth = 0
        while at < len(tokens):
            kind, text, _ = tokens[at]
            if kind == "operator":
                if text in "([{":
                    depth += 1
                elif text in ")]}":
                    depth -= 1
            at += 1
            if text == ";" and depth == 0 and kind in ("end", "operator"):
                break
        return at

    def declare(self, tokens, line):
        """Splits a function into signature and body."""
        depth = 0
        for index, (kind, text, at) in enumerate(tokens):
            if kind != "operator":
                continue
            if text in "([":
                depth += 1
            elif text in ")]":
                depth -= 1
            elif text == "{" and tokens[index - 1][1] in ("struct", "interface"):
                depth += 1
            elif text == "}":
                depth -= 1
            elif text == "{" and depth == 0:
                self.fix(line, at)
                function = Function(self, name_of(tokens), line)
                body = tokens[index + 1 :]
                while body and body[-1][1] in (";", "}"):
                    last = body.pop()
                    if last[1] == "}":
                        break
                function.fill(body)
                self.functions.append(function)
                return
        self.fix(line, tokens[-1][2])

    def fix_types(self, tokens, lines):
        """Marks lines with names of types, methods of interfaces and exported fields as fixed by the API."""
        interface, depth = None, 0
        for index, (kind, text, line) in enumerate(tokens):
            if kind == "operator" and text in "{(":
                depth += 1
                if interface is None and tokens[index - 1][1] == "interface":
                    interface = depth
            elif kind == "operator" and text in "})":
                if interface == depth:
                    interface = None
                depth -= 1
            if interface is not None or re.match(r"type\b|\*?[A-Z]", lines[line - 1]):
                self.fixed.add(line)

    def fix_values(self, first, last, lines):
        for line in range(first, last + 1):
            text = lines[line - 1].removeprefix("var ")
            if API.match(text) or re.match(r"\w+ = errors\.New\(\"|[\"'`{\d]|\w+: ", text):
                self.fixed.add(line)


def name_of(tokens):
    """The name of a function, with its receiver's type before it."""
    names, depth = [], 0
    for kind, text, _ in tokens[1:]:
        if kind == "operator" and text in "([":
            if names and depth == 0 and text == "(" and names[-1][1] == 0:
                break
            depth += 1
        elif kind == "operator" and text in ")]":
            depth -= 1
        elif kind == "name":
            names.append((text, depth))
    receiver = [n for n, d in names if d == 1]
    own = next((n for n, d in names if d == 0), "?")
    if tokens[1][1] == "(" and receiver:
        return f"{receiver[-1]}.{own}"
    return own


def counts(line):
    """Whether a line counts: it is long enough without quoted texts and signatures of function literals, and no row of a table."""
    if len(line) < LONG or ERROR_TEXT.match(line):
        return False
    bare = re.sub(r'"(?:[^"\\]|\\.)*"|`[^`]*`?', '""', line)
    bare = LITERAL_SIGNATURE.sub("func", bare)
    if len(bare) < LONG:
        return False
    return ROW.match(re.sub(r'""|\'(?:[^\'\\]|\\.)+\'|\b\d[\w.]*', "", bare)) is None


class Folder:
    """Files of one or more folders."""

    def __init__(self):
        self.files = []

    def add(self, base, folder):
        full = os.path.join(base, folder)
        if not os.path.isdir(full):
            return
        for name in sorted(os.listdir(full)):
            if name.endswith(".go") and not name.endswith("_test.go"):
                path = os.path.join(full, name)
                self.files.append(File(path, f"{folder}/{name}"))

    def functions(self):
        return [f for file in self.files for f in file.functions]


class Theirs:
    """Go's sources, each folder read once."""

    def __init__(self, base):
        self.base = base
        self.read = {}

    def folder(self, name):
        if name not in self.read:
            self.read[name] = Folder()
            self.read[name].add(self.base, name)
        return self.read[name].files

    def below(self, name, only_internal):
        found = []
        for here, folders, _ in os.walk(os.path.join(self.base, name)):
            folders[:] = sorted(f for f in folders if f not in ("testdata", "vendor"))
            path = os.path.relpath(here, self.base)
            if path == name or not only_internal or "internal" in path.removeprefix(name).split("/"):
                found.append(path)
        return found

    def counterpart(self, package, packages):
        names = self.below(package, True)
        if package.startswith("crypto/"):
            names += [n for n in self.below("crypto/internal", False)]
        for part in PARTS.get(package, []):
            names += self.below(part, False)
        if not names:
            names = [n for p in packages for n in self.below(p, True)]
        result = Folder()
        for name in dict.fromkeys(names):
            result.files += self.folder(name)
        return result


class Run:
    """A sequence of statements that two functions have in common."""

    def __init__(self, ours, at, theirs, there, length):
        self.ours, self.theirs = ours, theirs
        part = ours.statements[at : at + length]
        self.count = sum(1 for s in part if s[1])
        self.tokens = sum(s[2] for s in part)
        self.at, self.length = at, length
        self.place = part[0][3]
        self.their_place = theirs.statements[there][3]

    def key(self):
        return (self.count, self.tokens, self.length)


def longest_runs(ours, theirs):
    """For each function of minigo's, the longest run that it shares with a function of Go's."""
    index = defaultdict(list)
    for number, function in enumerate(theirs):
        for at in range(len(function.whole) - GRAM + 1):
            index[function.whole[at : at + GRAM]].append((number, at))
    for function in ours:
        best, alive = None, {}
        for at in range(len(function.whole) - GRAM + 1):
            now = {}
            for number, there in index.get(function.whole[at : at + GRAM], ()):
                now[number, there] = alive.pop((number, there - 1), at)
            for (number, there), begin in alive.items():
                best = better(best, function, begin, theirs[number], there - (at - 1 - begin), at - 1 - begin + GRAM)
            alive = now
        last = len(function.whole) - GRAM
        for (number, there), begin in alive.items():
            best = better(best, function, begin, theirs[number], there - (last - begin), last - begin + GRAM)
        if best:
            yield best


def better(best, function, begin, other, there, length):
    if best and length * 2 < best.length:
        return best
    run = Run(function, begin, other, there, length)
    return run if best is None or run.key() > best.key() else best


class Result:
    """The figures of one package."""

    def __init__(self, package, theirs):
        self.package = package
        ours = Folder()
        ours.add(OURS, package)
        places = {}
        for file in theirs.files:
            for number, line in file.lines:
                places.setdefault(line, f"{file.shown}:{number}")
        self.long = [(file.shown, number, line) for file in ours.files for number, line in file.lines]
        self.same = [(shown, number, line, places[line]) for shown, number, line in self.long if line in places]
        whole = {f.whole: f for f in theirs.functions() if f.tokens >= FUNCTION}
        self.functions = [(f, whole[f.whole]) for f in ours.functions() if f.tokens >= FUNCTION and f.whole in whole]
        self.runs = sorted(longest_runs(ours.functions(), theirs.functions()), key=lambda r: r.key(), reverse=True)

    @property
    def percent(self):
        return 100 * len(self.same) / len(self.long) if self.long else 0.0

    @property
    def run(self):
        return self.runs[0].count if self.runs else 0

    def above(self):
        # The share means little if only few lines are equal.
        return (self.percent > PERCENT and len(self.same) > RUN) or self.run > RUN

    def show(self):
        print(f"\n== {self.package}: {len(self.same)} of {len(self.long)} long lines")
        for shown, number, line, place in self.same:
            print(f"  {shown}:{number} = {place}\n      {line}")
        for ours, theirs in self.functions:
            places = f"{ours.file.shown}:{ours.line} = {theirs.name} {theirs.file.shown}:{theirs.line}"
            print(f"  function {ours.name} {places}, {ours.tokens} tokens")
        for run in self.runs:
            if run.count > RUN or run.tokens > SHARED:
                print(f"  run of {run.count}, {run.tokens} tokens, in {run.ours.name} {places_of(run)}")
                for text, counted, _, line in run.ours.statements[run.at : run.at + run.length]:
                    print(f"      {line:5} {'*' if counted else ' '} {text}")

    def row(self):
        place = f"{self.runs[0].ours.name} {places_of(self.runs[0])}" if self.run else ""
        over = sum(1 for r in self.runs if r.count > RUN)
        lines = f"{len(self.long):6} {len(self.same):5} {self.percent:7.0f}"
        return f"{self.package:24} {lines} {self.run:5} {over:5} {len(self.functions):5}  {place}"


def places_of(run):
    return f"{run.ours.file.shown}:{run.place} = {run.theirs.file.shown}:{run.their_place}"


def packages_of_ours():
    found = []
    for here, folders, files in os.walk(OURS):
        folders.sort()
        if any(f.endswith(".go") and not f.endswith("_test.go") for f in files):
            found.append(os.path.relpath(here, OURS))
    return sorted(found)


def read_list():
    """The entries of above.txt: (percent, run, reason) by package."""
    entries = {}
    if os.path.exists(LIST):
        for number, line in enumerate(open(LIST, encoding="utf-8"), 1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = line.split(maxsplit=3)
            if len(parts) < 4 or parts[0] in entries:
                sys.exit(f"above.txt:{number}: not `package percent run reason`, or a second line of its package")
            entries[parts[0]] = (int(parts[1]), int(parts[2]), parts[3].strip())
    return entries


def complaints(results, entries, all_packages):
    """The complaints, one line each."""
    for package in entries:
        if package not in all_packages:
            yield f"{package}: listed in above.txt, but there is no such package"
    for result in results:
        percent, run, name = result.percent, result.run, result.package
        if name not in entries:
            if result.above():
                yield f"{name}: {percent:.0f} % (limit {PERCENT}), run of {run} (limit {RUN}); --package {name} --show prints the pairs"
            continue
        if not result.above():
            yield f"{name}: keeps the limits now; take it out of above.txt (--update does)"
        elif round(percent) > entries[name][0] or run > entries[name][1]:
            yield f"{name}: {percent:.0f} %, run of {run}; above.txt allows {entries[name][0]} % and {entries[name][1]}"


def update(results, entries):
    """Lowers the figures of above.txt."""
    measured = {r.package: r for r in results}
    lines = []
    for line in open(LIST, encoding="utf-8"):
        package = line.split(maxsplit=1)[0] if line.strip() and not line.startswith("#") else None
        if package in measured:
            result = measured[package]
            if not result.above():
                continue
            percent, run, reason = entries[package]
            line = f"{package} {min(percent, round(result.percent))} {min(run, result.run)} {reason}\n"
        lines.append(line)
    with open(LIST, "w", encoding="utf-8") as out:
        out.writelines(lines)


def goroot(go):
    """GOROOT of a Go 1.27; without one the script ends with status 3."""
    command = go or os.environ.get("GO") or "go"
    try:
        asked = subprocess.run([command, "env", "GOROOT", "GOVERSION"], capture_output=True, text=True, check=True, cwd="/")
        root, version = asked.stdout.split("\n")[:2]
    except (OSError, subprocess.CalledProcessError):
        root, version = "", ""
    if not go_release.is_wanted(version):
        print(f"there is no Go {go_release.LANGUAGE}", file=sys.stderr)
        sys.exit(3)
    return os.path.join(root, "src")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--go")
    parser.add_argument("--package", action="append", default=[])
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    theirs = Theirs(goroot(options.go))
    all_packages = packages_of_ours()
    if unknown := [p for p in options.package if p not in all_packages]:
        parser.error(f"no package {unknown[0]} below stdlib/src")
    results = [Result(p, theirs.counterpart(p, all_packages)) for p in options.package or all_packages]
    results.sort(key=lambda r: (-r.percent, r.package))
    print(f"{'package':24} {'long':>6} {'same':>5} {'percent':>7} {'run':>5} {'runs':>5} {'funcs':>5}  longest run")
    for result in results:
        if options.all or options.package or result.above():
            print(result.row())
    total, same = (sum(len(lines) for lines in part) for part in zip(*((r.long, r.same) for r in results)))
    above = Counter(r.above() for r in results)
    share = f"{same} of {total} long lines the same ({100 * same / max(total, 1):.0f} %)"
    print(f"{len(results)} packages, {above[True]} above a limit; {share}")
    if options.show:
        for result in results:
            result.show()
    entries = read_list()
    if options.update:
        update(results, entries)
        entries = read_list()
    found = list(complaints(results, entries, all_packages))
    for line in found:
        print(line, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
