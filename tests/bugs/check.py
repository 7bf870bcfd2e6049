#!/usr/bin/env python3
"""Runs the programs of tests/bugs and says which bugs are found, and whether a fixed twin raises an alarm.

    tests/bugs/check.py [MODE] [--minigo PATH] [--only bugs|twins] [--jobs N] [--flag FLAG …] [NAME …]

Modes:
    race     minigo run --race FILE, --runs times (default 1)
    seeds    minigo run --leaks --seeds 0..N FILE, N from --seeds (default 300)
    explore  minigo explore FILE
    go       the twins only, built by the Go that $GO names or that is in PATH, --runs times (default 50); with --flag=-race
             under its race detector
    forms    checks the files' comments only

A bug is found if a report has the kind, the line and, for a race, the variable of one of its `// bug:` lines. A bug whose runs
fail otherwise is listed as `other`. A twin raises an alarm if its exit status is not 0 or if it prints what its `// outputs:` line
does not list. NAME is a category or CATEGORY/NAME. Exit status: 0 if every bug was found and no twin raised an alarm.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = ("race", "deadlock", "leak", "panic", "fatal", "hang", "output")
DEPTH = re.compile(r"(?:0 \((?:every schedule|some schedules)\)|[1-9]\d*)$")
# Lines from `line` to `last`, which differ for a hang only.
Expected = collections.namedtuple("Expected", "kind detail line last")


class Program:
    """A folder with a buggy program and its fixed twin, and the expectations in their comments."""

    def __init__(self, name):
        self.name = name
        self.bug, self.twin = (os.path.join(HERE, name, file) for file in ("bug.go", "fixed.go"))
        self.expected = [self.expectation(text) for text in comments(self.bug, "bug")]
        self.outputs = [json.loads(part) for text in comments(self.twin, "outputs") for part in text.split(" | ")]
        self.problems = list(self.check_form())

    def expectation(self, text):
        kind, _, rest = text.partition(" ")
        line = re.search(r"\s?bug\.go:(\d+)(?:-(\d+))?$", rest)
        detail = rest[: line.start()] if line else rest
        first = int(line.group(1)) if line else None
        last = int(line.group(2)) if line and line.group(2) else first
        return Expected(kind, detail.strip().strip('"'), first, last)

    def check_form(self):
        """Yields each mistake in the comments of both programs."""
        with open(self.bug) as file:
            lines = file.read().split("\n")
        if not self.expected:
            yield "no `// bug:` line"
        for want in self.expected:
            if want.kind not in KINDS:
                yield f"{want.kind} is no kind"
            if want.kind != "output" and not (want.line and lines[want.line - 1].strip()):
                yield f"no line for {want.kind}"
            if want.last != want.line and want.kind != "hang":
                yield f"several lines for {want.kind}"
            if want.kind in ("race", "panic", "fatal", "output") and not want.detail:
                yield f"{want.kind} of nothing"
        if any(want.kind == "output" for want in self.expected) and not comments(self.bug, "right"):
            yield "no `// right:` line"
        if len(comments(self.bug, "why")) != 1:
            yield "no `// why:` line"
        if not all(DEPTH.match(depth) for depth in comments(self.bug, "depth") or [""]):
            yield "no `// depth:` line"
        if not comments(self.twin, "fixed") or not self.outputs:
            yield "the twin lacks its `// fixed:` or `// outputs:` line"
        for path in (self.bug, self.twin):
            with open(path) as file:
                # Two screens: a reader must be able to see the bug.
                if len(file.read().split("\n")) > 101:
                    yield f"{os.path.basename(path)} has more than 100 lines"


def comments(path, word):
    """The values of a file's `// word: value` lines."""
    with open(path) as file:
        return re.findall(rf"^// {word}: (.*)$", file.read(), re.M)


def programs(names):
    found = []
    for category in sorted(os.listdir(HERE)):
        folder = os.path.join(HERE, category)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            if os.path.exists(os.path.join(folder, name, "bug.go")):
                found.append(f"{category}/{name}")
    return [Program(name) for name in found if not names or name in names or name.split("/")[0] in names]


def lines_of(text):
    return [int(number) for number in re.findall(r"bug\.go:(\d+)", text)]


def race_found(want, text):
    """Whether a block of a race report names the variable, and has the line as the user's innermost frame of an access."""
    for block in text.split("WARNING: DATA RACE")[1:]:
        block = block.split("==================")[0]
        accesses = re.split(r"^\s*Goroutine \d+ \(", block, flags=re.M)[0]
        stacks = re.split(r"(?:by goroutine \d+|by main goroutine):", accesses)[1:]
        variable = re.search(r"variable: (\S+)", block)
        # A report may name a map with its key.
        named = variable and (variable.group(1) == want.detail or variable.group(1).startswith(want.detail + "["))
        if named and any(lines_of(stack)[:1] == [want.line] for stack in stacks):
            return True
    return False


def stack_found(want, text):
    """Whether a goroutine has the line as its innermost frame in the user's code; the frame of panic itself does not count."""
    text = re.sub(r"^\s*panic\(.*\n.*\n", "", text, flags=re.M)
    for stack in re.split(r"^\s*goroutine \d+ (?:[^\n]*)\[", text, flags=re.M)[1:]:
        frames = re.split(r"^\s*created by", stack, flags=re.M)[0]
        if want.line in lines_of(frames)[:1]:
            return True
    return False


def found(want, text):
    """Whether a report has the finding. Explore indents what a run has printed on standard error."""
    match want.kind:
        case "race":
            return race_found(want, text)
        case "deadlock":
            return "all goroutines are asleep" in text and stack_found(want, text)
        case "leak":
            at = re.findall(r"\bin \[[^\]]*\] in \S+ at \S*bug\.go:(\d+)", text)
            return str(want.line) in at and "leaked" in text
        case "panic":
            panics = re.search(rf"panic: .*{re.escape(want.detail)}", text)
            return bool(panics) and stack_found(want, text[panics.start() :])
        case "fatal":
            fatal = re.search(rf"fatal error: {re.escape(want.detail)}", text)
            return bool(fatal) and stack_found(want, text[fatal.start() :])
        case "hang":
            hangs = re.search(r"hang|livelock|did(?: |es )not end|does not end", text)
            return bool(hangs) and any(want.line <= line <= want.last for line in lines_of(text))
        case "output":
            # A difference between seeds, or a row of explore's table of results.
            shown = re.escape(want.detail)
            return bool(re.search(rf"output of the run:\n{shown}\n", text) or re.search(rf'prints "{shown}"', text))
    return False


def run(command, limit, stderr=subprocess.PIPE):
    """The command's exit status, standard output and standard error, which may be redirected to standard output."""
    flags = {"stdout": subprocess.PIPE, "stderr": stderr, "stdin": subprocess.DEVNULL}
    try:
        ran = subprocess.run(command, text=True, errors="replace", timeout=limit, **flags)
    except subprocess.TimeoutExpired:
        return None, "", f"no end within {limit} s"
    return ran.returncode, ran.stdout, ran.stderr or ""


def command(args, file):
    if args.mode == "explore":
        return [args.minigo, "explore", *args.flag, file]
    if args.mode == "seeds":
        return [args.minigo, "run", "--leaks", "--seeds", f"0..{args.seeds}", "--seed-limit", "3s", "-j", "1", *args.flag, file]
    return [args.minigo, "run", "--race", *args.flag, file]


def try_bug(args, program):
    """`found`, `other` (another failure), `-` (none) or `error`; the seconds; and the first line of another report."""
    began = time.monotonic()
    verdict, said = "-", ""
    for _ in range(args.runs if args.mode == "race" else 1):
        status, out, err = run(command(args, program.bug), args.limit, subprocess.STDOUT)
        text = out + err
        if any(found(want, text) for want in program.expected):
            verdict = "found"
            break
        if status != 0:
            verdict, said = "other", summary(text)
        if "a bug of minigo" in text or (status == 2 and "Usage: minigo" in text):
            verdict = "error"
            break
    return program, verdict, time.monotonic() - began, said


def try_twin(args, program):
    began = time.monotonic()
    for _ in range(args.runs if args.mode in ("race", "go") else 1):
        status, out, err = run([args.built[program.name]] if args.mode == "go" else command(args, program.twin), args.limit)
        if status != 0:
            return program, "alarm", time.monotonic() - began, f"status {status}: {summary(out + err)}"
        if args.mode in ("race", "go") and out not in program.outputs:
            return program, "alarm", time.monotonic() - began, f"it printed {out!r}"
    return program, "quiet", time.monotonic() - began, ""


def summary(text):
    """The most telling line of a report."""
    lines = [line.strip() for line in text.split("\n") if line.strip() and not line.startswith("===")]
    for word in ("native stack overflow", "variable: ", "panic: ", "fatal error: ", "leaked", "did not end", "prints something else"):
        for line in lines:
            if word in line:
                return line[:120]
    return lines[0][:120] if lines else "nothing was printed"


def build_twins(args, folder):
    go = os.environ.get("GO") or shutil.which("go") or sys.exit("no go in PATH, and $GO names none")
    args.built = {}
    os.environ.setdefault("GORACE", "atexit_sleep_ms=0")
    for program in args.programs:
        args.built[program.name] = os.path.join(folder, program.name.replace("/", "_"))
        subprocess.run([go, "build", *args.flag, "-o", args.built[program.name], program.twin], check=True)


def report(args, title, verdicts, good):
    print(f"{title}:")
    counts = collections.defaultdict(collections.Counter)
    for program, verdict, seconds, said in verdicts:
        counts[program.name.split("/")[0]][verdict] += 1
        if verdict != good or args.verbose:
            print(f"  {verdict:<6} {program.name:<36} {seconds:6.1f} s  {said}", flush=True)
    total = sum(counts.values(), collections.Counter())
    for category, count in [*counts.items(), ("total", total)]:
        others = ", ".join(f"{number} {verdict}" for verdict, number in count.items() if verdict != good)
        print(f"  {category:<12} {count[good]:3} of {sum(count.values()):3} {good}{', ' if others else ''}{others}")
    return total[good] == sum(total.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", nargs="?", default="explore", choices=("race", "seeds", "explore", "go", "forms"))
    root = os.path.dirname(os.path.dirname(HERE))
    parser.add_argument("--minigo", default=f"{root}/target/release/minigo")
    parser.add_argument("--only", choices=("bugs", "twins"))
    parser.add_argument("--runs", type=int, help="runs of each program (race, go)")
    parser.add_argument("--seeds", type=int, default=300)
    parser.add_argument("--limit", type=float, default=60, help="seconds for a command")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--flag", action="append", default=[], help="a flag more for the command, such as --flag=--jit=off")
    parser.add_argument("--verbose", action="store_true", help="list what went well too")
    parser.add_argument("names", nargs="*")
    args = parser.parse_intermixed_args()
    args.programs = programs([name.strip("/") for name in args.names]) or parser.error("no such program")
    args.runs = args.runs or (50 if args.mode == "go" else 1)
    wrong = [f"{program.name}: {problem}" for program in args.programs for problem in program.problems]
    if wrong:
        sys.exit("\n".join(wrong))
    if args.mode == "forms":
        print(f"{len(args.programs)} programs, with twins: each has its comments")
        return
    good = True
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool, tempfile.TemporaryDirectory() as folder:
        if args.mode == "go":
            build_twins(args, folder)
        if args.only != "twins" and args.mode != "go":
            good &= report(args, "bugs", pool.map(lambda program: try_bug(args, program), args.programs), "found")
        if args.only != "bugs":
            good &= report(args, "fixed twins", pool.map(lambda program: try_twin(args, program), args.programs), "quiet")
    sys.exit(not good)


if __name__ == "__main__":
    main()
