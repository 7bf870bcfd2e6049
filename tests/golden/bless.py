#!/usr/bin/env python3
"""Writes what the real gc says about each Go file of errors/ beside it, and about each program of instances.txt into
that: bless.py [--check], with go in PATH or named by $GO. With --check it writes nothing, and fails where they differ."""
import glob
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))
import go_release

HERE = os.path.dirname(os.path.abspath(__file__))
GO = os.environ.get("GO", "go")


def compiler():
    version = subprocess.run([GO, "version"], capture_output=True, text=True).stdout
    if f" go{go_release.LANGUAGE}" not in version:
        sys.exit(f"a Go {go_release.LANGUAGE} is needed, not {version!r}")
    return subprocess.run([GO, "tool", "-n", "compile"], capture_output=True, text=True, check=True).stdout.strip()


def errors(gc, directory, name):
    """All errors that gc reports for a file; the file has no imports."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [gc, "-e", "-p", "p", "-o", os.path.join(scratch, "out.o"), name]
        ran = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=60)
    # minigo prints no blank at the end of a line.
    return "".join(line.rstrip() + "\n" for line in (ran.stdout + ran.stderr).splitlines())


def instances(gc, text):
    """The programs of instances.txt, each with the errors of gc."""
    out = []
    head, *cases = text.split("=== ")
    for case in cases:
        name, rest = case.split("\n", 1)
        program = rest.split("--- gc\n")[0]
        with tempfile.TemporaryDirectory() as directory:
            with open(os.path.join(directory, "p.go"), "w") as file:
                file.write(program)
            found = errors(gc, directory, "p.go")
        out.append(f"=== {name}\n{program}--- gc\n{found}")
    return head + "".join(out)


def main():
    gc = compiler()
    files = {}
    for path in sorted(glob.glob(os.path.join(HERE, "errors", "*.go"))):
        files[path[:-3] + ".txt"] = errors(gc, os.path.dirname(path), os.path.basename(path))
    path = os.path.join(HERE, "instances.txt")
    with open(path) as file:
        files[path] = instances(gc, file.read())
    different = []
    for path, text in files.items():
        old = open(path).read() if os.path.exists(path) else None
        if old != text:
            different.append(os.path.relpath(path))
            if "--check" not in sys.argv:
                with open(path, "w") as file:
                    file.write(text)
    if different:
        print("\n".join(different))
        sys.exit("--check" in sys.argv)


main()
