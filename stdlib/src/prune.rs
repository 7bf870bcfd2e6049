//! Leaves out of the library what a program cannot use, by names, before anything is parsed.
//!
//! A module of its own because it knows nothing of types: a declaration is kept when a kept one, or the program, has an
//! identifier that may mean it; a method, when its type is kept and its name occurs anywhere. That keeps too much,
//! never too little, and costs a fraction of what parsing all of fmt, os and time would. Line numbers stay, by `//line` comments.

use std::fmt::Write as _;

/// A declaration of the library. The indexes of `refs` and `methods` are into [`DECLS`], the names into [`IDENTS`].
struct Decl {
    /// Which of its package's files it stands in, and where.
    file: usize,
    line: u32,
    prefix: &'static str,
    start: usize,
    end: usize,
    /// Whether it runs whenever its package is there.
    init: bool,
    /// Which of the file's imports it uses, as bits.
    imports: u64,
    /// The declarations it mentions.
    refs: &'static [usize],
    /// All identifiers in it.
    idents: &'static [usize],
    /// The methods of the type it declares: name and declaration.
    methods: &'static [(usize, usize)],
}

struct Package {
    path: &'static str,
    /// The name in its package clauses.
    clause: &'static str,
    /// Its names and their declarations, sorted.
    tops: &'static [(usize, usize)],
    /// Its declarations.
    first: usize,
    end: usize,
    /// The import specifications of each file.
    imports: &'static [&'static [&'static str]],
}

include!(concat!(env!("OUT_DIR"), "/declarations.rs"));

/// What the machine makes by itself.
const MACHINE_TYPES: [&str; 5] =
    ["errorstring", "boundserror", "plainerror", "typeassertionerror", "panicnilerror"];

/// Which declarations of the library a program may need.
#[derive(Debug)]
pub struct Selection {
    kept: Vec<bool>,
}

/// The search: declarations kept, names seen, and what still has to be looked at.
struct Search {
    kept: Vec<bool>,
    seen: Vec<bool>,
    /// Methods whose names have not been seen, by name.
    waiting: Vec<Vec<usize>>,
    work: Vec<usize>,
}

fn ident(name: &str) -> Option<usize> {
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        return IDENTS.binary_search(&name.to_ascii_lowercase().as_str()).ok();
    }
    IDENTS.binary_search(&name).ok()
}

fn package(path: &str) -> Option<&'static Package> {
    PACKAGES.binary_search_by_key(&path, |p| p.path).ok().map(|at| &PACKAGES[at])
}

impl Search {
    fn keep(&mut self, decl: usize) {
        if !self.kept[decl] {
            self.kept[decl] = true;
            self.work.push(decl);
        }
    }

    fn see(&mut self, name: usize) {
        if !self.seen[name] {
            self.seen[name] = true;
            for decl in std::mem::take(&mut self.waiting[name]) {
                self.keep(decl);
            }
        }
    }

    fn run(&mut self) {
        while let Some(at) = self.work.pop() {
            let decl = &DECLS[at];
            decl.refs.iter().for_each(|&decl| self.keep(decl));
            decl.idents.iter().for_each(|&name| self.see(name));
            for &(name, method) in decl.methods {
                if self.seen[name] {
                    self.keep(method);
                } else {
                    self.waiting[name].push(method);
                }
            }
        }
    }

    /// Keeps the init functions of packages that are there; true if that was something new.
    fn keep_inits(&mut self) -> bool {
        for package in PACKAGES {
            let range = package.first..package.end;
            if range.clone().any(|at| self.kept[at]) {
                range.filter(|&at| DECLS[at].init).for_each(|at| self.keep(at));
            }
        }
        !self.work.is_empty()
    }
}

/// Calls `word` for everything in a text that may be an identifier and `quoted` for what may be an import path: what
/// stands in comments and strings too, so that no rule of the language is needed here.
pub fn scan<'a>(text: &'a str, mut word: impl FnMut(&'a str), mut quoted: impl FnMut(&'a str)) {
    let bytes = text.as_bytes();
    let is_word = |b: u8| b == b'_' || b.is_ascii_alphanumeric() || b >= 0x80;
    let mut i = 0;
    while i < bytes.len() {
        if is_word(bytes[i]) {
            let start = i;
            while i < bytes.len() && is_word(bytes[i]) {
                i += 1;
            }
            word(&text[start..i]);
        } else {
            if bytes[i] == b'"' || bytes[i] == b'`' {
                let rest = &text[i + 1..];
                let end = rest.bytes().position(|b| b == bytes[i] || b == b'\n').unwrap_or(0);
                quoted(&rest[..end]);
            }
            i += 1;
        }
    }
}

/// Finds what a program of these texts may need of the library.
#[must_use]
pub fn select<'a>(texts: impl Iterator<Item = &'a str>) -> Selection {
    let mut search = Search {
        kept: vec![false; DECLS.len()],
        seen: vec![false; IDENTS.len()],
        waiting: vec![Vec::new(); IDENTS.len()],
        work: Vec::new(),
    };
    let mut imported = Vec::new();
    for text in texts {
        let word = |name| {
            if let Some(name) = ident(name) {
                search.see(name);
            }
        };
        scan(text, word, |path| imported.extend(package(path)));
    }
    for package in imported {
        for &(name, decl) in package.tops {
            if search.seen[name] {
                search.keep(decl);
            }
        }
    }
    if let Some(runtime) = package("runtime") {
        let machine: Vec<usize> = MACHINE_TYPES.iter().filter_map(|name| ident(name)).collect();
        let tops = runtime.tops.iter().filter(|(name, _)| machine.contains(name));
        tops.for_each(|&(_, decl)| search.keep(decl));
    }
    search.run();
    while search.keep_inits() {
        search.run();
    }
    Selection { kept: search.kept }
}

impl Selection {
    /// The files of a package: names and texts; none if the library does not have it.
    #[must_use]
    pub fn files(&self, path: &str) -> Vec<(&'static str, String)> {
        let Some(package) = package(path) else { return Vec::new() };
        let sources = crate::files(path);
        let mut files: Vec<(&str, u64, String)> = Vec::new();
        let mut last = usize::MAX;
        for decl in (package.first..package.end).filter(|&at| self.kept[at]).map(|at| &DECLS[at]) {
            let (name, source) = sources[decl.file];
            if decl.file != last {
                last = decl.file;
                files.push((name, 0, String::new()));
            }
            let Some((_, imports, text)) = files.last_mut() else { continue };
            *imports |= decl.imports;
            let source = &source[decl.start..decl.end];
            writeln!(text, "//line {name}:{}\n{}{source}", decl.line, decl.prefix)
                .expect("writing to a string");
        }
        if files.is_empty() {
            return vec![(sources[0].0, format!("package {}\n", package.clause))];
        }
        let place = |name: &str| sources.iter().position(|(n, _)| *n == name).unwrap_or(0);
        let complete = |(name, imports, body): (&'static str, u64, String)| {
            let mut text = format!("package {}\n", package.clause);
            for (i, spec) in package.imports[place(name)].iter().enumerate() {
                if imports & 1 << i != 0 {
                    writeln!(text, "import {spec}").expect("writing to a string");
                }
            }
            (name, text + &body)
        };
        files.into_iter().map(complete).collect()
    }
}
