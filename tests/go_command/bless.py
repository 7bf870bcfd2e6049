#!/usr/bin/env python3
"""Writes the output of the real go into each of cases/*.txt: tests/go_command/bless.py [CASE...], with go named by $GO.

A case is an archive of files (`-- name --` and the text) that begins with commands: lines of the form `$ command`,
which sh runs in the directory of the files with `go` in PATH, each followed by what it prints: standard output with `> `
in front, standard error with `! `, then `[status]` if that is not 0. `$ROOT` stands for the directory.

Lines with `~ ` have minigo's own output, where it differs, and are kept: if there are some, they are compared instead
of those with `> ` and `! `. A command that begins with `minigo` is not run by go: its output is kept.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
GO = os.environ.get("GO") or shutil.which("go")


def archive(text):
    """The text before the files, and the files."""
    parts = re.split(r"^-- (.+) --\n", text, flags=re.M)
    return parts[0], list(zip(parts[1::2], parts[2::2]))


def run(root, command):
    env = {
        "PATH": f"{root}/bin:/usr/local/bin:/usr/bin:/bin",
        "HOME": f"{root}/home",
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
        "CGO_ENABLED": "0",
        "GOCACHE": os.path.expanduser("~/.cache/go-build"),
    }
    ran = subprocess.run(["sh", "-c", command], cwd=root / "files", env=env, capture_output=True, text=True)
    out = ""
    for mark, text in [("> ", ran.stdout), ("! ", ran.stderr)]:
        text = text.replace(f"{root}/files", "$ROOT").replace(f"{root}/home", "$HOME")
        # The offset in a function depends on gc's code.
        text = re.sub(r"\+0x[0-9a-f]+$", "+0x0", text, flags=re.M)
        out += "".join(f"{mark}{line}".rstrip() + "\n" for line in text.splitlines())
    return out + (f"[{ran.returncode}]\n" if ran.returncode else "")


def bless(path):
    head, files = archive(path.read_text())
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory).resolve()
        for name in ["bin", "home", "files"]:
            (root / name).mkdir()
        (root / "bin/go").symlink_to(GO)
        for name, text in files:
            file = root / "files" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        out = []
        for step in re.split(r"^(?=\$ )", head, flags=re.M):
            command, _, rest = step.partition("\n")
            if not command.startswith("$ ") or command.startswith("$ minigo"):
                out.append(step)
                continue
            kept = "".join(line + "\n" for line in rest.splitlines() if line.startswith(("~ ", "#")) or line == "~")
            out.append(f"{command}\n{run(root, command[2:])}{kept}\n")
    text = "".join(out).rstrip("\n") + "\n\n"
    path.write_text(text + "".join(f"-- {name} --\n{body}" for name, body in files))


for case in sys.argv[1:] or sorted(HERE.glob("cases/*.txt")):
    bless(pathlib.Path(case))
