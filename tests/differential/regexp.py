#!/usr/bin/env python3
"""Random regular expressions under minigo and under the real Go: they must find the same.

    tests/differential/regexp.py [--seed S] [--first I] [--count N] [--searches N] [--minigo PATH] [--go PATH] [--limit N]

The program in the folder `regexp` makes the expressions and the texts, and prints the results of all functions of the packages regexp
and regexp/syntax. Expression I of seed S is always the same. Both runs print a hash of each hundred expressions; of those that differ
they print the results, and the first difference of each kind is made small: the shortest expression and text that differ too.

--searches goes on until so many texts have been searched; --count is a number of expressions. Exit status 1 if anything differs.
Without a `go` (in PATH, or named by GO) there is nothing to compare with: the command says so and succeeds.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, "tests/differential/regexp")
# Expressions in a run, and in a block that has one hash: see main.go.
BATCH, BLOCK = 2000, 100


class Sides:
    """The program under Go and under minigo."""

    def __init__(self, go, minigo, folder):
        native = os.path.join(folder, "native")
        env = dict(os.environ, GOTOOLCHAIN="local", GOFLAGS="", GOPROXY="off", CGO_ENABLED="0")
        subprocess.run([go, "build", "-o", native, "."], cwd=PROGRAM, env=env, check=True)
        self.commands = ("go", [native]), ("minigo", [minigo, "run", PROGRAM])

    def run(self, *words, given=b""):
        """The lines that each of the two programs prints."""
        outputs = []
        for name, command in self.commands:
            done = subprocess.run([*command, *map(str, words)], input=given, capture_output=True, timeout=600)
            if done.returncode:
                sys.exit(f"regexp: {name} ended with {done.returncode}: {done.stderr.decode(errors='replace')[:2000]}")
            outputs.append(done.stdout.splitlines())
        return outputs

    def differ(self, call, trials):
        """For each trial, whether the results of the call differ; there must be at least two trials."""
        go, minigo = self.run("trials", call, given=b"\n".join(trials) + b"\n")
        return [a != b for a, b in zip(go, minigo, strict=True)]


def results(lines):
    """The results by expression and call: each is its text and its trial."""
    found = {}
    for line in lines:
        place, rest = line.split(b" ", 1)
        result, _, trial = rest.rpartition(b" | ")
        found[place] = result, trial
    return found


TRIAL = re.compile(rb'(\d+) ("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*") (-?\d+) ("(?:[^"\\]|\\.)*") (\d+)$')
# The forms in which Go writes a byte or a character inside quotes.
ESCAPE = re.compile(rb'\\x..|\\u....|\\U........|\\.|[\xc0-\xff][\x80-\xbf]*|.', re.S)


def smaller(trial):
    """Yields the trials that are one step smaller, the smallest first."""
    fields = list(TRIAL.match(trial).groups())
    for at in (1, 2, 4):
        units = ESCAPE.findall(fields[at][1:-1])
        size = len(units)
        while size:
            for start in range(0, len(units) - size + 1, max(size // 2, 1)):
                left = b"".join(units[:start] + units[start + size:])
                yield b" ".join([*fields[:at], b'"' + left + b'"', *fields[at + 1:]])
            size //= 2
    for at, plain in ((0, b"0"), (3, b"-1"), (5, b"212")):
        if fields[at] != plain:
            yield b" ".join([*fields[:at], plain, *fields[at + 1:]])


def shrunk(sides, call, trial):
    """The smallest trial found whose results of the call differ."""
    while True:
        steps = [step for step in smaller(trial) if len(step) < len(trial) or step.count(b" 212") > trial.count(b" 212")]
        verdicts = sides.differ(call, [trial, trial, *steps])[2:] if steps else []
        if True not in verdicts:
            return trial
        trial = steps[verdicts.index(True)]


def show(sides, seed, first):
    """Prints the first difference of each call in a block: the first three are made small, the others are named."""
    go, minigo = map(results, sides.run("lines", seed, first, BLOCK))
    shown = set()
    for place, (expected, trial) in go.items():
        result = minigo.get(place, (b"nothing", b""))[0]
        call = expected.split(b" ")[0].decode()
        if result == expected or call in shown:
            continue
        shown.add(call)
        print(f"seed {seed}, expression {place.decode()}: {call} differs")
        if len(trial) > 20_000 or len(shown) > 3:
            continue
        small = shrunk(sides, call, trial)
        outputs = [b"\n".join(lines) for lines in sides.run("trials", call, given=small + b"\n")]
        for name, value in (("trial", small), ("go", outputs[0]), ("minigo", outputs[1])):
            print(f"  {name:7}{value[:1000].decode(errors='backslashreplace')}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    parser.add_argument("--minigo", default=os.path.join(ROOT, "target/release/minigo"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="a multiple of %d" % BLOCK)
    parser.add_argument("--count", type=int, help="expressions")
    parser.add_argument("--searches", type=int, default=1_000_000)
    parser.add_argument("--limit", type=int, default=5, help="blocks whose differences are shown")
    args = parser.parse_args()
    if not args.go:
        print("left out: there is no go to compare with")
        return
    with tempfile.TemporaryDirectory() as folder:
        sides = Sides(args.go, args.minigo, folder)
        searches, differing, at = 0, 0, args.first
        while at < args.first + args.count if args.count else searches < args.searches:
            size = min(BATCH, args.first + args.count - at) if args.count else BATCH
            go, minigo = sides.run("hash", args.seed, at, size)
            for expected, found in zip(go, minigo, strict=True):
                block, _, number = expected.split()
                searches += int(number)
                if expected != found:
                    differing += 1
                    if differing <= args.limit:
                        show(sides, args.seed, int(block))
            at += size
    print(f"regexp: {at - args.first} expressions of seed {args.seed}, {searches} searches, {differing} blocks differ")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
