#!/usr/bin/env python3
"""Writes what the real `go test` prints for each case of cases.txt, and for the steps of cached.txt:
bless.py [NAME...], with go in PATH or named by $GO."""
import os
import shutil
import subprocess
import sys
import tempfile

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
    if not sys.argv[1:] or "cached" in sys.argv[1:]:
        cached()


def cached():
    """Runs the steps of cached.txt; no results are stored at the beginning."""
    env, said = dict(os.environ, GOFLAGS="", GOMAXPROCS="2"), b""
    subprocess.run([GO, "clean", "-testcache"], check=True)
    with tempfile.TemporaryDirectory() as parent:
        folder = shutil.copytree(os.path.join(HERE, "cached"), os.path.join(parent, "m"))
        for line in open(os.path.join(HERE, "cached.txt")):
            step, _, rest = line.strip().partition(" ")
            if step == "file":
                name, time, text = rest.split(" ", 2)
                name = os.path.join(folder, name)
                os.makedirs(os.path.dirname(name), exist_ok=True)
                open(name, "w").write(text)
                if time != "now":
                    os.utime(name, (int(time), int(time)))
            elif step == "remove":
                os.remove(os.path.join(folder, rest))
            elif step == "env":
                name, _, value = rest.partition(" ")
                env[name] = value
            elif step == "test":
                ran = subprocess.run([GO, "test", *rest.split()], cwd=folder, env=env, capture_output=True)
                said += b"== " + rest.encode() + b"\n" + ran.stdout + ran.stderr
    open(os.path.join(HERE, "golden", "cached.txt"), "wb").write(said)


main()
