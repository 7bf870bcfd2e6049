//! The command lines of the go command: flags, then words; the first word that is no flag ends the flags.
//!
//! A flag has one dash or two, and its value behind `=` or, unless it is a switch, in the next word. Flags that say how
//! Go compiles mean nothing here; those that would change what is made are refused by name.

use crate::load::fs_view::FsView;
use crate::load::go_env::{BuildFlags, go_flags};
use clap::{Arg, ArgAction};
use std::ffi::OsString;
use std::path::Path;

/// A flag that a command knows.
pub struct Flag {
    /// Its name, without dashes.
    pub name: &'static str,
    /// Whether it needs no value.
    pub switch: bool,
    /// Whether its value, behind `=`, may be any text.
    pub any: bool,
    /// Why minigo does not have it.
    pub refused: Option<&'static str>,
}

impl Flag {
    /// Refuses a value that asks for what minigo does not have.
    fn check(&self, command: &str, value: &str) -> Result<(), UsageError> {
        match self.refused.filter(|_| !self.switch || truth(value) == Some(true)) {
            Some(why) => {
                let name = self.name;
                Err(UsageError::new(format!("minigo {command}: -{name} is not supported: {why}")))
            }
            None => Ok(()),
        }
    }
}

/// A flag with a value.
#[must_use]
pub const fn valued(name: &'static str) -> Flag {
    Flag { name, switch: false, any: true, refused: None }
}

/// A flag without a value.
#[must_use]
pub const fn switch(name: &'static str) -> Flag {
    Flag { name, switch: true, any: false, refused: None }
}

/// A flag that may have a value behind `=`.
#[must_use]
pub const fn optional(name: &'static str) -> Flag {
    Flag { name, switch: true, any: true, refused: None }
}

/// A flag that minigo does not have.
#[must_use]
pub const fn refused(name: &'static str, switch: bool, why: &'static str) -> Flag {
    Flag { name, switch, any: !switch, refused: Some(why) }
}

/// The flags of all commands that build packages.
pub const BUILD: &[Flag] = &[
    valued("C"),
    valued("tags"),
    valued("mod"),
    valued("modfile"),
    valued("ldflags"),
    valued("buildvcs"),
    valued("buildmode"),
    valued("compiler"),
    switch("race"),
    switch("trimpath"),
    switch("v"),
    // About how Go compiles.
    switch("a"),
    switch("x"),
    switch("work"),
    switch("modcacherw"),
    valued("p"),
    valued("asmflags"),
    valued("gcflags"),
    valued("gccgoflags"),
    valued("installsuffix"),
    valued("pgo"),
    valued("pkgdir"),
    refused("n", true, "minigo runs no other programs that it could show"),
    refused("asan", true, "minigo has no address sanitizer"),
    refused("msan", true, "minigo has no memory sanitizer"),
    refused("cover", true, "minigo measures coverage in tests only"),
    refused("covermode", false, "minigo measures coverage in tests only"),
    refused("coverpkg", false, "minigo measures coverage in tests only"),
    refused("linkshared", true, "minigo has no shared libraries"),
    refused("overlay", false, "minigo reads files as they are"),
    refused("toolexec", false, "minigo runs no other programs to compile"),
];

/// The flags of [`BUILD`] that minigo has, as arguments of clap: for completions.
pub fn described() -> impl Iterator<Item = Arg> {
    let shown = BUILD.iter().filter(|flag| flag.refused.is_none());
    shown.map(|flag| {
        let arg = match (flag.name.len(), flag.name.chars().next()) {
            (1, letter) => Arg::new(flag.name).short(letter),
            _ => Arg::new(flag.name).long(flag.name),
        };
        arg.action(if flag.switch { ArgAction::SetTrue } else { ArgAction::Set })
    })
}

/// The flags and words of a command line.
#[derive(Debug, Default)]
pub struct Line {
    flags: Vec<(&'static str, String)>,
    /// The words behind the flags.
    pub words: Vec<String>,
}

/// Why a command line cannot be read; the text is for standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsageError {
    /// The message.
    pub why: String,
    /// The command's status: for the go command a `GOFLAGS` that cannot be read is no wrong use.
    pub status: u8,
}

impl UsageError {
    /// Wrong words of a command line.
    #[must_use]
    pub fn new(why: String) -> Self {
        Self { why, status: 2 }
    }
}

/// Reads the words behind `command`, which knows these flags.
///
/// # Errors
/// A flag that it does not know, or that has a wrong value.
pub fn read(command: &str, known: &[&[Flag]], words: &[OsString]) -> Result<Line, UsageError> {
    let mut line = Line { flags: from_environment(command, known)?, words: Vec::new() };
    let mut words = words.iter().map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        let Some((name, value)) = spelled(&word) else {
            line.words.extend((word != "--").then_some(word));
            line.words.extend(words);
            break;
        };
        let flag = known.iter().flat_map(|flags| flags.iter()).find(|flag| flag.name == name);
        let Some(flag) = flag else {
            let why = match name {
                "h" | "help" => String::new(),
                _ => format!("flag provided but not defined: -{name}\n"),
            };
            return Err(UsageError::new(format!(
                "{why}usage: minigo {command}; `minigo help {command}` has the flags"
            )));
        };
        let value = match (value, flag.switch) {
            (Some(value), _) => value.to_owned(),
            (None, true) => "true".to_owned(),
            (None, false) => words.next().ok_or_else(|| {
                UsageError::new(format!("flag needs an argument: -{name}\nusage: minigo {command}"))
            })?,
        };
        if !flag.any && truth(&value).is_none() {
            let why = format!(
                "invalid boolean value {value:?} for -{name}: parse error\nusage: minigo {command}"
            );
            return Err(UsageError::new(why));
        }
        flag.check(command, &value)?;
        line.flags.push((flag.name, value));
    }
    Ok(line)
}

/// The flags that `GOFLAGS` gives to a command, as far as it has them.
fn from_environment(
    command: &str,
    known: &[&[Flag]],
) -> Result<Vec<(&'static str, String)>, UsageError> {
    // So that wrong settings can be looked at and mended. (-C is the directory of the command line only.)
    if command == "env" {
        return Ok(Vec::new());
    }
    let mut flags = Vec::new();
    for (name, value) in
        go_flags(&FsView::default()).map_err(|why| UsageError { why, status: 1 })?
    {
        let mut all = known.iter().flat_map(|flags| flags.iter());
        let Some(flag) = all.find(|flag| flag.name == name && name != "C") else { continue };
        let usage = format!("usage: minigo {command}");
        let value = value.or_else(|| flag.switch.then(|| "true".to_owned())).ok_or_else(|| {
            UsageError::new(format!("go: flag needs an argument: -{name} (from $GOFLAGS)\n{usage}"))
        })?;
        if !flag.any && truth(&value).is_none() {
            return Err(UsageError::new(format!(
                "go: invalid boolean value {value:?} for flag -{name} (from $GOFLAGS): parse error\n{usage}"
            )));
        }
        flag.check(command, &value)?;
        flags.push((flag.name, value));
    }
    Ok(flags)
}

/// The name and the value of a word that has the form of a flag.
fn spelled(word: &str) -> Option<(&str, Option<&str>)> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    if name.is_empty() || name.starts_with(['-', '=']) {
        return None;
    }
    Some(name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value))))
}

/// Reads a boolean value as Go's ParseBool does.
fn truth(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

impl Line {
    /// The value of a flag, if it was given; that of the last one, if several were.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).last()
    }

    /// All values of a flag.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.flags.iter().filter(move |(flag, _)| *flag == name).map(|(_, value)| value.as_str())
    }

    /// All flags with their values, in their order.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.flags.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.value(name).and_then(truth) == Some(true)
    }

    /// The flags that choose files and modules, and those of the linker.
    ///
    /// # Errors
    /// One that minigo does not have with this value.
    pub fn build_flags(&self) -> Result<BuildFlags, UsageError> {
        let modes = ["default", "exe", "pie"];
        let wrong = |name: &str, allowed: &[&str]| {
            let value = self.value(name).filter(|value| !allowed.contains(value))?;
            Some(UsageError::new(format!(
                "minigo: -{name}={value} is not supported: only {}",
                allowed.join(", ")
            )))
        };
        if let Some(error) = wrong("buildmode", &modes).or_else(|| wrong("compiler", &["gc"])) {
            return Err(error);
        }
        let value = |name: &str| self.value(name).map(str::to_owned);
        Ok(BuildFlags {
            tags: value("tags"),
            module_mode: value("mod"),
            mod_file: value("modfile").map(Into::into),
            race: self.is_on("race"),
            ldflags: value("ldflags"),
            trimpath: self.is_on("trimpath"),
        })
    }

    /// The directory to go to first.
    #[must_use]
    pub fn directory(&self) -> Option<&Path> {
        self.value("C").map(Path::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &[&str]) -> Result<Line, UsageError> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        read("build", &[&[valued("o")], BUILD], &words)
    }

    #[test]
    fn flags_end_at_the_first_word() {
        let read = line(&["-o", "x", "--race", "-tags=a,b", "-v=false", "./a", "-o", "y"]).unwrap();
        assert_eq!(read.value("o"), Some("x"));
        assert_eq!(read.words, ["./a", "-o", "y"]);
        let flags = read.build_flags().unwrap();
        assert!(flags.race && flags.tags.as_deref() == Some("a,b") && !read.is_on("v"));
        assert_eq!(line(&["-race", "--", "-v"]).unwrap().words, ["-v"]);
    }

    #[test]
    fn wrong_flags_are_told_by_name() {
        for (words, part) in [
            (&["-q"][..], "not defined: -q"),
            (&["-o"], "needs an argument: -o"),
            (&["-race=maybe"], "invalid boolean value"),
            (&["-toolexec", "x"], "-toolexec is not supported"),
        ] {
            assert!(line(words).unwrap_err().why.contains(part), "{words:?}");
        }
        assert!(line(&["-msan=false"]).is_ok());
        assert!(line(&["-buildmode=plugin"]).unwrap().build_flags().is_err());
    }
}
