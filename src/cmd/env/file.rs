//! The file that `go env -w` adds lines to and `go env -u` removes lines from: `NAME=value`, sorted by name. Lines of
//! other forms are kept.

use super::platforms::{self, EXPERIMENTS, PLATFORMS};
use crate::cmd::print_error;
use crate::load::fs_view::FsView;
use crate::load::go_env::{env_file, go_env, quoted_fields};
use crate::{atomic_file, errno};
use minigo_syntax::small_sort::SmallSort as _;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// The variables that can be set in the file.
const SETTABLE_VARIABLES: &[&str] = &[
    "AR",
    "CC",
    "CGO_CFLAGS",
    "CGO_CFLAGS_ALLOW",
    "CGO_CFLAGS_DISALLOW",
    "CGO_CPPFLAGS",
    "CGO_CPPFLAGS_ALLOW",
    "CGO_CPPFLAGS_DISALLOW",
    "CGO_CXXFLAGS",
    "CGO_CXXFLAGS_ALLOW",
    "CGO_CXXFLAGS_DISALLOW",
    "CGO_ENABLED",
    "CGO_FFLAGS",
    "CGO_FFLAGS_ALLOW",
    "CGO_FFLAGS_DISALLOW",
    "CGO_LDFLAGS",
    "CGO_LDFLAGS_ALLOW",
    "CGO_LDFLAGS_DISALLOW",
    "CXX",
    "FC",
    "GCCGO",
    "GO111MODULE",
    "GO386",
    "GOAMD64",
    "GOARCH",
    "GOARM",
    "GOARM64",
    "GOAUTH",
    "GOBIN",
    "GOCACHE",
    "GOCACHEPROG",
    "GOEXPERIMENT",
    "GOFIPS140",
    "GOFLAGS",
    "GOINSECURE",
    "GOMIPS",
    "GOMIPS64",
    "GOMODCACHE",
    "GONOPROXY",
    "GONOSUMDB",
    "GOOS",
    "GOPACKAGESDRIVER",
    "GOPATH",
    "GOPPC64",
    "GOPRIVATE",
    "GOPROXY",
    "GORISCV64",
    "GOSUMDB",
    "GOTMPDIR",
    "GOTOOLCHAIN",
    "GOVCS",
    "GOWASM",
    "GO_EXTLINK_ENABLED",
    "PKG_CONFIG",
];

/// Variables that `go env -w` refuses to set.
const UNSETTABLE_VARIABLES: &[&str] = &[
    "GOEXE",
    "GOGCCFLAGS",
    "GOHOSTARCH",
    "GOHOSTOS",
    "GOMOD",
    "GOROOT",
    "GOTELEMETRY",
    "GOTELEMETRYDIR",
    "GOTOOLDIR",
    "GOVERSION",
    "GOWORK",
];

/// Variables whose values must be absolute paths.
const PATH_VARIABLES: &[&str] = &["GOMODCACHE", "GOTMPDIR", "GOPATH"];

/// Sets variables: `NAME=value`.
///
/// # Errors
/// Returns the reason why nothing was changed.
pub(super) fn set_variables(fs: &FsView, words: &[String]) -> Result<(), String> {
    if words.is_empty() {
        return Err("no KEY=VALUE arguments given".to_owned());
    }
    let mut new = BTreeMap::new();
    for word in words {
        let pair = word.split_once('=').filter(|_| !word.starts_with('-'));
        let (name, value) =
            pair.ok_or_else(|| format!("arguments must be KEY=VALUE: invalid argument: {word}"))?;
        check_setting(name, value)?;
        if new.insert(name, Some(value)).is_some() {
            return Err(format!("multiple values for key: {name}"));
        }
        if fs.env(name).is_some_and(|set| set != value) {
            print_error(&format!(
                "warning: go env -w {name}=... does not override conflicting OS environment variable"
            ));
        }
    }
    check_combination(fs, &new)?;
    rewrite_env_file(fs, &new)
}

/// Removes the settings of these variables.
///
/// # Errors
/// Returns the reason why nothing was changed.
pub(super) fn unset_variables(fs: &FsView, words: &[String]) -> Result<(), String> {
    if words.is_empty() {
        return Err("'go env -u' requires an argument".to_owned());
    }
    for name in words {
        check_name(name)?;
    }
    let new = words.iter().map(|name| (name.as_str(), None)).collect();
    check_combination(fs, &new)?;
    rewrite_env_file(fs, &new)
}

/// Refuses a system that Go does not support on the processor, and unknown experiments.
fn check_combination(fs: &FsView, new: &BTreeMap<&str, Option<&str>>) -> Result<(), String> {
    let value = |name: &str, default: &str| match new.get(name) {
        Some(Some(value)) => (*value).to_owned(),
        Some(None) => default.to_owned(),
        None => go_env(fs, name).unwrap_or_else(|| default.to_owned()),
    };
    if new.contains_key("GOOS") || new.contains_key("GOARCH") {
        let pair =
            format!("{}/{}", value("GOOS", "linux"), value("GOARCH", platforms::OWN_PROCESSOR));
        if !PLATFORMS.split_ascii_whitespace().any(|known| known == pair) {
            return Err(format!("unsupported GOOS/GOARCH pair {pair}"));
        }
    }
    let Some(Some(experiments)) = new.get("GOEXPERIMENT") else { return Ok(()) };
    for word in experiments.split(',').filter(|word| !["", "none"].contains(word)) {
        let name = word.strip_prefix("no").unwrap_or(word);
        if !EXPERIMENTS.split_ascii_whitespace().any(|known| known == name) {
            return Err(format!("unknown GOEXPERIMENT {name}"));
        }
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), String> {
    match name {
        "GOENV" | "GODEBUG" => Err(format!("{name} can only be set using the OS environment")),
        name if UNSETTABLE_VARIABLES.contains(&name) => Err(format!("{name} cannot be modified")),
        name if SETTABLE_VARIABLES.contains(&name) => Ok(()),
        _ => Err(format!("unknown go command variable {name}")),
    }
}

fn check_setting(name: &str, value: &str) -> Result<(), String> {
    check_name(name)?;
    let relative = !value.is_empty() && !Path::new(value).is_absolute();
    if value.contains(['\n', '\r', '\0']) {
        return Err(format!("invalid value for {name}: it has more than one line"));
    }
    match name {
        "GO111MODULE" if !["", "auto", "on", "off"].contains(&value) => {
            Err(format!("invalid GO111MODULE value {value:?}"))
        }
        "GOPATH" if value.starts_with('~') => {
            Err(format!("GOPATH entry cannot start with shell metacharacter '~': {value:?}"))
        }
        "CC" | "CXX" => {
            let program = quoted_fields(value).unwrap_or_default().into_iter().next();
            match program.filter(|it| it.contains('/') && !Path::new(it).is_absolute()) {
                Some(program) => {
                    Err(format!("{name} entry is relative; must be absolute path: {program:?}"))
                }
                None => Ok(()),
            }
        }
        "GOTMPDIR" if relative => Err("GOTMPDIR must be an absolute path".to_owned()),
        "GOPATH" | "GOMODCACHE" if PATH_VARIABLES.contains(&name) && relative => {
            Err(format!("{name} entry is relative; must be absolute path: {value:?}"))
        }
        _ => Ok(()),
    }
}

/// Rewrites the file with these settings; the setting of a variable without a value is removed.
fn rewrite_env_file(fs: &FsView, new: &BTreeMap<&str, Option<&str>>) -> Result<(), String> {
    if fs.env("GOENV").is_some_and(|off| off == "off") {
        return Err("GOENV=off: there is no file to change".to_owned());
    }
    let file = env_file(fs)
        .ok_or("cannot find go env config: neither $XDG_CONFIG_HOME nor $HOME are defined")?;
    let text = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("reading go env config: {}", errno::text(&error))),
    };
    let name_of = |line: &str| line.split_once('=').map(|(name, _)| name.trim().to_owned());
    let kept = |line: &&str| name_of(line).is_none_or(|name| !new.contains_key(name.as_str()));
    let mut lines: Vec<String> = text.lines().filter(kept).map(str::to_owned).collect();
    lines.extend(new.iter().filter_map(|(name, value)| Some(format!("{name}={}", (*value)?))));
    // A comment must stay above the line to which it belongs, so a file with comments is not sorted.
    if lines.iter().all(|line| name_of(line).is_some_and(|name| !name.starts_with('#'))) {
        lines.small_sort_by_key(|line| name_of(line));
    }
    let write = || {
        if let Some(dir) = file.parent() {
            fs::create_dir_all(dir)?;
        }
        atomic_file::write(&file, 0o666, |out| {
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))
        })
    };
    write().map_err(|error| format!("writing go env config: {}", errno::text(&error)))
}
