//! Links in comments: a line with `[text]`, a colon and a URL defines a link, `[text]` elsewhere uses the link, and
//! `[Name]` and `[pkg.Name]` refer to declarations. In plain text the brackets of links are removed.

use super::Names;
use std::collections::HashMap;
use unicode_general_category::{GeneralCategory as Category, get_general_category};

/// The links that a comment defines.
#[derive(Debug, Default)]
pub(super) struct LinkDefinitions {
    /// The definitions in order: text, URL, whether a link uses the definition.
    definitions: Vec<(String, String, bool)>,
    /// The index of the first definition of each text.
    by_text: HashMap<String, usize>,
}

/// The schemes that a URL in a definition may have.
const SCHEMES: &[&str] = &["file", "ftp", "gopher", "http", "https", "mailto", "nntp"];

impl LinkDefinitions {
    /// Adds the definitions if each line of the paragraph defines a link; returns whether that is so.
    pub(super) fn define_links(&mut self, lines: &[&str]) -> bool {
        let Some(found) =
            lines.iter().map(|line| parse_definition(line)).collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        for (text, url) in found {
            self.by_text.entry(text.to_owned()).or_insert(self.definitions.len());
            self.definitions.push((text.to_owned(), url.to_owned(), false));
        }
        true
    }

    /// Returns the definitions that a link uses.
    pub(super) fn used_definitions(&self) -> Vec<(&str, &str)> {
        let used = self.definitions.iter().filter(|(_, _, used)| *used);
        used.map(|(text, url, _)| (text.as_str(), url.as_str())).collect()
    }

    /// Returns the text without the brackets of links, and with typographic quotes.
    pub(super) fn resolve_links(&mut self, names: &dyn Names, text: &str) -> String {
        let (mut out, mut written) = (String::new(), 0);
        // The position of the last opening bracket, and the text behind it, within the brackets.
        let (mut open, mut inside) = (None, String::new());
        for (at, c) in text.char_indices() {
            let c = if c == '\n' || c == '\t' { ' ' } else { c };
            match c {
                '[' => open = Some(at),
                ']' => {
                    if let Some(start) = open.take() {
                        let defined = self.by_text.get(&inside).copied();
                        if let Some(definition) = defined {
                            self.definitions[definition].2 = true;
                        }
                        let around = (&text[..start], &text[at + 1..]);
                        if defined.is_some()
                            || refers_to_symbol(names, &text[start + 1..at], around)
                        {
                            out.push_str(&unquote_link(&text[written..start]));
                            out.push_str(&unquote_link(&text[start + 1..at]));
                            written = at + 1;
                        }
                    }
                    inside.clear();
                }
                _ => {}
            }
            if open.is_some_and(|start| at != start) {
                inside.push(c);
            }
        }
        out.push_str(&unquote_link(&text[written..]));
        out
    }
}

/// Returns the text and the URL if the line defines a link.
fn parse_definition(line: &str) -> Option<(&str, &str)> {
    let (text, rest) = line.strip_prefix('[')?.split_once("]:")?;
    if !rest.starts_with([' ', '\t']) {
        return None;
    }
    let url = rest.trim();
    let (scheme, _) = url.split_once("://")?;
    SCHEMES.contains(&scheme).then_some((text, url))
}

/// Reports whether the text in brackets, which stands between `before` and `after`, names a declaration or a package.
fn refers_to_symbol(names: &dyn Names, text: &str, (before, after): (&str, &str)) -> bool {
    let apart = |c: Option<char>| c.is_none_or(|c| " \t\n".contains(c) || is_punctuation(c));
    if !apart(before.chars().next_back()) || !apart(after.chars().next()) {
        return false;
    }
    let text = text.strip_prefix('*').unwrap_or(text);
    let (mut package, name, is_name) = split_at_dot(text);
    let mut recv = "";
    if is_name {
        let (rest, last, _) = split_at_dot(package);
        (package, recv) = (rest, last);
    }
    if package.is_empty() {
        return names.has_symbol(recv, name);
    }
    if package.contains('/') {
        return is_import_path(package);
    }
    names.package_path(package).is_some() || STD_PACKAGES.binary_search(&package).is_ok()
}

/// The packages of Go's library whose paths have one element: comments may refer to them without an import.
const STD_PACKAGES: &[&str] = &[
    "bufio", "bytes", "cmp", "context", "crypto", "embed", "encoding", "errors", "expvar", "flag",
    "fmt", "hash", "html", "image", "io", "iter", "log", "maps", "math", "mime", "net", "os",
    "path", "plugin", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings",
    "structs", "sync", "syscall", "testing", "time", "unicode", "unique", "unsafe", "uuid", "weak",
];

/// Splits a text at its last dot. Returns the part before the dot, the name behind it, and whether that is an exported
/// name.
fn split_at_dot(text: &str) -> (&str, &str, bool) {
    let (before, name) = text.rsplit_once('.').unwrap_or(("", text));
    let letter = |c: char| c == '_' || c.is_alphabetic();
    let is_name = name.chars().next().is_some_and(char::is_uppercase)
        && name.chars().all(|c| letter(c) || c.is_ascii_digit());
    if is_name { (before, name, true) } else { (text, "", false) }
}

fn is_import_path(path: &str) -> bool {
    let element = |element: &str| {
        !element.is_empty()
            && !element.starts_with('.')
            && !element.ends_with('.')
            && element.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.~_+".contains(&b))
    };
    !path.starts_with('-') && path.split('/').all(element)
}

/// Reports whether Go's unicode.IsPunct holds for a character.
fn is_punctuation(c: char) -> bool {
    matches!(
        get_general_category(c),
        Category::ConnectorPunctuation
            | Category::DashPunctuation
            | Category::OpenPunctuation
            | Category::ClosePunctuation
            | Category::InitialPunctuation
            | Category::FinalPunctuation
            | Category::OtherPunctuation
    )
}

/// Returns the text with typographic quotes in place of two backquotes or two apostrophes.
fn unquote_link(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let backquotes = rest.len() - rest.trim_start_matches('`').len();
        let (shown, taken) = match (backquotes, rest.starts_with("''")) {
            (2, _) => ("“", 2),
            (3.., _) => (&rest[..backquotes], backquotes),
            (_, true) => ("”", 2),
            _ => (&rest[..first.len_utf8()], first.len_utf8()),
        };
        out.push_str(shown);
        rest = &rest[taken..];
    }
    out
}
