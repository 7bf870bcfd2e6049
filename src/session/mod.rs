//! Sessions: programs that grow by one input after the other, on a machine that goes on.
//!
//! ```text
//! input ─ imports (packages on demand) ─ types ─ codegen ─ a part ─ machine: runs as a goroutine
//! ```
//!
//! What an input declares is there for those that follow. An input that does not compile leaves no trace; one that
//! fails while it runs (a panic, a fatal error, `os.Exit`, a deadlock, an interrupt) loses nothing but the statements
//! that were still to run: variables have the values that they had when it failed. Goroutines that inputs have started
//! go on between inputs.
//!
//! ```
//! use minigo::session::{Options, Session, Store};
//!
//! let store = Store::default();
//! let mut session = Session::new(&store, &Options::default()).unwrap();
//! session.eval("a", "func double(x int) int { return 2 * x }");
//! let result = session.eval("b", "double(21)");
//! assert_eq!(result.values[0].text, "42");
//! ```

mod imports;
mod inspect;
mod look;

use crate::load::grow::{Growing, Imported};
use crate::load::{IMPLICIT, LoadError};
use minigo_syntax::diagnostic::{Code, Diagnostic, Severity};
use minigo_syntax::input::{ParsedInput, parse_input};
use minigo_syntax::source::SourceMap;
use minigo_types::program::GlobalId;
use minigo_types::{SessionFile, SessionInput};
use minigo_vm::host::Host;
use minigo_vm::host::SystemHost;
use minigo_vm::inspect::{Detail, Inspection};
use minigo_vm::{InputEnd, Machine, Part};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub use imports::package_named;
pub use inspect::Looked;
pub use look::Declaration;
pub use minigo_types::{Declared, Member, Store};
pub use minigo_vm::InputEnd as End;
pub use minigo_vm::host::Output;
pub use minigo_vm::{Allocated, NoTrace, Recording};

/// What can be chosen about a session.
#[derive(Clone, Default)]
pub struct Options {
    /// What can be chosen about its machine.
    pub machine: minigo_vm::Options,
    /// The outside world; the real one if there is none.
    pub host: Option<Arc<dyn Host>>,
    /// The program's arguments, as `os.Args` has them.
    pub args: Vec<Vec<u8>>,
    /// What takes the output of a session with the real world, instead of the process's standard output and error.
    pub output: Option<Arc<dyn Output>>,
    /// The directory whose module, if it lies in one, decides what import paths mean; without one there is the library
    /// only.
    pub dir: Option<PathBuf>,
    /// How long the values of an expression may take to tell their texts, by their Error and String methods; a second
    /// if nothing is said.
    pub display_limit: Option<Duration>,
}

/// How long values may take to tell their texts.
const DISPLAY_LIMIT: Duration = Duration::from_secs(1);

/// A session.
pub struct Session<'s> {
    types: minigo_types::Session<'s>,
    code: minigo_codegen::Session,
    loaded: Growing,
    machine: Arc<Machine>,
    server: Option<JoinHandle<()>>,
    display_limit: Duration,
}

/// The package of the library that asks values for their texts.
const DISPLAY: &str = "internal/display";

/// What a text is compiled for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Input,
    /// Its value is wanted, and does not become `_`.
    Question,
}

/// What came of an input.
#[derive(Debug, Default)]
pub struct Evaluation {
    /// What is wrong with it, in the order of places. If anything is an error, nothing has run.
    pub diagnostics: Vec<Diagnostic>,
    /// The packages that were imported though the input does not say so.
    pub imported: Vec<&'static str>,
    /// What it declares.
    pub declared: Vec<Declared>,
    /// Functions that were declared anew with another type, and the functions that call the old ones.
    pub outdated: Vec<(String, Vec<String>)>,
    /// The values of the expression that ends it.
    pub values: Vec<Shown>,
    /// How it ended, if it ran.
    pub end: Option<InputEnd>,
    /// The type whose Error or String method took too long: the values are shown by their parts.
    pub unanswered: Option<String>,
}

/// A value as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The value, in Go's syntax; where package fmt would call its Error or String method, what that returns.
    pub text: String,
    /// Its type.
    pub ty: String,
}

impl Evaluation {
    /// Whether it does not compile.
    #[must_use]
    pub fn is_rejected(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether it was compiled and has run to its end.
    #[must_use]
    pub fn has_succeeded(&self) -> bool {
        !self.is_rejected() && self.end.is_none_or(|end| end == InputEnd::Returned)
    }
}

/// An input that has been compiled, and what is to run.
#[derive(Debug)]
pub struct Compiled {
    /// What is known so far: findings, imports, declarations.
    pub evaluation: Evaluation,
    part: Option<Part>,
    /// The variable that `_` is to denote when it has run.
    last: Option<GlobalId>,
}

impl Compiled {
    /// Nothing is to run.
    fn without_part(evaluation: Evaluation) -> Self {
        Self { evaluation, part: None, last: None }
    }
}

/// What it took to run an input.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Cost {
    /// How long it ran.
    pub time: Duration,
    /// What all goroutines have allocated meanwhile.
    pub allocated: Allocated,
}

impl<'s> Session<'s> {
    /// A session without inputs. The trees of what it is given are kept in `store`. The thread should have a large
    /// stack: how deeply inputs may nest depends on it.
    ///
    /// # Errors
    /// [`LoadError`]: the library lacks what every program needs, or the machine does not start.
    pub fn new(store: &'s Store, options: &Options) -> Result<Self, LoadError> {
        let paths = || minigo_stdlib::paths().collect();
        let mut types = minigo_types::Session::new(store, paths);
        let watched = options.machine.race.is_some();
        let mut code = match watched {
            true => minigo_codegen::Session::watched(),
            false => minigo_codegen::Session::new(),
        };
        let mut loaded = Growing::new(options.dir.clone(), watched)?;
        let mut packages = Vec::new();
        for path in IMPLICIT.iter().chain(&[DISPLAY]) {
            loaded.library(path, types.sources_mut(), &mut packages)?;
        }
        loaded.keep(packages.len());
        let checked = types.check(SessionInput { packages, ..SessionInput::default() });
        let failed = |why: String| LoadError::Other(format!("minigo: {why}"));
        if let Some(first) = checked.diagnostics.as_slice().first() {
            return Err(failed(first.message.clone()));
        }
        let (growth, _) =
            types.with_program(|program, sources| code.grow(&checked, program, sources));
        let natives = natives(&growth.program.natives);
        let host = options.host.clone();
        let host = host.unwrap_or_else(|| system_host(options));
        let (machine, part) = Machine::session(growth, &natives, &options.machine, host)
            .map_err(|error| failed(error.to_string()))?;
        let machine = Arc::new(machine);
        let served = machine.clone();
        let server = std::thread::Builder::new().name("minigo-sysmon".into());
        let server = server.spawn(move || served.serve()).map_err(|e| failed(e.to_string()))?;
        machine.start(&part);
        let _ = machine.wait();
        let display_limit = options.display_limit.unwrap_or(DISPLAY_LIMIT);
        Ok(Self { types, code, loaded, machine, server: Some(server), display_limit })
    }

    /// Compiles an input and runs it to its end. `name` is what messages and tracebacks call it.
    pub fn eval(&mut self, name: &str, text: &str) -> Evaluation {
        let compiled = self.compile(name, text);
        self.run(compiled)
    }

    /// Runs an input that was compiled to its end.
    pub fn run(&mut self, compiled: Compiled) -> Evaluation {
        self.run_and(compiled, |machine, part| {
            machine.start(part);
            machine.wait()
        })
    }

    /// The same, and what it took.
    ///
    /// ```
    /// use minigo::session::{Options, Session, Store};
    ///
    /// let store = Store::default();
    /// let mut session = Session::new(&store, &Options::default()).unwrap();
    /// let compiled = session.compile("a", "for range 1000 { _ = new([100]int) }");
    /// let (_, cost) = session.run_measured(compiled);
    /// assert!(cost.allocated.objects >= 1000 && cost.allocated.bytes >= 800_000);
    /// ```
    pub fn run_measured(&mut self, compiled: Compiled) -> (Evaluation, Cost) {
        let mut cost = Cost::default();
        let evaluation = self.run_and(compiled, |machine, part| {
            let (began, before) = (Instant::now(), machine.allocated());
            machine.start(part);
            let end = machine.wait();
            cost.time = began.elapsed();
            cost.allocated = machine.allocated().since(before);
            end
        });
        (evaluation, cost)
    }

    /// The same; the goroutines that its own `go` statements make are frozen before they begin. Returns which.
    pub fn run_holding(&mut self, compiled: Compiled) -> (Evaluation, Vec<u64>) {
        let mut held = Vec::new();
        let evaluation = self.run_and(compiled, |machine, part| {
            machine.start_holding(part);
            let end = machine.wait();
            held = machine.held();
            end
        });
        (evaluation, held)
    }

    fn run_and(
        &mut self,
        compiled: Compiled,
        execute: impl FnOnce(&Machine, &Part) -> InputEnd,
    ) -> Evaluation {
        let Compiled { mut evaluation, part, last } = compiled;
        let Some(part) = part else { return evaluation };
        let end = execute(&self.machine, &part);
        evaluation.end = Some(end);
        if let Some(value) = last.filter(|_| end == InputEnd::Returned) {
            self.types.set_last(value);
        }
        if end == InputEnd::Returned && part.values() > 0 {
            let display = self.machine.show(&part, self.display_limit);
            let shown = display.values.into_iter();
            evaluation.values = shown.map(|(text, ty)| Shown { text, ty }).collect();
            evaluation.end = display.end.or(evaluation.end);
            evaluation.unanswered = display.unanswered;
        }
        evaluation
    }

    /// From now on values may take this long to tell their texts: see [`Options::display_limit`].
    pub fn set_display_limit(&mut self, limit: Duration) {
        self.display_limit = limit;
    }

    /// The types of the expression that ends a text, which does not run; or what is wrong with it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn type_of(&mut self, name: &str, text: &str) -> Result<Vec<String>, Vec<Diagnostic>> {
        let input = self.prepare(name, text)?;
        let checked = self.types.try_out(input);
        self.loaded.give_up();
        match checked.diagnostics.has_errors() {
            true => Err(checked.diagnostics.into_sorted()),
            false => Ok(checked.value_types),
        }
    }

    /// Parses a text that is to be tried out, and loads what it imports.
    fn prepare(&mut self, name: &str, text: &str) -> Result<SessionInput, Vec<Diagnostic>> {
        let Ok(source) = self.types.sources_mut().add(name, text) else { return Err(Vec::new()) };
        let source = source.clone();
        let mut parsed = parse_input(&source);
        if parsed.diagnostics.has_errors() {
            return Err(std::mem::take(&mut parsed.diagnostics).into_sorted());
        }
        imports::add(&imports::missing(&source, &parsed, &self.types), &mut parsed);
        self.load(name, parsed, Vec::new())
    }

    /// What can be done with the session from other threads.
    #[must_use]
    pub fn remote(&self) -> Remote {
        Remote(self.machine.clone())
    }

    /// The texts of all inputs.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        self.types.sources()
    }

    /// All that inputs have declared and that is still what its name denotes.
    pub fn environment(&mut self) -> Vec<Declared> {
        self.types.environment()
    }

    /// How many goroutines there are.
    #[must_use]
    pub fn goroutines(&self) -> usize {
        self.machine.goroutines()
    }

    /// Whether its machine has ended, for want of threads or by a bug of minigo: then every input fails at once, and
    /// another session is needed.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.machine.has_ended()
    }

    /// The machine on which it runs: what can be changed while it does.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The scheduler at this moment, and as much of the goroutines as `detail` says: the world stops for it.
    #[must_use]
    pub fn inspect(&self, detail: Detail) -> Inspection {
        self.machine.inspect(detail)
    }

    /// How many data races were reported.
    #[must_use]
    pub fn race_count(&self) -> u64 {
        self.machine.race_count()
    }

    /// The status with which a goroutine that an input has started called `os.Exit`, since this was asked last.
    #[must_use]
    pub fn take_exit(&self) -> Option<i32> {
        self.machine.take_exit()
    }

    /// Compiles an input: what it declares is there from now on, and its statements are to be [run](Self::run).
    pub fn compile(&mut self, name: &str, text: &str) -> Compiled {
        self.compile_as(name, text, Purpose::Input)
    }

    fn compile_as(&mut self, name: &str, text: &str, purpose: Purpose) -> Compiled {
        let mut evaluation = Evaluation::default();
        let Ok(source) = self.types.sources_mut().add(name, text) else {
            let text = "the texts of the session pass 4 GiB";
            evaluation.diagnostics.push(Diagnostic::error(
                Code::ProgramTooLarge,
                Default::default(),
                text,
            ));
            return Compiled::without_part(evaluation);
        };
        let source = source.clone();
        let mut parsed = parse_input(&source);
        if parsed.diagnostics.has_errors() {
            evaluation.diagnostics = std::mem::take(&mut parsed.diagnostics).into_sorted();
            return Compiled::without_part(evaluation);
        }
        evaluation.imported = imports::missing(&source, &parsed, &self.types);
        imports::add(&evaluation.imported, &mut parsed);
        let mut input = match self.load(name, parsed, Vec::new()) {
            Ok(input) => input,
            Err(found) => {
                evaluation.diagnostics = found;
                return Compiled::without_part(evaluation);
            }
        };
        input.asks = purpose == Purpose::Question;
        self.generate(input, evaluation)
    }

    /// Checks an input and generates its code.
    fn generate(&mut self, input: SessionInput, mut evaluation: Evaluation) -> Compiled {
        let checked = self.types.check(input);
        let mut found = checked.diagnostics.as_slice().to_vec();
        if checked.diagnostics.has_errors() {
            // A package that was imported on the way may explain what is wrong as little as it may cause it.
            self.loaded.give_up();
            evaluation.diagnostics = sorted(found);
            return Compiled::without_part(evaluation);
        }
        let code = &mut self.code;
        let (growth, problems) =
            self.types.with_program(|program, sources| code.grow(&checked, program, sources));
        self.types.forget_bodies();
        let runs = !checked.calls.is_empty();
        let natives = natives(&growth.program.natives);
        let part = match self.machine.grow(growth, &natives) {
            Ok(part) => Some(part),
            Err(error) => {
                let (code, at) = (Code::ProgramTooLarge, Default::default());
                let error = Diagnostic::error(code, at, error.to_string());
                found.push(error);
                None
            }
        };
        found.extend(problems.into_sorted());
        evaluation.diagnostics = sorted(found);
        let name = |(name, users): &(minigo_syntax::ast::Name, Vec<minigo_syntax::ast::Name>)| {
            (name.to_string(), users.iter().map(ToString::to_string).collect())
        };
        evaluation.outdated = checked.outdated.iter().map(name).collect();
        evaluation.declared = checked.declared;
        let part = part.filter(|_| runs && !evaluation.is_rejected());
        Compiled { evaluation, part, last: checked.last }
    }

    /// Compiles the files of a directory as one input, in its package: what they declare is there from now on, exported
    /// or not, and inputs import as they do. If nothing was declared before, inputs are in a package of this name.
    /// Their init functions are to be [run](Self::run); `main` is a function as any other.
    ///
    /// # Errors
    /// [`LoadError`] when there is no package in it.
    pub fn compile_directory(&mut self, dir: &Path) -> Result<Compiled, LoadError> {
        let directory = self.loaded.enter(dir, self.types.sources_mut())?;
        let mut evaluation = Evaluation::default();
        if !directory.diagnostics.is_empty() {
            evaluation.diagnostics = directory.diagnostics;
            return Ok(Compiled::without_part(evaluation));
        }
        let version = directory.go_version;
        let files = directory.files.into_iter().map(|file| SessionFile { file, version }).collect();
        // The runtime knows packages of the library by their paths.
        if minigo_stdlib::index(&directory.path).is_none() {
            self.types.name_package(&directory.path, &directory.name);
        }
        let compiled = match self.load("input·0", ParsedInput::default(), files) {
            Ok(input) => self.generate(input, evaluation),
            Err(found) => {
                evaluation.diagnostics = found;
                Compiled::without_part(evaluation)
            }
        };
        if compiled.evaluation.is_rejected() {
            self.types.name_package("main", "main");
        }
        Ok(compiled)
    }

    /// Compiles the text of a file as one input that imports as the other files of this directory would.
    pub fn compile_file(&mut self, name: &str, text: &str, dir: &Path) -> Compiled {
        let before = self.loaded.import_from(Some(dir.into()));
        let compiled = self.compile(name, text);
        self.loaded.import_from(before);
        compiled
    }

    /// From now on inputs import what this directory's module does, in place of [`Options::dir`].
    pub fn import_from(&mut self, dir: &Path) {
        self.loaded.import_from(Some(dir.into()));
    }

    /// Loads what the input imports and no input before did.
    ///
    /// # Errors
    /// What is wrong with packages of the user.
    fn load(
        &mut self,
        name: &str,
        parsed: ParsedInput,
        files: Vec<SessionFile>,
    ) -> Result<SessionInput, Vec<Diagnostic>> {
        let name = if name.starts_with("input·") { name } else { "input·0" }.into();
        let imports = parsed.imports.iter().chain(files.iter().flat_map(|f| &f.file.imports));
        let imported = self.loaded.import(self.types.sources_mut(), imports);
        if imported.diagnostics.iter().any(|d| d.severity == Severity::Error) {
            self.loaded.give_up();
            return Err(imported.diagnostics);
        }
        let Imported { packages, found: imports, missing, .. } = imported;
        self.loaded.keep(packages.len());
        Ok(SessionInput { name, asks: false, packages, parsed, files, imports, missing })
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.machine.close();
        if let Some(server) = self.server.take() {
            // A panic of the thread has been reported.
            drop(server.join());
        }
    }
}

/// What other threads can do with a session, also while an input runs.
#[derive(Clone)]
pub struct Remote(Arc<Machine>);

impl Remote {
    /// Stops the input that runs, if one does: its deferred calls run. If they run already, because it was stopped
    /// before, it ends without them.
    pub fn interrupt(&self) {
        self.0.interrupt();
    }

    /// How many threads still compute for inputs that were interrupted.
    #[must_use]
    pub fn abandoned(&self) -> usize {
        self.0.abandoned()
    }

    /// Stops the input that runs; if none does, or it returns before it can be stopped, the next one as soon as it
    /// begins, unless that is [spared](Self::spare_next): for an interrupt that may come while an input is still being
    /// compiled.
    pub fn interrupt_this_or_next(&self) {
        self.0.interrupt_this_or_next();
    }

    /// The caller takes this signal from now on, and [tells](Self::tell_signal) the program of it: what the signal does
    /// by default is up to the caller, not to the kernel.
    pub fn attend_signal(&self, signal: i32) {
        self.0.attend_signal(signal);
    }

    /// Tells the program of a signal that has come. False if it has not asked package os/signal for it, nor to ignore
    /// it.
    pub fn tell_signal(&self, signal: i32) -> bool {
        self.0.tell_signal(signal)
    }

    /// An interrupt that has stopped no input is forgotten. Whether there was one.
    pub fn spare_next(&self) -> bool {
        self.0.spare_next()
    }
}

/// The packages whose natives these are.
fn natives(wanted: &[minigo_bytecode::program::NativeRef]) -> Vec<minigo_vm::native::Package> {
    if wanted.is_empty() {
        return Vec::new();
    }
    minigo_stdlib::packages_of(|path| wanted.iter().any(|n| &*n.package == path))
}

/// The real world, but for time and randomness under a seed, and time that jumps over pauses.
fn system_host(options: &Options) -> Arc<dyn Host> {
    let host = SystemHost::new(options.args.clone()).with_own_descriptors();
    let host = match &options.output {
        Some(output) => host.with_output(output.clone()),
        None => host,
    };
    Arc::new(match options.machine.seed {
        Some(seed) => host.with_seed(seed),
        None if options.machine.virtual_time => host.with_virtual_time(),
        None => host,
    })
}

fn sorted(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by_key(|d| d.span.start);
    found
}
