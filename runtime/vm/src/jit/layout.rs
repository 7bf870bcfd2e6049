//! Offsets of the fields of the context of a goroutine's time slice, for compiled code.

use crate::goroutine::context::Cx;
use crate::goroutine::registers::S;
use crate::goroutine::state::Goroutine;
use crate::shared::locks::Reads;
use minigo_jit::abi::{Layout, MUTEX_LOCKED, MUTEX_STARVING, MUTEX_WOKEN};
use std::mem::offset_of;

const _: () = assert!(
    minigo_sync::LOCKED == MUTEX_LOCKED
        && minigo_sync::WOKEN == MUTEX_WOKEN
        && minigo_sync::STARVING == MUTEX_STARVING
);

/// The layout of [`Cx`], for the translator.
pub(crate) fn layout() -> Layout {
    let s = offset_of!(Cx, s);
    let at = |offset: usize| offset as i32;
    Layout {
        limit: at(offset_of!(Cx, limit)),
        native_limit: at(offset_of!(Cx, native_limit)),
        code: at(offset_of!(Cx, code)),
        entries: at(offset_of!(Cx, entries)),
        entry_distance: at(offset_of!(Cx, entry_distance)),
        globals: at(offset_of!(Cx, globals)),
        strings: at(offset_of!(Cx, strings)),
        sites: at(offset_of!(Cx, sites)),
        descriptors: at(offset_of!(Cx, descriptors)),
        methods: at(offset_of!(Cx, methods)),
        asserts: at(offset_of!(Cx, asserts)),
        marking: at(offset_of!(Cx, marking)),
        goroutine: at(offset_of!(Cx, g)),
        id: at(offset_of!(Goroutine, id)),
        read_locks: at(offset_of!(Goroutine, reads) + Reads::LOCKS),
        read_sites: at(offset_of!(Goroutine, reads) + Reads::SITES),
        race: at(offset_of!(Cx, race)),
        handlers: at(offset_of!(Cx, handlers)),
        helpers: at(offset_of!(Cx, helpers)),
        given: at(offset_of!(Cx, given)),
        result: at(offset_of!(Cx, result)),
        pc: at(s + offset_of!(S, pc)),
        r: at(s + offset_of!(S, r)),
        n: at(s + offset_of!(S, n)),
    }
}
