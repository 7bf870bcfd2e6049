//! The values that flags may have. Errors have the go command's words.

use super::parse_bool;
use crate::load::go_env::quoted_fields;

/// Checks the value of a flag; the error says why the flag cannot have the value.
pub(super) type ValueCheck = fn(&str) -> Result<(), String>;

/// `-buildvcs`
pub(super) fn check_auto_or_bool(value: &str) -> Result<(), String> {
    match parse_bool(value) {
        None if value != "auto" => Err("value is neither 'auto' nor a valid bool".to_owned()),
        _ => Ok(()),
    }
}

/// The value of a switch.
pub(super) fn check_bool(value: &str) -> Result<(), String> {
    parse_bool(value).map(|_| ()).ok_or_else(|| "parse error".to_owned())
}

/// `-p`
pub(super) fn check_number(value: &str) -> Result<(), String> {
    value.parse::<i64>().map(|_| ()).map_err(|_| "parse error".to_owned())
}

/// `-compiler`
pub(super) fn check_compiler(value: &str) -> Result<(), String> {
    match value {
        "gc" | "gccgo" => Ok(()),
        _ => Err(format!("unknown compiler {value:?}")),
    }
}

/// `-covermode`
pub(super) fn check_cover_mode(value: &str) -> Result<(), String> {
    match value {
        "set" | "count" | "atomic" => Ok(()),
        _ => Err("valid modes are \"set\", \"count\", or \"atomic\"".to_owned()),
    }
}

/// The value of flags for the compiler, the assembler and the linker: words, optionally after a pattern of packages and
/// `=`.
pub(super) fn check_pattern_words(value: &str) -> Result<(), String> {
    let value = value.trim();
    let words = match value {
        "" => value,
        _ if value.starts_with('-') => value,
        _ => match value.split_once('=') {
            None => return Err("missing =<value> in <pattern>=<value>".to_owned()),
            Some(("", _)) => return Err("missing <pattern> in <pattern>=<value>".to_owned()),
            Some((pattern, words)) => {
                if let Some(quote) = pattern.chars().next().filter(|c| ['\'', '"'].contains(c)) {
                    return Err(format!("parameter may not start with quote character {quote}"));
                }
                words
            }
        },
    };
    quoted_fields(words).map(|_| ()).map_err(|quote| format!("unterminated {quote} string"))
}
