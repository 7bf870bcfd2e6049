#!/usr/bin/env python3
"""Imports each public package of an installed Go in a program of its own, and runs that with minigo.

The program uses one exported function or variable of the package, so that it is not only loaded. What does not
compile or start is listed, and makes the exit status 1.

    tests/goroot/packages.py [--minigo target/release/minigo] [--go go] [PACKAGE...]
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

# Packages that no program without cgo can use.
LEFT_OUT = {"runtime/cgo", "unsafe"}


def public_packages(go):
    listed = subprocess.run([go, "list", "std"], capture_output=True, text=True, check=True).stdout.split()
    hidden = lambda path: path.startswith("vendor/") or "internal" in path.split("/")
    return [path for path in listed if not hidden(path) and path not in LEFT_OUT]


def program(go, package):
    """A program that mentions functions of the package as values, so that their bodies are compiled."""
    text = subprocess.run([go, "doc", "-short", package], capture_output=True, text=True).stdout
    name = re.sub(r"^v\d+$", "", package.split("/")[-1]) or package.split("/")[-2]
    funcs = re.findall(r"^func (\w+)\(", text, re.M)
    if package == "runtime/race":
        funcs = []
    uses = "".join(f"\tuse({name}.{func})\n" for func in funcs)
    imported = f'"{package}"' if uses else f'_ "{package}"'
    return f"package main\n\nimport {imported}\n\nfunc use(any) {{}}\n\nfunc main() {{\n{uses}\tprintln(\"started\")\n}}\n"


def goroot(go):
    return subprocess.run([go, "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip()


def attempt(minigo, go, root, package, directory):
    path = os.path.join(directory, package.replace("/", "_") + ".go")
    with open(path, "w", encoding="utf-8") as file:
        file.write(program(go, package))
    env = dict(os.environ, MINIGOCACHE="off", GOROOT=root)
    begin = time.monotonic()
    try:
        run = subprocess.run([minigo, "run", path], capture_output=True, text=True, timeout=120, env=env)
    except subprocess.TimeoutExpired:
        return package, "it takes more than two minutes", 120
    text = run.stdout + run.stderr
    good = run.returncode == 0 and "started" in text
    return package, None if good else text.strip() or f"exit status {run.returncode}", time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minigo", default="target/release/minigo")
    parser.add_argument("--go", default=os.environ.get("GO", "go"))
    parser.add_argument("--lines", type=int, default=3, help="lines of each failure")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("packages", nargs="*")
    options = parser.parse_args()
    try:
        packages = options.packages or public_packages(options.go)
        root = goroot(options.go)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"left out: there is no go command ({error})")
        return 0
    minigo = os.path.abspath(options.minigo)
    failed = 0
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(options.jobs) as pool:
        for package, why, seconds in pool.map(lambda p: attempt(minigo, options.go, root, p, directory), packages):
            if why:
                failed += 1
                print(f"FAIL {package} ({seconds:.1f} s)")
                for line in why.splitlines()[: options.lines]:
                    print(f"     {line}")
            sys.stdout.flush()
    print(f"{len(packages) - failed} of {len(packages)} packages compile and start")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
