//! Engines and modules: programs are compiled once and started many times.

use super::error::{CompileError, Error};
use super::limits::Limits;
use super::package::{HostSide, Package, PackageText};
use super::run::Run;
use super::task_waking::TaskWaking;
use super::threads::Threads;
use super::value::{Declarations, KnownTypes, Names};
use super::world::{CapturedOutput, World};
use crate::debug_settings;
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::load::std_packages::PACKAGES;
use crate::options::{EmbeddedProgram, Target};
use crate::pipeline::{self, CheckOptions};
use minigo_syntax::ast::Decl;
use minigo_syntax::deadline::Deadline;
use minigo_syntax::diagnostic::{Diagnostic, Severity};
use minigo_syntax::parse_file;
use minigo_syntax::source::{SourceMap, decode_utf8};
use minigo_vm::native::{self, Native};
use minigo_vm::{Embedder, GcOptions, LinkedProgram, Options, PreparedProgram, Tiering};
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Compiles programs, and owns the threads that make the blocking calls of all their machines.
#[derive(Clone, Default)]
pub struct Engine {
    threads: Arc<Threads>,
    compile_time: Option<Duration>,
    max_source_bytes: Option<usize>,
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
    ///
    /// ```
    /// use minigo::embed::{Engine, Limits, Source, World};
    ///
    /// let source = Source::text("a.go", "package p; func F() int { return g() }")
    ///     .file("b.go", "package p; func g() int { return 7 }");
    /// let mut run = Engine::new().compile(source)?.start(&World::empty(), Limits::new())?;
    /// assert_eq!(run.func::<(), isize>("F")?.call(&mut run, ())?, 7);
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
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
    shared: Arc<SharedModule>,
}

struct SharedModule {
    prepared: PreparedProgram,
    host_functions: Arc<Vec<Arc<dyn Any + Send + Sync>>>,
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

    /// Sets the longest time of a compilation. A longer compilation ends with [`Error::CompilesTooLong`].
    #[must_use]
    pub fn compile_time(mut self, time: Duration) -> Self {
        self.compile_time = Some(time);
        self
    }

    /// Sets the most bytes of text that a program may have. A longer text is [refused](Error::Refused). The limit also
    /// bounds the memory of a compilation, and the time for compiling a single function, which is not interrupted.
    #[must_use]
    pub fn most_text(mut self, bytes: usize) -> Self {
        self.max_source_bytes = Some(bytes);
        self
    }

    /// Compiles a program. The exported functions of the program's package can be called; the package's variables are
    /// initialised when a machine starts.
    ///
    /// The calling thread should have a large stack: its size limits how deeply expressions may nest.
    ///
    /// # Errors
    /// Returns [`Error::Compile`], also if the program would reach memory otherwise than Go's types allow: it imports
    /// `unsafe`, `syscall` or C, has a `//go:linkname` line or a function without a body, converts a value of type
    /// `unsafe.Pointer` to another pointer, or uses a function with such a parameter (`reflect.NewAt`).
    /// [`Error::Refused`] if the package's name is `main` or another package's path, or the text is too long.
    /// [`Error::CompilesTooLong`].
    ///
    /// ```
    /// use minigo::embed::{Engine, Error, Source};
    ///
    /// let text = "package p\n\nfunc F() int { return \"one\" }\n";
    /// let Err(Error::Compile(errors)) = Engine::new().compile(Source::text("p.go", text)) else {
    ///     panic!("it compiles")
    /// };
    /// assert_eq!(
    ///     errors[0].to_string(),
    ///     "p.go:3:23: cannot use \"one\" (untyped string constant) as int value in return statement"
    /// );
    /// ```
    pub fn compile(&self, source: Source) -> Result<Module, Error> {
        let Source { files, packages } = source;
        let deadline = Deadline::after(self.compile_time);
        let length: usize = files.iter().map(|(_, text)| text.len()).sum();
        if let Some(most) = self.max_source_bytes.filter(|most| length > *most) {
            return Err(Error::Refused(format!(
                "the program has {length} bytes of text, the limit is {most}"
            )));
        }
        let names = names_of(&files)?;
        let mut declarations = Declarations::default();
        let (mut program, mut functions) = (EmbeddedProgram::default(), Vec::new());
        let (mut natives, mut host_functions) = (Vec::new(), Vec::new());
        for package in &packages {
            let PackageText { text, functions: names } =
                package.text(&mut declarations, functions.len())?;
            let file = format!("{}.go", package.name());
            program.packages.insert(package.path.clone(), vec![(file, text)]);
            host_functions.push((package.path.clone(), names));
            program.native_packages.insert(package.path.clone());
            let numbered = package.functions().zip(functions.len()..);
            let of_package: Vec<Native> =
                numbered.map(|(function, number)| function.native(number)).collect();
            functions.extend(package.functions().map(|function| function.body.clone()));
            natives.push(native::Package::of_embedder(package.path.clone(), of_package));
        }
        let path = names.package.clone();
        let is_taken = path == "main"
            || program.packages.contains_key(&path)
            || PACKAGES.binary_search(&&*path).is_ok();
        if is_taken {
            return Err(Error::Refused(format!("package {path} needs another name")));
        }
        program.packages.insert(path.clone(), files);
        program.main = main_text(&path, &names.functions, &host_functions);
        let fs = FsView::new(BuildFlags::default());
        let target = Target::Embedded(Arc::new(program));
        let options = CheckOptions {
            language: None,
            require_bodies: false,
            warns: false,
            all_errors: false,
            deadline,
        };
        let checked = pipeline::check(&fs, &target, options).map_err(|error| {
            Error::Compile(vec![error_without_position(error.text().to_owned())])
        })?;
        let in_time = || if deadline.is_over() { Err(Error::CompilesTooLong) } else { Ok(()) };
        in_time()?;
        if checked.has_errors() {
            return Err(compile_error(&checked.sources, &checked.diagnostics));
        }
        let Some(typed) = &checked.program else {
            return Err(Error::Compile(vec![error_without_position("no program".to_owned())]));
        };
        let code = pipeline::generate(&fs, typed, &checked.sources, deadline);
        in_time()?;
        let code = code.map_err(|found| compile_error(&checked.sources, &found.into_sorted()))?;
        let linked = LinkedProgram::from(code);
        let wanted = linked.natives();
        natives.extend(minigo_stdlib::packages_where(|path| {
            wanted.iter().any(|native| &*native.package == path)
        }));
        let prepared = PreparedProgram::new(&linked, &natives)
            .map_err(|error| Error::Start(error.to_string()))?;
        let shared = SharedModule {
            prepared,
            host_functions: Arc::new(functions),
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
    /// Returns the errors of a call if the initialisation fails, and [`Error::Start`] if the program cannot be started.
    pub fn start(&self, world: &World, limits: Limits) -> Result<Run, Error> {
        let shared = &*self.shared;
        let output = Arc::new(CapturedOutput::new(limits.output));
        let host = world.host(output.clone(), &limits).map_err(Error::Start)?;
        let mut options = Options {
            heap_limit: limits.memory,
            stack_limit: limits.stack,
            gc: GcOptions { stops_world: true, ..GcOptions::default() },
            tiering: Tiering::Off,
            ..Options::default()
        };
        debug_settings::set_stress_options(&mut options);
        let known = KnownTypes::new(shared.names.clone());
        let waiting = TaskWaking::new(shared.threads.clone());
        let side = Arc::new(HostSide {
            functions: shared.host_functions.clone(),
            known_types: known,
            waker: waiting.waker.clone(),
        });
        let embedder = Embedder {
            threads: waiting.call_threads(),
            goroutine_limit: limits.goroutines,
            embedder_data: side.clone(),
        };
        let driven = shared.prepared.driven_machine(&options, host, embedder);
        let driven = driven.map_err(|error| Error::Start(error.to_string()))?;
        Run::new(driven, side, output, limits, waiting)
    }
}

/// The package's name and exported functions.
struct PackageNames {
    package: String,
    functions: Vec<String>,
}

/// Returns the names of the package whose files have these names and texts.
fn names_of(files: &[(String, String)]) -> Result<PackageNames, Error> {
    let mut sources = SourceMap::new();
    let mut names = PackageNames { package: String::new(), functions: Vec::new() };
    for (name, text) in files {
        let (text, _) = decode_utf8(text.clone().into_bytes());
        let Ok(source) = sources.add(name, text) else {
            return Err(Error::Refused(format!("{name}: too large")));
        };
        let parsed = parse_file(&source.clone());
        names.package = parsed.file.package.name.to_string();
        for decl in &parsed.file.decls {
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

/// Returns the text of the main package, which registers the functions that the embedder may call. `packages` are
/// import paths with expressions for the functions that are written in Rust.
fn main_text(path: &str, functions: &[String], packages: &[(String, Vec<String>)]) -> String {
    let mut text =
        format!("package main\n\nimport embed \"internal/embed\"\nimport user {path:?}\n");
    let mut registered: String =
        functions.iter().map(|name| format!("\tembed.Register({name:?}, user.{name})\n")).collect();
    if functions.is_empty() {
        text = text.replace("import user", "import _");
    }
    for (number, (path, functions)) in packages.iter().enumerate() {
        let name = if functions.is_empty() { "_".to_owned() } else { format!("h{number}") };
        text.push_str(&format!("import {name} {path:?}\n"));
        // A registered function gives the program the types of the values that the function passes between Rust and Go.
        for name in functions {
            registered
                .push_str(&format!("\tembed.Register(\".h{number}.{name}\", h{number}.{name})\n"));
        }
    }
    format!("{text}\nfunc main() {{\n\tembed.Start()\n{registered}}}\n")
}

fn error_without_position(message: String) -> CompileError {
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
        None => error_without_position(d.message.clone()),
    });
    Error::Compile(located.collect())
}
