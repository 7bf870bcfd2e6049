//! The state of the real world that runs have seen. A search may continue where another one has stopped (`--resume`)
//! only if its runs would see the same state.

use super::program::Program;
use blake3::Hasher;
use minigo_syntax::small_sort::SmallSort as _;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// The state of the real world that runs have seen.
#[derive(Serialize, Deserialize)]
pub(super) struct WorldReads {
    /// Paths, whether the directory there was listed, and a hash of the file or directory.
    files: Vec<(Vec<u8>, bool, [u8; 32])>,
    /// A hash of standard input, if a run has read it.
    input: Option<[u8; 32]>,
}

impl WorldReads {
    /// The state that the runs of a program have seen, joined with the state that earlier searches have seen.
    pub(super) fn of(program: &Program, earlier: Option<Self>) -> Self {
        let mut files = earlier.map(|earlier| earlier.files).unwrap_or_default();
        let seen = program.accessed_paths().into_iter().map(|(path, is_listed)| {
            let hash = file_hash(&path, is_listed);
            (path, is_listed, hash)
        });
        files.extend(seen);
        files.small_sort();
        files.dedup();
        Self { files, input: program.stdin_read_so_far().map(hash_of_input) }
    }

    /// Reports whether the real world is still in this state.
    pub(super) fn are_unchanged(&self, program: &Program) -> bool {
        let same = |(path, is_listed, hash): &(Vec<u8>, bool, [u8; 32])| {
            file_hash(path, *is_listed) == *hash
        };
        self.files.iter().all(same)
            && self.input.is_none_or(|input| input == hash_of_input(program.read_whole_stdin()))
    }
}

fn hash_of_input(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes).as_bytes()
}

/// A hash of the file at a path. As in the go command, a file is unchanged if its size, mode and time are; a directory
/// is unchanged if its mode and, if it was listed, its names are.
fn file_hash(path: &[u8], is_listed: bool) -> [u8; 32] {
    let path = Path::new(OsStr::from_bytes(path));
    let mut hasher = Hasher::new();
    // Files that the kernel generates differ on each read.
    let is_real = !["/proc", "/sys", "/dev"].iter().any(|dir| path.starts_with(dir));
    if let Some(found) = fs::symlink_metadata(path).ok().filter(|_| is_real) {
        hasher.update(&found.mode().to_le_bytes());
        if !found.is_dir() {
            hasher.update(&found.size().to_le_bytes());
            hasher.update(&found.mtime().to_le_bytes()).update(&found.mtime_nsec().to_le_bytes());
        }
    }
    if is_listed && is_real {
        let mut names: Vec<_> =
            fs::read_dir(path).into_iter().flatten().flatten().map(|it| it.file_name()).collect();
        names.small_sort();
        for name in names {
            hasher.update(name.as_bytes()).update(b"/");
        }
    }
    *hasher.finalize().as_bytes()
}

/// Prefixes of environment variables that describe a CI run rather than its work: they differ in each CI run.
const CI_VARIABLES: [&str; 22] = [
    "GITHUB_",
    "RUNNER_",
    "ACTIONS_",
    "CI_",
    "GITLAB_",
    "BUILD",
    "SLURM_",
    "JOB_",
    "KUBERNETES_",
    "SSH_",
    "XDG_",
    "DBUS_",
    "MINIGO",
    "PWD=",
    "OLDPWD=",
    "SHLVL=",
    "HOSTNAME=",
    "TERM",
    "COLUMNS=",
    "LINES=",
    "INVOCATION_ID=",
    "_=",
];

/// Adds the environment to the hash of a search.
pub(super) fn add_environment(hasher: &mut Hasher, environ: &[Vec<u8>]) {
    let is_of_ci = |variable: &&Vec<u8>| {
        CI_VARIABLES.iter().any(|prefix| variable.starts_with(prefix.as_bytes()))
    };
    let mut all: Vec<&Vec<u8>> = environ.iter().filter(|it| !is_of_ci(it)).collect();
    all.small_sort();
    for variable in all {
        hasher.update(variable).update(&[0]);
    }
}
