#!/usr/bin/env python3
"""Writes what a binary of minigo is made of: its crates' licences as one text, and an SBOM in CycloneDX's form.

    packaging/third_party.py --licences FILE --sbom FILE

Both come from `cargo metadata --locked` and list the crates that are linked in (build scripts and procedural macros run
on the building machine only). A crate's licence texts are those in its package.
"""

import argparse
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

# How a crate's package names the texts.
TEXTS = re.compile(r"^(licen[cs]e|copying|copyright|notice|unlicense)", re.I)


def metadata():
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform",
               platform.machine() + "-unknown-linux-gnu"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def linked(data):
    """The packages that are linked into package minigo, itself first."""
    packages = {p["id"]: p for p in data["packages"]}
    nodes = {n["id"]: n for n in data["resolve"]["nodes"]}
    start = next(i for i, p in packages.items() if p["name"] == "minigo")
    found, todo = {start: None}, [start]
    while todo:
        for dep in nodes[todo.pop()]["deps"]:
            kinds = {kind["kind"] for kind in dep["dep_kinds"]}
            macro = any("proc-macro" in target["kind"] for target in packages[dep["pkg"]]["targets"])
            if None in kinds and not macro and dep["pkg"] not in found:
                found[dep["pkg"]] = None
                todo.append(dep["pkg"])
    return [packages[i] for i in found]


def checksums():
    """The registry's checksums of packages, from Cargo.lock."""
    pattern = r'name = "(.*)"\nversion = "(.*)"\nsource = .*\nchecksum = "(.*)"'
    return {(n, v): c for n, v, c in re.findall(pattern, pathlib.Path("Cargo.lock").read_text())}


def texts(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    # Sources in C lie deeper, with texts of their own.
    files = [f for f in sorted(folder.rglob("*")) if f.is_file() and TEXTS.match(f.name) and f.suffix != ".rs"]
    if package["license_file"] and folder / package["license_file"] not in files:
        files.append(folder / package["license_file"])
    return [f.read_text(errors="replace").strip() for f in files]


def licences(packages):
    """Each text once, under the names of the crates that have it."""
    by_text, without = {}, []
    for p in packages:
        name = f'{p["name"]} {p["version"]} ({p["license"] or "see its text"})'
        own = texts(p)
        if not own:
            without.append(name)
        for text in own:
            by_text.setdefault(re.sub(r"\s+", " ", text), (text, []))[1].append(name)
    out = ["minigo is linked with the crates below; NOTICE has what it derives from others besides. The C library is glibc",
           "(LGPL-2.1-or-later), linked statically; minigo's sources are public, so it can be linked with another one.\n"]
    for text, names in by_text.values():
        out += ["=" * 78, *names, "-" * 78, text, ""]
    if without:
        out += ["=" * 78, "These crates have no licence text in their packages; the expressions are theirs:", *without, ""]
    return "\n".join(out)


def component(package, sums):
    name, version = package["name"], package["version"]
    item = {"type": "library", "name": name, "version": version, "purl": f"pkg:cargo/{name}@{version}",
            "bom-ref": f"pkg:cargo/{name}@{version}"}
    if package["license"]:
        item["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    if (name, version) in sums:
        item["hashes"] = [{"alg": "SHA-256", "content": sums[name, version]}]
    return item


def sbom(packages):
    sums = checksums()
    first, *others = [component(p, sums) for p in packages]
    first["type"] = "application"
    stamp = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    iso = subprocess.run(["date", "-u", "-d", f"@{stamp}", "+%Y-%m-%dT%H:%M:%SZ"], check=True, stdout=subprocess.PIPE, text=True)
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {"timestamp": iso.stdout.strip(), "component": first},
            "components": sorted(others, key=lambda c: (c["name"], c["version"]))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--licences", type=pathlib.Path, required=True)
    parser.add_argument("--sbom", type=pathlib.Path, required=True)
    args = parser.parse_args()
    packages = linked(metadata())
    others = [p for p in packages if p["source"]]
    if len(others) < 50:
        sys.exit(f"only {len(others)} crates were found")
    args.licences.write_text(licences(others))
    args.sbom.write_text(json.dumps(sbom(packages), indent=1) + "\n")


main()
