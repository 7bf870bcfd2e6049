//! Lists the Go files below `src/`, so that a package is its folder and nothing is listed twice; computes math/rand's seed state.

mod declarations;
#[path = "src/math/rand/seed_state.rs"]
mod seed_state;

use declarations::{Cut, Decl};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let src = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("src");
    println!("cargo::rerun-if-changed=src");
    let mut packages = Vec::new();
    collect(&src, "", &mut packages);
    packages.sort();
    let mut texts = String::new();
    let mut table = String::from("static SOURCES: &Table = &[\n");
    for (path, files) in &packages {
        writeln!(table, "({path:?}, &[").expect("writing to a string");
        for file in files {
            let name = file.file_name().expect("a file has a name").to_string_lossy();
            let text = fs::read_to_string(file).expect("a Go file is UTF-8");
            let number = texts.lines().count();
            // Sections of their own: by these src/layout.ld puts them apart from the constants that natives read.
            writeln!(
                texts,
                "#[cfg_attr(target_os = \"linux\", unsafe(link_section = \".rodata.go\"))] static TEXT_{number}: [u8; {}] = *include_bytes!({file:?});",
                text.len(),
            )
            .expect("writing to a string");
            writeln!(table, "({name:?}, text(&TEXT_{number})),").expect("writing to a string");
        }
        table.push_str("]),\n");
    }
    table.push_str("];\n");
    table.push_str(&texts);
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("sources.rs"), table).expect("OUT_DIR is writable");
    let tables = tables(&packages);
    fs::write(Path::new(&out).join("declarations.rs"), tables).expect("OUT_DIR is writable");
    println!("cargo::rerun-if-changed=declarations.rs");
    let state: Vec<u8> = seed_state::seed_state().iter().flat_map(|x| x.to_le_bytes()).collect();
    fs::write(Path::new(&out).join("seed_state.bin"), state).expect("OUT_DIR is writable");
}

/// The tables of `src/prune.rs`: every declaration of the library, and what each uses.
fn tables(packages: &[(String, Vec<PathBuf>)]) -> String {
    let cuts: Vec<Vec<Cut>> = packages
        .iter()
        .map(|(_, files)| {
            let text = |file| fs::read_to_string(file).expect("the source tree is readable");
            files.iter().enumerate().map(|(i, file)| declarations::cut(i, &text(file))).collect()
        })
        .collect();
    let decls = || cuts.iter().flatten().flat_map(|cut| &cut.decls);
    let (idents, number) = declarations::numbered(decls().flat_map(|d| &d.idents));
    let mut tops = HashMap::new();
    let mut methods: HashMap<(usize, &str), Vec<(usize, usize)>> = HashMap::new();
    let mut ranges = Vec::new();
    let mut index = 0;
    for (package, cuts) in cuts.iter().enumerate() {
        let first = index;
        for decl in cuts.iter().flat_map(|cut| &cut.decls) {
            for name in decl.names.iter().filter(|name| *name != "_") {
                tops.insert((packages[package].0.as_str(), name.as_str()), index);
            }
            if let Some((owner, name)) = &decl.method {
                let name = number[&name.to_ascii_lowercase()];
                methods.entry((package, owner)).or_default().push((name, index));
            }
            index += 1;
        }
        ranges.push(first..index);
    }
    let mut out = String::new();
    let ends = idents.iter().scan(0, |end, ident| {
        *end += ident.len();
        Some(*end)
    });
    let ends: Vec<usize> = std::iter::once(0).chain(ends).collect();
    writeln!(out, "static IDENTS: &str = {:?};", idents.concat()).expect("writing to a string");
    writeln!(out, "static IDENT_ENDS: [u32; {}] = {ends:?};", ends.len())
        .expect("writing to a string");
    let mut lists = Lists::default();
    writeln!(out, "static DECLS: [Decl; {}] = [", decls().count() + 1)
        .expect("writing to a string");
    for (package, cuts) in cuts.iter().enumerate() {
        let path = packages[package].0.as_str();
        for (cut, decl) in cuts.iter().flat_map(|cut| cut.decls.iter().map(move |d| (cut, d))) {
            write_decl(&mut out, decl, &lists, imports(cut, decl));
            lists.add(path, decl, &tops, &number, |name| {
                methods.get(&(package, name)).map_or(&[], Vec::as_slice)
            });
        }
    }
    write_decl(&mut out, &declarations::END, &lists, 0);
    out.push_str("];\n");
    lists.write(&mut out);
    out.push_str("static PACKAGES: &[Package] = &[\n");
    for ((package, cuts), range) in cuts.iter().enumerate().zip(ranges) {
        let path = &packages[package].0;
        let mut names: Vec<(usize, usize)> = tops
            .iter()
            .filter(|((p, _), _)| p == path)
            .map(|((_, name), decl)| (number[&name.to_ascii_lowercase()], *decl))
            .collect();
        names.sort_unstable();
        let imports: Vec<Vec<&String>> =
            cuts.iter().map(|cut| cut.imports.iter().map(|i| &i.spec).collect()).collect();
        let clause = &cuts[0].package;
        let line = format!(
            "Package {{ path: {path:?}, clause: {clause:?}, tops: &{names:?}, first: {}, end: {}, imports: &[{}] }},",
            range.start,
            range.end,
            imports.iter().map(|i| format!("&{i:?}, ")).collect::<String>(),
        );
        writeln!(out, "{line}").expect("writing to a string");
    }
    out.push_str("];\n");
    out
}

/// The lists of all declarations so far.
#[derive(Default)]
struct Lists {
    refs: Vec<usize>,
    idents: Vec<usize>,
    methods: Vec<(usize, usize)>,
}

impl Lists {
    fn add<'a>(
        &mut self,
        path: &str,
        decl: &'a Decl,
        tops: &HashMap<(&str, &str), usize>,
        number: &HashMap<String, usize>,
        methods: impl Fn(&'a str) -> &'a [(usize, usize)],
    ) {
        let own = decl.bare.iter().filter_map(|name| tops.get(&(path, name.as_str())));
        let others = decl.qualified.iter().filter_map(|(p, n)| tops.get(&(p.as_str(), n.as_str())));
        let owner = decl.method.as_ref().and_then(|(owner, _)| tops.get(&(path, owner.as_str())));
        let refs: BTreeSet<usize> = own.chain(others).chain(owner).copied().collect();
        let idents = decl.idents.iter().map(|name| number[&name.to_ascii_lowercase()]);
        self.refs.extend(refs);
        self.idents.extend(idents.collect::<BTreeSet<usize>>());
        self.methods.extend(decl.names.iter().flat_map(|name| methods(name)));
    }

    fn write(&self, out: &mut String) {
        let Self { refs, idents, methods } = self;
        for (name, list) in [("REFS", refs), ("NAMES", idents)] {
            writeln!(out, "static {name}: [u16; {}] = {list:?};", list.len())
                .expect("writing to a string");
        }
        writeln!(out, "static METHODS: [(u16, u16); {}] = {methods:?};", methods.len())
            .expect("writing to a string");
    }
}

/// The imports of its file that a declaration uses, as bits.
fn imports(cut: &Cut, decl: &Decl) -> u64 {
    let used =
        |import: &&declarations::Import| decl.qualified.iter().any(|(p, _)| *p == import.path);
    let imports = cut.imports.iter().enumerate().filter(|(_, i)| used(i));
    imports.fold(0u64, |mask, (i, _)| mask | 1 << i)
}

fn write_decl(out: &mut String, decl: &Decl, lists: &Lists, imports: u64) {
    let prefix = ["", "type ", "var ", "const "].iter().position(|p| *p == decl.prefix);
    writeln!(
        out,
        "Decl {{ file: {}, line: {}, prefix: {}, start: {}, end: {}, init: {}, imports: {imports}, refs: {}, idents: {}, methods: {} }},",
        decl.file,
        decl.line,
        prefix.expect("one of these"),
        decl.start,
        decl.end,
        decl.is_init,
        lists.refs.len(),
        lists.idents.len(),
        lists.methods.len(),
    )
    .expect("writing to a string");
}

/// Adds the package in `directory`, whose import path is `path`, and those below it.
fn collect(directory: &Path, path: &str, packages: &mut Vec<(String, Vec<PathBuf>)>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(directory)
        .expect("the source tree is readable")
        .map(|entry| entry.expect("the source tree is readable").path())
        .collect();
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        let name = entry.file_name().expect("an entry has a name").to_string_lossy().into_owned();
        if entry.is_dir() {
            let below = if path.is_empty() { name } else { format!("{path}/{name}") };
            collect(&entry, &below, packages);
        } else if name.ends_with(".go") {
            files.push(entry);
        }
    }
    if !files.is_empty() {
        packages.push((path.to_owned(), files));
    }
}
