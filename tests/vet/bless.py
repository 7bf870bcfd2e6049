#!/usr/bin/env python3
"""Writes the findings of the real go vet for each Go file beside the file: bless.py [FILE...], with go in PATH or named by $GO."""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GO = os.environ.get("GO", "go")


def findings(path):
    """The findings of go vet in the order of their positions, as minigo prints them."""
    with tempfile.TemporaryDirectory() as directory:
        # minigo's name for the package that is a program.
        with open(os.path.join(directory, "go.mod"), "w") as module:
            module.write("module main\n\ngo 1.27\n")
        shutil.copy(path, directory)
        ran = subprocess.run([GO, "vet", "-json", "."], cwd=directory, capture_output=True, text=True)
    if ran.returncode != 0 or not ran.stdout.strip():
        sys.exit(f"{path}: {ran.stderr}")
    found = []
    for package in json.loads(ran.stdout).values():
        for reports in package.values():
            for report in reports:
                file, line, column = report["posn"].rsplit(":", 2)
                found.append((int(line), int(column), f"{os.path.basename(file)}:{line}:{column}: {report['message']}"))
    # A test file may belong to two packages: vet reports its findings for each.
    found = sorted(dict.fromkeys(found), key=lambda finding: finding[:2])
    return [text.rstrip() for _, _, text in found]


def main():
    for path in sys.argv[1:] or sorted(glob.glob(os.path.join(HERE, "*.go"))):
        with open(os.path.splitext(path)[0] + ".txt", "w") as out:
            out.writelines(line + "\n" for line in findings(path))


main()
