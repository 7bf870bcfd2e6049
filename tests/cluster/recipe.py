#!/usr/bin/env python3
"""The recipes of docs/explore-on-many-machines.md as files, so that tests run the text that users read.

    tests/cluster/recipe.py DIRECTORY NAME…     writes the named recipes into the directory

A recipe is a fenced block below a line that is its file name in backquotes and a colon. Needs nothing but Python; takes
no time.
"""

import os
import re
import sys

PAGE = os.path.join(os.path.dirname(__file__), "../../docs/explore-on-many-machines.md")


def recipes():
    """The recipes' texts by file name."""
    with open(PAGE, encoding="utf-8") as page:
        found = re.findall(r"^`([^`\n]+)`:\n\n```\w+\n(.*?)^```$", page.read(), re.DOTALL | re.MULTILINE)
    return dict(found)


def main():
    directory, *names = sys.argv[1:]
    texts = recipes()
    for name in names:
        if name not in texts:
            sys.exit(f"{PAGE} has no recipe {name}; it has: {', '.join(texts)}")
        path = os.path.join(directory, os.path.basename(name))
        with open(path, "w", encoding="utf-8") as file:
            file.write(texts[name])
        if name.endswith(".sh"):
            os.chmod(path, 0o755)


if __name__ == "__main__":
    main()
