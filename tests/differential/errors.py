#!/usr/bin/env python3
"""Errors of many packages under minigo and under the real Go: they must have the same types and texts.

    tests/differential/errors.py [--seed S] [--count N] [--minigo PATH] [--go PATH] [--limit N] [SECTION …]

The program in the folder `errors` provokes them, by --count random inputs in each of its sections, and prints each error with all that it
wraps. Lines in errors/known.txt may differ: a regular expression each, for the section and the line of Go (`tls: versions …`), with the
reason before it.

Exit status 1 if any other line differs. Without a `go` (in PATH, or named by GO) there is nothing to compare with: the command says so
and succeeds.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, "tests/differential/errors")


def known():
    """The expressions for lines that may differ."""
    with open(os.path.join(PROGRAM, "known.txt"), encoding="utf-8") as lines:
        return [re.compile(line.rstrip("\n")) for line in lines if line.strip() and not line.startswith("#")]


def run(command, folder):
    done = subprocess.run(command, capture_output=True, timeout=600, cwd=folder)
    if done.returncode:
        sys.exit(f"errors: {command} ended with {done.returncode}: {done.stderr.decode(errors='replace')[:2000]}")
    return done.stdout.decode(errors="replace").removesuffix("\n").split("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sections", nargs="*")
    parser.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    parser.add_argument("--minigo", default=os.path.join(ROOT, "target/release/minigo"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200, help="random inputs in a section")
    parser.add_argument("--limit", type=int, default=10, help="lines of a section that are shown")
    args = parser.parse_args()
    if not args.go:
        print("left out: there is no go to compare with")
        return
    may_differ, total, differing = known(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        native = os.path.join(folder, "native")
        env = dict(os.environ, GOTOOLCHAIN="local", GOFLAGS="", GOPROXY="off", CGO_ENABLED="0")
        subprocess.run([args.go, "build", "-o", native, "."], cwd=PROGRAM, env=env, check=True)
        for section in args.sections or run([native], folder)[0].split():
            words = [section, str(args.seed), str(args.count)]
            go = run([native, *words], folder)
            minigo = run([os.path.abspath(args.minigo), "run", PROGRAM, *words], folder)
            if len(go) != len(minigo):
                print(f"{section}: {len(go)} lines under go, {len(minigo)} under minigo")
                differing += 1
            wrong = [(a, b) for a, b in zip(go, minigo) if a != b and not any(k.search(f"{section}: {a}") for k in may_differ)]
            total += len(go)
            differing += len(wrong)
            for a, b in wrong[: args.limit]:
                print(f"{section}: {a[:1000]}\n    minigo: {b[:1000]}")
    print(f"errors: {total} lines of seed {args.seed}, {differing} differ")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
