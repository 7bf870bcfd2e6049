#!/usr/bin/env python3
"""Checks the links of a built book: `.ci/book_links.py target/book`. Each leads to a file of the book, and to an id in it."""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links and the ids of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.ids.add(value)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    # The page of all chapters repeats them, with links as they stand in the chapters; 404 has a base of its own.
    pages = {path: Page(path) for path in root.rglob("*.html") if path.name not in ("print.html", "404.html")}
    wrong = []
    count = 0
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_file():
                wrong.append(f"{path.relative_to(root)}: {link}: there is no such file")
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].ids:
                wrong.append(f"{path.relative_to(root)}: {link}: there is no such id")
    print("\n".join(wrong) or f"{count} links of {len(pages)} pages lead somewhere")
    sys.exit(bool(wrong) or count < 100)


main()
