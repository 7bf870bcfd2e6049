//! Resolves the words after `minigo doc` to a package and the symbol wanted in it.
//!
//! `json.Decoder` may be a package path, a package whose path ends in that, or a symbol of the package in the working
//! directory. As in go doc, the first of the possible meanings that exists is taken.

use super::show::WantedSymbol;
use crate::errno;
use crate::load::fs_view::FsView;
use crate::load::goroot::Goroot;
use crate::load::modules::module::{has_dot, is_local};
use crate::load::patterns;
use minigo_syntax::ast::is_exported;
use minigo_syntax::constraint;
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::decode_utf8;
use std::path::{Path, PathBuf};

/// A package that the words may mean.
#[derive(Debug)]
pub struct Location {
    /// The package's import path.
    pub path: String,
    kind: LocationKind,
}

#[derive(Debug)]
enum LocationKind {
    /// A package in a directory.
    Directory(PathBuf),
    /// A package of minigo's own library.
    Own,
    /// minigo's own documentation of predeclared names.
    Builtin,
}

/// minigo's own documentation of predeclared names, as Go source.
const BUILTIN: &str = include_str!("builtin.go");

/// A package that the words may mean, and the symbol wanted in it.
pub type Candidate = (Location, WantedSymbol);

/// The library whose packages are documented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// The library of an installed Go; if none is installed, minigo's own.
    OfGo,
    /// minigo's own library; packages missing there come from an installed Go.
    Own,
}

/// Finds the packages that the arguments of `go doc` may mean.
#[derive(Debug)]
pub struct Finder<'f> {
    /// The file system in which packages are looked for.
    pub fs: &'f FsView,
    library: Library,
    goroot: Option<Goroot>,
}

impl Location {
    /// Returns the names and texts of the package's files.
    ///
    /// # Errors
    /// Fails if the directory contains no Go files of a package, or cannot be read.
    pub fn files(&self, fs: &FsView) -> Result<Vec<(String, String)>, String> {
        let dir = match &self.kind {
            LocationKind::Directory(dir) => dir,
            LocationKind::Builtin => return Ok(vec![("builtin.go".into(), BUILTIN.to_owned())]),
            LocationKind::Own => {
                let files = minigo_stdlib::files(&self.path).iter();
                return Ok(files
                    .map(|&(name, text)| (name.to_owned(), (*text.unpack()).to_owned()))
                    .collect());
            }
        };
        let files = self.directory_files(fs, dir);
        let files = files.map_err(|error| format!("{}: {}", dir.display(), errno::text(&error)))?;
        match files.is_empty() {
            true => Err(format!("no Go files in {}", dir.display())),
            false => Ok(files),
        }
    }

    fn directory_files(&self, fs: &FsView, dir: &Path) -> std::io::Result<Vec<(String, String)>> {
        let is_set = |tag: &str| {
            let experiment = tag.strip_prefix("goexperiment.").unwrap_or_default();
            constraint::is_tag_set(tag) && tag != "minigo"
                || fs.has_tag(tag)
                || EXPERIMENTS.contains(&experiment)
        };
        let mut files = Vec::new();
        for name in fs.file_names(dir, false)? {
            let path = dir.join(name);
            let text = decode_utf8(fs.read(&path)?).0;
            if constraint::is_satisfied(&text, &is_set) {
                files.push((path.to_string_lossy().into_owned(), text));
            }
        }
        Ok(files)
    }
}

/// The experiments that Go 1.27 enables by default; build constraints in its library test them.
const EXPERIMENTS: &[&str] = &[
    "dwarf5",
    "greenteagc",
    "jsonv2",
    "randomizedheapbase64",
    "regabiargs",
    "regabiwrappers",
    "sizespecializedmalloc",
];

impl<'f> Finder<'f> {
    /// Creates a finder that looks in the current module and in a library.
    #[must_use]
    pub fn new(fs: &'f FsView, library: Library) -> Self {
        Self { fs, library, goroot: Goroot::find(fs).ok() }
    }

    /// Returns the packages that the words may mean, in the order in which they are to be tried.
    ///
    /// # Errors
    /// Fails if no package matches the words.
    pub fn find_candidates(&self, words: &[String]) -> Result<Vec<Candidate>, String> {
        match words {
            [] => Ok(vec![(self.package_in_working_dir()?, WantedSymbol::default())]),
            [word] => self.candidates_of_word(word),
            [package, symbol, ..] => {
                let wanted = split_symbol(symbol)?;
                let exact = self.find_package(package).map(|found| vec![found]);
                let found = exact.unwrap_or_else(|_| self.packages_ending_in(package));
                if found.is_empty() {
                    return Err(format!("no such package: {package}"));
                }
                Ok(found.into_iter().map(|location| (location, wanted.clone())).collect())
            }
        }
    }

    fn candidates_of_word(&self, word: &str) -> Result<Vec<Candidate>, String> {
        let why = match self.find_package(word) {
            Ok(found) => return Ok(vec![(found, WantedSymbol::default())]),
            Err(why) => why,
        };
        let slash = word.rfind('/');
        if slash.is_none()
            && is_exported(word)
            && let Ok(here) = self.package_in_working_dir()
        {
            return Ok(vec![(here, split_symbol(word)?)]);
        }
        let mut all = Vec::new();
        let base = slash.map_or(0, |at| at + 1);
        let periods = word[base..].match_indices('.').map(|(at, _)| base + at);
        for end in periods.chain([word.len()]) {
            let (package, symbol) = (&word[..end], word.get(end + 1..).unwrap_or_default());
            if package.is_empty() {
                continue;
            }
            if let Ok(found) = self.find_package(package) {
                all.push((found, split_symbol(symbol)?));
                return Ok(all);
            }
            for found in self.packages_ending_in(package) {
                all.push((found, split_symbol(symbol)?));
            }
        }
        match (all.is_empty(), slash) {
            (false, _) => Ok(all),
            (true, None) => Ok(vec![(self.package_in_working_dir()?, split_symbol(word)?)]),
            (true, Some(_)) => {
                let package = word[base..].find('.').map_or(word, |at| &word[..base + at]);
                Err(match why.contains(package) {
                    true => why,
                    false => format!("no such package {package}: {why}"),
                })
            }
        }
    }

    /// Returns the package in the working directory.
    fn package_in_working_dir(&self) -> Result<Location, String> {
        let found = self.find_package(".")?;
        found.files(self.fs).map(|_| found)
    }

    /// Returns the package that a directory or an import path names.
    fn find_package(&self, word: &str) -> Result<Location, String> {
        let wants_own = self.library == Library::Own || self.goroot.is_none();
        if wants_own && !minigo_stdlib::files(word).is_empty() {
            return Ok(Location { path: word.to_owned(), kind: LocationKind::Own });
        }
        if wants_own && word == "builtin" {
            return Ok(Location { path: word.to_owned(), kind: LocationKind::Builtin });
        }
        if word.contains("...") || word == "all" || word.ends_with(".go") {
            return Err(format!("pattern {word:?} does not specify a single package"));
        }
        let found = patterns::expand(self.fs, &[word.to_owned()], |_| ())?.pop();
        let found = found.ok_or_else(|| format!("package {word} is not in std"))?;
        if let Some(why) = found.error {
            return Err(why);
        }
        let dir = found.paths.into_iter().next().unwrap_or_default();
        let location = Location { path: found.path, kind: LocationKind::Directory(dir) };
        location.files(self.fs).map(|_| location)
    }

    /// Returns the packages whose paths end in these elements: paths with fewer elements first, internal packages last.
    fn packages_ending_in(&self, package: &str) -> Vec<Location> {
        if package.is_empty() || is_local(package) || is_exported(package) {
            return Vec::new();
        }
        let own = |path: &str| Location { path: path.to_owned(), kind: LocationKind::Own };
        let mut found: Vec<Location> = match (&self.goroot, self.library) {
            (Some(goroot), Library::OfGo) => library_directories(self.fs, goroot.src()),
            _ => minigo_stdlib::import_paths().map(own).collect(),
        };
        found.small_sort_by_key(|location| location.path.matches('/').count());
        let of_modules = patterns::expand(self.fs, &["all".to_owned()], |_| ());
        found.extend(of_modules.unwrap_or_default().into_iter().filter_map(|package| {
            let dir = package.paths.into_iter().next().filter(|_| package.error.is_none())?;
            Some(Location { path: package.path, kind: LocationKind::Directory(dir) })
        }));
        let end = format!("/{package}");
        let internal = |path: &str| path.split('/').any(|element| element == "internal");
        found.retain(|l| l.path == package || l.path.ends_with(&end));
        found.retain(|l| l.files(self.fs).is_ok());
        if !internal(package) {
            found.small_sort_by_key(|location| internal(&location.path));
        }
        found
    }
}

/// Splits a text into a symbol and its member.
fn split_symbol(text: &str) -> Result<WantedSymbol, String> {
    let mut parts = text.split('.').map(str::to_owned);
    let (symbol, member) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    match parts.next() {
        Some(_) => Err("too many periods in symbol specification".into()),
        None => Ok(WantedSymbol { symbol, member }),
    }
}

/// Returns the directories of a library's packages, sorted by path.
fn library_directories(fs: &FsView, src: &Path) -> Vec<Location> {
    let (mut found, mut todo) = (Vec::new(), vec![src.to_path_buf()]);
    while let Some(dir) = todo.pop() {
        for name in fs.directories(&dir) {
            let text = name.to_string_lossy();
            if text.starts_with(['.', '_']) || text == "testdata" || text == "vendor" {
                continue;
            }
            let below = dir.join(&name);
            let path = below.strip_prefix(src).unwrap_or(&below).to_string_lossy().into_owned();
            if !has_dot(&path) {
                found.push(Location { path, kind: LocationKind::Directory(below.clone()) });
                todo.push(below);
            }
        }
    }
    found.small_sort_by(|a, b| a.path.cmp(&b.path));
    found
}
