#!/usr/bin/env python3
"""Mutated certificates, requests, lists, keys and ASN.1 messages under minigo and under the real Go: the same verdicts.

    tests/differential/pki.py [--seed S] [--first I] [--count N] [--texts] [--minigo PATH] [--go PATH] [--limit N]

The program in the folder `pki` changes the bytes and the ASN.1 values of the objects in `pki/seeds.txt` (mutant I of seed S is
always the same), and prints what encoding/asn1 and crypto/x509 say of each: whether there is an error, whether there is a value
beside it, and hashes of the fields that were read. Mutants that differ are printed, each kind of difference once.

--texts compares the texts of errors too. --bless writes `pki/seeds.txt` anew, with new keys. Exit status 1 if anything differs.
Without a `go` (in PATH, or named by GO) there is nothing to compare with: the command says so and succeeds.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, "tests/differential/pki")
# Mutants in a run.
BATCH = 5000


def lines(command, given=b""):
    done = subprocess.run(command, input=given, capture_output=True, timeout=1200)
    if done.returncode:
        sys.exit(f"pki: {command[0]} ended with {done.returncode}: {done.stderr.decode(errors='replace')[:2000]}")
    return done.stdout.splitlines()


def differences(expected, found, texts):
    """The verdicts on one mutant that differ: the name, Go's, minigo's."""
    if not texts:
        expected, found = ([part.split(b" | ")[0] for part in line.split(b"\t")] for line in (expected, found))
    else:
        expected, found = expected.split(b"\t"), found.split(b"\t")
    if len(expected) != len(found):
        size = max(len(expected), len(found))
        expected, found = (side + [b"nothing"] * (size - len(side)) for side in (expected, found))
    return [(a, b) for a, b in zip(expected, found) if a != b]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    parser.add_argument("--minigo", default=os.path.join(ROOT, "target/release/minigo"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100_000, help="mutants")
    parser.add_argument("--limit", type=int, default=20, help="mutants that are shown")
    parser.add_argument("--texts", action="store_true")
    parser.add_argument("--bless", action="store_true")
    args = parser.parse_args()
    if not args.go:
        print("left out: there is no go to compare with")
        return
    env = dict(os.environ, GOTOOLCHAIN="local", GOFLAGS="", GOPROXY="off", CGO_ENABLED="0")
    with tempfile.TemporaryDirectory() as folder:
        native = os.path.join(folder, "native")
        build = [args.go, "build", "-o", native, "."]
        subprocess.run(build, cwd=PROGRAM, env=env, check=True)
        if args.bless:
            with open(os.path.join(PROGRAM, "seeds.txt"), "wb") as out:
                out.writelines(line + b"\n" for line in lines([native, "seeds"]))
            return
        differing, shown, refused = 0, set(), 0
        for at in range(args.first, args.first + args.count, BATCH):
            size = min(BATCH, args.first + args.count - at)
            mutants = lines([native, "make", str(args.seed), str(at), str(size)])
            given = b"\n".join(mutants) + b"\n"
            go = lines([native, "verdicts"], given)
            minigo = lines([args.minigo, "run", PROGRAM, "verdicts"], given)
            for number, (mutant, expected, found) in enumerate(zip(mutants, go, minigo, strict=True)):
                refused += expected.split(b"\t")[0].split(b" | ")[0].find(b"=err") >= 0
                different = differences(expected, found, args.texts)
                if not different:
                    continue
                differing += 1
                kind = (mutant.split(b" ")[0], different[0][0].split(b"|")[0].split(b":")[0], different[0][1].split(b"|")[0].split(b":")[0])
                if len(shown) >= args.limit or kind in shown:
                    continue
                shown.add(kind)
                print(f"mutant {at + number} of seed {args.seed} differs: {mutant.decode()}")
                for a, b in different[:4]:
                    print(f"  go     {a.decode(errors='backslashreplace')}\n  minigo {b.decode(errors='backslashreplace')}")
                sys.stdout.flush()
    print(f"pki: {args.count} mutants of seed {args.seed}, {refused} refused, {differing} differ")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
