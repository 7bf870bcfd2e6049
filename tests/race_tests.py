#!/usr/bin/env python3
"""Go's own tests of its race detector under minigo, each beside Go's verdict.

    tests/race_tests.py [--minigo PATH] [--go PATH] [--procs N] [--verbose]

The tests are those of an installed Go 1.27 (src/runtime/race/testdata), run from there and not copied into the repository. A test says by its
name whether it has a race: TestRace…, TestNoRace…. Where a C compiler is there, `go test -race` is asked too, with GOMAXPROCS=1: what it finds
is the verdict, since some races are found in some runs only. Left out: the tests that call C (cgo).

Prints the tests on which both differ, and a summary; exit status 1 if any differs that is not in KNOWN. Without a `go` (in PATH, or named by
GO) there is nothing to run: the command says so and succeeds.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Tests on which minigo is known to differ from Go, each with the reason.
KNOWN = {}


def goroot(go):
    return subprocess.run([go, "env", "GOROOT"], check=True, capture_output=True, text=True).stdout.strip()


def tests_of(go):
    """The files of tests, by name."""
    source = os.path.join(goroot(go), "src", "runtime", "race", "testdata")
    names = [n for n in sorted(os.listdir(source)) if n.endswith("_test.go") and not n.startswith("cgo_")]
    return {n: open(os.path.join(source, n)).read() for n in names}


def write_module(files, to):
    """Puts the tests into a module. A module may not import internal/synctest, of which testing/synctest is the public form."""
    os.makedirs(to)
    with open(os.path.join(to, "go.mod"), "w") as out:
        out.write("module racetests\n\ngo 1.27\n")
    for name, text in files.items():
        text = text.replace('"internal/synctest"', '"testing/synctest"').replace("synctest.Run(func() {", "synctest.Test(t, func(*testing.T) {")
        with open(os.path.join(to, name), "w") as out:
            out.write(text)


def verdicts(output):
    """The result of each test, by name: 'race', 'none' or 'skipped'."""
    found, name, lines = {}, None, []

    def close():
        if name:
            text = "\n".join(lines)
            race = "DATA RACE" in text or "fatal error: concurrent map" in text
            found[name] = "skipped" if "--- SKIP:" in text else "race" if race else "none"

    for line in output.split("\n"):
        begins = re.match(r"=== RUN\s+(Test\w+)$", line)
        if begins:
            close()
            name, lines = begins.group(1), []
        lines.append(line)
    close()
    return {n: v for n, v in found.items() if re.match(r"Test(No)?Race", n)}


def run(command, cwd, env):
    ran = subprocess.run(command, cwd=cwd, env={**os.environ, **env}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1200)
    return ran.stdout.decode(errors="replace")


def main():
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--minigo", default=os.path.join(target, "release", "minigo"))
    ap.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    ap.add_argument("--procs", default="1", help="GOMAXPROCS for minigo")
    ap.add_argument("--verbose", action="store_true", help="list all tests")
    args = ap.parse_args()
    if not args.go:
        print("race_tests: there is no go (in PATH, or named by GO): nothing is run")
        return 0
    env = {"GORACE": "suppress_equal_stacks=0 suppress_equal_addresses=0", "GOFLAGS": ""}
    command = ["test", "-race", "-v", "-vet=off", "-count=1", "."]
    with tempfile.TemporaryDirectory() as scratch:
        place = os.path.join(scratch, "racetests")
        write_module(tests_of(args.go), place)
        ours = run([os.path.abspath(args.minigo), *command], place, {**env, "GOMAXPROCS": args.procs})
        # Go's race detector needs cgo, and so a C compiler.
        theirs = run([args.go, *command], place, {**env, "GOMAXPROCS": "1", "CGO_ENABLED": "1"}) if shutil.which("gcc") else None
    mine = verdicts(ours)
    if not mine or "ALL TESTS COMPLETE" not in ours:
        print(ours[-4000:])
        print("race_tests: the tests have not run to their end")
        return 1
    go = verdicts(theirs) if theirs else {}
    if theirs and not go:
        print(theirs[-2000:])
        print("race_tests: Go's own run has failed; names are the verdict")
    by_name = {n: "none" if n.startswith("TestNoRace") else "race" for n in mine}
    wrong = 0
    right = skipped = 0
    for name in sorted(mine):
        want = go.get(name, by_name[name])
        if mine[name] == "skipped" or want == "skipped":
            skipped += 1
            note = "skipped"
        elif mine[name] == want or mine[name] == by_name[name]:
            right += 1
            note = "right" if mine[name] == want else "right by its name; Go's run said " + want
        elif name in KNOWN:
            note = "known: " + KNOWN[name]
        else:
            wrong += 1
            note = "WRONG"
        if args.verbose or note not in ("right", "skipped"):
            print("%-50s minigo %-8s go %-8s %s" % (name, mine[name], go.get(name, "-"), note))
    missing = sorted(set(go) - set(mine))
    for name in missing:
        print("%-50s did not run" % name)
    print("%d tests: %d right, %d wrong, %d skipped, %d known to differ%s" % (
        len(mine), right, wrong, skipped, len(mine) - right - wrong - skipped, "" if go else " (by their names)"))
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    sys.exit(main())
