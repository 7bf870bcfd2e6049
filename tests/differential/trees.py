#!/usr/bin/env python3
"""go/parser and go/ast under minigo and under the real Go: trees, positions and errors must be the same.

    tests/differential/trees.py [--mutants N] [--seed S] [--minigo PATH] [--go PATH] [FOLDER]...

The program in the folder `trees` parses all Go files below the folders, which are relative to GOROOT (src and test if none is named),
each in one of six modes, and prints a hash of ast.Fprint's output and the errors; then it does so with N files (2000) in which tokens
were deleted, inserted, replaced or swapped. Exit status 1 if a line differs. Without a `go` (in PATH, or named by GO) there is nothing to compare
with: the command says so and succeeds.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, "tests/differential/trees")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--mutants", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--minigo", default=os.path.join(ROOT, "target/release/minigo"))
    options.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    options.add_argument("folders", nargs="*")
    given = options.parse_args()
    if not given.go:
        print("trees: no go to compare with")
        return 0
    env = dict(os.environ, GOTOOLCHAIN="local", GOFLAGS="", GOPROXY="off", CGO_ENABLED="0")
    goroot = subprocess.run([given.go, "env", "GOROOT"], env=env, capture_output=True, text=True, check=True).stdout.strip()
    folders = [os.path.join(goroot, name) for name in given.folders or ["src", "test"]]
    runs = [], ["-mutants", str(given.mutants), "-seed", str(given.seed)]
    return compare("trees", PROGRAM, given, env, [[*words, *folders] for words in runs])


def compare(name, program, given, env, runs):
    """Runs the Go program with each list of words, compiled by go and under minigo. The status: 1 if a line differs."""
    differ = 0
    with tempfile.TemporaryDirectory() as folder:
        native = os.path.join(folder, "native")
        subprocess.run([given.go, "build", "-o", native, "."], cwd=program, env=env, check=True)
        for words in runs:
            lines = []
            for command in [native], [given.minigo, "run", program]:
                done = subprocess.run([*command, *words], capture_output=True, timeout=1800)
                if done.returncode:
                    sys.exit(f"{name}: {command[0]} ended with {done.returncode}: {done.stderr.decode(errors='replace')[:2000]}")
                lines.append(done.stdout.splitlines())
            for go, minigo in zip(*lines, strict=True):
                if go != minigo:
                    differ += 1
                    if differ <= 10:
                        print(f"go     {go.decode(errors='replace')[:600]}\nminigo {minigo.decode(errors='replace')[:600]}")
            print(f"{len(lines[0])} lines, {differ} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
