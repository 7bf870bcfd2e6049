//! The effects of single instructions: on channels and locks, and on control.
//!
//! This module knows single instructions only, not their order.

use crate::image::Image;
use crate::report::possible_effects::values::{AbstractValue, Slots};
use hashbrown::HashSet;
use minigo_bytecode::func::Func;
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::visit_jumps;

/// A set of effects.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct SyncEffects(u8);

impl SyncEffects {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const SEND: Self = Self(1);
    pub(crate) const RECEIVE: Self = Self(2);
    pub(crate) const CLOSE: Self = Self(4);
    pub(crate) const UNLOCK: Self = Self(8);
    pub(crate) const READ_UNLOCK: Self = Self(16);
    pub(crate) const DONE: Self = Self(32);
    pub(crate) const SIGNAL: Self = Self(64);

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn add(&mut self, other: Self) {
        *self = self.or(other);
    }

    /// The effect of calling a function of package sync, given by its name.
    pub(super) fn of_call(name: &str) -> Self {
        match name {
            "sync.(*Mutex).Unlock" | "sync.(*RWMutex).Unlock" => Self::UNLOCK,
            "sync.(*RWMutex).RUnlock" => Self::READ_UNLOCK,
            "sync.(*WaitGroup).Done" => Self::DONE,
            "sync.(*Cond).Signal" | "sync.(*Cond).Broadcast" => Self::SIGNAL,
            _ => Self::NONE,
        }
    }
}

/// Reports whether an instruction calls a native that ends the goroutine or the program.
pub(crate) fn never_returns(image: &Image, op: Op) -> bool {
    let Op::CallNative { native, .. } = op else { return false };
    let native = &image.program.natives[native.get() as usize];
    matches!((&*native.package, &*native.name), ("runtime", "Goexit") | ("syscall", "Exit"))
}

/// Calls `visit` for each instruction that the one at `pc` may jump to.
pub(crate) fn each_jump(code: &[Op], pc: usize, mut visit: impl FnMut(usize)) {
    visit_jumps(code, pc, |to| {
        if let Ok(to) = usize::try_from(to) {
            visit(to);
        }
    });
}

/// The instructions of a function that are jump targets.
pub(crate) fn jump_targets(func: &Func) -> HashSet<usize> {
    let mut all = HashSet::new();
    let mut pc = 0;
    while pc < func.code.len() {
        each_jump(&func.code, pc, |to| {
            all.insert(to);
        });
        pc += 1 + func.code[pc].ext_count();
    }
    all
}

/// Calls `visit` with an instruction's effects on channels: the effect, the channel, and the element size in words.
pub(crate) fn each_effect(
    image: &Image,
    op: Op,
    slots: &Slots,
    mut visit: impl FnMut(SyncEffects, AbstractValue, Option<u16>),
) {
    let get = |slot| slots.get(slot, 0);
    match op {
        Op::Send { ch, n, .. } => visit(SyncEffects::SEND, get(ch), Some(n)),
        Op::Recv { ch, n, .. } | Op::RecvOk { ch, n, .. } => {
            visit(SyncEffects::RECEIVE, get(ch), Some(n));
        }
        Op::Close { ch } => visit(SyncEffects::CLOSE, get(ch), None),
        Op::Select { table, .. } | Op::SelectOne { table, .. } => {
            for case in &image.program.select_tables[table.get() as usize].cases {
                let effect = if case.is_send { SyncEffects::SEND } else { SyncEffects::RECEIVE };
                visit(effect, get(case.channel), Some(case.value_slots));
            }
        }
        Op::CallNative { win, native } => {
            let native = &image.program.natives[native.get() as usize];
            // The natives of package reflect.
            match (&*native.package, &*native.name) {
                ("internal/rtype", "ChanSend") => visit(SyncEffects::SEND, slots.get(win, 1), None),
                ("internal/rtype", "ChanRecv") => {
                    visit(SyncEffects::RECEIVE, slots.get(win, 1), None);
                }
                ("internal/rtype", "ChanClose") => visit(SyncEffects::CLOSE, get(win), None),
                ("internal/rtype", "Select") => {
                    visit(SyncEffects::SEND.or(SyncEffects::RECEIVE), AbstractValue::Any, None);
                }
                _ => {}
            }
        }
        _ => {}
    }
}

/// The lock that an instruction operates on, if the instruction is in an inlined method of package sync.
pub(crate) fn operand_of_inlined(op: Op, slots: &Slots) -> Option<AbstractValue> {
    Some(match op {
        Op::Call { win, .. } | Op::CallNative { win, .. } => slots.get(win, 0),
        Op::JmpUnlock { ptr, off }
        | Op::JmpReadUnlock { ptr, off, .. }
        | Op::AtomicAddI32 { ptr, off, .. }
        | Op::AtomicAddU32 { ptr, off, .. }
        | Op::AtomicAdd64 { ptr, off, .. }
        | Op::AtomicAddI32Imm { ptr, off, .. } => slots.get(ptr, 0).add_offset(off.into()),
        _ => return None,
    })
}
