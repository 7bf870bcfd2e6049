#!/usr/bin/env python3
"""Writes compiler/vet/src/stdversion/table.txt: the symbols of Go's library that are newer than Go 1.21, as the real go vet knows
them. `symbols.go` writes uses of all exported symbols, and go vet reports those that are too new for files of Go 1.21. The go command
is in PATH or named by $GO."""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GO = os.environ.get("GO", "go")
TABLE = os.path.join(HERE, "../../../compiler/vet/src/stdversion/table.txt")
FINDING = re.compile(r"(?:\./)?(\S+)/a\.go:(\d+):\d+: (\S+) requires go1\.(\d+) or later")


def symbols(directory):
    """The symbols of each package, with the minor versions and the names that go vet prints."""
    with open(os.path.join(directory, "go.mod"), "w") as module:
        module.write("module x\n\ngo 1.27\n")
    env = dict(os.environ, GO=GO)
    subprocess.run([GO, "run", os.path.join(HERE, "symbols.go")], cwd=directory, env=env, check=True)
    ran = subprocess.run([GO, "vet", "-stdversion", "./..."], cwd=directory, capture_output=True, text=True)
    rows = {}
    for line in (ran.stdout + ran.stderr).splitlines():
        found = FINDING.match(line)
        if not found:
            sys.exit(line)
        package, number, name, minor = found.groups()
        with open(os.path.join(directory, package, "a.go")) as file:
            text = file.read()
        path = re.search(r'import q "([^"]*)"', text).group(1)
        symbol = text.split("\n")[int(number) - 1].split(" // ")[-1]
        name = name.split(".", 1)[1]
        # go vet names the type if it is too new itself, and reports uses of its members nowhere else.
        if "." not in symbol or "." in name:
            rows.setdefault(path, {}).setdefault(symbol, (minor, name))
    return rows


def main():
    with tempfile.TemporaryDirectory() as directory:
        rows = symbols(directory)
    with open(TABLE, "w") as out:
        for path in sorted(rows):
            out.write(path + "\n")
            for symbol, (minor, name) in sorted(rows[path].items()):
                out.write(f"\t{minor} {symbol}" + ("" if name == symbol else f" {name}") + "\n")


main()
