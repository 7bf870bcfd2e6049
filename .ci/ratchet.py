#!/usr/bin/env python3
"""Runs the conformance suites and fails if a test named in tests/conformance/ does not pass any more.

  .ci/ratchet.py             check all suites that can run here
  .ci/ratchet.py --update    also write the names that pass now
  .ci/ratchet.py SUITE...    only these
"""

import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOOL = os.path.join(os.path.dirname(ROOT), "shared", "tools", "conformance.py")
TOOLS = [TOOL, os.path.join(ROOT, "..", "..", "shared", "tools", "conformance.py"), "/work/shared/tools/conformance.py"]
SUITES = ["go-run", "go-errorcheck", "go-compile", "types"]


def results(tool, suite, minigo, *options):
    """Each test's result by its name; None if the suite is not installed here."""
    with tempfile.TemporaryDirectory() as work:
        out = os.path.join(work, "result.json")
        # What is tested is the compiler too.
        os.environ["MINIGOCACHE"] = "off"
        command = [sys.executable, tool, "--suite", suite, "--json", out,
                   "--cmd", minigo + " run {file}", "--check-cmd", minigo + " check -lang={lang} {file}", *options]
        result = subprocess.run(command, capture_output=True, text=True)
        if not os.path.exists(out):
            print("%s: skipped: %s" % (suite, (result.stderr or result.stdout).strip().split("\n")[-1]))
            return None
        with open(out) as f:
            return {t["name"]: t for t in json.load(f)["tests"]}


def passing(tool, suite, minigo, wanted):
    """The names of the suite's tests that pass, or None. Those wanted that failed have a second try, with more time and the machine
    alone: some of Go's tests depend on how long things take."""
    tests = results(tool, suite, minigo, "--jobs", "2")
    if tests is None:
        return None
    failed = [name for name in sorted(wanted) if tests.get(name, {}).get("status") != "pass"]
    if failed:
        print("%s: once more: %s" % (suite, " ".join(failed)))
        names = "^(%s)$" % "|".join(map(re.escape, failed))
        tests.update(results(tool, suite, minigo, "--jobs", "1", "--timeout", "60", "--filter", names))
    return {name for name, test in tests.items() if test["status"] == "pass"}


def main():
    args = sys.argv[1:]
    update = "--update" in args
    suites = [a for a in args if not a.startswith("-")] or SUITES
    tool = next((t for t in TOOLS if os.path.exists(t)), None)
    if tool is None:
        print("no conformance.py beside the repository: nothing to check")
        return 0
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    minigo = os.path.join(target, "release", "minigo")
    lost = 0
    for suite in suites:
        path = os.path.join(ROOT, "tests", "conformance", suite + ".txt")
        wanted = set()
        if os.path.exists(path):
            with open(path) as f:
                wanted = set(f.read().split())
        names = passing(tool, suite, minigo, wanted)
        if names is None:
            continue
        print("%s: %d pass, %d must" % (suite, len(names), len(wanted)))
        for name in sorted(wanted - names):
            print("LOST %s %s" % (suite, name))
            lost += 1
        if update:
            with open(path, "w") as f:
                f.write("".join(name + "\n" for name in sorted(names)))
    return 1 if lost and not update else 0


if __name__ == "__main__":
    sys.exit(main())
