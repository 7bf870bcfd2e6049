//! `minigo version`

use std::io::Write as _;

/// Prints the version of minigo, the commit it was built from, and the language it speaks.
#[must_use]
pub fn run() -> u8 {
    let (major, minor) = crate::load::modules::LANGUAGE;
    let version = env!("CARGO_PKG_VERSION");
    let commit = env!("MINIGO_COMMIT");
    let line = format!("minigo {version} ({commit}), go{major}.{minor} linux/amd64");
    u8::from(writeln!(std::io::stdout(), "{line}").is_err())
}
