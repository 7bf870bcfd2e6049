//! Completion of words: commands and their arguments, names, fields and methods of values, members of packages, import
//! paths. A candidate that has a signature is listed with it.

use super::Console;
use super::commands::{self, ArgumentCompletion};
use minigo_syntax::small_sort::SmallSort as _;
use rustyline::completion::{FilenameCompleter, Pair};

/// Keywords and predeclared names that completion offers.
const COMPLETED_NAMES: &[&str] = &[
    "append",
    "any",
    "bool",
    "break",
    "byte",
    "case",
    "chan",
    "clear",
    "close",
    "const",
    "continue",
    "copy",
    "default",
    "defer",
    "delete",
    "else",
    "error",
    "fallthrough",
    "false",
    "float64",
    "func",
    "import",
    "interface",
    "int64",
    "len",
    "make",
    "map",
    "new",
    "panic",
    "print",
    "println",
    "range",
    "recover",
    "return",
    "rune",
    "select",
    "string",
    "struct",
    "switch",
    "true",
    "type",
    "uint64",
    "var",
];

/// Returns the offset of the word at the end of `before`, and the candidates for completing it.
pub(super) fn complete_line(console: &mut Console<'_>, before: &str) -> (usize, Vec<Pair>) {
    let Some(command) = before.strip_prefix(':') else { return complete_go(console, before, 0) };
    let Some((name, rest)) = command.split_once(' ') else {
        let all = commands::all_commands().filter(|c| c.name.starts_with(command));
        return (1, all.map(|c| new_pair(c.name.to_owned(), c.usage())).collect());
    };
    let at = before.len() - rest.len();
    let words = match commands::command_named(name).map(|command| command.completion) {
        None | Some(ArgumentCompletion::Nothing) => Vec::new(),
        Some(ArgumentCompletion::Go) => return complete_go(console, rest, at),
        Some(ArgumentCompletion::Files) => return complete_files(before),
        Some(ArgumentCompletion::Commands) => {
            commands::all_commands().map(|c| c.name.to_owned()).collect()
        }
        Some(ArgumentCompletion::Words(words)) => {
            words.iter().map(|&word| word.to_owned()).collect()
        }
        Some(ArgumentCompletion::Listed(list)) => list(console),
    };
    let last = rest.rfind(' ').map_or(0, |space| space + 1);
    let words = words.into_iter().filter(|word| word.starts_with(&rest[last..]));
    (at + last, words.map(|word| new_pair(word.clone(), word)).collect())
}

fn new_pair(replacement: String, display: String) -> Pair {
    Pair { display, replacement }
}

fn complete_files(before: &str) -> (usize, Vec<Pair>) {
    FilenameCompleter::new().complete_path(before, before.len()).unwrap_or_default()
}

/// Completes the Go text `before`, which begins at `offset` of the line.
fn complete_go(console: &mut Console<'_>, before: &str, offset: usize) -> (usize, Vec<Pair>) {
    if let Some(path) = import_path_before(before) {
        let paths = minigo_stdlib::import_paths()
            .filter(|p| p.starts_with(path) && !p.contains("internal"));
        let found = paths.map(|path| new_pair(path.to_owned(), path.to_owned())).collect();
        return (offset + before.len() - path.len(), found);
    }
    let word = word_start(before);
    let wanted = &before[word..];
    let mut found = match before[..word].strip_suffix('.') {
        Some(head) => complete_members(console, &head[operand_start(head)..]),
        None => complete_names(console),
    };
    found.retain(|pair| pair.replacement.starts_with(wanted));
    found.small_sort_by(|a, b| a.replacement.cmp(&b.replacement));
    found.dedup_by(|a, b| a.replacement == b.replacement);
    (offset + word, found)
}

/// Returns the beginning of an import path at the end of the text, if the text ends in one.
fn import_path_before(before: &str) -> Option<&str> {
    let line = before.rsplit('\n').next()?;
    let (head, path) = line.split_once('"')?;
    let is_import = head.trim_start().starts_with("import")
        || before.trim_start().starts_with("import") && head.trim().is_empty();
    (is_import && !path.contains('"')).then_some(path)
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the offset of the name at the end of the text.
fn word_start(text: &str) -> usize {
    text.trim_end_matches(is_name_part).len()
}

/// Returns the offset of the operand at the end of the text: names, calls, indexes and literals, joined by dots.
fn operand_start(text: &str) -> usize {
    let mut end = text.len();
    loop {
        let before = &text[..end];
        let at = match before.chars().next_back() {
            Some(c) if is_name_part(c) => word_start(before),
            Some(')' | ']' | '}') => match opening_bracket(before) {
                // The callee, indexed value or composite literal's type stands before the bracket.
                Some(at)
                    if text[..at].ends_with(|c: char| is_name_part(c) || c == ')' || c == ']') =>
                {
                    end = at;
                    continue;
                }
                Some(at) => at,
                None => return end,
            },
            Some(quote @ ('"' | '`')) => {
                let body = &before[..end - 1];
                body.rfind(quote).unwrap_or(end)
            }
            _ => return end,
        };
        match text[..at].strip_suffix('.') {
            Some(head) => end = head.len(),
            None => return at,
        }
    }
}

/// Returns the offset of the bracket that the text's last character closes.
fn opening_bracket(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns the candidates behind an operand and a dot.
fn complete_members(console: &mut Console<'_>, operand: &str) -> Vec<Pair> {
    if let Some(path) = console.session.package_path(operand) {
        return complete_package(console, operand, &path);
    }
    let members = console.session.members(operand).into_iter();
    members.map(|member| new_pair(member.name, member.signature)).collect()
}

/// Returns the exported names of a package.
fn complete_package(console: &mut Console<'_>, name: &str, path: &str) -> Vec<Pair> {
    let exported = |name: &&str| minigo_syntax::ast::is_exported(name);
    let Some(index) = minigo_stdlib::index(path) else {
        let names = console.session.exported(path).into_iter();
        return names
            .map(|declared| new_pair(declared.name.to_string(), signature(&declared)))
            .collect();
    };
    let mut out = Vec::new();
    for member in index.names().filter(exported) {
        let found = console.session.declaration(&format!("{name}.{member}"));
        let header = found.filter(|d| d.header.starts_with("func ") && !d.header.contains('\n'));
        let shown = header.map_or(member.to_owned(), |d| d.header["func ".len()..].to_owned());
        out.push(new_pair(member.to_owned(), shown));
    }
    out
}

/// Returns the candidates for a name: declarations of inputs, packages, predeclared names, keywords.
fn complete_names(console: &mut Console<'_>) -> Vec<Pair> {
    let declared = console.session.environment().into_iter();
    let mut out: Vec<Pair> =
        declared.map(|d| new_pair(d.name.to_string(), signature(&d))).collect();
    let last = |path: &'static str| path.rsplit('/').next().unwrap_or(path);
    let packages = minigo_stdlib::import_paths().filter(|p| !p.contains("internal")).map(last);
    let words = packages.chain(COMPLETED_NAMES.iter().copied());
    out.extend(words.map(|word| new_pair(word.to_owned(), word.to_owned())));
    out
}

/// Returns the text of a declaration in a list of candidates: `price(int) int`, `x []string`.
fn signature(declared: &crate::session::SessionDeclaration) -> String {
    match declared.kind {
        "func" => {
            let (name, params) = (&declared.name, &declared.params);
            format!("{name}{params}{}", declared.ty.trim_start_matches("func"))
        }
        "package" => declared.name.to_string(),
        "type" => format!("{} type", declared.name),
        _ => format!("{} {}", declared.name, declared.ty),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operand_before_a_dot_is_found() {
        let operand = |text: &'static str| &text[operand_start(text)..];
        assert_eq!(operand("x"), "x");
        assert_eq!(operand("a + b.c"), "b.c");
        assert_eq!(operand("f(1, g(2))"), "f(1, g(2))");
        assert_eq!(operand("-m[\"a\"].x(3)[0]"), "m[\"a\"].x(3)[0]");
        assert_eq!(operand("return T{1, 2}"), "T{1, 2}");
        assert_eq!(operand("(a + b)"), "(a + b)");
        assert_eq!(operand("x, \"text\""), "\"text\"");
        assert_eq!(operand("ä.世界"), "ä.世界");
        assert_eq!(operand("1 + )"), "");
    }

    #[test]
    fn import_paths_are_distinguished_from_strings() {
        assert_eq!(import_path_before("import \"st"), Some("st"));
        assert_eq!(import_path_before("import (\n\t\"fmt\"\n\t\"encoding/"), Some("encoding/"));
        assert_eq!(import_path_before("import f \"fm"), Some("fm"));
        assert_eq!(import_path_before("x := \"a"), None);
        assert_eq!(import_path_before("import \"fmt\""), None);
    }
}
