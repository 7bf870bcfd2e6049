//! `minigo fmt`: runs the program in the library package `internal/gofmt`, which is compiled and cached like any
//! program.

use super::build::print_usage;
use super::print_error;
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::load::patterns;
use crate::options::go_flags::{self, refused_flag, switch_flag, valued_flag};
use crate::options::tools::Fmt;
use crate::options::{Run, is_invoked_as_go};
use std::ffi::OsString;

/// The package that contains the program.
const PROGRAM: &str = "internal/gofmt";

/// The run of gofmt for this command line.
///
/// # Errors
/// Returns the exit status, after missing packages were reported.
pub fn gofmt_run(fmt: &Fmt) -> Result<Box<Run>, u8> {
    let arguments = match is_invoked_as_go() {
        true => gofmt_arguments(&FsView::new(BuildFlags::default()), &fmt.words)?,
        false => fmt.words.clone(),
    };
    let words = std::iter::once("gofmt".into()).chain(arguments).collect();
    Ok(Box::new(Run { own: Some(PROGRAM), words, ..Run::default() }))
}

/// The arguments of gofmt for `go fmt`: list and write the files of the named packages.
fn gofmt_arguments(fs: &FsView, words: &[OsString]) -> Result<Vec<OsString>, u8> {
    let flags =
        [valued_flag("mod"), switch_flag("x"), refused_flag("n", true, "it runs gofmt itself")];
    let line =
        go_flags::parse_line("fmt", &[&flags], words).map_err(|error| print_usage(&error))?;
    let warn = |text: &str| {
        print_error(text);
    };
    let packages = patterns::expand(fs, &line.words, warn).map_err(|error| print_error(&error))?;
    let mut all = vec![OsString::from("-l"), "-w".into()];
    for package in packages {
        if let Some(error) = package.error {
            return Err(print_error(&error));
        }
        for path in package.paths {
            if path.is_file() {
                all.push(path.into());
                continue;
            }
            let names = fs.entries(&path).into_iter().map(|(name, _)| name);
            let go =
                names.filter(|name| name.extension().is_some_and(|extension| extension == "go"));
            all.extend(
                go.map(|name| fs.display_name(&path.join(name)).trim_start_matches("./").into()),
            );
        }
    }
    // gofmt without files would read standard input.
    if all.len() == 2 { Err(0) } else { Ok(all) }
}
