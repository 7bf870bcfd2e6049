//! The check of a marking, for `MINIGODEBUG=gcverify=1`: nothing that is reachable is unmarked.

use crate::collector::live;
use crate::collector::scan::each_pointer;
use crate::goroutine::state::Goroutine;
use crate::shared::Shared;
use minigo_sched::StoppedWorld;
use std::collections::HashSet;

/// Checks that all that marked objects and the frames of goroutines point to is marked, and the heap's books.
///
/// A slot has no type. An integer that a scanned goroutine computed, and that is an address of garbage, fails the check
/// wrongly: code of the library that handles addresses as integers computes none past an object's end.
pub(crate) fn verify(shared: &Shared, world: &mut StoppedWorld<'_, Goroutine>) {
    let heap = &shared.heap;
    heap.verify();
    let mut spans = HashSet::new();
    world.each_local(|_, local| local.cache.verify(&mut spans));
    let handle = world.handle();
    world.each_task(|task, _, g| {
        if !handle.shared(task).scanned.is_done(heap.cycle()) {
            return;
        }
        let words = g.words();
        let check = |w: u64| {
            let reached = heap.object_at(w as usize).is_none() || heap.is_marked(w as usize);
            assert!(reached, "{w:#x} on the stack of goroutine {} is not marked", g.id);
        };
        live::each_live(shared, g, |index| check(words[index]));
        g.each_word(check);
    });
    heap.each_marked(|object| {
        each_pointer(&shared.image.types, object, |w| {
            let reached = heap.object_at(w as usize).is_none() || heap.is_marked(w as usize);
            assert!(reached, "{w:#x} in {object:x?} is not marked");
        });
    });
}
