"""Runs one program once and records its wall and CPU time, peak memory, checksum line and own figures."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

# The folder that keeps binaries and converted programs between runs.
WORK = os.environ.get("BENCH_WORK") or os.path.join(tempfile.gettempdir(), "minigo-bench-%d" % os.getuid())

# The peak RSS of a child starts with its parent's at fork, so for a tool that is smaller than this
# Python process the figure would be too large: a small C program starts the child instead.
LAUNCHER_C = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
int main(int argc, char **argv) {
    if (argc < 3) return 99;
    double start = now();
    pid_t pid = fork();
    if (pid < 0) return 99;
    if (pid == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status;
    struct rusage ru;
    if (wait4(pid, &status, 0, &ru) != pid) return 99;
    double wall = now() - start;
    FILE *f = fopen(argv[1], "w");
    if (!f) return 99;
    fprintf(f, "%.9f %ld.%06ld %ld.%06ld %ld %d\n", wall,
            (long)ru.ru_utime.tv_sec, (long)ru.ru_utime.tv_usec,
            (long)ru.ru_stime.tv_sec, (long)ru.ru_stime.tv_usec, ru.ru_maxrss,
            WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
    fclose(f);
    return 0;
}
"""


def launcher():
    """The path of the small C program that starts children, or None if there is no C compiler."""
    cc = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not cc:
        return None
    tag = hashlib.sha256(LAUNCHER_C.encode()).hexdigest()[:12]
    path = os.path.join(WORK, "launch-" + tag)
    if not os.path.exists(path):
        src = path + ".c"
        with open(src, "w") as f:
            f.write(LAUNCHER_C)
        made = subprocess.run([cc, "-O2", "-o", path, src], capture_output=True, text=True)
        if made.returncode:
            print("no starter (RSS has a floor):", made.stderr.strip()[:200], file=sys.stderr)
            return None
    return path


class Run:
    """The result of one run of a child."""

    def __init__(self):
        self.wall = self.cpu = 0.0
        self.rss = 0  # bytes
        self.code = 0
        self.timed_out = False
        self.checksum = None
        self.figures = {}
        self.tail = ""

    def failure(self, want):
        if self.timed_out:
            return "over its time"
        if self.code:
            return "exit %d: %s" % (self.code, self.tail)
        if self.checksum is None:
            return "no checksum line: %s" % self.tail
        if want is not None and self.checksum != want:
            return "wrong: %r, not %r" % (self.checksum, want)
        return None


def explain(stdout, stderr):
    """The line of a failed child's output that most likely tells the reason."""
    lines = [l.strip() for l in (stderr + "\n" + stdout).splitlines() if l.strip()]
    for pattern in (r"^(run:|fatal|panic:|error|Error)|\berror\b|not (found|declared|supported)|undefined|undeclared", r"."):
        for line in lines:
            if re.search(pattern, line) and not line.startswith("@ "):
                return line[:160]
    return "(silent)"


def run_child(argv, env, starter, timeout):
    r = Run()
    with tempfile.TemporaryDirectory(prefix="bench-") as tmp:
        out_path, err_path, use_path = (os.path.join(tmp, n) for n in ("out", "err", "use"))
        full = dict(os.environ)
        full.update(env)
        if env.get("BENCH_FIFO_DIR") == "make":
            fifos = os.path.join(tmp, "fifos")
            os.mkdir(fifos)
            for i in range(64):
                os.mkfifo(os.path.join(fifos, str(i)))
            full["BENCH_FIFO_DIR"] = fifos
        cmd = [starter, use_path] + argv if starter else argv
        with open(out_path, "wb") as out, open(err_path, "wb") as err:
            begin = time.perf_counter()
            child = subprocess.Popen(cmd, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                     env=full, cwd=tmp, start_new_session=True)

            def kill():
                r.timed_out = True
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass

            timer = threading.Timer(timeout, kill)
            timer.start()
            try:
                _, status, use = os.wait4(child.pid, 0)
            except BaseException:
                kill()
                raise
            finally:
                timer.cancel()
            r.wall = time.perf_counter() - begin
        child.returncode = 0  # already waited for
        r.cpu = use.ru_utime + use.ru_stime
        r.rss = use.ru_maxrss * 1024
        r.code = os.waitstatus_to_exitcode(status)
        if starter and not r.timed_out and os.path.exists(use_path):
            with open(use_path) as f:
                wall, user, system, rss, code = f.read().split()
            r.wall, r.cpu = float(wall), float(user) + float(system)
            r.rss, r.code = int(rss) * 1024, int(code)
        with open(out_path, errors="replace") as f:
            stdout = f.read(1 << 20)
        with open(err_path, errors="replace") as f:
            stderr = f.read(64 << 20)
    lines = [l for l in stdout.splitlines() if l.strip()]
    if lines and lines[-1].startswith("checksum "):
        r.checksum = lines[-1]
    for m in re.finditer(r"^@ (.+) (-?[\d.e+]+) (\S+)$", stderr, re.M):
        r.figures["%s, %s" % (m.group(1), m.group(3))] = float(m.group(2))
    if r.code or r.checksum is None:
        r.tail = explain(stdout[-4000:], stderr[:4000])
    return r
