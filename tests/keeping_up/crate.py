#!/usr/bin/env python3
"""Lists what two versions of a crate, such as Cranelift, change in names that minigo uses.

    tests/keeping_up/crate.py cranelift-codegen 0.135.8 0.136.0 runtime/jit/src

cargo fetches both versions. Public items (functions, types, fields and variants on lines of their own) that are gone or
declared otherwise are listed if a word of minigo's sources in the folders has their name; --all lists all. Generated
code (Cranelift's instruction builder) is not seen: the build shows it.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ITEM = re.compile(r"^\s*pub (?:const |unsafe |async |extern \"C\" )*(fn|struct|enum|trait|type|const|static|mod) (\w+)([^{;=]*)", re.M)


def fetched(name, version):
    """The directory with the sources of a version; cargo downloads them."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        manifest = f'[package]\nname = "scratch"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\n{name} = "={version}"\n'
        (folder / "Cargo.toml").write_text(manifest)
        (folder / "src").mkdir()
        (folder / "src/lib.rs").write_text("")
        run = subprocess.run(["cargo", "metadata", "--format-version", "1"], cwd=folder, stdout=subprocess.PIPE, text=True)
        if run.returncode != 0:
            sys.exit(f"cargo cannot fetch {name} {version}")
        path = re.search(rf'"manifest_path":"([^"]*/{re.escape(name)}-{re.escape(version)})/Cargo.toml"', run.stdout)
        return pathlib.Path(path[1])


def items(root):
    """The public items of a crate by kind and name: the set of their declarations."""
    found = {}
    for path in (root / "src").rglob("*.rs"):
        for kind, name, rest in ITEM.findall(path.read_text(errors="replace")):
            found.setdefault((kind, name), set()).add(re.sub(r"\s+", " ", rest).strip())
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("crate")
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()
    ours = set()
    for folder in args.folders:
        for path in folder.rglob("*.rs"):
            ours |= set(re.findall(r"\w+", path.read_text()))
    before, after = (items(fetched(args.crate, version)) for version in (args.old, args.new))
    print(f"# {args.crate} {args.old} → {args.new}: {len(before)} public names before, {len(after)} now")
    print(f"{sum(name in ours for _, name in before)} of them are words of {', '.join(map(str, args.folders))}")
    for kind, name in sorted(before):
        if not args.all and name not in ours:
            continue
        now = after.get((kind, name))
        if now is None:
            print(f"gone       {kind} {name}")
        elif not before[kind, name] <= now:
            print(f"otherwise  {kind} {name}")
            for text in sorted(before[kind, name] - now):
                print(f"           was {text}")
            for text in sorted(now - before[kind, name]):
                print(f"           is  {text}")
    new = sorted(f"{kind} {name}" for kind, name in after.keys() - before.keys())
    print(f"new: {len(new)}" + ("".join(f"\n           {name}" for name in new) if args.all else ""))


main()
