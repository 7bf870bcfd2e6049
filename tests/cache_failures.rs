//! Every failure of the cache is a miss: the program runs as it would without a cache.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::ffi::CString;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

const HELLO: &str = "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n";

/// A directory with a program, and a cache that contains the program.
struct ProgramDir {
    dir: PathBuf,
}

impl ProgramDir {
    fn new(name: &str) -> Self {
        let dir = format!("minigo-cache-failures-{}-{name}", std::process::id());
        let dir = std::env::temp_dir().join(dir);
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join("hello.go"), HELLO).unwrap();
        let world = Self { dir };
        world.assert_prints_hello("the first run");
        assert!(world.cache_files().len() >= 2, "an entry and a key: {:?}", world.cache_files());
        world
    }

    fn cache_dir(&self) -> PathBuf {
        self.dir.join("cache")
    }

    /// Returns the files of the cache.
    fn cache_files(&self) -> Vec<PathBuf> {
        let found = fs::read_dir(self.cache_dir()).unwrap().map(|entry| entry.unwrap().path());
        found.filter(|path| path.is_file()).collect()
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
        command.args(["run", "hello.go"]);
        command.current_dir(&self.dir).env("MINIGOCACHE", self.cache_dir());
        command
    }

    fn assert_prints_hello(&self, when: &str) {
        assert_command_prints_hello(self.command(), when);
    }
}

impl Drop for ProgramDir {
    fn drop(&mut self) {
        let _ = fs::set_permissions(self.cache_dir(), fs::Permissions::from_mode(0o700));
        let _ = fs::remove_dir_all(&self.dir);
    }
}

fn assert_command_prints_hello(command: Command, when: &str) {
    let output = support::run_output(command);
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!((&*out, &*err), ("hello\n", ""), "{when}: {}", output.status);
    assert!(output.status.success(), "{when}: {}", output.status);
}

fn make_fifo(at: &Path) {
    let path = CString::new(at.as_os_str().as_bytes()).unwrap();
    // SAFETY: the path ends in zero.
    assert_eq!(unsafe { libc::mkfifo(path.as_ptr(), 0o600) }, 0);
}

/// The name of an obstacle, and the function that creates it at a path.
type FileReplacement = (&'static str, fn(&Path));

/// The obstacles that may exist in place of a file.
const FILE_REPLACEMENTS: [FileReplacement; 7] = [
    ("a pipe", make_fifo),
    ("a directory", |at| fs::create_dir(at).unwrap()),
    ("a directory that is not empty", |at| fs::create_dir_all(at.join("x")).unwrap()),
    ("a link to itself", |at| symlink(at, at).unwrap()),
    ("a link to nothing", |at| symlink("nothing/there", at).unwrap()),
    ("an empty file", |at| fs::write(at, "").unwrap()),
    ("a device", |at| symlink("/dev/zero", at).unwrap()),
];

#[test]
fn another_file_type_in_place_of_a_cache_file() {
    for (what, make) in FILE_REPLACEMENTS {
        let world = ProgramDir::new("obstacle");
        for file in world.cache_files() {
            fs::remove_file(&file).unwrap();
            make(&file);
            world.assert_prints_hello(&format!("{what} in the place of {}", file.display()));
            world.assert_prints_hello(&format!("{what}, a second time"));
        }
    }
}

#[test]
fn another_file_type_in_place_of_the_cache_directory() {
    for (what, make) in FILE_REPLACEMENTS {
        let world = ProgramDir::new("directory");
        fs::remove_dir_all(world.cache_dir()).unwrap();
        make(&world.cache_dir());
        world.assert_prints_hello(what);
        world.assert_prints_hello(what);
        let _ = fs::remove_file(world.cache_dir());
    }
}

#[test]
fn files_that_are_cut_or_changed() {
    let world = ProgramDir::new("cut");
    for file in world.cache_files() {
        let whole = fs::read(&file).unwrap();
        for length in [0, 1, 7, 8, 23, 24, 55, 56, 57, whole.len() / 2, whole.len() - 1] {
            fs::write(&file, &whole[..length.min(whole.len())]).unwrap();
            world.assert_prints_hello(&format!("{length} bytes of {}", file.display()));
        }
        for at in [0, 8, 16, 24, 40, 56, whole.len() / 2, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[at.min(whole.len() - 1)] ^= 0x55;
            fs::write(&file, changed).unwrap();
            world.assert_prints_hello(&format!("byte {at} of {}", file.display()));
        }
        fs::write(&file, whole).unwrap();
        world.assert_prints_hello("whole again");
    }
}

#[test]
fn files_that_may_not_be_read_or_written() {
    let world = ProgramDir::new("rights");
    for mode in [0o000, 0o200, 0o777] {
        for file in world.cache_files() {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            world.assert_prints_hello(&format!("{mode:o} {}", file.display()));
        }
    }
    for mode in [0o500, 0o000, 0o777] {
        fs::set_permissions(world.cache_dir(), fs::Permissions::from_mode(mode)).unwrap();
        world.assert_prints_hello(&format!("{mode:o}"));
    }
}

#[test]
fn files_that_may_not_grow() {
    let world = ProgramDir::new("limit");
    // The limit of a file's size in blocks of 512 or 1024 bytes: one block is too few for a key, eight are too few for
    // an entry.
    for blocks in ["0", "1", "8", "100"] {
        fs::remove_dir_all(world.cache_dir()).unwrap();
        let mut command = Command::new("/bin/sh");
        let minigo = env!("CARGO_BIN_EXE_minigo");
        command.args(["-c", &format!("ulimit -f {blocks}; exec '{minigo}' run hello.go")]);
        command.current_dir(&world.dir).env("MINIGOCACHE", world.cache_dir());
        assert_command_prints_hello(command, &format!("ulimit -f {blocks}"));
        assert!(world.cache_dir().is_dir(), "the run has tried to write");
        let left = world.cache_files();
        assert!(left.iter().all(|file| !file.to_string_lossy().ends_with(".new")), "{left:?}");
    }
    world.assert_prints_hello("without a limit");
}

#[test]
fn a_full_disk() {
    let world = ProgramDir::new("full");
    fs::remove_dir_all(world.cache_dir()).unwrap();
    fs::create_dir(world.cache_dir()).unwrap();
    let minigo = env!("CARGO_BIN_EXE_minigo");
    // The script runs in a mount namespace of its own, in which it may mount; where it may not, it exits with 77.
    let script = format!(
        "mount -t tmpfs -o size=8k,mode=700 none cache 2>/dev/null || exit 77; exec '{minigo}' run hello.go"
    );
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "/bin/sh", "-c", &script]);
    command.current_dir(&world.dir).env("MINIGOCACHE", world.cache_dir());
    if Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "true"])
        .output()
        .is_ok_and(|o| o.status.success())
    {
        let output = support::run_output(command);
        if output.status.code() != Some(77) {
            assert_eq!(String::from_utf8_lossy(&output.stdout), "hello\n");
            assert_eq!(String::from_utf8_lossy(&output.stderr), "");
            return;
        }
    }
    support::report_skipped_test("a full disk", "no file system can be mounted here");
}
