//! `minigo list`

use crate::load::std_packages::PACKAGES;
use crate::options::{List, Listed};
use std::io::Write as _;

/// Prints import paths, a line each.
#[must_use]
pub fn run(list: &List) -> u8 {
    let Listed::Std = list.what;
    let own = |path: &&str| minigo_stdlib::index(path).is_some() || *path == "unsafe";
    let paths = PACKAGES.iter().copied().filter(|path| own(path) != list.missing);
    let text: String = paths.flat_map(|path| [path, "\n"]).collect();
    // A reader that has seen enough closes the pipe: no failure.
    let _ = std::io::stdout().write_all(text.as_bytes());
    0
}
