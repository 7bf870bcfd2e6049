//! `minigo run`

use super::{FAILED, complain, show};
use crate::options::{Run, Target};
use crate::pipeline::{self, CheckOptions};

/// Runs the program; returns its exit status.
#[must_use]
pub fn run(run: &Run) -> u8 {
    let (target, _args) = Target::split(&run.words);
    let options = CheckOptions {
        language: run.common.lang,
        require_bodies: true,
        library: minigo_stdlib::files,
    };
    let checked = match pipeline::check(&target, options) {
        Ok(checked) => checked,
        Err(error) => return complain(&error.0),
    };
    if show(&checked, &run.common) {
        return FAILED;
    }
    if let Some(package) = checked.packages.last().filter(|_| !checked.is_main) {
        return complain(&format!("package {} is not a main package", package.path));
    }
    complain("the virtual machine is not built in yet")
}
