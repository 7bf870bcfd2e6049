//! `minigo version`

use super::build::print_usage;
use super::print_error;
use crate::app;
use crate::load::build_info::GO;
use crate::load::modules::RELEASE;
use crate::options::go_flags::{self, switch, valued};
use crate::options::is_called_go;
use crate::{cmd, errno};
use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;

/// Prints the version of minigo, the commit it was built from, and the Go it implements; of programs that minigo has
/// built the Go that they are of, with -m also what they are built from.
#[must_use]
pub fn run(words: &[OsString]) -> u8 {
    let flags = [switch("m"), switch("v"), switch("json"), valued("C")];
    let line = match go_flags::read("version", &[&flags], words) {
        Ok(line) => line,
        Err(error) => return print_usage(&error),
    };
    if line.is_on("json") {
        return print_error("minigo version: -json is not supported: -m has the same as text");
    }
    if let Err(status) = cmd::build::go_to_directory(&line) {
        return status;
    }
    if line.words.is_empty() {
        return u8::from(writeln!(std::io::stdout(), "{}", own()).is_err());
    }
    let (mut out, mut status) = (String::new(), 0);
    for file in &line.words {
        match of_file(file, line.is_on("m")) {
            Ok(text) => out += &text,
            Err(why) => status = print_error(&why),
        }
    }
    u8::from(std::io::stdout().write_all(out.as_bytes()).is_err()).max(status)
}

/// That of this command. Called as go, it has the form that tools read.
fn own() -> String {
    if is_called_go() {
        return format!("go version go{RELEASE} linux/amd64");
    }
    let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("MINIGO_COMMIT"));
    format!("minigo {version} ({commit}), go{RELEASE} linux/amd64")
}

/// That of a program.
fn of_file(file: &str, whole: bool) -> Result<String, String> {
    let found = std::fs::metadata(file);
    found.map_err(|error| format!("stat {file}: {}", errno::text(&error)))?;
    let info = app::build_info(Path::new(file));
    let info = info.ok_or_else(|| {
        format!(
            "{file}: could not read Go build info from {file}: not a program that minigo has built"
        )
    })?;
    let (go, rest) = info.split_once('\n').unwrap_or_default();
    let release = go.strip_prefix(GO).unwrap_or_default().trim();
    let mut text = format!("{file}: {release}\n");
    let lines = rest.lines().filter(|_| whole);
    lines.for_each(|line| text.extend(["\t", line, "\n"]));
    Ok(text)
}
