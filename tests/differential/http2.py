#!/usr/bin/env python3
"""Random sequences of HTTP/2 frames to minigo's own server and to the real Go's: both must answer alike.

    tests/differential/http2.py [--seed S] [--count N] [--minigo PATH] [--go PATH]

The tests in the folder `tests/http2_exchanges` make the sequences from the seed (by default the commit's hash chooses it) and record
what the real Go does; minigo then replays the record. Sequences that Go answers in several ways are left out. Exit status 1 if an
answer differs. Without a `go` (in PATH, or named by GO) there is nothing to compare with: the command says so and succeeds.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXCHANGES = os.path.join(ROOT, "tests/http2_exchanges")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--minigo", default=os.path.join(ROOT, "target/release/minigo"))
    parser.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    given = parser.parse_args()
    if not given.go:
        print("http2: there is no go to compare with")
        return 0
    if given.seed is None:
        commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
        given.seed = int(commit.stdout[:8] or "1", 16)
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "record.txt")
        env = dict(os.environ, GOTOOLCHAIN="local", GOFLAGS="", GOPROXY="off")
        words = ["-write", "-seed", str(given.seed), "-random", str(-given.count), "-file", record]
        subprocess.run([given.go, "test", "-run", "TestExchanges", ".", "-args", *words], cwd=EXCHANGES, env=env, check=True)
        # Without a PATH minigo finds no Go, whose net/http it would take.
        env = {"PATH": "", "HOME": folder, "MINIGOCACHE": "off"}
        command = [os.path.abspath(given.minigo), "test", "-run", "TestExchanges", ".", "-args", "-file", record]
        replayed = subprocess.run(command, cwd=EXCHANGES, env=env, capture_output=True, text=True, timeout=3000)
    if replayed.returncode:
        print(replayed.stdout + replayed.stderr)
    verdict = "differences" if replayed.returncode else "no difference"
    print(f"http2: seed {given.seed}, {given.count} sequences: {verdict}")
    return 1 if replayed.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
