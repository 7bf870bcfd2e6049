#!/usr/bin/env python3
"""Random programs under real Go and under minigo: they must do the same.

    tests/differential/differential.py [--seed S] [--first I] [--count N] [--settings LIST] [--themes LIST]
                                       [--minigo PATH] [--go PATH] [--out DIR] [--jobs N] [--mutate] [--kept FILE]

Program I of seed S is always the same. A hundred programs are one package for Go, so that it links once for all of them; each
runs in a process of its own. minigo runs each by itself, in every setting:

    plain    compiled, as the command does
    gc       a collection at every chance, each verified
    seed     under --seed I
    procs    GOMAXPROCS is 1, 2 or 8, by I
    eager    every function compiled to machine code when it is first called, GOMAXPROCS as above
    eagergc  the same with a collection at every chance, each verified
    off      everything interpreted, GOMAXPROCS as above
    upset    as eager; preempted and with its stacks moved at every safepoint
    upsetgc  all of this with a collection at every chance, each verified
    layout   as procs, with Go's layout of interface values
    layoutgc as eagergc, with that layout

The last five only if they are named. All but the first run from the cache of compiled programs.

With --kept the results of Go are stored in a file and used again, as long as the generator makes the same programs; `--settings none`
only fills that file.

With --mutate each program is changed a little, so that most do not compile: Go and minigo must agree whether it compiles, and on the line
of the first error. No program is run then.

Each program with a difference is stored in DIR (target/differential) with both outputs; reduce.py makes it small. Exit status 1 if
anything differs. The programs are deterministic by construction, so every difference is a finding, or a mistake of the generator. Without a
`go` (in PATH, or named by GO) there is nothing to compare with: the command says so and succeeds.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import generator
from generator.mutation import mutated

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
UPSET = "preemptstress=1,stackstress=1"
SETTINGS = {
    "plain": ([], {}),
    "gc": ([], {"MINIGODEBUG": "gcstress=1,gcverify=1"}),
    "seed": (["--seed", "INDEX"], {}),
    "procs": ([], {"GOMAXPROCS": "PROCS"}),
    "eager": ([], {"MINIGODEBUG": "jit=eager", "GOMAXPROCS": "PROCS"}),
    "eagergc": ([], {"MINIGODEBUG": "jit=eager,gcstress=1,gcverify=1", "GOMAXPROCS": "PROCS"}),
    "off": ([], {"MINIGODEBUG": "jit=off", "GOMAXPROCS": "PROCS"}),
    "upset": ([], {"MINIGODEBUG": f"jit=eager,{UPSET}", "GOMAXPROCS": "PROCS"}),
    "upsetgc": ([], {"MINIGODEBUG": f"jit=eager,{UPSET},gcstress=1,gcverify=1", "GOMAXPROCS": "PROCS"}),
    "layout": ([], {"MINIGODEBUG": "golayout=1", "GOMAXPROCS": "PROCS"}),
    "layoutgc": ([], {"MINIGODEBUG": "golayout=1,jit=eager,gcstress=1,gcverify=1", "GOMAXPROCS": "PROCS"}),
}
# Stacks that move at every call take time with the square of their depth: a program that overflows its stack does not end.
BY_HAND = ("off", "upset", "upsetgc", "layout", "layoutgc")
LONGEST = 20
RUN_ENV = {k: v for k, v in os.environ.items() if k not in ("GOGC", "GODEBUG", "GOMAXPROCS", "MINIGODEBUG")}


class Outcome:
    """The parts of a run's result that are compared."""

    def __init__(self, status, out, err):
        self.status, self.out = status, out
        # The stacks below the message are compared elsewhere.
        self.err = re.split(r"\n\s*(?:goroutine \d+|runtime stack:)", "\n" + err)[0].strip() if status else ""
        # Only Go prints these lines about a stack overflow.
        self.err = re.sub(r"\nruntime: sp=.*", "", self.err)
        # Go also prints this line for later panics of a goroutine that has had the signal, or that reuses the memory of one that had it.
        signal = "[signal SIGSEGV]" if re.search("nil pointer dereference|unexpected fault", self.err) else ""
        self.err = re.sub(r"\n?\[signal SIGSEGV.*\]", lambda found: signal and "\n" + signal, self.err)
        self.err = re.sub(r"0x[0-9a-f]+", "0x…", self.err)
        # Only minigo prints this line.
        self.err = re.sub(r"\nreplay: minigo .*", "", self.err)

    def __eq__(self, other):
        return (self.status, self.out, self.err) == (other.status, other.out, other.err)

    def text(self):
        return f"exit {self.status}\n--- stdout\n{self.out}--- stderr\n{self.err}\n"


def execute(command, env=None, cwd=None, limit=LONGEST):
    try:
        ran = subprocess.run(command, capture_output=True, timeout=limit, env=env, cwd=cwd, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as late:
        return Outcome("timeout", (late.stdout or b"").decode("utf-8", "backslashreplace"), "no end")
    decoded = (part.decode("utf-8", "backslashreplace") for part in (ran.stdout, ran.stderr))
    return Outcome(ran.returncode, *decoded)


class Go:
    """Compiles many programs into one executable."""

    def __init__(self, path):
        self.path = path
        self.env = dict(os.environ, GOTOOLCHAIN="local", GOFLAGS="", CGO_ENABLED="0", GOGC="800")

    def build(self, programs, directory):
        """Returns the executable, whose argument is a program's index, and the errors of the programs that do not compile, by index."""
        rejected = {}
        os.makedirs(directory)
        with open(f"{directory}/go.mod", "w") as out:
            out.write("module differential\n\ngo 1.27\n")
        for index, text in programs.items():
            with open(f"{directory}/p{index}.go", "w") as out:
                out.write(text)
        while True:
            left = [i for i in programs if i not in rejected]
            with open(f"{directory}/main.go", "w") as out:
                cases = "".join(f'\tcase "{i}":\n\t\tmain_x{i}()\n' for i in left)
                out.write(f'package main\n\nimport "os"\n\nfunc main() {{\n\tswitch os.Args[1] {{\n{cases}\t}}\n}}\n')
            command = [self.path, "build", "-p", "1", "-gcflags=-e -c=1 -dwarf=false", "-ldflags=-s -w", "-o",
                f"{directory}/all", "."]
            built = subprocess.run(command, cwd=directory, env=self.env, capture_output=True, text=True)
            if built.returncode == 0:
                return f"{directory}/all", rejected
            found = re.findall(r"p(\d+)\.go:(\d+):(?:\d+:)? (.*)", built.stderr)
            if not found:
                sys.exit(f"go build: {built.stderr[:2000]}")
            for index, line, text in found:
                rejected.setdefault(int(index), []).append((int(line), text))
            for index in rejected:
                if os.path.exists(f"{directory}/p{index}.go"):
                    os.remove(f"{directory}/p{index}.go")

    def errors(self, programs, directory):
        """The errors of the programs, by index; each program is compiled alone."""
        for index, text in programs.items():
            os.makedirs(f"{directory}/p{index}")
            with open(f"{directory}/p{index}/p.go", "w") as out:
                # A package main would be linked.
                out.write(standalone(text, index).replace("package main", "package other", 1))
        with open(f"{directory}/go.mod", "w") as out:
            out.write("module differential\n\ngo 1.27\n")
        command = [self.path, "build", "-p", "1", "-gcflags=-e -c=1 -dwarf=false", "./..."]
        built = subprocess.run(command, cwd=directory, env=self.env, capture_output=True, text=True)
        found = {}
        for index, line, text in re.findall(r"^p(\d+)/p\.go:(\d+):(?:\d+:)? (.*)", built.stderr, re.M):
            found.setdefault(int(index), []).append((int(line), text))
        return found


class Minigo:
    def __init__(self, path):
        self.path = path

    def run(self, file, setting, index, cache):
        flags, env = SETTINGS[setting]
        flags = [str(index) if f == "INDEX" else f for f in flags]
        env = {k: str((1, 2, 8)[index % 3]) if v == "PROCS" else v for k, v in env.items()}
        full = dict(RUN_ENV, MINIGOCACHE=cache, **env)
        return execute([self.path, "run", *flags, file], env=full)


def standalone(text, index):
    """The program with a function main."""
    return f"{text}\nfunc main() {{\n\tmain_x{index}()\n}}\n"


class Kept:
    """The results of Go, by program: lines of JSON in a file."""

    def __init__(self, path):
        self.file, self.known = None, {}
        if not path:
            return
        if os.path.exists(path):
            with open(path) as lines:
                for line in lines:
                    key, *outcome = json.loads(line)
                    self.known[key] = outcome
        self.file = open(path, "a")

    def key(self, text):
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def get(self, text):
        found = self.known.get(self.key(text))
        return found and Outcome(*found)

    def add(self, text, outcome):
        if self.file:
            self.file.write(json.dumps([self.key(text), outcome.status, outcome.out, outcome.err]) + "\n")
            self.file.flush()


class Hunt:
    """One run of this command."""

    def __init__(self, options):
        self.options = options
        self.go, self.minigo = Go(options.go), Minigo(options.minigo)
        self.settings = [s for s in options.settings.split(",") if s != "none"]
        self.kept = Kept(options.kept)
        self.programs = self.rejected = self.different = self.skipped = 0
        self.work = tempfile.mkdtemp(prefix="differential-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        os.makedirs(options.out, exist_ok=True)

    def batch(self, indexes):
        o = self.options
        themes = o.themes.split(",") if o.themes else None
        texts = {i: generator.program(o.seed, i, themes) for i in indexes}
        expected = {i: self.kept.get(text) for i, text in texts.items()}
        asked = {i: texts[i] for i in texts if not expected[i]}
        if asked:
            expected |= self.ask_go(asked)
        todo = [(i, texts[i], expected[i]) for i in indexes if expected[i]]
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            list(pool.map(lambda item: self.one(*item), todo))

    def ask_go(self, texts):
        """The outcomes under Go, by index; None for a program that Go does not compile."""
        directory = f"{self.work}/batch"
        shutil.rmtree(directory, ignore_errors=True)
        executable, rejected = self.go.build(texts, directory)
        for index, errors in rejected.items():
            self.reject(index, texts[index], errors)

        def ran(index):
            outcome = None if index in rejected else execute([executable, str(index)], env=RUN_ENV, limit=10)
            if outcome:
                self.kept.add(texts[index], outcome)
            return outcome

        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            return dict(zip(texts, pool.map(ran, texts)))

    def changed(self, indexes):
        """Checks a batch of mutated programs."""
        o = self.options
        themes = o.themes.split(",") if o.themes else None
        texts = {i: mutated(generator.program(o.seed, i, themes), o.seed, i) for i in indexes}
        directory = f"{self.work}/batch"
        shutil.rmtree(directory, ignore_errors=True)
        rejected = self.go.errors(texts, directory)
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            list(pool.map(lambda i: self.reject(i, texts[i], rejected.get(i, [])), indexes))
        self.programs += len(texts) - len(rejected)

    def reject(self, index, text, errors):
        """Checks that minigo compiles the program if and only if Go does, and reports the first error in the same line."""
        self.rejected += bool(errors)
        if self.options.verbose and not self.options.mutate:
            print(f"program {index}: Go: line {errors[0][0]}: {errors[0][1]}: {text.splitlines()[errors[0][0] - 1].strip()[:200]}")
        file = f"{self.work}/r{index}.go"
        with open(file, "w") as out:
            out.write(standalone(text, index))
        ran = subprocess.run([self.minigo.path, "check", file], capture_output=True, text=True)
        lines = [int(n) for n in re.findall(r"^\S+\.go:(\d+):", ran.stderr + ran.stdout, re.M)]
        first = min((line for line, _ in errors), default=None)
        if ran.returncode != bool(errors) or min(lines, default=None) != first:
            expected = Outcome(int(bool(errors)), "", "\n".join(f"{line}: {what}" for line, what in sorted(errors)))
            self.keep(index, text, "check", expected, Outcome(ran.returncode, ran.stdout, ran.stderr))
        os.remove(file)

    def one(self, index, text, expected):
        self.programs += 1
        if expected.status == "timeout":
            self.skipped += 1
            return
        file, cache = f"{self.work}/p{index}.go", f"{self.work}/cache{index}"
        with open(file, "w") as out:
            out.write(standalone(text, index))
        for setting in self.settings:
            found = self.minigo.run(file, setting, index, cache)
            if found != expected:
                self.keep(index, text, setting, expected, found)
                break
        shutil.rmtree(cache, ignore_errors=True)
        os.remove(file)

    def keep(self, index, text, setting, expected, found):
        self.different += 1
        name = f"{self.options.out}/{self.options.seed}-{index}"
        with open(f"{name}.go", "w") as out:
            out.write(standalone(text, index))
        with open(f"{name}.txt", "w") as out:
            out.write(f"setting {setting}\n=== Go: {expected.text()}=== minigo: {found.text()}")
        print(f"{name}.go differs ({setting}): {first_difference(expected, found)}", flush=True)

    def run(self):
        o, start = self.options, time.time()
        for first in range(o.first, o.first + o.count, o.batch):
            indexes = range(first, min(first + o.batch, o.first + o.count))
            (self.changed if o.mutate else self.batch)(indexes)
            if o.verbose:
                print(f"{self.figures()}, {time.time() - start:.0f} s", flush=True)
        shutil.rmtree(self.work)
        print(self.figures())
        return 1 if self.different else 0

    def figures(self):
        if self.options.mutate:
            return f"{self.programs} valid and {self.rejected} invalid programs: {self.different} differ"
        settings = ", ".join(self.settings)
        return (f"{self.programs} programs ({settings}): {self.different} differ; "
                f"{self.rejected} more did not compile under Go, {self.skipped} did not end there")


def first_difference(expected, found):
    for a, b in zip(expected.text().splitlines(), found.text().splitlines()):
        if a != b:
            return f"{a[:150]!r}, minigo {b[:150]!r}"
    return "one output is longer"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--settings", default=",".join(s for s in SETTINGS if s not in BY_HAND))
    parser.add_argument("--themes")
    parser.add_argument("--minigo", default=f"{ROOT}/target/release/minigo")
    parser.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    parser.add_argument("--out", default=f"{ROOT}/target/differential")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--kept")
    parser.add_argument("--mutate", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if not options.go:
        print("left out: there is no go to compare with")
        return
    sys.exit(Hunt(options).run())


if __name__ == "__main__":
    main()
