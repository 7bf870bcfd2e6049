#!/usr/bin/env python3
"""Measures the REPL through a pseudo-terminal, as a user experiences it.

    cargo build --release && tests/measure/repl.py [--binary target/release/minigo] [--declarations 2000]

Start: from exec to the first prompt (a process that only prints a prompt is measured beside it: what a start costs at
least here). Answers: from Enter until the next prompt is there. Memory: growth of the resident size by inputs that each
add a function. Medians, and the best tenth: other work on the machine only ever adds time.
"""

import argparse
import os
import pty
import re
import select
import signal
import tempfile
import time

PROMPT = b"> "
ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """A command on a pseudo-terminal; `began` is the time of its exec."""

    def __init__(self, command):
        ready, begun = os.pipe()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm", XDG_STATE_HOME=STATE)
            os.write(begun, b"%d" % time.perf_counter_ns())
            os.execv(command[0], command)
        os.close(begun)
        self.began = int(os.read(ready, 64))
        os.close(ready)
        self.seen = b""

    def until(self, is_there):
        """Reads until `is_there` accepts the text read so far."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if select.select([self.fd], [], [], 0.5)[0]:
                self.seen += os.read(self.fd, 65536)
                if is_there(self.seen):
                    return time.perf_counter_ns()
        raise SystemExit(f"no answer: {self.seen[-300:]!r}")

    def ask(self, text):
        """Types an input; returns the milliseconds from Enter to the next prompt."""
        os.write(self.fd, text.encode())
        self.until(lambda seen: text.encode() in bare(seen))
        self.seen = b""
        begin = time.perf_counter_ns()
        os.write(self.fd, b"\r")
        # The editor shows the line once more, then the answer follows, then the prompt that switches pasting on.
        done = self.until(lambda seen: b"\x1b[?2004h" in seen and bare(seen).endswith(PROMPT))
        return (done - begin) / 1e6

    def memory(self):
        """The resident size in KB."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def bare(text):
    return ESCAPES.sub(b"", text).replace(b"\r", b"")


def figures(name, values):
    values.sort()
    best = values[len(values) // 10]
    print(f"{name:<44} {values[len(values) // 2]:8.3f} {best:8.3f}")


def start(command, runs):
    times = []
    for _ in range(runs):
        terminal = Terminal(command)
        times.append((terminal.until(lambda seen: bare(seen).endswith(PROMPT)) - terminal.began) / 1e6)
        terminal.close()
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="target/release/minigo")
    parser.add_argument("--declarations", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=40)
    args = parser.parse_args()
    binary = os.path.abspath(args.binary)
    print(f"{'ms':<44} {'median':>8} {'best 10%':>8}")
    figures("a shell that prints a prompt", start(["/bin/sh", "-c", "printf '> '; sleep 9"], args.runs))
    figures("start to first prompt", start([binary], args.runs))
    terminal = Terminal([binary])
    terminal.until(lambda seen: bare(seen).endswith(PROMPT))
    terminal.ask("1+2")
    figures("1+2", [terminal.ask("1+2") for _ in range(200)])
    count = args.declarations
    for i in range(count):
        terminal.ask(f"func g{i}(a, b int) int {{ return a*{i} + b }}")
    times = [terminal.ask(f"func h{i}(a, b int) int {{ return a*{i} + b }}") for i in range(200)]
    figures(f"a function, with {count} declarations", times)
    figures(f"1+2, with {count} declarations", [terminal.ask("1+2") for _ in range(200)])
    before = terminal.memory()
    for i in range(count):
        terminal.ask(f"func k{i}(a, b int) int {{ return a*{i} + b }}")
    grown = (terminal.memory() - before) / count
    print(f"KB of memory that such an input adds: {grown:.2f} (of {before} KB before)")
    terminal.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as STATE:
        main()
