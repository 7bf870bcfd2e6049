#!/usr/bin/env python3
"""Runs the tests that the packages of an installed Go have, each package with `minigo test`, and lists what fails.

Where minigo has a package of its own, that is tested with Go's test files. Declarations of these that do not compile,
because they use unexported names that only Go's package has, are left out, with all that uses them: the script says
how many tests that concerns. With --goroot the package itself is Go's too (`MINIGODEBUG=goroot=PACKAGE`), so that
next to nothing is left out; `known.tsv` has under `goroot=PACKAGE` what fails only then.

`known.tsv` has the tests that are known to fail, with the reason; the exit status is 1 if another one fails, or if
minigo crashes.

    tests/goroot/own_tests.py [--minigo target/release/minigo] [--go go] [--quick] [--update] [--goroot] [PACKAGE...]
    tests/goroot/own_tests.py --study     # --goroot for the packages of the study that issue 14 speaks of
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))
import go_release

HERE = os.path.dirname(os.path.abspath(__file__))
KNOWN = os.path.join(HERE, "known.tsv")

# The packages that `.ci/run` tests: their tests are quick, and they are from all parts of the library.
QUICK = """
    container/list encoding/csv encoding/xml errors html internal/synctest io maps path reflect sort sync testing/synctest unicode/utf8
""".split()

# The packages of Go's library that a study ran before minigo had packages of the same names.
STUDY = """
archive/tar archive/zip bufio bytes cmp compress/bzip2 compress/flate compress/gzip compress/lzw compress/zlib
container/heap container/list container/ring context crypto/aes crypto/cipher crypto/des crypto/ecdh crypto/ed25519
crypto/elliptic crypto/rand crypto/rc4 database/sql encoding/ascii85 encoding/asn1 encoding/base32 encoding/base64
encoding/binary encoding/csv encoding/gob encoding/hex encoding/json encoding/json/jsontext encoding/json/v2
encoding/pem encoding/xml errors expvar flag fmt go/ast go/build/constraint go/constant go/doc go/format go/parser
go/printer go/scanner go/token go/types hash/adler32 hash/crc32 hash/crc64 hash/fnv hash/maphash html html/template
image image/color image/draw image/gif image/jpeg image/png index/suffixarray io io/fs iter log log/slog maps math
math/big math/bits math/cmplx math/rand math/rand/v2 mime mime/multipart mime/quotedprintable net/http
net/http/cookiejar net/http/httptest net/http/httputil net/mail net/netip net/rpc net/rpc/jsonrpc net/smtp
net/textproto net/url os/exec path path/filepath regexp regexp/syntax slices sort strconv strings testing/fstest
testing/iotest testing/quick text/scanner text/tabwriter text/template text/template/parse unicode unicode/utf16
unicode/utf8
""".split()

# Packages of which minigo must use its own: Go's cannot replace them.
with open(os.path.join(HERE, "../../stdlib/src/lib.rs"), encoding="utf-8") as source:
    TIED = set(re.findall('"(.*)"', re.search(r"const VM_DEPENDENT_PACKAGES.*?\];", source.read(), re.S)[0]))

# Packages that are Go's too when a package is, because its tests use their internals.
BESIDE = {
    "crypto/cipher": ":crypto/aes",
    "encoding/json": ":encoding/json/jsontext:encoding/json/v2",
    "encoding/json/jsontext": ":encoding/json:encoding/json/v2",
    "encoding/json/v2": ":encoding/json:encoding/json/jsontext",
}

# Packages that only have tests of Go's compiler, linker or tools, or whose tests need a C compiler or the network.
LEFT_OUT = {"cmd", "runtime", "runtime/cgo", "runtime/coverage", "runtime/race", "plugin", "go/importer", "go/build"}


def go_says(go, *words):
    return subprocess.run([go, *words], capture_output=True, text=True, check=True).stdout


def packages_with_tests(go):
    form = "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}"
    listed = go_says(go, "list", "-f", form, "std").split()
    hidden = lambda path: path.startswith("vendor/") or "internal" in path.split("/")
    return [path for path in listed if not hidden(path) and path not in LEFT_OUT]


class Shadow:
    """A GOROOT of links to the real one, in which the test files of one package can be changed."""

    def __init__(self, root, package, directory):
        self.root, self.dir = directory, os.path.join(directory, "src", package)
        self.removed, self.hopeless = 0, False
        parts = ["src", *package.split("/")]
        for depth in range(len(parts) + 1):
            real, own = os.path.join(root, *parts[:depth]), os.path.join(directory, *parts[:depth])
            os.makedirs(own, exist_ok=True)
            follows = parts[depth] if depth < len(parts) else None
            for name in os.listdir(real):
                if name == follows:
                    continue
                at = os.path.join(real, name)
                if follows is None and name.endswith("_test.go"):
                    shutil.copy(at, os.path.join(own, name))
                elif depth:
                    self.link(at, os.path.join(own, name))
                elif name in ("VERSION", "lib", "misc", "test", "api", "doc", "bin", "pkg", "go.env"):
                    os.symlink(at, os.path.join(own, name))

    @staticmethod
    def link(real, own):
        """Links a file or a testdata directory. For another directory, makes one and links its entries, since tests may list it."""
        if not os.path.isdir(real) or os.path.basename(real) == "testdata":
            os.symlink(real, own)
            return
        os.mkdir(own)
        for name in os.listdir(real):
            os.symlink(os.path.join(real, name), os.path.join(own, name))

    def remove(self, errors):
        """Removes the declarations that contain these errors, (file, line, text); returns whether it has removed any."""
        done = False
        for name in {file for file, _, _ in errors}:
            path = os.path.join(self.dir, name)
            if os.path.islink(path) or not os.path.isfile(path):
                continue
            with open(path, encoding="utf-8", errors="surrogateescape") as file:
                lines = file.read().split("\n")
            for line in sorted({line for file, line, _ in errors if file == name}, reverse=True):
                done |= self.cut(lines, line - 1)
            with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write("\n".join(lines))
        return done

    def cut(self, lines, at):
        """Empties the declaration around a line; in a group of declarations, only the one with the line."""
        for first, last in declarations(lines):
            if first <= at <= last:
                break
        else:
            return False
        head = lines[first]
        if first < at < last and re.match(r"(var|const|type|import) \($", head):
            members = [(a + first + 1, b + first + 1) for a, b in declarations(lines[first + 1 : last])]
            first, last = next(((a, b) for a, b in members if a <= at <= b), (first, last))
        if not any(lines[first : last + 1]):
            return False
        if re.match(r"func TestMain\(", head):
            # Without TestMain, the processes that tests start would run all tests again, and start further processes.
            self.hopeless = True
            return False
        self.removed += bool(re.match(r"func (?:Test|Example|Fuzz)\w*\(", head))
        lines[first : last + 1] = [""] * (last + 1 - first)
        return True


# Comments and literals, which may contain brackets that do not count, and brackets themselves.
TOKENS = re.compile(r"//[^\n]*|/\*.*?\*/|`[^`]*`|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|[(){}\[\]\n]", re.S)


def declarations(lines):
    """The first and last lines of the declarations in these lines."""
    depth, line, first, found = 0, 0, 0, []
    for token in TOKENS.findall("\n".join(lines) + "\n"):
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
        elif token == "\n":
            if depth == 0:
                if lines[first : line + 1] != [""]:
                    found.append((first, line))
                first = line + 1
            line += 1
        else:
            line += token.count("\n")
    return found


class Result:
    def __init__(self, package):
        self.package, self.verdicts, self.why = package, {}, {}
        self.crashed, self.removed, self.seconds, self.text = "", 0, 0.0, ""

    def count(self, verdict):
        return sum(1 for v in self.verdicts.values() if v == verdict)

    def failed(self):
        return sorted(name for name, v in self.verdicts.items() if v not in ("pass", "skip"))


BAD = re.compile(r"^(?:\./|\S*/)?(\w+_test\.go):(\d+):\d+: (.*)$", re.M)
CRASH = re.compile(r"^thread '.*' panicked at|a bug of minigo|^signal: (?:segmentation|aborted|bus)", re.M)


def run(minigo, package, env, extra, limit):
    """Runs the package's tests; returns their events, and the output that is no event."""
    command = [minigo, "test", "-json", "-short", f"-timeout={limit}s", *extra, package]
    try:
        ran = subprocess.run(command, capture_output=True, timeout=limit + 90, env=env, stdin=subprocess.DEVNULL)
        out = ran.stdout + b"\n" + ran.stderr
    except subprocess.TimeoutExpired as error:
        out = (error.stdout or b"") + b"\n" + (error.stderr or b"")
    events, rest = [], []
    for line in out.decode(errors="replace").splitlines():
        try:
            events.append(json.loads(line))
        except ValueError:
            rest.append(line)
    return events, "\n".join(rest)


def read(result, events):
    """Stores the verdicts of top-level tests; returns the tests that had begun and not ended when the program ended."""
    begun = set()
    for event in events:
        name, action = event.get("Test", ""), event.get("Action")
        if action in ("output", "build-output"):
            result.text += event.get("Output", "")
            if name:
                result.why[name.split("/")[0]] = result.why.get(name.split("/")[0], "") + event["Output"]
        if not name or "/" in name:
            continue
        if action == "run":
            begun.add(name)
        elif action in ("pass", "fail", "skip"):
            begun.discard(name)
            result.verdicts[name] = action
    return begun


def test(minigo, root, package, limit, from_go):
    from_go = from_go and package not in TIED
    result, begin = Result(f"goroot={package}" if from_go else package), time.monotonic()
    with_it = BESIDE.get(package, "")
    # The tests of runtime/pprof repeat a measurement for a minute and a half before they fail.
    limit *= 3 if package == "runtime/pprof" else 1
    with tempfile.TemporaryDirectory(prefix="minigo-own-tests") as directory:
        shadow, env = None, dict(os.environ, GOROOT=root)
        if from_go:
            settings = [env["MINIGODEBUG"]] if env.get("MINIGODEBUG") else []
            env["MINIGODEBUG"] = ",".join([*settings, result.package + with_it])
        if package == "time":
            # The tests of package time set the local time zone by a function that only Go's package has.
            env["TZ"] = "America/Los_Angeles"
        text = ""
        for _ in range(40):
            events, rest = run(minigo, package, env, ["-list=.", "-vet=off"], limit)
            text = rest + "\n" + "".join(e.get("Output", "") for e in events)
            errors = [(f, int(line), why) for f, line, why in BAD.findall(text)]
            if errors and not shadow:
                shadow = Shadow(root, package, directory)
                env["GOROOT"] = directory
            if not errors or not shadow.remove(errors):
                break
        result.removed, result.text = shadow.removed if shadow else 0, text
        left = re.findall(r"^((?:Test|Example|Fuzz)\w*)$", text, re.M)
        if shadow and shadow.hopeless:
            result.text, left = "its TestMain does not compile\n" + text, []
        while left:
            # A list of names must fit into one argument.
            extra = ["-vet=off", f"-run=^({'|'.join(left[:2000])})$"]
            events, rest = run(minigo, package, env, extra, limit)
            result.text = rest
            begun = read(result, events)
            if CRASH.search(result.text):
                result.crashed = " ".join(sorted(begun)) or "?"
            # If the program ended early, the test that ended it has failed, and the others are run again.
            # If a test panicked, it has a verdict; tests that were paused or ran beside it are not to blame then.
            panicked = lambda name: "panic: " in result.why.get(name, "")
            blamed = [name for name in begun if panicked(name)]
            if not blamed and not any(panicked(name) and name in result.verdicts for name in left):
                blamed = sorted(begun)
            for name in blamed:
                result.verdicts.setdefault(name, "end")
            if all(name not in result.verdicts for name in left):
                result.verdicts[left[0]] = "none"
            left = [name for name in left if name not in result.verdicts]
        if not result.verdicts and not re.search(r"^ok  \t", result.text, re.M):
            result.verdicts["(none ran)"] = "fail"
            result.why["(none ran)"] = result.text
    result.seconds = time.monotonic() - begin
    return result


def known():
    """The tests that are known to fail, and why."""
    found = {}
    if os.path.exists(KNOWN):
        with open(KNOWN, encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    package, name, why = line.rstrip("\n").split("\t")
                    found[package, name] = why
    return found


def update(listed, results):
    """Stores the tests that fail now, with the reasons that were known before."""
    tested = {result.package for result in results}
    # A test that fails with minigo's package and with Go's is listed once.
    kept = {key: why for key, why in listed.items() if key[0] not in tested}
    for result in results:
        for name in result.failed():
            key, plain = (result.package, name), (result.package.removeprefix("goroot="), name)
            if key == plain or plain not in listed:
                kept[key] = listed.get(key, "not looked at yet")
    with open(KNOWN, "w", encoding="utf-8") as file:
        file.write("# Tests of Go's packages that fail under minigo: package, test, reason. own_tests.py --update\n")
        for (package, name), why in sorted(kept.items()):
            file.write(f"{package}\t{name}\t{why}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minigo", default="target/release/minigo")
    parser.add_argument("--go", default=os.environ.get("GO", "go"))
    parser.add_argument("--quick", action="store_true", help="only some packages, for the gate")
    parser.add_argument("--goroot", action="store_true", help="the packages themselves come from Go, too")
    parser.add_argument("--study", action="store_true", help="--goroot for the packages of the study")
    parser.add_argument("--update", action="store_true", help="stores the names of what fails")
    parser.add_argument("--limit", type=int, default=120, help="seconds for each package")
    parser.add_argument("--lines", type=int, default=0, help="lines of each failure")
    parser.add_argument("packages", nargs="*")
    options = parser.parse_args()
    try:
        root = go_says(options.go, "env", "GOROOT").strip()
        if not go_release.is_wanted(go_says(options.go, "env", "GOVERSION")):
            print(f"left out: the go command is not of release {go_release.LANGUAGE}")
            return 0
        packages = options.packages or (QUICK if options.quick else STUDY if options.study else packages_with_tests(options.go))
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"left out: there is no go command ({error})")
        return 0
    minigo, listed = os.path.abspath(options.minigo), known()
    results, surprises, sums = [], 0, [0, 0, 0, 0, 0]
    print("package\tpassed\tfailed\tskipped\tleft out\tseconds", flush=True)
    for package in packages:
        result = test(minigo, root, package, options.limit, options.goroot or options.study)
        results.append(result)
        counts = [result.count("pass"), len(result.failed()), result.count("skip"), result.removed]
        sums = [a + b for a, b in zip(sums, [*counts, bool(result.crashed)])]
        print(package, *counts, f"{result.seconds:.1f}", sep="\t", flush=True)
        if result.crashed:
            surprises += 1
            print(f"  CRASHED in {result.crashed}")
        for name in result.failed():
            new = not {(result.package, name), (package, name)} & listed.keys()
            surprises += new
            print(f"  {'FAIL' if new else 'known'} {name}")
            if options.lines:
                print("".join(f"      {line}\n" for line in result.why.get(name, "").splitlines()[: options.lines]), end="")
    passed, failed, skipped, removed, crashed = sums
    total = passed + failed + skipped
    print(f"{total} tests of {len(packages)} packages: {passed} passed, {skipped} skipped, {failed} failed,")
    print(f"{removed} left out, minigo crashed in {crashed} packages")
    if options.update:
        update(listed, results)
    return 1 if surprises and not options.update else 0


if __name__ == "__main__":
    sys.exit(main())
