#!/usr/bin/env python3
"""How reliably minigo reports the leaks of 63 real concurrency bugs.

The programs are those of a Go 1.27 installation (runtime/testdata/testgoroutineleakprofile/goker); what each must report, and
that it must report nothing else, stands in its runtime/goroutineleakprofile_test.go. Nothing of either is copied.

    tests/goker.py [--minigo PATH] [--runs N | --seeds N | --explore N] [--all] [NAME …]

Without --seeds every program runs N times (default 10); with it, it runs under the seeds 1, 2, … until the first that leaks,
and the table says which that was. --all goes on through all seeds. With --explore, `minigo explore --runs N` searches each program once,
and the table says in which run the leak was found and whether the report names a goroutine that leaks by Go's test. Exit status: 0 if
the leak of every program was reported at least once and no wrong leak was reported.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import time


def goroot():
    """The Go installation of the go in PATH, or of the one that $GO names."""
    go = os.environ.get("GO") or shutil.which("go")
    return go and subprocess.run([go, "env", "GOROOT"], capture_output=True, text=True).stdout.strip()


def expectations(text):
    """The patterns of each program's leaks, by name; the program that Go's own test leaves out is among them."""
    text = text[text.index("gokerTestCases :="):]
    wanted = {}
    for line in text.splitlines():
        line = line.strip()
        made = re.match(r'(?://\s*)?make(Flaky)?Test\((?:testCase\{name: )?"(\w+)"', line)
        if made:
            name = made.group(2)
            wanted[name] = []
        for pattern in re.findall(r"`([^`]*)`", line):
            # gc starts `go x.f()` through a wrapper that it shows in this one dump only; here f itself is the outermost frame.
            wanted[name].append(re.sub(r"\w+\\.gowrap1", r".*", pattern))
    return wanted


# As shipped it cannot leak: the channel that its reader would have to see closed is closed under a mutex that the reader holds
# all the time (the reader's own deferred Unlock; in the original bug the mutex was free by then). Go 1.27.3: 0 of 30 runs.
SOUND = {"Moby27782"}


def leaks(output):
    """The leaked goroutines of a profile, as Go's test words them: `main.f(...) [chan send]`."""
    found = []
    for stack in output.split("\n\ngoroutine")[1:]:
        lines = stack.rstrip().split("\n")
        state = re.search(r"\[(.*) \(leaked\)", lines[0])
        if not state or len(lines) < 2:
            continue
        frames = [l for l in lines[1:] if not l.startswith("\t") and not l.startswith("created by")]
        found.append(f"{frames[-1]} [{state.group(1)}]")
    return found


def run(minigo, files, name, flags, env):
    full = dict(os.environ, **env)
    try:
        ran = subprocess.run([minigo, "run", *flags, *files, name], capture_output=True, text=True, timeout=120, env=full)
    except subprocess.TimeoutExpired:
        return None, "", "no end within 120 s"
    return ran.returncode, ran.stdout, ran.stderr


def explore(args, directory, name, patterns):
    """The table row of a program: the result of one search of up to args.explore runs."""
    files = [f"{directory}/main.go", source_of(directory, name)]
    began = time.monotonic()
    try:
        ran = subprocess.run([args.minigo, "explore", f"--runs={args.explore}", *args.flag, *files, name],
                             capture_output=True, text=True, timeout=300)
        text, status = ran.stdout + ran.stderr, ran.returncode
    except subprocess.TimeoutExpired:
        text, status = "", "no end within 300 s"
    found = re.search(r"found in run (\d+)", text)
    # A goroutine is named by the innermost function of the program; Go's patterns name the outermost of its stack.
    told = re.findall(r"\d+ in \[([^\]]*)\] in main\.(\S+)", text)
    stacks = leaks("\n\n" + re.sub(r"(?m)^  ", "", text))
    named = any(re.search(p, leak) for p in patterns for leak in stacks)
    kind = "leak" if " leaked: " in text else "deadlock" if "deadlock" in text else "other" if status == 1 else "nothing"
    bad = [] if status in (0, 1) else [f"status {status}: {text.strip()[-300:]}"]
    first = found.group(1) if found else None
    states = ", ".join(sorted({f"{f} [{s}]" for s, f in told}))[:100]
    print(f"     {name:18} {kind} in run {first}, {time.monotonic() - began:.1f} s, {'as Go names it' if named else 'its stack is not shown'}: {states}", flush=True)
    return name, int(kind in ("leak", "deadlock")), args.explore, first, int(named), bad


def source_of(directory, name):
    """The file that registers the program (one has a transposed number in its name)."""
    for file in sorted(os.listdir(directory)):
        path = os.path.join(directory, file)
        if file.endswith(".go") and f'register("{name}"' in open(path).read():
            return path
    raise SystemExit(f"no program registers {name}")


def try_program(args, directory, name, patterns):
    if args.explore:
        return explore(args, directory, name, patterns)
    files = [f"{directory}/main.go", source_of(directory, name)]
    hits, first, bad = 0, None, []
    seen = set()
    count = args.seeds or args.runs
    for n in range(1, count + 1):
        flags = args.flag + ([f"--seed={n}"] if args.seeds else [])
        env = {}
        status, out, err = run(args.minigo, files, name, flags, env)
        if status != 0:
            bad.append(f"run {n}: status {status}: {err.strip()[:300]}")
            if len(bad) > 3:
                break
            continue
        found = leaks(out)
        seen.update(p for p in patterns if any(re.search(p, leak) for leak in found))
        bad += [f"run {n}: unexpected {l}" for l in set(found) if not any(re.search(p, l) for p in patterns)]
        if found:
            hits += 1
            first = first or n
            if args.seeds and not args.all:
                break
    return name, hits, n, first, len(seen), bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--minigo", default=f"{here}/target/release/minigo")
    parser.add_argument("--goroot", default=goroot(), help="default: that of the go in PATH, or of $GO")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seeds", type=int)
    parser.add_argument("--explore", type=int, metavar="N")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--flag", action="append", default=[], help="a flag for minigo run, such as --flag=--procs=1")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    if not args.goroot:
        parser.error("no Go installation: put its go in PATH, or name it by $GO or --goroot")
    directory = f"{args.goroot}/src/runtime/testdata/testgoroutineleakprofile/goker"
    with open(f"{args.goroot}/src/runtime/goroutineleakprofile_test.go") as f:
        wanted = expectations(f.read())
    names = args.names or sorted(wanted)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = pool.map(lambda n: try_program(args, directory, n, wanted[n]), names)
        for name, hits, runs, first, seen, bad in results:
            ok = (hits > 0) != (name in SOUND) and not bad
            failed += not ok
            kinds = f"{seen} of {len(wanted[name])} kinds"
            note = " (cannot leak)" if name in SOUND else ""
            print(f"{'ok  ' if ok else 'FAIL'} {name:18} leak in {hits} of {runs} runs, first in {first}, {kinds}{note}", flush=True)
            for line in bad[:4]:
                print(f"       {line}", flush=True)
    print(f"{len(names) - failed} of {len(names)} programs")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
