#!/usr/bin/env python3
"""Random regular expressions: what they find under minigo and under the real Go, every match and group, leftmost-first and longest.

    tests/differential/regexp.py [--go GO] [--minigo PATH] [--seed N] [--matches 1000000]

The program is tests/programs/std/regexp_shared_prefixes.go. Prints the lines that differ; exit status 1 if there are any.
"""

import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, "tests/programs/std/regexp_shared_prefixes.go")
# Expressions a run, so that the output stays small; matches an expression.
BATCH, MATCHES = 5000, 12


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--go", default=os.environ.get("GO", "go"))
    parser.add_argument("--minigo", default=os.path.join(ROOT, "target/release/minigo"))
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--matches", type=int, default=1_000_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        native = os.path.join(folder, "native")
        subprocess.run([args.go, "build", "-o", native, PROGRAM], check=True)
        done = differing = 0
        while done < args.matches:
            words = [str(args.seed + done), str(BATCH), "all"]
            outputs = [subprocess.run([*command, *words], capture_output=True, text=True, errors="surrogateescape")
                       for command in ([native], [args.minigo, "run", PROGRAM])]
            if any(output.returncode for output in outputs):
                sys.exit("regexp: a run failed: %s" % "".join(output.stderr for output in outputs))
            go, minigo = (output.stdout.splitlines() for output in outputs)
            for ours, theirs in zip(minigo, go):
                if ours != theirs:
                    differing += 1
                    print("minigo", ours, "\ngo    ", theirs)
            if len(go) != len(minigo):
                sys.exit("regexp: %d lines under go, %d under minigo" % (len(go), len(minigo)))
            done += BATCH * MATCHES
    print("regexp: %d matches of seed %d, %d lines differ" % (done, args.seed, differing))
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
