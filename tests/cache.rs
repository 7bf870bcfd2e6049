//! The cache of compiled programs: a run from the cache behaves exactly as a run that compiles, and every relevant
//! change makes minigo compile again.
//!
//! A run that compiles writes an entry, so a run was a cache hit exactly if the cache's files are unchanged.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use support::{ProcessResult, minigo_with_cache};

/// A directory for a program, and a cache beside it.
struct ProgramDir(PathBuf);

/// Prints, then deadlocks; the report of the deadlock names variables.
const DEADLOCKING_PROGRAM: &str = r#"package main

import (
	"fmt"
	"sync"
)

type stack[T any] struct{ items []T }

func (s *stack[T]) push(v T) { s.items = append(s.items, v) }

var mu sync.Mutex

func wait(ready chan bool, results chan int, done chan struct{}) {
	mu.Lock()
	ready <- true
	select {
	case <-results:
	case <-done:
	}
}

func main() {
	var s stack[string]
	s.push("a")
	fmt.Printf("%v %T %q\n", s, s, []byte("text"))
	ready, results, done := make(chan bool), make(chan int), make(chan struct{})
	go wait(ready, results, done)
	<-ready
	mu.Lock()
}
"#;

impl ProgramDir {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let dir = std::env::temp_dir().join(format!("minigo-cache-{}-{name}", std::process::id()));
        let dir = Self(dir);
        for (file, text) in files {
            dir.write(file, text);
        }
        dir
    }

    fn source_path(&self, file: &str) -> PathBuf {
        self.0.join("program").join(file)
    }

    fn cache_dir(&self) -> PathBuf {
        self.0.join("cache")
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.source_path(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn run(&self, args: &[&str]) -> ProcessResult {
        minigo_with_cache(&self.cache_dir(), &self.source_path(""), args, "")
    }

    /// Returns all entries without their machine code: names and inodes. An entry that is written again has a new
    /// inode.
    fn cache_entries(&self) -> Vec<(PathBuf, u64)> {
        let found = fs::read_dir(self.cache_dir()).into_iter().flatten().flatten();
        let mut all: Vec<_> = found.map(|e| (e.path(), e.metadata().unwrap().ino())).collect();
        all.retain(|(path, _)| {
            path.file_name() != Some("key".as_ref()) && path.extension() != Some("native".as_ref())
        });
        all.sort();
        all
    }

    /// Runs, and checks that nothing is compiled.
    fn run_with_hit(&self, args: &[&str]) -> ProcessResult {
        let before = self.cache_entries();
        let ran = self.run(args);
        assert!(!before.is_empty() && before == self.cache_entries(), "{args:?}: compiled again");
        ran
    }

    /// Runs, and checks that the program is compiled and stored in the cache.
    fn run_with_miss(&self, args: &[&str]) -> ProcessResult {
        let before = self.cache_entries();
        let ran = self.run(args);
        let after = self.cache_entries();
        let new = after.iter().filter(|entry| !before.contains(entry)).count();
        assert_eq!(new, 1, "{args:?}: {before:?} {after:?} {}", ran.stderr);
        ran
    }

    /// Runs twice, first compiling and then from the cache, and checks that both runs behave the same.
    fn run_with_miss_then_hit(&self, args: &[&str]) -> ProcessResult {
        let first = self.run_with_miss(args);
        let second = self.run_with_hit(args);
        assert_same(&first, &second, args);
        first
    }
}

impl Drop for ProgramDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn assert_same(a: &ProcessResult, b: &ProcessResult, what: &[&str]) {
    assert_eq!((&a.stdout, a.status), (&b.stdout, b.status), "{what:?}: {}", b.stderr);
    assert_eq!(a.stderr, b.stderr, "{what:?}");
}

#[test]
fn reports_and_traces_are_the_same() {
    let dir = ProgramDir::new("same", &[("a.go", DEADLOCKING_PROGRAM)]);
    let ran =
        dir.run_with_miss_then_hit(&["run", "--seed", "7", "--trace", "t", "--leaks", "a.go", "x"]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.stdout.starts_with("{[a]} main.stack[string] \"text\"\n"), "{}", ran.stdout);
    for told in ["all goroutines are asleep", "a.go:17", "results", "main.mu"] {
        assert!(ran.stderr.contains(told), "no {told} in {}", ran.stderr);
    }
    let trace = fs::read(dir.source_path("t")).unwrap();
    dir.run_with_hit(&["run", "--seed", "7", "--trace", "u", "--leaks", "a.go", "x"]);
    assert!(!trace.is_empty() && trace == fs::read(dir.source_path("u")).unwrap());
    // Options of the machine do not change the code.
    dir.run_with_hit(&["run", "--procs", "1", "--without", "steal", "a.go"]);
    let ran = dir.run_with_hit(&["run", "--seeds", "3", "a.go"]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
}

#[test]
fn collections_and_panics_work_from_the_cache() {
    let text = "package main\n\nimport \"fmt\"\n\ntype node struct{ next *node; text string }\n\n\
        func grow(n int) (list *node) {\n\tdefer func() { recover(); fmt.Println(\"grown\", n) }()\n\
        \tfor i := range n {\n\t\tlist = &node{list, fmt.Sprint(i)}\n\t}\n\tpanic(\"enough\")\n}\n\n\
        func main() {\n\tlist := grow(2000)\n\tk := 0\n\tfor ; list != nil; list = list.next {\n\t\tk += len(list.text)\n\t}\n\
        \tfmt.Println(k)\n\tvar none *node\n\tfmt.Println(none.text)\n}\n";
    let dir = ProgramDir::new("gc", &[("a.go", text)]);
    let run = |hit| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
        command.args(["run", "--procs", "2", "a.go"]).current_dir(dir.source_path(""));
        command.env("MINIGOCACHE", dir.cache_dir()).env("MINIGODEBUG", "gcstress=1,gcverify=1");
        let before = dir.cache_entries();
        let ran = support::run(command, "");
        assert_eq!(before == dir.cache_entries(), hit);
        ran
    };
    let (first, second) = (run(false), run(true));
    assert_eq!((&first.stdout, first.status), (&second.stdout, second.status));
    assert_eq!(first.stdout, "grown 2000\n6890\n");
    for ran in [first, second] {
        assert!(ran.stderr.contains("a.go:23"), "{}", ran.stderr);
    }
}

#[test]
fn every_file_that_the_compiler_read_is_part_of_the_key() {
    let main = "package main\n\nimport (\n\t\"fmt\"\n\t\"m/p\"\n)\n\nfunc main() { fmt.Println(p.A, x) }\n";
    let files = [
        ("m/go.mod", "module m\n\ngo 1.27\n"),
        ("m/main.go", main),
        ("m/x.go", "package main\n\nvar x = 1\n"),
        ("m/p/a.go", "package p\n\nvar A = 10\n"),
    ];
    let dir = ProgramDir::new("input", &files);
    let run = ["run", "./m"];
    assert_eq!(dir.run_with_miss_then_hit(&run).stdout, "10 1\n");
    // A file with the same time and length may have other content.
    let time = fs::metadata(dir.source_path("m/x.go")).unwrap().modified().unwrap();
    dir.write("m/x.go", "package main\n\nvar x = 2\n");
    fs::File::options()
        .append(true)
        .open(dir.source_path("m/x.go"))
        .unwrap()
        .set_modified(time)
        .unwrap();
    assert_eq!(dir.run_with_miss_then_hit(&run).stdout, "10 2\n");
    dir.write("m/p/a.go", "package p\n\nvar A = 11\n");
    assert_eq!(dir.run_with_miss_then_hit(&run).stdout, "11 2\n");
    dir.write("m/p/b.go", "package p\n\nfunc init() { A = 12 }\n");
    assert_eq!(dir.run_with_miss_then_hit(&run).stdout, "12 2\n");
    dir.write("m/p/b_windows.go", "package p\n\nfunc init() { A = 13 }\n");
    dir.write("m/p/b.txt", "the file is excluded from the package");
    dir.run_with_hit(&run);
    fs::remove_file(dir.source_path("m/p/b.go")).unwrap();
    assert_eq!(dir.run_with_miss_then_hit(&run).stdout, "11 2\n");
    dir.write("m/go.mod", "module m\n\ngo 1.26\n");
    dir.run_with_miss_then_hit(&run);
    dir.write("go.work", "go 1.27\n\nuse ./m\n");
    dir.run_with_miss_then_hit(&run);
    // A compile error is reported in every run.
    dir.write("m/x.go", "package main\n\nvar x = y\n");
    for _ in 0..2 {
        let ran = dir.run(&run);
        assert_eq!(ran.status, Some(1));
        assert!(ran.stderr.contains("undefined: y"), "{}", ran.stderr);
    }
}

#[test]
fn a_new_module_file_takes_effect() {
    let loops = "package main\n\nfunc main() {\n\tvar all []func()\n\tfor i := 0; i < 3; i++ {\n\
        \t\tall = append(all, func() { print(i) })\n\t}\n\tfor _, f := range all {\n\t\tf()\n\t}\n}\n";
    let dir = ProgramDir::new("gomod", &[("a/b/l.go", loops)]);
    let run = ["run", "./a/b"];
    assert_eq!(dir.run_with_miss_then_hit(&run).stderr, "012");
    dir.write("a/go.mod", "module a\n\ngo 1.21\n");
    assert_eq!(dir.run_with_miss_then_hit(&run).stderr, "333");
    assert_eq!(
        dir.run_with_miss(&[
            "run",
            "--lang",
            &format!("go{}", support::go_language_version()),
            "./a/b"
        ])
        .stderr,
        "012"
    );
    assert_eq!(dir.run_with_hit(&run).stderr, "333");
}

#[test]
fn names_of_files_are_those_of_the_working_directory() {
    let text = "package main\n\nfunc main() { panic(1) }\n";
    let dir = ProgramDir::new("cwd", &[("p/a.go", text), ("q/deep/b.go", text)]);
    let path = dir.source_path("p/a.go");
    let path = path.to_str().unwrap();
    let run = |from: &str, args: &[&str]| {
        minigo_with_cache(&dir.cache_dir(), &dir.source_path(from), args, "").stderr
    };
    for from in ["", "p", "q/deep", "", "p", "q/deep"] {
        let (absolute, fresh) = (run(from, &["run", path]), {
            let ran = minigo_with_cache("off".as_ref(), &dir.source_path(from), &["run", path], "");
            ran.stderr
        });
        assert_eq!(absolute, fresh);
    }
    assert!(run("p", &["run", "a.go"]).contains("\t./a.go:3"));
    assert!(run("", &["run", "p/a.go"]).contains("\tp/a.go:3"));
    // A file of the same name in another directory is another program.
    fs::copy(dir.source_path("p/a.go"), dir.source_path("a.go")).unwrap();
    dir.write("p/a.go", "package main\n\nfunc main() {\n\tpanic(1)\n}\n");
    assert!(run("", &["run", "a.go"]).contains("\t./a.go:3"));
    assert!(run("p", &["run", "a.go"]).contains("\t./a.go:4"));
}

#[test]
fn another_minigo_compiles_again() {
    let dir =
        ProgramDir::new("binary", &[("a.go", "package main\n\nfunc main() { println(1) }\n")]);
    dir.run_with_miss(&["run", "a.go"]);
    let mut bytes = fs::read(env!("CARGO_BIN_EXE_minigo")).unwrap();
    // The header of the build id's note: lengths of the name and the id, type, name.
    let note = b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0";
    let at = bytes.windows(note.len()).position(|w| w == note).unwrap() + note.len();
    bytes[at] ^= 1;
    let other = dir.source_path("minigo");
    fs::write(&other, bytes).unwrap();
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).unwrap();
    let run = || {
        let mut command = Command::new(&other);
        command
            .args(["run", "a.go"])
            .current_dir(dir.source_path(""))
            .env("MINIGOCACHE", dir.cache_dir());
        assert_eq!(support::run(command, "").stderr, "1\n");
        dir.cache_entries()
    };
    let both = run();
    assert_eq!(both.len(), 2);
    assert_eq!(run(), both, "the other program has its own entry");
    dir.run_with_hit(&["run", "a.go"]);
}

#[test]
fn damaged_entries_are_replaced() {
    let dir = ProgramDir::new(
        "damage",
        &[("a.go", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n")],
    );
    dir.run_with_miss_then_hit(&["run", "a.go"]);
    let entry = dir.cache_entries()[0].0.clone();
    let whole = fs::read(&entry).unwrap();
    let end = whole.len();
    let mut cases =
        vec![Vec::new(), b"minigo\n\0".to_vec(), vec![0; end], [&whole[..], b"x"].concat()];
    cases.extend([31, 32, 55, 56, 4096, end / 2, end - 1].map(|length| whole[..length].to_vec()));
    for at in [0, 8, 16, 24, 55, 56, 64, 5000, end / 2, end - 1] {
        let mut one = whole.clone();
        one[at] ^= 0x10;
        cases.push(one);
    }
    for case in cases {
        fs::write(&entry, &case).unwrap();
        let ran = dir.run_with_miss_then_hit(&["run", "a.go"]);
        assert_eq!((&*ran.stdout, &*ran.stderr), ("1\n", ""));
        assert!(fs::read(&entry).unwrap() == whole, "compiling twice gives the same");
    }
}

#[test]
fn without_a_usable_directory_programs_run_all_the_same() {
    let dir = ProgramDir::new(
        "place",
        &[("a.go", "package main\n\nfunc main() { println(1) }\n"), ("file", "")],
    );
    let run = |cache: &Path| {
        let ran = minigo_with_cache(cache, &dir.source_path(""), &["run", "a.go"], "");
        assert_eq!((&*ran.stderr, ran.status), ("1\n", Some(0)));
    };
    run(&dir.source_path("file"));
    run(&dir.source_path("file/below"));
    run(Path::new("/proc/no/such/place"));
    // Other users could put programs into a cache directory that they may write to.
    let open = dir.source_path("open");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
    run(&open);
    assert_eq!(fs::read_dir(&open).unwrap().count(), 0);
    // A cache directory that minigo creates belongs to the user alone.
    run(&dir.source_path("new/cache"));
    assert_eq!(fs::metadata(dir.source_path("new/cache")).unwrap().mode() & 0o777, 0o700);
    // The two files are an entry and the key.
    assert_eq!(fs::read_dir(dir.source_path("new/cache")).unwrap().count(), 2);
    // Entries that were written before all users could write to the directory are not used.
    fs::set_permissions(dir.source_path("new/cache"), fs::Permissions::from_mode(0o777)).unwrap();
    run(&dir.source_path("new/cache"));
}

#[test]
fn environment_variables_choose_the_cache_directory() {
    let dir = ProgramDir::new("where", &[("a.go", "package main\n\nfunc main() {}\n")]);
    let count = |path: &str| {
        let found = fs::read_dir(dir.source_path(path)).into_iter().flatten().flatten();
        found.filter(|file| file.file_name() != "key").count()
    };
    let run = |variables: &[(&str, PathBuf)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
        command.args(["run", "a.go"]).current_dir(dir.source_path(""));
        for variable in ["MINIGOCACHE", "XDG_CACHE_HOME", "HOME"] {
            command.env_remove(variable);
        }
        command.envs(variables.iter().map(|(n, v)| (n, v)));
        let ran = support::run(command, "");
        assert_eq!((&*ran.stderr, ran.status), ("", Some(0)));
    };
    run(&[]);
    run(&[("MINIGOCACHE", "off".into()), ("HOME", dir.source_path("home"))]);
    assert_eq!(count("home"), 0);
    run(&[("HOME", dir.source_path("home"))]);
    assert_eq!(count("home/.cache/minigo"), 1);
    run(&[("XDG_CACHE_HOME", dir.source_path("xdg")), ("HOME", dir.source_path("home"))]);
    assert_eq!(count("xdg/minigo"), 1);
    run(&[("MINIGOCACHE", dir.source_path("own")), ("XDG_CACHE_HOME", dir.source_path("xdg"))]);
    assert_eq!(count("own"), 1);
}

#[test]
fn sources_from_pipes_are_not_cached() {
    let text = "package main\n\nfunc main() { println(1) }\n";
    let dir = ProgramDir::new("pipes", &[("a.go", text)]);
    let ran = minigo_with_cache(&dir.cache_dir(), &dir.source_path(""), &["run", "-"], text);
    assert_eq!(ran.stderr, "1\n");
    assert!(dir.cache_entries().is_empty());
    // A pipe in place of the program is read once, by the compiler.
    dir.run_with_miss(&["run", "a.go"]);
    fs::remove_file(dir.source_path("a.go")).unwrap();
    let made = Command::new("mkfifo").arg(dir.source_path("a.go")).status();
    assert!(made.unwrap().success());
    let (pipe, text) = (dir.source_path("a.go"), text.replace('1', "2"));
    let writer = std::thread::spawn(move || fs::write(pipe, text).unwrap());
    let before = dir.cache_entries();
    assert_eq!(dir.run(&["run", "a.go"]).stderr, "2\n");
    writer.join().unwrap();
    assert_eq!(dir.cache_entries(), before);
}

#[test]
fn runs_at_the_same_time_do_not_disturb_each_other() {
    let dir =
        ProgramDir::new("parallel", &[("a.go", "package main\n\nfunc main() { println(1) }\n")]);
    for _ in 0..3 {
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let ran = dir.run(&["run", "a.go"]);
                    assert_eq!((&*ran.stderr, ran.status), ("1\n", Some(0)));
                });
            }
        });
        assert_eq!(dir.cache_entries().len(), 1, "the cache has no incomplete file");
        dir.run_with_hit(&["run", "a.go"]);
        // The next round must not find the entry intact.
        fs::write(&dir.cache_entries()[0].0, "damaged").unwrap();
    }
}

#[test]
fn clean_removes_entries_and_nothing_else() {
    let dir = ProgramDir::new("clean", &[("a.go", "package main\n\nfunc main() {}\n")]);
    let clean = || {
        let ran = dir.run(&["clean"]);
        assert_eq!((&*ran.stdout, &*ran.stderr, ran.status), ("", "", Some(0)));
    };
    clean();
    dir.run_with_miss(&["run", "a.go"]);
    fs::write(dir.cache_dir().join("notes.txt"), "mine").unwrap();
    clean();
    let left = fs::read_dir(dir.cache_dir()).unwrap().map(|file| file.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["notes.txt"]);
    dir.run_with_miss(&["run", "a.go"]);
}

/// Returns a program that prints one number, with its entry in the cache.
fn one_number_program(name: &str) -> ProgramDir {
    let dir = ProgramDir::new(name, &[("a.go", "package main\n\nfunc main() { println(1) }\n")]);
    dir.run_with_miss_then_hit(&["run", "a.go"]);
    dir
}

#[test]
fn the_key_is_the_users_alone() {
    let dir = one_number_program("key");
    let key = dir.cache_dir().join("key");
    let found = fs::metadata(&key).unwrap();
    assert_eq!((found.mode() & 0o777, found.len()), (0o600, 32));
    let first = fs::read(&key).unwrap();
    assert_ne!(first, [0; 32]);
    let other = one_number_program("key-other");
    assert_ne!(
        first,
        fs::read(other.cache_dir().join("key")).unwrap(),
        "each cache has a signing key of its own"
    );
}

#[test]
fn a_signing_key_readable_by_others_is_replaced() {
    let dir = one_number_program("open-key");
    let key = dir.cache_dir().join("key");
    let first = fs::read(&key).unwrap();
    for mode in [0o640, 0o604, 0o620, 0o601] {
        let before = fs::read(&key).unwrap();
        fs::set_permissions(&key, fs::Permissions::from_mode(mode)).unwrap();
        assert_eq!(dir.run_with_miss_then_hit(&["run", "a.go"]).stderr, "1\n");
        assert_ne!(fs::read(&key).unwrap(), before, "{mode:o}");
        assert_eq!(fs::metadata(&key).unwrap().mode() & 0o777, 0o600);
    }
    // A key that is not a regular file of 32 bytes is not used either.
    let elsewhere = dir.source_path("key");
    fs::write(&elsewhere, &first).unwrap();
    fs::set_permissions(&elsewhere, fs::Permissions::from_mode(0o600)).unwrap();
    fs::remove_file(&key).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &key).unwrap();
    dir.run_with_miss_then_hit(&["run", "a.go"]);
    assert!(fs::symlink_metadata(&key).unwrap().is_file());
    assert_eq!(fs::read(&elsewhere).unwrap(), first);
    for short in [&b""[..], &first[..31]] {
        fs::write(&key, short).unwrap();
        dir.run_with_miss_then_hit(&["run", "a.go"]);
        assert_eq!(fs::metadata(&key).unwrap().len(), 32);
    }
}

#[test]
fn a_cache_entry_signed_by_another_key_is_ignored() {
    let (mine, theirs) = (one_number_program("mine"), one_number_program("theirs"));
    let run = ["run", "a.go"];
    // The same program under the same name; only the directory and the key differ.
    let program = theirs.source_path("a.go");
    let program = ["run", program.to_str().unwrap()];
    let before = theirs.cache_entries();
    theirs.run_with_miss_then_hit(&program);
    let is_new = |e: &&(PathBuf, _)| before.iter().all(|old| old.0 != e.0);
    let entry = theirs.cache_entries().iter().find(is_new).unwrap().0.clone();
    let here = mine.cache_dir().join(entry.file_name().unwrap());
    fs::copy(&entry, &here).unwrap();
    let signed = fs::read(&here).unwrap();
    let ran = minigo_with_cache(&mine.cache_dir(), &theirs.source_path(""), &program, "");
    assert_eq!(ran.stderr, "1\n");
    assert!(
        fs::read(&here).unwrap() != signed,
        "the program was compiled again, and its entry signed with this cache's key"
    );
    // If the signing key had been copied too, the copied entry would have been used.
    fs::copy(&entry, &here).unwrap();
    fs::copy(theirs.cache_dir().join("key"), mine.cache_dir().join("key")).unwrap();
    let before = mine.cache_entries();
    assert_eq!(
        minigo_with_cache(&mine.cache_dir(), &theirs.source_path(""), &program, "").stderr,
        "1\n"
    );
    assert_eq!(mine.cache_entries(), before);
    mine.run_with_miss(&run);
}

#[test]
fn an_unsigned_cache_entry_is_ignored() {
    let dir = one_number_program("forged");
    let entry = dir.cache_entries()[0].0.clone();
    let whole = fs::read(&entry).unwrap();
    // Lengths and format are right, but one instruction or the signature differs.
    let code = 56 + 8 + 8 * 100;
    for (at, bytes) in [(code, &[1, 0][..]), (24, &[0; 32]), (24, blake3_of(&whole).as_bytes())] {
        let mut forged = whole.clone();
        forged[at..at + bytes.len()].copy_from_slice(bytes);
        assert!(forged != whole);
        fs::write(&entry, &forged).unwrap();
        assert_eq!(dir.run_with_miss_then_hit(&["run", "a.go"]).stderr, "1\n");
        assert!(fs::read(&entry).unwrap() == whole);
    }
}

/// Computes a digest that an attacker could compute, too.
fn blake3_of(entry: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&entry[..24]).update(&entry[56..]);
    hasher.finalize()
}

#[test]
fn truncating_a_mapped_cache_entry_reports_a_fault() {
    let text = "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() {\n\tprintln(\"ready\")\n\
        \tos.Stdin.Read(make([]byte, 1))\n\tfmt.Printf(\"%v %q\\n\", struct{ a int }{1}, \"x\")\n}\n";
    let dir = ProgramDir::new("shrinks", &[("a.go", text)]);
    dir.run_with_miss_then_hit(&["run", "a.go"]);
    let entry = dir.cache_entries()[0].0.clone();
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command
        .args(["run", "a.go"])
        .current_dir(dir.source_path(""))
        .env("MINIGOCACHE", dir.cache_dir());
    let ran = support::run_until(command, |told| {
        let ready = told.contains("ready");
        if ready {
            fs::File::options().write(true).open(&entry).unwrap().set_len(0).unwrap();
        }
        ready
    });
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    for told in ["fatal error: fault", "[signal SIGBUS: bus error code=0x2 addr=0x"] {
        assert!(ran.stderr.contains(told), "no {told} in {}", ran.stderr);
    }
}
