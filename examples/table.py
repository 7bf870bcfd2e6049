#!/usr/bin/env python3
"""Measures what each mechanism of the scheduler buys, claim by claim of the articles, and writes examples/README.md.

    examples/table.py [--minigo target/release/minigo]

Every row runs a program of this directory with the mechanism and without it. Figures are counts of events (MINIGODEBUG=schedstats=1),
shares of time in a trace, or the time on the wall; a program that does not end is stopped after a few seconds.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PATIENCE = 3.0


class Run:
    """A program's run: None as a count or time means that it did not end."""

    def __init__(self, minigo, program, flags, args, trace, patience):
        with tempfile.TemporaryDirectory() as where:
            file = os.path.join(where, "trace.json")
            command = [minigo, "run", *flags, *(["--trace", file] if trace else []), str(HERE / program), *args]
            environment = {**os.environ, "MINIGODEBUG": "schedstats=1,tracebuf=1000000"}
            start = time.monotonic()
            try:
                done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=patience)
                self.ended = True
                self.wall = time.monotonic() - start
                self.counts = json.loads(done.stderr.strip().splitlines()[-1])
                if trace:
                    with open(file) as text:
                        self.events = json.load(text)["traceEvents"]
            except subprocess.TimeoutExpired:
                self.ended = False

    def running(self):
        """The slices in which goroutines ran, by P: from, to."""
        lanes = {}
        for e in self.events:
            if e["ph"] == "X" and e["pid"] == 1 and e["name"].startswith("G"):
                lanes.setdefault(e["tid"], []).append((e["ts"], e["ts"] + e["dur"]))
        return lanes


def seconds(run):
    return f"{run.wall:.2f} s" if run.ended else f"never (stopped after {PATIENCE:.0f} s)"


def ends(run):
    return f"ends after {run.wall:.2f} s" if run.ended else f"never ends (stopped after {PATIENCE:.0f} s)"


def count(*kinds):
    def figure(run):
        return f"{sum(run.counts[k] for k in kinds):,}" if run.ended else "never ended"

    return figure


def utilisation(procs):
    """The share of the time of so many Ps in which goroutines that work ran; from the first put's end on, to the last's."""

    def figure(run):
        if not run.ended:
            return "never ended"
        puts = [
            (e["ts"], e["ts"] + e["dur"])
            for e in run.events
            if e["ph"] == "X" and e["pid"] == 1 and "main.put" in e["name"]
        ]
        first, last = min(a for a, _ in puts), max(b for _, b in puts)
        return f"{sum(b - a for a, b in puts) / (procs * (last - first)):.1%}"

    return figure


def busiest(run):
    """Which share of the working time fell to the P that worked most."""
    if not run.ended:
        return "never ended"
    sums = [sum(b - a for a, b in lane) for lane in run.running().values()]
    return f"{max(sums) / sum(sums):.0%} of the work on one of {run.procs} Ps"


# Claim; article's figure; program; flags, and those that switch off; arguments; trace; figure (and one for without); what it is.
ROWS = [
    ("Blocked goroutines are set aside; naively they keep thread and P, and three of four Ps only wait",
     "25.1 % of the CPU against 100 %", "put_take.go", ["--procs", "4"],
     ["--procs", "5", "--without", "park,local-queues,runnext,steal,preempt"], ["200", "100000"], True, (utilisation(4), utilisation(4)),
     "share of the time of four Ps in which a put works (naively main keeps a fifth)"),
    ("A blocking call gives its P away: 1000 calls of 100 ms on 4 Ps", "25 s against a fraction", "blocking_calls.go",
     ["--procs", "4"], ["--procs", "4", "--without", "handoff"], [], False, (seconds, seconds), "time on the wall"),
    ("Endless loops are preempted: the fifth on four Ps runs too", "never runs, against its share", "five_loops.go", [],
     ["--without", "preempt"], [], False, (ends, ends), "whether all five have run"),
    ("A loop without calls cannot stop the others (Go 1.14)", "hangs, against prints", "hi_against_loop.go", [],
     ["--without", "preempt"], [], False, (ends, ends), "whether `hi` is printed"),
    ("Short tasks do not wait behind a long one (the convoy)", "wait for its end, against a slice of 10 ms", "convoy.go", [],
     ["--without", "preempt"], [], False, (ends, ends), "whether the short ones end while the long one runs"),
    ("Idle Ps steal half of another's queue", "one P works, against all", "uneven_load.go", ["--procs", "2"],
     ["--procs", "2", "--without", "steal"], ["200", "100000"], True, (busiest, busiest), "share of the busiest P"),
    ("Each P has a queue of its own, for the lock of a single one is a bottleneck", "contended, against lock-free", "million.go",
     ["--procs", "2"], ["--procs", "2", "--without", "local-queues,runnext"], [], False,
     (count("global", "tick61", "overflow"), count("global", "tick61", "overflow")), "how often the global queue's lock was taken for it"),
    ("A P's queue has 256 places; half of a full one moves to the global queue", "256", "overflow.go", [],
     ["--without", "local-queues"], [], False, (count("overflow"), count("overflow")), "overflows when 2000 are started at once"),
    ("A woken goroutine takes the place of the next to run", "behind all others, against at once", "pingpong.go", ["--procs", "1"],
     ["--procs", "1", "--without", "runnext"], [], False, (count("runnext"), count("runnext")), "slices begun from runnext, of 20,000 hits"),
    ("Successors inherit the time slice, so that a chain of them cannot starve the rest", "10 ms shared", "time_slice_inheritance.go", [],
     ["--without", "preempt,tick61"], [], False, (ends, ends), "whether the other goroutine gets its turns"),
    ("Every 61st time the global queue comes first", "starves, against 1 in 61", "starvation.go", ["--procs", "1", "--without", "preempt"],
     ["--procs", "1", "--without", "preempt,tick61"], [], False, (count("yield"), count("yield")), "turns of the one in the global queue"),
    ("Threads without work search before they sleep", "sleep at once, against awake for the next piece", "idle_threads.go",
     ["--procs", "2"], ["--procs", "2", "--without", "spin"], [], False, (count("spin.start"), count("spin.start")),
     "searches begun"),
    ("Who waits for a pipe or socket costs no thread: 100 readers", "a thread each, against none", "pipes.go", ["--procs", "2"],
     ["--procs", "2", "--without", "netpoll"], [], False, (count("thread.new"), count("thread.new")), "threads started"),
    ("Goroutines are no threads: 1000 of them", "a handful of threads", "thousand.go", ["--procs", "2"], None, [], False,
     (count("thread.new"), None), "threads started"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minigo", default=str(HERE.parent / "target/release/minigo"))
    minigo = parser.parse_args().minigo
    lines = []
    for claim, article, program, with_flags, without_flags, args, trace, (with_figure, without_figure), what in ROWS:
        cells = []
        for flags, figure in ((with_flags, with_figure), (without_flags, without_figure)):
            if figure is None:
                cells.append("–")
                continue
            run = Run(minigo, program, flags, args, trace, 60 if "blocking" in program else PATIENCE)
            run.procs = 2
            cells.append(figure(run))
        off = "–" if without_flags is None else "`--without " + without_flags[without_flags.index("--without") + 1] + "`"
        lines.append(f"| {claim} | {article} | [{program}]({program}) | {what} | {cells[0]} | {cells[1]} | {off} |")
        print(lines[-1], flush=True)
    (HERE / "README.md").write_text(HEAD + "\n".join(lines) + "\n" + SEEN)


HEAD = """# Examples

Programs of the articles about the Go scheduler, and some that their claims lacked. Each is a test too: it ends with what it prints.
[The page of the articles](../docs/using/articles.md) holds each claim of the articles against Go 1.27 and minigo.
`minigo run --trace t.json FILE` shows in ui.perfetto.dev how it runs; `--without LIST` switches mechanisms off.

# What each mechanism buys

Written by `examples/table.py` (on the machine it runs on; two cores here).

| what the articles say | figure there | program | measured | with | without | switched off |
|---|---|---|---|---|---|---|
"""

SEEN = """
# What to see on the page

`minigo run --procs 2 --xray page.html FILE` writes a page for any browser (`minigo xray --help`; `?` on the page lists its keys). A full stop steps from one decision of the
scheduler to the next: the panel gives its rule and what each queue holds then, by goroutine.

| mechanism | program | what to look at |
|---|---|---|
| runnext | [pingpong.go](pingpong.go) | every decision is `runnext`; arrows go from waker to woken on one P |
| local queue and overflow | [overflow.go](overflow.go) | the curve of main's P climbs to 256 and falls by half, again and again; red marks in 129 goroutines' lanes at once: they move to the global queue |
| batches from the global queue | [overflow.go](overflow.go) | decisions `nothing local: a batch from the global queue; with it 60 more` (the number varies): the panel rings those that came |
| stealing | [uneven_load.go](uneven_load.go) with `--procs 4` | decisions `stolen from P…; with it … more`, dashed arrows from victim to thief: half of the queue; which P is asked is random |
| the 61st tick | [starvation.go](starvation.go) | one decision in 61 says `every 61st tick: the global queue first`, although the local queue is never empty |
| the inherited slice | [time_slice_inheritance.go](time_slice_inheritance.go) | a chain of `runnext` decisions until a flag on the P: its goroutine is asked to yield |
| hand-off | [blocking_calls.go](blocking_calls.go) | calls in violet; flags on a P when it is handed off or retaken and when another M takes it; `Ms awake` grows |
| a short call keeps its P | [hello.go](hello.go) | the call to write lies on the P's own lane, hatched, without a flag; then `its blocking call has returned` |
| searching Ms | [idle_threads.go](idle_threads.go) with `--procs 4` | the curve `Ms searching` never exceeds half of the Ps; many end by a steal from a runnext |
| parking and readying | [worker_pool.go](worker_pool.go) | lanes of goroutines: waiting with the reason and the channel's name, then runnable in a queue, then running; `w` goes to the waker |
| a lock's queue | [mutex_contention.go](mutex_contention.go) | waits at `sync.Mutex.Lock` with the lock's name, at the program's own line |
| preemption | [five_loops.go](five_loops.go) | flags every 10 ms, slices that end with `is preempted`, then the global queue |

# What `--step` and the REPL say

`minigo run --step [flags] FILE` prints each decision with its rule (`tests/step.rs` proves these rows); in the REPL `:pause` and `:tick` do the same while a session runs, and `:ps`, `:ms` show
queue contents, free lists and Ms at one moment. `minigo tour N` plays a chapter on it.

| mechanism | program and flags | a line of `--step` has | tour |
|---|---|---|---|
| runnext, and the inherited slice | [pingpong.go](pingpong.go) | `runnext → G` … `inherits the time slice:` … `ms left` | 8 |
| the slice of a chain of successors ends | [time_slice_inheritance.go](time_slice_inheritance.go) | `the time slice of G` … `it is asked to yield` |  |
| the local queue, first in first out | [overflow.go](overflow.go) | `local queue → G` |  |
| overflow of half of the local queue | [overflow.go](overflow.go) | `local queue is full: half of it` … `move to the global queue: G` | 3 |
| a batch from the global queue | [overflow.go](overflow.go) | `nothing local, global queue gives 128` |  |
| the 61st tick | [starvation.go](starvation.go) | `every 61st tick the global queue comes first → G` | 9 |
| a steal of half of a queue | [uneven_load.go](uneven_load.go) `--procs 4` | `nothing local, nothing global,` … `steals G` … `from P` … `, runs G` | 4 |
| victims that had nothing | [uneven_load.go](uneven_load.go) `--procs 4` | `tried P` … `in vain` |  |
| at most half as many Ms search as Ps are busy | [say.go](say.go) `--procs 2` | `enough Ms search` |  |
| an M that is woken searches | [worker_pool.go](worker_pool.go) `--procs 4` | `M1 searches` |  |
| an M without work sleeps | [timers.go](timers.go) `--procs 2` | `goes to sleep` |  |
| a P without work is idle | [timers.go](timers.go) `--procs 2` | `nothing local, nothing global` … `: idle` |  |
| parking | [parked_receivers.go](parked_receivers.go) | `parks: chan receive` | 5 |
| readying | [pingpong.go](pingpong.go) | `readies G` … `→ runnext` |  |
| a displaced goroutine | [worker_pool.go](worker_pool.go) | `displaced from runnext → tail of the local queue` |  |
| a short call keeps its P | [calls.go](../tests/step/calls.go) | `was short: its M keeps the P` |  |
| a P is retaken from a call that lasts | [calls.go](../tests/step/calls.go) | `sysmon: the call takes long, P` … `is taken from its M` | 6 |
| a call returns to its old P | [calls.go](../tests/step/calls.go) | `its old P is still idle, and the goroutine takes it` |  |
| preemption | [five_loops.go](five_loops.go) | `is preempted → tail of the global queue` | 7 |
| a yield | [gosched.go](gosched.go) | `yields → tail of the global queue` |  |
| timers | [timers.go](timers.go) | `a timer is due` | 11 |
| the netpoller | [pipes.go](pipes.go) | `netpoller:` … `ready` | 10 |
| free lists | [reuse.go](reuse.go) | `ends → free list` | 12 |
| stopping the world | [five_loops.go](five_loops.go) `--procs 2` | `stops the world` | 13 |
"""

if __name__ == "__main__":
    main()
