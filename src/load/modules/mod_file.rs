//! The format of `go.mod` and `go.work`: lines of words, some of them in blocks, and what each directive takes.
//!
//! A text becomes values, or an error in the words of the go command; no file is read here.

use super::module_version::{self, ModuleVersion};
use crate::load::godebug::Setting;
use crate::load::version::version_of;

/// The contents of a `go.mod` or `go.work`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModFile {
    /// The module's path.
    pub path: Option<String>,
    /// The `go` line as written.
    pub go: Option<String>,
    /// The modules required.
    pub requires: Vec<ModuleVersion>,
    /// The versions that do not count where they are required.
    pub excludes: Vec<ModuleVersion>,
    /// What takes the place of other modules.
    pub replaces: Vec<Replace>,
    /// The directories of a workspace.
    pub uses: Vec<String>,
    /// The settings of GODEBUG.
    pub godebugs: Vec<Setting>,
}

/// A `replace` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replace {
    /// The module; without a version, at all versions that have no line of their own.
    pub old: ModuleVersion,
    /// Another module, or without a version a directory.
    pub new: ModuleVersion,
}

/// Which rules apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The `go.mod` of the module that is built: everything in it must be known.
    Main,
    /// The `go.mod` of another module: what is unknown there, or holds for the main module only, is skipped.
    Dependency,
    /// A `go.work`.
    Work,
}

/// A line: where its first word stands, and its words; those of a block with the block's word in front.
struct Line {
    line: usize,
    column: usize,
    words: Vec<String>,
}

/// Errors as `file:line:column: text`; the column is left out where it is 1.
struct Faults<'a> {
    file: &'a str,
    all: Vec<String>,
}

impl Faults<'_> {
    fn add(&mut self, line: usize, column: usize, text: impl AsRef<str>) {
        let (file, text) = (self.file, text.as_ref());
        self.all.push(match column {
            1 => format!("{file}:{line}: {text}"),
            _ => format!("{file}:{line}:{column}: {text}"),
        });
    }
}

/// Reads the text of the file that is shown as `file`.
///
/// # Errors
/// What is wrong, a line each.
pub fn parse(file: &str, text: &str, kind: Kind) -> Result<ModFile, String> {
    let mut faults = Faults { file, all: Vec::new() };
    let mut found = ModFile::default();
    if let Some(lines) = lines(text, kind, &mut faults) {
        for line in &lines {
            directive(&mut found, line, kind, &mut faults);
        }
    }
    if faults.all.is_empty() { Ok(found) } else { Err(faults.all.join("\n")) }
}

/// A token of a line; `at` is line and column.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Token {
    at: (usize, usize),
    text: String,
}

/// The lines of the file; none after a fault of the syntax.
fn lines(text: &str, kind: Kind, faults: &mut Faults<'_>) -> Option<Vec<Line>> {
    let mut out = Vec::new();
    // The word of the open block, unless what is in it is to be skipped, and where it began.
    let mut block: Option<(Option<String>, (usize, usize))> = None;
    let mut number = 0;
    for raw in text.split('\n') {
        number += 1;
        let tokens = tokens(number, raw, faults)?;
        let Some(first) = tokens.first() else { continue };
        let (line, column) = first.at;
        if let Some((word, _)) = &block {
            if first.text == ")" {
                if let Some(after) = tokens.get(1) {
                    let text = "syntax error (expected newline after closing paren)";
                    faults.add(line, after.at.1, text);
                    return None;
                }
                block = None;
            } else if let Some(word) = word {
                let words = std::iter::once(word.clone()).chain(tokens.into_iter().map(|t| t.text));
                out.push(Line { line, column, words: words.collect() });
            }
            continue;
        }
        let mut words: Vec<String> = tokens.iter().map(|t| t.text.clone()).collect();
        let opens = words.len() > 1 && words.last().is_some_and(|w| w == "(");
        let empty = words.len() > 2 && words.ends_with(&["(".into(), ")".into()]);
        if opens || empty {
            words.truncate(words.len() - if opens { 1 } else { 2 });
            let known = words.len() == 1 && is_block(&words[0], kind);
            if !known && kind != Kind::Dependency {
                faults.add(line, column, format!("unknown block type: {}", words.join(" ")));
            }
            if opens {
                block = Some((known.then(|| words.swap_remove(0)), (line, column)));
            }
            continue;
        }
        out.push(Line { line, column, words });
    }
    if let Some((_, (line, column))) = block {
        let text =
            format!("syntax error (unterminated block started at {}:{line}:{column})", faults.file);
        faults.add(number, 1, text);
        return None;
    }
    Some(out)
}

/// The directives that may stand in blocks.
fn is_block(word: &str, kind: Kind) -> bool {
    match kind {
        Kind::Work => matches!(word, "godebug" | "use" | "replace"),
        _ => matches!(
            word,
            "module"
                | "godebug"
                | "require"
                | "exclude"
                | "replace"
                | "retract"
                | "tool"
                | "ignore"
        ),
    }
}

/// The tokens of a line: strings with their quotes, punctuation, words.
fn tokens(line: usize, text: &str, faults: &mut Faults<'_>) -> Option<Vec<Token>> {
    let mut out = Vec::new();
    let mut rest = text;
    // Columns count characters.
    let column = |rest: &str| text.chars().count() - rest.chars().count() + 1;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r']);
        let Some(c) = rest.chars().next() else { return Some(out) };
        if rest.starts_with("//") {
            return Some(out);
        }
        let at = (line, column(rest));
        let length = match c {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' => 1,
            '"' | '`' => match string_length(rest, c) {
                Some(length) => length,
                None => {
                    faults.add(line, column(""), "unexpected newline in string");
                    return None;
                }
            },
            _ => word_length(rest),
        };
        if rest[length..].starts_with("/*") || rest.starts_with("/*") {
            let at = if rest.starts_with("/*") { rest } else { &rest[length..] };
            let text = "mod files must use // comments (not /* */ comments)";
            faults.add(line, column(at), text);
            return None;
        }
        if length == 0 {
            faults.add(line, at.1, format!("unexpected input character {c:?}"));
            return None;
        }
        out.push(Token { at, text: rest[..length].to_owned() });
        rest = &rest[length..];
    }
}

/// The length of the string at the start of `text`, quotes included, if it ends.
fn string_length(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == quote {
            return Some(at + 1);
        } else {
            escaped = c == '\\' && quote == '"';
        }
    }
    None
}

/// The length of the word at the start of `text`: up to a blank, punctuation or a comment.
fn word_length(text: &str) -> usize {
    let ends = |(at, c): (usize, char)| {
        let stop = c.is_whitespace() || c.is_control() || "()[]{},".contains(c);
        (stop || text[at..].starts_with("//") || text[at..].starts_with("/*")).then_some(at)
    };
    text.char_indices().find_map(ends).unwrap_or(text.len())
}

/// Reads one directive.
fn directive(found: &mut ModFile, line: &Line, kind: Kind, faults: &mut Faults<'_>) {
    let Some((verb, args)) = line.words.split_first() else { return };
    let read = match (verb.as_str(), kind) {
        ("go", _) => go(found, args, kind),
        ("module", Kind::Main | Kind::Dependency) => module(found, args),
        ("require" | "exclude", Kind::Main) | ("require", Kind::Dependency) => {
            require(found, verb, args)
        }
        (_, Kind::Dependency) => Ok(()),
        ("toolchain", _) => toolchain(args),
        ("godebug", _) => godebug(args, line.line).map(|setting| found.godebugs.push(setting)),
        ("replace", _) => replace(found, args),
        ("use", Kind::Work) => one(args, "usage: use local/dir").map(|dir| found.uses.push(dir)),
        ("tool" | "ignore", Kind::Main) => {
            one(args, &format!("{verb} directive expects exactly one argument")).map(drop)
        }
        ("retract", Kind::Main) => retract(args),
        _ => Err(format!("unknown directive: {verb}")),
    };
    if let Err(text) = read {
        faults.add(line.line, line.column, text);
    }
}

/// The only argument.
fn one(args: &[String], usage: &str) -> Result<String, String> {
    match args {
        [arg] => unquoted(arg),
        _ => Err(usage.to_owned()),
    }
}

/// A word, or what stands in a quoted string.
fn unquoted(word: &str) -> Result<String, String> {
    if word.starts_with('"') {
        // The escapes that paths can need; others do not occur in them.
        let inner = word.trim_start_matches('"').strip_suffix('"').unwrap_or_default();
        let plain = inner.replace("\\\\", "").replace("\\\"", "");
        if plain.contains('\\') {
            return Err("invalid quoted string: invalid syntax".to_owned());
        }
        return Ok(inner.replace("\\\"", "\"").replace("\\\\", "\\"));
    }
    if word.contains(['"', '`']) {
        let text = "invalid quoted string: unquoted string cannot contain quote";
        return Err(text.to_owned());
    }
    Ok(word.to_owned())
}

fn go(found: &mut ModFile, args: &[String], kind: Kind) -> Result<(), String> {
    if found.go.is_some() {
        return Err("repeated go statement".to_owned());
    }
    let [version] = args else {
        return Err("go directive expects exactly one argument".to_owned());
    };
    let lax = kind == Kind::Dependency && version_of(version).is_some();
    if !is_version(version) && !lax {
        return Err(format!("invalid go version '{version}': must match format 1.23.0"));
    }
    found.go = Some(version.clone());
    Ok(())
}

/// `1.27`, `1.27.3`, `1.27rc1`.
fn is_version(text: &str) -> bool {
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(text.len());
    let (numbers, suffix) = text.split_at(digits);
    let parts: Vec<&str> = numbers.split('.').collect();
    let number = |p: &&str| !p.is_empty() && (*p == "0" || !p.starts_with('0'));
    let letters = suffix.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let pre = suffix.is_empty()
        || letters.len() < suffix.len()
            && !letters.is_empty()
            && letters.bytes().all(|b| b.is_ascii_digit());
    matches!(parts.len(), 2 | 3) && parts.iter().all(number) && parts[0] != "0" && pre
}

fn module(found: &mut ModFile, args: &[String]) -> Result<(), String> {
    if found.path.is_some() {
        return Err("repeated module statement".to_owned());
    }
    // A line that says nothing is a module statement all the same.
    found.path = Some(String::new());
    found.path = Some(one(args, "usage: module module/path")?);
    Ok(())
}

fn require(found: &mut ModFile, verb: &str, args: &[String]) -> Result<(), String> {
    let [path, version] = args else {
        return Err(format!("usage: {verb} module/path v1.2.3"));
    };
    let path = unquoted(path)?;
    let version = checked_version(verb, &path, version)?;
    let list = if verb == "require" { &mut found.requires } else { &mut found.excludes };
    list.push(ModuleVersion { path, version });
    Ok(())
}

/// A version that a module at this path can have.
fn checked_version(verb: &str, path: &str, version: &str) -> Result<String, String> {
    let version = unquoted(version)?;
    module_version::check(path, &version).map_err(|why| format!("{verb} {path}: {why}"))?;
    Ok(version)
}

fn toolchain(args: &[String]) -> Result<(), String> {
    let [name] = args else {
        return Err("toolchain directive expects exactly one argument".to_owned());
    };
    if name == "default" || name == "go1" || name.starts_with("go1.") {
        return Ok(());
    }
    Err(format!("invalid toolchain version '{name}': must match format go1.23.0 or default"))
}

fn godebug(args: &[String], line: usize) -> Result<Setting, String> {
    let setting = match args {
        [setting] if !setting.contains(['"', '`', '\'', ',']) => setting.split_once('='),
        _ => None,
    };
    let (name, value) = setting.ok_or("usage: godebug key=value")?;
    Ok(Setting { name: name.to_owned(), value: value.to_owned(), line })
}

fn replace(found: &mut ModFile, args: &[String]) -> Result<(), String> {
    let arrow = if args.get(1).is_some_and(|a| a == "=>") { 1 } else { 2 };
    let right = args.len().saturating_sub(arrow + 1);
    if !(1..=2).contains(&right) || args[arrow] != "=>" {
        let usage = "usage: replace module/path [v1.2.3] => other/module v1.4\n\
            \t or replace module/path [v1.2.3] => ../local/directory";
        return Err(usage.to_owned());
    }
    let (old, new) = (unquoted(&args[0])?, unquoted(&args[arrow + 1])?);
    let version = match arrow {
        1 => String::new(),
        _ => checked_version("replace", &old, &args[1])?,
    };
    let directory =
        new == "." || new == ".." || ["./", "../", "/"].iter().any(|start| new.starts_with(start));
    let new_version = match (right, directory) {
        (1, true) => String::new(),
        (1, false) if new.contains('@') => {
            return Err("replacement module must match format 'path version', not 'path@version'"
                .to_owned());
        }
        (1, false) => {
            return Err("replacement module without version must be directory path \
                (rooted or starting with . or ..)"
                .to_owned());
        }
        (_, true) => {
            return Err(format!("replacement module directory path {new:?} cannot have version"));
        }
        (_, false) => checked_version("replace", &new, &args[arrow + 2])?,
    };
    let old = ModuleVersion { path: old, version };
    found.replaces.push(Replace { old, new: ModuleVersion { path: new, version: new_version } });
    Ok(())
}

/// A version, or two in brackets.
fn retract(args: &[String]) -> Result<(), String> {
    match args.first().map(String::as_str) {
        None | Some("(") => Err("expected '[' or version".to_owned()),
        Some("[") if args.last().is_none_or(|a| a != "]") => {
            Err("expected ']' after version".to_owned())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_single_lines_say_the_same() {
        let text = "module m // x\nreplace (\n\ta.b/x v1.0.0 => ../x // why\n\tq => q/v2 v2.0.0\n)\n\nreplace a.b/y => ./y\n";
        let found = parse("go.mod", text, Kind::Main).unwrap();
        assert_eq!(found.path.as_deref(), Some("m"));
        let shown = found.replaces.iter().map(|r| format!("{} => {}", r.old, r.new));
        let wanted = ["a.b/x@v1.0.0 => ../x", "q => q/v2@v2.0.0", "a.b/y => ./y"];
        assert_eq!(shown.collect::<Vec<_>>(), wanted);
    }

    // The texts are those of the go command.
    #[test]
    fn what_is_wrong_is_said_as_the_go_command_does() {
        let cases = [
            ("module\n", "go.mod:1: usage: module module/path"),
            ("module m\nfoo bar\n", "go.mod:2: unknown directive: foo"),
            ("module m\ngo 1.x\n", "go.mod:2: invalid go version '1.x': must match format 1.23.0"),
            ("module m\ngo 1\n", "go.mod:2: invalid go version '1': must match format 1.23.0"),
            ("module m\nmodule n\n", "go.mod:2: repeated module statement"),
            ("module m\ngo 1.20\ngo 1.21\n", "go.mod:3: repeated go statement"),
            ("module \"m\n", "go.mod:1:10: unexpected newline in string"),
            (
                "module m\nrequire (\n",
                "go.mod:3: syntax error (unterminated block started at go.mod:2:1)",
            ),
            ("module m\n)\n", "go.mod:2: unknown directive: )"),
            ("module m\nrequire x\n", "go.mod:2: usage: require module/path v1.2.3"),
            ("module m\nrequire (\n\tx\n)\n", "go.mod:3:2: usage: require module/path v1.2.3"),
            (
                "module m\nreplace x ../y\n",
                "go.mod:2: usage: replace module/path [v1.2.3] => other/module v1.4\n\t or replace module/path [v1.2.3] => ../local/directory",
            ),
            ("module m\nfoo (\n a\n b\n)\n", "go.mod:2: unknown block type: foo"),
            (
                "module m /* x */\n",
                "go.mod:1:10: mod files must use // comments (not /* */ comments)",
            ),
            (
                "module `m`\n",
                "go.mod:1: invalid quoted string: unquoted string cannot contain quote",
            ),
            ("module \"m\\x\"\n", "go.mod:1: invalid quoted string: invalid syntax"),
            ("module m\ngodebug x\n", "go.mod:2: usage: godebug key=value"),
            ("module m\ntool\n", "go.mod:2: tool directive expects exactly one argument"),
            ("module m\nretract\n", "go.mod:2: expected '[' or version"),
        ];
        for (text, wanted) in cases {
            assert_eq!(parse("go.mod", text, Kind::Main), Err(wanted.to_owned()), "{text:?}");
        }
        for text in ["module (\n m\n)\n", "module m\nrequire ( )\n", "module m\ngo 1.20rc1\n"] {
            assert!(parse("go.mod", text, Kind::Main).is_ok(), "{text:?}");
        }
        assert!(parse("go.mod", "module m\nfoo bar\n", Kind::Dependency).is_ok());
    }
}
