//! Offsets of the fields of the context of a goroutine's time slice, for compiled code.

use crate::goroutine::context::Cx;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::state::Goroutine;
use crate::shared::locks::ReadLocks;
use minigo_jit::abi::{ContextLayout, MUTEX_LOCKED, MUTEX_STARVING, MUTEX_WOKEN};
use std::mem::offset_of;

const _: () = assert!(
    minigo_sync::LOCKED == MUTEX_LOCKED
        && minigo_sync::WOKEN == MUTEX_WOKEN
        && minigo_sync::STARVING == MUTEX_STARVING
);

/// The layout of [`Cx`], for the translator.
pub(crate) fn context_layout() -> ContextLayout {
    let s = offset_of!(Cx, registers);
    let at = |offset: usize| offset as i32;
    ContextLayout {
        stack_end: at(offset_of!(Cx, stack_limit)),
        native_stack_limit: at(offset_of!(Cx, native_limit)),
        code_start: at(offset_of!(Cx, code)),
        entries: at(offset_of!(Cx, compiled_entries)),
        code_to_entry_distance: at(offset_of!(Cx, code_to_entry_distance)),
        globals: at(offset_of!(Cx, globals)),
        strings: at(offset_of!(Cx, strings)),
        call_caches: at(offset_of!(Cx, call_site_caches)),
        type_descriptors: at(offset_of!(Cx, first_type_descriptor)),
        method_cache: at(offset_of!(Cx, method_cache)),
        implements_cache: at(offset_of!(Cx, implements_cache)),
        is_marking: at(offset_of!(Cx, is_marking)),
        goroutine: at(offset_of!(Cx, g)),
        goroutine_number: at(offset_of!(Goroutine, id)),
        read_locks: at(offset_of!(Goroutine, read_locks) + ReadLocks::INLINE_LOCKS_OFFSET),
        read_lock_sites: at(offset_of!(Goroutine, read_locks) + ReadLocks::INLINE_SITES_OFFSET),
        race_goroutine: at(offset_of!(Cx, race_state)),
        handlers: at(offset_of!(Cx, handlers)),
        helpers: at(offset_of!(Cx, helpers)),
        helper_arguments: at(offset_of!(Cx, helper_arguments)),
        helper_result: at(offset_of!(Cx, helper_result)),
        pc: at(s + offset_of!(VmRegisters, pc)),
        frame_base: at(s + offset_of!(VmRegisters, frame_base)),
        budget: at(s + offset_of!(VmRegisters, budget)),
    }
}
