//! Cuts the library's Go files into declarations and notes which names each uses, for the build script.
//!
//! A module of its own because it is a small scanner of Go, made for files that are known to be right and formatted.

use std::collections::{BTreeMap, HashMap};

/// One declaration that can be taken or left.
pub(crate) struct Decl {
    pub(crate) file: usize,
    pub(crate) line: usize,
    /// What stands before the text when it comes out of a group: `var `, `const `, or nothing.
    pub(crate) prefix: &'static str,
    /// Where the text lies in its file.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The names it declares at the top level; none for methods.
    pub(crate) names: Vec<String>,
    /// Receiver type and name of a method.
    pub(crate) method: Option<(String, String)>,
    /// Whether it runs when the package is there at all.
    pub(crate) is_init: bool,
    /// All identifiers in it.
    pub(crate) idents: Vec<String>,
    /// Identifiers that may be names of the package.
    pub(crate) bare: Vec<String>,
    /// Import path and name of other packages' names.
    pub(crate) qualified: Vec<(String, String)>,
}

/// Follows the last one.
pub(crate) static END: Decl = Decl {
    file: 0,
    line: 0,
    prefix: "",
    start: 0,
    end: 0,
    names: Vec::new(),
    method: None,
    is_init: false,
    idents: Vec::new(),
    bare: Vec::new(),
    qualified: Vec::new(),
};

/// An import of a file: the path, and the line that states it.
pub(crate) struct Import {
    pub(crate) path: String,
    pub(crate) spec: String,
}

/// A file cut into pieces.
pub(crate) struct Cut {
    pub(crate) package: String,
    pub(crate) imports: Vec<Import>,
    pub(crate) decls: Vec<Decl>,
}

/// A token: where it lies, and whether it is an identifier (or keyword).
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    ident: bool,
}

/// The tokens of a file without comments; operators byte by byte.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < bytes.len() {
        let (at, first_line) = (i, line);
        let c = bytes[i];
        let mut ident = false;
        match c {
            b'\n' => {
                line += 1;
                i += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' => {
                i += 1;
                continue;
            }
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                while i < bytes.len() && bytes[i] != b'\n' {
                    i += 1;
                }
                continue;
            }
            b'/' if bytes.get(i + 1) == Some(&b'*') => {
                let end = i + 2 + text[i + 2..].find("*/").expect("comments end") + 2;
                line += text[i..end].matches('\n').count();
                i = end;
                continue;
            }
            b'`' => {
                let end = i + 1 + text[i + 1..].find('`').expect("raw strings end") + 1;
                line += text[i..end].matches('\n').count();
                i = end;
            }
            b'"' | b'\'' => {
                i += 1;
                while bytes[i] != c {
                    i += if bytes[i] == b'\\' { 2 } else { 1 };
                }
                i += 1;
            }
            _ if c == b'_' || c.is_ascii_alphabetic() || c >= 0x80 => {
                let word = |b: &u8| *b == b'_' || b.is_ascii_alphanumeric() || *b >= 0x80;
                i += bytes[i..].iter().take_while(|b| word(b)).count();
                ident = true;
            }
            _ if c.is_ascii_digit() => {
                // dots of numbers do not matter here: they only must not make identifiers
                let digit = |b: &u8| *b == b'_' || *b == b'.' || b.is_ascii_alphanumeric();
                i += bytes[i..].iter().take_while(|b| digit(b)).count();
            }
            _ => i += 1,
        }
        all.push(Token { text: &text[at..i], at, line: first_line, ident });
    }
    all
}

/// The token after the bracket that closes the one at `open`.
fn after_bracket(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

/// Where the declaration or specification that begins at `from` ends: before the first token at its depth that begins a
/// line and is no continuation, or at `stop`.
fn spec_end(tokens: &[Token<'_>], from: usize, stop: usize) -> usize {
    let mut i = from;
    while i < stop {
        let opens = matches!(tokens[i].text, "(" | "[" | "{");
        i = if opens { after_bracket(tokens, i) } else { i + 1 };
        if i < stop {
            let last = tokens[i - 1];
            let ends = last.ident
                || matches!(last.text, ")" | "]" | "}")
                || last.text.starts_with(['"', '`', '\''])
                || last.text.as_bytes()[0].is_ascii_digit();
            let last_line = last.line + last.text.matches('\n').count();
            if ends && tokens[i].line > last_line {
                return i;
            }
        }
    }
    stop
}

/// Names before `=` or a type: `a, b`.
fn leading_names(tokens: &[Token<'_>]) -> Vec<String> {
    let mut names = Vec::new();
    let mut i = 0;
    while i < tokens.len() && tokens[i].ident {
        names.push(tokens[i].text.to_owned());
        if tokens.get(i + 1).is_none_or(|t| t.text != ",") {
            break;
        }
        i += 2;
    }
    names
}

/// Cuts a file.
pub(crate) fn cut(file: usize, text: &str) -> Cut {
    let tokens = tokens(text);
    let mut cut =
        Cut { package: tokens[1].text.to_owned(), imports: Vec::new(), decls: Vec::new() };
    let mut i = 2;
    let mut import_names = BTreeMap::new();
    while i < tokens.len() {
        let group = tokens.get(i + 1).is_some_and(|t| t.text == "(");
        let end = if group && tokens[i].text != "func" {
            after_bracket(&tokens, i + 1)
        } else {
            spec_end(&tokens, i, tokens.len())
        };
        match tokens[i].text {
            "import" => {
                let body = if group { &tokens[i + 2..end - 1] } else { &tokens[i + 1..end] };
                let mut named = None;
                for token in body {
                    if token.ident || token.text == "." {
                        named = Some(token.text);
                        continue;
                    }
                    let path = token.text.trim_matches('"').to_owned();
                    let name = named.take().unwrap_or_else(|| default_name(&path)).to_owned();
                    let spec = format!("{name} {:?}", path);
                    import_names.insert(name, path.clone());
                    cut.imports.push(Import { path, spec });
                }
            }
            "func" => cut.decls.push(function(file, &tokens[i..end])),
            keyword @ ("type" | "var" | "const") => {
                let prefix = match keyword {
                    "type" => "type ",
                    "var" => "var ",
                    _ => "const ",
                };
                let (from, to) = if group { (i + 2, end - 1) } else { (i + 1, end) };
                let mut specs = Vec::new();
                let mut at = from;
                while at < to {
                    let next = spec_end(&tokens, at, to);
                    specs.push((at, next));
                    at = next;
                }
                let whole = keyword == "const"
                    && specs.iter().any(|&(a, b)| {
                        !tokens[a..b].iter().any(|t| t.text == "=")
                            || tokens[a..b].iter().any(|t| t.text == "iota")
                    });
                if whole {
                    let mut decl = decl(file, "", &tokens[i..end]);
                    decl.names =
                        specs.iter().flat_map(|&(a, b)| leading_names(&tokens[a..b])).collect();
                    cut.decls.push(decl);
                } else {
                    for (a, b) in specs {
                        let mut decl = decl(file, prefix, &tokens[a..b]);
                        decl.names = match keyword {
                            "type" => vec![tokens[a].text.to_owned()],
                            _ => leading_names(&tokens[a..b]),
                        };
                        cut.decls.push(decl);
                    }
                }
            }
            other => panic!("file {file}, line {}: {other} begins no declaration", tokens[i].line),
        }
        i = end;
        while i < tokens.len() && tokens[i].text == ";" {
            i += 1;
        }
    }
    for decl in &mut cut.decls {
        let pairs = std::mem::take(&mut decl.qualified);
        decl.qualified = pairs
            .into_iter()
            .filter_map(|(name, member)| Some((import_names.get(&name)?.clone(), member)))
            .collect();
    }
    cut
}

fn default_name(path: &str) -> &str {
    let last = path.rsplit('/').next().expect("a split has a last part");
    if last == "v2" { "rand" } else { last }
}

fn function(file: usize, tokens: &[Token<'_>]) -> Decl {
    let mut decl = decl(file, "", tokens);
    if tokens[1].text == "(" {
        let end = after_bracket(tokens, 1);
        let receiver: Vec<_> = tokens[2..end - 1].iter().take_while(|t| t.text != "[").collect();
        let owner = receiver.iter().rev().find(|t| t.ident).expect("a receiver has a type");
        decl.method = Some((owner.text.to_owned(), tokens[end].text.to_owned()));
    } else if tokens[1].text == "init" {
        decl.is_init = true;
    } else {
        decl.names = vec![tokens[1].text.to_owned()];
    }
    decl
}

/// A declaration of these tokens, without names yet. `qualified` holds names of imports that may be meant.
fn decl(file: usize, prefix: &'static str, tokens: &[Token<'_>]) -> Decl {
    let last = tokens.last().expect("a declaration has tokens");
    let mut decl = Decl {
        file,
        line: tokens[0].line,
        prefix,
        start: tokens[0].at,
        end: last.at + last.text.len(),
        names: Vec::new(),
        method: None,
        is_init: false,
        idents: Vec::new(),
        bare: Vec::new(),
        qualified: Vec::new(),
    };
    for (i, token) in tokens.iter().enumerate().filter(|(_, t)| t.ident) {
        decl.idents.push(token.text.to_owned());
        let selected = i > 0 && tokens[i - 1].text == "." && !(i > 1 && tokens[i - 2].text == ".");
        if selected {
            continue;
        }
        decl.bare.push(token.text.to_owned());
        if tokens.get(i + 1).is_some_and(|t| t.text == ".")
            && tokens.get(i + 2).is_some_and(|t| t.ident)
        {
            decl.qualified.push((token.text.to_owned(), tokens[i + 2].text.to_owned()));
        }
    }
    for list in [&mut decl.idents, &mut decl.bare] {
        list.sort();
        list.dedup();
    }
    decl
}

/// Numbers for strings, in the order of the strings.
pub(crate) fn numbered<'a>(
    strings: impl Iterator<Item = &'a String>,
) -> (Vec<String>, HashMap<String, usize>) {
    let mut all: Vec<String> = strings.map(|s| s.to_ascii_lowercase()).collect();
    all.sort();
    all.dedup();
    let index = all.iter().enumerate().map(|(i, s)| (s.clone(), i)).collect();
    (all, index)
}
