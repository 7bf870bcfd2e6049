//! Machine code that is stored with a compiled program in the cache: the next run starts with it, and accepts no code
//! of another program.
//!
//! `MINIGODEBUG=jitstats=1` reports how many functions a run has compiled, and how many it took from the cache.
//! (`programs.rs` tests that every program behaves the same with code from the cache.)

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Computes with the functions that its argument names, long enough for the functions to be compiled.
const PROGRAM: &str = r#"package main

import (
	"os"
	"time"
)

//go:noinline
func mix(n int) (sum uint64) {
	for i := range n {
		sum = sum*31 ^ uint64(i)
	}
	return sum
}

//go:noinline
func fill(n int) (sum int) {
	var table [64]int
	for i := range n {
		table[i&63] += i
	}
	for _, x := range table {
		sum += x
	}
	return sum
}

func race() (sum int) {
	x, done := 0, make(chan bool)
	go func() {
		for i := range 3000000 {
			x = i // writes
		}
		done <- true
	}()
	for range 3000000 {
		sum += x // reads
	}
	<-done
	return sum & 0
}

func main() {
	mode := os.Args[1]
	if mode == "race" {
		println(race())
		time.Sleep(200 * time.Millisecond)
		return
	}
	if mode == "brief" {
		println(mix(1000000))
		return
	}
	for round := range 10 {
		if mode != "fill" {
			println(mix(3000000))
		}
		if mode == "fill" || mode == "both" {
			println(fill(3000000))
		}
		if round == 7 {
			// The compiler's thread yields to the program.
			time.Sleep(200 * time.Millisecond)
		}
	}
	switch mode {
	case "exit":
		os.Exit(3)
	case "panic":
		panic("enough")
	case "nil":
		var p *int
		println(*p)
	case "sleep":
		time.Sleep(time.Hour)
	}
}
"#;

/// A directory with the program, and a cache beside it.
struct ProgramDir(support::Dir);

/// The result of a run.
struct RunResult {
    text: String,
    status: Option<i32>,
    compiled_count: u64,
    loaded_count: u64,
}

impl ProgramDir {
    fn new(name: &str) -> Self {
        Self(support::Dir::new(name, &[("a.go", PROGRAM)]))
    }

    fn cache_dir(&self) -> PathBuf {
        self.0.0.join("cache")
    }

    fn command(&self, flags: &[&str], mode: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
        command.arg("run").args(flags).args(["a.go", mode]);
        command.current_dir(&self.0.0).env("MINIGOCACHE", self.cache_dir());
        command.env("MINIGODEBUG", "jitstats=1,jit=on");
        command
    }

    fn run(&self, mode: &str) -> RunResult {
        self.run_with(&[], mode)
    }

    fn run_with(&self, flags: &[&str], mode: &str) -> RunResult {
        let ran = support::run(self.command(flags, mode), "");
        let stats = ran.stderr.lines().find(|line| line.starts_with("jit: "));
        let stats = stats.unwrap_or_else(|| panic!("no counts in {}", ran.stderr));
        let mut counts = stats.split("functions").map(|before| {
            before.split([' ', ';']).rfind(|word| !word.is_empty()).unwrap().parse::<u64>()
        });
        let mut count = || counts.next().unwrap().unwrap();
        let (compiled, loaded) = (count(), count());
        // The address of the instruction with the bad access varies.
        let text =
            ran.stderr.lines().filter(|l| !l.starts_with("jit: ") && !l.starts_with("[signal "));
        let text = text.map(|line| format!("{line}\n")).collect();
        RunResult { text, status: ran.status, compiled_count: compiled, loaded_count: loaded }
    }

    /// Runs until code comes from the cache: on a busy machine, a run may end before its code is compiled.
    fn run_until_code_loaded(&self, mode: &str) -> RunResult {
        let ran = (0..10).map(|_| self.run(mode)).find(|ran| ran.loaded_count > 0);
        ran.expect("a run begins with the code of the run before")
    }

    /// Returns the files of the cache whose names have this ending.
    fn cache_files(&self, ending: &str) -> Vec<PathBuf> {
        let found = fs::read_dir(self.cache_dir()).into_iter().flatten().flatten();
        let found = found.map(|file| file.path());
        found.filter(|path| path.to_str().unwrap().ends_with(ending)).collect()
    }

    fn native_file(&self) -> PathBuf {
        match &self.cache_files(".native")[..] {
            [one] => one.clone(),
            found => panic!("{found:?}"),
        }
    }

    /// Runs the program until its machine code is in the cache, and returns the file of that code.
    fn with_stored_code(name: &str) -> (Self, PathBuf) {
        let dir = Self::new(name);
        assert_eq!(dir.run("mix").loaded_count, 0);
        dir.run_until_code_loaded("mix");
        let native = dir.native_file();
        (dir, native)
    }

    /// Signs machine code as minigo does, for the existing entry.
    fn sign(&self, code: &[u8]) -> Vec<u8> {
        let key: [u8; 32] = fs::read(self.cache_dir().join("key")).unwrap().try_into().unwrap();
        let entry = fs::read(&self.cache_files(".entry")[0]).unwrap();
        let mut hasher = blake3::Hasher::new_keyed(&key);
        hasher.update(MAGIC).update(&entry[24..56]).update(code);
        [&MAGIC[..], hasher.finalize().as_bytes(), code].concat()
    }
}

const MAGIC: &[u8; 8] = b"minigo\n\x01";
/// The offset of the code in the file.
const HEADER_LEN: usize = 40;

fn inode(path: &Path) -> u64 {
    fs::metadata(path).unwrap().ino()
}

#[test]
fn the_second_run_begins_with_the_code_of_the_first() {
    let dir = ProgramDir::new("second");
    let first = dir.run("mix");
    let second = dir.run_until_code_loaded("mix");
    assert_eq!((first.loaded_count, first.status), (0, Some(0)));
    assert_eq!((&second.text, second.status), (&first.text, Some(0)));
    let mut before = second;
    // In each process, the code, the context and the tables have other addresses.
    for _ in 0..3 {
        let (native, written) = (dir.native_file(), inode(&dir.native_file()));
        let next = dir.run("mix");
        assert!(
            next.loaded_count >= before.loaded_count,
            "{} of {}",
            next.loaded_count,
            before.loaded_count
        );
        assert_eq!((&next.text, next.status), (&first.text, Some(0)));
        if next.compiled_count == 0 {
            assert_eq!(inode(&native), written, "there is nothing new to store");
        }
        before = next;
    }
    let native = dir.native_file();
    assert_eq!(fs::metadata(&native).unwrap().mode() & 0o777, 0o600);
}

#[test]
fn code_compiled_by_later_runs_is_added_to_the_cache() {
    let (dir, native) = ProgramDir::with_stored_code("added");
    let of_mix = fs::metadata(&native).unwrap().len();
    let ran = dir.run("fill");
    assert!(ran.loaded_count > 0);
    let both =
        (0..10).map(|_| dir.run("both")).find(|both| both.loaded_count > ran.loaded_count).unwrap();
    assert!(fs::metadata(&native).unwrap().len() > of_mix);
    let plain = support::run(dir.command(&["--jit=off"], "both"), "");
    assert!(plain.stderr.starts_with(&both.text));
}

/// The code contains numbers of instructions, which the race detector assigns in the order of their first accesses.
#[test]
fn code_compiled_for_the_race_detector_is_stored_too() {
    let dir = ProgramDir::new("race");
    // Returns all lines that the report names, sorted, because the order of the two accesses varies.
    let lines = |ran: &RunResult| {
        let lines = ran.text.lines().filter_map(|line| line.split_once("a.go:"));
        let mut lines: Vec<_> =
            lines.map(|(_, at)| at.split(' ').next().unwrap().to_owned()).collect();
        lines.sort();
        lines.dedup();
        lines
    };
    let first = dir.run_with(&["--race"], "race");
    assert_eq!((first.loaded_count, first.status), (0, Some(66)), "{}", first.text);
    let marked = |mark| 1 + PROGRAM.lines().position(|line| line.ends_with(mark)).unwrap();
    for mark in ["// writes", "// reads"] {
        assert!(first.text.contains(&format!("a.go:{} ", marked(mark))), "{}", first.text);
    }
    let later = (0..10).map(|_| dir.run_with(&["--race"], "race")).find(|ran| ran.loaded_count > 0);
    let later = later.expect("a run begins with the code of the run before");
    assert_eq!((lines(&later), later.status), (lines(&first), Some(66)), "{}", later.text);
    // Without the detector, the program's code is another one.
    assert_eq!(dir.run("mix").loaded_count, 0);
}

#[test]
fn a_program_that_is_always_over_soon_is_compiled_after_some_runs() {
    let dir = ProgramDir::new("brief");
    let first = dir.run("brief");
    assert_eq!((first.compiled_count, first.loaded_count), (0, 0));
    let loaded = (0..100).map(|_| dir.run("brief")).find(|ran| ran.loaded_count > 0).unwrap();
    assert_eq!((loaded.text, loaded.status), (first.text, Some(0)));
}

#[test]
fn machine_code_is_stored_however_a_program_ends() {
    for (mode, status) in [("exit", 3), ("panic", 2), ("nil", 2)] {
        let dir = ProgramDir::new(mode);
        let first = dir.run(mode);
        assert_eq!(first.status, Some(status));
        let second = dir.run_until_code_loaded(mode);
        assert_eq!((second.text, second.status), (first.text, first.status), "{mode}");
    }
}

#[test]
fn machine_code_is_stored_before_a_program_is_killed() {
    let dir = ProgramDir::new("killed");
    let mut command = dir.command(&[], "sleep");
    let mut child = command.stderr(Stdio::null()).stdin(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while dir.cache_files(".native").is_empty() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    dir.native_file();
    assert!(dir.run("mix").loaded_count > 0);
}

#[test]
fn damaged_code_is_refused_and_replaced() {
    let (dir, native) = ProgramDir::with_stored_code("damaged");
    let want = dir.run("mix").text;
    let whole = fs::read(&native).unwrap();
    let end = whole.len();
    let mut cases = vec![Vec::new(), vec![0; end], [&whole[..], b"x"].concat()];
    cases.extend([7, 8, 39, 40, 44, end / 2, end - 1].map(|length| whole[..length].to_vec()));
    for at in [0, 7, 8, 39, 40, 44, end / 2, end - 1] {
        let mut one = whole.clone();
        one[at] ^= 0x10;
        cases.push(one);
    }
    for (number, case) in cases.iter().enumerate() {
        fs::write(&native, case).unwrap();
        let ran = dir.run("mix");
        assert_eq!((ran.loaded_count, &ran.text), (0, &want), "case {number}");
        if ran.compiled_count > 0 {
            assert!(fs::read(&native).unwrap() != *case, "case {number}");
        }
    }
    dir.run_until_code_loaded("mix");
}

#[test]
fn code_of_another_program_or_another_key_is_refused() {
    let ((dir, native), (other, theirs)) =
        (ProgramDir::with_stored_code("own"), ProgramDir::with_stored_code("other"));
    // Code signed with the key of another cache.
    fs::copy(&theirs, &native).unwrap();
    assert_eq!(dir.run("mix").loaded_count, 0);
    // The code belongs to another program with the same key, whose cache entry has another name.
    fs::copy(dir.cache_dir().join("key"), other.cache_dir().join("key")).unwrap();
    fs::write(other.0.0.join("a.go"), PROGRAM.replace("*31", "*33")).unwrap();
    other.run_until_code_loaded("mix");
    fs::copy(other.native_file(), &native).unwrap();
    assert_eq!(dir.run("mix").loaded_count, 0);
    dir.run_until_code_loaded("mix");
    // The code of the unchanged program is put in the place of the changed program's code.
    let before = fs::read(&native).unwrap();
    fs::write(dir.0.0.join("a.go"), PROGRAM.replace("*31", "*33")).unwrap();
    let changed = dir.run("mix");
    assert_eq!(changed.loaded_count, 0);
    fs::write(&native, before).unwrap();
    let ran = dir.run("mix");
    assert_eq!((ran.loaded_count, ran.text), (0, changed.text));
}

#[test]
fn code_for_another_processor_is_refused() {
    let (dir, native) = ProgramDir::with_stored_code("processor");
    let code = fs::read(&native).unwrap()[HEADER_LEN..].to_vec();
    let place = |wanted: &[u8]| code.windows(wanted.len()).position(|w| w == wanted).unwrap();
    let put = |code: &[u8]| fs::write(&native, dir.sign(code)).unwrap();
    put(&code);
    assert!(dir.run("mix").loaded_count > 0, "minigo has signed the entry");
    let feature = if cfg!(target_arch = "x86_64") { "has_sse41" } else { "enable_pinned_reg" };
    for wanted in [std::env::consts::ARCH, feature, "speed"] {
        let mut foreign = code.clone();
        foreign[place(wanted.as_bytes())] ^= 1;
        put(&foreign);
        let ran = dir.run("mix");
        assert_eq!(ran.loaded_count, 0, "{wanted}");
        // The program's own code replaces the foreign code.
        dir.run_until_code_loaded("mix");
    }
}

#[test]
fn interpreted_runs_keep_stored_machine_code() {
    let dir = ProgramDir::new("alone");
    for flags in [&["--jit=off"][..], &["--seed", "1"]] {
        assert_eq!(dir.run_with(flags, "mix").compiled_count, 0);
        assert_eq!(dir.cache_files(".native"), [""; 0].map(PathBuf::from));
    }
    dir.run_until_code_loaded("mix");
    let (native, garbage) =
        (dir.native_file(), "the stored machine code is neither read nor written");
    fs::write(&native, garbage).unwrap();
    for flags in [&["--jit=off"][..], &["--seed", "1"]] {
        let ran = dir.run_with(flags, "mix");
        assert_eq!((ran.compiled_count, ran.loaded_count), (0, 0));
        assert_eq!(fs::read_to_string(&native).unwrap(), garbage);
    }
}

#[test]
fn runs_at_the_same_time_do_not_disturb_each_other() {
    let dir = ProgramDir::new("parallel");
    let want = ["mix", "fill", "both"].map(|mode| {
        let alone = support::run(dir.command(&["--jit=off"], mode), "").stderr;
        alone.lines().filter(|line| !line.starts_with("jit: ")).map(|l| format!("{l}\n")).collect()
    });
    let want: [String; 3] = want;
    for _ in 0..2 {
        std::thread::scope(|scope| {
            for (mode, want) in ["mix", "fill", "both"].iter().zip(&want).cycle().take(6) {
                let dir = &dir;
                scope.spawn(move || assert_eq!(dir.run(mode).text, *want, "{mode}"));
            }
        });
        dir.run_until_code_loaded("mix");
        assert!(dir.cache_files(".new").is_empty(), "the cache has no incomplete file");
        fs::write(dir.native_file(), "damaged").unwrap();
    }
}

#[test]
fn clean_removes_code_too() {
    let (dir, _) = ProgramDir::with_stored_code("clean");
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.arg("clean").env("MINIGOCACHE", dir.cache_dir());
    assert_eq!(support::run(command, "").status, Some(0));
    assert_eq!(fs::read_dir(dir.cache_dir()).unwrap().count(), 0);
}
