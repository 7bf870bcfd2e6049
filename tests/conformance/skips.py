"""Decides which tests are skipped because they are not about the language: by directives, imports and identifiers, never by name."""

import re


SKIP_RUN_IMPORTS = {
    "os/exec": "imports os/exec (shells out, mostly to the go tool)",
    "syscall": "imports syscall",
    "runtime/debug": "imports runtime/debug",
    "runtime/pprof": "imports runtime/pprof",
    "runtime/trace": "imports runtime/trace",
    "runtime/metrics": "imports runtime/metrics",
    "runtime/cgo": "imports runtime/cgo",
    "plugin": "imports plugin",
    "go/build": "imports go/build",
}
# runtime.X that look into the gc runtime: heap statistics, finalizers, symbol tables of compiled code.
# runtime.GC, Gosched, GOMAXPROCS, Caller, Error, KeepAlive, Goexit, NumCPU, GOOS, Breakpoint (in dead
# code of core tests) ... are not skipped.
SKIP_RUNTIME = {"ReadMemStats", "MemStats", "SetFinalizer", "Callers", "CallersFrames", "FuncForPC", "Stack",
                "Frame", "Frames", "MemProfile", "MemProfileRate", "MemProfileRecord", "GOROOT",
                "NumCgoCall", "BlockProfile", "SetBlockProfileRate", "GoroutineProfile"}
SKIP_UNSAFE = {"Pointer", "Offsetof", "Alignof", "Slice", "String", "StringData", "SliceData", "Add"}
LINKNAME_RE = re.compile(r"(?m)^//go:(?:linkname|cgo_\w+)\b")


def skip_reason(t, opts):
    imports = t.imports()
    flags = " ".join(t.flags)
    if "C" in imports or "-fakeImportC" in t.flags:
        return "cgo"
    if t.has_asm:
        return "assembly (.s)"
    if "-goexperiment" in flags:
        return "GOEXPERIMENT"
    if t.suite != "types" and any(LINKNAME_RE.search(s.text) for s in t.sources):
        return "go:linkname"
    if t.lang and "{lang}" not in (opts.check or ""):
        return "needs -lang (no {lang} in --check)"
    if t.suite == "go-run":
        if "-race" in t.flags:
            return "race detector"
        if t.action == "errorcheckandrundir":
            return "gc flags (errorcheckandrundir: optimizer diagnostics)"
        if "-ldflags" in flags:
            return "linker flags"
        if t.flags:
            return "gc flags (-gcflags, -l ...)"
        for imp in sorted(imports):
            if imp in SKIP_RUN_IMPORTS:
                return SKIP_RUN_IMPORTS[imp]
            if imp.startswith(("internal/", "cmd/", "debug/")):
                return "imports internal/, cmd/ or debug/"
        used = set().union(*(s.selectors("runtime") for s in t.sources)) if "runtime" in imports else set()
        hit = sorted(used & SKIP_RUNTIME)
        if hit:
            t.detail = "runtime." + hit[0]
            return "runtime internals (MemStats, SetFinalizer, FuncForPC ...)"
        if "unsafe" in imports:
            used = set().union(*(s.selectors("unsafe") for s in t.sources))
            if used & SKIP_UNSAFE or not used:
                return "unsafe (other than Sizeof)"
        if any(s.has_bodyless_func() for s in t.sources):
            return "function without body"
        return None
    if t.suite == "go-errorcheck":
        if t.action == "errorcheckwithauto":
            return "gc diagnostics (errorcheckwithauto)"
        if "-0" in t.flags:
            return "gc diagnostics (-0 with -m, -d, -live ...)"
        bad = [f for f in t.flags if f not in ("-e", "-d=panic")]
        if bad:
            return "gc flags (" + bad[0].split("=")[0] + ")"
        return None
    if t.suite == "go-compile":
        # other flags (-N, -l, -c=2, -d=...) choose gc's code generation: the program must type-check anyway
        if any(f == "-+" or f == "-std" or f == "-p=runtime" for f in t.flags):
            return "gc flags (-+, -std: runtime only)"
        return None
    if t.suite == "types":
        if not opts.test_builtins:
            for s in t.sources:
                toks = s.tokens
                for i in range(len(toks) - 1):
                    if toks[i][1] in ("assert", "trace") and toks[i][0] == "id" and toks[i + 1][1] == "(" and (
                            i == 0 or toks[i - 1][1] not in (".", "func")):
                        return "uses types2's test builtins assert/trace (see --test-builtins)"
        return None
    return None
