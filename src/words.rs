//! Errors of the system in Go's words.
//!
//! A module of its own because what users read is Go's text (`permission denied`) wherever an error comes from.

use std::io;

/// What Go calls this error.
#[must_use]
pub fn of(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(number) => minigo_stdlib::errno_text(number.into()),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_gos() {
        let text = |number| of(&io::Error::from_raw_os_error(number));
        assert_eq!(text(2), "no such file or directory");
        assert_eq!(text(13), "permission denied");
        assert_eq!(text(40), "too many levels of symbolic links");
        assert_eq!(of(&io::Error::other("own text")), "own text");
    }
}
