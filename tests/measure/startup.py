#!/usr/bin/env python3
"""Measures how programs start: user time, wall time and peak memory, compiled and from the cache, and the size of the
cache's entry. The server of net/http (startup/server.go) is measured with the installed Go that $GOROOT or PATH names, and
with minigo's own net/http where there is none. Each figure is the median of several runs.

    tests/measure/startup.py [--minigo target/release/minigo] [--runs 9]
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


sys.path.insert(0, str(HERE.parent.parent / "bench"))
from child import WORK, launcher  # noqa: E402


def run(starter, minigo, program, environment):
    """User seconds, wall seconds and peak KB of one run."""
    with tempfile.NamedTemporaryFile("r") as use:
        command = [starter, use.name, minigo, "run", str(program)]
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
        wall, user, _, peak, status = use.read().split()
    if status != "0":
        sys.exit(f"{program}: status {status}")
    return float(user), float(wall), int(peak)


def measure(starter, minigo, program, environment, runs):
    """The medians of some runs, compiled and from the cache, as a line of the table."""
    with tempfile.TemporaryDirectory() as cache:
        cells = []
        for stored in (False, True):
            setting = dict(environment, MINIGOCACHE=cache if stored else "off")
            if stored:
                run(starter, minigo, program, setting)
            columns = zip(*(run(starter, minigo, program, setting) for _ in range(runs)))
            user, wall, peak = (statistics.median(column) for column in columns)
            cells += [f"{user * 1000:.0f}", f"{wall * 1000:.1f}", f"{peak / 1024:.1f}"]
        size = sum(entry.stat().st_size for entry in pathlib.Path(cache).glob("*.entry"))
        return cells + [f"{size / 1e6:.2f}"]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--minigo", default=str(HERE.parent.parent / "target/release/minigo"))
    options.add_argument("--runs", type=int, default=9)
    given = options.parse_args()
    minigo = shutil.which(given.minigo) or sys.exit(f"no {given.minigo}")
    os.makedirs(WORK, exist_ok=True)
    starter = launcher() or sys.exit("a C compiler is needed for exact peak memory")
    with_go = dict(os.environ)
    without = {key: value for key, value in with_go.items() if key not in ("GOROOT", "GOMODCACHE", "GOPATH")}
    without |= {"PATH": "", "HOME": "/nonexistent"}
    print("| | compiled: user ms | wall ms | peak MB | from the cache: user ms | wall ms | peak MB | entry MB |")
    print("|---|---|---|---|---|---|---|---|")
    for name, program, environment in [
        ("hello", "hello.go", with_go),
        ("net/http server, Go's package", "server.go", with_go),
        ("net/http server, minigo's own", "server.go", without),
    ]:
        cells = measure(starter, minigo, HERE / "startup" / program, environment, given.runs)
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
