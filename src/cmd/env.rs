//! `minigo env`: the variables of the go command, with the values that minigo uses.

mod file;
mod platforms;
mod values;

use super::build::print_usage;
use super::print_error;
use crate::load::fs_view::FsView;
use crate::options::go_flags::{self, CommandLine, switch_flag, valued_flag};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;

/// Prints the variables, or changes the file that `go env -w` writes.
#[must_use]
pub fn run(words: &[OsString]) -> u8 {
    // The flags of commands that print the commands they run; `env` runs none and ignores them.
    let of_commands = [switch_flag("n"), switch_flag("x")];
    let flags = [
        switch_flag("json"),
        switch_flag("changed"),
        switch_flag("u"),
        switch_flag("w"),
        valued_flag("C"),
    ];
    let line = match go_flags::parse_line("env", &[&flags, &of_commands], words) {
        Ok(line) => line,
        Err(error) => return print_usage(&error),
    };
    if let Err(status) = super::build::change_directory(&line) {
        return status;
    }
    let (write, unset) = (line.is_on("w"), line.is_on("u"));
    let refused = match () {
        () if write && unset => Some("go: cannot use -u with -w"),
        () if line.is_on("json") && write => Some("go: cannot use -json with -w"),
        () if line.is_on("json") && unset => Some("go: cannot use -json with -u"),
        () => None,
    };
    if let Some(why) = refused {
        return print_error(why);
    }
    let fs = FsView::default();
    if write || unset {
        let done = if write {
            file::set_variables(&fs, &line.words)
        } else {
            file::unset_variables(&fs, &line.words)
        };
        return done.err().map_or(0, |why| print_error(&format!("go: {why}")));
    }
    match output_text(&fs, &line) {
        Ok(text) => u8::from(std::io::stdout().write_all(text.as_bytes()).is_err()),
        Err(why) => print_error(&why),
    }
}

/// The text to print.
fn output_text(fs: &FsView, line: &CommandLine) -> Result<String, String> {
    let mut all = values::all_variables(fs)?;
    if line.is_on("changed") {
        all.retain(|variable| variable.value != variable.default);
    }
    let find = |name: &str| {
        let known = all.iter().find(|variable| variable.name == name);
        known.map(|variable| variable.value.clone()).unwrap_or_default()
    };
    if line.is_on("json") {
        let pairs: BTreeMap<&str, String> = match line.words.is_empty() {
            true => all.iter().map(|variable| (variable.name, variable.value.clone())).collect(),
            false => line.words.iter().map(|name| (name.as_str(), find(name))).collect(),
        };
        return Ok(json(&pairs));
    }
    let mut out = String::new();
    if line.words.is_empty() {
        for variable in &all {
            writeln!(out, "{}={}", variable.name, shell_quoted(&variable.value))
                .map_err(|e| e.to_string())?;
        }
    } else {
        line.words.iter().for_each(|name| out.extend([&*find(name), "\n"]));
    }
    Ok(out)
}

/// The value quoted for the shell.
fn shell_quoted(value: &str) -> String {
    format!("'{}'", value.replace('\'', "'\\''"))
}

fn json(pairs: &BTreeMap<&str, String>) -> String {
    let line = |(name, value): (&&str, &String)| {
        format!("\t{}: {}", serde_json::json!(name), serde_json::json!(value))
    };
    let lines: Vec<String> = pairs.iter().map(line).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}
