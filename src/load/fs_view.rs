//! The file system as one compilation sees it. Each query runs once; queries and results can be stored, and run again
//! later.
//!
//! The compiler reads files nowhere else. For the [cache](crate::cache) a program is unchanged exactly if all its
//! queries still have the same results; that a file does not exist is a result too.

use minigo_syntax::small_sort::SmallSort as _;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use super::file_selection::{name_matches, name_matches_tests};
use super::go_env::BuildFlags;
use crate::debug_settings;

/// A query about the file system that the compiler may make.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum FsQuery {
    /// The contents of a file.
    Text(PathBuf),
    /// The hash of a file of an installed Go or of the module cache. The files of an installed Go and of the module
    /// cache are many and rarely change.
    Digest(PathBuf),
    /// The names of a directory's files that may belong to a package, without tests.
    Names(PathBuf),
    /// The names of a directory's files that may belong to a package or its tests.
    NamesWithTests(PathBuf),
    /// All entries of a directory.
    Entries(PathBuf),
    /// Whether a directory has files in a language.
    HasFiles(PathBuf, Language),
    /// Whether the path is a directory.
    IsDirectory(PathBuf),
    /// The path with all links resolved.
    Canonical(PathBuf),
    /// The file's name in messages. The name depends on the working directory.
    DisplayName(PathBuf),
    /// The directories in a directory.
    Directories(PathBuf),
    /// An environment variable.
    Env(String),
    /// A setting in `MINIGODEBUG`.
    Setting(String),
    /// The GOROOT that a `go` reports if that is a script which starts the real `go`. The answer stays valid as long as
    /// the script and the files in that GOROOT are unchanged.
    GorootOf(PathBuf),
    /// The size and the modification time of a file.
    Stamp(PathBuf),
}

/// A language of source files; a file's name tells its language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Language {
    /// Go files for any processor and system.
    Go,
    /// Assembly for this processor.
    Assembly,
}

impl Language {
    fn has_extension_of(self, name: &str) -> bool {
        match self {
            Self::Go => name.ends_with(".go"),
            Self::Assembly => name
                .strip_suffix(".s")
                .is_some_and(|stem| name_matches_tests(&format!("{stem}.go"))),
        }
    }
}

/// The kind of a directory entry; links are not followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, a pipe, or another special file.
    Other,
}

/// The result of a query.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FsResult<'a> {
    /// The bytes of the file. Comparing bytes is faster than any hash that is as reliable, and sources are small
    /// compared with the code compiled from them.
    Text(#[serde(borrow)] Cow<'a, [u8]>),
    /// The hash of the file's contents.
    Digest([u8; blake3::OUT_LEN]),
    /// The bytes that a pipe or a device delivered: reading it again may deliver other bytes.
    Unrepeatable(#[serde(borrow)] Cow<'a, [u8]>),
    /// The names, sorted.
    Names(Vec<PathBuf>),
    /// The names with their kinds, sorted by name.
    Entries(Vec<(PathBuf, EntryKind)>),
    /// Whether the directory has files in the query's language.
    HasFiles(bool),
    /// Whether the path is a directory.
    IsDirectory(bool),
    /// The path with all links resolved.
    Canonical(PathBuf),
    /// The file's name in messages.
    DisplayName(String),
    /// The value of a variable or a setting, if it has one.
    Env(Option<String>),
    /// The size, and the seconds and nanoseconds of the modification time.
    Stamp(u64, i64, i64),
    /// The system call failed with this `errno`.
    Error(i32),
}

impl FsQuery {
    /// Runs the query. Pipes and devices are not read.
    #[must_use]
    pub fn run(&self) -> FsResult<'static> {
        let result = match self {
            Self::Text(path) => match fs::metadata(path) {
                Ok(found) if found.is_file() => fs::read(path).map(|t| FsResult::Text(t.into())),
                Ok(found) if found.is_dir() => Err(io::Error::from_raw_os_error(EISDIR)),
                Ok(_) => Ok(FsResult::Unrepeatable(Cow::default())),
                Err(error) => Err(error),
            },
            Self::Digest(path) => fs::read(path).map(|text| digest(&text)),
            Self::Names(dir) => file_names(dir, name_matches).map(FsResult::Names),
            Self::NamesWithTests(dir) => file_names(dir, name_matches_tests).map(FsResult::Names),
            Self::Entries(dir) => entries(dir).map(FsResult::Entries),
            Self::HasFiles(dir, language) => {
                file_names(dir, |name| language.has_extension_of(name))
                    .map(|all| FsResult::HasFiles(!all.is_empty()))
            }
            Self::IsDirectory(path) => Ok(FsResult::IsDirectory(path.is_dir())),
            Self::Canonical(path) => fs::canonicalize(path).map(FsResult::Canonical),
            Self::DisplayName(path) => Ok(FsResult::DisplayName(display_name(path))),
            Self::Directories(dir) => directories(dir).map(FsResult::Names),
            Self::Env(name) => Ok(FsResult::Env(std::env::var(name).ok())),
            Self::Setting(name) => Ok(FsResult::Env(debug_settings::value(name))),
            Self::GorootOf(go) => goroot_of(go).map(FsResult::Canonical),
            Self::Stamp(path) => fs::metadata(path)
                .map(|found| FsResult::Stamp(found.len(), found.mtime(), found.mtime_nsec())),
        };
        result.unwrap_or_else(|error| FsResult::Error(error.raw_os_error().unwrap_or_default()))
    }

    /// Reports whether the query has this result now.
    #[must_use]
    pub fn has_same_result(&self, result: &FsResult<'_>) -> bool {
        // Running the script would take longer than all other queries. The script's stamp and the files in its GOROOT
        // have queries of their own.
        matches!(self, Self::GorootOf(_)) || self.run() == *result
    }
}

fn digest(text: &[u8]) -> FsResult<'static> {
    FsResult::Digest(blake3::hash(text).into())
}

/// `EISDIR`: the error of reading a directory as a file.
const EISDIR: i32 = 21;

fn directories(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if entry.path().is_dir() {
            names.push(entry.file_name().into());
        }
    }
    names.small_sort();
    Ok(names)
}

/// The environment variable that is set for a go command that minigo asks for its GOROOT.
const GOROOT_QUERY_VARIABLE: &str = "MINIGO_ASKS_FOR_GOROOT";

fn goroot_of(go: &Path) -> io::Result<PathBuf> {
    // minigo itself may be called go, by a link or a copy in PATH: without the variable it would ask itself, or the
    // next copy, again.
    let asked = std::env::var_os(GOROOT_QUERY_VARIABLE).is_some();
    if asked || std::env::current_exe().is_ok_and(|own| own == go) {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut command = Command::new(go);
    command.args(["env", "GOROOT"]).env(GOROOT_QUERY_VARIABLE, "1").stdin(Stdio::null());
    let output = command.output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().into())
}

fn file_names(dir: &Path, matches: impl Fn(&str) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        if matches(&name.to_string_lossy()) && !entry.path().is_dir() {
            names.push(name.into());
        }
    }
    names.small_sort();
    Ok(names)
}

fn entries(dir: &Path) -> io::Result<Vec<(PathBuf, EntryKind)>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let kind = match (kind.is_file(), kind.is_dir()) {
            (true, _) => EntryKind::File,
            (_, true) => EntryKind::Directory,
            _ => EntryKind::Other,
        };
        entries.push((entry.file_name().into(), kind));
    }
    entries.small_sort_by(|a: &(PathBuf, _), b| a.0.cmp(&b.0));
    Ok(entries)
}

/// The working directory by the name in `$PWD`, if that is another name of it: the shell may have come to it by a
/// symbolic link.
///
/// # Errors
/// Returns the error of the system call.
pub fn working_directory() -> std::io::Result<PathBuf> {
    use std::os::unix::fs::MetadataExt as _;
    let real = std::env::current_dir()?;
    let Some(named) = std::env::var_os("PWD").map(PathBuf::from).filter(|it| it.is_absolute())
    else {
        return Ok(real);
    };
    let identity = |dir: &Path| std::fs::metadata(dir).ok().map(|it| (it.dev(), it.ino()));
    let is_same = identity(&named).is_some_and(|found| Some(found) == identity(&real));
    Ok(if is_same { minigo_modules::project::clean_path(&named) } else { real })
}

/// The file's name in messages: relative to the working directory if that is shorter, as in the go command's messages.
#[must_use]
pub fn display_name(path: &Path) -> String {
    let absolute = path.canonicalize().unwrap_or_else(|_| path.into());
    let full = absolute.display().to_string();
    let Ok(here) = std::env::current_dir().and_then(|d| d.canonicalize()) else { return full };
    let relative = relative_to(&absolute, &here);
    let relative = if relative.contains('/') { relative } else { format!("./{relative}") };
    if relative.len() < full.len() { relative } else { full }
}

fn relative_to(path: &Path, base: &Path) -> String {
    let mut ups = String::new();
    for ancestor in base.ancestors() {
        if let Ok(rest) = path.strip_prefix(ancestor) {
            return format!("{ups}{}", rest.display());
        }
        ups.push_str("../");
    }
    path.display().to_string()
}

/// The queries of one compilation and their results, and the flags that choose among the files.
#[derive(Debug, Default)]
pub struct FsView {
    known_results: RefCell<BTreeMap<FsQuery, FsResult<'static>>>,
    flags: BuildFlags,
    all_flags: OnceCell<Result<BuildFlags, String>>,
    /// Whether the program is compiled for a debugger.
    is_for_debugger: bool,
}

impl FsView {
    /// A view for a compilation with these flags.
    #[must_use]
    pub fn new(flags: BuildFlags) -> Self {
        Self { flags, ..Self::default() }
    }

    /// A view for a compilation with these flags, for a debugger.
    #[must_use]
    pub fn for_debugger(flags: BuildFlags) -> Self {
        Self { flags, is_for_debugger: true, ..Self::default() }
    }

    /// Reports whether the program is compiled for a debugger.
    #[must_use]
    pub fn is_for_debugger(&self) -> bool {
        self.is_for_debugger
    }

    /// The flags of the command line and of `GOFLAGS`.
    ///
    /// # Errors
    /// Returns a message that says what is wrong with `GOFLAGS`.
    pub fn build_flags(&self) -> Result<&BuildFlags, String> {
        let all = self.all_flags.get_or_init(|| self.flags.with_environment(self));
        all.as_ref().map_err(Clone::clone)
    }

    /// Reports whether minigo has made the module in the working directory for one command alone.
    #[must_use]
    pub fn is_in_temporary_module(&self) -> bool {
        self.flags.is_temporary
    }

    /// Reports whether a flag sets a build tag.
    #[must_use]
    pub fn has_tag(&self, tag: &str) -> bool {
        self.build_flags().is_ok_and(|flags| flags.has_tag(tag))
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// Returns the error of the system call.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.query(FsQuery::Text(path.into())) {
            FsResult::Text(text) | FsResult::Unrepeatable(text) => Ok(text.into_owned()),
            FsResult::Error(number) => Err(io::Error::from_raw_os_error(number)),
            _ => Ok(Vec::new()),
        }
    }

    /// The bytes of a file of an installed Go or of the module cache. A stored program remembers only a hash of them.
    ///
    /// # Errors
    /// Returns the error of the system call.
    pub fn read_installed(&self, path: &Path) -> io::Result<Vec<u8>> {
        let text = fs::read(path)?;
        self.known_results.borrow_mut().insert(FsQuery::Digest(path.into()), digest(&text));
        Ok(text)
    }

    /// The text of a file, if the file exists and is UTF-8.
    #[must_use]
    pub fn read_text(&self, path: &Path) -> Option<String> {
        String::from_utf8(self.read(path).ok()?).ok()
    }

    /// The names of the files that may belong to the package in this directory, sorted; with `tests`, also the names of
    /// its test files.
    ///
    /// # Errors
    /// Returns the error of the system call.
    pub fn file_names(&self, dir: &Path, tests: bool) -> io::Result<Vec<PathBuf>> {
        let query = if tests { FsQuery::NamesWithTests } else { FsQuery::Names };
        match self.query(query(dir.into())) {
            FsResult::Names(names) => Ok(names),
            FsResult::Error(number) => Err(io::Error::from_raw_os_error(number)),
            _ => Ok(Vec::new()),
        }
    }

    /// The entries of a directory, sorted; an empty list if it cannot be read.
    #[must_use]
    pub fn entries(&self, dir: &Path) -> Vec<(PathBuf, EntryKind)> {
        match self.query(FsQuery::Entries(dir.into())) {
            FsResult::Entries(entries) => entries,
            _ => Vec::new(),
        }
    }

    /// Reports whether the directory has files in the language.
    #[must_use]
    pub fn has_files(&self, dir: &Path, language: Language) -> bool {
        matches!(self.query(FsQuery::HasFiles(dir.into(), language)), FsResult::HasFiles(true))
    }

    /// The names of the directories in a directory, sorted; an empty list if it cannot be read.
    #[must_use]
    pub fn directories(&self, dir: &Path) -> Vec<PathBuf> {
        match self.query(FsQuery::Directories(dir.into())) {
            FsResult::Names(names) => names,
            _ => Vec::new(),
        }
    }

    /// The value of an environment variable that is set and not empty.
    #[must_use]
    pub fn env(&self, name: &str) -> Option<String> {
        match self.query(FsQuery::Env(name.into())) {
            FsResult::Env(value) => value.filter(|value| !value.is_empty()),
            _ => None,
        }
    }

    /// The value of a setting in `MINIGODEBUG`, which has the form `name=value`.
    #[must_use]
    pub fn minigodebug_setting(&self, name: &str) -> Option<String> {
        match self.query(FsQuery::Setting(name.into())) {
            FsResult::Env(value) => value,
            _ => None,
        }
    }

    /// The GOROOT that a `go` reports if that is a script which starts the real `go`.
    #[must_use]
    pub fn goroot_of(&self, go: &Path) -> Option<PathBuf> {
        self.query(FsQuery::Stamp(go.into()));
        match self.query(FsQuery::GorootOf(go.into())) {
            FsResult::Canonical(path) => Some(path),
            _ => None,
        }
    }

    /// Reports whether the path is a directory.
    #[must_use]
    pub fn is_dir(&self, path: &Path) -> bool {
        self.query(FsQuery::IsDirectory(path.into())) == FsResult::IsDirectory(true)
    }

    /// The path with all links resolved, if it exists.
    #[must_use]
    pub fn canonical(&self, path: &Path) -> Option<PathBuf> {
        match self.query(FsQuery::Canonical(path.into())) {
            FsResult::Canonical(path) => Some(path),
            _ => None,
        }
    }

    /// The file's name in messages: see [`display_name`].
    #[must_use]
    pub fn display_name(&self, path: &Path) -> String {
        match self.query(FsQuery::DisplayName(path.into())) {
            FsResult::DisplayName(name) => name,
            _ => path.display().to_string(),
        }
    }

    /// All queries with their results; `None` if one of them cannot be repeated, such as the contents of a pipe.
    #[must_use]
    pub fn into_results(self) -> Option<Vec<(FsQuery, FsResult<'static>)>> {
        let all = self.known_results.into_inner();
        let unrepeatable = all.values().any(|result| matches!(result, FsResult::Unrepeatable(_)));
        (!unrepeatable).then(|| all.into_iter().collect())
    }

    fn query(&self, query: FsQuery) -> FsResult<'static> {
        let run = |query: &FsQuery| match (query.run(), query) {
            (FsResult::Unrepeatable(_), FsQuery::Text(path)) => match fs::read(path) {
                Ok(text) => FsResult::Unrepeatable(text.into()),
                Err(error) => FsResult::Error(error.raw_os_error().unwrap_or_default()),
            },
            (result, _) => result,
        };
        self.known_results.borrow_mut().entry(query).or_insert_with_key(run).clone()
    }
}
