#!/usr/bin/env python3
"""Draws sentences and names of the repository at random, for readers who do not know the code.

    tests/prose/draw.py [--number N] [--seed TEXT]

Without --seed the seed is the hash of the commit: another commit draws other sentences. Prints N sentences (60) of comments, of
README and docs, and of help and messages, and N names of functions, types, fields, constants and modules, each with its place. A
reader says for each, without looking further, what it means; `docs/inside/style.md` has the rules for them.
"""

import argparse
import pathlib
import random
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A sentence ends before a capital, a backquote or a bracket.
ENDS = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`\[(])")
# What follows the name tells a definition from a pointer (`*const u8`), a lifetime (`'static str`) and text of other languages.
NAME = re.compile(
    r"^[^\"]*?(?<!['*&])(?<!raw )\b(?:fn\s+(?P<fn>\w+)(?=[(<])|struct\s+(?P<struct>\w+)(?=\s*[{(;<]|$)"
    r"|(?:enum|trait|union)\s+(?P<enum>\w+)(?=\s*[{<:])|type\s+(?P<type>\w+)(?=\s*[=<:;])"
    r"|(?:const|static(?:\s+mut)?)\s+(?P<const>\w+)(?=:)|mod\s+(?P<mod>\w+)(?=;|\s*\{))"
)
FIELD = re.compile(r"^\s+(?:pub(?:\([^)]*\))?\s+)?([a-z_]\w*): [^=]*,$")
COMMENT = re.compile(r"^\s*//[/!]? ?(.*)$")
# A line that begins an item whose parts are indented: a type, a trait, or the implementation of one.
OWNER = re.compile(r"^(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?:impl\b.*?|struct\s+|enum\s+|trait\s+)(\w+)(?:<[^{]*>)?\s*(?:where.*)?\{")
# A line that begins the definition of a type with named fields.
DEFINITION = re.compile(r"^(\s*)(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|union)\s+(\w+)[^;]*\{$")
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
FEWEST_WORDS = 4


def files(*patterns):
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, check=True, capture_output=True, text=True)
    return [ROOT / name for name in listed.stdout.split("\n") if name]


def sentences_of(paragraphs):
    """The sentences of (line, text) pairs."""
    for line, text in paragraphs:
        text = re.sub(r"^(?:[*#>-]+|\d+\.)\s+", "", text.strip())
        for sentence in ENDS.split(text):
            if len(sentence.split()) >= FEWEST_WORDS and "|" not in sentence:
                yield line, sentence.strip()


def paragraphs(lines):
    """Joins (number, text) of neighbouring lines; an empty text, a heading or an item ends a paragraph."""
    first, text, last, is_heading = 0, "", 0, False
    for number, line in lines:
        begins = is_heading or number != last + 1 or not line.strip() or re.match(r"\s*(?:[*#>-]+|\d+\.)\s", line)
        is_heading = re.match(r"\s*#+\s", line) is not None
        if begins and text:
            yield first, text
            text = ""
        first, text, last = (first if text else number), f"{text} {line.strip()}", number
    if text:
        yield first, text


def is_prose(text):
    """Whether a literal is a message rather than code or a pattern."""
    return " " in text and not re.search(r"\\|[;{}]\s|:=|[!=]=|&&|\w\(|\bx\d+, ", text)


def of_rust(path):
    """Sentences of comments and messages, and names.

    As in the code, a sentence of a documentation comment comes with the item that it documents, and a name with the line that
    defines it.
    """
    lines = path.read_text().split("\n")
    comments = [(n, m.group(1)) for n, line in enumerate(lines, 1) if (m := COMMENT.match(line))]
    said = []
    for number, sentence in sentences_of(paragraphs(comments)):
        is_documentation = lines[number - 1].lstrip().startswith("///")
        item = next((line.strip() for line in lines[number:] if not re.match(r"\s*(?://|#\[|$)", line)), "")
        said.append((number, f"{sentence}  [{item[:90]}]" if is_documentation else sentence))
    names, owner, definition, end = [], "", "", ""
    for number, line in enumerate(lines, 1):
        if line.startswith("}"):
            owner = ""
        if line == end:
            definition = ""
        if begun := DEFINITION.match(line):
            definition, end = f"{begun.group(2)}::", begun.group(1) + "}"
        if found := OWNER.match(line):
            owner = f"{found.group(1)}::"
        if COMMENT.match(line):
            continue
        said += sentences_of((number, text) for text in TEXT.findall(line) if is_prose(text))
        within = owner if line.startswith(" ") else ""
        if named := NAME.match(line):
            names.append((number, shown(within + next(filter(None, named.groups())), line)))
        # Parameters and the fields of literals look like fields: only a definition declares fields.
        if definition and (field := FIELD.match(line)):
            names.append((number, shown(definition + field.group(1), line)))
    return said, names


def shown(name, line):
    """A name with the line that defines it."""
    return f"{name}  [{line.strip()[:90]}]"


def of_markdown(path):
    lines, code = [], False
    for number, line in enumerate(path.read_text().split("\n"), 1):
        code ^= line.startswith("```")
        if not code and not line.startswith(("```", "|", "<!--")):
            lines.append((number, line))
    return list(sentences_of(paragraphs(lines)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--number", type=int, default=60)
    head = ["git", "rev-parse", "HEAD"]
    parser.add_argument("--seed", default=subprocess.run(head, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip())
    options = parser.parse_args()
    sentences, names = [], []
    for path in files("*.rs", ":!*/generated/*"):
        place = path.relative_to(ROOT)
        said, named = of_rust(path)
        sentences += [(f"{place}:{line}", text) for line, text in said]
        names += [(f"{place}:{line}", name) for line, name in named]
    for path in files("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/*.md"):
        sentences += [(f"{path.relative_to(ROOT)}:{line}", text) for line, text in of_markdown(path)]
    draw = random.Random(options.seed)
    for title, all_of in (("sentences", sentences), ("names", names)):
        print(f"{title}: {options.number} of {len(all_of)}, seed {options.seed}")
        for number, (place, text) in enumerate(draw.sample(all_of, options.number), 1):
            print(f"{number:3} {place}\n      {text}")


if __name__ == "__main__":
    main()
