//! Coverage: the files of the covered packages get a counter at the beginning of each basic block, and the main package
//! of the test program tells package testing which variables hold the counters.
//!
//! [`blocks`] divides a file into blocks as `go tool cover` does, using the tokens of [`code`]. Counters are inserted
//! into the text, so the compiler needs no pass for them; a `/*line*/` comment behind each counter restores the columns
//! of the code that follows.

use minigo_syntax::small_sort::SmallSort as _;
mod blocks;
mod code;

use self::blocks::{BlockDivider, InsertedText, Insertion};
use super::file_selection::{self, FileRules};
use super::fs_view::FsView;
use super::modules::module::ResolvedImport;
use super::patterns::Package;
use super::{LoadError, Loader, Location, PackageRole, ParsedPackage, read_error};
use crate::options::coverage::{Coverage, Mode};
use minigo_syntax::parse_file;
use minigo_syntax::source::{Source, SourceMap, decode_utf8};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

/// A file with counters.
struct InstrumentedFile {
    /// The file's name in a coverage profile.
    name: String,
    /// The variable that holds the file's counters.
    variable: String,
    text: String,
    blocks: Vec<ProfileBlock>,
}

/// A block in the form of a profile: line and column of its first byte and of the byte after it, and its number of
/// statements.
struct ProfileBlock([u32; 5]);

/// The packages to cover, and the files that have got counters so far.
pub(super) struct CoverState {
    coverage: Coverage,
    /// The files of each package, by its import path.
    files: BTreeMap<String, Vec<InstrumentedFile>>,
}

impl CoverState {
    pub(super) fn new(coverage: Coverage) -> Self {
        Self { coverage, files: BTreeMap::new() }
    }

    /// The text of a file of the package at `path`, with counters if the package is covered.
    pub(super) fn covered_text(&mut self, path: &str, file: &Path, bytes: Vec<u8>) -> Vec<u8> {
        let covered = self.coverage.packages.iter().any(|covered| covered == path);
        if !covered || file_selection::is_test_file(&file.display().to_string()) {
            return bytes;
        }
        let files = self.files.entry(path.to_owned()).or_default();
        let name = profile_name(path, file);
        match instrument(name, files.len(), self.coverage.mode, bytes) {
            Ok(file) => {
                let text = file.text.clone().into_bytes();
                files.push(file);
                text
            }
            Err(bytes) => bytes,
        }
    }

    /// The imports of the generated main package for coverage, and the function that registers the counters.
    fn coverage_imports_and_init(&self) -> (String, String) {
        let (mut imports, mut init) = (String::new(), String::new());
        let words = self.coverage.words.as_ref().map(|words| format!(" in {words}"));
        let mode = match self.coverage.mode {
            Mode::Fuzz => "",
            mode => mode.name(),
        };
        let _ = write!(
            init,
            "\nfunc init() {{\n\ttestdeps.CoverMode = {mode:?}\n\ttestdeps.Covered = {:?}\n",
            words.unwrap_or_default()
        );
        for (number, (path, files)) in self.files.iter().enumerate() {
            let counted = || files.iter().filter(|file| !file.blocks.is_empty());
            if counted().next().is_some() {
                let _ = writeln!(imports, "import _cover{number} {path:?}");
            }
            for file in counted() {
                let InstrumentedFile { name, variable, blocks, .. } = file;
                let numbers = blocks.iter().flat_map(|block| block.0);
                let numbers = numbers.map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
                let _ = writeln!(
                    init,
                    "\ttestdeps.AddCounters({name:?}, _cover{number}.{variable}[:], []uint32{{{numbers}}})"
                );
            }
        }
        (imports, init + "}\n")
    }
}

impl Loader<'_> {
    /// Adds the coverage declarations to the text of a test program's main package, and loads the covered packages.
    pub(super) fn instrument_test_main(
        &mut self,
        text: String,
        from: &Location,
    ) -> Result<String, LoadError> {
        let Some(counting) = &self.coverage else { return Ok(text) };
        for path in counting.coverage.packages.clone() {
            if !self.index.contains_key(&path) {
                self.load_covered_package(path, from)?;
            }
        }
        let Some(counting) = &self.coverage else { return Ok(text) };
        let (imports, init) = counting.coverage_imports_and_init();
        Ok(text.replacen("package main\n\n", &format!("package main\n\n{imports}"), 1) + &init)
    }

    /// Loads a covered package that the tests do not import. The package may be a program.
    fn load_covered_package(&mut self, path: String, from: &Location) -> Result<(), LoadError> {
        let Some(module) = &from.module else { return Ok(()) };
        let ResolvedImport::Package(module, dir) = module.resolve(self.fs, &path, None) else {
            return Ok(());
        };
        let location = Location { module: Some(module), import_path: Some(path.clone()) };
        let files = file_selection::read_dir(self.fs, &dir, FileRules::default());
        let files = files.map_err(|error| read_error(&dir, &error))?;
        if files.is_empty() {
            return Ok(());
        }
        let sources = self.add_sources(&path, files)?;
        let unit = self.parse(path, Some(&dir), sources, location);
        self.check_names(&unit, &dir)?;
        self.finish_package(ParsedPackage { role: PackageRole::Tested, ..unit })?;
        Ok(())
    }
}

/// The part of a profile for a package that no test runs, and whether the package has statements.
///
/// # Errors
/// Returns an error for a file that cannot be read.
pub fn untested_profile(fs: &FsView, package: &Package) -> Result<(String, bool), LoadError> {
    let dir = &package.paths[0];
    let files = file_selection::read_dir(fs, dir, FileRules::default());
    let files = files.map_err(|error| read_error(dir, &error))?;
    let mut profile = String::new();
    let mut statements = 0;
    for (file, bytes) in files {
        let name = profile_name(&package.path, &file);
        let Ok(mut file) = instrument(name, 0, Mode::Set, bytes) else { continue };
        file.blocks.small_sort_by_key(|block| block.0);
        for ProfileBlock([line, column, end_line, end_column, count]) in &file.blocks {
            let name = &file.name;
            let _ = writeln!(profile, "{name}:{line}.{column},{end_line}.{end_column} {count} 0");
            statements += count;
        }
    }
    Ok((profile, statements > 0))
}

/// The name of a file in a profile: the package's path and the file's own name, or its directory and name if the
/// package has no path.
fn profile_name(path: &str, file: &Path) -> String {
    if path == super::COMMAND_LINE_PACKAGE {
        return std::path::absolute(file)
            .unwrap_or_else(|_| PathBuf::from(file))
            .display()
            .to_string();
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    format!("{path}/{name}")
}

/// The file with counters. Returns the bytes unchanged if they are not valid Go: the compiler reports the error.
fn instrument(
    name: String,
    number: usize,
    mode: Mode,
    bytes: Vec<u8>,
) -> Result<InstrumentedFile, Vec<u8>> {
    let (text, bad) = decode_utf8(bytes.clone());
    let mut sources = SourceMap::new();
    let Ok(source) = sources.add(&name, text) else { return Err(bytes) };
    let parsed = parse_file(source);
    if !bad.is_empty() || parsed.diagnostics.has_errors() {
        return Err(bytes);
    }
    let BlockDivider { counted_blocks: counted, insertions, .. } =
        BlockDivider::of(source, &parsed.file);
    // The variable is exported, since the main package names it. A hash in the variable's name keeps the name apart
    // from the program's names.
    let mut hash = DefaultHasher::new();
    name.hash(&mut hash);
    let variable = format!("GoCover_{number}_{:016x}", hash.finish());
    let mut text = with_counters(source, &insertions, |block| match mode {
        Mode::Set => format!("{variable}[{block}] = 1;"),
        Mode::Count | Mode::Fuzz => format!("{variable}[{block}]++;"),
        Mode::Atomic => format!("goCoverAtomic.AddUint32(&{variable}[{block}], 1);"),
    });
    if mode == Mode::Atomic && !counted.is_empty() {
        let end = parsed.file.package.span().end.0 - source.base.0;
        text.insert_str(end as usize, "; import goCoverAtomic \"sync/atomic\"");
    }
    if !counted.is_empty() {
        let _ = write!(text, "\n\nvar {variable} [{}]uint32\n", counted.len());
    }
    let mut seen = HashSet::new();
    let blocks = counted.iter().map(|block| {
        let at = |offset| source.line_col(source.pos(offset));
        let ((line, column), (end_line, mut end_column)) =
            (at(block.code.start), at(block.code.end));
        while !seen.insert((line, column, end_line, end_column)) {
            end_column += 1;
        }
        ProfileBlock([line, column, end_line, end_column, block.statements as u32])
    });
    Ok(InstrumentedFile { name, variable, blocks: blocks.collect(), text })
}

/// The text with the insertions; `counter` returns the statement for the block with a given number.
fn with_counters(
    source: &Source,
    insertions: &[Insertion],
    counter: impl Fn(usize) -> String,
) -> String {
    let original: &str = &source.text;
    // If the file has line directives itself, the positions are not corrected.
    let named_anew = original.contains("//line ") || original.contains("/*line ");
    let mut text = String::with_capacity(original.len() + insertions.len() * 64);
    let mut done = 0;
    for Insertion { offset: at, inserted } in insertions {
        text.push_str(&original[done..*at]);
        done = *at;
        match inserted {
            InsertedText::Brace(brace) => text.push(*brace),
            InsertedText::Counter(block) => {
                text.push_str(&counter(*block));
                if !named_anew {
                    let (line, column) = source.line_col(source.pos(*at));
                    let _ = write!(text, "/*line :{line}:{column}*/");
                }
            }
        }
    }
    text + &original[done..]
}
