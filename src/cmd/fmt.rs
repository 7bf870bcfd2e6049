//! `minigo fmt`: Go's own gofmt, compiled from the sources of an installed Go and kept in the cache as any program.
//!
//! The alternative is a printer of our own, which would be wrong wherever it is not gofmt to the letter.

use super::print_error;
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::load::goroot::Goroot;
use crate::options::tools::Fmt;
use crate::options::{self, Command, Run};
use std::ffi::OsString;

/// Where gofmt's sources lie below the library's.
const SOURCES: &str = "cmd/gofmt";

/// The run of gofmt that formats what `fmt` names.
///
/// # Errors
/// The exit status, once it is said that there are no such sources.
pub fn as_run(fmt: &Fmt) -> Result<Box<Run>, u8> {
    let fs = FsView::new(BuildFlags::default());
    let no_sources = |why: &str| {
        print_error(&format!("minigo fmt: gofmt comes from the sources of an installed Go; {why}"))
    };
    let goroot = Goroot::find(&fs).map_err(|why| no_sources(&why))?;
    let dir = goroot.src().join(SOURCES);
    if !dir.join("gofmt.go").is_file() {
        return Err(no_sources(&format!("there are none in {}", dir.display())));
    }
    // Whatever GOFLAGS says: Go's commands are built from their vendor directory.
    let ours = ["minigo", "run", "-mod=vendor"].map(OsString::from);
    let words = ours.into_iter().chain([dir.into()]).chain(fmt.words.iter().cloned());
    match options::parse(words).command {
        Some(Command::Run(run)) => Ok(run),
        _ => unreachable!("the command is run"),
    }
}
