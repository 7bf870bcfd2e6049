//! Deferred calls, calls that the VM made, and panics in progress: the lists that most goroutines never need.

use crate::goroutine::access::Access;
use crate::goroutine::native_call::GoCall;
use minigo_bytecode::ops::Op;
use minigo_sched::Reason;
use std::sync::Arc;

/// What the VM calls.
#[derive(Clone, Copy)]
pub(crate) enum Callee {
    /// A function, by its place in the image's code.
    Code(u32),
    /// A closure.
    Closure(u64),
}

/// What most goroutines never need.
#[derive(Default)]
pub(crate) struct Unwind {
    /// Records of deferred calls: arguments, callee, the place of the `defer`, and a word of frame base, number of
    /// arguments and kind. Those of an outer frame lie below those of an inner one.
    pub(crate) defers: Vec<u64>,
    pub(crate) acts: Vec<Act>,
    pub(crate) panics: Vec<Panic>,
    /// What `print` has collected.
    pub(crate) printed: Vec<u8>,
    /// Whether the panics in progress are the end of the program, and their texts are being found out.
    pub(crate) printing: bool,
    /// Whether `Goexit` has run all deferred calls.
    pub(crate) exiting: bool,
    /// See [`Goroutine::panics_on_fault`].
    pub(crate) panic_on_fault: bool,
    /// While waits are profiled: what it waits for, and since when.
    pub(crate) waits: Option<(Reason, i64)>,
    /// How many nanoseconds the last wait took that was profiled.
    pub(crate) waited: i64,
    /// Its labels, for profiles: keys and values as package runtime/pprof puts them together.
    pub(crate) labels: Option<Arc<[u8]>>,
}

/// How many words may be kept for the next goroutine.
const KEPT_WORDS: usize = 64;

impl Unwind {
    /// Whether another goroutine can go on with it.
    pub(crate) fn is_as_new(&self) -> bool {
        let empty = self.defers.is_empty() && self.acts.is_empty() && self.panics.is_empty();
        let small = self.defers.capacity() <= KEPT_WORDS && self.acts.capacity() <= KEPT_WORDS;
        let plain = !self.exiting
            && !self.printing
            && !self.panic_on_fault
            && self.waits.is_none()
            && self.labels.is_none();
        empty && small && self.printed.capacity() == 0 && plain
    }

    /// Calls `visit` for every word of the records of deferred calls.
    pub(crate) fn each_deferred_word(&self, visit: impl FnMut(u64)) {
        self.defers.iter().copied().for_each(visit);
    }

    /// Calls `visit` with the callee and the arguments of each deferred call, last made first. Nothing may run the
    /// goroutine meanwhile.
    pub(crate) fn each_deferred(&self, mut visit: impl FnMut(Callee, &[u64])) {
        let mut rest = &self.defers[..];
        while let [before @ .., word, _, meta] = rest {
            let n = (meta >> 32 & 0x3fff_ffff) as usize;
            if meta & LIST != 0 {
                // SAFETY: the record keeps the variable alive.
                let funcs = unsafe { listed(*word) };
                funcs.iter().rev().for_each(|&f| visit(Callee::Closure(f), &[]));
                rest = before;
                continue;
            }
            let (others, args) = before.split_at(before.len() - n);
            visit(callee_of(*word, *meta), args);
            rest = others;
        }
    }

    /// Whether a panic or a `Goexit` is in progress.
    pub(crate) fn is_panicking(&self) -> bool {
        !self.panics.is_empty()
    }

    /// Calls `visit` for every word that may be a pointer: for the collector.
    pub(crate) fn each_word(&self, mut visit: impl FnMut(u64)) {
        self.defers.iter().copied().for_each(&mut visit);
        self.panics.iter().flat_map(|p| p.value).for_each(&mut visit);
        for act in &self.acts {
            if let ActKind::Native(Some(call)) = &act.kind {
                visit(call.func.0);
                call.args.iter().chain(&call.keep).copied().for_each(&mut visit);
            }
        }
    }
}

/// A call that the VM made: what to do when it returns.
pub(crate) struct Act {
    /// Base of the frame on whose behalf, in slots.
    pub(crate) base: u32,
    /// Where that frame is.
    pub(crate) pc: *const Op,
    pub(crate) kind: ActKind,
}

pub(crate) enum ActKind {
    /// A deferred call at the end of a function: go on there.
    Defer,
    /// A deferred call that the last panic runs.
    Panic,
    /// The remaining deferred calls of a frame that has recovered; then it goes on at this place.
    Recovered(*const Op),
    /// A call by a native.
    Native(Option<Box<GoCall>>),
    /// `Error` or `String` of the value of a panic that was not recovered.
    Print(usize),
}

/// A panic or a `Goexit` in progress.
pub(crate) struct Panic {
    pub(crate) value: [u64; 2],
    pub(crate) goexit: bool,
    pub(crate) recovered: bool,
    /// It came of a bad access, and is to say so.
    pub(crate) access: Option<Access>,
    /// Base of the frame it came from, and where in it.
    pub(crate) origin: u32,
    pub(crate) pc: *const Op,
    /// Base of the deferred call that it runs now, which may recover.
    pub(crate) running: u32,
    /// Base of the frame that deferred that call, and where.
    pub(crate) frame: u32,
    pub(crate) frame_pc: *const Op,
    /// Its text, once found out.
    pub(crate) text: Option<Vec<u8>>,
}

/// The kind of a record whose callee is a closure.
pub(crate) const CLOSURE: u64 = 1 << 62;

/// The kind of a record that stands for calls of all closures of a slice; in place of the callee is the address of the
/// variable that holds the slice.
pub(crate) const LIST: u64 = 1 << 63;

/// The closures of a slice that a variable at this address holds.
///
/// # Safety
/// Something keeps the variable alive, and no goroutine assigns to it while the closures are looked at.
pub(crate) unsafe fn listed<'a>(variable: u64) -> &'a [u64] {
    // SAFETY: a slice is a pointer and a length, here of closures.
    unsafe {
        let [first, len, _] = *(variable as *const [u64; 3]);
        if len == 0 { &[] } else { std::slice::from_raw_parts(first as *const u64, len as usize) }
    }
}

/// What a record calls that is no list.
pub(crate) fn callee_of(word: u64, meta: u64) -> Callee {
    if meta & CLOSURE == 0 { Callee::Code(word as u32) } else { Callee::Closure(word) }
}

impl Unwind {
    /// The calls that the VM made, innermost last: for tracebacks.
    pub(crate) fn acts(&self) -> &[Act] {
        &self.acts
    }
}
