#!/usr/bin/env python3
"""Writes output.txt: the output of the real `go doc` (GO, or the go in PATH) for each command of cases.txt."""

import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
GO = os.environ.get("GO", "go")


def main():
    text = ""
    for line in (HERE / "cases.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        directory, *words = line.split()
        done = subprocess.run([GO, "doc", *words], cwd=HERE / "m" / directory, capture_output=True, text=True)
        text += f"$ {directory} {' '.join(words)}".rstrip() + f"\n{done.stdout}{done.stderr}status {done.returncode}\n"
    (HERE / "output.txt").write_text(text)


if __name__ == "__main__":
    main()
