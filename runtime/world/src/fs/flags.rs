//! Flags of open(2) that have other values on other processors: these are the values of linux/amd64, which programs use
//! and hosts take.

/// The file must be a directory.
pub(crate) const O_DIRECTORY: i32 = 0o200_000;
/// The last name must not be a symbolic link.
pub(crate) const O_NOFOLLOW: i32 = 0o400_000;
/// The descriptor only names the file.
pub(crate) const O_PATH: i32 = 0o10_000_000;
/// Creates a file without a name in a directory.
pub(crate) const O_TMPFILE: i32 = 0o20_000_000 | O_DIRECTORY;

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_flags_are_those_of_amd64() {
        let here = [super::O_DIRECTORY, super::O_NOFOLLOW, super::O_PATH, super::O_TMPFILE];
        assert_eq!(here, [libc::O_DIRECTORY, libc::O_NOFOLLOW, libc::O_PATH, libc::O_TMPFILE]);
    }
}
