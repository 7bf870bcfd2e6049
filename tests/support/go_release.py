"""The release of Go that minigo implements: the Go that the scripts compare with has the same language version."""

from pathlib import Path

RELEASE = (Path(__file__).parents[2] / "compiler/lex/go-release.txt").read_text().strip()
LANGUAGE = RELEASE.rsplit(".", 1)[0]


def is_wanted(version):
    """Reports whether a version such as go1.27.3 has minigo's language version."""
    return version.startswith(f"go{LANGUAGE}")
