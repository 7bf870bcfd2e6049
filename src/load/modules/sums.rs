//! Checksums of modules: reads `go.sum` files, and computes the checksum of a module.
//!
//! An `h1:` checksum is the SHA-256 of a list. The list has a line for each file, sorted by name, with the file's
//! SHA-256 and name (golang.org/x/mod/sumdb/dirhash).

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::load::fs_view::FsView;
use minigo_modules::version::ModuleVersion;

/// The checksums in one file.
type Listed = HashMap<ModuleVersion, Vec<String>>;

/// The checksums of the main module, or of a workspace and its modules.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// The files' names in messages, with the checksums that each lists.
    files: Vec<(String, Listed)>,
}

/// The text below the message of a mismatch.
const MISMATCH: &str = "

SECURITY ERROR
This download does NOT match an earlier download recorded in go.sum.
The bits may have been replaced on the origin server, or an attacker may
have intercepted the download attempt.

For more information, see 'go help module-auth'.";

impl Sums {
    /// Reads a file and adds its checksums. A file that does not exist counts as empty.
    ///
    /// # Errors
    /// A malformed line.
    pub(super) fn add(&mut self, fs: &FsView, file: &Path, shown: &str) -> Result<(), String> {
        let mut listed = Listed::new();
        for (number, line) in fs.text(file).unwrap_or_default().lines().enumerate() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            match fields[..] {
                [] => {}
                [path, version, sum] => {
                    let key = ModuleVersion::new(path, version);
                    listed.entry(key).or_default().push(sum.to_owned());
                }
                _ => {
                    let (name, count) = (file.display(), fields.len());
                    return Err(format!(
                        "malformed go.sum:\n{name}:{}: wrong number of fields {count}",
                        number + 1
                    ));
                }
            }
        }
        self.files.push((shown.to_owned(), listed));
        Ok(())
    }

    /// Reports whether any file has a checksum for the module.
    pub(super) fn have(&self, module: &ModuleVersion) -> bool {
        self.listed(module).any(|(_, sum)| sum.starts_with("h1:"))
    }

    /// The first checksum for the module in the files, if there is one.
    pub(super) fn first(&self, module: &ModuleVersion) -> Option<&str> {
        self.listed(module).map(|(_, sum)| sum).find(|sum| sum.starts_with("h1:"))
    }

    fn listed<'s>(&'s self, module: &ModuleVersion) -> impl Iterator<Item = (&'s str, &'s str)> {
        let files = self.files.iter().filter_map(|(name, all)| Some((name, all.get(module)?)));
        let files: Vec<_> = files.collect();
        files.into_iter().flat_map(|(name, sums)| sums.iter().map(|sum| (name.as_str(), &**sum)))
    }

    /// Reports whether a file lists this checksum for the module.
    ///
    /// # Errors
    /// A file lists another checksum; the message has the go command's words.
    pub(super) fn check(&self, module: &ModuleVersion, sum: &str) -> Result<bool, String> {
        let mut found = false;
        for (file, listed) in self.listed(module) {
            if listed == sum {
                found = true;
            } else if listed.starts_with("h1:") {
                return Err(format!(
                    "verifying {module}: checksum mismatch\n\tdownloaded: {sum}\n\t{file}:     {listed}{MISMATCH}"
                ));
            }
        }
        Ok(found)
    }
}

/// The checksum of files with these names and content hashes.
pub(super) fn sum_of<'f>(files: impl Iterator<Item = (&'f str, [u8; 32])>) -> String {
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

/// The checksum of a `go.mod` file.
pub(super) fn sum_of_mod_file(text: &[u8]) -> String {
    sum_of(std::iter::once(("go.mod", Sha256::digest(text).into())))
}

/// The checksum of the module whose files are in a directory.
///
/// # Errors
/// The error of a system call.
pub(super) fn sum_of_directory(dir: &Path, module: &ModuleVersion) -> std::io::Result<String> {
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
    fn a_different_checksum_is_a_mismatch() {
        let module = ModuleVersion::new("a.b/c", "v1.0.0");
        let listed = HashMap::from([(module.clone(), vec!["h1:AAA=".to_owned()])]);
        let sums = Sums { files: vec![("go.sum".into(), listed)] };
        assert!(sums.have(&module) && !sums.have(&module.mod_file()));
        assert_eq!(sums.check(&module, "h1:AAA="), Ok(true));
        assert_eq!(sums.check(&module.mod_file(), "h1:AAA="), Ok(false));
        let error = sums.check(&module, "h1:BBB=").unwrap_err();
        assert!(error.starts_with("verifying a.b/c@v1.0.0: checksum mismatch\n"), "{error}");
    }
}
