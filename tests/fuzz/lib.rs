//! The shared code of the fuzz targets: each receives bytes and must neither panic nor hang.
//!
//! The targets are a crate of their own, outside the workspace, since it needs nightly Rust and libFuzzer. `run.sh`
//! makes the seeds and starts a target.

mod programs;
#[path = "../../runtime/vm/tests/tiers/random_programs.rs"]
mod random;
#[path = "../../runtime/vm/tests/recorder/mod.rs"]
mod recorder;

use bytes::Bytes;
use minigo::embed::{Clock, Engine, Limits, Source, World};
use minigo::load::fs_view::FsView;
use minigo::options::Target;
use minigo::pipeline::{self, CheckOptions, Checked};
use minigo_bytecode::code::ExecutableCode;
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::Program;
use minigo_syntax::deadline::Deadline;
use minigo_syntax::diagnostic::Code;
use minigo_vm::{LinkedProgram, Machine, Options, Tiering};
use random::ChoiceSource;
use recorder::OutputRecorder;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// The size of one of the stacks that the command gives its compiler, which rejects input too deep for it.
const STACK_BYTES: usize = 512 << 20;

/// The most bytes of text that an embedder's program may have.
const MAX_TEXT_BYTES: usize = 300_000;

/// Runs `work` on a large stack, as the command runs its compiler.
///
/// # Panics
/// Panics when `work` does.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        thread.expect("the system has memory for a stack").join().expect("the panic was reported")
    })
}

/// Creates a directory of this process, in memory if the system has a file system for that.
#[must_use]
pub fn create_directory(name: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let parent = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    let dir = parent.join(format!("minigo-fuzz-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("the directory can be made");
    dir
}

/// Loads and checks the target; returns none if it cannot be loaded.
#[must_use]
pub fn check(target: &Target) -> Option<Checked> {
    let options = CheckOptions { language: None, require_bodies: true, warn: true, all_errors: true, deadline: Deadline::NEVER };
    let loaded = pipeline::load(&FsView::default(), target, options).ok()?;
    Some(pipeline::check_loaded(loaded, options))
}

/// Returns the program's code if the program has no errors. A program that the checker accepts must compile to code
/// that the verifier accepts.
///
/// # Panics
/// Panics if the verifier rejects the code.
#[must_use]
pub fn compile(target: &Target) -> Option<Program> {
    let checked = check(target)?;
    let program = checked.program.as_ref()?;
    program.main?;
    let code = match minigo_codegen::compile_generated(program, &checked.sources, minigo_codegen::Settings::default()) {
        Ok(code) => code,
        Err(errors) => {
            let mut errors = errors.as_slice().iter();
            if let Some(error) = errors.find(|e| e.code == Code::InternalError) {
                panic!("{}", error.message);
            }
            return None;
        }
    };
    if let Err(fault) = minigo_bytecode::verify::verify(&code) {
        panic!("{fault}");
    }
    Some(code)
}

/// Compiles the program that these bytes generate.
///
/// # Panics
/// Panics if the program has errors, or the verifier rejects its code.
pub fn compile_generated(data: &[u8]) {
    static PROGRAM_FILE: LazyLock<PathBuf> = LazyLock::new(|| create_directory("generator").join("fuzz.go"));
    std::fs::write(&*PROGRAM_FILE, programs::program(data)).expect("the file can be written");
    assert!(compile(&Target::Files(vec![PROGRAM_FILE.clone()])).is_some(), "{} has errors", PROGRAM_FILE.display());
}

/// A block without code, in which every function of the decoded program is empty.
struct EmptyCodeBlock;

impl ExecutableCode for EmptyCodeBlock {
    fn code_of(&self, _: u32) -> Vec<Op> {
        Vec::new()
    }
}

/// Decodes the part of a cache entry behind its header and signature; everything that was decoded must be accessible.
pub fn decode_linked_program(data: &[u8]) -> Option<()> {
    // Allocated as words, so that the alignment is that of the mapped file.
    let bytes = Bytes::from(data.to_vec());
    let linked = LinkedProgram::decode(&bytes, false)?;
    for native in linked.natives() {
        std::hint::black_box(native.arg_slots);
    }
    let block: Arc<dyn ExecutableCode> = Arc::new(EmptyCodeBlock);
    let program = minigo_bytecode::program_file::decode(&linked_program_bytes(&bytes)?, &block)?;
    for func in &program.funcs {
        std::hint::black_box(minigo_bytecode::print::function(&program, func).len());
    }
    Some(())
}

/// Compiles a text as an embedder's program, and calls its exported functions without parameters in a machine with
/// limits. The process must survive, and each call must end.
pub fn run_sandboxed(text: &str) {
    let engine = Engine::new().compile_time(Duration::from_secs(5)).most_text(MAX_TEXT_BYTES);
    let Ok(module) = engine.compile(Source::text("fuzz.go", text)) else { return };
    let limits = Limits::new()
        .memory(64 << 20)
        .wall(Duration::from_millis(200))
        .goroutines(1_000)
        .stack(1 << 20)
        .output(1 << 16)
        .open_files(100)
        .storage(1 << 20);
    let Ok(mut run) = module.start(&World::empty().clock(Clock::Fixed(0)), limits) else { return };
    for (at, _) in text.match_indices("func ") {
        let name = text[at + 5..].split('(').next().unwrap_or_default();
        if let Ok(function) = run.dynamic(name) {
            drop(function.call(&mut run, Vec::new()));
        }
    }
    drop(run.drive(Duration::from_millis(50)));
}

/// Runs a program that these bytes generate, interpreted and with every function compiled.
///
/// # Panics
/// Panics if the two runs differ.
pub fn run_in_both_tiers(data: &[u8]) {
    let program = random::program(&mut ChoiceSource::new(data));
    if let Err(fault) = minigo_bytecode::verify::verify(&program) {
        panic!("{fault}");
    }
    let run = |tiering| {
        let (host, options) =
            (OutputRecorder::new(), Options { procs: 1, tiering, ..Options::default() });
        let machine = Machine::new(program.clone(), &[], &options, host.clone());
        (machine.expect("the program links").run().code(), host.text())
    };
    assert_eq!(run(Tiering::Off), run(Tiering::Eager), "interpreted, compiled");
}

/// Returns the program's part of a linked file: the bytes behind the code and the list of the functions' starts; see
/// `runtime/vm/src/image/linked_program.rs`.
fn linked_program_bytes(all: &Bytes) -> Option<Bytes> {
    let number = |at: usize| {
        let bytes = all.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_le_bytes(bytes) as usize)
    };
    let start =
        number(0)?.checked_mul(8)?.checked_add(number(4)?.checked_mul(4)?)?.checked_add(8)?;
    (start <= all.len()).then(|| all.slice(start..))
}
