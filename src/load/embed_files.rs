//! The files that the pattern of a `//go:embed` line matches, by the go command's rules. A directory stands for all
//! files below it except hidden ones; files of other modules and files that are not regular are refused.

use std::collections::BTreeMap;
use std::path::Path;

use super::fs_view::{EntryKind, FsView};

/// File names relative to the package's directory, with the files' contents.
pub(super) type EmbeddedFiles = BTreeMap<String, Vec<u8>>;

/// Adds the files that a pattern matches.
pub(super) fn add_matched_files(
    fs: &FsView,
    package: &Path,
    pattern: &str,
    files: &mut EmbeddedFiles,
) -> Result<(), String> {
    let (includes_hidden, glob) = match pattern.strip_prefix("all:") {
        Some(glob) => (true, glob),
        None => (false, pattern),
    };
    if !is_valid(glob) {
        return Err("invalid pattern syntax".into());
    }
    let mut found = vec![String::new()];
    for element in glob.split('/') {
        found = found.iter().flat_map(|dir| children(fs, package, dir, element)).collect();
    }
    if found.is_empty() {
        return Err("no matching files found".into());
    }
    let walk = DirectoryWalk { fs, package, includes_hidden };
    for name in found {
        walk.add_path(&name, files)?;
    }
    Ok(())
}

/// The paths of the entries of a directory whose names match one pattern element, sorted.
fn children(fs: &FsView, package: &Path, dir: &str, element: &str) -> Vec<String> {
    let join = |name: &str| if dir.is_empty() { name.to_owned() } else { format!("{dir}/{name}") };
    let entries = fs.entries(&package.join(dir));
    let names = entries.iter().filter_map(|(name, _)| name.to_str());
    names.filter(|name| matches(element.as_bytes(), name.as_bytes())).map(join).collect()
}

struct DirectoryWalk<'a> {
    fs: &'a FsView,
    package: &'a Path,
    includes_hidden: bool,
}

impl DirectoryWalk<'_> {
    /// Adds the file at a path that matches the pattern, or the files below it if it is a directory.
    fn add_path(&self, name: &str, files: &mut EmbeddedFiles) -> Result<(), String> {
        let kind = self.kind(name);
        let what = if kind == EntryKind::Directory { "directory" } else { "file" };
        self.check_path(name, what)?;
        match kind {
            EntryKind::File => self.read(name, files),
            EntryKind::Directory => {
                let before = files.len();
                let mut found = 0;
                self.add_below(name, files, &mut found)?;
                if found == 0 && before == files.len() {
                    return Err(format!(
                        "cannot embed directory {name}: contains no embeddable files"
                    ));
                }
                Ok(())
            }
            EntryKind::Other => Err(format!("cannot embed irregular file {name}")),
        }
    }

    fn kind(&self, name: &str) -> EntryKind {
        let (dir, last) = name.rsplit_once('/').unwrap_or(("", name));
        let entries = self.fs.entries(&self.package.join(dir));
        let found = entries.into_iter().find(|(entry, _)| entry.to_str() == Some(last));
        found.map_or(EntryKind::Other, |(_, kind)| kind)
    }

    /// Refuses a path that lies in another module or has an element that module files cannot have.
    fn check_path(&self, name: &str, what: &str) -> Result<(), String> {
        let refused = |why: String| Err(format!("cannot embed {what} {name}: {why}"));
        let mut at = name;
        loop {
            if self.fs.read(&self.package.join(at).join("go.mod")).is_ok() {
                return refused("in different module".into());
            }
            if at != name && self.kind(at) != EntryKind::Directory {
                return refused(format!("in non-directory {at}"));
            }
            let last = at.rsplit_once('/').map_or(at, |(_, last)| last);
            if is_bad_name(last) {
                let place = if at == name { "invalid name" } else { "in invalid directory" };
                return refused(format!("{place} {last}"));
            }
            match at.rsplit_once('/') {
                Some((parent, _)) => at = parent,
                None => return Ok(()),
            }
        }
    }

    fn add_below(
        &self,
        dir: &str,
        files: &mut EmbeddedFiles,
        found: &mut usize,
    ) -> Result<(), String> {
        for (entry, kind) in self.fs.entries(&self.package.join(dir)) {
            let Some(name) = entry.to_str() else { continue };
            if is_bad_name(name) || !self.includes_hidden && name.starts_with(['.', '_']) {
                continue;
            }
            let path = format!("{dir}/{name}");
            match kind {
                EntryKind::File => {
                    *found += 1;
                    self.read(&path, files)?;
                }
                EntryKind::Directory => {
                    if self.fs.read(&self.package.join(&path).join("go.mod")).is_err() {
                        self.add_below(&path, files, found)?;
                    }
                }
                EntryKind::Other => {}
            }
        }
        Ok(())
    }

    fn read(&self, name: &str, files: &mut EmbeddedFiles) -> Result<(), String> {
        if !files.contains_key(name) {
            let path = self.package.join(name);
            let data = self
                .fs
                .read(&path)
                .map_err(|e| format!("open {}: {}", path.display(), crate::errno::text(&e)))?;
            files.insert(name.to_owned(), data);
        }
        Ok(())
    }
}

/// Reports whether no file of a module may have this name.
fn is_bad_name(name: &str) -> bool {
    let lists = [".bzr", ".hg", ".git", ".svn"];
    let letter = |c: char| c.is_alphabetic() || c.is_ascii_digit();
    let allowed = |c: char| letter(c) || "!#$%&()+,-.=@[]^_{}~ ".contains(c);
    name.is_empty() || name.ends_with('.') || lists.contains(&name) || !name.chars().all(allowed)
}

/// Reports whether a pattern is a path without `.` and `..` whose elements are well formed.
fn is_valid(glob: &str) -> bool {
    glob.split('/')
        .all(|element| !["", ".", ".."].contains(&element) && well_formed(element.as_bytes()))
}

/// Reports whether each `[` is closed and each `\` is followed by a character.
fn well_formed(mut pattern: &[u8]) -> bool {
    while let Some((&first, rest)) = pattern.split_first() {
        pattern = match first {
            b'\\' if rest.is_empty() => return false,
            b'\\' => &rest[1..],
            b'[' => match match_class(rest, None) {
                Some((_, rest)) => rest,
                None => return false,
            },
            _ => rest,
        };
    }
    true
}

/// The first character of a name and the rest of the name.
fn first_char(name: &[u8]) -> Option<(u32, &[u8])> {
    let text = std::str::from_utf8(name).ok()?;
    let first = text.chars().next()?;
    Some((u32::from(first), &name[first.len_utf8()..]))
}

/// Reads a character class behind `[`: whether the class contains the character, and the rest of the pattern. Returns
/// `None` if the class is malformed.
fn match_class(pattern: &[u8], c: Option<u32>) -> Option<(bool, &[u8])> {
    let (negated, mut rest) = match pattern.strip_prefix(b"^") {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    let mut found = false;
    let mut ranges = 0;
    loop {
        if ranges > 0
            && let Some(rest) = rest.strip_prefix(b"]")
        {
            return Some((found != negated, rest));
        }
        let (low, behind) = class_char(rest)?;
        let mut high = low;
        rest = behind;
        if let Some(behind) = rest.strip_prefix(b"-") {
            (high, rest) = class_char(behind)?;
        }
        found |= c.is_some_and(|c| low <= c && c <= high);
        ranges += 1;
    }
}

fn class_char(pattern: &[u8]) -> Option<(u32, &[u8])> {
    if matches!(pattern.first(), None | Some(b'-' | b']')) {
        return None;
    }
    first_char(pattern.strip_prefix(b"\\").unwrap_or(pattern))
}

/// Reports whether a name without slashes matches a well-formed pattern, by the rules of path.Match.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let Some((&first, rest)) = pattern.split_first() else { return name.is_empty() };
    match first {
        b'*' => (0..=name.len()).any(|skip| matches(rest, &name[skip..])),
        b'?' => first_char(name).is_some_and(|(_, behind)| matches(rest, behind)),
        b'[' => first_char(name).is_some_and(|(c, behind)| {
            match_class(rest, Some(c)).is_some_and(|(of_it, rest)| of_it && matches(rest, behind))
        }),
        b'\\' => match rest.split_first() {
            Some((c, rest)) => name.strip_prefix(&[*c]).is_some_and(|name| matches(rest, name)),
            None => false,
        },
        c => name.strip_prefix(&[c]).is_some_and(|name| matches(rest, name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_in_go() {
        for (pattern, name, expected) in [
            ("*.txt", "a.txt", true),
            ("*.txt", "a.md", false),
            ("a?c", "aéc", true),
            ("[a-c]*", "bx", true),
            ("[^a-c]*", "bx", false),
            ("\\*", "*", true),
            ("*b*d", "abcd", true),
            ("", "", true),
        ] {
            assert_eq!(matches(pattern.as_bytes(), name.as_bytes()), expected, "{pattern} {name}");
        }
        for wrong in ["[a", "a//b", "../a", ".", "[]", "a\\", "/a", "[-a]"] {
            assert!(!is_valid(wrong), "{wrong}");
        }
        assert!(is_valid("a/[b-d]*/\\[x"));
    }
}
