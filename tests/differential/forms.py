#!/usr/bin/env python3
"""go/printer, go/format and go/doc/comment under minigo and under the real Go: what they print must be the same.

    tests/differential/forms.py [--mutants N] [--seed S] [--minigo PATH] [--go PATH] [FOLDER]...

The program in the folder `forms` formats all Go files below the folders, which are relative to GOROOT (src if none is named), and prints
a hash of each result; of every fourth file also what go/printer makes of it in other modes, of its nodes, and of what it exports. Then it prints
hashes of all comments as comments, text, HTML and Markdown. Then it formats N files (2000) with other space and with comments between
tokens. `go run . -mutants N -seed S -show I FOLDER...` shows mutant I. Exit status 1 if a line differs. Without a `go` (in PATH,
or named by GO) there is nothing to compare with: the command says so and succeeds.
"""

import argparse
import os
import shutil
import subprocess
import sys

from trees import ROOT, compare

PROGRAM = os.path.join(ROOT, "tests/differential/forms")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--mutants", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--minigo", default=os.path.join(ROOT, "target/release/minigo"))
    options.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    options.add_argument("folders", nargs="*")
    given = options.parse_args()
    if not given.go:
        print("forms: no go to compare with")
        return 0
    env = dict(os.environ, GOTOOLCHAIN="local", GOFLAGS="", GOPROXY="off", CGO_ENABLED="0")
    goroot = subprocess.run([given.go, "env", "GOROOT"], env=env, capture_output=True, text=True, check=True).stdout.strip()
    folders = [os.path.join(goroot, name) for name in given.folders or ["src"]]
    runs = [], ["-docs"], ["-mutants", str(given.mutants), "-seed", str(given.seed)]
    return compare("forms", PROGRAM, given, env, [[*words, *folders] for words in runs])


if __name__ == "__main__":
    sys.exit(main())
