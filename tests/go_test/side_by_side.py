#!/usr/bin/env python3
"""Runs `go test -v` and `minigo test -v` side by side on packages, and compares names, verdicts and output.

    GO=/usr/local/go/bin/go tests/go_test/side_by_side.py [--minigo PATH] [--work DIR] [PACKAGE...]

Ten packages are of an installed Go's library, and ten are modules of Debian's golang-*-dev packages, which are
downloaded as by `tests/modules/debian.py`. Times and addresses are no difference; where go's own output differs from
run to run (order of maps and goroutines, random numbers), lines are compared without their numbers and their order.
Exit status 1 if a package differs."""

import argparse
import collections
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GO = os.environ.get("GO", "go")
sys.path.insert(0, str(ROOT / "tests/modules"))
import debian  # noqa: E402

# Packages of Go's library whose tests need no toolchain and no network.
LIBRARY = """container/list container/ring encoding/ascii85 encoding/hex errors go/build/constraint go/constant go/scanner
net/mail text/tabwriter""".split()
MODULES = """
github.com/spf13/pflag github.com/google/btree github.com/google/shlex github.com/hashicorp/golang-lru
github.com/hashicorp/go-version github.com/gorilla/mux github.com/hashicorp/go-multierror github.com/tidwall/gjson
github.com/kr/text github.com/mitchellh/mapstructure
""".split()

# How often go is run again to see whether it prints the same each time.
RUNS = 8

VERDICT = re.compile(r"^\s*--- (PASS|FAIL|SKIP): (\S+) \(", re.M)


def comparable(text):
    text = re.sub(r"\(\d+(\.\d+)?s\)", "(TIME)", text)
    text = re.sub(r"\t(\(cached\)|\d+(\.\d+)?s)", "\tTIME", text)
    return re.sub(r"0x[0-9a-f]{6,}|c000[0-9a-f]{6}", "ADDRESS", text)


def run(command, directory, env):
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, errors="replace", env=env, timeout=900)
    return done.returncode, comparable(done.stdout), comparable(done.stderr)


def unordered(output):
    return collections.Counter(re.sub(r"\d+", "N", line) for line in output.splitlines())


def compare(name, directory, package, minigo, env):
    flags = ["test", "-v", "-count=1", "-short", "-vet=off", package]
    want, got = run([GO, *flags], directory, env), run([minigo, *flags], directory, env)
    verdicts = [collections.Counter((test, verdict) for verdict, test in VERDICT.findall(out)) for _, out, _ in (want, got)]
    lines = list(difflib.unified_diff((want[1] + want[2]).splitlines(), (got[1] + got[2]).splitlines(), "go", "minigo", "", "", 0))
    order = ""
    if lines and unordered(want[1]) == unordered(got[1]):
        # Parallel tests have few orders in some packages, so that two runs of go may well agree.
        if any(run([GO, *flags], directory, env)[1] != want[1] for _ in range(RUNS)):
            lines, order = [], " but for what go itself prints otherwise each time"
    same = verdicts[0] == verdicts[1]
    passed = sum(count for (_, verdict), count in verdicts[1].items() if verdict == "PASS")
    print(f"{name}: {sum(verdicts[0].values())} tests, {passed} pass; status {want[0]} and {got[0]}; "
          f"{'same verdicts' if same else 'OTHER VERDICTS'}, {'same output' + order if not lines else f'{len(lines)} lines differ'}")
    for key in sorted((verdicts[0] - verdicts[1]) | (verdicts[1] - verdicts[0])):
        print("   ", *key, "by go" if verdicts[0][key] > verdicts[1][key] else "by minigo")
    print("\n".join(f"    {line}" for line in lines[:20]), flush=True)
    return same and not lines and want[0] == got[0]


def debian_jobs(args, work):
    """Modules of Debian's packages, each copied and given a go.sum; both tools load their dependencies from one module cache."""
    args.go = GO
    found = debian.modules(debian.unpack(work))
    debian.publish(found, work)
    tools = debian.Tools(args, work)
    for path in MODULES:
        module = found[path]
        if not (module.dir / "go.sum").exists():
            tools.tidy(module.dir)
        yield path, module.dir, ".", tools.minigo_env


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minigo", default=str(ROOT / "target/release/minigo"))
    parser.add_argument("--work", type=pathlib.Path, help="keep what was downloaded here, and use it again")
    parser.add_argument("packages", nargs="*", help="packages of Go's library")
    args = parser.parse_args()
    goroot = subprocess.run([GO, "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip()
    env = dict(os.environ, GOROOT=goroot)
    jobs = [(name, goroot + "/src", name, env) for name in args.packages or LIBRARY]
    with tempfile.TemporaryDirectory(prefix="minigo-side-by-side-") as temporary:
        if not args.packages:
            work = (args.work or pathlib.Path(temporary)).resolve()
            work.mkdir(parents=True, exist_ok=True)
            jobs += debian_jobs(args, work)
        good = sum(compare(name, directory, package, args.minigo, env) for name, directory, package, env in jobs)
    print(f"{len(jobs)} packages, {good} are the same")
    return good != len(jobs)


if __name__ == "__main__":
    sys.exit(main())
