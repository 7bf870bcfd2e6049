//! Long work: how natives and instructions let other goroutines run while they have much to do.
//!
//! # The tension
//! A goroutine can only be stopped, scanned, preempted and ended between two instructions, and the call of a native is
//! one instruction. A native that takes a second delays every goroutine of the machine from the moment a collection
//! wants to begin. But a check of the clock or a flag in each small call would cost more than most natives do.
//!
//! # The rule
//! Between two points at which its goroutine can be stopped, no native and no instruction does more than
//! [`WORK_PART_BYTES`] bytes of work. Each native declares at its registration how it keeps to this rule
//! ([`WorkBound`]):
//!
//! * **constant**: its work does not grow with its arguments, or stays below this bound;
//! * **chunked**: minigo's own loops check after each part whether the slice is over ([`NativeCx::run_in_parts`]). If
//!   the slice is over, the native returns with its state, and the same instruction is executed again in the
//!   goroutine's next slice;
//! * **blocking**: work of a crate in one call, or without parts, is done without a P
//!   ([`NativeCx::compute_without_p_if_long`]), on objects that the window keeps alive. A session can abandon the work
//!   ([`crate::shared::computations`]).
//!
//! Small work has no parts: a call only pays one comparison of a length.
//!
//! # The protocol of a part
//! The native's arguments stay in its window, where the collector marks them. The progress of its work (its *state*) is
//! a Rust value in the goroutine's [pending resume](crate::goroutine::state::PendingResume), with the addresses of
//! objects that it makes, which are roots. The goroutine's next instruction is the same one again, so no other
//! instruction can take the state. The state of a goroutine that is ended is dropped.
//!
//! # Rejected
//! * Stopping within the native, with its thread waiting for a P: a thousand hashing goroutines would be a thousand
//!   threads, and `sched` would have tasks that only one thread can continue.
//! * Doing long work in Go, around natives for the parts: each small work would pay one more call.
//! * Doing all long work without a P: each call would need a thread, and the hand-off of the P costs as much as
//!   comparing 64 KiB.
//!
//! Runs that are repeated by a seed check no flag: one thread runs all goroutines, in turns whose length is counted in
//! instructions.

use crate::goroutine::native_call::SuspendedInstruction;
use crate::goroutine::state::PendingResume;
use crate::image::lines;
use crate::native::NativeCx;
use crate::native::blocking;
use crate::native::convert::IntoSlots;
use crate::native::outcome::Outcome;
use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering;

/// The most bytes of work between two points at which a goroutine can be stopped.
pub const WORK_PART_BYTES: usize = 64 << 10;

/// Work below this cost is not worth giving up the P for: some tenths of a millisecond.
pub const MIN_BLOCKING_COST: usize = 4 * WORK_PART_BYTES;

/// Work above this cost is known to take long: the P is handed off at once.
const LONG_WORK_COST: usize = 64 * WORK_PART_BYTES;

/// How a native lets other goroutines and the collector run when it has much to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkBound {
    /// The native never has much to do.
    Constant,
    /// The native works in parts of at most [`WORK_PART_BYTES`] bytes.
    Chunked,
    /// From some amount of work on, the native works without a P.
    Blocking,
}

impl NativeCx {
    /// Does work in parts: `step` does the next part, and breaks with the result, or continues with the number of bytes
    /// that it has processed, at most [`WORK_PART_BYTES`]. `begin` makes the state before the first part.
    #[inline]
    pub fn run_in_parts<S: Send + 'static, R>(
        &mut self,
        begin: impl FnOnce(&mut Self) -> S,
        step: impl FnMut(&mut Self, &mut S) -> ControlFlow<R, usize>,
    ) -> Outcome<R> {
        self.make_in_parts(begin, step, |_| std::ptr::null())
    }

    /// Does work in parts like [`run_in_parts`](Self::run_in_parts), while it makes an object: `made` returns the
    /// object's address.
    pub fn make_in_parts<S: Send + 'static, R>(
        &mut self,
        begin: impl FnOnce(&mut Self) -> S,
        mut step: impl FnMut(&mut Self, &mut S) -> ControlFlow<R, usize>,
        made: impl Fn(&S) -> *const u8,
    ) -> Outcome<R> {
        let mut state = match self.resumed_state() {
            Some(state) => state,
            None => begin(self),
        };
        loop {
            match step(self, &mut state) {
                ControlFlow::Break(result) => return Outcome::Return(result),
                ControlFlow::Continue(work) => {
                    if self.must_stop_after_part(work) {
                        let root = made(&state) as u64;
                        self.suspend_with(state, [root, 0, 0]);
                        return Outcome::Part;
                    }
                }
            }
        }
    }

    /// Does `work` at once if it is little, otherwise without a P: then other goroutines and the collector run at the
    /// same time. `cost` is the number of bytes that one of minigo's own loops would process in the same time. `then`
    /// converts the value of `work` to the result. `roots` are the objects that `work` reads; it writes to none.
    pub fn compute_without_p_if_long<V: Send + 'static, R: IntoSlots + 'static, const N: usize>(
        &mut self,
        cost: usize,
        roots: [*const u8; N],
        work: impl FnOnce() -> V + Send + 'static,
        then: impl FnOnce(&mut Self, V) -> Outcome<R> + Send + 'static,
    ) -> Outcome<R> {
        // A run that is repeated by a seed has one thread for all goroutines.
        if cost <= MIN_BLOCKING_COST || self.shared().dispatch_mode.can_end_slice_anywhere() {
            let value = work();
            return then(self, value);
        }
        let call = if self.shared().inputs.is_some() {
            let (shared, id) = (self.task().local_data().shared.clone(), self.g().id);
            let reads = roots.map(|root| root as u64).to_vec();
            let call = blocking::abandonable_call(shared, id, reads, work, then);
            Outcome::Block { call, is_long: false }
        } else {
            Outcome::block(work, then)
        };
        if cost >= LONG_WORK_COST { call.as_long_work() } else { call }
    }

    /// Does `work` as [`compute_without_p_if_long`](Self::compute_without_p_if_long) does. The native is then called
    /// again, and [continues in parts](Self::run_in_parts) with the state that `work` has returned.
    pub fn compute_state_without_p_if_long<S: Send + 'static, R, const N: usize>(
        &mut self,
        cost: usize,
        roots: [*const u8; N],
        work: impl FnOnce() -> S + Send + 'static,
    ) -> Outcome<R> {
        let outcome: Outcome<()> =
            self.compute_without_p_if_long(cost, roots, work, |cx, state| {
                cx.suspend_with(state, [0; 3]);
                Outcome::Part
            });
        match outcome {
            Outcome::Block { call, is_long: long } => Outcome::Block { call, is_long: long },
            _ => Outcome::Part,
        }
    }

    /// Reports whether the native continues with a suspended state.
    #[must_use]
    pub fn is_resumed(&mut self) -> bool {
        matches!(self.g().pending_resume, PendingResume::Part(_))
    }

    /// Copies Go values over others as [`replace`](Self::replace) does, in parts.
    ///
    /// # Safety
    /// Values of the same types, of `bytes` bytes together, lie at both places.
    pub unsafe fn replace_in_parts(
        &mut self,
        to: *mut u8,
        from: *const u8,
        bytes: usize,
    ) -> Outcome<()> {
        if bytes <= WORK_PART_BYTES {
            // SAFETY: the caller's promise.
            unsafe { self.overwrite_values(to, from, bytes) };
            return Outcome::Return(());
        }
        // The parts are copied in the direction in which no byte is overwritten before it is copied.
        let goes_up = (to as usize).wrapping_sub(from as usize) >= bytes;
        self.each_part(bytes, |cx, at, n| {
            let at = if goes_up { at } else { bytes - at - n };
            // SAFETY: the caller's promise: parts of the values.
            unsafe { cx.overwrite_values(to.add(at), from.add(at), n) };
        })
    }

    /// Writes zeros over Go values as [`overwrite_with_zeros`](Self::overwrite_with_zeros) does, in parts.
    ///
    /// # Safety
    /// Values of `bytes` bytes in total lie at `to`.
    pub unsafe fn clear_in_parts(&mut self, to: *mut u8, bytes: usize) -> Outcome<()> {
        if bytes <= WORK_PART_BYTES {
            // SAFETY: the caller's promise.
            unsafe { self.overwrite_with_zeros(to, bytes) };
            return Outcome::Return(());
        }
        self.each_part(bytes, |cx, at, n| {
            // SAFETY: the caller's promise: a part of the values.
            unsafe { cx.overwrite_with_zeros(to.add(at), n) };
        })
    }

    /// Calls `each` with the beginning and length of each part of `bytes` bytes.
    pub fn each_part(
        &mut self,
        bytes: usize,
        mut each: impl FnMut(&mut Self, usize, usize),
    ) -> Outcome<()> {
        self.run_in_parts(
            |_| 0,
            |cx, at| {
                let n = WORK_PART_BYTES.min(bytes - *at);
                each(cx, *at, n);
                *at += n;
                if *at == bytes { ControlFlow::Break(()) } else { ControlFlow::Continue(n) }
            },
        )
    }

    /// The suspended state of the instruction, if it was interrupted with a state of this type.
    pub(crate) fn resumed_state<S: 'static>(&mut self) -> Option<S> {
        let pending = &mut self.g().pending_resume;
        if !matches!(pending, PendingResume::Part(part) if part.state.is::<S>()) {
            return None;
        }
        let PendingResume::Part(part) = std::mem::replace(pending, PendingResume::Nothing) else {
            return None;
        };
        part.state.downcast().ok().map(|state| *state)
    }

    /// Suspends the instruction with this state: it must be left with [`Exit::Part`](crate::goroutine::exit::Exit).
    pub(crate) fn suspend_with(&mut self, state: impl Any + Send, roots: [u64; 3]) {
        self.g().pending_resume =
            PendingResume::Part(Box::new(SuspendedInstruction { state: Box::new(state), roots }));
    }

    /// Stores a result that exists only once, such as that of an embedder's function. If there is no memory, the native
    /// is called again, and [takes](Self::kept_result) the result then.
    pub fn store_or_keep<S: Send + 'static, R>(
        &mut self,
        result: S,
        store: impl FnOnce(&mut Self, &S) -> R,
    ) -> R {
        match catch_unwind(AssertUnwindSafe(|| store(self, &result))) {
            Ok(stored) => stored,
            Err(reason) => {
                self.suspend_with(result, [0; 3]);
                resume_unwind(reason)
            }
        }
    }

    /// The result that could not be stored for want of memory when the native was called before.
    pub fn kept_result<S: 'static>(&mut self) -> Option<S> {
        self.resumed_state()
    }

    /// A point at which the goroutine can be stopped, after `work` bytes of work. Reports whether the goroutine must be
    /// stopped.
    #[inline]
    pub(crate) fn must_stop_after_part(&mut self, work: usize) -> bool {
        debug_assert!(work <= WORK_PART_BYTES, "{work} bytes of work in a part");
        if let Some(counts) = &self.shared().work_part_counts {
            let name = lines::instruction_name(&self.shared().image, self.registers.pc);
            counts.count_part(&name, work);
        }
        self.must_stop_soon()
    }

    /// Like [`must_stop_after_part`](Self::must_stop_after_part), in the growing of an output, which any native may do.
    pub(crate) fn must_stop_after_growth_part(&mut self, work: usize) -> bool {
        if let Some(counts) = &self.shared().work_part_counts {
            counts.count_part("output", work);
        }
        self.must_stop_soon()
    }

    /// Reports whether the goroutine must stop at the next point where it can.
    #[inline]
    fn must_stop_soon(&self) -> bool {
        // SAFETY: the flag is the worker's, and outlives the slice.
        let flag = unsafe { &*self.yield_flag };
        // The load pairs with no store: the thread that sets the flag waits until this thread has seen it.
        flag.load(Ordering::Relaxed) != 0 || self.shared().stress.preempts
    }
}
