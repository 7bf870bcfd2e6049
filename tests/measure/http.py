#!/usr/bin/env python3
"""Requests a second of a net/http server under minigo beside native Go's, asked by keep-alive clients in turns.

    tests/measure/http.py [--go GO] [--minigo target/release/minigo] [--seconds 60] [--rounds 1] [--own]

Clients and the native server are compiled by the real Go. Each answer is compared with what was asked; the memory of each
server is read before and after. --own: minigo's own net/http, as where no Go is installed; otherwise that of the installed Go.
"""
import argparse
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).parent / "http"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def start(command, env):
    """The server's process and its address, once it listens."""
    address = f"127.0.0.1:{free_port()}"
    process = subprocess.Popen([*command, address], cwd=HERE, env=env, stdout=subprocess.DEVNULL)
    for _ in range(600):
        try:
            socket.create_connection(address.split(":")).close()
            return process, address
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise SystemExit(f"{command[0]} does not listen")


def memory(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--go", default=os.environ.get("GO", "go"))
    args.add_argument("--minigo", default="target/release/minigo")
    args.add_argument("--seconds", type=float, default=60)
    args.add_argument("--rounds", type=int, default=1)
    args.add_argument("--clients", type=int, default=100)
    args.add_argument("--own", action="store_true")
    args = args.parse_args()
    minigo = str(pathlib.Path(args.minigo).resolve())
    with tempfile.TemporaryDirectory() as tmp:
        for name in "load", "server":
            subprocess.run([args.go, "build", "-o", f"{tmp}/{name}", f"./{name}"], cwd=HERE, check=True)
        env = dict(os.environ)
        if args.own:
            env.pop("GOROOT", None)
            env["PATH"] = ""
        servers = {
            "native": start([f"{tmp}/server"], env),
            "minigo": start([minigo, "run", "./server"], env),
        }
        try:
            for _ in range(args.rounds):
                rates = {}
                for name, (process, address) in servers.items():
                    before = memory(process)
                    out = subprocess.run(
                        [f"{tmp}/load", "-addr", address, "-clients", str(args.clients), "-seconds", str(args.seconds)],
                        capture_output=True, text=True, check=True).stdout
                    rates[name] = float(out.split()[-1])
                    print(f"{name}: {out.strip()}, memory {before} MB before, {memory(process)} MB after")
                print(f"minigo / native: {rates['minigo'] / rates['native']:.2f}")
        finally:
            for process, _ in servers.values():
                process.kill()
                process.wait()


main()
