#!/usr/bin/env python3
"""Writes the results of the real go command on the modules of the cases here.

    bless.py --go GO                       writes the expectations of all cases anew
    bless.py --go GO --minigo BIN --seeds 100..200   makes random cases, and prints where minigo differs
    bless.py --go GO --minigo BIN --seeds 0..45 --work --each   runs each command alone, in random workspaces
    bless.py --go GO --make 30             makes the random cases of the seeds 1 to 30; with --minigo BIN only those in
                                           which it agrees

A case is a file: modules for the proxy (`== module PATH VERSION`), the files of the main module (`== main`), and
commands (`== run WORDS`) with what they print and the files that they change. `-- NAME` begins a file.
"""

import argparse
import http.server
import io
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
CASES = HERE / "cases"
KEPT = ["go.mod", "go.sum", "go.work", "go.work.sum", "vendor/modules.txt"]


def escaped(text):
    return "".join("!" + c.lower() if c.isupper() else c for c in text)


class Case:
    def __init__(self):
        self.modules = {}
        self.main = {}
        self.commands = []
        self.note = ""

    @staticmethod
    def read(text):
        case, files, name = Case(), None, None
        for line in text.splitlines(keepends=True):
            words = line.split()
            if line.startswith("== module "):
                files = case.modules.setdefault((words[2], words[3]), {})
                name = None
            elif line.startswith("== main"):
                files, name = case.main, None
            elif line.startswith("== run "):
                files, name = {}, None
                case.commands.append((words[2:], files))
            elif line.startswith("-- ") and files is not None:
                name = line[3:].strip()
                files[name] = ""
            elif name is not None:
                files[name] += line
            elif files is None:
                case.note += line
        return case

    def text(self):
        out = [self.note]
        def put(files):
            for name, text in files.items():
                out.append(f"-- {name}\n{text}")
        for (path, version), files in self.modules.items():
            out.append(f"== module {path} {version}\n")
            put(files)
        out.append("== main\n")
        put(self.main)
        for words, files in self.commands:
            out.append(f"== run {' '.join(words)}\n")
            put(files)
        return "".join(out)


def proxy_files(case):
    """The files that a proxy has for the modules, by their URLs."""
    files, lists = {}, {}
    for (path, version), contents in case.modules.items():
        at = f"{escaped(path)}/@v/{escaped(version)}"
        files[f"{at}.info"] = f'{{"Version":"{version}","Time":"2020-01-01T00:00:00Z"}}'.encode()
        files[f"{at}.mod"] = contents.get("go.mod", f"module {path}\n").encode()
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in contents.items():
                archive.writestr(f"{path}@{version}/{name}", text)
        files[f"{at}.zip"] = data.getvalue()
        pseudo = re.search(r"[0-9]{14}-[0-9a-f]{12}$", version)
        lists.setdefault(path, [])
        if not pseudo:
            lists[path].append(version)
        else:
            files[f"{escaped(path)}/@latest"] = files[f"{at}.info"]
    for path, versions in lists.items():
        files[f"{escaped(path)}/@v/list"] = "".join(v + "\n" for v in versions).encode()
    return files


class Proxy:
    def __init__(self, files):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_GET(self):
                body = files.get(self.path.lstrip("/"))
                self.send_response(404 if body is None else 200)
                body = b"not found\n" if body is None else body
                self.send_header("Content-Type", "text/plain; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def run_case(case, command):
    """Runs the commands; returns for each its output and the files that it changed."""
    top = Path(tempfile.mkdtemp(prefix="modcase")).resolve()
    proxy = Proxy(proxy_files(case))
    results = []
    try:
        work = top / "work"
        for name, text in case.main.items():
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).write_text(text)
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(top / "home"), "GOPATH": str(top / "gopath"),
            "GOPROXY": proxy.url, "GOSUMDB": "off", "GOFLAGS": "-modcacherw", "GOTOOLCHAIN": "local",
            "GOENV": "off", "GOCACHE": os.environ.get("BLESS_GOCACHE") or str(top / "cache"), "GOTELEMETRY": "off",
        }
        before = snapshot(work)
        for words, _ in case.commands:
            words, where = list(words), work
            if words[0] == "-C":
                where, words = work / words[1], words[2:]
            done = subprocess.run(command + words, cwd=where, env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
            def plain(text):
                for found, shown in [(proxy.url, "$PROXY"), (str(top / "gopath/pkg/mod"), "$CACHE"),
                                     (str(work), "$WORK")]:
                    text = text.replace(found, shown)
                return text
            files = {}
            if done.returncode:
                files["status"] = f"{done.returncode}\n"
            if done.stdout:
                files["stdout"] = plain(done.stdout)
            lines = [l for l in plain(done.stderr).splitlines(keepends=True)
                     if not l.startswith("go: downloading ") and l.strip() != "exit status 1"]
            # Go looks for packages concurrently, so these lines come in any order.
            finding = sorted(l for l in lines if l.startswith("go: finding "))
            lines = finding + [l for l in lines if not l.startswith("go: finding ")]
            if lines:
                files["stderr"] = "".join(lines)
            after = snapshot(work)
            for name in sorted(set(before) | set(after)):
                if before.get(name) != after.get(name):
                    files[name] = after.get(name, "(removed)\n")
            before = after
            results.append(files)
    finally:
        proxy.close()
        shutil.rmtree(top, ignore_errors=True)
    return results


def snapshot(work):
    out = {}
    for root, dirs, names in os.walk(work):
        dirs.sort()
        for name in sorted(names):
            path = Path(root) / name
            shown = str(path.relative_to(work))
            if "vendor" in path.parts and name != "modules.txt":
                out.setdefault("vendor files", []).append(shown)
            elif name in ("go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt"):
                out[shown] = path.read_text()
    if "vendor files" in out:
        out["vendor files"] = "".join(sorted(n + "\n" for n in out["vendor files"]))
    return out


GO_LINES = ["", "1.14", "1.16", "1.17", "1.18", "1.20", "1.21", "1.21.3", "1.22", "1.24", "1.27"]


def generate(seed):
    """A random module graph, the main module and commands; a seed always gives the same."""
    r = random.Random(seed)
    case = Case()
    case.note = f"Made by bless.py from the seed {seed}.\n"
    count = r.randint(3, 8)
    paths = []
    for i in range(count):
        path = f"ex.org/{'abcdefgh'[i]}"
        if i and r.random() < 0.2:
            path = f"{r.choice(paths).split('/v2')[0]}/sub{i}"
        if r.random() < 0.15:
            path += "/v2"
        paths.append(path)
    style = r.choice(["mixed", "pruned", "old"])
    def go_line():
        if style == "pruned":
            return r.choice(["1.17", "1.18", "1.20", "1.21", "1.22"])
        if style == "old":
            return r.choice(["", "1.14", "1.16"])
        return r.choice(GO_LINES)
    versions = {}
    for path in paths:
        major = "2" if path.endswith("/v2") else r.choice("01")
        found = [f"v{major}.{minor}.{r.randint(0, 2)}" for minor in range(r.randint(1, 3))]
        if r.random() < 0.2:
            found.append(f"v{major}.9.0-rc.1")
        if r.random() < 0.1:
            found = ["v0.0.0-20200101000000-0123456789ab"] if major != "2" else found
        versions[path] = found
    packages = {path: [""] + [p for p in ("/p", "/q") if r.random() < 0.5] for path in paths}
    def imports(choices, most, listed):
        out = []
        for _ in range(r.randint(0, most)):
            path = r.choice(choices)
            out.append(path + r.choice(packages[path]))
            if r.random() < 0.92:
                listed.add(path)
        return out
    def source(name, of):
        lines = "".join(f'import _ "{path}"\n' for path in sorted(set(of)))
        return f"package {name}\n\n{lines}"
    for i, path in enumerate(paths):
        others = paths[i + 1:] if r.random() < 0.8 else [p for p in paths if p != path]
        for version in versions[path]:
            files, listed = {}, set()
            for package in packages[path]:
                used = imports(others, 2, listed) if others else []
                at = package.lstrip("/")
                files[f"{at}/x.go" if at else "x.go"] = source("x", used)
                if r.random() < 0.3 and others:
                    files[f"{at}/x_test.go" if at else "x_test.go"] = source("x", imports(others, 1, listed))
            if others and r.random() < 0.3:
                listed.add(r.choice(others))
            go = go_line()
            text = f"module {path}\n" + (f"\ngo {go}\n" if go else "")
            if listed:
                text += "\nrequire (\n" + "".join(
                    f"\t{p} {r.choice(versions[p])}{r.choice(['', ' // indirect'])}\n"
                    for p in sorted(listed)) + ")\n"
            if version == versions[path][-1] and len(versions[path]) > 1 and r.random() < 0.3:
                text += f"\nretract {r.choice(versions[path])} // broken\n"
            if r.random() < 0.05:
                text = "// Deprecated: use another.\n" + text
            if r.random() < 0.9 or go:
                files = {"go.mod": text, **files}
            if r.random() < 0.2:
                files["LICENSE"] = "free\n"
            case.modules[path, version] = files
    main_go = {"pruned": r.choice(["1.17", "1.18", "1.21", "1.24"]), "old": r.choice(["1.15", "1.16"]),
               "mixed": r.choice(GO_LINES)}[style]
    listed = set()
    case.main["main.go"] = source("main", imports(paths, 3, listed) + [paths[0]])
    if r.random() < 0.5:
        case.main["main_test.go"] = source("main", imports(paths, 2, listed))
    if r.random() < 0.4:
        case.main["lib/lib.go"] = source("lib", imports(paths, 2, listed))
    if r.random() < 0.2:
        case.main["tools.go"] = "//go:build ignore\n\n" + source("main", imports(paths, 1, set()))
    if r.random() < 0.2:
        case.main["win_windows.go"] = "//go:build windows && !cgo\n\n" + source("main", imports(paths, 1, set()))
    text = r.choice(["", "// The main module.\n\n"]) + "module ex.net/main\n"
    text += f"\ngo {main_go}\n" if main_go else ""
    # Sorted first: the order of a set differs from process to process, and so would the random choices.
    chosen = [p for p in sorted(listed | set(r.sample(paths, 1))) if r.random() < 0.6]
    if chosen and r.random() < 0.5:
        text += "\nrequire (\n" + "".join(
            f"\t{p} {r.choice(versions[p])}{r.choice(['', ' // indirect', ' // why'])}\n" for p in chosen) + ")\n"
    elif chosen:
        text += "\n" + "".join(f"require {p} {r.choice(versions[p])}\n" for p in chosen)
    if r.random() < 0.25:
        p = r.choice(paths)
        text += f"\nreplace {p} => ./replaced\n"
        case.main["replaced/go.mod"] = f"module {p}\n\ngo 1.20\n"
        for package in packages[p]:
            case.main[f"replaced{package}/x.go"] = "package x\n"
    if r.random() < 0.2:
        p, q = r.choice(paths), r.choice(paths)
        text += f"\nreplace {p} {r.choice(versions[p])} => {p} {r.choice(versions[p])}\n"
    if r.random() < 0.25:
        p = r.choice(paths)
        text += f"\nexclude {p} {r.choice(versions[p])}\n"
    case.main["go.mod"] = text
    def some():
        p = r.choice(paths)
        return p, r.choice(versions[p])
    commands = [["mod", "tidy"], ["mod", "graph"]]
    menu = [
        lambda: ["get", "{}@{}".format(*some())], lambda: ["get", some()[0]],
        lambda: ["get", f"{some()[0]}@latest"], lambda: ["get", "-u", "./..."],
        lambda: ["get", f"{some()[0]}@none"], lambda: ["get", "-u=patch", "."], lambda: ["get", "-t", "-u", "."],
        lambda: ["mod", "why", "-m", some()[0]], lambda: ["mod", "why", some()[0], paths[-1]],
        lambda: ["mod", "tidy"], lambda: ["get", "."], lambda: ["mod", "verify"],
    ]
    for _ in range(r.randint(1, 3)):
        commands.append(r.choice(menu)())
    commands += [["mod", "tidy"], ["mod", "vendor"]]
    if r.random() < 0.2:
        commands.append(["mod", "tidy", "-go=" + r.choice(["1.16", "1.17", "1.21"])])
    case.commands = [(words, {}) for words in commands]
    return case


def generate_work(seed, whole=False):
    """A random workspace over a random module graph: some main modules, which may require each other. Its commands are
    some of the menu and those that write; or, where `whole`, the menu and those."""
    case = generate(seed)
    r = random.Random(seed + 1_000_000)
    case.note = f"Made by bless.py from the workspace seed {seed}.\n"
    versions = {}
    for path, version in case.modules:
        versions.setdefault(path, []).append(version)
    paths = sorted(versions)
    packages = {p: sorted({os.path.dirname(n) for n in case.modules[p, versions[p][0]] if n.endswith("x.go")})
                for p in paths}
    case.main = {}
    names = ["one", "two", "deep/three"][: r.randint(1, 3)]
    for at, name in enumerate(names):
        used = sorted(set(r.choice(paths) for _ in range(r.randint(0, 3))))
        lines = "".join(f'import _ "{"/".join(filter(None, [p, r.choice(packages[p])]))}"\n' for p in used)
        other = r.choice(names[:at]) if at and r.random() < 0.5 else None
        if other:
            lines += f'import _ "ex.net/{other}"\n'
        case.main[f"{name}/x.go"] = f"package x\n\n{lines}"
        if r.random() < 0.4:
            case.main[f"{name}/x_test.go"] = f'package x\n\nimport _ "{r.choice(paths)}"\n'
        go = r.choice(["1.18", "1.21", "1.22", "1.24"])
        text = f"module ex.net/{name}\n\ngo {go}\n"
        listed = sorted(set(used + [r.choice(paths)]))
        lines = "".join(f"\t{p} {r.choice(versions[p])}{r.choice(['', ' // indirect'])}\n" for p in listed)
        if other and r.random() < 0.7:
            lines += f"\tex.net/{other} v1.0.0\n"
        text += f"\nrequire (\n{lines})\n"
        if r.random() < 0.2:
            p = r.choice(paths)
            text += f"\nreplace {p} => {p} {r.choice(versions[p])}\n"
        if r.random() < 0.15:
            p = r.choice(paths)
            text += f"\nexclude {p} {r.choice(versions[p])}\n"
        case.main[f"{name}/go.mod"] = text
    go = r.choice(["1.18", "1.21", "1.24", "1.24", "1.27"])
    text = f"go {go}\n\nuse (\n" + "".join(f"\t./{name}\n" for name in names) + ")\n"
    if r.random() < 0.2:
        p = r.choice(paths)
        text += f"\nreplace {p} => ./replaced\n"
        case.main["replaced/go.mod"] = f"module {p}\n\ngo 1.20\n"
        for package in packages[p]:
            case.main[f"replaced/{package}/x.go".replace("//", "/")] = "package x\n"
    case.main["go.work"] = text
    menu = [
        ["work", "sync"], ["mod", "graph"], ["mod", "download"], ["mod", "verify"], ["work", "vendor"],
        ["work", "use", "-r", "."], ["mod", "why", "-m", r.choice(paths)], ["-C", names[0], "mod", "tidy"],
        ["-C", names[0], "get", r.choice(paths)], ["work", "use", "./one"], ["work", "edit", "-json"],
        ["-C", names[-1], "mod", "graph"], ["mod", "why", r.choice(paths)],
    ]
    writing = [["work", "sync"], ["mod", "download"], ["work", "vendor"]]
    case.commands = [(words, {}) for words in (menu if whole else r.sample(menu, 4) + writing)]
    return case


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--go", required=True)
    parser.add_argument("--minigo")
    parser.add_argument("--seeds", default="1..31")
    parser.add_argument("--make", type=int)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--work", action="store_true", help="random workspaces")
    parser.add_argument("--each", action="store_true",
                        help="with --seeds: each command runs in the files of the case as they are at first")
    parser.add_argument("cases", nargs="*")
    args = parser.parse_args()
    make = generate_work if args.work else generate
    if args.each:
        make = lambda seed: generate_work(seed, whole=True) if args.work else generate(seed)
    name = "work" if args.work else "random"
    go = [os.path.abspath(args.go)]
    if args.make and args.minigo:
        # Cases in which minigo is known to differ do not become tests; they are printed.
        for seed in range(1, args.make + 1):
            case = make(seed)
            wanted = run_case(case, go)
            if wanted != run_case(case, [os.path.abspath(args.minigo)]):
                print(f"seed {seed} differs")
                continue
            for (_, files), found in zip(case.commands, wanted):
                files.update(found)
            (CASES / f"{name}_{seed:02}.txt").write_text(case.text())
        return 0
    if args.minigo and not args.cases:
        first, last = map(int, args.seeds.split(".."))
        minigo = [os.path.abspath(args.minigo)]
        if args.each:
            return compare_each(map(make, range(first, last)), go, minigo, args.show)
        bad = 0
        for seed in range(first, last):
            bad += compare(make(seed), go, minigo, f"seed {seed}", args.show)
        print(f"{bad} of {last - first} differ")
        return bad != 0
    if args.make:
        for seed in range(1, args.make + 1):
            case = make(seed)
            for (_, files), found in zip(case.commands, run_case(case, go)):
                files.update(found)
            (CASES / f"{name}_{seed:02}.txt").write_text(case.text())
        return 0
    names = [Path(name) for name in args.cases] or sorted(CASES.glob("*.txt"))
    for name in names:
        case = Case.read(name.read_text())
        if args.minigo:
            compare(case, go, [os.path.abspath(args.minigo)], str(name), args.show)
            continue
        for (_, files), found in zip(case.commands, run_case(case, go)):
            files.clear()
            files.update(found)
        name.write_text(case.text())
    return 0


def compare_each(cases, go, minigo, show):
    """Runs each command of the cases alone; prints for each kind of command how many of its runs differ."""
    runs, different = {}, {}
    for case in cases:
        for words, _ in case.commands:
            alone = Case()
            alone.note, alone.modules, alone.main, alone.commands = case.note, case.modules, case.main, [(words, {})]
            kind = " ".join(word for word in words[:4] if word.isalpha() and word not in ("one", "two"))
            runs[kind] = runs.get(kind, 0) + 1
            if compare(alone, go, minigo, case.note.strip(), show):
                different[kind] = different.get(kind, 0) + 1
    for kind, count in sorted(runs.items()):
        print(f"{kind}: {different.get(kind, 0)} of {count} differ")
    return bool(different)


def compare(case, go, minigo, name, show):
    wanted, got = run_case(case, go), run_case(case, minigo)
    for (words, _), a, b in zip(case.commands, wanted, got):
        if a == b:
            continue
        if show:
            print(case.text())
        print(f"{name}: {' '.join(words)}")
        for key in sorted(set(a) | set(b)):
            if a.get(key) != b.get(key):
                print(f"--- {key}: go\n{a.get(key)}--- {key}: minigo\n{b.get(key)}")
        return True
    return False


if __name__ == "__main__":
    sys.exit(main())
