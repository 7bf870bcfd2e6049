//! Leaves out of the library what a program cannot use, by names, before anything is parsed.
//!
//! A module of its own because it knows nothing of types: a declaration is kept when a kept one, or the program, has an
//! identifier that may mean it; a method, when its type is kept and its name occurs anywhere, or when the program asks reflection
//! for methods by number or name. That keeps too much,
//! never too little, and costs a fraction of what parsing all of fmt, os and time would. Line numbers stay, by `//line` comments.

use std::cmp::Ordering;
use std::fmt::Write as _;

/// A declaration of the library. The tables are read by every start of a program, so they are small and hold no pointers: lists are
/// parts of common arrays, from an index here up to that of the next declaration.
struct Decl {
    /// Where it stands in its file.
    line: u32,
    start: u32,
    end: u32,
    /// Which of the file's imports it uses, as bits.
    imports: u64,
    /// The declarations it mentions, in [`REFS`].
    refs: u32,
    /// All identifiers in it, in [`NAMES`].
    idents: u32,
    /// The methods of the type it declares, in [`METHODS`].
    methods: u32,
    /// Which of its package's files it stands in.
    file: u16,
    /// What comes before it, in [`PREFIXES`].
    prefix: u8,
    /// Whether it runs whenever its package is there.
    init: bool,
}

/// What a declaration out of a group begins with.
const PREFIXES: [&str; 4] = ["", "type ", "var ", "const "];

struct Package {
    path: &'static str,
    /// The name in its package clauses.
    clause: &'static str,
    /// Its names and their declarations, sorted.
    tops: &'static [(u16, u16)],
    /// Its declarations.
    first: usize,
    end: usize,
    /// The import specifications of each file.
    imports: &'static [&'static [&'static str]],
}

// `IDENTS`: all identifiers, sorted, one after the other, and `IDENT_ENDS`: where each begins, and the end. `DECLS`, with one more at the
// end; `REFS`, `NAMES` and `METHODS` (name and declaration); `PACKAGES`.
include!(concat!(env!("OUT_DIR"), "/declarations.rs"));

/// What the machine makes by itself.
const MACHINE_TYPES: [&str; 5] =
    ["errorstring", "boundserror", "plainerror", "typeassertionerror", "panicnilerror"];

/// What finds methods that no text names.
const BY_REFLECTION: [&str; 4] = ["Method", "Methods", "MethodByName", "NumMethod"];

/// Which declarations of the library a program may need.
#[derive(Debug)]
pub struct Selection {
    kept: Vec<bool>,
}

/// The search: declarations kept, names seen, and what still has to be looked at.
struct Search {
    kept: Vec<bool>,
    seen: Vec<bool>,
    /// Methods whose names have not been seen: the first of each name, then the next of the same one; as indexes into [`METHODS`] plus 1.
    waiting: Vec<u16>,
    next: Vec<u16>,
    work: Vec<usize>,
    /// Whether every method of a kept type is kept.
    all_methods: bool,
    /// What finds methods by name, and where package reflect is, in which it does not count.
    by_name: Option<usize>,
    reflect: std::ops::Range<usize>,
}

fn ident(name: &str) -> Option<usize> {
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        return find(name.to_ascii_lowercase().as_bytes());
    }
    find(name.as_bytes())
}

/// The number of an identifier without capital letters.
fn find(name: &[u8]) -> Option<usize> {
    let at = |i: usize| &IDENTS.as_bytes()[IDENT_ENDS[i] as usize..IDENT_ENDS[i + 1] as usize];
    let (mut low, mut high) = (0, IDENT_ENDS.len() - 1);
    while low < high {
        let middle = usize::midpoint(low, high);
        match at(middle).cmp(name) {
            Ordering::Less => low = middle + 1,
            Ordering::Greater => high = middle,
            Ordering::Equal => return Some(middle),
        }
    }
    None
}

/// A declaration's part of a common array.
fn part<T>(all: &'static [T], decl: usize, start: impl Fn(&Decl) -> u32) -> &'static [T] {
    &all[start(&DECLS[decl]) as usize..start(&DECLS[decl + 1]) as usize]
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
            let mut at = usize::from(self.waiting[name]);
            while at != 0 {
                self.keep(METHODS[at - 1].1.into());
                at = self.next[at - 1].into();
            }
        }
    }

    /// Keeps every method of the types that are kept.
    fn keep_all_methods(&mut self) {
        if !std::mem::replace(&mut self.all_methods, true) {
            for at in (0..self.kept.len()).filter(|&at| self.kept[at]).collect::<Vec<_>>() {
                part(&METHODS, at, |d| d.methods).iter().for_each(|&(_, m)| self.keep(m.into()));
            }
        }
    }

    fn run(&mut self) {
        while let Some(at) = self.work.pop() {
            let by_name = |&name: &u16| Some(usize::from(name)) == self.by_name;
            if !self.reflect.contains(&at) && part(&NAMES, at, |d| d.idents).iter().any(by_name) {
                self.keep_all_methods();
            }
            part(&REFS, at, |d| d.refs).iter().for_each(|&decl| self.keep(decl.into()));
            part(&NAMES, at, |d| d.idents).iter().for_each(|&name| self.see(name.into()));
            let methods = DECLS[at].methods as usize..DECLS[at + 1].methods as usize;
            for (i, &(name, method)) in methods.clone().zip(&METHODS[methods]) {
                let name = usize::from(name);
                if self.all_methods || self.seen[name] {
                    self.keep(method.into());
                } else {
                    self.next[i] = std::mem::replace(&mut self.waiting[name], i as u16 + 1);
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
        kept: vec![false; DECLS.len() - 1],
        seen: vec![false; IDENT_ENDS.len() - 1],
        waiting: vec![0; IDENT_ENDS.len() - 1],
        next: vec![0; METHODS.len()],
        work: Vec::new(),
        all_methods: false,
        by_name: ident("MethodByName"),
        reflect: package("reflect").map_or(0..0, |p| p.first..p.end),
    };
    let mut imported = Vec::new();
    let mut by_reflection = false;
    for text in texts {
        let word = |name| {
            by_reflection |= BY_REFLECTION.contains(&name);
            if let Some(name) = ident(name) {
                search.see(name);
            }
        };
        scan(text, word, |path| imported.extend(package(path)));
    }
    search.all_methods = by_reflection && imported.iter().any(|p: &&Package| p.path == "reflect");
    for package in imported {
        for &(name, decl) in package.tops {
            if search.seen[usize::from(name)] {
                search.keep(decl.into());
            }
        }
    }
    if let Some(runtime) = package("runtime") {
        let machine: Vec<usize> = MACHINE_TYPES.iter().filter_map(|name| ident(name)).collect();
        let tops = runtime.tops.iter().filter(|(name, _)| machine.contains(&(*name).into()));
        tops.for_each(|&(_, decl)| search.keep(decl.into()));
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
        let mut last = u16::MAX;
        for decl in (package.first..package.end).filter(|&at| self.kept[at]).map(|at| &DECLS[at]) {
            let (name, source) = sources[usize::from(decl.file)];
            if decl.file != last {
                last = decl.file;
                files.push((name, 0, String::new()));
            }
            let Some((_, imports, text)) = files.last_mut() else { continue };
            *imports |= decl.imports;
            let source = &source[decl.start as usize..decl.end as usize];
            writeln!(
                text,
                "//line {name}:{}\n{}{source}",
                decl.line,
                PREFIXES[usize::from(decl.prefix)]
            )
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
