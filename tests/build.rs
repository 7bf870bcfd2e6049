//! `minigo build`: the programs that it builds run without minigo, and report damage to themselves.
//! (`go_command/cases/build.txt` compares the command with the go command.)

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{Dir, RELEASE, minigo};

const PROGRAM: &str = r#"package main

import (
	_ "embed"
	"fmt"
	"os"
)

//go:embed data.txt
var data string

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func main() {
	fmt.Println(data, len(os.Args), fib(20))
	if len(os.Args) > 1 {
		var m map[string]int
		m[os.Args[1]]++
	}
}
"#;

fn build_program(name: &str) -> (Dir, PathBuf) {
    let files = [
        ("main.go", PROGRAM),
        ("data.txt", "embedded"),
        ("go.mod", "module example.com/app\n\ngo 1.27\n"),
    ];
    let dir = Dir::new(name, &files);
    let ran = minigo(&dir.0, &["build", "-o", "app", "."], "");
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (Some(0), "", ""));
    let app = dir.0.join("app");
    (dir, app)
}

fn run_program(app: &Path, args: &[&str]) -> Output {
    loop {
        match Command::new(app).args(args).env_clear().current_dir("/").output() {
            // A process that another test has just forked may still have the file open for writing, until it executes a
            // program.
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                std::thread::yield_now();
            }
            output => return output.unwrap(),
        }
    }
}

#[test]
fn a_program_needs_nothing_but_its_file() {
    let (dir, app) = build_program("alone");
    let elsewhere = Dir::new("elsewhere", &[]);
    fs::create_dir_all(&elsewhere.0).unwrap();
    let moved = elsewhere.0.join("renamed");
    fs::rename(&app, &moved).unwrap();
    drop(dir);
    let out = run_program(&moved, &[]);
    assert_eq!(String::from_utf8_lossy(&out.stdout), "embedded 1 6765\n");
    assert_eq!((out.status.code(), out.stderr.len()), (Some(0), 0));
    // The program receives all flags itself.
    for words in [&["--help"][..], &["run", "x"], &["-e"], &["version"]] {
        let out = run_program(&moved, words);
        let (stdout, stderr) =
            (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert_eq!(stdout, format!("embedded {} 6765\n", words.len() + 1));
        assert!(
            stderr.starts_with("panic: assignment to entry in nil map\n\ngoroutine 1 [running]:\n"),
            "{stderr}"
        );
        assert_eq!(out.status.code(), Some(2));
    }
    // The program leaves no file beside itself.
    assert_eq!(fs::read_dir(&elsewhere.0).unwrap().count(), 1);
}

#[test]
fn damaged_programs_are_refused() {
    let (dir, app) = build_program("damaged");
    let whole = fs::read(&app).unwrap();
    let minigo = fs::metadata(support::command().get_program()).unwrap().len() as usize;
    let broken = dir.0.join("broken");
    let behind = whole.len() - minigo.next_multiple_of(4096);
    assert!(behind > 1000);
    let check = |what: &str, bytes: &[u8]| {
        fs::write(&broken, bytes).unwrap();
        fs::set_permissions(&broken, fs::Permissions::from_mode(0o755)).unwrap();
        let out = run_program(&broken, &[]);
        let stderr = String::from_utf8_lossy(&out.stderr);
        let wanted =
            format!("{}: the executable's program is damaged: build it again\n", broken.display());
        assert_eq!((&*stderr, out.status.code()), (&*wanted, Some(1)), "{what}");
    };
    for rest in [0, 1, 8, behind / 2, behind - 1] {
        check("cut", &whole[..whole.len() - behind + rest]);
    }
    check("longer", &[&whole[..], b"x"].concat());
    for part in 0..20 {
        let at = whole.len() - behind + part * (behind / 40);
        let mut changed = whole.clone();
        changed[at] ^= 0x40;
        check(&format!("changed at {at}"), &changed);
    }
}

#[test]
fn version_m_prints_the_build_info() {
    let (dir, app) = build_program("version");
    let path = app.to_str().unwrap();
    let ran = minigo(&dir.0, &["version", "-m", path], "");
    let text = ran.stdout.replace(path, "app");
    assert!(
        text.starts_with(&format!(
            "app: go{RELEASE}\n\tpath\texample.com/app\n\tmod\texample.com/app\t(devel)\t\n"
        )),
        "{text}"
    );
    assert_eq!(minigo(&dir.0, &["version", path], "").stdout, format!("{path}: go{RELEASE}\n"));
    let ran = minigo(&dir.0, &["version", "main.go", "nosuch"], "");
    assert_eq!(ran.status, Some(1));
    // In a directory, `minigo version` skips a file that does not look like a program.
    assert_eq!(ran.stderr, "stat nosuch: no such file or directory\n");
    let ran = minigo(&dir.0, &["version", "/bin/sh"], "");
    let why = "/bin/sh: could not read Go build info from /bin/sh: not a Go executable\n";
    assert_eq!((ran.status, &*ran.stderr), (Some(0), why));
}

/// Publishes a version of a module in a directory, as a proxy stores it.
fn publish(proxy: &Path, module: &str, version: &str, files: &[(&str, &str)]) {
    let dir = proxy.join(module).join("@v");
    fs::create_dir_all(&dir).unwrap();
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(format!("{module}@{version}/{name}"), options).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    fs::write(dir.join(format!("{version}.zip")), archive.finish().unwrap().into_inner()).unwrap();
    let info = format!("{{\"Version\":\"{version}\",\"Time\":\"2026-01-02T03:04:05Z\"}}");
    fs::write(dir.join(format!("{version}.info")), info).unwrap();
    let mod_file = files.iter().find(|(name, _)| *name == "go.mod").unwrap().1;
    fs::write(dir.join(format!("{version}.mod")), mod_file).unwrap();
    let mut list = fs::read_to_string(dir.join("list")).unwrap_or_default();
    list += &format!("{version}\n");
    fs::write(dir.join("list"), list).unwrap();
}

#[test]
fn programs_are_installed_at_a_version() {
    let work = Dir::new("at_version", &[("go.mod", "module example.com/other\n\ngo 1.27\n")]);
    let proxy = work.0.join("proxy");
    let dep = [
        ("go.mod", "module example.com/dep\n\ngo 1.20\n"),
        ("d.go", "package dep\n\nconst Name = \"dep\"\n"),
    ];
    publish(&proxy, "example.com/dep", "v1.0.0", &dep);
    publish(&proxy, "example.com/dep", "v1.1.0", &dep);
    let tool = "package main\n\nimport \"example.com/dep\"\n\nfunc main() { println(dep.Name) }\n";
    let go_mod = "module example.com/tool\n\ngo 1.21\n\nrequire example.com/dep v1.0.0\n";
    let files = [("go.mod", go_mod), ("cmd/one/m.go", tool), ("lib/l.go", "package lib\n")];
    publish(&proxy, "example.com/tool", "v1.2.0", &files);
    let replaced = format!("{go_mod}\nreplace example.com/dep => ../dep\n");
    let files = [("go.mod", &*replaced), ("cmd/one/m.go", tool)];
    publish(&proxy, "example.com/tool", "v1.1.0", &files);
    let install = |words: &[&str]| {
        let mut command = support::command();
        command.arg("install").args(words).current_dir(&work.0).env("GOFLAGS", "-modcacherw");
        command.env("GOPROXY", format!("file://{}", proxy.display())).env("GONOSUMDB", "*");
        command.env("GOBIN", work.0.join("bin")).env("GOMODCACHE", work.0.join("cache"));
        support::run(command, "")
    };
    let ran = install(&["example.com/tool/cmd/one@latest"]);
    assert_eq!((ran.status, &*ran.stdout), (Some(0), ""), "{}", ran.stderr);
    assert!(ran.stderr.lines().all(|line| line.starts_with("go: downloading ")), "{}", ran.stderr);
    let app = work.0.join("bin/one");
    assert_eq!(run_program(&app, &[]).stderr, b"dep\n");
    let text = minigo(&work.0, &["version", "-m", app.to_str().unwrap()], "").stdout;
    assert!(text.contains("\tmod\texample.com/tool\tv1.2.0\th1:"), "{text}");
    assert!(text.contains("\tdep\texample.com/dep\tv1.0.0\th1:"), "{text}");
    for (words, why) in [
        (
            &["example.com/tool/lib@v1.2.0"][..],
            "package example.com/tool/lib is not a main package\n",
        ),
        (
            &["example.com/tool/cmd/one@"],
            "go: example.com/tool/cmd/one@: version must not be empty\n",
        ),
        (
            &["fmt@latest"],
            "go: fmt@latest: argument must not be a package in the standard library\n",
        ),
        (&["example.com/tool/cmd/one@v1.1.0"], "more replace directives"),
        (
            &["example.com/tool/cmd/one@v1.2.0", "example.com/tool/cmd/one"],
            "must refer to packages in the same module",
        ),
        (
            &["example.com/tool/no@latest"],
            "(v1.2.0), but does not contain package example.com/tool/no\n",
        ),
    ] {
        let ran = install(words);
        assert_eq!(ran.status, Some(1), "{words:?}");
        assert!(ran.stderr.contains(why), "{words:?}: {}", ran.stderr);
    }
}

#[test]
fn unwritable_outputs_are_reported() {
    let (dir, app) = build_program("unwritable");
    let before = fs::read(&app).unwrap();
    for (output, why) in [
        ("main.go/app", "go: mkdir main.go: file exists\n"),
        (
            "main.go",
            "example.com/app: go build example.com/app: build output \"main.go\" already exists and is not an object file\n",
        ),
    ] {
        let ran = minigo(&dir.0, &["build", "-o", output], "");
        assert_eq!((ran.status, &*ran.stderr), (Some(1), why));
    }
    // If the disk is full, the old program stays.
    let mut limited = Command::new("sh");
    let command = support::command();
    let line =
        format!("ulimit -f 100; exec '{}' build -o app .", command.get_program().to_str().unwrap());
    limited.args(["-c", &line]).current_dir(&dir.0).env("MINIGOCACHE", "off");
    let ran = support::run(limited, "");
    assert!(
        ran.status == Some(1) && ran.stderr.contains("file too large"),
        "{:?} {}",
        ran.status,
        ran.stderr
    );
    assert!(fs::read(&app).unwrap() == before);
    let names = fs::read_dir(&dir.0).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["app", "data.txt", "go.mod", "main.go"]);
}

#[test]
fn a_commit_is_stamped() {
    let (dir, app) = build_program("stamped");
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=n", "-c", "user.email=e@x", "-c", "init.defaultBranch=main"])
            .args(args);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z");
        let out = git.current_dir(&dir.0).output();
        out.is_ok_and(|out| out.status.success())
    };
    fs::write(dir.0.join(".gitignore"), "app\n").unwrap();
    if !git(&["init", "-q"]) {
        support::report_skipped_test("stamped commits", "git is not installed");
        return;
    }
    assert!(git(&["add", "."]) && git(&["commit", "-q", "-m", "one"]));
    let lines = |args: &[&str]| {
        let ran = minigo(&dir.0, &[&["build", "-o", "app"], args].concat(), "");
        assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
        let text = minigo(&dir.0, &["version", "-m", app.to_str().unwrap()], "").stdout;
        let told = |line: &&str| line.contains("vcs") || line.contains("mod\t");
        text.lines().filter(told).map(str::to_owned).collect::<Vec<_>>().join("\n")
    };
    let text = lines(&[]);
    assert!(text.contains("mod\texample.com/app\tv0.0.0-20260102030405-"), "{text}");
    assert!(text.contains("vcs=git\n") && text.contains("vcs.time=2026-01-02T03:04:05Z"), "{text}");
    assert!(text.contains("vcs.modified=false"), "{text}");
    assert!(git(&["tag", "v1.2.3"]) && git(&["tag", "v2.0.0"]) && git(&["tag", "sub/v1.9.0"]));
    assert!(lines(&[]).contains("mod\texample.com/app\tv1.2.3\t"));
    fs::write(dir.0.join("data.txt"), "changed").unwrap();
    let text = lines(&[]);
    assert!(text.contains("\tv1.2.3+dirty\t") && text.contains("vcs.modified=true"), "{text}");
    assert!(git(&["commit", "-q", "-a", "-m", "two"]));
    assert!(lines(&[]).contains("mod\texample.com/app\tv1.2.4-0.20260102030405-"));
    assert_eq!(lines(&["-buildvcs=false"]), "\tmod\texample.com/app\t(devel)\t");
}
