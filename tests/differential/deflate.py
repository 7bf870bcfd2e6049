#!/usr/bin/env python3
"""Random data compressed under minigo and under the real Go: they must write the same bytes, in the same writes.

    tests/differential/deflate.py [--seed S] [--first I] [--count N] [--minigo PATH] [--go PATH] [--limit N]

The program in the folder `deflate` makes the data, and compresses them with compress/flate, gzip, zlib, archive/zip and image/png: at all
levels, in parts, with flushes, resets, dictionaries and writers that fail. Case I of seed S is always the same. Both runs print a hash of
each hundred cases; of those that differ, the cases.

Exit status 1 if anything differs. Without a `go` (in PATH, or named by GO) there is nothing to compare with: the command says so and
succeeds.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, "tests/differential/deflate")
# Cases in a run, and in a block that has one hash: see main.go.
BATCH, BLOCK = 5000, 100


class Sides:
    """The program under Go and under minigo."""

    def __init__(self, go, minigo, folder):
        native = os.path.join(folder, "native")
        env = dict(os.environ, GOTOOLCHAIN="local", GOFLAGS="", GOPROXY="off", CGO_ENABLED="0")
        subprocess.run([go, "build", "-o", native, "."], cwd=PROGRAM, env=env, check=True)
        self.commands = ("go", [native]), ("minigo", [minigo, "run", PROGRAM])

    def run(self, *words):
        """The lines that each of the two programs prints."""
        outputs = []
        for name, command in self.commands:
            done = subprocess.run([*command, *map(str, words)], capture_output=True, timeout=600)
            if done.returncode:
                sys.exit(f"deflate: {name} ended with {done.returncode}: {done.stderr.decode(errors='replace')[:2000]}")
            outputs.append(done.stdout.decode().splitlines())
        return outputs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    parser.add_argument("--minigo", default=os.path.join(ROOT, "target/release/minigo"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="a multiple of %d" % BLOCK)
    parser.add_argument("--count", type=int, default=20_000, help="cases")
    parser.add_argument("--limit", type=int, default=5, help="blocks whose differences are shown")
    args = parser.parse_args()
    if not args.go:
        print("left out: there is no go to compare with")
        return
    with tempfile.TemporaryDirectory() as folder:
        sides = Sides(args.go, args.minigo, folder)
        data, differing, at = 0, 0, args.first
        while at < args.first + args.count:
            size = min(BATCH, args.first + args.count - at)
            for expected, found in zip(*sides.run("hash", args.seed, at, size), strict=True):
                block, _, number = expected.split()
                data += int(number)
                if expected == found:
                    continue
                differing += 1
                if differing <= args.limit:
                    for go, minigo in zip(*sides.run("lines", args.seed, block, BLOCK), strict=True):
                        if go != minigo:
                            print(f"seed {args.seed}, case {go}\n    minigo: {minigo.split(': ')[-1]}", flush=True)
            at += size
    print(f"deflate: {at - args.first} cases of seed {args.seed}, {data >> 20} MB, {differing} blocks differ")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
