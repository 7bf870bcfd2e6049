//! The values of flags, as text.

use super::Seed;
use crate::load::version::version_of;
use std::time::Duration;

/// Reads the value of `--seed`.
pub(super) fn seed(text: &str) -> Result<Seed, String> {
    if text == "random" {
        return Ok(Seed::Random);
    }
    text.parse().map(Seed::Number).map_err(|_| format!("{text} is neither a number nor `random`"))
}

/// Reads a range of seeds: `1000` (0 to 999) or `20..50`.
pub(super) fn seeds(text: &str) -> Result<std::ops::Range<u64>, String> {
    let (from, to) = text.split_once("..").unwrap_or(("0", text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from < to => Ok(from..to),
        _ => Err(format!("{text} is not a number or range of seeds, such as 1000 or 20..50")),
    }
}

/// Reads how many runs are made at the same time.
pub(super) fn jobs(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| *n > 0);
    number.ok_or_else(|| format!("{text} is not a number of runs"))
}

/// Reads a duration such as `10ms`, `500us` or `1s`.
///
/// # Errors
/// Returns a message that says why the text is no duration.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text} is not a duration such as 10ms, 500us or 1s");
    let unit = text.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
    let number: u64 = text[..unit].parse().map_err(|_| wrong())?;
    match &text[unit..] {
        "us" => Ok(Duration::from_micros(number)),
        "ms" => Ok(Duration::from_millis(number)),
        "s" => Ok(Duration::from_secs(number)),
        "m" => Ok(Duration::from_secs(number.saturating_mul(60))),
        "h" => Ok(Duration::from_secs(number.saturating_mul(3600))),
        _ => Err(wrong()),
    }
}

/// A number of bytes as Go's `GOMEMLIMIT` has them: a suffix `B`, `KiB`, `MiB`, `GiB` or `TiB` may follow.
///
/// # Errors
/// Returns a message that says why the text is no number of bytes.
pub fn memory_size(text: &str) -> Result<usize, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40), ("B", 0)];
    let unit = units.iter().find_map(|(name, shift)| Some((text.strip_suffix(name)?, *shift)));
    let (digits, shift) = unit.unwrap_or((text, 0));
    let digits = Some(digits).filter(|d| d.starts_with(|c: char| c.is_ascii_digit()));
    let number = digits.and_then(|d| d.parse::<usize>().ok()?.checked_mul(1 << shift));
    number.ok_or_else(|| format!("{text} is not a size such as 512MiB"))
}

/// The smallest memory limit: the first goroutine and the library's variables need this much.
const MIN_MEMORY_LIMIT: usize = 64 << 10;

/// Reads the value of `--max-memory`.
pub(super) fn memory_limit(text: &str) -> Result<usize, String> {
    match memory_size(text)? {
        size if size < MIN_MEMORY_LIMIT => {
            Err(format!("{text} is too small: the limit must be at least 64KiB"))
        }
        size => Ok(size),
    }
}

/// Reads a language version.
pub(super) fn language(text: &str) -> Result<(u32, u32), String> {
    version_of(text).ok_or_else(|| format!("{text} is not a language version such as go1.21"))
}
