//! Deferred calls, calls made by the VM, and panics in progress: records that most goroutines never need.

use crate::goroutine::access::FaultedAccess;
use crate::goroutine::native_call::{EmbedderCall, GoCall};
use minigo_bytecode::ops::Op;
use minigo_sched::Reason;
use std::sync::Arc;

/// The target of a call by the VM.
#[derive(Clone, Copy)]
pub(crate) enum Callee {
    /// A function, as an index into the image's code.
    Code(u32),
    /// A closure.
    Closure(u64),
}

/// The parts of a goroutine that most goroutines never need.
#[derive(Default)]
pub(crate) struct Unwind {
    /// Records of deferred calls. A record has the arguments, the callee, the place of the `defer`, and a word of frame
    /// base, number of arguments and kind. The records of an outer frame lie below the records of an inner one.
    pub(crate) defers: Vec<u64>,
    pub(crate) vm_calls: Vec<VmCall>,
    pub(crate) panics: Vec<Panic>,
    /// The output that `print` has collected.
    pub(crate) print_output: Vec<u8>,
    /// Whether the panics in progress end the program and their texts are being computed.
    pub(crate) prints_panics: bool,
    /// Whether `Goexit` has run all deferred calls.
    pub(crate) has_finished_goexit: bool,
    /// See [`Goroutine::panics_on_fault`].
    pub(crate) panics_on_fault: bool,
    /// While waits are profiled: the reason of the current wait, and when the wait began.
    pub(crate) profiled_wait: Option<(Reason, i64)>,
    /// The length of the last profiled wait in nanoseconds.
    pub(crate) waited_nanos: i64,
    /// The goroutine's labels for profiles: keys and values as package runtime/pprof encodes them.
    pub(crate) labels: Option<Arc<[u8]>>,
}

/// The most words of capacity that are kept for the next goroutine.
const MAX_KEPT_UNWIND_WORDS: usize = 64;

impl Unwind {
    /// Reports whether another goroutine can reuse the records.
    pub(crate) fn is_reusable(&self) -> bool {
        let empty = self.defers.is_empty() && self.vm_calls.is_empty() && self.panics.is_empty();
        let small = self.defers.capacity() <= MAX_KEPT_UNWIND_WORDS
            && self.vm_calls.capacity() <= MAX_KEPT_UNWIND_WORDS;
        let plain = !self.has_finished_goexit
            && !self.prints_panics
            && !self.panics_on_fault
            && self.profiled_wait.is_none()
            && self.labels.is_none();
        empty && small && self.print_output.capacity() == 0 && plain
    }

    /// Calls `visit` for every word of the records of deferred calls.
    pub(crate) fn each_deferred_word(&self, visit: impl FnMut(u64)) {
        self.defers.iter().copied().for_each(visit);
    }

    /// Calls `visit` with the callee and the arguments of each deferred call, last made first. The goroutine must not
    /// run during the call.
    pub(crate) fn each_deferred(&self, mut visit: impl FnMut(Callee, &[u64])) {
        let mut rest = &self.defers[..];
        while let [before @ .., word, _, meta] = rest {
            let n = (meta >> 32 & 0x3fff_ffff) as usize;
            if meta & LIST_DEFER_FLAG != 0 {
                // SAFETY: the record keeps the variable alive.
                let funcs = unsafe { deferred_closures_at(*word) };
                funcs.iter().rev().for_each(|&f| visit(Callee::Closure(f), &[]));
                rest = before;
                continue;
            }
            let (others, args) = before.split_at(before.len() - n);
            visit(callee_of(*word, *meta), args);
            rest = others;
        }
    }

    /// Reports whether a panic or a `Goexit` is in progress.
    pub(crate) fn is_panicking(&self) -> bool {
        !self.panics.is_empty()
    }

    /// Calls `visit` for every word that may be a pointer. The collector calls this to find roots.
    pub(crate) fn each_word(&self, mut visit: impl FnMut(u64)) {
        self.defers.iter().copied().for_each(&mut visit);
        self.panics.iter().flat_map(|p| p.value).for_each(&mut visit);
        for act in &self.vm_calls {
            if let VmCallKind::Native(Some(call)) = &act.kind {
                visit(call.func.0);
                call.args.iter().chain(&call.kept_objects).copied().for_each(&mut visit);
            }
        }
    }
}

/// A call made by the VM, and the work to do when the call returns.
pub(crate) struct VmCall {
    /// Base of the frame on whose behalf the VM made the call, in slots.
    pub(crate) base: u32,
    /// The instruction at which the frame at `base` made the call.
    pub(crate) pc: *const Op,
    pub(crate) kind: VmCallKind,
}

pub(crate) enum VmCallKind {
    /// A deferred call at the end of a function: the function then continues its return.
    Defer,
    /// A deferred call that the last panic runs.
    Panic,
    /// One of the remaining deferred calls of a frame that has recovered; the frame then continues at this address.
    Recovered(*const Op),
    /// A call by a native.
    Native(Option<Box<GoCall>>),
    /// A call by an embedder; the number of functions that have returned to the call before.
    Embedder(Arc<dyn EmbedderCall>, u32),
    /// A call of `Error` or `String` on the value of an unrecovered panic: the index of the panic.
    Print(usize),
}

/// A panic or a `Goexit` in progress.
pub(crate) struct Panic {
    pub(crate) value: [u64; 2],
    pub(crate) is_goexit: bool,
    pub(crate) is_recovered: bool,
    /// The bad access that caused the panic, if the panic's text must describe one.
    pub(crate) access: Option<FaultedAccess>,
    /// Base of the frame that panicked, and the position in that frame.
    pub(crate) origin_base: u32,
    pub(crate) pc: *const Op,
    /// Base of the deferred call that the panic runs now, which may recover.
    pub(crate) running_call_base: u32,
    /// Base of the frame that deferred that call, and the frame's position.
    pub(crate) deferring_frame_base: u32,
    pub(crate) frame_pc: *const Op,
    /// The text of the panic's value; `None` until it has been computed.
    pub(crate) text: Option<Vec<u8>>,
}

/// The kind of a record whose callee is a closure.
pub(crate) const CLOSURE_DEFER_FLAG: u64 = 1 << 62;

/// The kind of a record that stands for calls of all closures of a slice; instead of a callee, the record has the
/// address of the variable that holds the slice.
pub(crate) const LIST_DEFER_FLAG: u64 = 1 << 63;

/// The closures in the slice that the variable at this address holds.
///
/// # Safety
/// Something keeps the variable alive, and no goroutine assigns to it while the result is used.
pub(crate) unsafe fn deferred_closures_at<'a>(variable: u64) -> &'a [u64] {
    // SAFETY: a slice is a pointer and a length; the elements here are closures.
    unsafe {
        let [first, len, _] = *(variable as *const [u64; 3]);
        if len == 0 { &[] } else { std::slice::from_raw_parts(first as *const u64, len as usize) }
    }
}

/// The callee of a record that is not a list.
pub(crate) fn callee_of(word: u64, meta: u64) -> Callee {
    if meta & CLOSURE_DEFER_FLAG == 0 { Callee::Code(word as u32) } else { Callee::Closure(word) }
}

impl Unwind {
    /// The calls made by the VM, innermost last. Tracebacks use them.
    pub(crate) fn vm_calls(&self) -> &[VmCall] {
        &self.vm_calls
    }
}
