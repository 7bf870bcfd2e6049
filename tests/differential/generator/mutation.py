"""Small changes that mostly make a program invalid: what Go rejects, minigo must reject, with the first error in the same line."""

import random
import re

TOKENS = re.compile(r'"(?:\\.|[^"\\\n])*"|`[^`]*`|\'(?:\\.|[^\'\\\n])+\'|\w+|[-+*/%&|^<>=!:]+|\S|\s+')
PIECES = ["nil", "0", "-1", "1 << 70", '"s"', "1.5", "true", "int8", "string", "[]int", "func()", "struct{}", "any", "x",
    "_", "len", "cap", "append", "break", "continue",
          "return", "goto L", "fallthrough", "defer", "go", "&", "*", "<-", ":=", "=", "==", "+", "/", "%", "<<", "&&", "!",
          "...", ".", ",", "(", ")", "{", "}", "[", "]"]


def mutated(text, seed, index):
    """The text with one to three changes behind its imports."""
    r = random.Random(f"mutation {seed}/{index}")
    head, mark, rest = text.partition("\n)\n")
    tokens = TOKENS.findall(rest)
    words = [n for n, t in enumerate(tokens) if t.strip()]
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        at, other = r.choice(words), r.choice(words)
        change = r.randrange(6)
        if change == 0:
            tokens[at] = ""
        elif change == 1:
            tokens[at] = r.choice(PIECES)
        elif change == 2:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif change == 3:
            names = [n for n in words if tokens[n].isidentifier()]
            tokens[r.choice(names)] = tokens[r.choice(names)]
        elif change == 4:
            numbers = [n for n in words if tokens[n].isdigit()]
            if numbers:
                tokens[r.choice(numbers)] = r.choice(["-1", "300", "1.5", '"s"', "1e100", "nil", "'x'", "1i"])
        else:
            tokens[at] += " " + r.choice(PIECES) + " "
    return head + mark + "".join(tokens)
