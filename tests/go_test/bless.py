#!/usr/bin/env python3
"""Writes what the real `go test` prints for each case of cases.txt: bless.py [NAME...], with go in PATH or named by $GO."""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
GO = os.environ.get("GO", "go")


def main():
    for line in open(os.path.join(HERE, "cases.txt")):
        name, _, words = line.strip().lstrip("~").partition(": ")
        if line.startswith("#") or sys.argv[1:] and name not in sys.argv[1:]:
            continue
        env = dict(os.environ, GOFLAGS="-count=1" if "-count" not in words else "", GOMAXPROCS="2")
        ran = subprocess.run([GO, "test", *words.split()], cwd=os.path.join(HERE, "m"), env=env, capture_output=True)
        with open(os.path.join(HERE, "golden", name + ".txt"), "wb") as out:
            text = b"exit status %d\n--- stdout\n" % ran.returncode + ran.stdout + b"--- stderr\n" + ran.stderr
            out.write(text.replace(os.path.dirname(os.path.dirname(HERE)).encode(), b"HOUSE"))


main()
