//! The goroutine: its stack and registers while it is not running, the event that it waits for, and the half that other
//! threads access.

use crate::goroutine::native_call::{BlockingNativeCall, SuspendedInstruction};
use crate::goroutine::processor::ProcLocal;
use crate::goroutine::stack::{
    FIRST_SLOTS, GOROUTINE_BYTES, NoStack, SchedulerMemoryCharge, Stack,
};
use crate::goroutine::unwind_records::Unwind;
use crate::image::code::frame_slots;
use crate::race::KnownAccesses;
use crate::shared::Shared;
use crate::shared::locks::{OrphanedReadLocks, ReadLocks};
use crate::shared::session_inputs::OutOfMemoryEnd;
use crate::shared::settings::TracebackLevel;
use minigo_bytecode::operand::SelectId;
use minigo_bytecode::ops::Op;
use minigo_sched::{LastScan, TaskRef};
use minigo_sync::Waiter;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::AtomicPtr;

/// Work to be done before the interpreter continues a goroutine.
pub(crate) enum PendingResume {
    Nothing,
    /// A blocking call has returned: its remaining work, with the native's window.
    Call(Arc<dyn BlockingNativeCall>, u32),
    /// An instruction was interrupted between two parts of its work: it is executed again.
    Part(Box<SuspendedInstruction>),
    /// The goroutine waits for the next call of the embedder.
    EmbedderCall,
    /// The goroutine has not begun and has no stack yet.
    Begin(FirstFrame),
    /// A debugger has stopped the goroutine after its panic began: its deferred calls run next.
    Panic,
    /// A debugger has stopped the goroutine before it ends the program with this message.
    Crash(Vec<u8>, TracebackLevel),
}

/// The first frame of a goroutine that has not begun, as it will lie in the stack: the header, then the arguments. If a
/// program starts a million goroutines faster than they run, only goroutines that have begun cost a stack; and a
/// goroutine that ends soon leaves its stack, still in the CPU's cache, to the next one.
pub(crate) type FirstFrame = [u64; FIRST_FRAME_BASE + MAX_FIRST_ARGS];

/// The most arguments of a goroutine that starts without a stack; a goroutine with more gets its stack at once.
pub(crate) const MAX_FIRST_ARGS: usize = 4;

/// The number of slots below the first frame, which hold its header.
pub(crate) const FIRST_FRAME_BASE: usize = 2;

impl PendingResume {
    /// A goroutine that has not begun.
    ///
    /// # Safety
    /// `args` points to `n` slots, at most [`MAX_FIRST_ARGS`].
    #[inline(always)]
    pub(crate) unsafe fn begin(shared: &Shared, closure: u64, args: *const u64, n: usize) -> Self {
        let mut first = [closure, shared.image.vm_return_address() as u64, 0, 0, 0, 0];
        // SAFETY: the caller's promise; `first` has room for them.
        unsafe { first.as_mut_ptr().add(FIRST_FRAME_BASE).copy_from_nonoverlapping(args, n) };
        Self::Begin(first)
    }
}

/// The first frame of a goroutine with many arguments, in a stack that `stack` makes.
///
/// # Safety
/// `code` is a function's first instruction, and `args` points to `n` slots, the function's arguments.
pub(crate) unsafe fn first_frame(
    shared: &Shared,
    stack: impl FnOnce() -> Result<Stack, NoStack>,
    code: *const Op,
    closure: u64,
    args: *const u64,
    n: usize,
) -> Result<Stack, NoStack> {
    let mut stack = stack()?;
    // SAFETY: the caller's promise: `code` is a function's first instruction.
    let needed = FIRST_FRAME_BASE + unsafe { frame_slots(code) }.max(n);
    if needed > stack.slots() {
        stack.grow(&shared.heap, needed, usize::MAX)?;
    }
    // SAFETY: the stack was made large enough; `args` is valid by the caller's promise.
    unsafe {
        let r = stack.base().add(FIRST_FRAME_BASE);
        *r.sub(2) = closure;
        *r.sub(1) = shared.image.vm_return_address() as u64;
        r.copy_from_nonoverlapping(args, n);
    }
    Ok(stack)
}

/// The properties that a goroutine gets from its maker.
pub(crate) struct SpawnProperties {
    pub(crate) parent_id: u64,
    /// The maker, if a goroutine started this one.
    pub(crate) maker: Option<TaskRef>,
    /// The address behind the `go` statement; null if the machine makes the goroutine.
    pub(crate) go_statement: *const Op,
    pub(crate) bubble: u32,
    pub(crate) test_number: u32,
    pub(crate) session_input_number: u32,
    /// See [`Unwind::labels`](crate::goroutine::unwind_records::Unwind::labels).
    pub(crate) labels: Option<Arc<[u8]>>,
    /// For the race detector: the accesses that happen before all accesses of the goroutine.
    pub(crate) known_accesses: KnownAccesses,
}

impl Goroutine {
    /// The address behind the instruction at which reports show the goroutine while it is not running: mostly the call
    /// in which it waits. A goroutine stopped at a point of exploration stands before the instruction that it is about
    /// to execute.
    pub(crate) fn position(&self) -> *const Op {
        match self.wait {
            Wait::Point | Wait::SplitUpdate(_) => self.pc.wrapping_add(1),
            _ => self.pc,
        }
    }

    /// A hash of the goroutine's id, position and slots, while it is not running.
    pub(crate) fn state_digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.id, self.pc as usize, self.frame_words()).hash(&mut hasher);
        hasher.finish()
    }

    /// The slots of the goroutine's frames: of its stack, if it has begun, otherwise of its first frame.
    #[inline]
    pub(crate) fn frame_words(&self) -> &[u64] {
        match &self.pending_resume {
            PendingResume::Begin(first) => first,
            _ => self.stack.stack_words(),
        }
    }

    /// The first frame of a goroutine that has not begun.
    #[inline]
    pub(crate) fn first_frame(&self) -> Option<&[u64]> {
        match &self.pending_resume {
            PendingResume::Begin(first) => Some(first),
            _ => None,
        }
    }

    /// Gives a goroutine that has not begun a stack, if the processor keeps one that is large enough; otherwise
    /// [`begin`] allocates the stack.
    #[inline(always)]
    pub(crate) fn take_kept_stack(&mut self, local: &mut ProcLocal) {
        let PendingResume::Begin(first) = &self.pending_resume else { return };
        // SAFETY: the next instruction is a function's first.
        let frame = unsafe { frame_slots(self.pc) };
        if FIRST_FRAME_BASE + frame <= FIRST_SLOTS
            && let Some(stack) = local.take_kept_stack()
        {
            // SAFETY: the stack of a new goroutine has more slots than that.
            unsafe { stack.base().copy_from_nonoverlapping(first.as_ptr(), first.len()) };
            self.pending_resume = PendingResume::Nothing;
            self.stack = stack;
        }
    }
}

/// The event that a goroutine waits for, and where the result goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wait {
    /// Nothing.
    Nothing,
    /// An event that never happens.
    Forever,
    /// Nothing: the slice ended inside an interrupted read-modify-write, which had loaded this value.
    SplitUpdate(u64),
    /// Nothing: the slice ended before a point of exploration ([`crate::explore`]).
    Point,
    /// A send to this channel.
    Send(u64),
    /// A receive: into slot `dst` of the frame.
    Recv { ch: u64, dst: u32, n: u16, ok: bool },
    /// A select.
    Select { dst: u16, table: SelectId },
}

/// The instruction that calls the native in which a goroutine waits.
pub(crate) enum NativeWait {
    /// The next instruction, which calls the native again.
    Parked,
    /// The instruction before the next one: a thread executes the native's blocking call.
    Blocked,
}

/// A goroutine.
pub(crate) struct Goroutine {
    pub(crate) stack: Stack,
    /// The next instruction, while the goroutine is not running.
    pub(crate) pc: *const Op,
    /// The frame's base while the goroutine is not running, in slots from the stack's base.
    pub(crate) frame_base: u32,
    /// Whether the goroutine's native is called again.
    pub(crate) is_retry: bool,
    /// Whether the goroutine must end since there was no memory for its input. Set while the world is stopped, or by
    /// the goroutine itself.
    pub(crate) out_of_memory_end: OutOfMemoryEnd,
    /// The instruction that is executed again after a collection for want of memory: its index in the code plus 1; 0
    /// for none. The field stays until that instruction has completed, however often it is executed: it allocates each
    /// time.
    pub(crate) retried_instruction: u32,
    /// KB allocated during this marking for which the goroutine has not assisted because it had to yield.
    assist_debt: u16,
    /// The goroutine's bubble ([`crate::shared::bubbles`]); 0 for none.
    pub(crate) bubble: u32,
    /// The test that started the goroutine, directly or not ([`crate::shared::test_leaks`]); 0 for none.
    pub(crate) test_number: u32,
    /// The number of the session's input that started the goroutine; 0 for none.
    pub(crate) session_input_number: u32,
    pub(crate) wait: Wait,
    /// A word that a native that parks keeps for its next call.
    pub(crate) scratch_word: u64,
    pub(crate) pending_resume: PendingResume,
    /// Deferred calls, panics, and other records that most goroutines never need.
    pub(crate) unwind_record: Option<Box<Unwind>>,
    pub(crate) id: u64,
    /// The id of the goroutine that started this one, and the place of the `go` statement.
    pub(crate) parent_id: u64,
    pub(crate) made_at: *const Op,
    /// The locks that the goroutine holds for reading.
    pub(crate) read_locks: ReadLocks,
    /// How many times the goroutine has pinned itself to its P without unpinning: a pinned goroutine is not preempted.
    pub(crate) pin_count: u32,
    /// The race detector's state of the goroutine, if accesses are watched.
    pub(crate) race_state: Option<Box<minigo_race::Goroutine>>,
    /// Charges the goroutine's place in the scheduler.
    _scheduler_charge: SchedulerMemoryCharge,
}

// SAFETY: the pointers refer to the image and the heap, which outlive the goroutine; only the worker that runs it uses
// them.
unsafe impl Send for Goroutine {}

/// The part of a goroutine that other goroutines and threads access.
#[derive(Default, Debug)]
pub(crate) struct GoroutineShared {
    waiter: Waiter,
    /// The collection that last scanned the slot's goroutine.
    pub(crate) scan_state: LastScan,
    /// The race detector's state of the goroutine in this slot, valid since its slice began; null if accesses are not
    /// watched. Relaxed: a goroutine that reads the pointer has claimed this goroutine's wait under the channel's lock,
    /// which publishes it.
    pub(crate) race_state: AtomicPtr<minigo_race::Goroutine>,
}

impl AsRef<Waiter> for GoroutineShared {
    fn as_ref(&self) -> &Waiter {
        &self.waiter
    }
}

impl Goroutine {
    /// A goroutine that will run the function at `code`.
    ///
    /// # Safety
    /// `code` is a function's first instruction, and `args` points to `n` slots, the function's arguments.
    #[inline(always)]
    pub(crate) unsafe fn new(
        shared: &Shared,
        code: *const Op,
        closure: u64,
        args: *const u64,
        n: usize,
    ) -> Result<Self, NoStack> {
        if n <= MAX_FIRST_ARGS {
            // SAFETY: the caller's promise.
            let first = unsafe { PendingResume::begin(shared, closure, args, n) };
            return Ok(Self::with_stack(Stack::without_slots(), first, code));
        }
        // SAFETY: the caller's promises.
        let stack = unsafe { first_frame(shared, Stack::new, code, closure, args, n)? };
        Ok(Self::with_stack(stack, PendingResume::Nothing, code))
    }

    /// Makes a goroutine, with id `id`, that another goroutine has started.
    #[inline(always)]
    pub(crate) fn started_by_goroutine(
        stack: Stack,
        pending: PendingResume,
        code: *const Op,
        id: u64,
        made: SpawnProperties,
        race: Option<Box<minigo_race::Goroutine>>,
    ) -> Self {
        let SpawnProperties {
            parent_id: parent,
            go_statement: at,
            bubble,
            test_number: test,
            session_input_number: input,
            labels,
            ..
        } = made;
        let unwind =
            labels.map(|labels| Box::new(Unwind { labels: Some(labels), ..Unwind::default() }));
        let new = Self::with_stack(stack, pending, code);
        Self {
            id,
            parent_id: parent,
            made_at: at,
            bubble,
            test_number: test,
            session_input_number: input,
            unwind_record: unwind,
            race_state: race,
            ..new
        }
    }

    #[inline(always)]
    fn with_stack(stack: Stack, pending: PendingResume, code: *const Op) -> Self {
        Self {
            stack,
            pc: code,
            frame_base: FIRST_FRAME_BASE as u32,
            is_retry: false,
            out_of_memory_end: OutOfMemoryEnd::No,
            retried_instruction: 0,
            assist_debt: 0,
            bubble: 0,
            test_number: 0,
            session_input_number: 0,
            wait: Wait::Nothing,
            scratch_word: 0,
            pending_resume: pending,
            unwind_record: None,
            id: 0,
            parent_id: 0,
            made_at: std::ptr::null(),
            read_locks: ReadLocks::default(),
            pin_count: 0,
            race_state: None,
            _scheduler_charge: SchedulerMemoryCharge::charge_scheduler_memory(),
        }
    }

    /// The main goroutine: runs the program's entry.
    pub(crate) fn main(shared: &Shared) -> Self {
        let code = shared.image.entry_pc(shared.image.program.entry);
        // SAFETY: the pointer is a function without arguments.
        let main = unsafe { Self::new_with_memory_charge(shared, code, 0, &[]) };
        let mut main = main.expect("the limit allows one goroutine");
        main.id = 1;
        main.begin_race_watch(shared, KnownAccesses::Nothing);
        main
    }

    /// A goroutine that the VM starts by itself; `None` if there is no memory.
    ///
    /// # Safety
    /// `code` is a function's first instruction, `closure` its closure or 0, and `args` are its arguments. `known` has
    /// no maker.
    pub(crate) unsafe fn started_by_vm(
        shared: &Shared,
        code: *const Op,
        closure: u64,
        args: &[u64],
        known: KnownAccesses,
    ) -> Option<Self> {
        // SAFETY: the caller's promises.
        let mut new = unsafe { Self::new_with_memory_charge(shared, code, closure, args)? };
        (new.id, new.parent_id) = (shared.new_goroutine_id(), 1);
        new.begin_race_watch(shared, known);
        Some(new)
    }

    /// The goroutine that runs an input of a session. The goroutine is made whether or not there is room: without
    /// memory it collects when it begins, and fails if that does not help.
    pub(crate) fn for_session_input(
        shared: &Shared,
        code: *const Op,
        number: u32,
        known: KnownAccesses,
    ) -> Self {
        // SAFETY: the pointer is a function without arguments.
        let new = unsafe { Self::new(shared, code, 0, std::ptr::null(), 0) };
        let mut new = new.expect("a goroutine without arguments needs no stack yet");
        (new.id, new.parent_id, new.session_input_number) = (shared.new_goroutine_id(), 1, number);
        new.begin_race_watch(shared, known);
        new
    }

    /// Starts watching a goroutine that no other goroutine started; so `known` must have no maker.
    fn begin_race_watch(&mut self, shared: &Shared, known: KnownAccesses) {
        let id = self.id;
        // SAFETY: the goroutine has no maker.
        self.race_state =
            shared.race.as_ref().map(|races| unsafe { races.start_goroutine(known, id) });
    }

    /// Makes a goroutine without an id, counted by the heap; `None` if there is no memory.
    ///
    /// # Safety
    /// As for [`started_by_vm`](Self::started_by_vm).
    unsafe fn new_with_memory_charge(
        shared: &Shared,
        code: *const Op,
        closure: u64,
        args: &[u64],
    ) -> Option<Self> {
        shared.heap.make_room(GOROUTINE_BYTES).ok()?;
        // SAFETY: the caller's promises.
        unsafe { Self::new(shared, code, closure, args.as_ptr(), args.len()) }.ok()
    }

    /// The goroutine's deferred calls and panics; creates the records if there are none.
    #[inline]
    pub(crate) fn unwind_record(&mut self) -> &mut Unwind {
        self.unwind_record.get_or_insert_default()
    }

    /// Reuses the emptied records of a dead goroutine.
    pub(crate) fn reuse_unwind(&mut self, used: Box<Unwind>) {
        self.unwind_record = Some(used);
    }

    /// The goroutine's deferred calls and panics, if it ever had any, for changes.
    #[inline]
    pub(crate) fn unwind_mut(&mut self) -> Option<&mut Unwind> {
        self.unwind_record.as_deref_mut()
    }

    /// Records bytes that the goroutine has allocated during this marking and for which it must still assist.
    pub(crate) fn add_assist_debt(&mut self, bytes: u64) {
        self.assist_debt = u16::try_from(bytes >> 10).unwrap_or(u16::MAX);
    }

    /// The bytes for which the goroutine must still assist; resets the number.
    pub(crate) fn take_assist_debt(&mut self) -> u64 {
        u64::from(std::mem::take(&mut self.assist_debt)) << 10
    }

    /// Calls `visit` for every word that the goroutine holds outside its stack. The collector calls this to find roots.
    pub(crate) fn each_word(&self, mut visit: impl FnMut(u64)) {
        visit(self.scratch_word);
        if let PendingResume::Part(part) = &self.pending_resume {
            part.roots.into_iter().for_each(&mut visit);
        }
        if let Wait::Send(ch) | Wait::Recv { ch, .. } = self.wait {
            visit(ch);
        }
        if let Some(unwind) = &self.unwind_record {
            unwind.each_word(visit);
        }
    }

    /// The goroutine's deferred calls and panics, if it ever had any.
    #[inline]
    pub(crate) fn unwind_ref(&self) -> Option<&Unwind> {
        self.unwind_record.as_deref()
    }

    /// Reports whether bad accesses are panics in this goroutine: `debug.SetPanicOnFault`.
    pub(crate) fn panics_on_fault(&self) -> bool {
        self.unwind_ref().is_some_and(|u| u.panics_on_fault)
    }

    /// Says in which native the goroutine waits, while it is not running.
    pub(crate) fn native_wait(&self) -> Option<NativeWait> {
        match self.pending_resume {
            PendingResume::Call(..) => Some(NativeWait::Blocked),
            _ => self.is_retry.then_some(NativeWait::Parked),
        }
    }

    /// Reports whether a thread makes a blocking call for the goroutine.
    pub(crate) fn is_in_blocking_call(&self) -> bool {
        matches!(self.pending_resume, PendingResume::Call(..))
    }

    /// Reports whether the machine, rather than a goroutine of the program, started this goroutine.
    pub(crate) fn is_system(&self) -> bool {
        self.made_at.is_null() && self.id != 1
    }
}

/// The goroutine unlocks a lock for reading that is not in its own records: another goroutine may have locked it.
#[cold]
pub(crate) fn forget_read_lock(g: &mut Goroutine, orphans: &OrphanedReadLocks, lock: u64) {
    if !g.read_locks.remove_listed_lock(lock) {
        orphans.forget_orphan(lock);
    }
}
