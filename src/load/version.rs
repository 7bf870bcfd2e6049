//! Language versions: `go1.27` as a pair of numbers.

/// Reads a version such as `1.27`, `1.27.3`, `go1.27` or `1.21rc1`.
#[must_use]
pub fn version_of(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.strip_prefix("go").unwrap_or(text).split('.');
    let major = parts.next()?.parse().ok()?;
    let minor = parts.next().unwrap_or("0");
    let digits = minor.find(|c: char| !c.is_ascii_digit()).unwrap_or(minor.len());
    Some((major, minor[..digits].parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_with_and_without_prefix() {
        assert_eq!(version_of("go1.17"), Some((1, 17)));
        assert_eq!(version_of("1.27.3"), Some((1, 27)));
        assert_eq!(version_of("1.21rc1"), Some((1, 21)));
        assert_eq!(version_of("x"), None);
    }
}
