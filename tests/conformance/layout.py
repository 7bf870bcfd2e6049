"""Lays out tests of several files or packages as a module in a temporary directory.

test/run.go compiles NAME.dir/*.go in lexical order, one package per package name, importable as "./FIRSTFILE"; the last is linked
as main. Here a directory gets
    go.mod           module test
    FIRSTFILE/*.go   every package but the last
    *.go             the last package (main, for the run tests)
and the imports "./x" become "test/x" (the same number of lines, so positions stay right). *_test.go is renamed *_testx.go, for a
module-aware tool ignores the former. Tests whose directive names further .go files (`// runoutput ./rotate.go`) are one package
of several files and laid out the same way.
"""

import os
import shutil


def module_layout(test, packages, work, opts):
    """Writes the packages as a module below work; returns ({written path: Source}, [package dirs])."""
    mod = os.path.join(work, "m")
    os.makedirs(mod)
    with open(os.path.join(mod, "go.mod"), "w") as f:
        f.write("module test\n\ngo %s\n" % (test.lang or "go" + opts.go_version).removeprefix("go"))
    where, dirs = {}, []
    for i, (stem, sources) in enumerate(packages):
        d = mod if i == len(packages) - 1 else os.path.join(mod, stem)
        os.makedirs(d, exist_ok=True)
        dirs.append(d)
        for s in sources:
            fn = os.path.basename(s.path)
            if fn.endswith("_test.go"):
                fn = fn[:-len("_test.go")] + "_testx.go"
            text = s.text
            for lit, off in reversed(s.import_tokens()):
                if lit[1:3] == "./":
                    text = text[:off] + '"test/' + lit[3:-1] + '"' + text[off + len(lit):]
            dst = os.path.join(d, fn)
            with open(dst, "wb") as f:
                f.write(text.encode("utf-8", "surrogateescape"))
            where[os.path.realpath(dst)] = s
    return where, dirs


def runindir_layout(test, work, opts):
    """run.go: a copy of NAME.dir in a module called like that directory, then `go run .` there."""
    src = test.path[:-3] + ".dir"
    dst = os.path.join(work, "src", os.path.basename(src))
    shutil.copytree(src, dst)
    with open(os.path.join(dst, "go.mod"), "w") as f:
        f.write("module %s\n\ngo %s\n" % (os.path.basename(src), opts.go_version))
    return dst
