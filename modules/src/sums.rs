//! Checksums of modules: reads and writes `go.sum` files, and computes the checksum of a module.
//!
//! An `h1:` checksum is the SHA-256 of a list. The list has a line for each file, sorted by name, with the file's
//! SHA-256 and name (golang.org/x/mod/sumdb/dirhash).

use minigo_syntax::small_sort::SmallSort as _;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::path::PathBuf;
use std::rc::Rc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::version::ModuleVersion;

/// A checksum in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Sum {
    hash: String,
    /// Whether the checksum is not in the file on disk yet.
    is_new: bool,
    /// Whether the checksum stays in the file: tidy clears this for checksums that are not needed.
    is_kept: bool,
}

impl Sum {
    /// Reports whether the checksum is of a kind that the go command knows.
    fn is_known(hash: &str) -> bool {
        hash.starts_with("h1:")
    }
}

/// The checksums of a `go.sum`.
#[derive(Clone, Debug, Default)]
pub struct GoSum {
    all: HashMap<ModuleVersion, Vec<Sum>>,
}

/// Compares modules, or their `go.mod` files, by their order in a `go.sum`.
fn compare_modules(a: &ModuleVersion, b: &ModuleVersion) -> Ordering {
    let parts = |module: &'_ ModuleVersion| -> (usize, usize) {
        let end = module.version.find('/').unwrap_or(module.version.len());
        (end, (end + 1).min(module.version.len()))
    };
    let ((a_end, a_file), (b_end, b_file)) = (parts(a), parts(b));
    let (a_version, b_version) = (&a.version[..a_end], &b.version[..b_end]);
    (a.path.cmp(&b.path))
        .then_with(|| crate::version::compare_semver(a_version, b_version))
        .then_with(|| a.version[a_file..].cmp(&b.version[b_file..]))
        .then_with(|| a_version.cmp(b_version))
}

/// The text below the message of a mismatch with an earlier download.
pub const MISMATCH_TEXT: &str = "

SECURITY ERROR
This download does NOT match an earlier download recorded in go.sum.
The bits may have been replaced on the origin server, or an attacker may
have intercepted the download attempt.

For more information, see 'go help module-auth'.";

impl GoSum {
    /// Reads the text of a `go.sum`; messages name the file as `name`.
    ///
    /// # Errors
    /// Returns an error for a malformed line.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let mut found = Self::default();
        for (number, line) in text.lines().enumerate() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            match fields[..] {
                [] => {}
                [path, version, hash] => {
                    let sum = Sum { hash: hash.to_owned(), is_new: false, is_kept: true };
                    let key = ModuleVersion::new(path, version);
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
    pub fn sums_of(&self, module: &ModuleVersion) -> impl Iterator<Item = &str> {
        self.all.get(module).into_iter().flatten().map(|sum| sum.hash.as_str())
    }

    /// Reports whether a checksum of a known kind is listed.
    #[must_use]
    pub fn has_sum(&self, module: &ModuleVersion) -> bool {
        self.sums_of(module).any(Sum::is_known)
    }

    /// Reports whether this checksum is listed.
    ///
    /// # Errors
    /// Fails if another checksum is listed; the message has the go command's words.
    pub fn check(&self, module: &ModuleVersion, hash: &str, file: &str) -> Result<bool, String> {
        let mut found = false;
        for listed in self.sums_of(module) {
            if listed == hash {
                found = true;
            } else if Sum::is_known(listed) {
                return Err(format!(
                    "verifying {module}: checksum mismatch\n\tdownloaded: {hash}\n\t{file}:     {listed}{MISMATCH_TEXT}"
                ));
            }
        }
        Ok(found)
    }

    /// Adds a checksum.
    pub fn add(&mut self, module: &ModuleVersion, hash: &str) {
        let sums = self.all.entry(module.clone()).or_default();
        if !sums.iter().any(|sum| sum.hash == hash) {
            sums.push(Sum { hash: hash.to_owned(), is_new: true, is_kept: true });
        }
    }

    /// Keeps only the checksums of the modules that `kept` accepts.
    pub fn retain(&mut self, kept: &dyn Fn(&ModuleVersion) -> bool) {
        self.all.retain(|key, _| kept(key));
    }

    /// Reports whether a checksum has been added.
    #[must_use]
    pub fn has_new(&self) -> bool {
        self.all.values().flatten().any(|sum| sum.is_new)
    }

    /// Drops the checksums that are not needed.
    pub fn drop_unneeded(&mut self, needed: &dyn Fn(&ModuleVersion) -> bool) {
        for (key, sums) in &mut self.all {
            if !needed(key) {
                sums.iter_mut().for_each(|sum| sum.is_kept = false);
            }
        }
    }

    /// Reports whether a checksum has been added and dropped again.
    #[must_use]
    pub fn has_dropped(&self) -> bool {
        self.all.values().flatten().any(|sum| sum.is_new && !sum.is_kept)
    }

    /// The text of the file: its earlier checksums, and the added ones that are needed.
    #[must_use]
    pub fn print(&self, needed: &dyn Fn(&ModuleVersion) -> bool) -> String {
        let mut out = String::new();
        let mut all: Vec<_> = self.all.iter().collect();
        all.small_sort_by(|(a, _), (b, _)| compare_modules(a, b));
        for (module, sums) in all {
            let kept = |sum: &&Sum| sum.is_kept && (!sum.is_new || needed(module));
            let mut hashes: Vec<&str> =
                sums.iter().filter(kept).map(|sum| sum.hash.as_str()).collect();
            hashes.small_sort();
            hashes.dedup();
            for hash in hashes {
                let ModuleVersion { path, version } = module;
                writeln!(out, "{path} {version} {hash}").expect("writing to a string");
            }
        }
        out
    }
}

/// The checksums of several files, with the files' names in messages. A clone shares the checksums.
#[derive(Clone, Debug, Default)]
pub struct SumFiles(Vec<(String, Rc<GoSum>)>);

impl SumFiles {
    /// Adds the checksums of a file.
    pub fn add(&mut self, name: String, sums: GoSum) {
        self.0.push((name, Rc::new(sums)));
    }

    /// Reports whether there are no files.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reports whether any file has a checksum of a known kind for the module.
    #[must_use]
    pub fn has_sum(&self, module: &ModuleVersion) -> bool {
        self.0.iter().any(|(_, sums)| sums.has_sum(module))
    }

    /// The first checksum of a known kind for the module, if there is one.
    #[must_use]
    pub fn first_sum(&self, module: &ModuleVersion) -> Option<&str> {
        self.0.iter().flat_map(|(_, sums)| sums.sums_of(module)).find(|hash| Sum::is_known(hash))
    }

    /// Reports whether a file lists this checksum for the module.
    ///
    /// # Errors
    /// Fails if a file lists another checksum; the message has the go command's words.
    pub fn check(&self, module: &ModuleVersion, hash: &str) -> Result<bool, String> {
        let mut found = false;
        for (name, sums) in &self.0 {
            found |= sums.check(module, hash, name)?;
        }
        Ok(found)
    }
}

/// The checksum of files with these names and content hashes.
#[must_use]
pub fn sum_of<'f>(files: impl Iterator<Item = (&'f str, [u8; 32])>) -> String {
    let mut files: Vec<_> = files.collect();
    files.small_sort();
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
/// Returns the error of a system call.
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

    #[test]
    fn a_checksum_of_any_file_counts() {
        let module = ModuleVersion::new("a.b/c", "v1.0.0");
        let mut files = SumFiles::default();
        files.add("go.work.sum".into(), GoSum::default());
        files.add("go.sum".into(), GoSum::parse("go.sum", "a.b/c v1.0.0 h1:AAA=\n").unwrap());
        assert!(files.has_sum(&module) && !files.has_sum(&module.mod_file()));
        assert_eq!(files.first_sum(&module), Some("h1:AAA="));
        assert_eq!(files.check(&module, "h1:AAA="), Ok(true));
        assert_eq!(files.check(&module.mod_file(), "h1:AAA="), Ok(false));
        let error = files.check(&module, "h1:BBB=").unwrap_err();
        assert!(error.contains("\n\tgo.sum:     h1:AAA="), "{error}");
    }
}
