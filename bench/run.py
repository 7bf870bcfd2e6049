#!/usr/bin/env python3
"""Times the programs of this folder on minigo and on other tools that can run them, such as native Go.

    bench/run.py                          all three sets, target/dist/minigo beside native Go
    bench/run.py --set cpu --by net       one set, by CPU time minus start-up (steady on a loaded machine)
    bench/run.py --only 'fib|sieve' --tools minigo,yaegi,lua,luajit,python
    bench/run.py --from OUT               prints the tables of an earlier --json file

Every program prints a "checksum" line last on stdout. A tool whose line differs from native Go's is a FAIL and gets no time. Lines
"@ LABEL VALUE UNIT" on stderr are figures that the program measures itself (time per operation, without start-up).

A ratio is a tool's median divided by native Go's at the same scale. A tool in --tool-scale does only a part of the work (in percent)
and is compared with native Go doing the same part. The runs are interleaved (A B C A B C ...) after one warm-up for each tool.

Tools are searched in PATH, or named by the environment variables GO, YAEGI, GOSCRIPT, LUA, LUAJIT, PYTHON.
"""

import argparse
import collections
import json
import math
import os
import re
import signal
import subprocess
import sys
import time

from child import WORK, launcher, run_child
from tools import HERE, HOW_TO_GET, ROOT, TOOLS, Tool, find_tools

# cpu: plain computation; sched: goroutines; lib: the standard library's hot paths. The programs of a set are the Go files of its folder.
SETS = ("cpu", "sched", "lib")
# Programs whose wall time is mostly a fixed wait: only their figures on stderr are significant.
FIXED_WAIT = ("preempt", "fairness", "sleepers")
# Programs that measure start-up alone: they are in the table, but not in the mean.
START_UP = ("hello",)

Program = collections.namedtuple("Program", "set name path")


def programs_of(args):
    """The programs that --set and --only select, set by set."""
    found = [Program(s, f[:-3], os.path.join(HERE, s, f))
             for s in SETS for f in sorted(os.listdir(os.path.join(HERE, s))) if f.endswith(".go")]
    return [p for p in found if re.search(args.only, p.name) and args.set in (None, p.set)]


def median(values):
    v = sorted(values)
    n = len(v)
    return v[n // 2] if n % 2 else (v[n // 2 - 1] + v[n // 2]) / 2


def measure(program, tools, scales, args, starter):
    """Runs one program on every tool, interleaved; returns its part of the JSON."""
    env = {"BENCH_FIFO_DIR": "make"} if program.name == "blocksys" else {}
    result = {"set": program.set, "tools": {}, "failed": {}}
    want, live = {}, []
    for tool in tools:  # Native Go runs first at every scale: the other tools must have its checksum.
        scale = scales[tool.name]
        try:
            argv = tool.argv(program, scale)
        except (OSError, subprocess.CalledProcessError) as e:
            result["failed"][tool.name] = "no build: %s" % e
            continue
        if argv is None:
            continue
        r = run_child(argv, env, starter, args.timeout)
        why = r.failure(want.get(scale))
        if why:
            result["failed"][tool.name] = why
            print("  %s %s FAIL %s" % (program.name, tool.name, why), file=sys.stderr)
            continue
        if tool.base == "go":
            want[scale] = r.checksum
        rounds = min(args.runs, int(args.per_tool / max(r.wall, 1e-3)))
        live.append((tool, argv, rounds, [] if rounds else [r]))
    for turn in range(args.runs):
        for tool, argv, rounds, runs in live:
            if turn >= rounds or tool.name in result["failed"]:
                continue
            r = run_child(argv, env, starter, args.timeout)
            why = r.failure(want.get(scales[tool.name]))
            if why:
                result["failed"][tool.name] = why
                print("  %s %s FAIL %s" % (program.name, tool.name, why), file=sys.stderr)
            runs.append(r)
    for tool, argv, rounds, runs in live:
        if tool.name in result["failed"]:
            continue
        figures = {}
        for r in runs:
            for label, value in r.figures.items():
                figures.setdefault(label, []).append(value)
        figures = {label: median(v) for label, v in figures.items()}
        if program.name == "waitmany":
            scale = scales[tool.name]
            if scale >= 20:  # The difference to a run with a twentieth of the goroutines excludes the runtime's own memory.
                few = run_child(tool.argv(program, scale // 20), env, starter, args.timeout)
                parked = 100000 * scale // 100 - 100000 * (scale // 20) // 100
                if not few.failure(None):
                    figures["waitmany peak memory a goroutine, bytes"] = (
                        (median([r.rss for r in runs]) - few.rss) / parked)
        result["tools"][tool.name] = {
            "scale": scales[tool.name],
            "wall": median([r.wall for r in runs]),
            "walls": [r.wall for r in runs],
            "cpu": median([r.cpu for r in runs]),
            "rss": median([r.rss for r in runs]),
            "figures": figures,
        }
    return result


def reference(entry, tool):
    """Native Go's figures at the scale of the tool."""
    scale = entry["tools"][tool]["scale"]
    for name, t in entry["tools"].items():
        if name.split("@")[0] == "go" and t["scale"] == scale:
            return t
    return None


def spent(data, tool, t, key, native=False):
    """The time under this key of a tool or, at the tool's scale, of native Go; never zero."""
    if key != "net":
        return max(t[key], 1e-4)
    hello = data["programs"].get("hello", {"tools": {}})
    start = reference(hello, tool) if native and tool in hello["tools"] else hello["tools"].get(tool)
    return max(t["cpu"] - (start["cpu"] if start and t is not start else 0), 5e-4)


def show(data, key="wall"):
    names = [n for n in data["order"] if n.split("@")[0] != "go"]
    for which in SETS:
        programs = [p for p, e in data["programs"].items() if e["set"] == which]
        if not programs:
            continue
        print("\n%s set: %s ratio to native Go (peak RSS ratio); lower is better" % (which, {"wall": "wall-time", "cpu": "CPU-time", "net": "CPU-time (start-up taken off)"}[key]))
        head = ["program", "go ms", "+-%", "go MB"] + [
            n + ("" if data["scales"][n] == data["scale"] else "@%d" % data["scales"][n]) for n in names]
        rows, ratios, sizes = [head], {n: [] for n in names}, {n: [] for n in names}
        for p in programs:
            e = data["programs"][p]
            go = e["tools"].get("go")
            row = [p]
            if go:
                spread = (max(go["walls"]) - min(go["walls"])) / go["wall"] / 2 * 100
                row += ["%.1f" % (go["wall"] * 1e3), "%.0f" % spread, "%.1f" % (go["rss"] / 1e6)]
            else:
                row += ["FAIL", "", ""]
            for n in names:
                if n in e["failed"]:
                    row.append("FAIL")
                elif n not in e["tools"] or not reference(e, n):
                    row.append("")
                else:
                    t, ref = e["tools"][n], reference(e, n)
                    x, m = spent(data, n, t, key) / spent(data, n, ref, key, True), t["rss"] / ref["rss"]
                    row.append("%s (%s)" % (short(x), short(m)))
                    if p not in FIXED_WAIT + START_UP:
                        ratios[n].append(x)
                        sizes[n].append(m)
            rows.append(row)
        mean = ["geometric mean", "", "", ""]
        for n in names:
            mean.append("%s (%s) n=%d" % (short(geo(ratios[n])), short(geo(sizes[n])), len(ratios[n]))
                        if ratios[n] else "")
        rows.append(mean)
        table(rows)
        if which == "sched":
            print("(without %s, whose wall time is a fixed wait)" % ", ".join(FIXED_WAIT))
    figures(data)
    failed = [(p, n, w) for p, e in data["programs"].items() for n, w in e["failed"].items()]
    if failed:
        print("\nfailed:")
        for p, n, w in failed:
            print("  %s %s: %s" % (p, n, w))


def figures(data):
    """The programs' own figures: native Go at full scale, then each tool that runs Go."""
    names = [n for n in data["order"] if n in ("go", "minigo", "yaegi", "gorun", "goscript")]
    rows = [["own figure"] + names]
    for p, e in data["programs"].items():
        labels = []
        for n in names:
            for label in e["tools"].get(n, {}).get("figures", {}):
                if label not in labels:
                    labels.append(label)
        for label in labels:
            row = [label]
            for n in names:
                v = e["tools"].get(n, {}).get("figures", {}).get(label)
                row.append("" if v is None else short(v))
            rows.append(row)
    if len(rows) > 1:
        print()
        table(rows)
    shares = own_shares(data)
    if shares:
        print("geometric mean of the %d times an operation of set sched, minigo / native Go: %s" % (len(shares), short(geo(shares))))


def own_shares(data):
    """minigo's times per operation in the programs of set sched, each divided by native Go's."""
    shares = []
    for entry in data["programs"].values():
        if entry["set"] == "sched":
            go, minigo = (entry["tools"].get(n, {}).get("figures", {}) for n in ("go", "minigo"))
            shares += [minigo[k] / go[k] for k in go if k.endswith("ns/op") and k in minigo and go[k] > 0]
    return shares


def geo(values):
    return math.exp(sum(math.log(v) for v in values) / len(values))


def short(v):
    if v >= 100000:
        return "%.3g" % v if v >= 1e9 else "{:,.0f}".format(v)
    return "%.0f" % v if v >= 100 else "%.1f" % v if v >= 10 else "%.2f" % v


def table(rows):
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    for k, r in enumerate(rows):
        print("  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(r, widths))))
        if k == 0:
            print("  ".join("-" * w for w in widths))


def main():
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--only", default="", help="a regular expression that the names of the programs must match")
    ap.add_argument("--set", choices=SETS)
    ap.add_argument("--runs", type=int, default=5)
    ap.add_argument("--tools", default="go,minigo", help="tools to run, of: %s" % ", ".join(TOOLS))
    ap.add_argument("--minigo", default=os.path.join(target, "dist", "minigo"), help="default: %(default)s")
    ap.add_argument("--json", help="the file to which all measurements are written")
    ap.add_argument("--scale", type=int, default=100, help="percent of the default size, for every tool")
    ap.add_argument("--tool-scale", default="yaegi=20,goscript=20", help="percent of the work for single tools")
    ap.add_argument("--per-tool", type=float, default=20, help="seconds for a tool's timed runs of a program; if the warm-up takes as long, it is the only run")
    ap.add_argument("--timeout", type=float, default=60, help="seconds a run may take before it is a FAIL")
    ap.add_argument("--by", choices=("wall", "cpu", "net"), default="wall",
                    help="the time that ratios compare: wall time, CPU time, or CPU time minus that of hello (steady on a loaded machine)")
    ap.add_argument("--from", dest="earlier", help="print an earlier --json file")
    args = ap.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # Raises an exception, so that the child is terminated too.
    if args.earlier:
        with open(args.earlier) as f:
            show(json.load(f), args.by)
        return 0
    os.makedirs(WORK, exist_ok=True)
    wanted = [t for t in args.tools.split(",") if t]
    unknown = [t for t in wanted if t not in TOOLS]
    if unknown:
        ap.error("no such tool: %s (there are %s)" % (", ".join(unknown), ", ".join(TOOLS)))
    found = find_tools(set(wanted) | {"go"}, args.minigo)
    go = next((t for t in found if t.name == "go"), None)
    if not go:
        print("native Go is the measure of all the rest: " + HOW_TO_GET["go"])
        return 1
    scales = {t.name: args.scale for t in found}
    for part in filter(None, args.tool_scale.split(",")):
        name, _, pct = part.partition("=")
        if name in scales and name != "go":
            scales[name] = max(1, args.scale * int(pct) // 100)
    extra = sorted(set(scales.values()) - {args.scale})
    refs = [Tool("go@%d" % s, go.path) for s in extra]
    scales.update({"go@%d" % s: s for s in extra})
    tools = [go] + refs + [t for t in found if t is not go]
    programs = programs_of(args)
    starter = launcher()
    data = {"order": [t.name for t in tools], "scales": scales, "scale": args.scale, "programs": {},
            "cores": os.cpu_count(), "load_before": os.getloadavg(), "when": time.strftime("%Y-%m-%d %H:%M:%S")}
    for i, p in enumerate(programs):
        print("%d/%d %s" % (i + 1, len(programs), p.name), file=sys.stderr)
        data["programs"][p.name] = measure(p, tools, scales, args, starter)
        data["load_after"] = os.getloadavg()
        if args.json:
            with open(args.json + ".part", "w") as f:
                json.dump(data, f, indent=1)
            os.replace(args.json + ".part", args.json)
    show(data, args.by)
    return 0


if __name__ == "__main__":
    sys.exit(main())
