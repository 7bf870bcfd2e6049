//! A program's own file, `os.Args[0]`: tests start themselves, and so do a program without a cache and a program whose
//! sources have changed. (`programs/std/os_own_file.go` contains all ways to start it.)

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fs;
use std::path::PathBuf;

struct ProgramDir(PathBuf);

impl ProgramDir {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let dir = std::env::temp_dir().join(format!("minigo-own-{}-{name}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        for (file, text) in files {
            fs::write(dir.join(file), text).unwrap();
        }
        Self(dir)
    }

    fn minigo(&self, cache: &str, args: &[&str]) -> String {
        let mut command = support::command();
        command.args(args).current_dir(&self.0).env("MINIGOCACHE", cache);
        let output = support::run_output(command);
        let (out, err) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{args:?}: {}\n{out}{err}", output.status);
        out.into_owned()
    }

    fn cache_dir(&self) -> String {
        self.0.join("cache").to_str().unwrap().to_owned()
    }
}

impl Drop for ProgramDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const TEST_SOURCE: &str = r#"package helper

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestHelperProcess(t *testing.T) {
	if os.Getenv("GO_WANT_HELPER_PROCESS") != "1" {
		return
	}
	dir, _ := os.Getwd()
	os.Stdout.WriteString(strings.Join(os.Args[3:], "+") + " in " + dir)
	os.Exit(3)
}

func TestStartsItself(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=TestHelperProcess", "--", "a", "b")
	cmd.Env = []string{"GO_WANT_HELPER_PROCESS=1"}
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err == nil || err.Error() != "exit status 3" || string(out) != "a+b in "+cmd.Dir {
		t.Errorf("%q, %v", out, err)
	}
	if exe, err := os.Executable(); exe != os.Args[0] || err != nil || !strings.HasSuffix(exe, ".test") {
		t.Error(exe, err)
	}
}
"#;

#[test]
fn tests_can_execute_the_own_executable() {
    let files =
        [("go.mod", "module example.com/helper\n\ngo 1.27\n"), ("helper_test.go", TEST_SOURCE)];
    let dir = ProgramDir::new("test", &files);
    for cache in [&*dir.cache_dir(), "off"] {
        for _ in 0..2 {
            let out = dir.minigo(cache, &["test", "-count=1", "."]);
            assert!(out.starts_with("ok  \texample.com/helper"), "{out}");
        }
    }
}

const SELF_PROGRAM: &str = r#"package main

import (
	"fmt"
	"os"
	"os/exec"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Println("child of version 1", os.Args[1:])
		return
	}
	os.WriteFile("self.go", []byte("package main\n\nfunc main() { println(\"version 2\") }\n"), 0o666)
	out, err := exec.Command(os.Args[0], "a").CombinedOutput()
	fmt.Printf("%s%v\n", out, err)
}
"#;

#[test]
fn the_own_executable_is_the_started_program() {
    for cache in ["on", "off"] {
        let dir = ProgramDir::new(cache, &[("self.go", SELF_PROGRAM)]);
        let cache = if cache == "on" { dir.cache_dir() } else { "off".to_owned() };
        for _ in 0..2 {
            fs::write(dir.0.join("self.go"), SELF_PROGRAM).unwrap();
            assert_eq!(dir.minigo(&cache, &["run", "self.go"]), "child of version 1 [a]\n<nil>\n");
        }
    }
}

#[test]
fn the_own_executable_is_only_created_on_demand() {
    let hello = "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n";
    let dir = ProgramDir::new("hello", &[("hello.go", hello)]);
    dir.minigo(&dir.cache_dir(), &["run", "hello.go"]);
    dir.minigo(&dir.cache_dir(), &["run", "hello.go"]);
    assert!(!dir.0.join("cache/exe").exists());
}

#[test]
fn the_own_executables_name_is_the_same_for_each_seed() {
    let name = "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() { fmt.Println(os.Args[0]) }\n";
    let dir = ProgramDir::new("seed", &[("name.go", name)]);
    let names =
        ["1", "2"].map(|seed| dir.minigo(&dir.cache_dir(), &["run", "--seed", seed, "name.go"]));
    assert_eq!(names[0], names[1]);
    assert!(names[0].ends_with("/name\n"), "{}", names[0]);
}

const CONCURRENT_STARTS: &str = r#"package main

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Print(os.Args[1])
		return
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if out, err := exec.Command(os.Args[0], "here").Output(); err != nil || string(out) != "here" {
				fmt.Println(i, string(out), err)
			}
		})
	}
	all.Wait()
}
"#;

#[test]
fn goroutines_start_the_own_executable_concurrently() {
    let dir = ProgramDir::new("once", &[("main.go", CONCURRENT_STARTS)]);
    for round in 0..20 {
        // The first start creates the program's file; without a cache, in the directory for temporary files.
        let cache = dir.0.join(format!("cache{round}"));
        assert_eq!(dir.minigo(cache.to_str().unwrap(), &["run", "main.go"]), "");
    }
}
