#!/usr/bin/env python3
"""Compares the expectations in this folder with the real gc: check.py [FILE...], with go in PATH or named by $GO."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GO = os.environ.get("GO", "go")
EXPECTED = re.compile(r'(?://|/\*)\s*ERROR\s+((?:"(?:[^"\\]|\\.)*"\s*|`[^`]*`\s*)+)')
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"|`([^`]*)`')


def wanted(path):
    """The expected error texts, by line."""
    found = {}
    with open(path) as file:
        for number, line in enumerate(file, 1):
            for match in EXPECTED.finditer(line):
                texts = [a.replace('\\"', '"').replace("\\\\", "\\") or b for a, b in TEXT.findall(match.group(1))]
                found.setdefault(number, []).extend(texts)
    return found


def reported(path):
    """The error texts of gc, by line."""
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "go.mod"), "w") as module:
            module.write("module m\n\ngo 1.27\n")
        shutil.copy(path, directory)
        ran = subprocess.run([GO, "build", "-gcflags=-e", "-o", os.devnull + ".none", "."], cwd=directory,
                             capture_output=True, text=True)
    found = {}
    for line in ran.stderr.splitlines():
        match = re.match(r"(?:\./)?" + re.escape(os.path.basename(path)) + r":(\d+):\d+: (.*)", line)
        if match:
            found.setdefault(int(match.group(1)), []).append(match.group(2))
    return found


def main():
    wrong = 0
    for path in sys.argv[1:] or sorted(glob.glob(os.path.join(HERE, "**", "*.go"), recursive=True)):
        want, got = wanted(path), reported(path)
        for line in sorted({*want, *got}):
            texts, messages = want.get(line, []), got.get(line, [])
            missing = [text for text in texts if not any(text in message for message in messages)]
            if missing or len(texts) != len(messages):
                wrong += 1
                print(f"{os.path.relpath(path)}:{line}: expected {texts}, gc says {messages}")
    sys.exit(wrong > 0)


main()
