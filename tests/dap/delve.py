#!/usr/bin/env python3
"""Compares the stops of `minigo dap` with those of Delve (https://github.com/go-delve/delve) on the programs of
tests/debug. Run by hand, with a Go in PATH:

    tests/dap/delve.py target/release/minigo dlv            (dlv: built by `go build ./cmd/dlv` in a copy of Delve)

Each program is walked from the first line of main to its end, once by `next` and once by `stepIn`; where Delve steps
into the library, it steps out again. Left out are stops at declarations of functions and at closing braces, and the
second of two stops at the same line; and `stepIn` in programs with `go` statements, since Delve follows the new
goroutine there. Lines behind `-` are Delve's stops only, those behind `+` minigo's only. The expected result is
delve.golden; `--bless` writes it. docs/using/debugging.md explains the differences."""

import difflib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.realpath(os.path.join(HERE, "../debug"))
# The most stops of a walk.
MOST_STOPS = 80
PROGRAMS = """plain closure defer generic struct dead shadow iter hot failing values watch back conditions assign
zero chan many/mutex many/cond many/receivers""".split()
WITH_GO_STATEMENTS = ["chan", "watch", "many/receivers"]


class Client:
    """A client of the protocol over a pair of streams."""

    def __init__(self, source, sink):
        self.source, self.sink, self.seq, self.events = source, sink, 0, []

    def read(self):
        length = 0
        while True:
            line = self.source.readline().strip()
            if not line:
                break
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.source.read(length))

    def send(self, command, arguments):
        self.seq += 1
        message = {"seq": self.seq, "type": "request", "command": command, "arguments": arguments}
        text = json.dumps(message).encode()
        self.sink.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.sink.flush()
        return self.seq

    def ask(self, command, **arguments):
        seq = self.send(command, arguments)
        while True:
            message = self.read()
            if message["type"] == "event":
                self.events.append(message)
            elif message.get("request_seq") == seq:
                if not message["success"]:
                    raise RuntimeError(f"{command}: {message.get('message')} {message.get('body')}")
                return message.get("body") or {}

    def event(self, *names):
        while True:
            for at, event in enumerate(self.events):
                if event["event"] in names:
                    return self.events.pop(at)
            message = self.read()
            if message["type"] == "event":
                self.events.append(message)


def short(name):
    """The function's name without what only one of the two writes."""
    name = re.sub(r"^.*/", "", name)
    return re.sub(r"\[[^]]*\]", "[...]", name)


def walk(client, launch, step):
    """The stops from main's first line to the end of the program."""
    client.ask("initialize", adapterID="x", linesStartAt1=True, pathFormat="path")
    client.send("launch", launch)
    client.event("initialized")
    client.ask("setFunctionBreakpoints", breakpoints=[{"name": "main.main"}])
    client.ask("setExceptionBreakpoints", filters=[])
    client.ask("configurationDone")
    stops = []
    while len(stops) < MOST_STOPS:
        event = client.event("stopped", "terminated", "exited")
        if event["event"] != "stopped":
            stops.append("the end")
            break
        thread = event["body"]["threadId"]
        frame = client.ask("stackTrace", threadId=thread, startFrame=0, levels=1)["stackFrames"][0]
        path = (frame.get("source") or {}).get("path") or ""
        reason = event["body"]["reason"].replace("function breakpoint", "breakpoint")
        if not path.startswith(FOLDER) and reason == "step":
            client.ask("stepOut", threadId=thread)
            continue
        stops.append(f"{short(frame['name'])}:{frame['line']}")
        if reason in ("exception", "unhandled"):
            break
        client.ask(step, threadId=thread)
    return stops


def comparable(stops, source):
    """The stops without those that only one debugger makes by its nature."""
    with open(source) as file:
        texts = [""] + [line.strip() for line in file]
    kept = []
    for stop in stops:
        line = stop.rpartition(":")[2]
        text = texts[int(line)] if line.isdigit() else ""
        is_declaration = "func" in text and text.endswith("{")
        if not is_declaration and text not in ("}", "}()", "})") and kept[-1:] != [stop]:
            kept.append(stop)
    return kept


def delve(dlv, program, step):
    server = subprocess.Popen([dlv, "dap", "--listen=127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    address = server.stdout.readline().strip().rsplit(" ", 1)[1]
    host, port = address.rsplit(":", 1)
    connection = socket.create_connection((host, int(port)))
    try:
        launch = {"mode": "exec", "program": program, "name": "t", "type": "go", "request": "launch"}
        return walk(Client(connection.makefile("rb"), connection.makefile("wb")), launch, step)
    finally:
        connection.close()
        server.kill()
        server.wait()


def minigo(binary, program, step):
    server = subprocess.Popen([binary, "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        return walk(Client(server.stdout, server.stdin), {"program": program}, step)
    finally:
        server.kill()
        server.wait()


def compare(binary, dlv, name, folder):
    source = os.path.join(FOLDER, name + ".go")
    built = os.path.join(folder, "program")
    go = os.environ.get("GO", "go")
    subprocess.run([go, "build", "-gcflags=all=-N -l", "-o", built, source], check=True)
    lines = []
    for step in ("next", "stepIn"):
        if step == "stepIn" and name in WITH_GO_STATEMENTS:
            continue
        theirs, ours = delve(dlv, built, step), minigo(binary, source, step)
        theirs, ours = comparable(theirs, source), comparable(ours, source)
        if "the end" not in theirs or "the end" not in ours:
            shorter = min(len(theirs), len(ours))
            theirs, ours = theirs[:shorter], ours[:shorter]
        same = "equal" if theirs == ours else "different"
        lines.append(f"== {name} {step}: {len(theirs)} stops, {same}")
        changes = difflib.unified_diff(theirs, ours, lineterm="", n=1)
        lines += [line for line in changes if not line.startswith(("---", "+++", "@@"))]
    return lines


def main():
    binary, dlv = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    if not os.path.exists(dlv) or not shutil.which(os.environ.get("GO", "go")):
        print("omitted: there is no dlv, or no go in PATH or GO")
        return 0
    names = [n for n in sys.argv[3:] if not n.startswith("--")] or PROGRAMS
    with tempfile.TemporaryDirectory() as folder:
        lines = [line for name in names for line in compare(binary, dlv, name, folder)]
    text, golden = "\n".join(lines) + "\n", os.path.join(HERE, "delve.golden")
    if "--bless" in sys.argv:
        with open(golden, "w") as file:
            file.write(text)
        return 0
    with open(golden) as file:
        known = file.read()
    changes = list(difflib.unified_diff(known.splitlines(), text.splitlines(), "delve.golden", "now", lineterm=""))
    print("\n".join(changes) or "as in delve.golden")
    return 1 if changes else 0


if __name__ == "__main__":
    sys.exit(main())
