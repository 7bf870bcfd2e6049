//! Documentation from source, as `go doc` prints it.
//!
//! ```text
//! files ─ sources (comments) ─ package (what belongs to what) ─ show (one_line, printer, markup) ─ text
//! ```
//!
//! [`find`] resolves the words of a command to a package, `package` reads the package, and [`show`] prints the part
//! that is asked for. The command `minigo doc` and the REPL's `:doc` share these modules. Declarations are printed as
//! the source has them, so unformatted code is not printed as gofmt would format it.

pub mod find;
mod markup;
mod notes;
mod one_line;
mod package;
mod printer;
pub mod show;
mod sources;
mod tab_writer;

use find::Finder;
use package::{Files, Package};
use show::{Options, show};

/// Returns the documentation of the package or symbol that the names denote.
///
/// # Errors
/// Fails if no package or symbol has these names.
pub fn documentation_text(
    finder: &Finder<'_>,
    names: &[String],
    mut options: Options,
) -> Result<String, String> {
    let candidates = finder.find_candidates(names)?;
    let mut paths = Vec::new();
    let (mut symbol, mut member) = Default::default();
    for (location, wanted) in candidates {
        // Package builtin declares predeclared names, which are all shown, whatever their first letter.
        options.shows_unexported |= location.path == "builtin";
        let files = Files::parse(location.files(finder.fs)?);
        let package = Package::read(&files);
        if let Some(text) = show(&files, &package, &location.path, &wanted, options)? {
            return Ok(text);
        }
        paths.push(location.path);
        (symbol, member) = (wanted.symbol, wanted.member);
    }
    let packages = if paths.len() > 1 { "packages" } else { "package" };
    let list = paths.join(", ");
    Err(match member.as_str() {
        "" => format!("no symbol {symbol} in {packages} {list}"),
        member => format!("no method or field {symbol}.{member} in {packages} {list}"),
    })
}

/// Returns the documentation of a declaration that belongs to no file, from its comment without comment markers and its
/// text.
#[must_use]
pub fn declaration_documentation(comment: &str, text: &str) -> String {
    let marked: String = comment.lines().map(|line| format!("// {line}\n")).collect();
    let files = Files::parse(vec![(String::new(), format!("package p\n\n{marked}{text}\n"))]);
    show::all_declarations_text(&files, &Package::read(&files))
}
