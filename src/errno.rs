//! The texts of system errors and signals in Go's words (`permission denied`, `segmentation fault`).

use std::io;

/// The text that Go prints for the error.
#[must_use]
pub fn text(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(number) => minigo_stdlib::errno_text(number.into()),
        None => error.to_string(),
    }
}

/// The text for a signal in Go's syscall.Signal.
#[must_use]
pub fn signal_name(signal: i32) -> String {
    let name = match signal {
        1 => "hangup",
        2 => "interrupt",
        3 => "quit",
        4 => "illegal instruction",
        6 => "aborted",
        7 => "bus error",
        8 => "floating point exception",
        9 => "killed",
        11 => "segmentation fault",
        13 => "broken pipe",
        14 => "alarm clock",
        15 => "terminated",
        _ => return format!("signal {signal}"),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_texts_are_those_of_go() {
        let of = |number| text(&io::Error::from_raw_os_error(number));
        assert_eq!(of(2), "no such file or directory");
        assert_eq!(of(13), "permission denied");
        assert_eq!(of(40), "too many levels of symbolic links");
        assert_eq!(text(&io::Error::other("own text")), "own text");
    }
}
