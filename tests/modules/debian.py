#!/usr/bin/env python3
"""Real modules under minigo and under Go: Debian's golang-*-dev source packages.

    tests/modules/debian.py                     # programs by vendor, replace, go.work and module cache; then all tests
    tests/modules/debian.py --only cobra,yaml   # only the tests of modules whose paths have one of these words
    tests/modules/debian.py --programs          # only the programs
    tests/modules/debian.py --work DIR          # keep what was downloaded and made in DIR, and use it again

The packages are downloaded (apt-get download) and unpacked into a temporary directory; nothing of them is copied into
the repository. Each Go module in them gets a version, a go.mod that requires what it imports, and a place in a module
proxy of files, from which the real go (`GO`, or in PATH) fills a module cache and writes go.sum.

A program must print what it prints under go. Of the tests that pass under `go test`, 97 in 100 must pass under
`minigo test`; those that do not are listed.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"

PACKAGES = """
github-spf13-cobra github-spf13-pflag github-spf13-viper github-spf13-cast github-spf13-afero
github-spf13-jwalterweatherman gopkg-yaml.v3 gopkg-yaml.v2 github-stretchr-testify github-stretchr-objx
golang-x-sync golang-x-text golang-x-sys golang-x-exp golang-x-term golang-x-net golang-x-mod golang-x-xerrors
github-google-btree github-google-go-cmp github-google-uuid github-google-shlex github-hashicorp-golang-lru
github-hashicorp-errwrap github-hashicorp-go-multierror github-hashicorp-go-version github-hashicorp-hcl
github-sirupsen-logrus go.uber-zap go.uber-atomic go.uber-multierr github-go-chi-chi github-gorilla-mux
github-gorilla-websocket github-burntsushi-toml github-pelletier-go-toml github-pelletier-go-toml.v2
github-cespare-xxhash github-dustin-go-humanize github-fatih-color github-mattn-go-colorable github-mattn-go-isatty
github-mattn-go-runewidth github-rivo-uniseg github-pkg-errors github-davecgh-go-spew github-pmezard-go-difflib
github-mitchellh-mapstructure github-mitchellh-go-homedir github-fsnotify-fsnotify github-inconshreveable-mousetrap
github-kr-pretty github-kr-text github-rogpeppe-go-internal gopkg-check.v1 gopkg-ini.v1 github-cpuguy83-go-md2man-v2
github-magiconair-properties github-subosito-gotenv github-julienschmidt-httprouter github-urfave-cli-v2
github-rs-zerolog github-tidwall-gjson github-tidwall-match github-tidwall-pretty github-russross-blackfriday-v2
github-yuin-goldmark github-robfig-cron github-masterminds-semver github-olekukonko-tablewriter github-benbjohnson-clock
""".split()

# Directories of modules for which Debian has no go.mod.
WITHOUT_MOD = """
github.com/davecgh/go-spew github.com/dustin/go-humanize github.com/fatih/color github.com/google/btree
github.com/inconshreveable/mousetrap github.com/pkg/errors github.com/pmezard/go-difflib github.com/tidwall/pretty
gopkg.in/check.v1 gopkg.in/ini.v1
""".split()

# Modules whose tests are run; the other modules are their dependencies.
TESTED = """
github.com/spf13/cobra github.com/spf13/pflag github.com/spf13/cast gopkg.in/yaml.v3 gopkg.in/yaml.v2
github.com/stretchr/testify golang.org/x/sync golang.org/x/mod golang.org/x/xerrors github.com/google/btree
github.com/google/go-cmp github.com/google/uuid github.com/google/shlex github.com/hashicorp/golang-lru
github.com/hashicorp/errwrap github.com/hashicorp/go-multierror github.com/hashicorp/go-version
github.com/sirupsen/logrus go.uber.org/atomic go.uber.org/multierr go.uber.org/zap github.com/go-chi/chi/v5
github.com/gorilla/mux github.com/BurntSushi/toml github.com/pelletier/go-toml/v2 github.com/cespare/xxhash/v2
github.com/dustin/go-humanize github.com/fatih/color github.com/mattn/go-runewidth github.com/rivo/uniseg
github.com/pkg/errors github.com/davecgh/go-spew github.com/mitchellh/mapstructure github.com/kr/pretty
github.com/kr/text github.com/magiconair/properties github.com/subosito/gotenv github.com/julienschmidt/httprouter
github.com/urfave/cli/v2 github.com/rs/zerolog github.com/tidwall/gjson github.com/tidwall/match
github.com/russross/blackfriday/v2 github.com/yuin/goldmark github.com/robfig/cron/v3 github.com/Masterminds/semver/v3
github.com/spf13/viper github.com/spf13/afero golang.org/x/text
""".split()

WANTED = 0.97


def run(command, cwd, env, limit=600, **more):
    """Runs a command; returns None if it takes too long."""
    try:
        return subprocess.run(command, cwd=cwd, env=env, capture_output=True, timeout=limit, **more)
    except subprocess.TimeoutExpired:
        return None


class Module:
    """A Go module of a Debian package."""

    def __init__(self, source, path, go):
        self.source, self.path, self.go = source, path, go
        major = re.search(r"/v(\d+)$|^gopkg\.in/.*\.v(\d+)$", path)
        number = (major and (major[1] or major[2])) or "0"
        self.version = f"v{number}.99.0"
        self.requires = set()


def unpack(work):
    """Downloads the packages and unpacks them; gives the directory of their sources."""
    debs, tree = work / "debs", work / "tree"
    if not tree.exists():
        debs.mkdir(parents=True, exist_ok=True)
        names = [f"golang-{name}-dev" for name in PACKAGES]
        have = {path.name.split("_")[0] for path in debs.glob("*.deb")}
        if missing := [name for name in names if name not in have]:
            subprocess.run(["apt-get", "download", *missing], cwd=debs, check=True, stdout=subprocess.DEVNULL)
        for deb in sorted(debs.glob("*.deb")):
            subprocess.run(["dpkg", "-x", deb, tree], check=True)
    return tree / "usr/share/gocode/src"


def modules(src):
    """The modules below a directory, by path."""
    found = {}
    for mod in sorted(src.rglob("go.mod")):
        if "testdata" in mod.parts or mod.is_symlink():
            continue
        text = mod.read_text()
        path = re.search(r'^module\s+"?([^\s"]+)', text, re.M)[1]
        go = re.search(r"^go\s+(\S+)", text, re.M)
        # A module that Debian installs in another place than its path can still be imported by its path.
        found.setdefault(path, Module(mod.parent, path, go and go[1]))
    for path in WITHOUT_MOD:
        if (src / path).is_dir():
            found.setdefault(path, Module(src / path, path, None))
    return found


def module_of(found, imported):
    """The module that has a package."""
    parts = imported.split("/")
    for end in range(len(parts), 0, -1):
        if "/".join(parts[:end]) in found:
            return found["/".join(parts[:end])]
    return None


IMPORTS = re.compile(r'^import\s+(?:[\w.]+\s+)?"([^"]+)"|^import\s*\((.*?)^\)', re.M | re.S)


def go_files(module):
    """The Go files of a module, without those of modules inside it."""
    for folder, folders, names in os.walk(module.source):
        folder = pathlib.Path(folder)
        inside = lambda name: not (folder / name / "go.mod").exists() and name != ".git"
        folders[:] = sorted(name for name in folders if inside(name))
        for name in sorted(names):
            if (folder / name).is_file():
                yield folder / name


def find_requires(module, found):
    for file in go_files(module):
        if file.suffix != ".go" or "testdata" in file.parts:
            continue
        for single, block in IMPORTS.findall(file.read_text(errors="replace")):
            for path in [single] if single else re.findall(r'"([^"]+)"', block):
                other = module_of(found, path)
                if other and other is not module:
                    module.requires.add(other.path)


def escaped(text):
    return re.sub("[A-Z]", lambda m: "!" + m[0].lower(), text)


def mod_text(module, found):
    lines = [f"module {module.path}", ""]
    if module.go:
        lines += [f"go {module.go}", ""]
    lines += [f"require {path} {found[path].version}" for path in sorted(module.requires)]
    return "\n".join(lines) + "\n"


def publish(found, work):
    """Copies each module to `modules/PATH@VERSION` and makes a proxy of them."""
    proxy = work / "proxy"
    for module in found.values():
        module.dir = work / "modules" / f"{module.path}@{module.version}"
        find_requires(module, found)
        text = mod_text(module, found)
        place = proxy / escaped(module.path) / "@v"
        if place.exists():
            continue
        place.mkdir(parents=True)
        with zipfile.ZipFile(place / f"{module.version}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for file in go_files(module):
                name = file.relative_to(module.source)
                to = module.dir / name
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, to)
                if str(name) not in ("go.mod", "go.sum"):
                    archive.write(file, f"{module.path}@{module.version}/{name}")
            (module.dir / "go.mod").write_text(text)
            archive.writestr(f"{module.path}@{module.version}/go.mod", text)
        (module.dir / "go.sum").unlink(missing_ok=True)
        (place / f"{module.version}.mod").write_text(text)
        info = {"Version": module.version, "Time": "2023-01-01T00:00:00Z"}
        (place / f"{module.version}.info").write_text(json.dumps(info))
        (place / "list").write_text(module.version + "\n")


class Tools:
    def __init__(self, args, work):
        self.go, self.minigo, self.work = args.go, args.minigo, work
        keep = {name: value for name, value in os.environ.items() if not name.startswith("GO")}
        self.env = keep | {
            "GOMODCACHE": str(work / "cache"), "GOPROXY": f"file://{work / 'proxy'}", "GOSUMDB": "off",
            "GOFLAGS": "-modcacherw", "GOTOOLCHAIN": "local", "GOENV": "off", "CGO_ENABLED": "0", "GOWORK": "off",
        }
        # With an installed Go, whose sources have the packages that minigo's own library lacks.
        root = run([self.go, "env", "GOROOT"], work, self.env).stdout.decode().strip()
        self.minigo_env = self.env | {"GOPROXY": "off", "GOROOT": root}

    def tidy(self, cwd):
        done = run([self.go, "mod", "tidy", "-e"], cwd, self.env)
        if done is None or done.returncode != 0:
            print(f"go mod tidy in {cwd}: {done and done.stderr.decode()[-2000:]}")

    def same_output(self, name, cwd, words, env=()):
        """Whether a program has the same output and status under Go and minigo."""
        both = []
        for tool, base in ((self.go, self.env | {"GOPROXY": "off"}), (self.minigo, self.minigo_env)):
            done = run([tool, "run", *words], cwd, base | dict(env))
            both.append(done and (done.returncode, done.stdout, done.stderr if done.returncode else b""))
        same = both[0] is not None and both[0][:2] == (both[1] or (None, None))[:2] and both[0][0] == 0
        print(f"{'same ' if same else 'OTHER'} {name}", flush=True)
        if not same:
            print(*("\n".join(str(part)[:1500] for part in (tool or ["hung"])) for tool in both), sep="\n--- minigo\n")
        return same


def programs(tools, found):
    """Runs each program in four ways: from the module cache, vendored, with replaced modules, and in a workspace."""
    good = True
    base = tools.work / "programs"
    shutil.rmtree(base, ignore_errors=True)
    for program in sorted(PROGRAMS.iterdir()):
        app = base / program.name
        shutil.copytree(program, app)
        mod = app / "go.mod"
        text = mod.read_text()
        needed = re.findall(r"^require (\S+)$", text, re.M)
        text = re.sub(r"^require (\S+)$", lambda m: f"{m[0]} {found[m[1]].version}", text, flags=re.M)
        mod.write_text(text)
        tools.tidy(app)
        good &= tools.same_output(f"{program.name} by module cache", app, ["."])
        good &= tools.same_output(f"{program.name} by module cache, -mod=mod", app, ["-mod=mod", "."])
        vendored = shutil.copytree(app, base / f"{program.name}-vendored")
        run([tools.go, "mod", "vendor"], vendored, tools.env)
        nowhere = {"GOMODCACHE": str(tools.work / "no-cache")}
        good &= tools.same_output(f"{program.name} by vendor", vendored, ["."], nowhere)
        replaced = shutil.copytree(app, base / f"{program.name}-replaced")
        lines = [f"replace {path} => {module.dir}" for path, module in found.items()]
        (replaced / "go.mod").write_text(mod.read_text() + "\n".join(["", *lines, ""]))
        (replaced / "go.sum").unlink(missing_ok=True)
        good &= tools.same_output(f"{program.name} by replace", replaced, ["."], nowhere)
        uses = closure(found, needed)
        work = base / f"{program.name}.work"
        folders = [app, *(found[path].dir for path in uses)]
        work.write_text("go 1.27\n\nuse (\n" + "".join(f"\t{folder}\n" for folder in folders) + ")\n")
        good &= tools.same_output(f"{program.name} by go.work", app, ["."], {"GOWORK": str(work), **nowhere})
    return good


def closure(found, paths):
    """The modules at these paths and all modules that they need."""
    seen, todo = set(), list(paths)
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            todo += found[path].requires
    return sorted(seen)


def verdicts(output):
    """Test names to verdicts, and the packages that were not built."""
    tests = {}
    for line in output.decode(errors="replace").splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if event.get("Action") in ("pass", "fail", "skip") and "Test" in event:
            # Some names contain addresses, which differ from run to run.
            key = event["Package"], re.sub("0x[0-9a-f]+", "0xADDRESS", event["Test"])
            if tests.get(key) != "fail":
                tests[key] = event["Action"]
    return tests


def test_module(tools, module):
    """Runs a module's tests under both: returns the names that pass under go, and those of them that pass under minigo too."""
    # A copy, because tests write files.
    both = []
    for name, tool, env in (("go", tools.go, tools.env), ("minigo", tools.minigo, tools.minigo_env)):
        copy = tools.work / "tests" / name / module.path
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(module.dir, copy)
        words = ["test", "-json", "-vet=off", "-timeout=300s", "./..."]
        kept = tools.work / "tests" / f"{module.path.replace('/', '_')}.{name}.json"
        if name == "go" and kept.exists():
            both.append(verdicts(kept.read_bytes()))
            continue
        done = run([tool, *words], copy, env, 1200)
        kept.parent.mkdir(parents=True, exist_ok=True)
        if done:
            kept.write_bytes(done.stdout + done.stderr)
        both.append(verdicts(done.stdout) if done else {})
    under_go, under_minigo = both
    passed = sorted(test for test, verdict in under_go.items() if verdict == "pass")
    lost = [test for test in passed if under_minigo.get(test) not in ("pass", "skip")]
    return module, passed, lost


def tests(tools, found, only):
    chosen = [found[path] for path in TESTED if path in found and (not only or any(w in path for w in only))]
    for module in chosen:
        if not (module.dir / "go.sum").exists():
            tools.tidy(module.dir)
    total = lost_in_all = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=1) as pool:
        for module, passed, lost in pool.map(lambda m: test_module(tools, m), chosen):
            total, lost_in_all = total + len(passed), lost_in_all + len(lost)
            print(f"{len(passed) - len(lost):5} of {len(passed):5}  {module.path}", flush=True)
            for package, test in lost[:15]:
                print(f"            {package} {test}")
            if len(lost) > 15:
                print(f"            … {len(lost) - 15} more")
    if not total:
        sys.exit("no test passes under go")
    share = (total - lost_in_all) / total
    print(f"{total - lost_in_all} of {total} tests that pass under go pass under minigo: {100 * share:.2f} %")
    return share >= WANTED


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--go", default=os.environ.get("GO") or shutil.which("go"))
    parser.add_argument("--minigo", default=str(ROOT / "target/release/minigo"))
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--programs", action="store_true")
    parser.add_argument("--tests", action="store_true")
    args = parser.parse_args()
    if not args.go or not shutil.which("dpkg") or not shutil.which("apt-get"):
        print("left out: this needs a go, apt-get and dpkg")
        return
    with tempfile.TemporaryDirectory(prefix="minigo-modules-") as temporary:
        work = (args.work or pathlib.Path(temporary)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        found = modules(unpack(work))
        publish(found, work)
        tools = Tools(args, work)
        good = True
        if not args.tests and not args.only:
            good &= programs(tools, found)
        if not args.programs:
            good &= tests(tools, found, [word for word in args.only.split(",") if word])
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
