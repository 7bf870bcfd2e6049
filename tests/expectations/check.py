#!/usr/bin/env python3
"""The expectations of the programs of tests/programs and examples, checked against the real Go.

    tests/expectations/check.py [--go PATH] [--jobs N] [NAME...]

The runner of programs.rs compares minigo with the directives in a program: exit status, standard output, lines of standard error.
This script compares the real Go with the same directives, so that an expectation made by hand, or by minigo, shows. A NAME is part of
a program's path; without one all programs are checked.

different.txt lists where Go may differ, with the reason: `PATH PART REASON`, PART being status, output, stderr or run (Go does not run it
at all), each followed by `?` where Go differs only sometimes. An entry without `?` whose program agrees with Go is stale, and an error.

All programs of one file are packages of one module here, so that one go command compiles and links them; programs with a go.mod are
compiled where they are. Exit status 1 if anything differs. Without a `go` 1.27 (in PATH, or named by GO) the status is 3.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))
import go_release

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DIFFERENT = os.path.join(HERE, "different.txt")
PARTS = ("status", "output", "stderr", "run")
LIMIT = 120
# Bytes of address space, so that a program that is meant to meet a limit of minigo's does not take the machine's memory.
MEMORY = 8 << 30
# As tests/support reads them.
LISTS = ("Args", "Flags", "Files", "Env")
BLOCKS = ("Output", "Stderr", "Absent")
UNSET = ("GOGC", "GODEBUG", "GOMAXPROCS", "GOTRACEBACK", "GOMEMLIMIT", "GOFLAGS", "GO111MODULE")


class Program:
    """A program and its directives."""

    def __init__(self, path):
        self.path = path
        full = os.path.join(ROOT, path)
        if os.path.isdir(full) and not os.path.isfile(os.path.join(full, "main.go")):
            full = os.path.join(full, "app")
        self.full = full
        self.is_module = os.path.isdir(full)
        self.ident = re.sub(r"\W", "_", path.removesuffix(".go"))
        main = os.path.join(full, "main.go") if self.is_module else full
        self.wanted = {name: [] for name in LISTS + BLOCKS} | {"Exit": "0"}
        self.has_output = False
        block = None
        for line in open(main, encoding="utf-8", newline="\n").read().split("\n"):
            if found := re.fullmatch(r"// (Exit|%s):(.*)" % "|".join(LISTS), line):
                self.wanted[found[1]] = found[2].strip() if found[1] == "Exit" else found[2].split()
                block = None
            elif found := re.fullmatch(r"// (%s):(?: (.+))?" % "|".join(BLOCKS), line):
                block = found[1]
                self.has_output |= block == "Output"
                if found[2]:
                    self.wanted[block].append(found[2])
            elif block and line.startswith("//"):
                self.wanted[block].append(line[2:].removeprefix(" "))
            else:
                block = None

    def files(self):
        """The files that the go command compiles, in the directory of the module."""
        return self.wanted["Files"] or ["."]


def all_programs():
    """All programs, found as build.rs finds them."""
    found = []

    def visit(directory):
        for name in sorted(os.listdir(os.path.join(ROOT, directory))):
            path = f"{directory}/{name}"
            full = os.path.join(ROOT, path)
            modules = (os.path.join(full, file) for file in ("go.mod", "go.work", "app/go.mod"))
            if os.path.isdir(full):
                found.append(path) if any(map(os.path.isfile, modules)) else visit(path)
            elif name.endswith(".go"):
                found.append(path)

    visit("examples")
    visit("tests/programs")
    return [Program(path) for path in found]


def known_differences():
    """A map from (path, part) to (reason, whether Go differs only sometimes)."""
    known = {}
    for number, line in enumerate(open(DIFFERENT, encoding="utf-8"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        path, part, *reason = line.split(None, 2)
        if part.rstrip("?") not in PARTS or not reason:
            sys.exit(f"{DIFFERENT}:{number}: want PATH PART REASON")
        known[path, part.rstrip("?")] = (reason[0].strip(), part.endswith("?"))
    return known


def build(go, programs, work):
    """Compiles all programs; returns the go command's errors by program."""
    env = {k: v for k, v in os.environ.items() if k not in UNSET} | {"GOTOOLCHAIN": "local", "GOPROXY": "off", "CGO_ENABLED": "0"}
    command = [go, "build", "-ldflags=-s -w", "-trimpath"]
    single = [p for p in programs if not p.is_module]
    errors = {}
    module = os.path.join(work, "module")
    os.makedirs(os.path.join(work, "bin"))
    os.makedirs(module)
    with open(os.path.join(module, "go.mod"), "w", encoding="utf-8") as file:
        file.write(f"module expectations\n\ngo {go_release.LANGUAGE}\n")
    for program in single:
        os.makedirs(os.path.join(module, program.ident))
        shutil.copy(program.full, os.path.join(module, program.ident))
    if single:
        done = subprocess.run(command + ["-o", os.path.join(work, "bin") + "/", "./..."], cwd=module, env=env, text=True, capture_output=True)
        package = None
        for line in done.stderr.splitlines():
            found = re.match(r"# expectations/(\w+)", line) or re.match(r"(?:package )?expectations/(\w+)", line)
            package = found[1] if found else package
            if package:
                errors.setdefault(package, []).append(line)
    for program in programs:
        if program.is_module:
            output = os.path.join(work, "bin", program.ident)
            done = subprocess.run(command + ["-o", output, *program.files()], cwd=program.full, env=env, text=True, capture_output=True)
            if done.returncode:
                errors[program.ident] = done.stderr.splitlines()
    return errors


def run(program, work):
    """The differences: a description by part."""
    env = {k: v for k, v in os.environ.items() if k not in UNSET}
    flags = program.wanted["Flags"]
    if "--procs" in flags:
        env["GOMAXPROCS"] = flags[flags.index("--procs") + 1]
    env |= dict(setting.split("=", 1) for setting in program.wanted["Env"])
    binary = os.path.join(work, "bin", program.ident)
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", f'ulimit -v {MEMORY >> 10}; exec "$0" "$@"', binary, *program.wanted["Args"]],
            cwd=ROOT,
            env=env,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=LIMIT,
        )
    except subprocess.TimeoutExpired:
        return {"run": f"no end within {LIMIT} s"}
    out, err = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    found = {}
    if str(status) != program.wanted["Exit"]:
        found["status"] = f"exit status {status}, not {program.wanted['Exit']}\n{err[:2000]}"
    if program.has_output:
        trimmed = [line.rstrip() for line in out.removesuffix("\n").split("\n")] if out else []
        wanted = [line.rstrip() for line in program.wanted["Output"]]
        if trimmed != wanted:
            found["output"] = difference(wanted, trimmed)
    lines = iter([plain(line) for line in err.splitlines()])
    missing = [want for want in go_lines(program.wanted["Stderr"]) if not any(plain(want) in line for line in lines)]
    present = [absent for absent in program.wanted["Absent"] if absent in err]
    if missing or present:
        found["stderr"] = "".join(f"not there, or not in this order: {m}\n" for m in missing[:1])
        found["stderr"] += "".join(f"there: {p}\n" for p in present) + err[:2000]
    return found


def go_lines(wanted):
    """The lines that Go prints too: without minigo's own report behind them, which begins with `minigo: `."""
    own = next((at for at, line in enumerate(wanted) if line.startswith("minigo: ")), len(wanted))
    return wanted[:own]


def plain(line):
    """A line of a traceback without the parts that vary or that only Go prints: goroutine numbers (they depend on the scheduler),
    addresses of the runtime's structures, arguments of functions."""
    line = re.sub(r"goroutines?[\d, ]*", "goroutine ", line)
    line = re.sub(r"gp=\S+ m=\S+(?: mp=\S+)? \[", "[", line)
    return re.sub(r"(?<=[\w)])\((?:\.\.\.|[{0].*)\)$", "(", line)


def difference(wanted, got):
    import difflib

    return "\n".join(list(difflib.unified_diff(wanted, got, "the program says", "Go prints", lineterm="", n=1))[:40])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    version = subprocess.run([args.go, "env", "GOVERSION"], text=True, capture_output=True).stdout if args.go else ""
    if not go_release.is_wanted(version):
        print(f"no go {go_release.LANGUAGE} in PATH, and none named by GO: nothing to compare with")
        sys.exit(3)
    programs = [p for p in all_programs() if not args.names or any(name in p.path for name in args.names)]
    known = known_differences()
    for path in {path for path, _ in known} - {p.path for p in all_programs()}:
        sys.exit(f"{DIFFERENT}: there is no {path}")
    to_run = [p for p in programs if (p.path, "run") not in known]
    failed, compared = 0, 0
    with tempfile.TemporaryDirectory(prefix="minigo-expectations-") as work:
        errors = build(args.go, to_run, work)
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            built = [p for p in to_run if os.path.isfile(os.path.join(work, "bin", p.ident))]
            results = dict(zip((p.path for p in built), pool.map(lambda p: run(p, work), built)))
    for program in to_run:
        found = results.get(program.path)
        if found is None:
            found = {"run": "Go does not compile it:\n" + "\n".join(errors.get(program.ident, ["(no message)"]))}
        for part in PARTS:
            reason, sometimes = known.get((program.path, part), (None, False))
            if part in found and reason is None:
                failed += 1
                print(f"{program.path}: {part}: {found[part].rstrip()}\n")
            elif part not in found and reason is not None and not sometimes:
                failed += 1
                print(f"{program.path}: {part}: agrees with Go: its line in different.txt is stale ({reason})\n")
        compared += 1
    print(f"{compared} programs compared with {version.strip()}, {len(programs) - compared} not run, {failed} differences not in different.txt")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
