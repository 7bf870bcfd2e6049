"""Runs one command in a session of its own, with limits of time, memory and output; ends whatever it leaves behind."""

import os
import selectors
import shlex
import signal
import subprocess
import sys
import threading
import time


OUTPUT_CAP = 16 << 20


class Result:
    """The result of a command: exit status (negative: the signal), output, the limit that stopped it, and seconds."""

    __slots__ = ("rc", "out", "timed_out", "overflow", "seconds")


LIVE = set()
LIVE_LOCK = threading.Lock()


def run_cmd(argv, cwd, timeout, opts, env):
    r = Result()
    r.timed_out = r.overflow = False
    if opts.mem_mb:
        argv = ["/bin/sh", "-c", 'ulimit -v %d; exec "$@"' % (opts.mem_mb * 1024), "sh"] + argv
    t0 = time.monotonic()
    try:
        p = subprocess.Popen(argv, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, start_new_session=True, env=env)
    except OSError as e:
        sys.exit("conformance: cannot run %s: %s" % (argv[0], e))
    with LIVE_LOCK:
        LIVE.add(p.pid)
    chunks, size, deadline = [], 0, t0 + timeout
    fd = p.stdout.fileno()
    os.set_blocking(fd, False)
    sel = selectors.DefaultSelector()
    sel.register(fd, selectors.EVENT_READ)
    eof, exited_at = False, None

    def exited():
        # The leader is not reaped here: as long as it is a zombie, its group id cannot be reused.
        return os.waitid(os.P_PID, p.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None

    while True:
        now = time.monotonic()
        if now >= deadline:
            r.timed_out = not exited()
            break
        if eof:
            if exited():
                break
            time.sleep(0.005)
            continue
        if sel.select(min(0.2, deadline - now)):
            try:
                data = os.read(fd, 1 << 16)
            except BlockingIOError:
                data = None
            if data == b"":
                eof = True
            elif data:
                chunks.append(data)
                size += len(data)
                if size > OUTPUT_CAP:
                    r.overflow = True
                    break
        elif exited():
            # the leader has ended but a descendant keeps the pipe open
            exited_at = exited_at or now
            if now - exited_at > 0.5:
                break
    try:
        os.killpg(p.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    with LIVE_LOCK:
        LIVE.discard(p.pid)
    r.rc = p.wait()
    sel.close()
    p.stdout.close()
    r.out = b"".join(chunks)
    r.seconds = time.monotonic() - t0
    return r


def kill_live():
    with LIVE_LOCK:
        for pid in LIVE:
            try:
                os.killpg(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass


def fill(template, file, args, lang):
    argv = shlex.split(template)
    out, saw_file, saw_args = [], False, False
    for a in argv:
        if a == "{args}":
            out += args
            saw_args = True
            continue
        if "{file}" in a:
            saw_file = True
        out.append(a.replace("{file}", file).replace("{lang}", lang))
    if not saw_file:
        out.append(file)
    if not saw_args:
        out += args
    return out
