//! Engines and modules: programs are compiled once and started many times.

use super::error::{CompileError, Error};
use super::package::{HostSide, Package};
use super::run::{Limits, Run};
use super::threads::Threads;
use super::value::{Declarations, Known, Names};
use super::world::{Captured, World};
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::options::{EmbeddedProgram, Target};
use crate::pipeline::{self, CheckOptions};
use minigo_syntax::ast::{Decl, File};
use minigo_syntax::diagnostic::{Diagnostic, Severity};
use minigo_syntax::parse_file;
use minigo_syntax::source::{SourceMap, decode_utf8};
use minigo_vm::native::{self, Native};
use minigo_vm::{Embedder, GcOptions, Linked, Options, Prepared, Tiering};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The packages that a sandboxed program may not import: with them Go code reaches the memory of the process.
const REFUSED: &[&str] = &["unsafe", "syscall", "C"];

/// The options of a compilation.
const CHECK: CheckOptions =
    CheckOptions { language: None, require_bodies: false, warn: false, all_errors: false };

/// Compiles programs, and owns the threads that make the blocking calls of all their machines.
#[derive(Clone, Default)]
pub struct Engine {
    threads: Arc<Threads>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

/// The text of a program: a package, and the packages in Rust that it may import.
#[derive(Clone, Debug)]
pub struct Source {
    files: Vec<(String, String)>,
    packages: Vec<Package>,
}

impl Source {
    /// Creates a program of one file; `name` is the file's name in messages.
    #[must_use]
    pub fn text(name: &str, text: &str) -> Self {
        Self { files: vec![(name.to_owned(), text.to_owned())], packages: Vec::new() }
    }

    /// Adds a file to the package.
    #[must_use]
    pub fn file(mut self, name: &str, text: &str) -> Self {
        self.files.push((name.to_owned(), text.to_owned()));
        self
    }

    /// Adds a package in Rust.
    #[must_use]
    pub fn with(mut self, package: &Package) -> Self {
        self.packages.push(package.clone());
        self
    }
}

/// A compiled program, of which machines are started.
#[derive(Clone)]
pub struct Module {
    shared: Arc<Shared>,
}

struct Shared {
    prepared: Prepared,
    functions: Arc<Vec<Arc<dyn Any + Send + Sync>>>,
    names: Arc<Names>,
    threads: Arc<Threads>,
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Module").finish_non_exhaustive()
    }
}

impl Engine {
    /// Creates an engine.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Compiles a program. The exported functions of its package can be called; its variables are initialised when a
    /// machine starts.
    ///
    /// The calling thread should have a large stack: its size limits how deeply expressions may nest.
    ///
    /// # Errors
    /// Returns [`Error::Compile`], or [`Error::Refused`] if the program imports `unsafe`, `syscall` or C, or has a
    /// `//go:linkname` line.
    pub fn compile(&self, source: Source) -> Result<Module, Error> {
        let Source { files, packages } = source;
        let names = refuse_unsafe_code(&files)?;
        let mut declarations = Declarations::default();
        let (mut program, mut functions) = (EmbeddedProgram::default(), Vec::new());
        let mut natives = Vec::new();
        for package in &packages {
            let text = package.text(&mut declarations, functions.len());
            let file = format!("{}.go", package.name());
            program.packages.insert(package.path.clone(), vec![(file, text)]);
            program.natives.insert(package.path.clone());
            functions.extend(package.functions().map(|function| function.body.clone()));
            let of_package: Vec<Native> =
                package.functions().map(|function| function.native.clone()).collect();
            natives.push(native::Package::of_embedder(package.path.clone(), of_package));
        }
        let path = names.package.clone();
        if path == "main" || program.packages.contains_key(&path) {
            return Err(Error::Refused(format!("package {path} needs another name")));
        }
        program.packages.insert(path.clone(), files);
        program.main = main_text(&path, &names.functions, &packages);
        let fs = FsView::new(BuildFlags::default());
        let target = Target::Embedded(Arc::new(program));
        let checked = pipeline::check(&fs, &target, CHECK)
            .map_err(|error| Error::Compile(vec![without_place(error.text().to_owned())]))?;
        if checked.has_errors() {
            return Err(compile_error(&checked.sources, &checked.diagnostics));
        }
        let Some(typed) = &checked.program else {
            return Err(Error::Compile(vec![without_place("no program".to_owned())]));
        };
        let code = pipeline::generate(&fs, typed, &checked.sources)
            .map_err(|found| compile_error(&checked.sources, &found.into_sorted()))?;
        let linked = Linked::from(code);
        let wanted = linked.natives();
        natives.extend(minigo_stdlib::packages_of(|path| {
            wanted.iter().any(|native| &*native.package == path)
        }));
        let prepared =
            Prepared::new(&linked, &natives).map_err(|error| Error::Start(error.to_string()))?;
        let shared = Shared {
            prepared,
            functions: Arc::new(functions),
            names: Arc::new(declarations.names),
            threads: self.threads.clone(),
        };
        Ok(Module { shared: Arc::new(shared) })
    }
}

impl Module {
    /// Starts a machine of its own for the program, and initialises the packages. The machine has no thread: its
    /// goroutines run on the thread of a call.
    ///
    /// # Errors
    /// Returns the errors of a call, if the initialisation fails; [`Error::Start`].
    pub fn start(&self, world: &World, limits: Limits) -> Result<Run, Error> {
        let shared = &*self.shared;
        let output = Arc::new(Captured::new(limits.output));
        let host = world.host(output.clone()).map_err(Error::Start)?;
        let options = Options {
            heap_limit: limits.memory,
            gc: GcOptions { stops_world: true, ..GcOptions::default() },
            tiering: Tiering::Off,
            ..Options::default()
        };
        let known = Known::new(shared.names.clone());
        let side = Arc::new(HostSide { functions: shared.functions.clone(), known });
        let embedder = Embedder { threads: shared.threads.clone(), host: side.clone() };
        let driven = shared.prepared.driven(&options, host, embedder);
        let driven = driven.map_err(|error| Error::Start(error.to_string()))?;
        Run::new(driven, side, output, limits)
    }
}

/// The package's name and exported functions.
struct PackageNames {
    package: String,
    functions: Vec<String>,
}

/// Refuses code that could reach the memory of the process, and collects the names of the package.
fn refuse_unsafe_code(files: &[(String, String)]) -> Result<PackageNames, Error> {
    let mut sources = SourceMap::new();
    let mut names = PackageNames { package: String::new(), functions: Vec::new() };
    for (name, text) in files {
        let (text, _) = decode_utf8(text.clone().into_bytes());
        let Ok(source) = sources.add(name, text) else {
            return Err(Error::Refused(format!("{name}: too large")));
        };
        let source = source.clone();
        let parsed = parse_file(&source);
        let File { package, imports, decls, linknames, .. } = &parsed.file;
        names.package = package.name.to_string();
        let refused = imports.iter().find(|import| REFUSED.contains(&import.path.as_str()));
        if let Some(import) = refused {
            let (line, _) = source.line_col(import.path_span.start);
            let path = &import.path;
            return Err(Error::Refused(format!("{name}:{line}: import of {path:?} refused")));
        }
        if !linknames.is_empty() {
            return Err(Error::Refused(format!("{name}: //go:linkname refused")));
        }
        for decl in decls {
            if let Decl::Func(func) = decl
                && func.recv.is_none()
                && func.tparams.is_empty()
                && func.name.name.starts_with(char::is_uppercase)
            {
                names.functions.push(func.name.name.to_string());
            }
        }
    }
    Ok(names)
}

/// Returns the text of the main package, which registers the functions that the embedder may call.
fn main_text(path: &str, functions: &[String], packages: &[Package]) -> String {
    let mut text =
        format!("package main\n\nimport embed \"internal/embed\"\nimport user {path:?}\n");
    let mut registered: String =
        functions.iter().map(|name| format!("\tembed.Register({name:?}, user.{name})\n")).collect();
    if functions.is_empty() {
        text = text.replace("import user", "import _");
    }
    for (number, package) in packages.iter().enumerate() {
        let mut used = package.functions().peekable();
        let name = if used.peek().is_some() { format!("h{number}") } else { "_".to_owned() };
        text.push_str(&format!("import {name} {:?}\n", package.path));
        // The program then has the types of all values that pass between Rust and Go.
        for function in used {
            let name = &function.name;
            registered
                .push_str(&format!("\tembed.Register(\".h{number}.{name}\", h{number}.{name})\n"));
        }
    }
    format!("{text}\nfunc main() {{\n\tembed.Start()\n{registered}}}\n")
}

fn without_place(message: String) -> CompileError {
    CompileError { file: String::new(), line: 0, column: 0, message }
}

fn compile_error(sources: &SourceMap, found: &[Diagnostic]) -> Error {
    let errors = found.iter().filter(|d| d.severity == Severity::Error);
    let located = errors.map(|d| match sources.position(d.span.start) {
        Some(at) => CompileError {
            file: at.file.to_string(),
            line: at.line,
            column: at.column,
            message: d.message.clone(),
        },
        None => without_place(d.message.clone()),
    });
    Error::Compile(located.collect())
}
