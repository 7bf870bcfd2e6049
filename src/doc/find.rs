//! What the words after `minigo doc` mean: which package, and what of it.
//!
//! `json.Decoder` may be a package path, a package whose path ends so, or a symbol of the package here; as for go doc,
//! the first of these that exists is taken.

use super::show::Wanted;
use crate::errno;
use crate::load::fs_view::FsView;
use crate::load::goroot::Goroot;
use crate::load::modules::module::{has_dot, is_local};
use crate::load::patterns;
use minigo_syntax::ast::is_exported;
use minigo_syntax::source::decode_utf8;
use minigo_syntax::{build_constraint, constraint, plus_build_holds};
use std::path::{Path, PathBuf};

/// A package that may be meant.
#[derive(Debug)]
pub struct Location {
    /// Its import path.
    pub path: String,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// A directory.
    Directory(PathBuf),
    /// minigo's own library.
    Own,
    /// What minigo says of predeclared names.
    Builtin,
}

/// What minigo says of predeclared names, as Go source.
const BUILTIN: &str = include_str!("builtin.go");

/// A package that may be meant, and what of it.
pub type Candidate = (Location, Wanted);

/// Whose library is documented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// That of an installed Go; where there is none, minigo's own.
    OfGo,
    /// minigo's own; packages that it lacks are those of an installed Go.
    Own,
}

/// Where packages are looked for.
#[derive(Debug)]
pub struct Finder<'f> {
    /// The file system.
    pub fs: &'f FsView,
    library: Library,
    goroot: Option<Goroot>,
}

impl Location {
    /// The names and texts of its files.
    ///
    /// # Errors
    /// A directory without files of a package, or one that cannot be read.
    pub fn files(&self, fs: &FsView) -> Result<Vec<(String, String)>, String> {
        let dir = match &self.place {
            Place::Directory(dir) => dir,
            Place::Builtin => return Ok(vec![("builtin.go".into(), BUILTIN.to_owned())]),
            Place::Own => {
                let files = minigo_stdlib::files(&self.path).iter();
                return Ok(files.map(|&(name, text)| (name.to_owned(), text.to_owned())).collect());
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
            constraint::is_set(tag) && tag != "minigo"
                || fs.has_tag(tag)
                || EXPERIMENTS.contains(&experiment)
        };
        let mut files = Vec::new();
        for name in fs.names(dir, false)? {
            let path = dir.join(name);
            let text = decode_utf8(fs.read(&path)?).0;
            let belongs = match build_constraint(&text) {
                Some(constraint) => constraint.eval(&is_set),
                None => plus_build_holds(&text, &is_set),
            };
            if belongs {
                files.push((path.to_string_lossy().into_owned(), text));
            }
        }
        Ok(files)
    }
}

/// The experiments that Go 1.27 is built with: files of its library ask for them.
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
    /// Looks in the module here, and in a library.
    #[must_use]
    pub fn new(fs: &'f FsView, library: Library) -> Self {
        Self { fs, library, goroot: Goroot::find(fs).ok() }
    }

    /// The packages that the words may mean, in the order in which they are tried.
    ///
    /// # Errors
    /// There is none.
    pub fn candidates(&self, words: &[String]) -> Result<Vec<Candidate>, String> {
        match words {
            [] => Ok(vec![(self.here()?, Wanted::default())]),
            [word] => self.one_word(word),
            [package, symbol, ..] => {
                let wanted = wanted(symbol)?;
                let exact = self.package(package).map(|found| vec![found]);
                let found = exact.unwrap_or_else(|_| self.ending_in(package));
                if found.is_empty() {
                    return Err(format!("no such package: {package}"));
                }
                Ok(found.into_iter().map(|location| (location, wanted.clone())).collect())
            }
        }
    }

    fn one_word(&self, word: &str) -> Result<Vec<Candidate>, String> {
        let why = match self.package(word) {
            Ok(found) => return Ok(vec![(found, Wanted::default())]),
            Err(why) => why,
        };
        let slash = word.rfind('/');
        if slash.is_none()
            && is_exported(word)
            && let Ok(here) = self.here()
        {
            return Ok(vec![(here, wanted(word)?)]);
        }
        let mut all = Vec::new();
        let base = slash.map_or(0, |at| at + 1);
        let periods = word[base..].match_indices('.').map(|(at, _)| base + at);
        for end in periods.chain([word.len()]) {
            let (package, symbol) = (&word[..end], word.get(end + 1..).unwrap_or_default());
            if package.is_empty() {
                continue;
            }
            if let Ok(found) = self.package(package) {
                all.push((found, wanted(symbol)?));
                return Ok(all);
            }
            for found in self.ending_in(package) {
                all.push((found, wanted(symbol)?));
            }
        }
        match (all.is_empty(), slash) {
            (false, _) => Ok(all),
            (true, None) => Ok(vec![(self.here()?, wanted(word)?)]),
            (true, Some(_)) => {
                let package = word[base..].find('.').map_or(word, |at| &word[..base + at]);
                Err(match why.contains(package) {
                    true => why,
                    false => format!("no such package {package}: {why}"),
                })
            }
        }
    }

    /// The package in the working directory.
    fn here(&self) -> Result<Location, String> {
        let found = self.package(".")?;
        found.files(self.fs).map(|_| found)
    }

    /// The package that a directory or an import path names.
    fn package(&self, word: &str) -> Result<Location, String> {
        let wants_own = self.library == Library::Own || self.goroot.is_none();
        if wants_own && !minigo_stdlib::files(word).is_empty() {
            return Ok(Location { path: word.to_owned(), place: Place::Own });
        }
        if wants_own && word == "builtin" {
            return Ok(Location { path: word.to_owned(), place: Place::Builtin });
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
        let location = Location { path: found.path, place: Place::Directory(dir) };
        location.files(self.fs).map(|_| location)
    }

    /// The packages whose paths end in these elements: those near the root first, those that are internal last.
    fn ending_in(&self, package: &str) -> Vec<Location> {
        if package.is_empty() || is_local(package) || is_exported(package) {
            return Vec::new();
        }
        let own = |path: &str| Location { path: path.to_owned(), place: Place::Own };
        let mut found: Vec<Location> = match (&self.goroot, self.library) {
            (Some(goroot), Library::OfGo) => library_directories(self.fs, goroot.src()),
            _ => minigo_stdlib::paths().map(own).collect(),
        };
        found.sort_by_key(|location| location.path.matches('/').count());
        let of_modules = patterns::expand(self.fs, &["all".to_owned()], |_| ());
        found.extend(of_modules.unwrap_or_default().into_iter().filter_map(|package| {
            let dir = package.paths.into_iter().next().filter(|_| package.error.is_none())?;
            Some(Location { path: package.path, place: Place::Directory(dir) })
        }));
        let end = format!("/{package}");
        let internal = |path: &str| path.split('/').any(|element| element == "internal");
        found.retain(|l| l.path == package || l.path.ends_with(&end));
        found.retain(|l| l.files(self.fs).is_ok());
        if !internal(package) {
            found.sort_by_key(|location| internal(&location.path));
        }
        found
    }
}

/// The symbol and its member.
fn wanted(text: &str) -> Result<Wanted, String> {
    let mut parts = text.split('.').map(str::to_owned);
    let (symbol, member) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    match parts.next() {
        Some(_) => Err("too many periods in symbol specification".into()),
        None => Ok(Wanted { symbol, member }),
    }
}

/// The directories of a library's packages, sorted by path.
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
                found.push(Location { path, place: Place::Directory(below.clone()) });
                todo.push(below);
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}
