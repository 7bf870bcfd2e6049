#!/usr/bin/env python3
"""Compares `minigo fmt` with the real gofmt on every Go file of an installed Go, as it is and with its formatting destroyed.

    GO=/usr/local/go/bin/go tests/goroot/gofmt.py [MINIGO]

Prints how many files differ in what is printed, in messages or in the status; exit status 1 if some do."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
MINIGO = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parents[1] / "target/release/minigo")
GO = os.environ.get("GO", "go")
GOROOT = pathlib.Path(subprocess.run([GO, "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip())
BATCH = 200


def spoilt(data):
    """The same tokens, without indentation and alignment, and with spaces where gofmt wants none."""
    lines = [re.sub(rb"[ \t]+", b" ", line.strip()) for line in data.split(b"\n")]
    return b"\n".join(re.sub(rb"([(,])(?=[a-z])", rb"\1  ", line) for line in lines)


def run(command, env):
    start = time.time()
    done = subprocess.run(command, capture_output=True, env=env)
    return (done.returncode, done.stdout, done.stderr), time.time() - start


def main():
    files = sorted(path for path in (GOROOT / "src").rglob("*.go") if path.is_file())
    env = dict(os.environ, GOROOT=str(GOROOT))
    commands = ([MINIGO, "fmt"], [str(GOROOT / "bin/gofmt")])
    took = [0.0, 0.0]
    different = []
    with tempfile.TemporaryDirectory() as temporary:
        copies = []
        for number, path in enumerate(files):
            copy = pathlib.Path(temporary) / f"{number}.go"
            copy.write_bytes(spoilt(path.read_bytes()))
            copies.append(copy)
        for names in (files, copies):
            for at in range(0, len(names), BATCH):
                batch = [str(name) for name in names[at : at + BATCH]]
                results = []
                for which, command in enumerate(commands):
                    result, seconds = run(command + batch, env)
                    results.append(result)
                    took[which] += seconds
                if results[0] != results[1]:
                    for one, origin in zip(batch, files[at : at + BATCH]):
                        if len({run(command + [one], env)[0] for command in commands}) > 1:
                            different.append(f"{origin}{'' if names is files else ' (spoilt)'}")
    print(f"{2 * len(files)} files, {len(different)} differ; minigo {took[0]:.1f} s, gofmt {took[1]:.1f} s")
    print("\n".join(different))
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
