//! Reports build constraints that the go command ignores or misreads: `//go:build` below the package clause, and
//! `// +build` lines that are misplaced, malformed, or not what the `//go:build` line says.

use crate::pass::Pass;
use minigo_syntax::constraint::{self, Constraint};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::{Pos, Span};
use minigo_syntax::token::Token;

/// The constraints of a file so far.
#[derive(Default)]
struct FoundConstraints {
    /// The `//go:build` line before the package clause.
    go_build_constraint: Option<Constraint>,
    /// The number of `//go:build` lines before the package clause.
    go_build_count: usize,
    /// The position of the first `// +build` line, and the conditions of all `// +build` lines.
    plus_build: Option<(Pos, Vec<Alternatives>)>,
    /// Whether a constraint is misplaced or malformed.
    has_wrong_constraint: bool,
}

/// A condition that holds if all terms of one of the lists hold. A term is a tag or `!` and a tag.
type Alternatives = Vec<Vec<String>>;

/// Reports misplaced, malformed and contradictory build constraints.
pub(crate) fn run(pass: &Pass<'_>) {
    let text: &str = &pass.source.text;
    // Only a scan can tell comments from strings; files whose text contains no constraint are not scanned.
    if !text.contains("//go:build") && !text.contains("+build") {
        return;
    }
    let header = constraint::constraint_line(text).len() as u32;
    let mut found = FoundConstraints::default();
    for (start, token, end) in Lexer::new(pass.source) {
        let comment = pass.source.slice(Span::new(start, end));
        match token {
            Token::LineComment => check_line(pass, (start, header), comment.trim_end(), &mut found),
            Token::BlockComment(_) => check_block_comment(pass, start, comment, &mut found),
            _ => {}
        }
    }
    let (Some(build), Some((at, plus)), false) =
        (&found.go_build_constraint, found.plus_build, found.has_wrong_constraint)
    else {
        return;
    };
    let mut wanted = Vec::new();
    if conjuncts(build, true, &mut wanted).is_some() && wanted != plus {
        report(pass, at, "+build lines do not match //go:build condition");
    }
}

fn report(pass: &Pass<'_>, at: Pos, message: &str) {
    pass.report(Code::BuildTag, Span::at(at), message);
}

/// Checks a line comment. `// +build` lines count in the first `header` bytes of the file.
fn check_line(pass: &Pass<'_>, (at, header): (Pos, u32), text: &str, found: &mut FoundConstraints) {
    if let Some(condition) = go_build_condition(text) {
        let in_header = at < pass.file.package.pos;
        found.go_build_count += usize::from(in_header);
        if !in_header {
            found.has_wrong_constraint = true;
            report(pass, at, "misplaced //go:build comment");
        } else if found.go_build_count > 1 {
            found.has_wrong_constraint = true;
            report(pass, at, "unexpected extra //go:build line");
        } else {
            found.go_build_constraint = constraint::parse(condition);
        }
    }
    let Some(words) = plus_build_words(text) else { return };
    if at.0 >= pass.source.base.0 + header {
        found.has_wrong_constraint = true;
        return report(pass, at, "misplaced +build comment");
    }
    if let Some(problem) = words.split_whitespace().find_map(malformed_word_problem) {
        found.has_wrong_constraint = true;
        return report(pass, at, &problem);
    }
    let terms = |word: &str| word.split(',').map(str::to_owned).collect();
    let alternatives: Alternatives = words.split_whitespace().map(terms).collect();
    let (_, all) = found.plus_build.get_or_insert((at, Vec::new()));
    push_condition(all, alternatives);
}

/// Reports lines of a block comment that look like a constraint.
fn check_block_comment(pass: &Pass<'_>, start: Pos, text: &str, found: &mut FoundConstraints) {
    let mut at = start.0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let is_first = number == 0;
        if !is_first && go_build_condition(line.trim_end()).is_some() {
            found.has_wrong_constraint = true;
            report(pass, Pos(at), "misplaced //go:build comment");
        }
        if !is_first && plus_build_words(line.trim_end()).is_some() {
            found.has_wrong_constraint = true;
            report(pass, Pos(at), "misplaced +build comment");
        }
        at += line.len() as u32;
    }
}

/// The condition of a `//go:build` line.
fn go_build_condition(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("//go:build")?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then_some(rest)
}

/// The words of a `// +build` line.
fn plus_build_words(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("//")?.trim_start_matches([' ', '\t']).strip_prefix("+build")?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then_some(rest)
}

/// The problem of a word of a `// +build` line, if it has one.
fn malformed_word_problem(word: &str) -> Option<String> {
    word.split(',').find_map(|term| {
        if term.starts_with("!!") {
            return Some(format!("invalid double negative in build constraint: {word}"));
        }
        let tag = term.strip_prefix('!').unwrap_or(term);
        let valid = tag.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
        (!valid).then(|| format!("invalid non-alphanumeric build constraint: {word}"))
    })
}

/// Appends a condition. Terms that must all hold become conditions of their own, however they are written.
fn push_condition(all: &mut Vec<Alternatives>, alternatives: Alternatives) {
    match &alternatives[..] {
        [terms] => all.extend(terms.iter().map(|term| vec![vec![term.clone()]])),
        _ => all.push(alternatives),
    }
}

/// Appends the conditions that must all hold for `x`, or for its negation if `wanted` is false; `None` if `// +build`
/// lines cannot express the condition.
fn conjuncts(x: &Constraint, wanted: bool, all: &mut Vec<Alternatives>) -> Option<()> {
    match (x, wanted) {
        (Constraint::Not(x), _) => conjuncts(x, !wanted, all),
        (Constraint::And(x, y), true) | (Constraint::Or(x, y), false) => {
            conjuncts(x, wanted, all)?;
            conjuncts(y, wanted, all)
        }
        _ => {
            let mut list = Vec::new();
            alternatives(x, wanted, &mut list)?;
            push_condition(all, list);
            Some(())
        }
    }
}

fn alternatives(x: &Constraint, wanted: bool, list: &mut Alternatives) -> Option<()> {
    match (x, wanted) {
        (Constraint::Not(x), _) => alternatives(x, !wanted, list),
        (Constraint::Or(x, y), true) | (Constraint::And(x, y), false) => {
            alternatives(x, wanted, list)?;
            alternatives(y, wanted, list)
        }
        _ => {
            let mut of_word = Vec::new();
            terms(x, wanted, &mut of_word)?;
            list.push(of_word);
            Some(())
        }
    }
}

fn terms(x: &Constraint, wanted: bool, list: &mut Vec<String>) -> Option<()> {
    match (x, wanted) {
        (Constraint::Tag(tag), true) => list.push(tag.clone()),
        (Constraint::Tag(tag), false) => list.push(format!("!{tag}")),
        (Constraint::Not(x), _) => return terms(x, !wanted, list),
        (Constraint::And(x, y), true) | (Constraint::Or(x, y), false) => {
            terms(x, wanted, list)?;
            return terms(y, wanted, list);
        }
        _ => return None,
    }
    Some(())
}
