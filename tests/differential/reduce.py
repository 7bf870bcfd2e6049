#!/usr/bin/env python3
"""Makes a program on which Go and minigo differ small.

    tests/differential/reduce.py [--minigo PATH] [--go PATH] [--setting NAME] FILE.go

Deletes blocks, statements, declarations and parts of expressions as long as the difference stays of the same kind, and prints what
is left. Each candidate must compile under both; minigo, which is quick, is asked first.
"""

import argparse
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile

from differential import Go, Minigo, ROOT, SETTINGS, execute, first_difference


class Judge:
    """Finds among many texts one that still shows the difference. Go compiles them as packages of one executable."""

    def __init__(self, options):
        self.go, self.minigo, self.setting, self.index = Go(options.go), Minigo(options.minigo), options.setting, options.index
        self.work = tempfile.mkdtemp(prefix="reduce-")
        self.kind = self.wanted = None
        self.tried = set()

    def begin(self, text):
        both = self.outcomes([text])[0]
        if not both or both[0] == both[1]:
            sys.exit("no difference")
        self.kind, self.wanted = kind_of(*both), both[0].status

    def first(self, texts):
        """The first of the texts that shows the difference."""
        texts = [t for t in texts if t not in self.tried]
        for text, both in zip(texts, self.outcomes(texts)):
            self.tried.add(text)
            if both and both[0] != both[1] and both[0].status != "timeout" and kind_of(*both) == self.kind:
                return text
        return None

    def outcomes(self, texts):
        """For each text, the outcomes under Go and minigo; None if one of them does not compile it."""
        found = [self.under_minigo(text) for text in texts]
        expected = self.under_go([text if there else None for text, there in zip(texts, found)])
        return [(e, f) if e and f else None for e, f in zip(expected, found)]

    def under_minigo(self, text):
        file = f"{self.work}/p.go"
        with open(file, "w") as out:
            out.write(text)
        checked = subprocess.run([self.minigo.path, "check", file], capture_output=True, text=True)
        if checked.returncode != 0 and self.kind not in (None, "compile"):
            return None
        found = self.minigo.run(file, self.setting, self.index, "off")
        return None if self.kind in ("status", "crash") and found.status == self.wanted else found

    def under_go(self, texts):
        left = {n: text for n, text in enumerate(texts) if text}
        module = f"{self.work}/module"
        while left:
            shutil.rmtree(module, ignore_errors=True)
            for n, text in left.items():
                os.makedirs(f"{module}/c{n}")
                with open(f"{module}/c{n}/p.go", "w") as out:
                    out.write(re.sub(r"func main\(\)", "func Main()", text.replace("package main", f"package c{n}", 1)))
            with open(f"{module}/go.mod", "w") as out:
                out.write("module m\n\ngo 1.27\n")
            with open(f"{module}/main.go", "w") as out:
                imports = "".join(f'\t"m/c{n}"\n' for n in left)
                cases = "".join(f'\tcase "{n}":\n\t\tc{n}.Main()\n' for n in left)
                out.write(f'package main\n\nimport (\n\t"os"\n{imports})\n\nfunc main() {{\n\tswitch os.Args[1] {{\n{cases}\t}}\n}}\n')
            command = [self.go.path, "build", "-p", "1", "-ldflags=-s -w", "-o", f"{self.work}/all", "."]
            built = subprocess.run(command, cwd=module, env=self.go.env, capture_output=True, text=True)
            if built.returncode == 0:
                break
            failed = {int(n) for n in re.findall(r"^c(\d+)/p\.go:", built.stderr, re.M)}
            if not failed:
                sys.exit(f"go build: {built.stderr[:2000]}")
            left = {n: text for n, text in left.items() if n not in failed}
        out = [None] * len(texts)
        for n in left:
            ran = execute([f"{self.work}/all", str(n)], limit=10)
            ran.out, ran.err = (re.sub(rf"\bc{n}\.", "main.", part) for part in (ran.out, ran.err))
            out[n] = ran
        return out


def kind_of(expected, found):
    """The kind of a difference. A reduced program must show a difference of the same kind."""
    if "minigo" in found.err or found.status not in (0, 1, 2):
        return "crash"
    if found.status != expected.status:
        return "compile" if found.status == 1 and ".go:" in found.err else "status"
    return "output"


def block_end(lines, start):
    """The index of the line that closes the block opened at `start`; `start` itself if that line opens no block."""
    depth = 0
    for at in range(start, len(lines)):
        bare = re.sub(r'"(?:\\.|[^"\\])*"|`[^`]*`|\'(?:\\.|[^\'\\])+\'', "", lines[at])
        for c in bare:
            depth += (c in "{(") - (c in "})")
        if depth <= 0:
            return at
    return start


def candidates(lines):
    """Yields smaller texts, those with large cuts first."""
    count = len(lines)
    size = count // 2
    while size > 3:
        for start in range(0, count, size):
            yield lines[:start] + lines[start + size:]
        size //= 2
    for start in range(count):
        end = block_end(lines, start)
        if end == start:
            continue
        yield lines[:start] + lines[end + 1:]
    for start in range(count):
        end = block_end(lines, start)
        if end > start + 1:
            yield lines[:start] + lines[start + 1:end] + lines[end + 1:]
        elif lines[start].strip():
            yield lines[:start] + lines[start + 1:]
            if start + 1 < count:
                yield lines[:start] + lines[start + 2:]


def groups(line):
    """The positions of matching parentheses, brackets and braces in the line."""
    found, stack = [], []
    for at, c in enumerate(line):
        if c in "([{":
            stack.append(at)
        elif c in ")]}" and stack:
            found.append((stack.pop(), at))
    return found


def simpler(line):
    """The line with a part of an expression left out."""
    pairs = sorted(groups(line), key=lambda p: p[0] - p[1])
    for start, end in pairs:
        inner = line[start + 1:end]
        name = re.search(r"[\w.\]\[]*$", line[:start]).group()
        before = line[:start - len(name)]
        parts = split(inner)
        # The whole call or literal becomes one of its operands, or loses one.
        for part in parts:
            yield before + part + line[end + 1:]
        for n in range(len(parts)):
            yield line[:start + 1] + ", ".join(parts[:n] + parts[n + 1:]) + line[end:]
        for op in re.finditer(r" (?:[-+*/%&|^<>=!]+) ", inner):
            yield line[:start + 1] + inner[:op.start()] + line[end:]
            yield line[:start + 1] + inner[op.end():] + line[end:]
        if inner and not inner.isdigit():
            yield before + "0" + line[end + 1:]


def split(inner):
    """Splits a text at the commas outside of brackets."""
    parts, depth, last = [], 0, 0
    for at, c in enumerate(inner):
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            parts.append(inner[last:at].strip())
            last = at + 1
    return [*parts, inner[last:].strip()]


def imports_mended(text):
    """The text without unused imports."""
    head, _, rest = text.partition("\n)\n")
    kept = []
    for line in head.splitlines():
        name = re.match(r'\t"(?:.*/)?(\w+)"', line)
        if not name or re.search(rf"\b{name.group(1)}\.", rest):
            kept.append(line)
    return "\n".join(kept) + "\n)\n" + rest if rest else text


def reduce(text, judge):
    lines = text.splitlines()
    while True:
        before = len("\n".join(lines))
        lines = pass_over(lines, candidates, judge)
        lines = pass_over(lines, shorter_lines, judge)
        if len("\n".join(lines)) >= before:
            return "\n".join(lines) + "\n"


def shorter_lines(lines):
    for at, line in enumerate(lines):
        for shorter in simpler(line):
            if len(shorter) < len(line):
                yield [*lines[:at], shorter, *lines[at + 1:]]


def pass_over(lines, make, judge):
    """Replaces the text by smaller ones as long as there are any. The search continues behind the last replacement, and then begins again."""
    skip, fruitless = 0, False
    while True:
        texts = [imports_mended("\n".join(c) + "\n") for c in itertools.islice(make(lines), skip, skip + AT_ONCE)]
        if not texts:
            if fruitless or skip == 0:
                return lines
            skip, fruitless = 0, True
            continue
        found = judge.first(texts)
        if found:
            lines, fruitless = found.splitlines(), False
        else:
            skip += AT_ONCE


# The number of texts that Go compiles together: a larger number saves links, but tries more texts in vain.
AT_ONCE = 12


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minigo", default=f"{ROOT}/target/release/minigo")
    parser.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    parser.add_argument("--setting", default="plain", choices=SETTINGS)
    parser.add_argument("--index", type=int, default=1, help="the seed of the setting `seed`")
    parser.add_argument("file")
    options = parser.parse_args()
    judge = Judge(options)
    with open(options.file) as source:
        text = source.read()
    judge.begin(text)
    small = reduce(text, judge)
    expected, found = judge.outcomes([small])[0]
    print(small)
    print(f"// {first_difference(expected, found)}")
    shutil.rmtree(judge.work)


if __name__ == "__main__":
    main()
