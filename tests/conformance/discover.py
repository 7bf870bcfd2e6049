"""Finds the tests, by directives and build constraints, as the Go project's own test/run.go does."""

import os
import re
import shlex

from gofile import Source
from skips import skip_reason


# The directories that run.go searches, in its order.
TEST_DIRS = [".", "ken", "chan", "interface", "syntax", "dwarf", "fixedbugs", "codegen", "runtime",
             "abi", "typeparam", "typeparam/mdempsky"]
TYPES_DIRS = ["check", "examples", "fixedbugs", "spec"]


ACTIONS = {
    "go-run": {"run", "rundir", "runindir", "runoutput", "buildrun", "buildrundir", "errorcheckandrundir"},
    "go-errorcheck": {"errorcheck", "errorcheckdir", "errorcheckoutput", "errorcheckwithauto"},
    "go-compile": {"compile", "compiledir", "build", "builddir"},
}


def split_quoted(s):
    try:
        return shlex.split(s, comments=False)
    except ValueError:
        return s.split()


def eval_tag(tag, go_minor):
    if tag in ("linux", "amd64", "gc", "unix", "test_run"):
        return True
    m = re.fullmatch(r"go1\.(\d+)", tag)
    return bool(m) and int(m.group(1)) <= go_minor


def eval_go_build(expr, go_minor):
    toks = re.findall(r"&&|\|\||[!()]|[\w.]+", expr)
    pos = 0

    def peek():
        return toks[pos] if pos < len(toks) else None

    def unary():
        nonlocal pos
        t = peek()
        pos += 1
        if t == "!":
            return not unary()
        if t == "(":
            v = disj()
            pos += 1
            return v
        return t is not None and eval_tag(t, go_minor)

    def conj():
        nonlocal pos
        v = unary()
        while peek() == "&&":
            pos += 1
            v = unary() and v
        return v

    def disj():
        nonlocal pos
        v = conj()
        while peek() == "||":
            pos += 1
            v = conj() or v
        return v

    return disj()


def constraint_skip(header, go_minor):
    for line in header.split("\n"):
        if line.startswith("package "):
            break
        m = re.match(r"//go:build (.*)", line)
        if m and not eval_go_build(m.group(1), go_minor):
            return line.strip()
        m = re.match(r"//\s*\+build\s+(.*)", line)
        if m:
            ok = any(all(eval_tag(x.lstrip("!"), go_minor) != x.startswith("!") for x in alt.split(","))
                     for alt in m.group(1).split())
            if not ok:
                return line.strip()
    return None


class Test:
    def __init__(self, suite, root, name):
        self.suite, self.root, self.name = suite, root, name
        self.path = os.path.join(root, name)
        self.action, self.flags, self.args, self.extra = "", [], [], []
        self.singlefile = self.want_error = False
        self.lang = None
        self.skip = None            # reason, or None
        self.sources = []           # every Source of the test
        self.packages = []          # [(import name, [Source])] of directory tests; the last is the main one
        self.has_asm = False
        self.status, self.reason, self.detail = "", "", ""
        self.strict = None          # True, False; None where the strict score does not count the test
        self.only_syntax = False
        self.unproved = False
        self.seconds = 0.0

    @property
    def dir(self):
        return os.path.dirname(self.name) or "."

    def imports(self):
        out = set()
        for s in self.sources:
            out |= {i for i in s.imports() if not i.startswith(".")}
        return out


PACKAGE_RE = re.compile(r"(?m)^package (\w+)")


def load_dir_packages(test, dirpath):
    pkgs = []
    by_name = {}
    for fn in sorted(os.listdir(dirpath)):
        if fn.endswith(".s"):
            test.has_asm = True
        if not fn.endswith(".go"):
            continue
        src = Source(os.path.join(dirpath, fn))
        m = PACKAGE_RE.search(src.text)
        pname = m.group(1) if m else "?"
        if test.singlefile or pname not in by_name:
            by_name[pname] = (fn[:-3], [])
            pkgs.append(by_name[pname])
        by_name[pname][1].append(src)
        test.sources.append(src)
    test.packages = pkgs


def discover_go(suite, root, opts):
    tests = []
    for d in TEST_DIRS:
        full = os.path.join(root, d)
        if not os.path.isdir(full):
            continue
        for fn in sorted(os.listdir(full)):
            if not fn.endswith(".go") or fn.startswith("."):
                continue
            name = os.path.normpath(os.path.join(d, fn))
            src = Source(os.path.join(full, fn))
            if src.text.startswith("\n") or not src.text:
                continue
            head = src.text.split("\n\n", 1)[0]
            first, _, rest = head.partition("\n")
            if "+build" in first:
                head = rest
            # only the directive's own line holds flags and arguments
            words = split_quoted(head.split("\n", 1)[0].removeprefix("//"))
            if not words or words[0] not in ACTIONS[suite]:
                continue
            t = Test(suite, root, name)
            t.action, args = words[0], words[1:]
            t.want_error = t.action.startswith("errorcheck") and t.action != "errorcheckandrundir"
            while args and args[0].startswith("-"):
                a = args.pop(0)
                if a == "-1":
                    t.want_error = True
                elif a == "-0":
                    t.want_error = False
                    t.flags.append(a)
                elif a == "-s":
                    t.singlefile = True
                elif a == "-t":
                    args[:1] = []
                elif a.startswith("-lang="):
                    t.lang = a[len("-lang="):]
                else:
                    t.flags.append(a)
                    if a in ("-goexperiment", "-gcflags", "-ldflags") and args:
                        t.flags.append(args.pop(0))
            t.args = [a for a in args if not a.endswith(".go")]
            t.extra = [Source(os.path.join(full, a)) for a in args
                       if a.endswith(".go") and os.path.exists(os.path.join(full, a))]
            header = src.text.split("\npackage", 1)[0] if "\npackage" in src.text else head
            why = constraint_skip(header, opts.go_minor)
            if t.action.endswith("dir"):
                dirpath = t.path[:-3] + ".dir"
                if not os.path.isdir(dirpath):
                    t.skip = "no .dir"
                elif t.action == "runindir":
                    for base, dirs, files in os.walk(dirpath):
                        dirs.sort()
                        for f in sorted(files):
                            if f.endswith(".go"):
                                t.sources.append(Source(os.path.join(base, f)))
                            t.has_asm |= f.endswith(".s")
                else:
                    load_dir_packages(t, dirpath)
            else:
                t.sources = [src] + t.extra
            if why:
                t.skip = "build constraint: not linux/amd64/gc"
                t.detail = why
            t.skip = t.skip or skip_reason(t, opts)
            tests.append(t)
    return tests


def discover_types(root, opts):
    tests = []
    for d in TYPES_DIRS:
        full = os.path.join(root, d)
        if not os.path.isdir(full):
            continue
        for fn in sorted(os.listdir(full)):
            p = os.path.join(full, fn)
            t = Test("types", root, d + "/" + fn)
            if os.path.isdir(p):
                t.action = "dir"
                t.sources = [Source(os.path.join(p, f)) for f in sorted(os.listdir(p)) if f.endswith(".go")]
                t.sources = [s for s in t.sources if not constraint_skip(s.text, opts.go_minor)]
                t.packages = [("p", t.sources)]
            elif fn.endswith(".go"):
                t.action = "file"
                t.sources = [Source(p)]
                why = constraint_skip(t.sources[0].text, opts.go_minor)
                if why:
                    t.skip = "build constraint: not linux/amd64/gc"
            else:
                continue
            if t.sources:
                first = t.sources[0].text.split("\n", 1)[0]
                m = re.match(r"//\s*(-.*)", first)
                if m:
                    for w in m.group(1).split():
                        if w.startswith("-lang="):
                            t.lang = w[len("-lang="):]
                        else:
                            t.flags.append(w)
            t.skip = t.skip or skip_reason(t, opts)
            tests.append(t)
    return tests
