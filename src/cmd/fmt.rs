//! `minigo fmt`: Go's own gofmt, compiled from the sources of an installed Go and kept in the cache as any program.
//!
//! The alternative is a printer of our own, which would be wrong wherever it is not gofmt to the letter.

use super::build::print_usage;
use super::print_error;
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::load::goroot::Goroot;
use crate::load::patterns;
use crate::options::go_flags::{self, refused, switch, valued};
use crate::options::is_called_go;
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
    let own_words = match is_called_go() {
        true => of_packages(&fs, &fmt.words)?,
        false => fmt.words.clone(),
    };
    let words = ours.into_iter().chain([dir.into()]).chain(own_words);
    match options::parse(words).command {
        Some(Command::Run(run)) => Ok(run),
        _ => unreachable!("the command is run"),
    }
}

/// The words of gofmt for a `go fmt`: list and write the files of packages.
fn of_packages(fs: &FsView, words: &[OsString]) -> Result<Vec<OsString>, u8> {
    let flags = [valued("mod"), switch("x"), refused("n", true, "it runs gofmt itself")];
    let line = go_flags::read("fmt", &[&flags], words).map_err(|error| print_usage(&error))?;
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
    // Without files gofmt would read standard input.
    if all.len() == 2 { Err(0) } else { Ok(all) }
}
