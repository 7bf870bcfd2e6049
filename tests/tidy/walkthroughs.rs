//! Checks the walks of the book: files and functions exist, each step leads to the next one, and the figures are right.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The most files that a walk may have, and the most hops if these have a limit.
const WALKTHROUGH_LIMITS: [(&str, usize, Option<usize>); 6] = [
    ("collection", 8, None),
    ("error", 4, None),
    ("hot-function", 11, None),
    ("import", 4, None),
    ("send", 11, Some(14)),
    ("timer", 5, None),
];

/// The files and hops of the walks that are above their limits. The numbers in the list may only fall.
const WALKTHROUGHS_ABOVE_LIMIT: [(&str, usize, usize); 1] = [("send", 11, 18)];

/// The ways in which a step is reached if the step before does not call it.
const KNOWN_CALL_INDIRECTIONS: [&str; 6] =
    ["opcode table", "queue", "thread", "process", "native call", "machine code"];

/// The file and the function of the table that names a function for each exit of the interpreter.
const EXIT_TABLE: (&str, &str) = ("runtime/vm/src/task/interpreter_exit.rs", "handle_exit");

/// A page of the book that follows one event.
struct Walkthrough {
    /// The page's name without `.md`.
    name: String,
    text: String,
}

/// A row of a walk's table.
struct WalkthroughStep<'p> {
    file: &'p str,
    function: &'p str,
    /// How the step is reached; empty if the function before calls this one.
    reached_by: &'p str,
    /// The bodies of the functions with this name in the file.
    bodies: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn walkthroughs() -> Vec<Walkthrough> {
    let pages = fs::read_dir(root().join("docs/inside/walks")).unwrap();
    let read = |page: fs::DirEntry| Walkthrough {
        name: page.path().file_stem().unwrap().to_str().unwrap().to_owned(),
        text: fs::read_to_string(page.path()).unwrap(),
    };
    pages.map(|page| read(page.unwrap())).collect()
}

impl Walkthrough {
    /// Returns the rows that name files, as cells without backquotes around them.
    fn rows(&self) -> impl Iterator<Item = Vec<&str>> {
        let rows = self.text.lines().filter(|line| line.starts_with("| ") && line.contains(".rs`"));
        rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
    }

    fn steps(&self) -> Vec<WalkthroughStep<'_>> {
        let rows = self.rows().filter(|cells| cells.len() == 4);
        rows.map(|cells| {
            let (file, function) = (cells[1].trim_matches('`'), cells[2].trim_matches('`'));
            WalkthroughStep {
                file,
                function,
                reached_by: cells[3],
                bodies: bodies_in(file, function),
            }
        })
        .collect()
    }

    /// Returns the numbers of files and hops, as counted.
    fn counted_files_and_hops(&self) -> (usize, usize) {
        let steps = self.steps();
        let files: BTreeSet<&str> = steps.iter().map(|step| step.file).collect();
        (files.len(), steps.len().saturating_sub(1))
    }

    /// Returns the numbers of files and hops that the page states.
    fn stated_files_and_hops(&self) -> Option<(usize, usize)> {
        let words = self.text.split("This walk has ").nth(1)?.split_whitespace();
        let words: Vec<&str> = words.take(5).collect();
        let [files, "files", "and", hops, "hops."] = words[..] else { return None };
        Some((files.parse().ok()?, hops.parse().ok()?))
    }
}

/// Returns the bodies of the functions with this name in a file of the repository; none if there is no such file.
fn bodies_in(file: &str, function: &str) -> Vec<String> {
    let code = fs::read_to_string(root().join(file)).unwrap_or_default();
    bodies(&code, function)
}

/// Returns the bodies of the functions with this name. A body ends at the brace in the column of the function's first
/// line: code in macros too is found this way.
fn bodies(code: &str, function: &str) -> Vec<String> {
    let heads = [format!("fn {function}("), format!("fn {function}<")];
    let lines: Vec<&str> = code.lines().collect();
    let begins = |line: &str| !is_comment(line) && heads.iter().any(|head| line.contains(head));
    let starts = (0..lines.len()).filter(|&at| begins(lines[at]));
    starts.filter_map(|at| body(&lines[at..])).collect()
}

/// Returns the body of the function that begins in the first line; `None` if the function is only declared.
fn body(lines: &[&str]) -> Option<String> {
    let open = lines.iter().position(|line| line.contains('{') || line.ends_with(';'))?;
    let (_, first) = lines[open].split_once('{')?;
    if open == 0 && first.ends_with('}') {
        return Some(first.to_owned());
    }
    let indent = lines[0].len() - lines[0].trim_start().len();
    let ends = |line: &str| line.strip_prefix(&lines[0][..indent]) == Some("}");
    let close = lines.iter().position(|line| ends(line))?;
    Some(format!("{first}\n{}", lines.get(open + 1..close)?.join("\n")))
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// Reports whether a body calls the function, or passes it on as a value.
fn calls_or_passes_function(body: &str, function: &str) -> bool {
    body.lines().filter(|line| !is_comment(line)).any(|line| {
        line.match_indices(function).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + function.len()..]);
            let is_longer = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let is_call = after.starts_with('(') || after.starts_with("::<");
            let ends = after.is_empty() || after.starts_with([',', ')']);
            let is_value = ends && !before.ends_with('.');
            !is_longer && (is_call || is_value)
        })
    })
}

/// Reports whether the code leads from the steps before to this one, or the step says how it is reached. Names decide:
/// functions of the same name are not told apart.
fn is_reached(before: &[WalkthroughStep<'_>], step: &WalkthroughStep<'_>) -> bool {
    let Some(last) = before.last() else { return true };
    let leads = |from: &WalkthroughStep<'_>, to: &str| {
        from.bodies.iter().any(|body| calls_or_passes_function(body, to))
    };
    match step.reached_by {
        "" => leads(last, step.function),
        "return" => leads(step, last.function),
        how => match how.strip_prefix("back in ") {
            Some(caller) => {
                let caller = caller.trim_matches('`');
                before.iter().any(|from| from.function == caller && leads(from, step.function))
            }
            None => is_known_indirection(how, step),
        },
    }
}

/// Reports whether `how` names a known indirection. A step that is reached by an exit of the interpreter handles that
/// exit, or is the function that the table of exits has for it.
fn is_known_indirection(how: &str, step: &WalkthroughStep<'_>) -> bool {
    match how.split_once(": ") {
        Some(("exit", reason)) => {
            let exit = format!("InterpreterExit::{reason}");
            let (file, function) = EXIT_TABLE;
            let arm = format!("{exit} =>");
            let leads = |row: &str| {
                row.trim().starts_with(&arm) && calls_or_passes_function(row, step.function)
            };
            let is_in_table = bodies_in(file, function).iter().any(|body| body.lines().any(leads));
            (is_in_table && step.file == file)
                || step.bodies.iter().any(|body| body.contains(&exit))
        }
        Some((kind, _)) => KNOWN_CALL_INDIRECTIONS.contains(&kind),
        None => false,
    }
}

#[test]
fn walks_name_functions_that_exist() {
    let (mut missing, mut rows) = (Vec::new(), 0);
    for walk in walkthroughs() {
        for cells in walk.rows() {
            assert!(matches!(cells.len(), 3 | 4), "{}: {cells:?}", walk.name);
            let (file, function) = (cells[1].trim_matches('`'), cells[2].trim_matches('`'));
            if bodies_in(file, function).is_empty() {
                missing.push(format!("{}: {file} has no {function}", walk.name));
            }
            rows += 1;
        }
    }
    assert!(missing.is_empty(), "walks name functions that do not exist: {missing:#?}");
    assert!(rows > 150, "only {rows} rows were found");
}

/// A step that is left out shows: the function before it does not name the function behind it.
#[test]
fn steps_of_walks_lead_to_each_other() {
    let mut unreached = Vec::new();
    for walk in walkthroughs() {
        let steps = walk.steps();
        for (at, step) in steps.iter().enumerate() {
            if !is_reached(&steps[..at], step) {
                unreached.push(format!("{}: row {}: {}", walk.name, at + 1, step.function));
            }
        }
    }
    assert!(unreached.is_empty(), "steps to which the code does not lead: {unreached:#?}");
}

#[test]
fn walks_state_their_figures() {
    for walk in walkthroughs() {
        let Walkthrough { name, .. } = &walk;
        assert_eq!(
            walk.stated_files_and_hops(),
            Some(walk.counted_files_and_hops()),
            "{name}.md: files and hops"
        );
    }
}

/// Readers follow a walk from file to file, so walks that pass many files are to become shorter.
#[test]
fn walks_grow_no_longer() {
    let walks = walkthroughs();
    for (name, most_files, most_hops) in WALKTHROUGH_LIMITS {
        let walk = walks.iter().find(|walk| walk.name == name);
        let walk = walk.unwrap_or_else(|| panic!("there is no walk {name}"));
        let (files, hops) = walk.counted_files_and_hops();
        let is_kept = files <= most_files && most_hops.is_none_or(|most| hops <= most);
        let above = WALKTHROUGHS_ABOVE_LIMIT.iter().find(|(above, ..)| *above == name);
        match above {
            None => assert!(is_kept, "{name} has {files} files and {hops} hops: too many"),
            Some(_) if is_kept => {
                panic!("{name} keeps its limit: take it off the list WALKTHROUGHS_ABOVE_LIMIT")
            }
            Some(&(_, known_files, known_hops)) => {
                let known = (known_files, known_hops);
                assert_eq!(
                    (files, hops),
                    known,
                    "{name}: the figures in WALKTHROUGHS_ABOVE_LIMIT may only fall"
                );
            }
        }
    }
}

#[test]
fn the_contents_and_the_index_list_all_walks() {
    let docs = root().join("docs");
    let contents = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let index = fs::read_to_string(docs.join("inside/walks.md")).unwrap();
    for Walkthrough { name, .. } in walkthroughs() {
        assert!(contents.contains(&format!("(inside/walks/{name}.md)")), "SUMMARY.md lacks {name}");
        assert!(index.contains(&format!("(walks/{name}.md)")), "walks.md lacks {name}");
    }
}

#[test]
fn bodies_and_calls_are_found() {
    let code = "\
trait A {
    fn go(&self);
}
impl A for B {
    fn go(
        &self,
    ) {
        // stop()
        self.run(turn);
    }
}
fn go() {}
";
    let found = bodies(code, "go");
    assert_eq!(found.len(), 2, "{found:?}");
    let [first, second] = &found[..] else { panic!("{found:?}") };
    assert!(calls_or_passes_function(first, "run") && calls_or_passes_function(first, "turn"));
    assert!(
        !calls_or_passes_function(first, "stop")
            && !calls_or_passes_function(first, "un")
            && !calls_or_passes_function(second, "run")
    );
}
