//! Command lines for people, to be pasted into a shell.

use std::ffi::OsString;

/// Arguments as a line for a shell.
pub(super) fn shell_command_line(args: &[OsString]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    let quoted = args.iter().map(|arg| {
        let text = arg.to_string_lossy();
        if !text.is_empty() && text.chars().all(plain) {
            return text.into_owned();
        }
        format!("'{}'", text.replace('\'', "'\\''"))
    });
    quoted.collect::<Vec<_>>().join(" ")
}
