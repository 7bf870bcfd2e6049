//! The command lines of the go command: flags, then words; the first word that is no flag ends the flags.
//!
//! A flag has one dash or two. The value of a flag stands behind `=` or, unless the flag is a switch, in the next word.
//! Flags about how Go compiles have no effect here; flags that would change the result of the build are refused with a
//! message that names them.

mod values;

use super::usage;
use crate::load::fs_view::{FsView, working_directory};
use crate::load::go_env::{BuildFlags, go_flags};
use clap::{Arg, ArgAction};
use std::ffi::OsString;
use std::path::Path;
use values::ValueCheck;

/// A flag that a command knows.
pub struct Flag {
    /// The flag's name, without dashes.
    pub name: &'static str,
    /// Whether the flag needs no value.
    pub is_switch: bool,
    /// Checks the values that the flag may have; `None` if it may have any.
    value_check: Option<ValueCheck>,
    /// The reason why minigo does not have the flag.
    pub refusal: Option<&'static str>,
}

impl Flag {
    /// The error message for a value that the flag cannot have; `from` is the environment variable that contains the
    /// flag.
    fn value_error(&self, value: &str, from: &str) -> Option<String> {
        let why = self.value_check.and_then(|check| check(value).err())?;
        let name = self.name;
        Some(match (self.is_switch, from) {
            (true, "") => format!("invalid boolean value {value:?} for -{name}: {why}"),
            (false, "") => format!("invalid value {value:?} for flag -{name}: {why}"),
            (true, _) => {
                format!("go: invalid boolean value {value:?} for flag -{name} (from {from}): {why}")
            }
            (false, _) => {
                format!("go: invalid value {value:?} for flag -{name} (from {from}): {why}")
            }
        })
    }

    /// Checks a value of the flag on the command line of `command`.
    ///
    /// # Errors
    /// Fails if the flag cannot have the value, or minigo does not have the flag.
    pub fn accept(&self, command: &str, value: &str) -> Result<(), UsageError> {
        match self.value_error(value, "") {
            Some(why) => Err(UsageError::new(why)),
            None => self.refuse(command, value),
        }
    }

    /// Refuses a flag that minigo does not have, unless its value switches it off.
    fn refuse(&self, command: &str, value: &str) -> Result<(), UsageError> {
        match self.refusal.filter(|_| !self.is_switch || parse_bool(value) == Some(true)) {
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
pub const fn valued_flag(name: &'static str) -> Flag {
    Flag { name, is_switch: false, value_check: None, refusal: None }
}

/// A flag without a value.
#[must_use]
pub const fn switch_flag(name: &'static str) -> Flag {
    Flag { name, is_switch: true, value_check: Some(values::check_bool), refusal: None }
}

/// A flag that may have a value behind `=` but needs none.
#[must_use]
pub const fn optional_value_flag(name: &'static str) -> Flag {
    Flag { name, is_switch: true, value_check: None, refusal: None }
}

/// A flag that minigo does not have.
#[must_use]
pub const fn refused_flag(name: &'static str, switch: bool, why: &'static str) -> Flag {
    let check: Option<ValueCheck> = if switch { Some(values::check_bool) } else { None };
    Flag { name, is_switch: switch, value_check: check, refusal: Some(why) }
}

impl Flag {
    /// The flag, with only the values that `check` allows.
    const fn with_check(mut self, check: ValueCheck) -> Self {
        self.value_check = Some(check);
        self
    }
}

/// The flags of all commands that build packages.
pub const BUILD_FLAGS: &[Flag] = &[
    valued_flag("C"),
    valued_flag("tags"),
    valued_flag("mod"),
    valued_flag("modfile"),
    valued_flag("ldflags").with_check(values::check_pattern_words),
    optional_value_flag("buildvcs").with_check(values::check_auto_or_bool),
    valued_flag("buildmode"),
    valued_flag("compiler").with_check(values::check_compiler),
    switch_flag("race"),
    switch_flag("trimpath"),
    switch_flag("v"),
    // Flags about how Go compiles; they have no effect.
    switch_flag("a"),
    switch_flag("x"),
    switch_flag("work"),
    switch_flag("modcacherw"),
    valued_flag("p").with_check(values::check_number),
    valued_flag("asmflags").with_check(values::check_pattern_words),
    valued_flag("gcflags").with_check(values::check_pattern_words),
    valued_flag("gccgoflags").with_check(values::check_pattern_words),
    valued_flag("installsuffix"),
    valued_flag("pgo"),
    valued_flag("pkgdir"),
    refused_flag("n", true, "minigo runs no external compiler whose commands could be shown"),
    refused_flag("asan", true, "minigo has no address sanitizer"),
    refused_flag("msan", true, "minigo has no memory sanitizer"),
    refused_flag("cover", true, "minigo measures coverage in tests only"),
    refused_flag("covermode", false, "minigo measures coverage in tests only")
        .with_check(values::check_cover_mode),
    refused_flag("coverpkg", false, "minigo measures coverage in tests only"),
    refused_flag("linkshared", true, "minigo has no shared libraries"),
    refused_flag("overlay", false, "minigo has no overlay of source files"),
    refused_flag("toolexec", false, "minigo runs no external tools to compile"),
];

/// The flags of [`BUILD_FLAGS`] that minigo has, as arguments of clap: for completions.
pub fn clap_arguments() -> impl Iterator<Item = Arg> {
    let shown = BUILD_FLAGS.iter().filter(|flag| flag.refusal.is_none());
    shown.map(|flag| {
        let arg = match (flag.name.len(), flag.name.chars().next()) {
            (1, letter) => Arg::new(flag.name).short(letter),
            _ => Arg::new(flag.name).long(flag.name),
        };
        arg.action(if flag.is_switch { ArgAction::SetTrue } else { ArgAction::Set })
    })
}

/// The flags and words of a command line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandLine {
    flags: Vec<(&'static str, String)>,
    /// The words behind the flags.
    pub words: Vec<String>,
}

/// The reason why a command line cannot be read; the text is for standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsageError {
    /// The message.
    pub why: String,
    /// The command's exit status. A `GOFLAGS` that cannot be read does not count as wrong use in the go command, so its
    /// status differs.
    pub status: u8,
}

impl UsageError {
    /// The error for a command line with wrong words.
    #[must_use]
    pub fn new(why: String) -> Self {
        Self { why, status: 2 }
    }
}

/// Reads the words behind `command`, which knows these flags.
///
/// # Errors
/// Returns an error for a flag that the command does not know, or a flag with a wrong value.
pub fn parse_line(
    command: &str,
    known: &[&[Flag]],
    words: &[OsString],
) -> Result<CommandLine, UsageError> {
    let mut line =
        CommandLine { flags: flags_from_environment(command, known)?, words: Vec::new() };
    let mut words = words.iter().map(|word| word.to_string_lossy().into_owned());
    let mut is_first = true;
    while let Some(word) = words.next() {
        let Some((name, value)) = split_flag(&word) else {
            line.words.extend((word != "--").then_some(word));
            line.words.extend(words);
            break;
        };
        let flag = known.iter().flat_map(|flags| flags.iter()).find(|flag| flag.name == name);
        let usage_error =
            |why: String| UsageError::new(format!("{why}\n{}", usage::usage_of(command)));
        let Some(flag) = flag else {
            return Err(match name {
                "h" | "help" => UsageError::new(usage::usage_of(command)),
                _ => usage_error(format!("flag provided but not defined: -{name}")),
            });
        };
        let value = match (value, flag.is_switch) {
            (Some(value), _) => value.to_owned(),
            (None, true) => "true".to_owned(),
            (None, false) => words
                .next()
                .ok_or_else(|| usage_error(format!("flag needs an argument: -{name}")))?,
        };
        if flag.name == "C" && !is_first {
            return Err(usage_error(format!(
                "invalid value {value:?} for flag -C: -C flag must be first flag on command line"
            )));
        }
        is_first = false;
        if let Some(why) = flag.value_error(&value, "") {
            return Err(usage_error(why));
        }
        flag.refuse(command, &value)?;
        line.flags.push((flag.name, value));
    }
    Ok(line)
}

/// The flags in the environment variable `GOFLAGS` that the command has.
fn flags_from_environment(
    command: &str,
    known: &[&[Flag]],
) -> Result<Vec<(&'static str, String)>, UsageError> {
    // `go env` ignores GOFLAGS, so that it can show and mend wrong settings. (-C is only read from the command line.)
    if command == "env" {
        return Ok(Vec::new());
    }
    let mut flags = Vec::new();
    for (name, value) in go_flags(&FsView::default())
        .map_err(|why| UsageError { why: format!("go: {why}"), status: 1 })?
    {
        let mut all = known.iter().flat_map(|flags| flags.iter());
        let Some(flag) = all.find(|flag| flag.name == name && name != "C") else { continue };
        let usage_error =
            |why: String| UsageError::new(format!("{why}\n{}", usage::usage_of(command)));
        let value = value.or_else(|| flag.is_switch.then(|| "true".to_owned()));
        let value = value.ok_or_else(|| {
            usage_error(format!("go: flag needs an argument: -{name} (from $GOFLAGS)"))
        })?;
        if let Some(why) = flag.value_error(&value, "$GOFLAGS") {
            return Err(usage_error(why));
        }
        flag.refuse(command, &value)?;
        flags.push((flag.name, value));
    }
    Ok(flags)
}

/// The name and the value of a word that has the form of a flag.
fn split_flag(word: &str) -> Option<(&str, Option<&str>)> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    if name.is_empty() || name.starts_with(['-', '=']) {
        return None;
    }
    Some(name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value))))
}

/// Reads a boolean value as Go's ParseBool does.
fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

impl CommandLine {
    /// Adds a flag with its value.
    pub fn add_flag(&mut self, flag: &'static Flag, value: String) {
        self.flags.push((flag.name, value));
    }

    /// The value of a flag, if it was given; if it was given several times, the last value.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).last()
    }

    /// All values of a flag.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.flags.iter().filter(move |(flag, _)| *flag == name).map(|(_, value)| value.as_str())
    }

    /// All flags with their values, in their order.
    pub fn flags(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.flags.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// The command line without the flags named in `without`, and with other words.
    #[must_use]
    pub fn with_words(&self, words: Vec<String>, without: &[&str]) -> Self {
        let kept = self.flags.iter().filter(|(name, _)| !without.contains(name));
        Self { flags: kept.cloned().collect(), words }
    }

    /// Reports whether a switch is on.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.value(name).and_then(parse_bool) == Some(true)
    }

    /// The flags that choose files and modules, and the linker's flags, in the loader's form.
    ///
    /// # Errors
    /// Returns an error for a flag that minigo does not have with this value.
    pub fn build_flags(&self) -> Result<BuildFlags, UsageError> {
        self.check_build_kind()?;
        self.check_pgo_profile()?;
        let value = |name: &str| self.value(name).map(str::to_owned);
        Ok(BuildFlags {
            tags: value("tags"),
            module_mode: value("mod"),
            mod_file: value("modfile").map(Into::into),
            race: self.is_on("race"),
            ldflags: self.values("ldflags").map(str::to_owned).collect(),
            trimpath: self.is_on("trimpath"),
            whole_file_names: false,
            recorded: ["asmflags", "buildmode", "gcflags"]
                .into_iter()
                .filter_map(|name| Some((format!("-{name}"), value(name)?)))
                .collect(),
            is_temporary: false,
            downloads: true,
        })
    }

    /// Checks the flags that choose the kind of build.
    ///
    /// # Errors
    /// Returns an error for a flag that minigo does not have with this value.
    pub fn check_build_kind(&self) -> Result<(), UsageError> {
        if let Some(mode) = self.value("buildmode") {
            check_build_mode(mode)?;
        }
        if let Some(compiler) = self.value("compiler").filter(|name| *name != "gc") {
            return Err(UsageError::new(format!(
                "minigo: -compiler={compiler} is not supported: only gc"
            )));
        }
        if let Some(number) = self.value("p").filter(|n| n.parse::<i64>().is_ok_and(|n| n <= 0)) {
            let why = format!("go: -p must be a positive integer: {number}");
            return Err(UsageError { why, status: 1 });
        }
        Ok(())
    }

    /// Checks that the profile of `-pgo` can be opened. minigo optimises by its own counts and does not read it.
    ///
    /// # Errors
    /// Fails if the profile cannot be opened.
    pub fn check_pgo_profile(&self) -> Result<(), UsageError> {
        let profile = self.value("pgo").filter(|name| !matches!(*name, "auto" | "off"));
        profile.map_or(Ok(()), check_profile)
    }

    /// The directory that `-C` names.
    #[must_use]
    pub fn directory(&self) -> Option<&Path> {
        self.value("C").map(Path::new)
    }
}

fn check_profile(name: &str) -> Result<(), UsageError> {
    let path = working_directory().unwrap_or_default().join(name);
    std::fs::File::open(&path).map(drop).map_err(|error| {
        let (path, why) = (path.display(), crate::errno::text(&error));
        let why = format!("# {path}\npreprofile: error opening profile: open {path}: {why}");
        UsageError { why, status: 1 }
    })
}

/// Refuses the build modes that do not exist and those that minigo does not have.
fn check_build_mode(mode: &str) -> Result<(), UsageError> {
    let why = match mode {
        "default" | "exe" | "pie" => return Ok(()),
        "archive" | "shared" => {
            return Err(UsageError::new(format!(
                "minigo: -buildmode={mode} is not supported: only default, exe, pie"
            )));
        }
        "c-archive" | "c-shared" | "plugin" => {
            format!("-buildmode={mode} requires external (cgo) linking, but cgo is not enabled")
        }
        _ => format!("buildmode={mode} not supported"),
    };
    Err(UsageError { why, status: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &[&str]) -> Result<CommandLine, UsageError> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        parse_line("build", &[&[valued_flag("o")], BUILD_FLAGS], &words)
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
    fn wrong_flags_are_reported_by_name() {
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
