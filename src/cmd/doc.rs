//! `minigo doc`

use super::print_error;
use crate::doc::documentation_text;
use crate::doc::find::{Finder, Library};
use crate::doc::show::Options;
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::options::tools::Doc;
use std::io::Write as _;

/// The exit status for wrong words, as in go doc.
const USAGE_STATUS: u8 = 2;

const USAGE: &str =
    "usage: minigo doc [-all] [-c] [-cmd] [-short] [-src] [-u] [PACKAGE|[PACKAGE.]SYMBOL[.MEMBER]]
       minigo doc [FLAGS] PACKAGE SYMBOL[.MEMBER]";

/// Prints the documentation of the package or symbol that the words name.
#[must_use]
pub fn run(doc: &Doc) -> u8 {
    let words: Vec<String> = doc.words.iter().map(|w| w.to_string_lossy().into_owned()).collect();
    let (options, names) = match parse_flags(&words) {
        Ok(found) => found,
        Err(why) => {
            print_error(&format!("minigo doc: {why}\n{USAGE}"));
            return USAGE_STATUS;
        }
    };
    if options.shows_all && options.is_short {
        return print_error("doc: cannot combine -all and -short");
    }
    let fs = FsView::new(BuildFlags::default());
    match documentation_text(&Finder::new(&fs, Library::OfGo), names, options) {
        Ok(text) => match std::io::stdout().write_all(text.as_bytes()) {
            Ok(()) => 0,
            Err(_) => super::FAILURE_STATUS,
        },
        Err(why) => print_error(&format!("doc: {why}")),
    }
}

/// Reads the flags before the names.
fn parse_flags(words: &[String]) -> Result<(Options, &[String]), String> {
    let mut options = Options::default();
    let mut rest = words;
    while let Some((word, behind)) = rest.split_first() {
        let Some(flag) = word.strip_prefix("--").or_else(|| word.strip_prefix('-')) else { break };
        rest = behind;
        if flag.is_empty() {
            break;
        }
        let (name, value) = flag.split_once('=').unwrap_or((flag, "true"));
        let switch = match name {
            "all" => &mut options.shows_all,
            "c" => &mut options.match_case,
            "cmd" => &mut options.shows_commands,
            "short" => &mut options.is_short,
            "src" => &mut options.shows_source,
            "u" => &mut options.shows_unexported,
            "C" => {
                let dir = match value {
                    "true" => {
                        let (dir, behind) =
                            rest.split_first().ok_or("flag needs an argument: -C")?;
                        rest = behind;
                        dir
                    }
                    dir => dir,
                };
                std::env::set_current_dir(dir).map_err(|error| format!("chdir {dir}: {error}"))?;
                continue;
            }
            "ex" | "http" => return Err(format!("-{name} is not supported")),
            _ => return Err(format!("flag provided but not defined: -{name}")),
        };
        *switch = matches!(value, "1" | "t" | "T" | "true" | "TRUE" | "True");
    }
    match rest.len() {
        0..=2 => Ok((options, rest)),
        _ => Err("too many names".into()),
    }
}
