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
pub(crate) fn context_layout() -> Layout {
    let s = offset_of!(Cx, s);
    let at = |offset: usize| offset as i32;
    Layout {
        limit: at(offset_of!(Cx, stack_limit)),
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
        marking: at(offset_of!(Cx, is_marking)),
        goroutine: at(offset_of!(Cx, g)),
        id: at(offset_of!(Goroutine, id)),
        read_locks: at(offset_of!(Goroutine, read_locks) + Reads::LOCKS),
        read_sites: at(offset_of!(Goroutine, read_locks) + Reads::SITES),
        race: at(offset_of!(Cx, race_state)),
        handlers: at(offset_of!(Cx, handlers)),
        helpers: at(offset_of!(Cx, helpers)),
        helper_arguments: at(offset_of!(Cx, helper_arguments)),
        result: at(offset_of!(Cx, helper_result)),
        pc: at(s + offset_of!(S, pc)),
        r: at(s + offset_of!(S, r)),
        n: at(s + offset_of!(S, n)),
    }
}
