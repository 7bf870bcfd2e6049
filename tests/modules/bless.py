#!/usr/bin/env python3
"""Writes the output of the real go into each of cases/*.txt: tests/modules/bless.py [CASE...]

A case is an archive of files (`-- name --` and the text) that begins with the commands: lines of the form
`$ NAME=value … words of the go command`, each followed by what go prints: standard output, then lines of standard
error with `! ` in front, then `[status]` if that is not 0. `cd DIR` before the words goes there first.

Files below `modcache/PATH@VERSION/` are modules in the module cache. In a `go.sum`, `PATH VERSION` without a sum gets
the right one, and so does `PATH VERSION/go.mod`.

A command that begins with `minigo` is not run by go: its output is kept.

Lines with `~ ` contain minigo's own messages and are kept: if a command has such lines, they are compared instead of
those with `! `.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
GO = os.environ.get("GO") or shutil.which("go")


def archive(text):
    """The text before the files, and the files."""
    parts = re.split(r"^-- (.+) --\n", text, flags=re.M)
    return parts[0], dict(zip(parts[1::2], parts[2::2]))


def h1(files):
    lines = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return "h1:" + base64.b64encode(hashlib.sha256(lines.encode()).digest()).decode()


def unescaped(text):
    return re.sub("!([a-z])", lambda m: m[1].upper(), text)


def cached(files):
    """The modules in the cache: escaped path and version to their files."""
    found = {}
    for name, text in files.items():
        if name.startswith("modcache/") and not name.startswith("modcache/cache/"):
            path, rest = name.removeprefix("modcache/").split("@", 1)
            version, inner = rest.split("/", 1)
            found.setdefault((path, version), {})[inner] = text.encode()
    return found


def fill_cache(root, modules):
    """Adds the other files that the go command has in its cache."""
    for (path, version), files in modules.items():
        place = root / "modcache/cache/download" / path / "@v"
        place.mkdir(parents=True, exist_ok=True)
        prefix = f"{unescaped(path)}@{version}/"
        with zipfile.ZipFile(place / f"{version}.zip", "w") as zipped:
            for name, data in files.items():
                zipped.writestr(prefix + name, data)
        (place / f"{version}.ziphash").write_text(h1({prefix + name: data for name, data in files.items()}))
        (place / f"{version}.mod").write_bytes(files["go.mod"])
        (place / f"{version}.info").write_text(f'{{"Version":"{version}","Time":"2023-01-01T00:00:00Z"}}')
        (place / f"{version}.lock").write_text("")


def with_sums(text, modules):
    """A go.sum with the sums of the modules in the cache."""
    out = []
    for line in text.splitlines():
        fields = line.split()
        if len(fields) == 2:
            version = fields[1].removesuffix("/go.mod")
            path = re.sub("[A-Z]", lambda m: "!" + m[0].lower(), fields[0])
            files = modules[path, version]
            if fields[1].endswith("/go.mod"):
                line += " " + h1({"go.mod": files["go.mod"]})
            else:
                line += " " + h1({f"{fields[0]}@{version}/{name}": data for name, data in files.items()})
        out.append(line)
    return "\n".join(out) + "\n"


def run(root, command):
    """The output of go for a command."""
    words = command.split()
    env = {name: value for name, value in os.environ.items() if not name.startswith("GO")}
    env |= {"GOMODCACHE": str(root / "modcache"), "GOPROXY": "off", "GOENV": "off", "GOTOOLCHAIN": "local",
            "CGO_ENABLED": "0", "GOSUMDB": "sum.golang.org"}
    cwd = root
    while "=" in words[0] and not words[0].startswith("-"):
        name, value = words.pop(0).split("=", 1)
        env[name] = value.replace("$ROOT", str(root))
    if words[0] == "cd":
        cwd = root / words[1]
        words = words[2:]
    done = subprocess.run([GO, *words], cwd=cwd, env=env, capture_output=True, text=True)
    shown = lambda text: text.replace(str(root), "$ROOT")
    lines = re.sub(r"\t(\(cached\)|[\d.]+s)$", "\t0s", shown(done.stdout), flags=re.M).splitlines()
    errors = [f"! {line}" for line in shown(done.stderr).splitlines() if not re.match(r"# |exit status ", line)]
    status = [f"[{done.returncode}]"] if done.returncode else []
    return lines + errors + status


def bless(case):
    text = case.read_text()
    head, files = archive(text)
    modules = cached(files)
    for name in files:
        if name.endswith(("go.sum", "go.work.sum")):
            files[name] = with_sums(files[name], modules)
    with tempfile.TemporaryDirectory(prefix="minigo-modules-") as temporary:
        root = pathlib.Path(temporary).resolve()
        for name, data in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(data)
        fill_cache(root, modules)
        out = []
        for block in re.split(r"^(?=\$ )", head, flags=re.M):
            if not block.startswith("$ "):
                out.append(block.rstrip("\n"))
                continue
            command, *rest = block.splitlines()
            if command.startswith("$ minigo "):
                out += [command, *rest]
                continue
            out += [command, *run(root, command[2:]), *(line for line in rest if line.startswith("~ ")), ""]
        subprocess.run(["chmod", "-R", "u+w", str(root)], check=True)
    body = "".join(f"-- {name} --\n{data}" for name, data in files.items())
    case.write_text("\n".join(out).strip("\n") + "\n\n" + body)


def main():
    cases = [pathlib.Path(name) for name in sys.argv[1:]] or sorted((HERE / "cases").glob("*.txt"))
    for case in cases:
        bless(case)


main()
