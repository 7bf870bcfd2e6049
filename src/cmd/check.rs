//! `minigo check`

use super::{FAILURE_STATUS, print_error};
use crate::load::fs_view::FsView;
use crate::load::patterns;
use crate::options::{Check, ErrorFormat, Target, Tests};
use crate::pipeline::{self, CheckOptions};
use crate::report;
use minigo_syntax::deadline::Deadline;

/// Reports all errors of the named packages, and warnings about packages without errors.
#[must_use]
pub fn run(check: &Check) -> u8 {
    let language = check.common.lang;
    let options = CheckOptions {
        language,
        require_bodies: false,
        warns: !check.no_vet,
        all_errors: !check.first_errors || check.json || check.common.wants_all_errors(),
        deadline: Deadline::NEVER,
    };
    let targets = match targets_of(check) {
        Ok(targets) => targets,
        Err(error) => return print_error(&error),
    };
    let mut status = 0;
    for target in targets {
        let fs = FsView::new(check.common.build.flags());
        match pipeline::check(&fs, &target, options) {
            Ok(checked) => {
                if check.json {
                    let mut out = std::io::stdout().lock();
                    let _ = report::write(&mut out, &checked, ErrorFormat::Json);
                } else {
                    report::print_diagnostics(&checked, &check.common);
                }
                if checked.has_errors() || check.strict && !checked.diagnostics.is_empty() {
                    status = FAILURE_STATUS;
                }
            }
            Err(error) => status = print_error(error.text()),
        }
    }
    status
}

/// The packages that the words name. Packages that a pattern matches are checked together with their tests.
fn targets_of(check: &Check) -> Result<Vec<Target>, String> {
    let fs = FsView::new(check.common.build.flags());
    fs.build_flags()?;
    let mut targets = Vec::new();
    let mut words = check.words.as_slice();
    while let Some((first, rest)) = words.split_first() {
        let text = first.to_string_lossy();
        if text != "all" && !text.contains("...") {
            let (target, rest) = Target::split(words);
            targets.push(target);
            words = rest;
            continue;
        }
        words = rest;
        let warn = |text: &str| {
            print_error(text);
        };
        for package in patterns::expand(&fs, &[text.into_owned()], warn)? {
            if let Some(error) = package.error {
                return Err(error);
            }
            let import_path = package.is_of_dependency.then(|| package.path.clone());
            let target = match (package.has_tests, &import_path) {
                (true, None) => {
                    let paths = package.paths;
                    Target::Tests(Tests { paths, import_path, coverage: None })
                }
                (false, None) => Target::Directory(package.paths[0].clone()),
                (_, Some(path)) => Target::Directory(path.into()),
            };
            targets.push(target);
        }
    }
    Ok(targets)
}
