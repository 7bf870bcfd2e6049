//! `minigo run`

use super::{FAILED, complain, show};
use crate::options::{Run, Target};
use crate::pipeline::{self, CheckOptions};

/// Runs the program; returns its exit status.
#[must_use]
pub fn run(run: &Run) -> u8 {
    let (target, args) = Target::split(&run.words);
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
    let Some(program) = &checked.program else { return FAILED };
    let code = match minigo_codegen::generate(program, &checked.sources) {
        Ok(code) => code,
        Err(_) => return complain("the program needs larger frames than minigo has"),
    };
    let packages = minigo_stdlib::packages();
    let name = run.words.first().cloned().unwrap_or_default();
    let args = args.iter().map(|a| a.to_string().into_bytes());
    let args = std::iter::once(name.into_bytes()).chain(args).collect();
    let options = minigo_vm::Options::default();
    match minigo_vm::Machine::with_system(code, &packages, &options, args) {
        Ok(machine) => machine.run().code() as u8,
        Err(error) => complain(&error.to_string()),
    }
}
