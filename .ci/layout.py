#!/usr/bin/env python3
"""Writes src/layout.ld: which functions of minigo lie side by side, by the phases of a run that call them.

  .ci/layout.py    builds minigo, runs the examples and some tests under ptrace (x86-64 Linux), and writes the file

A fault maps 64 KB of a file, so a phase that calls a few functions of everything costs the process megabytes. The file is a linker
script without hashes in its names: it stays true while functions come and go, and what it does not name lies behind. Worth doing
again when much has changed.
"""

import bisect
import collections
import ctypes
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OUT = os.path.join(ROOT, "src", "layout.ld")
# Where a phase ends, and what would drop the breakpoints.
MARKER, SKIPPED = "9footprint12release_code17h", "9footprint16release_constant17h"
# What drops the pages itself, where nothing can be traced.
ALWAYS = (MARKER, SKIPPED, "9footprint5linux", "dl_iterate_phdr", "__madvise")
# Constants of which a program that runs reads none, apart from those that it reads.
COMPILERS = ("clap_builder-", "jiff", "ariadne-", "unicode_width-", "anstream-", "anstyle", "gimli-", "addr2line-", "yansi-", "minigo_lex-", "minigo_syntax-",
             "minigo_types-", "minigo_codegen-", "lalrpop_util-", "logos-", "num_bigint-", "num_rational-", "minigo-")
COLD = ["*/lib%s*.rlib:*(.rodata .rodata.*)" % crate for crate in COMPILERS] + [
    "*/libminigo_stdlib-*.rlib:*(.rodata.go .rodata._ZN13minigo_stdlib5prune*)", "*libc.a:C-ctype.o(.rodata .rodata.*)"]
# Of the programs that must call a function in a phase, for it to be of that phase.
SHARE = 0.25
# Of the programs that must call a function for it to be of those that most call.
MOST = 0.75
# So many programs are too few to say what is called together.
FEW = 2
# What compiles to machine code, while a program runs; and how many programs there are for one that is run to see that.
TIER = ("libcranelift", "libregalloc2", "libminigo_jit", "liballocator_api2", "libbumpalo")
FOR_TIER = 4
# Each program has its own choice of these.
INSTRUCTIONS = "*/libminigo_vm-*.rlib:*(.text._ZN9minigo_vm6interp8dispatch4tail*)"
SOME = (2, 2)
WAIT_ALL, TRACE_CLONE, EXIT_KILL = 0x40000000, 8, 1 << 20
TRACEME, CONT, GETREGS, SETREGS, SETOPTIONS = 0, 7, 12, 13, 0x4200
RIP, RSP = 16, 19

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def programs():
    """What stands for all programs: the examples that end by themselves, and every second test."""
    found = glob.glob(os.path.join(ROOT, "examples", "*.go"))
    tests = sorted(glob.glob(os.path.join(ROOT, "tests", "programs", "**", "*.go"), recursive=True))
    # Not those that fill memory.
    return sorted(found) + [test for test in tests[::2] if "/limits/" not in test]


def build(map_path):
    """Builds minigo with the linker's map; the path of the binary."""
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    subprocess.run(["cargo", "rustc", "--profile", "dist", "--bin", "minigo", "--", "-C", "link-arg=-Wl,-Map=" + map_path],
                   cwd=ROOT, check=True, env={**os.environ, "MINIGO_SYMBOLS": "1"})
    return os.path.join(target, "dist", "minigo")


def functions(binary):
    """Addresses and names of all functions."""
    lines = subprocess.run(["nm", binary], capture_output=True, text=True, check=True).stdout.splitlines()
    words = (line.split() for line in lines)
    return {int(w[0], 16): w[2] for w in words if len(w) == 3 and w[1] in "tTwWi"}


def sections(map_path):
    """(address, size, file, section) of what the linker put together."""
    found = []
    line_format = re.compile(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+\s+(\S.*):\((\.text\S*)\)$")
    with open(map_path) as f:
        for line in f:
            match = line_format.match(line)
            if match:
                found.append((int(match[1], 16), int(match[2], 16), match[3], match[4]))
    return sorted(found)


def trace(argv, names, cache, collects):
    """The functions that each phase of a run calls: a list of sets of addresses. It may collect garbage, which small programs seldom do."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for fd in range(3):
            os.dup2(null, fd)
        os.environ["MINIGOCACHE"] = cache
        libc.ptrace(TRACEME, 0, None, None)
        if collects:
            os.environ["MINIGODEBUG"] = "gcstress=1"
        os.execv(argv[0], argv)
    # Programs outlive an alarm, and what fills memory until a limit takes for ever under ptrace.
    end = threading.Timer(20, os.kill, (child, signal.SIGKILL))
    end.start()
    os.waitpid(child, 0)
    libc.ptrace(SETOPTIONS, child, None, TRACE_CLONE | EXIT_KILL)
    memory = os.open("/proc/%d/mem" % child, os.O_RDWR)
    first = {at: os.pread(memory, 1, at) for at in names}
    for at in names:
        os.pwrite(memory, b"\xcc", at)
    phases = [set()]
    libc.ptrace(CONT, child, None, None)
    regs = (ctypes.c_ulonglong * 27)()
    while True:
        thread, status = os.waitpid(-1, WAIT_ALL)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            if thread == child:
                end.cancel()
                os.close(memory)
                return phases
            continue
        sig = os.WSTOPSIG(status)
        if sig == signal.SIGTRAP and status >> 16 == 0:
            libc.ptrace(GETREGS, thread, None, ctypes.byref(regs))
            at = regs[RIP] - 1
            regs[RIP] = at
            name = names.get(at, "")
            if MARKER in name or SKIPPED in name:
                # It returns at once: what it drops are the breakpoints.
                regs[RIP] = int.from_bytes(os.pread(memory, 8, regs[RSP]), "little")
                regs[RSP] += 8
                if MARKER in name:
                    for hit in phases[-1]:
                        os.pwrite(memory, b"\xcc", hit)
                    phases.append(set())
            elif at in first:
                phases[-1].add(at)
                os.pwrite(memory, first[at], at)
            libc.ptrace(SETREGS, thread, None, ctypes.byref(regs))
        passed = 0 if sig in (signal.SIGTRAP, signal.SIGSTOP) else sig
        libc.ptrace(CONT, thread, None, passed)


def pattern(file, section):
    """What names a section in the linker's script, whatever compiler made it."""
    archive = re.search(r"/(lib[^/]*\.(?:a|rlib))\(([^()]+)\)$", file)
    if archive and archive[1].endswith(".a"):
        return "*%s:%s(.text .text.*)" % (re.sub(r"-[\d.]+\.a", "*.a", archive[1]), archive[2])
    if not section.startswith(".text."):
        return None
    # The same generic function is instantiated in many crates.
    crate = archive[1] if archive else os.path.basename(file)
    crate = "*/%s-*%s" % (crate.split("-")[0], ".rlib:*" if archive else ".o")
    section = re.sub(r"(17h)?[0-9a-f]{16}E.*|\.llvm\.\d+$", r"\1*", section)
    return "%s(%s)" % (crate, re.sub(r"Cs[0-9A-Za-z]+_", "Cs*_", section))


def main():
    with tempfile.TemporaryDirectory() as work:
        map_path = os.path.join(work, "map")
        binary = build(map_path)
        names, placed = functions(binary), sections(map_path)
        cache = os.path.join(work, "cache")
        # Each compiled and then from the cache.
        pairs = [[trace([binary, "run", path], names, cache, at % 3 == 0) for _ in range(2)] for at, path in enumerate(programs())]
        eager = [trace([binary, "run", "--jit=eager", path], names, cache, False) for path in programs()[::FOR_TIER]]
    # Some programs are in no cache, or end before their time.
    lengths = collections.Counter(tuple(len(run) for run in pair) for pair in pairs)
    compiled, cached = lengths.most_common(1)[0][0]
    assert cached == 3, "a run from the cache reads the command line, makes a machine and runs: %s" % lengths
    pairs = [pair for pair in pairs if [len(run) for run in pair] == [compiled, cached]]
    # One phase more, before the program's own: what a run from the cache does instead of compiling.
    runs = [first[:-1] + [second[1], first[-1] | second[2]] for first, second in pairs]
    count = compiled + 1
    print("%d programs, %d phases" % (len(runs), count), file=sys.stderr)
    called = collections.defaultdict(lambda: [0] * count)
    in_run = collections.defaultdict(int)
    starts = [at for at, _, _, _ in placed]
    for number, run in enumerate(runs):
        for phase, functions_called in enumerate(run):
            of_run = set()
            for at in functions_called:
                index = bisect.bisect_right(starts, at) - 1
                if index >= 0 and at < placed[index][0] + placed[index][1]:
                    of_run.add(pattern(placed[index][2], placed[index][3]))
            for one in of_run - {None}:
                called[one][phase] += 1
                if phase == count - 1:
                    in_run[one] |= 1 << number
    for at, name in names.items():
        if any(always in name for always in ALWAYS):
            index = bisect.bisect_right(starts, at) - 1
            always_called = pattern(placed[index][2], placed[index][3])
            called[always_called], in_run[always_called] = [len(runs)] * count, (1 << len(runs)) - 1
    write(called, in_run, len(runs), count, tier(eager, starts, placed, called))


def tier(runs, starts, placed, called):
    """What the native tier's compiler calls in many programs, and what it calls in others; most often called first."""
    times = collections.Counter()
    for run in runs:
        of_run = set()
        for at in set().union(*run):
            index = bisect.bisect_right(starts, at) - 1
            if index >= 0 and at < placed[index][0] + placed[index][1] and any("/" + crate in placed[index][2] for crate in TIER):
                of_run.add(pattern(placed[index][2], placed[index][3]))
        times.update(of_run - {None} - called.keys())
    ordered = sorted(times, key=lambda one: (-times[one], one))
    many = [one for one in ordered if times[one] >= len(runs) * SHARE]
    return [("the native tier, many programs", many), ("the native tier, few programs", ordered[len(many):])]


def place(phases, times, in_run, runs):
    """Where a function lies: what the program's own phase calls lies together, for that phase lasts and has the program's memory beside
    it; before it what only earlier phases call."""
    often = tuple(p for p in phases if times[p] >= runs * SHARE)
    if in_run.bit_count() >= runs * MOST:
        # First what earlier phases need too.
        return (2, len(often) < 2), "most programs" if len(often) < 2 else "most programs, other phases too"
    if in_run.bit_count() > FEW and (not often or in_run.bit_count() >= runs * SHARE):
        return (SOME, "some programs") if not often[:-1] else ((1, 1), "some programs, other phases too")
    if not often:
        return (3, -phases[-1], phases), "few programs, phase %s" % " ".join(map(str, phases))
    name = "phase " + " ".join(map(str, often))
    if often == (3, 4):
        return (0, often[0] + 0.5, often), name
    return (0, often[0], often) if len(often) == 1 else (1, 0, often), name


def chain(functions, in_run):
    """In an order in which neighbours are called by about the same programs."""
    left = sorted(functions, key=lambda one: (-in_run[one].bit_count(), one))
    ordered = left[:1]
    del left[:1]
    while left:
        last = in_run[ordered[-1]]
        at = min(range(len(left)), key=lambda i: (in_run[left[i]] ^ last).bit_count())
        ordered.append(left.pop(at))
    return ordered


def write(called, in_run, runs, count, behind):
    """One group for each place, and those behind them."""
    groups = collections.defaultdict(list)
    for one, times in called.items():
        phases = tuple(p for p in range(count) if times[p])
        groups[place(phases, times, in_run[one], runs)].append((-sum(times) if phases[-1] < count - 1 else 0, one))
    with open(OUT, "w") as f:
        f.write("/* Written by .ci/layout.py: functions by the phases of a run that call them. */\n")
        f.write("SECTIONS {\n  .rodata.cold : {\n")
        for one in COLD:
            f.write("    %s\n" % one)
        f.write("  }\n} INSERT BEFORE .rodata;\n")
        f.write("SECTIONS {\n  .text.layout : {\n")
        for at, name in sorted(groups):
            functions = [one for _, one in sorted(groups[at, name])]
            if at == SOME:
                f.write("    /* the instructions */\n    %s\n" % INSTRUCTIONS)
                functions = chain([one for one in functions if "driver4tail" not in one], in_run)
            f.write("    /* %s */\n" % name)
            for one in functions:
                f.write("    %s\n" % one)
        for name, functions in behind:
            f.write("    /* %s */\n" % name)
            for one in functions:
                f.write("    %s\n" % one)
        f.write("  }\n} INSERT BEFORE .text;\n")


if __name__ == "__main__":
    main()
