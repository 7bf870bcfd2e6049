//! The check of a marking, for `MINIGODEBUG=gcverify=1`: no reachable object is unmarked.

use crate::collector::live_slots;
use crate::collector::scan::each_pointer;
use crate::goroutine::frames::HEADER_SLOT_COUNT;
use crate::goroutine::state::Goroutine;
use crate::shared::Shared;
use minigo_sched::StoppedWorld;
use std::collections::HashSet;

/// Checks that every object that marked objects and goroutines' frames point to is marked, and the heap's accounting.
///
/// A slot has no type. If a scanned goroutine computed an integer that equals the address of garbage, the check fails
/// wrongly: library code that handles addresses as integers computes none past an object's end.
pub(crate) fn verify_heap(shared: &Shared, world: &mut StoppedWorld<'_, Goroutine>) {
    let heap = &shared.heap;
    heap.verify();
    let mut spans = HashSet::new();
    world.each_local(|_, local| local.cache.verify(&mut spans));
    let handle = world.handle();
    world.each_task(|task, _, g| {
        if !handle.shared(task).scan_state.is_done(heap.cycle_number()) {
            return;
        }
        let words = g.frame_words();
        live_slots::each_live_slot(shared, g, |index| {
            let w = words[index];
            let missed = heap.is_unmarked(w as usize);
            assert!(!missed, "{w:#x} is not marked: {}", describe_stack_word(shared, g, index));
        });
        g.each_word(|w| {
            assert!(!heap.is_unmarked(w as usize), "{w:#x} of goroutine {} is not marked", g.id);
        });
    });
    heap.each_marked(|object| {
        each_pointer(&shared.image.types, object, |w| {
            assert!(!heap.is_unmarked(w as usize), "{w:#x} in {object:x?} is not marked");
        });
    });
}

/// Describes a word of a goroutine's stack: its index, and the position of its frame.
fn describe_stack_word(shared: &Shared, g: &Goroutine, index: usize) -> String {
    let image = &shared.image;
    let Some(frame) = g.frames(image).find(|frame| frame.base <= index + HEADER_SLOT_COUNT) else {
        return format!("word {index} of goroutine {}", g.id);
    };
    let slot = index as i64 - frame.base as i64;
    if !image.has_pc(frame.pc as u64) {
        return format!("slot {slot} of a frame of the VM's own, in goroutine {}", g.id);
    }
    let (func, offset) = (image.func_at(frame.pc), image.offset_of(frame.pc));
    let at = offset - image.function_starts[func.0 as usize] as usize;
    let name = &image.program.funcs[func.0 as usize].name;
    let next = image.op_at_index(offset);
    format!("slot {slot} of {name} at instruction {at} ({next:?}), in goroutine {}", g.id)
}
