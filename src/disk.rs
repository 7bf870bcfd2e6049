//! The files as one compilation sees them: each question about them is asked once, and the answers can be written down and asked for again.
//!
//! A module of its own since two rest on it: the compiler, which reads files nowhere else, and the [cache](crate::cache), for which a program
//! is unchanged exactly if all these questions have the same answers. What is not there is an answer too.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::select::name_matches;

/// What the compiler may want to know.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Question {
    /// What is in this file?
    Text(PathBuf),
    /// Which files of this directory may belong to a package, by their names?
    Names(PathBuf),
    /// Is this a directory?
    IsDirectory(PathBuf),
    /// Where is this, when all links are followed?
    Place(PathBuf),
    /// How is this file named in messages? That depends on the working directory.
    Shown(PathBuf),
}

/// What the file system says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Answer<'a> {
    /// The text. It is kept as it is: comparing is faster than any hash that could be trusted as much, and sources are small beside what
    /// is made of them.
    Text(#[serde(borrow)] Cow<'a, [u8]>),
    /// A text from a pipe or a device, once it was read: nobody can say whether it would be the same again.
    Fleeting(#[serde(borrow)] Cow<'a, [u8]>),
    /// The names, in order.
    Names(Vec<PathBuf>),
    /// Whether.
    IsDirectory(bool),
    /// The place.
    Place(PathBuf),
    /// The name.
    Shown(String),
    /// The number of an error.
    Error(i32),
}

impl Question {
    /// Asks the file system. Of what is no file it reads nothing.
    #[must_use]
    pub fn ask(&self) -> Answer<'static> {
        let answer = match self {
            Self::Text(path) => match fs::metadata(path) {
                Ok(found) if found.is_file() => fs::read(path).map(|t| Answer::Text(t.into())),
                Ok(found) if found.is_dir() => Err(io::Error::from_raw_os_error(IS_DIRECTORY)),
                Ok(_) => Ok(Answer::Fleeting(Cow::default())),
                Err(error) => Err(error),
            },
            Self::Names(dir) => names(dir).map(Answer::Names),
            Self::IsDirectory(path) => Ok(Answer::IsDirectory(path.is_dir())),
            Self::Place(path) => fs::canonicalize(path).map(Answer::Place),
            Self::Shown(path) => Ok(Answer::Shown(shown_name(path))),
        };
        answer.unwrap_or_else(|error| Answer::Error(error.raw_os_error().unwrap_or_default()))
    }
}

/// What reading a directory as a file gives: `EISDIR`.
const IS_DIRECTORY: i32 = 21;

fn names(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        if name_matches(&name.to_string_lossy()) && !entry.path().is_dir() {
            names.push(name.into());
        }
    }
    names.sort();
    Ok(names)
}

/// The name under which a file is shown: relative to the working directory if that is shorter, as the go command does.
#[must_use]
pub fn shown_name(path: &Path) -> String {
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

/// What a compilation has asked so far.
#[derive(Debug, Default)]
pub struct Disk(RefCell<BTreeMap<Question, Answer<'static>>>);

impl Disk {
    /// The bytes of a file.
    ///
    /// # Errors
    /// What the system says.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.ask(Question::Text(path.into())) {
            Answer::Text(text) | Answer::Fleeting(text) => Ok(text.into_owned()),
            Answer::Error(number) => Err(io::Error::from_raw_os_error(number)),
            _ => Ok(Vec::new()),
        }
    }

    /// The text of a file, if it is one and there is one.
    #[must_use]
    pub fn text(&self, path: &Path) -> Option<String> {
        String::from_utf8(self.read(path).ok()?).ok()
    }

    /// The names of the files that may belong to the package in this directory, in order.
    ///
    /// # Errors
    /// What the system says.
    pub fn names(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        match self.ask(Question::Names(dir.into())) {
            Answer::Names(names) => Ok(names),
            Answer::Error(number) => Err(io::Error::from_raw_os_error(number)),
            _ => Ok(Vec::new()),
        }
    }

    /// Whether there is this directory.
    #[must_use]
    pub fn is_dir(&self, path: &Path) -> bool {
        self.ask(Question::IsDirectory(path.into())) == Answer::IsDirectory(true)
    }

    /// Where a file is when all links are followed, if it is there.
    #[must_use]
    pub fn place(&self, path: &Path) -> Option<PathBuf> {
        match self.ask(Question::Place(path.into())) {
            Answer::Place(place) => Some(place),
            _ => None,
        }
    }

    /// See [`shown_name`].
    #[must_use]
    pub fn shown(&self, path: &Path) -> String {
        match self.ask(Question::Shown(path.into())) {
            Answer::Shown(name) => name,
            _ => path.display().to_string(),
        }
    }

    /// All questions and answers, if they can be asked again.
    #[must_use]
    pub fn into_answers(self) -> Option<Vec<(Question, Answer<'static>)>> {
        let all = self.0.into_inner();
        let fleeting = all.values().any(|answer| matches!(answer, Answer::Fleeting(_)));
        (!fleeting).then(|| all.into_iter().collect())
    }

    fn ask(&self, question: Question) -> Answer<'static> {
        let answer = |question: &Question| match (question.ask(), question) {
            (Answer::Fleeting(_), Question::Text(path)) => match fs::read(path) {
                Ok(text) => Answer::Fleeting(text.into()),
                Err(error) => Answer::Error(error.raw_os_error().unwrap_or_default()),
            },
            (answer, _) => answer,
        };
        self.0.borrow_mut().entry(question).or_insert_with_key(answer).clone()
    }
}
