//! Random operations on files give the same results, and the same files at the end, in a world and on the real file
//! system.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use minigo_vm::host::{FdCall, Host, PathCall, STAT_BYTES, SystemHost};
use minigo_world::{OutsideWorld, World};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use support::Rng;

/// The names on which operations are made.
const NAMES: [&str; 16] = [
    "a", "b", "c", "d", "d/a", "d/b", "d/e", "d/e/a", "a/b", "l", "l/a", "d/", "a/", "d/..", "d/.",
    "new/a",
];

/// How many sequences of operations there are, and below the length of each.
const SEQUENCE_COUNT: u64 = 300;
const OPERATIONS_PER_SEQUENCE: usize = 60;

/// Flags of open(2) as hosts take them: the values of linux/amd64.
const O_DIRECTORY: i32 = 0o200_000;
const O_NOFOLLOW: i32 = 0o400_000;

fn name(rng: &mut Rng) -> &'static str {
    NAMES[rng.below(NAMES.len() as u64) as usize]
}

/// A real directory with some files.
fn make_files(dir: &Path) {
    std::fs::create_dir_all(dir.join("d/e")).unwrap();
    std::fs::write(dir.join("a"), vec![b'a'; 5000]).unwrap();
    std::fs::write(dir.join("d/b"), "text").unwrap();
    std::fs::hard_link(dir.join("d/b"), dir.join("d/e/a")).unwrap();
    std::os::unix::fs::symlink("d", dir.join("l")).unwrap();
}

/// A host, and the directory in which operations are made.
struct HostDirectory<'a> {
    host: &'a dyn Host,
    dir: &'a Path,
}

impl HostDirectory<'_> {
    fn path(&self, name: &str) -> Vec<u8> {
        format!("{}/{name}", self.dir.display()).into_bytes()
    }

    /// Opens, seeks, writes and reads; returns the result of each.
    fn open(&self, name: &str, flags: i32, at: i64, text: &[u8]) -> String {
        let fd = match self.host.open(&self.path(name), flags, 0o644) {
            Ok(fd) => fd,
            Err(errno) => return format!("error {errno}"),
        };
        let mut buf = [0; 32];
        let mut out = String::new();
        let _ = write!(out, "seek {:?} ", self.host.lseek(fd, at, libc::SEEK_SET));
        let _ = write!(out, "write {:?} ", self.host.write(fd, text));
        let _ = write!(out, "pwrite {:?} ", self.host.pwrite(fd, text, 3));
        let _ = write!(out, "at {:?} ", self.host.lseek(fd, 0, libc::SEEK_CUR));
        let read = self.host.pread(fd, &mut buf, at);
        let _ = write!(out, "read {read:?} {buf:?} ");
        let _ = write!(out, "truncate {:?} ", self.host.fd_call(FdCall::Truncate, fd, at, 0));
        let _ = write!(out, "mode {:?} ", self.describe_open(fd));
        self.host.fd_call(FdCall::Close, fd, 0, 0).unwrap();
        out
    }

    fn describe_open(&self, fd: i32) -> String {
        let mut bytes = [0; STAT_BYTES];
        self.host
            .stat(fd, b"", true, &mut bytes)
            .map_or_else(|e| e.to_string(), |()| portable_fields(&bytes))
    }

    fn describe(&self, name: &str, follow: bool) -> String {
        let mut bytes = [0; STAT_BYTES];
        let result = self.host.stat(-1, &self.path(name), follow, &mut bytes);
        result.map_or_else(|errno| format!("error {errno}"), |()| portable_fields(&bytes))
    }

    fn list(&self, name: &str) -> String {
        let flags = libc::O_RDONLY | O_DIRECTORY;
        let fd = match self.host.open(&self.path(name), flags, 0) {
            Ok(fd) => fd,
            Err(errno) => return format!("error {errno}"),
        };
        let (mut names, mut buf) = (Vec::new(), [0; 256]);
        while let Ok(n @ 1..) = self.host.read_dirents(fd, &mut buf) {
            let mut rest = &buf[..n];
            while !rest.is_empty() {
                let len = usize::from(u16::from_le_bytes([rest[16], rest[17]]));
                let name = rest[19..len].split(|byte| *byte == 0).next().unwrap();
                names.push((String::from_utf8(name.to_vec()).unwrap(), rest[18]));
                rest = &rest[len..];
            }
        }
        names.sort();
        self.host.fd_call(FdCall::Close, fd, 0, 0).unwrap();
        format!("{names:?}")
    }

    fn call(&self, call: PathCall, a: &str, b: &str, x: i64) -> String {
        let a = if call == PathCall::Symlink { a.as_bytes().to_vec() } else { self.path(a) };
        format!("{:?}", self.host.path_call(call, &a, &self.path(b), x, 0))
    }

    /// Makes one operation, which depends only on the state of the generator.
    fn step(&self, rng: &mut Rng) -> String {
        let (a, b) = (name(rng), name(rng));
        let number = rng.below(9000) as i64;
        let text = vec![b'w'; rng.below(20) as usize];
        let result = match rng.below(16) {
            0 => self.call(PathCall::Mkdir, a, b, 0o755),
            1 => self.call(PathCall::Rmdir, a, b, 0),
            2 => self.call(PathCall::Unlink, a, b, 0),
            3 | 4 => self.call(PathCall::Rename, a, b, 0),
            5 => self.call(PathCall::Link, a, b, 0),
            6 => self.call(PathCall::Symlink, a, b, 0),
            7 => self.call(PathCall::Truncate, a, b, number),
            8 => self.call(PathCall::Chmod, a, b, 0o700 | number & 0o77),
            9 => self.list(a),
            10 => self.describe(a, false),
            11 => format!("{:?}", self.host.readlink(&self.path(a))),
            _ => {
                let mut flags = [libc::O_RDONLY, libc::O_WRONLY, libc::O_RDWR][number as usize % 3];
                let more = [libc::O_CREAT, libc::O_EXCL, libc::O_TRUNC, libc::O_APPEND];
                for flag in more.into_iter().chain([O_NOFOLLOW]) {
                    // POSIX does not specify O_EXCL without O_CREAT, and O_TRUNC without writing.
                    let wanted = rng.below(3) == 0;
                    let specified = (flag != libc::O_EXCL || flags & libc::O_CREAT != 0)
                        && (flag != libc::O_TRUNC || flags & libc::O_ACCMODE != libc::O_RDONLY);
                    if wanted && specified {
                        flags |= flag;
                    }
                }
                format!("{flags:o} {}", self.open(a, flags, number, &text))
            }
        };
        format!("{a} {b}: {result}")
    }

    /// The description and content of all files.
    fn describe_all(&self) -> String {
        let mut out = String::new();
        for name in NAMES {
            let _ = writeln!(
                out,
                "{name}: {} {} {} {:?} {}",
                self.describe(name, false),
                self.describe(name, true),
                self.list(name),
                self.host.readlink(&self.path(name)),
                self.open(name, libc::O_RDONLY, 0, b"")
            );
        }
        out
    }
}

/// The parts of a description that do not depend on the file system: file systems count the links of directories, and
/// their sizes, in different ways.
fn portable_fields(bytes: &[u8; STAT_BYTES]) -> String {
    let word = |n: usize| u64::from_le_bytes(bytes[8 * n..8 * n + 8].try_into().unwrap());
    let (links, mode, size) = (word(1 + 1), word(3) as u32, word(6));
    if mode & libc::S_IFMT == libc::S_IFDIR {
        format!("{mode:o}")
    } else {
        format!("{mode:o} {links} names {size} bytes")
    }
}

struct TempDir(PathBuf);

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn random_operations_have_the_results_of_the_real_file_system() {
    let root = std::env::temp_dir().join(format!("minigo-like-linux-{}", std::process::id()));
    let _removed = TempDir(root.clone());
    let outside = Arc::new(OutsideWorld::new(Arc::new(SystemHost::new(Vec::new()))));
    let below = root.join("below");
    make_files(&below);
    for seed in 0..SEQUENCE_COUNT {
        let real_dir = root.join(format!("real{seed}"));
        make_files(&real_dir);
        let system = SystemHost::new(Vec::new());
        let world = World::new(Arc::new(SystemHost::new(Vec::new()).with_seed(1)), outside.clone());
        let real = HostDirectory { host: &system, dir: &real_dir };
        let mine = HostDirectory { host: &world, dir: &below };
        let mut done = Vec::new();
        for number in 0..OPERATIONS_PER_SEQUENCE {
            let state = seed << 32 | number as u64;
            let wanted = real.step(&mut Rng(state));
            let got = mine.step(&mut Rng(state));
            assert_eq!(got, wanted, "seed {seed}, behind {done:#?}");
            done.push(wanted);
        }
        assert_eq!(mine.describe_all(), real.describe_all(), "seed {seed}, behind {done:#?}");
        std::fs::remove_dir_all(&real_dir).unwrap();
    }
    assert_eq!(std::fs::read(below.join("a")).unwrap(), vec![b'a'; 5000]);
}
