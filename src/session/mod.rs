//! Sessions: programs to which inputs are added one after the other, while their machine keeps running.
//!
//! ```text
//! input ─ imports (packages on demand) ─ types ─ codegen ─ a part ─ machine: runs as a goroutine
//! ```
//!
//! Later inputs can use the declarations of an input. An input that does not compile leaves no trace. An input that
//! fails while it runs (a panic, a fatal error, `os.Exit`, a deadlock, an interrupt) loses only the statements that
//! were still to run: variables keep the values that they had when it failed. Goroutines that an input has started run
//! on between inputs.
//!
//! ```
//! use minigo::session::{Options, Session, SyntaxStore};
//!
//! let store = SyntaxStore::default(); let mut session = Session::new(&store, &Options::default()).unwrap();
//! session.eval("a", "func double(x int) int { return 2 * x }"); let result = session.eval("b", "double(21)");
//! assert_eq!(result.values[0].text, "42");
//! ```

mod imports;
mod inspect;
mod queries;

use crate::load::session_packages::{ImportedPackages, SessionPackages};
use crate::load::{IMPLICIT_PACKAGES, LoadError};
use minigo_syntax::diagnostic::{Code, Diagnostic, Severity};
use minigo_syntax::session_input::{ParsedInput, parse_input};
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::SourceMap;
use minigo_types::program::GlobalId;
use minigo_types::{SessionFile, SessionInput};
use minigo_vm::host::{Host, SystemHost};
use minigo_vm::inspect::{Detail, Inspection};
use minigo_vm::{InputEnd, Machine, ProgramPart};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub use imports::package_named;
pub use inspect::ChannelLookup;
pub use minigo_types::{Member, SessionDeclaration, SyntaxStore};
pub use minigo_vm::InputEnd as End;
pub use minigo_vm::host::Output;
pub use minigo_vm::{Allocated, NoTrace, Recording};
pub use queries::Declaration;

/// The options of a session.
#[derive(Clone, Default)]
pub struct Options {
    /// The options of the session's machine.
    pub machine: minigo_vm::Options,
    /// The outside world of the program; if none, the real one.
    pub host: Option<Arc<dyn Host>>,
    /// The program's arguments, as in `os.Args`.
    pub args: Vec<Vec<u8>>,
    /// The receiver of the output of a session with the real world, in place of the process's standard output and
    /// error.
    pub output: Option<Arc<dyn Output>>,
    /// The directory whose module determines the meaning of import paths. Without a directory, inputs can import only
    /// the library.
    pub dir: Option<PathBuf>,
    /// The time limit for the Error and String methods that display the values of an expression; if none, a second.
    pub display_limit: Option<Duration>,
}

/// The default of [`Options::display_limit`].
const DISPLAY_LIMIT: Duration = Duration::from_secs(1);

/// A session: a program that grows by inputs.
pub struct Session<'s> {
    types: minigo_types::Session<'s>,
    code_generator: minigo_codegen::Session,
    session_packages: SessionPackages,
    machine: Arc<Machine>,
    sysmon_thread: Option<JoinHandle<()>>,
    display_limit: Duration,
}

/// The package of the library that calls values' Error and String methods to display them.
const DISPLAY_PACKAGE: &str = "internal/display";

/// The purpose for which a text is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextPurpose {
    Input,
    /// A text whose value is needed, but does not become `_`.
    Question,
}

/// The result of an input.
#[derive(Debug, Default)]
pub struct Evaluation {
    /// The findings about the input, in the order of the text. If one of the findings is an error, nothing has run.
    pub diagnostics: Vec<Diagnostic>,
    /// The packages that were imported automatically, without an import declaration in the input.
    pub imported: Vec<&'static str>,
    /// The declarations of the input.
    pub declared: Vec<SessionDeclaration>,
    /// Functions that the input redeclares with another type, each with the functions that still call the old one.
    pub outdated_names: Vec<(String, Vec<String>)>,
    /// The values of the expression that ends the input.
    pub values: Vec<SessionValue>,
    /// The way the input ended, if it ran.
    pub end: Option<InputEnd>,
    /// The type whose Error or String method exceeded the time limit; the values are then displayed by their parts.
    pub timed_out_type: Option<String>,
}

/// A value and its type as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionValue {
    /// The value in Go's syntax, or the result of its Error or String method if package fmt would call that.
    pub text: String,
    /// The value's type.
    pub ty: String,
}

impl Evaluation {
    /// Reports whether the input does not compile.
    #[must_use]
    pub fn is_rejected(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }

    /// Reports whether the input compiled and returned normally.
    #[must_use]
    pub fn has_succeeded(&self) -> bool {
        !self.is_rejected() && self.end.is_none_or(|end| end == InputEnd::Returned)
    }
}

/// A compiled input that has not run yet.
#[derive(Debug)]
pub struct PendingInput {
    /// The result so far: findings, imports, declarations.
    pub evaluation: Evaluation,
    program_part: Option<ProgramPart>,
    /// The variable that `_` is to denote once the input has run.
    underscore: Option<GlobalId>,
}

impl PendingInput {
    /// Creates the result of an input that has nothing to run.
    fn without_part(evaluation: Evaluation) -> Self {
        Self { evaluation, program_part: None, underscore: None }
    }
}

/// The resources that running an input took.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The time that the input ran.
    pub time: Duration,
    /// The allocations of all goroutines while the input ran.
    pub allocated: Allocated,
}

impl<'s> Session<'s> {
    /// Creates a session without inputs. `store` keeps the syntax trees of all inputs. The calling thread should have a
    /// large stack, because it limits how deeply inputs may nest.
    ///
    /// # Errors
    /// Returns [`LoadError`] if the library lacks packages that every program needs, or the machine does not start.
    pub fn new(store: &'s SyntaxStore, options: &Options) -> Result<Self, LoadError> {
        let paths = || minigo_stdlib::import_paths().collect();
        let mut types = minigo_types::Session::new(store, paths);
        let watched = options.machine.race.is_some();
        let mut code = match watched {
            true => minigo_codegen::Session::race_instrumented(),
            false => minigo_codegen::Session::new(),
        };
        let mut loaded = SessionPackages::new(options.dir.clone(), watched)?;
        let mut packages = Vec::new();
        for path in IMPLICIT_PACKAGES.iter().chain(&[DISPLAY_PACKAGE]) {
            loaded.load_library(path, types.sources_mut(), &mut packages)?;
        }
        loaded.record_received_packages(packages.len());
        let checked = types.check(SessionInput { packages, ..SessionInput::default() });
        let failed = |why: String| LoadError::Other(format!("minigo: {why}"));
        if let Some(first) = checked.diagnostics.as_slice().first() {
            return Err(failed(first.message.clone()));
        }
        let (growth, _) =
            types.with_program(|program, sources| code.grow_program(&checked, program, sources));
        let natives = natives(&growth.program.natives);
        let host = options.host.clone();
        let host = host.unwrap_or_else(|| system_host(options));
        let (machine, part) = Machine::session(growth, &natives, &options.machine, host)
            .map_err(|error| failed(error.to_string()))?;
        let machine = Arc::new(machine);
        let served = machine.clone();
        let server = std::thread::Builder::new().name("minigo-sysmon".into());
        let server =
            server.spawn(move || served.run_until_closed()).map_err(|e| failed(e.to_string()))?;
        machine.start(&part);
        let _ = machine.wait_for_input();
        let display_limit = options.display_limit.unwrap_or(DISPLAY_LIMIT);
        Ok(Self {
            types,
            code_generator: code,
            session_packages: loaded,
            machine,
            sysmon_thread: Some(server),
            display_limit,
        })
    }

    /// Compiles an input and runs it to its end. Messages and tracebacks call the input `name`.
    pub fn eval(&mut self, name: &str, text: &str) -> Evaluation {
        let compiled = self.compile(name, text);
        self.run(compiled)
    }

    /// Runs a compiled input to its end.
    pub fn run(&mut self, compiled: PendingInput) -> Evaluation {
        self.run_with(compiled, |machine, part| {
            machine.start(part);
            machine.wait_for_input()
        })
    }

    /// Runs a compiled input to its end, and returns the resources that it took.
    ///
    /// ```
    /// use minigo::session::{Options, Session, SyntaxStore};
    ///
    /// let store = SyntaxStore::default();
    /// let mut session = Session::new(&store, &Options::default()).unwrap();
    /// let compiled = session.compile("a", "for range 1000 { _ = new([100]int) }");
    /// let (_, cost) = session.run_measured(compiled);
    /// assert!(cost.allocated.objects >= 1000 && cost.allocated.bytes >= 800_000);
    /// ```
    pub fn run_measured(&mut self, compiled: PendingInput) -> (Evaluation, Cost) {
        let mut cost = Cost::default();
        let evaluation = self.run_with(compiled, |machine, part| {
            let (began, before) = (Instant::now(), machine.allocation_totals());
            machine.start(part);
            let end = machine.wait_for_input();
            cost.time = began.elapsed();
            cost.allocated = machine.allocation_totals().difference_since(before);
            end
        });
        (evaluation, cost)
    }

    /// Runs a compiled input to its end. Goroutines that the input's own `go` statements create are frozen before they
    /// begin; returns their ids.
    pub fn run_freezing_started(&mut self, compiled: PendingInput) -> (Evaluation, Vec<u64>) {
        let mut held = Vec::new();
        let evaluation = self.run_with(compiled, |machine, part| {
            machine.start_with_frozen_children(part);
            let end = machine.wait_for_input();
            held = machine.held_goroutines();
            end
        });
        (evaluation, held)
    }

    fn run_with(
        &mut self,
        compiled: PendingInput,
        execute: impl FnOnce(&Machine, &ProgramPart) -> InputEnd,
    ) -> Evaluation {
        let PendingInput { mut evaluation, program_part: part, underscore: last } = compiled;
        let Some(part) = part else { return evaluation };
        let end = execute(&self.machine, &part);
        evaluation.end = Some(end);
        if let Some(value) = last.filter(|_| end == InputEnd::Returned) {
            self.types.set_underscore(value);
        }
        if end == InputEnd::Returned && part.value_count() > 0 {
            let display = self.machine.show_values(&part, self.display_limit);
            let shown = display.values.into_iter();
            evaluation.values = shown.map(|(text, ty)| SessionValue { text, ty }).collect();
            evaluation.end = display.end.or(evaluation.end);
            evaluation.timed_out_type = display.timed_out_type;
        }
        evaluation
    }

    /// Sets the time limit for displaying values: see [`Options::display_limit`].
    pub fn set_display_limit(&mut self, limit: Duration) {
        self.display_limit = limit;
    }

    /// Returns the types of the expression that ends a text. The text does not run.
    ///
    /// # Errors
    /// Returns the text's findings, if there is an error among them.
    pub fn type_of(&mut self, name: &str, text: &str) -> Result<Vec<String>, Vec<Diagnostic>> {
        let input = self.parse_and_import(name, text)?;
        let checked = self.types.check_only(input);
        self.session_packages.forget_new_packages();
        match checked.diagnostics.has_errors() {
            true => Err(checked.diagnostics.into_sorted()),
            false => Ok(checked.value_types),
        }
    }

    /// Parses a text that is only checked, and loads its imports.
    fn parse_and_import(
        &mut self,
        name: &str,
        text: &str,
    ) -> Result<SessionInput, Vec<Diagnostic>> {
        let Ok(source) = self.types.sources_mut().add(name, text) else { return Err(Vec::new()) };
        let source = source.clone();
        let mut parsed = parse_input(&source);
        if parsed.diagnostics.has_errors() {
            return Err(std::mem::take(&mut parsed.diagnostics).into_sorted());
        }
        imports::add_imports(&imports::missing_imports(&source, &parsed, &self.types), &mut parsed);
        self.load_imports(name, parsed, Vec::new())
    }

    /// Returns a handle by which other threads can control the session.
    #[must_use]
    pub fn remote(&self) -> SessionHandle {
        SessionHandle(self.machine.clone())
    }

    /// Returns the texts of all inputs.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        self.types.sources()
    }

    /// Returns all declarations of inputs that have not been replaced by later ones.
    pub fn environment(&mut self) -> Vec<SessionDeclaration> {
        self.types.current_declarations()
    }

    /// Returns the number of goroutines.
    #[must_use]
    pub fn goroutine_count(&self) -> usize {
        self.machine.goroutine_count()
    }

    /// Reports whether the session's machine has ended, because threads could not be created or minigo has a bug. After
    /// the machine's end every input fails at once, and the caller needs another session.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.machine.has_ended()
    }

    /// Returns the machine that runs the session, for settings that can change while it runs.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Returns the current state of the scheduler, and the details of goroutines that `detail` selects. The world is
    /// stopped during the call.
    #[must_use]
    pub fn inspect(&self, detail: Detail) -> Inspection {
        self.machine.inspect(detail)
    }

    /// Returns the number of data races that were reported.
    #[must_use]
    pub fn race_count(&self) -> u64 {
        self.machine.race_count()
    }

    /// Returns the status with which a goroutine started by an input called `os.Exit` since the last call of this
    /// method.
    #[must_use]
    pub fn take_exit(&self) -> Option<i32> {
        self.machine.take_exit()
    }

    /// Compiles an input: later inputs can use its declarations from now on, and [`run`](Self::run) runs its
    /// statements.
    pub fn compile(&mut self, name: &str, text: &str) -> PendingInput {
        self.compile_as(name, text, TextPurpose::Input)
    }

    fn compile_as(&mut self, name: &str, text: &str, purpose: TextPurpose) -> PendingInput {
        let mut evaluation = Evaluation::default();
        let Ok(source) = self.types.sources_mut().add(name, text) else {
            let text = "the session's source texts exceed 4 GiB";
            evaluation.diagnostics.push(Diagnostic::error(
                Code::ProgramTooLarge,
                Default::default(),
                text,
            ));
            return PendingInput::without_part(evaluation);
        };
        let source = source.clone();
        let mut parsed = parse_input(&source);
        if parsed.diagnostics.has_errors() {
            evaluation.diagnostics = std::mem::take(&mut parsed.diagnostics).into_sorted();
            return PendingInput::without_part(evaluation);
        }
        evaluation.imported = imports::missing_imports(&source, &parsed, &self.types);
        imports::add_imports(&evaluation.imported, &mut parsed);
        let mut input = match self.load_imports(name, parsed, Vec::new()) {
            Ok(input) => input,
            Err(found) => {
                evaluation.diagnostics = found;
                return PendingInput::without_part(evaluation);
            }
        };
        input.is_query = purpose == TextPurpose::Question;
        self.generate(input, evaluation)
    }

    /// Checks an input and generates its code.
    fn generate(&mut self, input: SessionInput, mut evaluation: Evaluation) -> PendingInput {
        let checked = self.types.check(input);
        let mut found = checked.diagnostics.as_slice().to_vec();
        if checked.diagnostics.has_errors() {
            // The packages that the input imported are forgotten again: they might be the cause of the errors.
            self.session_packages.forget_new_packages();
            evaluation.diagnostics = sort_diagnostics(found);
            return PendingInput::without_part(evaluation);
        }
        let code = &mut self.code_generator;
        let (growth, problems) =
            self.types.with_program(|program, texts| code.grow_program(&checked, program, texts));
        self.types.forget_bodies();
        let runs = !checked.funcs_to_call.is_empty();
        let natives = natives(&growth.program.natives);
        let part = match self.machine.add_program_part(growth, &natives) {
            Ok(part) => Some(part),
            Err(error) => {
                let (code, at) = (Code::ProgramTooLarge, Default::default());
                let error = Diagnostic::error(code, at, error.to_string());
                found.push(error);
                None
            }
        };
        found.extend(problems.into_sorted());
        evaluation.diagnostics = sort_diagnostics(found);
        let name = |(name, users): &(minigo_syntax::ast::Name, Vec<minigo_syntax::ast::Name>)| {
            (name.to_string(), users.iter().map(ToString::to_string).collect())
        };
        evaluation.outdated_names = checked.outdated_names.iter().map(name).collect();
        evaluation.declared = checked.declarations;
        let part = part.filter(|_| runs && !evaluation.is_rejected());
        PendingInput { evaluation, program_part: part, underscore: checked.underscore_var }
    }

    /// Compiles the files of a directory as one input, in the directory's package. Later inputs can use all
    /// declarations of the files, exported or not, and import as these files do. If nothing was declared before, later
    /// inputs are in a package of the same name. [`run`](Self::run) runs the files' init functions; `main` is an
    /// ordinary function.
    ///
    /// # Errors
    /// Returns [`LoadError`] if the directory contains no package.
    pub fn compile_directory(&mut self, dir: &Path) -> Result<PendingInput, LoadError> {
        let directory = self.session_packages.enter_directory(dir, self.types.sources_mut())?;
        let mut evaluation = Evaluation::default();
        if !directory.diagnostics.is_empty() {
            evaluation.diagnostics = directory.diagnostics;
            return Ok(PendingInput::without_part(evaluation));
        }
        let version = directory.go_version;
        let files = directory.files.into_iter().map(|file| SessionFile { file, version }).collect();
        // A package of the library keeps its path, by which the runtime recognises it.
        if minigo_stdlib::index(&directory.path).is_none() {
            self.types.rename_package(&directory.path, &directory.name);
        }
        let compiled = match self.load_imports("input·0", ParsedInput::default(), files) {
            Ok(input) => self.generate(input, evaluation),
            Err(found) => {
                evaluation.diagnostics = found;
                PendingInput::without_part(evaluation)
            }
        };
        if compiled.evaluation.is_rejected() {
            self.types.rename_package("main", "main");
        }
        Ok(compiled)
    }

    /// Compiles the text of a file as one input, which imports as the other files of the directory `dir` do.
    pub fn compile_file(&mut self, name: &str, text: &str, dir: &Path) -> PendingInput {
        let before = self.session_packages.import_from(Some(dir.into()));
        let compiled = self.compile(name, text);
        self.session_packages.import_from(before);
        compiled
    }

    /// Makes inputs import according to the module of this directory from now on, in place of [`Options::dir`].
    pub fn import_from(&mut self, dir: &Path) {
        self.session_packages.import_from(Some(dir.into()));
    }

    /// Loads the packages that the input imports and no earlier input did.
    ///
    /// # Errors
    /// Returns the findings about packages of the user, if there is an error among them.
    fn load_imports(
        &mut self,
        name: &str,
        parsed: ParsedInput,
        files: Vec<SessionFile>,
    ) -> Result<SessionInput, Vec<Diagnostic>> {
        let name = if name.starts_with("input·") { name } else { "input·0" }.into();
        let imports = parsed.imports.iter().chain(files.iter().flat_map(|f| &f.file.imports));
        let imported = self.session_packages.import_packages(self.types.sources_mut(), imports);
        if imported.diagnostics.iter().any(|d| d.severity == Severity::Error) {
            self.session_packages.forget_new_packages();
            return Err(imported.diagnostics);
        }
        let ImportedPackages { packages, package_numbers: imports, missing, .. } = imported;
        self.session_packages.record_received_packages(packages.len());
        Ok(SessionInput {
            name,
            is_query: false,
            packages,
            parsed,
            files,
            imports,
            missing_imports: missing,
        })
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.machine.close();
        if let Some(server) = self.sysmon_thread.take() {
            // A panic of the thread has been reported already.
            drop(server.join());
        }
    }
}

/// A handle by which other threads can control a session, even while an input runs.
#[derive(Clone)]
pub struct SessionHandle(Arc<Machine>);

impl SessionHandle {
    /// Stops the running input, if there is one: its deferred calls run. If the deferred calls are running already,
    /// because the input was stopped before, the input ends without them.
    pub fn interrupt(&self) {
        self.0.interrupt();
    }

    /// Returns the number of threads that still compute for interrupted inputs.
    #[must_use]
    pub fn abandoned_threads(&self) -> usize {
        self.0.abandoned_thread_count()
    }

    /// Stops the running input. If no input is running, or the input returns before it can be stopped, stops the next
    /// input as soon as it begins, unless that input is [spared](Self::clear_pending_interrupt). Interrupting the next
    /// input suits an interrupt that may arrive while an input is still being compiled.
    pub fn interrupt_this_or_next(&self) {
        self.0.interrupt_this_or_next();
    }

    /// Declares that from now on the caller receives this signal and [reports](Self::deliver_signal) it to the program.
    /// The caller, not the kernel, then performs the signal's default action.
    pub fn handle_signal_in_caller(&self, signal: i32) {
        self.0.handle_signal_in_caller(signal);
    }

    /// Reports to the program that a signal has arrived. Returns false if the program has asked package os/signal
    /// neither to notify it of the signal nor to ignore it.
    pub fn deliver_signal(&self, signal: i32) -> bool {
        self.0.deliver_signal(signal)
    }

    /// Clears a pending interrupt, which has stopped no input yet. Returns whether an interrupt was pending.
    pub fn clear_pending_interrupt(&self) -> bool {
        self.0.clear_pending_interrupt()
    }
}

/// Returns the packages of the library that have the natives in `wanted`.
fn natives(wanted: &[minigo_bytecode::program::NativeRef]) -> Vec<minigo_vm::native::Package> {
    if wanted.is_empty() {
        return Vec::new();
    }
    minigo_stdlib::packages_where(|path| wanted.iter().any(|n| &*n.package == path))
}

/// Returns the host of the real world. Under a seed, the host's time and randomness are replaced; with virtual time,
/// its clock jumps over pauses.
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

fn sort_diagnostics(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.small_sort_by_key(|d| d.span.start);
    found
}
