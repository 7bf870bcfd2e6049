//! Commands about source text and code: comments, declarations in an editor, syntax trees, bytecode.

use super::{ArgumentCompletion, Command, Group};
use crate::cmd::repl::show::print_note;
use crate::cmd::repl::{Console, NextAction};
use crate::doc::declaration_documentation;
use crate::doc::find::{Finder, Library};
use crate::doc::show::Options;
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::report;
use minigo_syntax::session_input::parse_whole_input;
use minigo_syntax::source::SourceMap;
use std::io::Write as _;

pub(super) const GROUP: Group = Group {
    heading: "Source and code",
    commands: &[
        Command {
            name: "doc",
            arguments: "NAME",
            completion: ArgumentCompletion::Go,
            help: "shows the documentation of f, T.M, strings.Split, strings, append",
            execute: show_documentation,
        },
        Command {
            name: "edit",
            arguments: "[NAME]",
            completion: ArgumentCompletion::Go,
            help: "opens the last input, or a declaration, in $EDITOR and runs the edited text",
            execute: edit_input,
        },
        Command {
            name: "dis",
            arguments: "FUNC",
            completion: ArgumentCompletion::Go,
            help: "shows the bytecode of a function or method",
            execute: disassemble,
        },
        Command {
            name: "ast",
            arguments: "INPUT",
            completion: ArgumentCompletion::Go,
            help: "shows the syntax tree of an input, which does not run",
            execute: show_syntax_tree,
        },
    ],
};

fn show_documentation(console: &mut Console<'_>, name: &str) -> NextAction {
    let text = match console.session.own_declaration(name) {
        Some(found) => Ok(declaration_documentation(&found.comment, &found.text)),
        None => library_documentation(console, name),
    };
    match text {
        // If standard output is closed, nobody can read the text.
        Ok(text) => drop(writeln!(std::io::stdout(), "{}", text.trim_end())),
        Err(why) => console.report_failure(&why),
    }
    NextAction::Next
}

/// Returns the documentation of `strings`, `strings.Split` or `strings.Builder.Len`, from the library that the session
/// uses.
fn library_documentation(console: &mut Console<'_>, name: &str) -> Result<String, String> {
    let (package, symbol) = name.split_once('.').unwrap_or((name, ""));
    if console.session.is_predeclared(name) {
        return documentation_of(&["builtin".to_owned(), name.to_owned()]);
    }
    let Some(path) = console.session.package_path(package) else {
        // The name may be a package of the module that no input has imported.
        return documentation_of(&[name.to_owned()])
            .map_err(|_| format!("nothing is declared as {name}"));
    };
    let words = [path, symbol.to_owned()];
    documentation_of(&words[..if symbol.is_empty() { 1 } else { 2 }])
}

/// Returns the text that `minigo doc` prints for these words, from the library that the session uses.
fn documentation_of(words: &[String]) -> Result<String, String> {
    let fs = FsView::new(BuildFlags::default());
    crate::doc::documentation_text(&Finder::new(&fs, Library::Own), words, Options::default())
}

fn disassemble(console: &mut Console<'_>, name: &str) -> NextAction {
    match console.session.bytecode(name) {
        Some(text) => drop(write!(std::io::stdout(), "{text}")),
        None => console.report_failure(&format!("no input has declared a function {name}")),
    }
    NextAction::Next
}

fn show_syntax_tree(console: &mut Console<'_>, text: &str) -> NextAction {
    let mut map = SourceMap::new();
    let Ok(source) = map.add(":ast", text) else { return NextAction::Next };
    let mut parsed = parse_whole_input(source);
    let tree = minigo_syntax::print::print_input(source, &parsed.decls, &parsed.body);
    if parsed.diagnostics.has_errors() {
        let found = std::mem::take(&mut parsed.diagnostics).into_sorted();
        let mut err = std::io::stderr().lock();
        let _ = report::write_list(&mut err, &map, &found, report::default_format());
        console.exit_status = crate::cmd::FAILURE_STATUS;
    } else {
        let _ = write!(std::io::stdout(), "{tree}");
    }
    NextAction::Next
}

fn edit_input(console: &mut Console<'_>, name: &str) -> NextAction {
    let before = match name {
        "" => console.last_input.clone(),
        _ => match console.session.declaration(name) {
            Some(found) => found.text,
            None => {
                console.report_failure(&format!("nothing is declared as {name}"));
                return NextAction::Next;
            }
        },
    };
    let edited = edit_text(&before);
    // Ctrl-C while the editor ran was meant for the editor.
    console.session.remote().clear_pending_interrupt();
    match edited {
        Ok(text) if text.trim() == before.trim() => {
            print_note("the text is unchanged, so it is not run");
        }
        Ok(text) if text.trim().is_empty() => print_note("the text is empty, so it is not run"),
        Ok(text) => return console.run_input(&text),
        Err(why) => console.report_failure(&why),
    }
    NextAction::Next
}

/// Lets the user edit a text in $VISUAL or $EDITOR, and returns the result.
fn edit_text(text: &str) -> Result<String, String> {
    let wanted = |name| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let editor = wanted("VISUAL").or_else(|| wanted("EDITOR")).unwrap_or_else(|| "vi".into());
    let file = std::env::temp_dir().join(format!("minigo-{}.go", std::process::id()));
    let failed = |error: std::io::Error| format!("{}: {error}", file.display());
    std::fs::write(&file, format!("{}\n", text.trim_end())).map_err(failed)?;
    // A shell parses the variable, which may contain arguments.
    let script = format!("{editor} \"$1\"");
    let mut command = std::process::Command::new("/bin/sh");
    let status = command.args(["-c", &script, "sh"]).arg(&file).status();
    let status = status.map_err(|error| format!("{editor}: {error}"))?;
    let after = std::fs::read_to_string(&file).map_err(failed);
    let _ = std::fs::remove_file(&file);
    if !status.success() {
        return Err(format!("{editor}: {status}; nothing is run"));
    }
    after
}
