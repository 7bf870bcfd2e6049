#!/usr/bin/env python3
"""The real Go as the tool under test: validates the harness, and makes the list of excluded tests.

    realgo.py run TARGET [ARGS]     realgo.py check LANG TARGET
"""

import os
import shutil
import subprocess
import sys
import tempfile

from gofile import Source


def go():
    """The path of the go command: $GO, else the one in PATH; None where there is none."""
    return os.environ.get("GO") or shutil.which("go")


def go_env(name):
    """A variable of `go env`, or the empty string where there is no go."""
    if not go():
        return ""
    return subprocess.run([go(), "env", name], capture_output=True, text=True).stdout.strip()


def import_config():
    """The path of an import configuration of the standard library for `go tool compile`; the packages are in go's cache."""
    version = go_env("GOVERSION").replace(" ", "_").replace("/", "_")
    folder = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "minigo-conformance")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "std-%s.cfg" % version)
    if os.path.exists(path):
        with open(path) as f:
            if all(os.path.exists(line.rstrip("\n").split("=", 1)[1]) for line in f):
                return path
    print("compiling the standard library once (go list -export std) ...", file=sys.stderr)
    listed = subprocess.run([go(), "list", "-export", "-f", "{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}", "std"],
                            capture_output=True, text=True)
    if not listed.stdout.strip():
        sys.exit("realgo: go list -export std failed: " + listed.stderr)
    with open(path + ".new", "w") as f:
        f.write("".join(line + "\n" for line in listed.stdout.split("\n") if line))
    os.replace(path + ".new", path)
    return path


def run(tools, config, target, args):
    with tempfile.TemporaryDirectory(prefix="realgo-") as tmp:
        obj, exe = os.path.join(tmp, "main.a"), os.path.join(tmp, "main.exe")
        if os.path.isdir(target):
            done = subprocess.run([go(), "build", "-o", exe, "."], cwd=target)
        else:
            done = subprocess.run([tools + "/compile", "-p=main", "-importcfg", config, "-o", obj, target])
            if done.returncode == 0:
                done = subprocess.run([tools + "/link", "-s", "-w", "-importcfg", config, "-o", exe, obj])
        if done.returncode:
            return done.returncode
        status = subprocess.run([exe] + args).returncode
        return status if status >= 0 else 128 - status


def check(tools, config, lang, target):
    files = [target]
    if os.path.isdir(target):
        files = [os.path.join(target, f) for f in sorted(os.listdir(target)) if f.endswith(".go")]
        if any(i.startswith("test/") for f in files for i in Source(f).imports()):
            return check_module(target)
    with tempfile.TemporaryDirectory(prefix="realgo-") as tmp:
        return subprocess.run([tools + "/compile", "-p=p", "-e", "-d=panic", "-lang=" + lang, "-importcfg", config,
                               "-o", os.path.join(tmp, "p.a")] + files).returncode


def check_module(target):
    """A package that needs others of its module: `go list -export` compiles them and does not link."""
    command = [go(), "list", "-export", "-f", "", "-gcflags=test/...=-e", "."]

    def listed():
        return subprocess.run(command, cwd=target, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    done = listed()
    if "missing function body" in done.stderr:
        # An assembly file in the package makes the go command leave out -complete.
        for base, _, names in os.walk(target):
            if any(f.endswith(".go") for f in names):
                open(os.path.join(base, "empty.s"), "w").close()
        done = listed()
    sys.stderr.write(done.stderr)
    return done.returncode


def main():
    tools, config = os.environ.get("REALGO_TOOLS") or go_env("GOTOOLDIR"), os.environ.get("REALGO_CONFIG") or import_config()
    if sys.argv[1] == "run":
        return run(tools, config, sys.argv[2], sys.argv[3:])
    return check(tools, config, sys.argv[2], sys.argv[3])


if __name__ == "__main__":
    sys.exit(main())
