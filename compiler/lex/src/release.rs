//! The release of Go that minigo implements. The release stands in `go-release.txt` and nowhere else: other crates,
//! tests and scripts take it from there.

/// The release, such as `1.27.3`.
pub const GO_RELEASE: &str = include_str!("../go-release.txt").trim_ascii();

/// The release as `runtime.Version` returns it, such as `go1.27.3`.
pub const GO_VERSION: &str = concat!("go", include_str!("../go-release.txt")).trim_ascii();

/// The language version of the release, as `(1, 27)`.
pub const LANGUAGE_VERSION: (u32, u32) = language_version(GO_RELEASE.as_bytes());

/// The first two numbers of a release.
const fn language_version(text: &[u8]) -> (u32, u32) {
    let (mut numbers, mut number, mut at) = ([0, 0], 0, 0);
    while at < text.len() && number < 2 {
        match text[at] {
            b'.' => number += 1,
            digit => numbers[number] = numbers[number] * 10 + (digit - b'0') as u32,
        }
        at += 1;
    }
    (numbers[0], numbers[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_version_is_the_start_of_the_release() {
        assert_eq!(language_version(b"1.27.3"), (1, 27));
        assert_eq!(language_version(b"2.0"), (2, 0));
        assert!(GO_RELEASE.starts_with(&format!("{}.{}", LANGUAGE_VERSION.0, LANGUAGE_VERSION.1)));
    }
}
