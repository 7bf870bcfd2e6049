"""Runs one test and says whether it passes."""

import decimal
import os
import re
import shutil
import signal
import tempfile
import time

from command import OUTPUT_CAP, fill, run_cmd
from gofile import Source
from layout import module_layout, runindir_layout
from reports import judge_errors, parse_reports, wanted_errorcheck, wanted_types


def failure_line(text):
    """The most telling line of an output."""
    lines = [x.strip() for x in text.split("\n") if x.strip()]
    if not lines:
        return "(no output)"
    pick = lines[0]
    for i, x in enumerate(lines[:200]):
        if re.match(r"thread '.*' .*panicked at", x) and i + 1 < len(lines):
            pick = re.sub(r"^thread '[^']*'( \(\d+\))? ", "", x) + " " + lines[i + 1]
            break
    else:
        for rx in (r"(run|panic|fatal error|error|runtime error)\b.*:", r".*\.go:\d+"):
            hit = next((x for x in lines[:200] if re.match(rx, x)), None)
            if hit:
                pick = hit
                break
    pick = re.sub(r"^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d ", "", pick)  # package log
    return re.sub(r"(\S*/)?(?=[\w.+-]+\.go:\d)", "", pick)[:240]


def normalize(s):
    """A failure message without positions and numbers, so that similar messages are counted together."""
    t = re.sub(r"\S*\.go:\d+(:\d+)?:?\s*", "", s) or s
    t = re.sub(r"0x[0-9a-f]+", "0xN", t)
    t = re.sub(r"(?<![\w.])-?\d+(\.\d+)?", "N", t)
    t = re.sub(r"^line N: want .* got .*", "(an output line differs)", t)
    return t[:140]


def bad_death(r):
    if r.timed_out:
        return "timeout"
    if r.overflow:
        return "output over %d MiB" % (OUTPUT_CAP >> 20)
    if r.rc < 0 or r.rc > 2:
        return "crash (%s)" % (signal.Signals(-r.rc).name if r.rc < 0 else "exit %d" % r.rc)
    return None


def text_of(r):
    return r.out.decode("utf-8", "surrogateescape")


def run_test(test, opts, env):
    t0 = time.monotonic()
    prove = opts.prove and test.name not in opts.unproved
    once(test, opts, env, prove)
    if opts.write_excluded and prove and test.status == "fail":
        # Does the tool fail because of the inserted line?
        test.reason = test.detail = ""
        once(test, opts, env, False)
        test.unproved = test.status == "pass"
    test.seconds = round(time.monotonic() - t0, 3)
    return test


def once(test, opts, env, prove):
    work = os.path.realpath(tempfile.mkdtemp(prefix="conf-", dir=opts.tmp))
    e = dict(env, TMPDIR=work, PWD=work)
    try:
        if test.suite == "go-run":
            run_go_run(test, opts, e, work, prove)
        else:
            run_go_check(test, opts, e, work, prove)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def execute(test, opts, env, work, target, args):
    return run_cmd(fill(opts.run, target, args, opts.lang), work, opts.timeout, opts, env)


PROOF = "conformance: main ended"
TWIN = '\nvar _ = 1 + "conformance"\n'


def instrument(target, work):
    """Most run tests say nothing when all is well, so a tool that does nothing would pass nine tenths of
    them.  Therefore the program gets `defer println(PROOF)` at the start of main, on the same line, and the
    line it prints must be in the output (and is taken out).  Returns the new target, or None without a
    main to change."""
    if os.path.isdir(target):
        files = [os.path.join(target, f) for f in sorted(os.listdir(target)) if f.endswith(".go")]
    else:
        d = os.path.join(work, "prog")
        os.makedirs(d, exist_ok=True)
        files = [os.path.join(d, os.path.basename(target))]
        if files[0] != target:
            shutil.copyfile(target, files[0])
        target = files[0]
    for f in files:
        src = Source(f)
        at = src.main_body()
        if at is not None:
            text = src.text[:at] + ' defer println("%s");' % PROOF + src.text[at:]
            with open(f, "wb") as fh:
                fh.write(text.encode("utf-8", "surrogateescape"))
            return target
    return None


def take_proof(out):
    """The output without the lines of PROOF, and the number of these lines."""
    mark = PROOF.encode() + b"\n"
    return out.replace(mark, b""), out.count(mark)


def source_target(test, work, opts):
    """The path that the tool gets for a test that is not a directory test."""
    if test.extra:
        where, dirs = module_layout(test, [("main", test.sources)], work, opts)
        return dirs[-1], where
    return test.path, {os.path.realpath(test.path): test.sources[0]}


def run_go_run(test, opts, env, work, prove):
    if test.action == "runindir":
        target = runindir_layout(test, work, opts)
    elif test.action.endswith("dir"):
        _, dirs = module_layout(test, test.packages, work, opts)
        target = dirs[-1]
    else:
        target, _ = source_target(test, work, opts)
    proved = False
    if prove and test.action != "runoutput":
        changed = instrument(target, work)
        proved, target = bool(changed), changed or target
    r = execute(test, opts, env, work, target, test.args)
    if test.action == "runoutput" and r.rc == 0 and not r.timed_out and not r.overflow:
        prog = os.path.join(work, "tmp__.go")
        with open(prog, "wb") as f:
            f.write(r.out)
        if prove:
            prog = instrument(prog, work)
            proved = True
            if not prog:
                test.status, test.reason = "fail", "exit 0, but no program was generated"
                return
        r = execute(test, opts, env, work, prog, [])
    out, proofs = take_proof(r.out.replace(b"\r\n", b"\n"))
    expect_file = test.path[:-3] + ".out"
    expect = b""
    if os.path.exists(expect_file):
        with open(expect_file, "rb") as f:
            expect = f.read()
    text = out.decode("utf-8", "replace")
    dead = bad_death(r)
    test.status = "fail"
    if dead and dead.startswith(("timeout", "output")):
        test.reason = dead
        test.detail = failure_line(text) if text.strip() else ""
    elif r.rc != 0:
        test.reason = dead or "exit %d" % r.rc
        test.detail = failure_line(text)
    elif out != expect and out != modern_floats(expect):
        test.reason = "output differs" if expect else "output not empty"
        test.detail = first_difference(expect.decode("utf-8", "replace"), text)
    elif proved and not proofs:
        test.reason = "exit 0, but main was not run to its end"
        test.detail = "no line %r in the output (see instrument())" % PROOF
    else:
        test.status = "pass"


OLD_FLOAT_RX = re.compile(rb"[+-]\d\.\d{6}e[+-]\d{3}")


def modern_floats(expect):
    """The expected output with floats as print and println write them now.

    The builtins used to write +1.500000e+000 (so the .out files of Go 1.19); Go 1.27 writes 1.5 (strconv's
    format 'g', precision -1: an exponent below 1e-4 and from 1e6).  Either form is accepted."""
    def conv(m):
        mant, exp = ("%.6e" % float(m.group())).split("e")
        mant, exp = mant.rstrip("0").rstrip("."), int(exp)
        if -4 <= exp < 6:
            d = decimal.Decimal(mant).scaleb(exp)
            return format(d, "f").encode()
        return ("%se%+03d" % (mant, exp)).encode()
    # the imaginary part of a complex number keeps its sign: (+5.0e+000+6.0e+000i) is (5+6i)
    def cplx(m):
        a, b = OLD_FLOAT_RX.sub(conv, m.group(1)), OLD_FLOAT_RX.sub(conv, m.group(2))
        return b"(" + a + (b"" if b.startswith(b"-") else b"+") + b + b"i)"
    num = OLD_FLOAT_RX.pattern
    out = re.sub(rb"\((" + num + rb")(" + num + rb")i\)", cplx, expect)
    return OLD_FLOAT_RX.sub(conv, out)


def first_difference(want, got):
    w, g = want.split("\n"), got.split("\n")
    for i in range(max(len(w), len(g))):
        a = w[i] if i < len(w) else "<end>"
        b = g[i] if i < len(g) else "<end>"
        if a != b:
            return "line %d: want %r, got %r" % (i + 1, a[:80], b[:80])
    return ""


def run_go_check(test, opts, env, work, prove):
    lang = test.lang or opts.lang
    targets = None
    if test.action in ("builddir",):
        where, dirs = module_layout(test, [("main", test.sources)], work, opts)
        targets = dirs
    elif test.action.endswith("dir"):
        where, targets = module_layout(test, test.packages, work, opts)
    elif test.action == "errorcheckoutput":
        target, _ = source_target(test, work, opts)
        r = run_cmd(fill(opts.run or "false", target, test.args, opts.lang), work, opts.timeout, opts, env)
        dead = bad_death(r)
        if dead or r.rc != 0:
            test.status, test.reason = "fail", "generator: " + (dead or "exit %d" % r.rc)
            test.detail = failure_line(text_of(r))
            return
        prog = os.path.join(work, "tmp__.go")
        with open(prog, "wb") as f:
            f.write(r.out)
        src = Source(prog)
        test.sources = [src]
        targets, where = [prog], {prog: src}
    else:
        target, where = source_target(test, work, opts)
        targets = [target]
    reports, rcs, outs = set(), [], []
    order = []
    for target in targets:
        cwd = target if os.path.isdir(target) else work
        r = run_cmd(fill(opts.check, target, [], lang), cwd, opts.timeout, opts, dict(env, PWD=cwd))
        dead = bad_death(r)
        if dead:
            test.status, test.reason, test.detail = "fail", dead, failure_line(text_of(r))
            return
        rcs.append(r.rc)
        outs.append(text_of(r))
        # a directory test checks each package: a dependency's error comes again with each importer
        for rep in parse_reports(outs[-1], cwd, where):
            if rep not in reports:
                reports.add(rep)
                order.append(rep)
    if test.suite == "go-compile":
        if order:
            test.status, test.reason = "fail", "unexpected error"
            test.detail = failure_line(order[0][2])
        elif any(rcs):
            test.status, test.reason = "fail", "exit %d without a reported error" % max(rcs)
            test.detail = failure_line(next(o for o, c in zip(outs, rcs) if c))
        else:
            test.status = "pass"
            if prove:
                twin(test, opts, env, work, targets[-1], where, lang)
        return
    if test.suite == "types":
        wants = {s: wanted_types(s) for s in where.values()}
    else:
        wants = {s: wanted_errorcheck(s, os.path.basename(p)) for p, s in where.items()}
    judge_errors(test, wants, order, rcs)
    if test.status == "fail" and not order and any(rcs):
        test.reason = "exit %d without a reported error" % max(rcs)
        test.detail = failure_line(next(o for o, c in zip(outs, rcs) if c))
    elif test.status == "pass" and prove and not any(wants.values()):
        twin(test, opts, env, work, targets[-1], where, lang)


def twin(test, opts, env, work, target, where, lang):
    """A test without expected errors says little about a tool that reports none: the same package with a
    wrong declaration appended must give an error on that line, and on no other."""
    if os.path.isdir(target):
        path = sorted(p for p in where if os.path.dirname(p) == os.path.realpath(target))[0]
    else:
        os.makedirs(os.path.join(work, "twin"))
        path = os.path.join(work, "twin", os.path.basename(target))
        shutil.copyfile(target, path)
        target, where = path, {path: None}
    with open(path, "ab") as f:
        f.write(TWIN.encode())
    src = Source(path)
    where = dict(where)
    where[path] = src
    cwd = target if os.path.isdir(target) else work
    r = run_cmd(fill(opts.check, target, [], lang), cwd, opts.timeout, opts, dict(env, PWD=cwd))
    dead = bad_death(r)
    got = {(s, n) for s, n, _ in parse_reports(text_of(r), cwd, where)}
    want = {(src, src.text.count("\n"))}
    if dead or got != want:
        test.status, test.strict = "fail", False
        test.reason = dead or ("an added type error is not reported" if not want & got else
                               "with an added type error further lines are reported")
        test.detail = failure_line(text_of(r))
