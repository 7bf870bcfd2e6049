//! `minigo build`: the programs that it makes run by themselves, and say so where they are damaged.
//! (`go_command/cases/build.txt` compares what the command does with the go command.)

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{Dir, minigo};

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

fn built(name: &str) -> (Dir, PathBuf) {
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

fn started(app: &Path, args: &[&str]) -> Output {
    loop {
        match Command::new(app).args(args).env_clear().current_dir("/").output() {
            // A process that another test has started meanwhile has the file open until it executes another one.
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                std::thread::yield_now();
            }
            output => return output.unwrap(),
        }
    }
}

#[test]
fn a_program_needs_nothing_but_its_file() {
    let (dir, app) = built("alone");
    let elsewhere = Dir::new("elsewhere", &[]);
    fs::create_dir_all(&elsewhere.0).unwrap();
    let moved = elsewhere.0.join("renamed");
    fs::rename(&app, &moved).unwrap();
    drop(dir);
    let out = started(&moved, &[]);
    assert_eq!(String::from_utf8_lossy(&out.stdout), "embedded 1 6765\n");
    assert_eq!((out.status.code(), out.stderr.len()), (Some(0), 0));
    // Its flags are its own.
    for words in [&["--help"][..], &["run", "x"], &["-e"], &["version"]] {
        let out = started(&moved, words);
        let (stdout, stderr) =
            (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert_eq!(stdout, format!("embedded {} 6765\n", words.len() + 1));
        assert!(
            stderr.starts_with("panic: assignment to entry in nil map\n\ngoroutine 1 [running]:\n"),
            "{stderr}"
        );
        assert_eq!(out.status.code(), Some(2));
    }
    // Nothing is left beside it.
    assert_eq!(fs::read_dir(&elsewhere.0).unwrap().count(), 1);
}

#[test]
fn damaged_programs_are_refused() {
    let (dir, app) = built("damaged");
    let whole = fs::read(&app).unwrap();
    let minigo = fs::metadata(support::command().get_program()).unwrap().len() as usize;
    let broken = dir.0.join("broken");
    let behind = whole.len() - minigo.next_multiple_of(4096);
    assert!(behind > 1000);
    let check = |what: &str, bytes: &[u8]| {
        fs::write(&broken, bytes).unwrap();
        fs::set_permissions(&broken, fs::Permissions::from_mode(0o755)).unwrap();
        let out = started(&broken, &[]);
        let stderr = String::from_utf8_lossy(&out.stderr);
        let wanted = format!("{}: the program's own file is damaged\n", broken.display());
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
fn what_a_program_is_built_from_is_told() {
    let (dir, app) = built("version");
    let path = app.to_str().unwrap();
    let ran = minigo(&dir.0, &["version", "-m", path], "");
    let text = ran.stdout.replace(path, "app");
    assert!(
        text.starts_with(
            "app: go1.27.3\n\tpath\texample.com/app\n\tmod\texample.com/app\t(devel)\t\n"
        ),
        "{text}"
    );
    assert_eq!(minigo(&dir.0, &["version", path], "").stdout, format!("{path}: go1.27.3\n"));
    let ran = minigo(&dir.0, &["version", "main.go", "nosuch"], "");
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.stderr.contains("main.go: could not read Go build info from main.go"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("stat nosuch: no such file or directory"), "{}", ran.stderr);
}

#[test]
fn what_cannot_be_written_is_told() {
    let (dir, app) = built("unwritable");
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
    // A full disk leaves what was there.
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
    let (dir, app) = built("stamped");
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
        support::left_out("stamped commits", "there is no git");
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
