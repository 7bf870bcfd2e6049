//! The thread that compiles functions of an image, and installs their entries.

use crate::image::Image;
use crate::image::code::frame_slots;
use crate::image::compiled_entries::FUNCTION_START_ENTRY;
use crate::image::linked_program::ImageCode;
use crate::jit::layout::context_layout;
use crate::jit::stored_code::{self, target_of};
use crate::memory::code_memory::CodeMemory;
use crate::race::Races;
use crate::race::places::Place;
use crate::shared::Shared;
use crate::shared::code_store::CompiledVersion;
use crate::shared::debugging::Debugging;
use crate::shared::tier::{CompileRequest, CompilerWork, Tier};
use minigo_jit::{CompileRefusal, CompiledCode, Compiler, Listing, RaceReporting, Unit};
use minigo_race::Position;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{Builder, JoinHandle};

/// The thread's nice(2) value: it has no effect while there is a core for each thread, and gives the thread a quarter
/// of a busy core.
const NICE_VALUE: i32 = 5;

/// The size of the thread's stack: Cranelift recurses over the blocks of a function.
const COMPILER_STACK_BYTES: usize = 8 << 20;

/// Starts the machine's thread that compiles functions. `None` if the system cannot start a thread: then no function is
/// compiled.
pub(crate) fn start_compiler_thread(shared: Arc<Shared>) -> Option<JoinHandle<()>> {
    let thread = Builder::new().name("minigo-jit".into()).stack_size(COMPILER_STACK_BYTES);
    thread.spawn(move || run_compiler(&shared)).ok()
}

fn run_compiler(shared: &Arc<Shared>) {
    // SAFETY: the call concerns this thread only; if it fails, the thread has the same priority as others.
    unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICE_VALUE) };
    let Ok(mut compiler) = Compiler::new(context_layout()) else { return };
    while let Some(work) = shared.tier.next_work() {
        // A bug of the compiler must not end the program: the function stays interpreted.
        let done = catch_unwind(AssertUnwindSafe(|| match &work {
            CompilerWork::Load => {
                stored_code::load_code(shared, &target_of(shared, &compiler));
                shared.tier.note_stored_code_loaded();
            }
            CompilerWork::Compile(request) => {
                compile_request(shared, &mut compiler, request);
            }
            CompilerWork::Store => stored_code::store_code(shared),
        }));
        if done.is_err() {
            if let CompilerWork::Compile(request) = &work {
                shared.tier.finish_request(request, false);
            }
            let Ok(new) = Compiler::new(context_layout()) else { return };
            compiler = new;
        }
    }
}

/// Compiles the requested function. Reports whether there is code for the request.
pub(crate) fn compile_request(
    shared: &Shared,
    compiler: &mut Compiler,
    request: &CompileRequest,
) -> bool {
    let (image, tier) = (&shared.image, &shared.tier);
    let _compiling = tier.compiling_lock.lock();
    let traps = |d: &Debugging| d.removed_entries.lock().contains_key(&request.func.0);
    if shared.debugging.as_deref().is_some_and(traps) {
        tier.postpone_request(request);
        return false;
    }
    let began = shared.host.thread_time();
    let name = &image.program.funcs[request.func.0 as usize].name;
    let dumped = tier.dump_filter.as_deref().is_some_and(|wanted| **name == *wanted);
    let made = translate_unit(image, shared.race.as_deref(), compiler, request, dumped);
    let done = match made {
        Ok(compiled) => {
            if let Some(listing) = &compiled.listing {
                let Listing { ir, assembly } = listing;
                shared.write_stderr(format!("{name}:\n{ir}\n{assembly}\n").as_bytes());
            }
            let instructions = image.program.funcs[request.func.0 as usize].code.len();
            tier.counts.instructions.fetch_add(instructions as u64, Ordering::Relaxed);
            let bytes = compiled.bytes.len() as u64;
            tier.counts.bytes.fetch_add(bytes, Ordering::Relaxed);
            if let Some(versions) = &tier.versions {
                versions.target.get_or_init(|| target_of(shared, compiler));
            }
            let written = write_code(image, tier, request.clone(), compiled);
            let fits = written.is_some();
            if let Some(written) = written {
                CodeMemory::publish();
                install_code(image, tier, written, false);
            }
            fits
        }
        Err(_) => false,
    };
    let counts = &tier.counts;
    counts
        .compile_nanos
        .fetch_add((shared.host.thread_time() - began).max(0) as u64, Ordering::Relaxed);
    if done { &counts.functions } else { &counts.refused_functions }
        .fetch_add(1, Ordering::Relaxed);
    tier.finish_request(request, done);
    done
}

/// The machine code of a function.
pub(crate) fn translate_unit(
    image: &Image,
    races: Option<&Races>,
    compiler: &mut Compiler,
    request: &CompileRequest,
    listing: bool,
) -> Result<CompiledCode, CompileRefusal> {
    let position = |at: u32| {
        let place = races.map(|races| races.race_places.place_of(image, at as usize));
        place.and_then(Place::shown_position).map(Position::index)
    };
    let watch = races.map(|races| {
        let (region, cells) = races.detector.first_region();
        RaceReporting { position: &position, region, first_cell_address: cells.as_ptr() as u64 }
    });
    let func = &image.program.funcs[request.func.0 as usize];
    let unit = Unit {
        tables: image.program.tables(),
        types: image.types.current_types(),
        consts: &image.program.constants,
        string_len: &|k| image.strings[k as usize][1],
        function_starts: &image.function_starts,
        id: request.func,
        func,
        // SAFETY: the entry is a function's code.
        frame_slots: unsafe { frame_slots(image.entry_pc(request.func)) } as u32,
        extra_entries: &request.entries,
        loops_only: request.loops_only,
        is_replaceable: matches!(image.code, ImageCode::Growing(_)),
        keeps_variables_in_frame: image.keeps_variables,
        has_go_interface_layout: image.types.has_go_layout(),
        race_reporting: watch,
    };
    compiler.compile(&unit, listing)
}

/// Compiled code at its final address, which is not stored anywhere yet.
pub(crate) struct WrittenCode {
    request: CompileRequest,
    compiled: CompiledCode,
    address: u64,
}

/// Copies compiled code to its final address; `None` when there is no room. The code must then be
/// [published](CodeMemory::publish), and then [entered](install_code).
pub(crate) fn write_code(
    image: &Image,
    tier: &Tier,
    request: CompileRequest,
    mut compiled: CompiledCode,
) -> Option<WrittenCode> {
    let start = image.function_starts[request.func.0 as usize];
    let positions = std::mem::take(&mut compiled.positions);
    let address =
        tier.ensure_code_memory(&image.entries)?.add(&compiled.bytes, start, positions)?;
    Some(WrittenCode { request, compiled, address })
}

/// Makes goroutines execute code that was written and published. `is_stored`: the code comes from the store.
pub(crate) fn install_code(image: &Image, tier: &Tier, written: WrittenCode, is_stored: bool) {
    let WrittenCode { request, compiled, address } = written;
    let func = request.func;
    let start = image.function_starts[func.0 as usize];
    let middle = address + u64::from(compiled.body_offset);
    let numbers = compiled.entries.iter().zip(0..).map(|(&pc, number)| (pc, number, middle));
    // If the function was replaced meanwhile, new calls reach the replacement; calls in progress may continue here.
    let begins = compiled.has_start_entry && image.newest_version(func) == func;
    let beginning = begins.then_some((0, FUNCTION_START_ENTRY, address));
    for (pc, number, address) in numbers.chain(beginning) {
        let at = (start + pc) as usize;
        // SAFETY: the index lies in the code, of which only opcodes change; the machine code is published.
        unsafe { image.entries.set(at, image.code.first_instruction().add(at), address, number) };
    }
    if begins {
        image.redirect_compiled_calls(func);
    }
    if let Some(versions) = &tier.versions {
        versions.add(CompiledVersion {
            request,
            address,
            len: compiled.bytes.len(),
            body_offset: compiled.body_offset,
            has_start_entry: compiled.has_start_entry,
            entries: compiled.entries,
            is_stored,
        });
    }
}
