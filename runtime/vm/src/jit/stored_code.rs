//! Compiled code that is stored between runs of a program, so that the next run begins with it.
//!
//! Compiled code contains no addresses: it finds everything through the context, and itself by distance. So compiled
//! code is stored unchanged and may be loaded at any address. Machine code does depend on numbers of the program
//! (functions, types, constants), on offsets in the context, and on the processor's instruction set. The
//! [store](crate::CodeStore) guarantees that the program and the build of minigo are the same, and the name of the
//! target is stored with the code.
//!
//! Code that reports accesses to a race detector does contain addresses, those of the watched memory and of its cells,
//! which are the same in nearly all runs: they are a part of the target's name. Code with race reporting also contains
//! the numbers of code positions, which are assigned in the order of the first accesses: the numbers are stored too,
//! and restored before the program starts.
//!
//! ```text
//! length of the head   u32
//! head                 samples, target, places and functions, in postcard's form
//! code                 of the functions, one behind the other; their lengths are in the head
//! ```
//!
//! All code is installed at once, by the compiling thread, as soon as any function becomes hot: a program that ends
//! before that never loads the code. With a race detector the thread that starts the program installs the code first,
//! since the numbers of positions must be restored before any is assigned.

use crate::image::Image;
use crate::jit::compile::{install_code, write_code};
use crate::jit::layout::context_layout;
use crate::memory::code_memory::CodeMemory;
use crate::shared::Shared;
use crate::shared::code_store::CompiledVersion;
use crate::shared::tier::{CompileRequest, Samples};
use minigo_bytecode::operand::FuncId;
use minigo_jit::{CompiledCode, Compiler};
use minigo_race::Region;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::atomic::Ordering;

#[derive(Serialize, Deserialize)]
struct StoredHead<'a> {
    samples: Samples,
    /// The name of the target; empty if there are no functions.
    target: &'a str,
    /// The numbered instructions, if there is a race detector: see [`Places`](crate::race::places::Places).
    race_places: Vec<(u32, u32)>,
    #[serde(borrow)]
    functions: Vec<StoredFunction<'a>>,
}

/// A [`CompiledVersion`], with the offsets of its instructions: see [`CompiledCode`].
#[derive(Serialize, Deserialize)]
struct StoredFunction<'a> {
    func: u32,
    loops_only: bool,
    side_entries: Cow<'a, [u32]>,
    len: u32,
    body_offset: u32,
    from_start: bool,
    entries: Cow<'a, [u32]>,
    positions: Cow<'a, [(u32, u32)]>,
}

impl StoredFunction<'_> {
    /// Reports whether the program has a function with instructions at these indexes. Stored code is unchanged, so this
    /// never fails; an undetected mismatch would jump to an arbitrary address.
    fn fits_program(&self, image: &Image) -> bool {
        let Some(func) = image.program.funcs.get(self.func as usize) else { return false };
        let len = func.code.len();
        let exists = |&at: &u32| (at as usize) < len;
        self.body_offset < self.len
            && self.entries.iter().all(exists)
            && self.side_entries.iter().all(exists)
            && self.positions.is_sorted()
    }
}

/// The name of the target of compiled code: the processor, and with a race detector the addresses of the watched memory
/// and of its cells.
pub(crate) fn target_of(shared: &Shared, compiler: &Compiler) -> String {
    let target = compiler.target();
    let Some(races) = shared.race.as_deref() else { return target };
    let (Region { start, bytes }, cells) = races.detector.first_region();
    format!("{target}, {bytes} bytes at {start:#x} have cells at {cells:p}")
}

/// Installs the program's stored code, if it is for this target.
pub(crate) fn load_code(shared: &Shared, target: &str) {
    let Some(versions) = &shared.tier.versions else { return };
    let began = shared.host.thread_time();
    let Some(stored) = versions.code_store.load() else { return };
    let _compiling = shared.tier.compiling_lock.lock();
    let _ = install_functions(shared, target, &stored);
    let nanos = (shared.host.thread_time() - began).max(0) as u64;
    shared.tier.counts.load_nanos.fetch_add(nanos, Ordering::Relaxed);
}

/// Installs the program's stored code before the program starts.
pub(crate) fn load_before_start(shared: &Shared) {
    if shared.tier.versions.as_ref().is_some_and(|versions| versions.is_probably_stored())
        && let Ok(compiler) = Compiler::new(context_layout())
    {
        shared.tier.note_store_asked();
        load_code(shared, &target_of(shared, &compiler));
    }
}

/// Installs the stored code, as much as there is room for. `None`: the code is for another target, and none was
/// installed.
fn install_functions(shared: &Shared, target: &str, stored: &[u8]) -> Option<()> {
    let (image, tier) = (&shared.image, &shared.tier);
    let (length, rest) = stored.split_first_chunk()?;
    let (head, mut code) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let head: StoredHead<'_> = postcard::from_bytes(head).ok()?;
    tier.add_samples(&head.samples);
    if head.target != target || !head.functions.iter().all(|f| f.fits_program(image)) {
        return None;
    }
    if let Some(races) = shared.race.as_deref()
        && !races.race_places.restore_numbers(&head.race_places)
    {
        return None;
    }
    if let Some(versions) = &tier.versions {
        versions.target.get_or_init(|| target.to_owned());
    }
    let mut all_written = Vec::with_capacity(head.functions.len());
    for f in head.functions {
        let bytes;
        let Some(split) = code.split_at_checked(f.len as usize) else { break };
        (bytes, code) = split;
        let (func, entries) = (FuncId(f.func), f.side_entries.into_owned());
        let request = CompileRequest { func, loops_only: f.loops_only, entries };
        if !tier.accept_stored_code(&request) {
            continue;
        }
        let compiled = CompiledCode {
            bytes: bytes.to_vec(),
            body_offset: f.body_offset,
            entries: f.entries.into_owned(),
            has_start_entry: f.from_start,
            positions: f.positions.into_owned(),
            listing: None,
        };
        let Some(written) = write_code(image, tier, request, compiled) else { break };
        all_written.push(written);
        tier.counts.loaded_functions.fetch_add(1, Ordering::Relaxed);
        tier.counts.loaded_bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
    }
    CodeMemory::publish();
    all_written.into_iter().for_each(|written| install_code(image, tier, written, true));
    Some(())
}

/// Stores the compiled code, together with the code that was stored before, and the samples, if there is anything new.
pub(crate) fn store_code(shared: &Shared) {
    let Some(versions) = &shared.tier.versions else { return };
    let (samples, sampled) = shared.tier.samples_to_keep();
    versions.store(sampled, |chosen| {
        let target = versions.target.get().map_or("", String::as_str);
        if let Some(stored) = encode(shared, samples, target, chosen) {
            versions.code_store.store(&stored);
        }
    });
}

fn encode(
    shared: &Shared,
    samples: Samples,
    target: &str,
    versions: &[CompiledVersion],
) -> Option<Vec<u8>> {
    let memory = shared.tier.code_memory();
    let function = |version: &'_ CompiledVersion| {
        Some(StoredFunction {
            func: version.request.func.0,
            loops_only: version.request.loops_only,
            side_entries: Cow::Owned(version.request.entries.clone()),
            len: version.len as u32,
            body_offset: version.body_offset,
            from_start: version.has_start_entry,
            entries: Cow::Owned(version.entries.clone()),
            positions: Cow::Borrowed(&memory?.function_at(version.address)?.positions),
        })
    };
    let places = shared
        .race
        .as_deref()
        .map(|races| races.race_places.numbered_instructions())
        .unwrap_or_default();
    let functions = versions.iter().map(function).collect::<Option<Vec<_>>>()?;
    let mut stored = postcard::to_extend(
        &StoredHead { samples, target, race_places: places, functions },
        vec![0; 4],
    )
    .ok()?;
    let length = u32::try_from(stored.len() - 4).ok()?;
    stored[..4].copy_from_slice(&length.to_le_bytes());
    stored.reserve_exact(versions.iter().map(|version| version.len).sum());
    for version in versions {
        stored.extend_from_slice(memory?.bytes(version.address, version.len));
    }
    Some(stored)
}
