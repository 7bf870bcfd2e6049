#!/usr/bin/env python3
"""Finds the causes of the late wake-ups of latency.go: the machine, another program, or minigo.

Runs latency.go (and next to it a process that only sleeps) while the kernel traces which thread runs on which core, which thread is
woken, and when timers of the kernel expire. The machine is the cause of a late wake-up if a core did not handle its own timers for half
of the delay: no program can be in time then. Otherwise the cause is the thread that ran on the cores for most of the delay. Needs root,
Linux and its tracefs.
"""

import argparse
import bisect
import collections
import os
import re
import subprocess
import sys
import time

TRACING = "/sys/kernel/tracing/instances/minigo-late"
EVENTS = ("sched/sched_switch", "sched/sched_waking", "timer/hrtimer_start", "timer/hrtimer_expire_entry")
SLEEPER = """
import signal, sys, time
late = []
def end(*_):
    late.sort()
    print(f"a process that only sleeps: late by p99 {late[len(late) * 99 // 100] / 1e6:.2f} ms, max {late[-1] / 1e6:.2f} ms")
    sys.exit()
signal.signal(signal.SIGTERM, end)
while True:
    due = time.monotonic_ns() + 1_000_000
    time.sleep(0.001)
    late.append(time.monotonic_ns() - due)
"""
TICK = 4
LINE = re.compile(r"^\s*(.+)-(\d+)\s+\[(\d+)\]\s+\S+\s+([\d.]+): (\S+): (.*)$")
SWITCH = re.compile(r"prev_comm=(.*) prev_pid=(\d+) .* next_pid=(\d+)")
TIMER = re.compile(r"hrtimer=(\S+) function=(\S+) .*?(?:expires|now)=(\d+)")


def put(name, text):
    with open(f"{TRACING}/{name}", "w") as file:
        file.write(text)


def trace(run, kilobytes):
    """Calls `run()` while the kernel traces. Returns its result and the lines of the trace."""
    os.makedirs(TRACING, exist_ok=True)
    put("tracing_on", "0")
    put("trace_clock", "mono")
    put("buffer_size_kb", str(kilobytes))
    put("trace", "")
    for event in EVENTS:
        put(f"events/{event}/enable", "1")
    put("tracing_on", "1")
    try:
        result = run()
    finally:
        put("tracing_on", "0")
    with open(f"{TRACING}/trace") as file:
        lines = file.readlines()
    os.rmdir(TRACING)
    return result, lines


def is_late(function, due, now):
    """Reports whether a timer of the kernel is late. The trace of its ticks (250 Hz) is complete only if they expire apart from other timers."""
    if due is None or "tick" not in function:
        return due is not None and now - due > 0.2
    return now % TICK > 0.3 and 0.3 < now - due < 3 * TICK


def read(lines):
    """For each core, the threads that ran, with begin and end in ms, and the spans in which its timers were late."""
    ran, deaf = collections.defaultdict(list), collections.defaultdict(list)
    since, woken, started = {}, collections.Counter(), {}
    for line in lines:
        match = LINE.match(line)
        if not match:
            continue
        at, core, event, rest = float(match[4]) * 1e3, int(match[3]), match[5], match[6]
        if event == "sched_switch":
            name, pid, after = SWITCH.match(rest).groups()
            begin, expected = since.get(core, (at, pid))
            if expected == "0" != pid:
                # The trace does not always contain the moment at which an idle core starts to work again.
                ran[core].append((begin, max(begin, woken[core]), "idle"))
                begin = max(begin, woken[core])
            ran[core].append((begin, at, "idle" if pid == "0" else name))
            since[core] = (at, after)
        elif event == "sched_waking":
            woken[int(re.search(r"target_cpu=(\d+)", rest)[1])] = at
        else:
            timer, function, ns = TIMER.search(rest).groups()
            if event == "hrtimer_start":
                started[timer] = int(ns) / 1e6
            elif is_late(function, started.get(timer), int(ns) / 1e6):
                deaf[core].append((started[timer], int(ns) / 1e6))
            if event != "hrtimer_start":
                started.pop(timer, None)
    return ran, deaf


def covered(spans, begin, end):
    """The part, in ms, of the time from begin to end that the spans cover."""
    total, reached = 0, begin
    for a, b in sorted(spans):
        a, b = max(a, reached), min(b, end)
        if a < b:
            total, reached = total + b - a, b
    return total


def most(runs, begins, begin, end):
    """The name of the thread that ran longest on a core from begin to end."""
    times = collections.Counter()
    for a, b, name in runs[max(0, bisect.bisect(begins, begin) - 1) : bisect.bisect(begins, end)]:
        times[name] += max(0, min(b, end) - max(a, begin))
    return times.most_common(1)[0][0] if times else "?"


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--minigo", default="minigo")
    args.add_argument("--live", default="1024", help="live memory in MB")
    args.add_argument("--rate", default="500", help="allocation rate in MB/s")
    args.add_argument("--seconds", default="20")
    args.add_argument("--least", type=float, default=1, help="the shortest delay to explain, in ms")
    args.add_argument("--buffer", type=int, default=160 << 10, help="KB of trace buffer for each core")
    args = args.parse_args()

    def run():
        sleeper = subprocess.Popen([sys.executable, "-c", SLEEPER])
        program = [args.minigo, "run", f"{here}/latency.go", args.live, args.rate, args.seconds, str(int(args.least * 1000))]
        result = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True)
        sleeper.terminate()
        sleeper.wait()
        return result.stdout

    offset = time.time_ns() - time.monotonic_ns()
    out, lines = trace(run, args.buffer)
    ran, deaf = read(lines)
    begins = {core: [a for a, _, _ in runs] for core, runs in ran.items()}
    causes = collections.defaultdict(list)
    for line in out.splitlines():
        match = re.match(r"late (\d+) at (\d+)$", line)
        if not match:
            print(line)
            continue
        late, end = int(match[1]) / 1e6, (int(match[2]) - offset) / 1e6
        begin = end - late
        if max((covered(spans, begin, end) for spans in deaf.values()), default=0) > late / 2:
            cause = "the machine"
        else:
            cause = ", ".join(sorted(most(ran[core], begins[core], begin, end) for core in ran))
        causes[cause].append(late)
    print(f"\nlate by {args.least} ms or more, by what the cores did meanwhile:")
    for cause, all_late in sorted(causes.items(), key=lambda item: -len(item[1])):
        over = sum(late > 2 for late in all_late)
        print(f"  {cause:40} {len(all_late):5}   above 2 ms {over:4}   max {max(all_late):6.2f} ms")


if __name__ == "__main__":
    main()
