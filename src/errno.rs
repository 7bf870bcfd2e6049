//! The texts of system errors in Go's words (`permission denied`).

use std::io;

/// The text that Go prints for the error.
#[must_use]
pub fn text(error: &io::Error) -> String {
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
        let of = |number| text(&io::Error::from_raw_os_error(number));
        assert_eq!(of(2), "no such file or directory");
        assert_eq!(of(13), "permission denied");
        assert_eq!(of(40), "too many levels of symbolic links");
        assert_eq!(text(&io::Error::other("own text")), "own text");
    }
}
