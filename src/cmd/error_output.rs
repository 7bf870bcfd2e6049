//! The place where a build prints the errors of packages: as text on standard error or, with `-json`, as events on
//! standard output.

use super::{FAILURE_STATUS, print_error};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;

/// The form in which errors are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum ErrorOutput {
    /// Text on standard error.
    #[default]
    Text,
    /// JSON events on standard output: one for each line of a package's errors, and one that says that the package has
    /// failed.
    Events,
}

/// An event of a build; the fields have Go's order.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Event<'e> {
    import_path: &'e str,
    action: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'e str>,
}

impl ErrorOutput {
    /// Prints an error of the package at `path`; returns the exit status.
    pub(super) fn print_error(self, path: &str, text: &str) -> u8 {
        match self {
            Self::Text => print_error(text),
            Self::Events => {
                print(&event_lines(path, &format!("{text}\n")));
                FAILURE_STATUS
            }
        }
    }

    /// Prints errors of packages as events. The errors of each package stand behind a line `# PATH`.
    pub(super) fn write_package_errors(path: &str, text: &str) {
        let (mut path, mut group) = (path.to_owned(), String::new());
        let mut out = String::new();
        for line in text.split_inclusive('\n') {
            if let Some(next) = line.strip_prefix("# ") {
                if !group.is_empty() {
                    out += &event_lines(&path, &group);
                }
                group.clear();
                next.trim_end().clone_into(&mut path);
            }
            group += line;
        }
        out += &event_lines(&path, &group);
        print(&out);
    }
}

fn event_lines(path: &str, text: &str) -> String {
    let mut out = String::new();
    let mut event = |action, output| {
        let event = Event { import_path: path, action, output };
        let text = serde_json::to_string(&event).unwrap_or_default();
        // Escaped as Go's encoder does: these characters only occur inside strings.
        let text = text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
        let _ = writeln!(out, "{text}");
    };
    for line in text.split_inclusive('\n') {
        event("build-output", Some(line));
    }
    event("build-fail", None);
    out
}

fn print(text: &str) {
    // A closed pipe is no failure: the pipe's reader needs no more output.
    let _ = std::io::stdout().write_all(text.as_bytes());
}
