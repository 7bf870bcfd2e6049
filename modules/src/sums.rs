//! Checksums of modules: reads and writes `go.sum` files, and computes the checksum of a module.
//!
//! An `h1:` checksum is the SHA-256 of a list. The list has a line for each file, sorted by name, with the file's
//! SHA-256 and name (golang.org/x/mod/sumdb/dirhash).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::version::ModuleVersion;

/// A checksum in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Sum {
    hash: String,
    /// Whether the checksum is not in the file on disk yet.
    new: bool,
    /// Whether the checksum stays in the file: tidy clears this for checksums that are not needed.
    kept: bool,
}

/// The checksums of a `go.sum`.
#[derive(Clone, Debug, Default)]
pub struct GoSum {
    all: BTreeMap<Key, Vec<Sum>>,
}

/// A module or its `go.mod`, ordered as in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Key(ModuleVersion);

impl Ord for Key {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let split = |text: &'_ str| text.split_once('/').map(|(v, f)| (v.to_owned(), f.to_owned()));
        let parts = |version: &str| split(version).unwrap_or((version.to_owned(), String::new()));
        let (a, b) = (parts(&self.0.version), parts(&other.0.version));
        (self.0.path.cmp(&other.0.path))
            .then_with(|| crate::version::semver(&a.0, &b.0))
            .then_with(|| a.1.cmp(&b.1))
            .then_with(|| a.0.cmp(&b.0))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The text below the message of a mismatch with an earlier download.
pub const MISMATCH: &str = "

SECURITY ERROR
This download does NOT match an earlier download recorded in go.sum.
The bits may have been replaced on the origin server, or an attacker may
have intercepted the download attempt.

For more information, see 'go help module-auth'.";

impl GoSum {
    /// Reads the text of a `go.sum`; messages name the file as `name`.
    ///
    /// # Errors
    /// A malformed line.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let mut found = Self::default();
        for (number, line) in text.lines().enumerate() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            match fields[..] {
                [] => {}
                [path, version, hash] => {
                    let sum = Sum { hash: hash.to_owned(), new: false, kept: true };
                    let key = Key(ModuleVersion::new(path, version));
                    found.all.entry(key).or_default().push(sum);
                }
                _ => {
                    let (line, count) = (number + 1, fields.len());
                    return Err(format!(
                        "malformed go.sum:\n{name}:{line}: wrong number of fields {count}"
                    ));
                }
            }
        }
        Ok(found)
    }

    /// The checksums listed for a module or a `go.mod`.
    pub fn of(&self, module: &ModuleVersion) -> impl Iterator<Item = &str> {
        self.all.get(&Key(module.clone())).into_iter().flatten().map(|sum| sum.hash.as_str())
    }

    /// Reports whether a checksum of a known kind is listed.
    #[must_use]
    pub fn has(&self, module: &ModuleVersion) -> bool {
        self.of(module).any(|hash| hash.starts_with("h1:"))
    }

    /// Reports whether this checksum is listed.
    ///
    /// # Errors
    /// Another checksum is listed; the message has the go command's words.
    pub fn check(&self, module: &ModuleVersion, hash: &str, file: &str) -> Result<bool, String> {
        let mut found = false;
        for listed in self.of(module) {
            if listed == hash {
                found = true;
            } else if listed.starts_with("h1:") {
                return Err(format!(
                    "verifying {module}: checksum mismatch\n\tdownloaded: {hash}\n\t{file}:     {listed}{MISMATCH}"
                ));
            }
        }
        Ok(found)
    }

    /// Adds a checksum.
    pub fn add(&mut self, module: &ModuleVersion, hash: &str) {
        let sums = self.all.entry(Key(module.clone())).or_default();
        if !sums.iter().any(|sum| sum.hash == hash) {
            sums.push(Sum { hash: hash.to_owned(), new: true, kept: true });
        }
    }

    /// Keeps only the checksums of the modules that `kept` accepts.
    pub fn retain(&mut self, kept: &dyn Fn(&ModuleVersion) -> bool) {
        self.all.retain(|key, _| kept(&key.0));
    }

    /// Reports whether a checksum has been added.
    #[must_use]
    pub fn has_new(&self) -> bool {
        self.all.values().flatten().any(|sum| sum.new)
    }

    /// Drops the checksums that are not needed.
    pub fn trim(&mut self, needed: &dyn Fn(&ModuleVersion) -> bool) {
        for (key, sums) in &mut self.all {
            if !needed(&key.0) {
                sums.iter_mut().for_each(|sum| sum.kept = false);
            }
        }
    }

    /// The text of the file: its earlier checksums, and the added ones that are needed.
    #[must_use]
    pub fn print(&self, needed: &dyn Fn(&ModuleVersion) -> bool) -> String {
        let mut out = String::new();
        for (Key(module), sums) in &self.all {
            let kept = |sum: &&Sum| sum.kept && (!sum.new || needed(module));
            let mut hashes: Vec<&str> =
                sums.iter().filter(kept).map(|sum| sum.hash.as_str()).collect();
            hashes.sort_unstable();
            hashes.dedup();
            for hash in hashes {
                let ModuleVersion { path, version } = module;
                writeln!(out, "{path} {version} {hash}").expect("writing to a string");
            }
        }
        out
    }
}

/// The checksum of files with these names and content hashes.
#[must_use]
pub fn sum_of<'f>(files: impl Iterator<Item = (&'f str, [u8; 32])>) -> String {
    let mut files: Vec<_> = files.collect();
    files.sort_unstable();
    let mut list = String::new();
    for (name, hash) in files {
        for byte in hash {
            write!(list, "{byte:02x}").expect("writing to a string");
        }
        writeln!(list, "  {name}").expect("writing to a string");
    }
    format!("h1:{}", STANDARD.encode(Sha256::digest(list)))
}

/// The checksum of a `go.mod`.
#[must_use]
pub fn sum_of_mod_file(text: &[u8]) -> String {
    sum_of(std::iter::once(("go.mod", Sha256::digest(text).into())))
}

/// The checksum of the module whose files are in a directory.
///
/// # Errors
/// The error of a system call.
pub fn sum_of_directory(dir: &Path, module: &ModuleVersion) -> std::io::Result<String> {
    let mut files = Vec::new();
    let mut todo = vec![PathBuf::new()];
    while let Some(below) = todo.pop() {
        for entry in std::fs::read_dir(dir.join(&below))? {
            let entry = entry?;
            let name = below.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                todo.push(name);
            } else {
                let hash = Sha256::digest(std::fs::read(dir.join(&name))?);
                files.push((format!("{module}/{}", name.display()), hash.into()));
            }
        }
    }
    Ok(sum_of(files.iter().map(|(name, hash)| (name.as_str(), *hash))))
}

#[cfg(test)]
mod tests {
    use super::*;

    // The expected checksums are those that `go mod download` has written.
    #[test]
    fn sums_are_those_of_the_go_command() {
        assert_eq!(
            sum_of_mod_file(b"module gopkg.in/check.v1\n"),
            "h1:Co6ibVJAznAaIkqp8huTwlJQCZ016jof/cbN4VW5Yz0="
        );
    }

    #[test]
    fn files_are_sorted_by_version_and_keep_what_they_had() {
        let text = "a.b/c v1.10.0 h1:A=\na.b/c v1.9.0/go.mod h1:B=\na.b/c v1.9.0 h1:C=\n";
        let mut sums = GoSum::parse("go.sum", text).unwrap();
        sums.add(&ModuleVersion::new("a.b/d", "v1.0.0"), "h1:D=");
        let wanted = "a.b/c v1.9.0 h1:C=\na.b/c v1.9.0/go.mod h1:B=\na.b/c v1.10.0 h1:A=\n";
        assert_eq!(sums.print(&|_| false), wanted);
        let module = ModuleVersion::new("a.b/c", "v1.9.0");
        let error = sums.check(&module, "h1:X=", "go.sum").unwrap_err();
        assert!(error.starts_with("verifying a.b/c@v1.9.0: checksum mismatch\n"), "{error}");
    }
}
