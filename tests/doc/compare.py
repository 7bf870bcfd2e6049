#!/usr/bin/env python3
"""Compares `minigo doc` with the real `go doc` on the packages of an installed Go and on what they declare.

    GO=/usr/local/go/bin/go tests/doc/compare.py [--symbols N] [--minigo PATH] [PACKAGE...]

Without packages all public ones are taken. --symbols N takes N symbols of each package (default 10) and asks for each
with and without -src and -short. Prints how many answers differ, and the first difference of each that does."""

import argparse
import difflib
import os
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GO = os.environ.get("GO", "go")
# With cgo, other files belong to some packages.
ENVIRONMENT = dict(os.environ, CGO_ENABLED="0")


def answer(command, env):
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    return done.returncode, done.stdout, done.stderr


def packages():
    listed = subprocess.run([GO, "list", "std"], capture_output=True, text=True, check=True, env=ENVIRONMENT).stdout.split()
    return [path for path in listed if not path.startswith("vendor/") and "internal" not in path.split("/")]


def symbols(text):
    """The symbols that a package declares, and the methods and fields of its types."""
    found = re.findall(r"^(?:func|type|const|var) (\w+)", text, re.M)
    return found + [f"{ty}.{name}" for ty, name in re.findall(r"^func \((?:\w+ )?\*?(\w+)[^)]*\) (\w+)", text, re.M)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--symbols", type=int, default=10)
    parser.add_argument("--minigo", default=str(ROOT / "target/release/minigo"))
    parser.add_argument("packages", nargs="*")
    args = parser.parse_args()
    goroot = subprocess.run([GO, "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip()
    env = dict(ENVIRONMENT, GOROOT=goroot)
    chosen = random.Random(1)
    asked = different = 0
    for package in args.packages or packages():
        queries = [[*flags, package] for flags in ([], ["-short"], ["-all"], ["-u"], ["-u", "-all"])]
        names = symbols(answer([GO, "doc", "-all", package], env)[1])
        for name in chosen.sample(names, min(args.symbols, len(names))):
            queries += [[*flags, f"{package}.{name}"] for flags in ([], ["-src"], ["-short"])]
        for query in queries:
            want, got = answer([GO, "doc", *query], env), answer([args.minigo, "doc", *query], env)
            asked += 1
            if want != got:
                different += 1
                print("##", *query, f"({want[0]}, {got[0]})")
                lines = difflib.unified_diff((want[1] + want[2]).splitlines(), (got[1] + got[2]).splitlines(), "go", "minigo", "", "", 1)
                print("\n".join(list(lines)[:24]), flush=True)
    print(f"{asked} asked, {different} differ")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
