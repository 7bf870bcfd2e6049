//! A goroutine: the scheduler's task whose `resume` is the interpreter.
//!
//! A module of its own because it is where the two meet: a slice begins here, and whatever makes the interpreter leave is
//! turned into what the scheduler understands.

use crate::access::{Access, Watch};
use crate::begin::{Ahead, FIRST_ARGS, FIRST_BASE, begin};
use crate::collector::cycle;
use crate::exhaust;
use crate::fault::{self, Class};
use crate::gc;
use crate::interp::{
    Cx, Driver, Exit, S, Waited, frame_slots, learn_implements, resolve, resume_wait,
};
use crate::leaks;
use crate::locks::{self, Reads};
use crate::machine::{ExitStatus, Local, Shared};
use crate::native::{Control, GoError};
use crate::natives::time;
use crate::perfetto::place_of;
use crate::stack::{GOROUTINE, NoStack, Stack};
use crate::traceback::{self, Level};
use crate::unwind::{self, Panics, Unwind};
use minigo_bytecode::operand::SelectId;
use minigo_bytecode::ops::Op;
use minigo_sched::{
    BlockingCall, Mark, Next, OnP, Outcome, Reason, Scanned, Step, Task, TaskRef, TimerRef,
};
use minigo_sync::Waiter;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What a goroutine waits for, and where the result goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wait {
    /// Nothing.
    Nothing,
    /// What never comes.
    Forever,
    /// Nothing: its slice ended in the middle of an instruction, which had loaded this.
    Torn(u64),
    /// A send to this channel.
    Send(u64),
    /// A receive: into slot `dst` of the frame.
    Recv { ch: u64, dst: u32, n: u16, ok: bool },
    /// A select.
    Select { dst: u16, table: SelectId },
}

/// A native that a goroutine waits in.
pub(crate) enum InNative {
    /// The next instruction, which calls it again.
    Parked,
    /// The instruction before the next: a thread makes its call.
    Blocked,
}

/// A goroutine.
pub(crate) struct Goroutine {
    pub(crate) stack: Stack,
    /// The next instruction, while it does not run.
    pub(crate) pc: *const Op,
    /// The frame's base, in slots from the stack's, while it does not run.
    pub(crate) r: u32,
    /// Whether its native is called again.
    retry: bool,
    /// What the instruction that runs again lacked before the collection for its sake ([`exhaust::note`]); 0: there was none.
    pub(crate) starved: u8,
    /// What it allocated during this marking and has not paid for because it had to give way, in KB.
    owed: u16,
    pub(crate) wait: Wait,
    /// What a native that parks keeps for its next call.
    pub(crate) scratch: u64,
    pub(crate) ahead: Ahead,
    /// Deferred calls, panics, and what else most goroutines never need.
    unwind: Option<Box<Unwind>>,
    pub(crate) id: u64,
    /// Who made it, and where.
    pub(crate) parent: u64,
    pub(crate) made_at: *const Op,
    /// What it holds for reading.
    pub(crate) reads: Reads,
}

// SAFETY: its pointers lead into the image and the heap, which outlive it; only who runs it uses them.
unsafe impl Send for Goroutine {}

/// The part of a goroutine that others reach.
#[derive(Default, Debug)]
pub(crate) struct Face {
    waiter: Waiter,
    /// By which collection the slot's goroutine was scanned.
    pub(crate) scanned: Scanned,
}

impl AsRef<Waiter> for Face {
    fn as_ref(&self) -> &Waiter {
        &self.waiter
    }
}

impl Goroutine {
    /// A goroutine that will run the function at `code`; `stack` makes one if there are many arguments.
    ///
    /// # Safety
    /// `code` is a function's, and `args` leads to `n` slots, the function's arguments.
    #[inline(always)]
    unsafe fn new(
        shared: &Shared,
        stack: impl FnOnce() -> Result<Stack, NoStack>,
        code: *const Op,
        closure: u64,
        args: *const u64,
        n: usize,
    ) -> Result<Self, NoStack> {
        let leave = shared.image.leave() as u64;
        if n <= FIRST_ARGS {
            let mut first = [closure, leave, 0, 0, 0, 0];
            // SAFETY: the caller's promise; there is room for them.
            unsafe { first.as_mut_ptr().add(FIRST_BASE).copy_from_nonoverlapping(args, n) };
            return Ok(Self::with(Stack::none(), Ahead::Begin(first), code));
        }
        let mut stack = stack()?;
        // SAFETY: the caller's promise: a function's first instruction.
        let needed = FIRST_BASE + unsafe { frame_slots(code) }.max(n);
        if needed > stack.slots() {
            stack.grow(&shared.heap, needed, usize::MAX)?;
        }
        // SAFETY: the stack was made large enough; `args` is as the caller promises.
        unsafe {
            let r = stack.base().add(FIRST_BASE);
            *r.sub(2) = closure;
            *r.sub(1) = leave;
            r.copy_from_nonoverlapping(args, n);
        }
        Ok(Self::with(stack, Ahead::Nothing, code))
    }

    #[inline(always)]
    fn with(stack: Stack, ahead: Ahead, code: *const Op) -> Self {
        Self {
            stack,
            pc: code,
            r: FIRST_BASE as u32,
            retry: false,
            starved: 0,
            owed: 0,
            wait: Wait::Nothing,
            scratch: 0,
            ahead,
            unwind: None,
            id: 0,
            parent: 0,
            made_at: std::ptr::null(),
            reads: Reads::default(),
        }
    }

    /// The first goroutine: runs the program's entry.
    pub(crate) fn main(shared: &Shared) -> Self {
        let code = shared.image.entry_of(shared.image.program.entry);
        // SAFETY: a function, without arguments.
        let main = unsafe { Self::counted(shared, code, 0, &[]) };
        let mut main = main.expect("the limit allows one goroutine");
        main.id = 1;
        main
    }

    /// One that the VM starts by itself; `None` if there is no memory.
    ///
    /// # Safety
    /// `code` is a function's, `closure` its closure or 0, and `args` are its arguments.
    pub(crate) unsafe fn of_vm(
        shared: &Shared,
        code: *const Op,
        closure: u64,
        args: &[u64],
    ) -> Option<Self> {
        // SAFETY: the caller's promises.
        let mut new = unsafe { Self::counted(shared, code, closure, args)? };
        (new.id, new.parent) = (shared.next_id(), 1);
        Some(new)
    }

    /// The same, without an id.
    ///
    /// # Safety
    /// As for [`of_vm`](Self::of_vm).
    unsafe fn counted(
        shared: &Shared,
        code: *const Op,
        closure: u64,
        args: &[u64],
    ) -> Option<Self> {
        shared.heap.make_room(GOROUTINE).ok()?;
        let stack = Stack::new;
        // SAFETY: the caller's promises.
        unsafe { Self::new(shared, stack, code, closure, args.as_ptr(), args.len()) }.ok()
    }

    /// Deferred calls and panics.
    #[inline]
    pub(crate) fn unwind(&mut self) -> &mut Unwind {
        self.unwind.get_or_insert_default()
    }

    /// Takes over what a dead goroutine has left.
    pub(crate) fn inherit_unwind(&mut self, used: Box<Unwind>) {
        self.unwind = Some(used);
    }

    /// The same, if there ever were any, to change.
    #[inline]
    pub(crate) fn unwind_mut(&mut self) -> Option<&mut Unwind> {
        self.unwind.as_deref_mut()
    }

    /// Notes bytes that it has allocated during this marking and is still to pay for.
    pub(crate) fn owe(&mut self, bytes: u64) {
        self.owed = u16::try_from(bytes >> 10).unwrap_or(u16::MAX);
    }

    /// How many these are. Forgets it.
    pub(crate) fn take_owed(&mut self) -> u64 {
        u64::from(std::mem::take(&mut self.owed)) << 10
    }

    /// Calls `visit` for every word that it holds beside its stack: for the collector.
    pub(crate) fn each_word(&self, mut visit: impl FnMut(u64)) {
        visit(self.scratch);
        if let Wait::Send(ch) | Wait::Recv { ch, .. } = self.wait {
            visit(ch);
        }
        if let Some(unwind) = &self.unwind {
            unwind.each_word(visit);
        }
    }

    /// The same, if there ever were any.
    #[inline]
    pub(crate) fn unwind_ref(&self) -> Option<&Unwind> {
        self.unwind.as_deref()
    }

    /// Whether bad accesses are panics for it: `debug.SetPanicOnFault`.
    fn panics_on_fault(&self) -> bool {
        self.unwind_ref().is_some_and(|u| u.panic_on_fault)
    }

    /// Whether it waits in a native, while it does not run.
    pub(crate) fn in_native(&self) -> Option<InNative> {
        match self.ahead {
            Ahead::Call(..) => Some(InNative::Blocked),
            _ => self.retry.then_some(InNative::Parked),
        }
    }

    /// Whether the machine started it, and not a goroutine of the program.
    pub(crate) fn is_system(&self) -> bool {
        self.made_at.is_null() && self.id != 1
    }
}

/// `go f(…)`: starts a goroutine that runs the function at `code`.
///
/// # Safety
/// `code` is a function's, `closure` its closure or 0, and `args` leads to its `n` argument slots.
#[inline(never)]
pub(crate) unsafe fn spawn(cx: &mut Cx, code: *const Op, closure: u64, args: *const u64, n: usize) {
    let (parent, made_at) = (cx.g().id, cx.s.pc);
    cx.task().local().expect_goroutine();
    // SAFETY: the caller's promises.
    unsafe { spawn_on(&mut *cx.task, code, closure, args, n, parent, made_at) };
}

/// The same, for whoever runs on a processor, whether or not there is room for one more: a function without arguments needs no memory
/// here but its place in the scheduler, and without memory for its stack the new goroutine ends the program.
///
/// # Safety
/// As for [`spawn`].
pub(crate) unsafe fn spawn_on(
    on: &mut OnP<'_, Goroutine>,
    code: *const Op,
    closure: u64,
    args: *const u64,
    n: usize,
    parent: u64,
    made_at: *const Op,
) {
    let local = on.local();
    let id = local.next_id();
    let shared = Arc::as_ptr(&local.shared);
    let stack = || local.take_stack();
    // SAFETY: the machine outlives its processors; the caller's promises.
    let new = unsafe { Goroutine::new(&*shared, stack, code, closure, args, n) };
    match new {
        Ok(mut new) => {
            (new.id, new.parent, new.made_at) = (id, parent, made_at);
            on.spawn(new);
        }
        Err(why) => no_stack(why),
    }
}

/// There is no room for a goroutine's arguments.
#[cold]
fn no_stack(why: NoStack) -> ! {
    match why {
        NoStack::NoMemory(bytes) => exhaust::unwind(bytes),
        NoStack::TooLarge => unreachable!("the arguments are far below the limit"),
    }
}

impl Task for Goroutine {
    type Local = Local;
    type Shared = Face;

    fn passing(local: &mut Local, words: &[u64]) {
        if local.cache.is_marking() {
            words.iter().for_each(|&w| local.cache.marker().mark(w));
        }
    }

    fn go_off(on: &mut OnP<'_, Self>, alarm: u64, timer: TimerRef) -> Next {
        time::go_off(on, alarm, timer)
    }

    #[inline]
    fn admit(on: &mut OnP<'_, Self>, me: TaskRef) {
        if on.local().cache.is_marking() {
            cycle::admit(on, me);
        }
    }

    fn resume(&mut self, task: &mut minigo_sched::Cx<'_, Self>) -> Step {
        let fuel = task.budget();
        let local: *mut Local = task.local();
        // SAFETY: the processor's data stays where it is during the slice; nobody else uses it.
        let marking = unsafe { (*local).cache.is_marking() };
        if marking {
            cycle::before_slice(self, task);
        }
        if self.stack.is_none() {
            // SAFETY: as above.
            self.begin_at_once(unsafe { &mut *local });
        }
        // SAFETY: as above.
        let shared: &Shared = unsafe { &*std::sync::Arc::as_ptr(&(*local).shared) };
        let image = &shared.image;
        // A slice that was paused may have been about to collect.
        // SAFETY: as above.
        let due =
            shared.driver == Driver::Step && unsafe { gc::is_due_at(&(*local).cache, shared) };
        let budget = if due { 0 } else { i64::from(fuel) };
        let mut cx = Cx {
            limit: self.stack.limit(),
            consts: image.program.consts.as_ptr(),
            globals: image.globals(),
            code: image.code.as_ptr(),
            strings: image.strings.as_ptr(),
            natives: image.natives.as_ptr(),
            infos: image.infos.as_ptr(),
            sites: image.sites.as_ptr(),
            // SAFETY: as above.
            cache: unsafe { &raw mut (*local).cache },
            g: self,
            m: shared,
            task: std::ptr::from_mut(task).cast(),
            s: S { pc: self.pc, r: self.stack.base().wrapping_add(self.r as usize), n: budget },
            fuel,
            marking,
            flag: task.flag(),
            retry: std::mem::take(&mut self.retry),
            running: false,
            exit: Exit::None,
            landing: std::ptr::null_mut(),
        };
        // SAFETY: the context lives longer.
        let _watch = unsafe { Watch::over(&raw mut cx) };
        if shared.gc.options.stress {
            cx.s.n = gc::budget(&mut cx);
        }
        let step = loop {
            match exhaust::catch(|| slice(&mut cx, shared)) {
                Ok(step) => break step,
                Err(wanted) => {
                    if let Some(step) = exhaust::after(&mut cx, wanted) {
                        cx.g().retry |= cx.retry;
                        break step;
                    }
                }
            }
        };
        let S { pc, r, .. } = cx.s;
        let g = cx.g();
        g.pc = pc;
        // SAFETY: the frame lies in the stack.
        g.r = unsafe { r.offset_from(g.stack.base()) } as u32;
        step
    }

    fn name(&self) -> Mark {
        Mark { object: self.id, place: place_of(self.made_at) }
    }

    fn place(&self) -> Mark {
        let object = match self.wait {
            Wait::Send(ch) | Wait::Recv { ch, .. } => ch,
            Wait::Nothing | Wait::Torn(_) | Wait::Forever | Wait::Select { .. } => 0,
        };
        Mark { object, place: place_of(self.pc) }
    }

    fn retire(&mut self, on: &mut OnP<'_, Self>) {
        let local = on.local();
        if !self.reads.is_empty() {
            local.shared.orphans.adopt(self.id, &self.reads);
        }
        local.keep_stack(std::mem::replace(&mut self.stack, Stack::none()));
        if let Some(unwind) = self.unwind.take() {
            local.keep_unwind(unwind);
        }
    }
}

/// Runs until the slice ends.
fn slice(cx: &mut Cx, shared: &Shared) -> Step {
    if !matches!(cx.g().wait, Wait::Nothing) {
        match resume_wait(cx) {
            Waited::Over => cx.g().wait = Wait::Nothing,
            Waited::Still(reason) => return Step::Park(reason),
            Waited::Failed => {
                cx.g().wait = Wait::Nothing;
                if let Some(step) = left(cx, shared) {
                    return step;
                }
            }
        }
    }
    if !matches!(cx.g().ahead, Ahead::Nothing)
        && let Some(step) = go_ahead(cx, shared)
    {
        return step;
    }
    loop {
        cx.running = true;
        // SAFETY: the registers are those of this goroutine.
        unsafe { shared.driver.run(cx) };
        cx.running = false;
        if !matches!(cx.exit, Exit::Grow(_)) {
            cx.g().starved = 0;
        }
        if let Some(step) = left(cx, shared) {
            return step;
        }
    }
}

/// Does what is to be done before the interpreter goes on; `None`: it goes on.
#[cold]
fn go_ahead(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    if cx.g().first().is_some() {
        return begin(cx, shared);
    }
    if let Ahead::Call(call, window) = std::mem::replace(&mut cx.g().ahead, Ahead::Nothing) {
        // SAFETY: the window lies in the frame that made the call, which has ended: the goroutine goes on.
        let control = unsafe { call.then(cx, cx.s.r.add(window as usize)) };
        if control == Control::Leave {
            return left(cx, shared);
        }
    }
    None
}

/// Deals with why the interpreter was left; `None`: it goes on.
fn left(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    match std::mem::replace(&mut cx.exit, Exit::None) {
        Exit::None => unreachable!("the interpreter says why it stops"),
        Exit::Budget => {
            if gc::is_hopeless(shared) {
                return Some(exhaust::end_scarce(cx));
            }
            if gc::is_due(cx) && !cycle::attend(cx) || cx.task().should_yield() {
                return Some(Step::Preempted);
            }
            cx.s.n = gc::budget(cx);
            None
        }
        Exit::Grow(slots) => {
            if grow(cx, slots) {
                return None;
            }
            match std::mem::replace(&mut cx.exit, Exit::None) {
                Exit::NoStack(NoStack::NoMemory(bytes)) => exhaust::starve(cx, bytes),
                _ => Some(stack_overflow(cx)),
            }
        }
        Exit::NoStack(NoStack::NoMemory(bytes)) => Some(exhaust::end(cx, bytes)),
        Exit::NoStack(NoStack::TooLarge) => Some(stack_overflow(cx)),
        Exit::Fault(fault) => failed(cx, shared, fault),
        Exit::Panic([0, _]) => {
            let value = fault::nil_panic_value(cx);
            unwind::panic(cx, value, None)
        }
        Exit::Panic(value) => unwind::panic(cx, value, None),
        Exit::Error(error) => raise(cx, &error, Class::Plain, None),
        Exit::Resolve(ty, site) => {
            resolve(cx, ty, site);
            None
        }
        Exit::Implements(ty, iface) => {
            learn_implements(cx, ty, iface);
            None
        }
        Exit::Reads(lock, site) => {
            cx.g().reads.add(lock, site);
            None
        }
        Exit::ReadsNoMore(lock) => {
            locks::forget_read(cx.g(), &shared.orphans, lock);
            None
        }
        Exit::Yield => Some(Step::Yield),
        Exit::Pause => Some(Step::Pause),
        Exit::Park(reason) => Some(Step::Park(reason)),
        Exit::ParkNative(reason) => {
            // SAFETY: the native's instruction is the one before.
            cx.s.pc = unsafe { cx.s.pc.sub(1) };
            cx.g().retry = true;
            Some(Step::Park(reason))
        }
        Exit::Again => {
            // SAFETY: the native's instruction is the one before.
            cx.s.pc = unsafe { cx.s.pc.sub(1) };
            Some(Step::Yield)
        }
        Exit::Block { call, long } => {
            let window = native_window(cx);
            let work: BlockingCall = call.clone();
            cx.g().ahead = Ahead::Call(call, window);
            Some(if long { Step::BlockLong(work) } else { Step::Block(work) })
        }
        Exit::CallGo(call) => unwind::call_go(cx, *call),
        Exit::Goexit => unwind::goexit(cx),
        Exit::Program(code) => {
            shared.leaks.orderly.store(leaks::EXITED, Ordering::Relaxed);
            Some(end_program(cx, ExitStatus::Exited(code)))
        }
        Exit::Done => Some(ended(cx, shared)),
    }
}

/// The goroutine's function has returned. When that was main's, the program ends.
fn ended(cx: &mut Cx, shared: &Shared) -> Step {
    if cx.g().id == 1 {
        if cx.g().unwind_ref().is_some_and(|u| u.exiting) {
            shared.main_exited.store(true, Ordering::SeqCst);
        } else if shared.panicking.load(Ordering::SeqCst) > 0
            && shared.patience.fetch_sub(1, Ordering::Relaxed) > 0
        {
            // SAFETY: the instruction that ended it is the one before: it is to do so again.
            cx.s.pc = unsafe { cx.s.pc.sub(1) };
            return wait_for_panic(shared);
        } else {
            shared.leaks.orderly.store(leaks::RETURNED, Ordering::Relaxed);
            return end_program(cx, ExitStatus::Exited(0));
        }
    }
    Step::Done
}

/// An instruction has failed: what Go does then, mostly a panic.
fn failed(cx: &mut Cx, shared: &Shared, fault: fault::Fault) -> Option<Step> {
    let access = fault.access();
    if let Some(access) = access.filter(|a| !a.is_near_nil() && !cx.g().panics_on_fault()) {
        return Some(bad_access(cx, access));
    }
    if fault == fault::Fault::Nil
        && let Some(text) = nil_receiver(cx, shared)
    {
        return raise(cx, &GoError::Plain(text), Class::Plain, None);
    }
    let unsigned = match fault.class() {
        Class::Bounds => traceback::unsigned_before(&shared.image, cx.s.pc),
        _ => 0,
    };
    let error = fault.error_of(&shared.image.types, unsigned);
    raise(cx, &error, fault.class(), access)
}

/// Lets the others go on for a moment. Under a seed their turns count, not time.
fn wait_for_panic(shared: &Shared) -> Step {
    if shared.driver == Driver::Step {
        return Step::Yield;
    }
    let host = shared.host.clone();
    Step::BlockLong(Arc::new(move || host.nanosleep(Duration::from_micros(100))))
}

/// The text for a value method that is called through a nil pointer: the wrapper that loads the receiver has failed.
fn nil_receiver(cx: &Cx, shared: &Shared) -> Option<String> {
    let image = &shared.image;
    let wrapper = &image.program.funcs[image.func_at(cx.s.pc).0 as usize];
    // SAFETY: the wrapper's first argument is the receiver.
    if !wrapper.wrapper || wrapper.arg_slots == 0 || unsafe { *cx.s.r } != 0 {
        return None;
    }
    let (pkg, rest) = wrapper.name.split_once(".(*")?;
    let (ty, method) = rest.split_once(").")?;
    let value_method = format!("{pkg}.{ty}.{method}");
    let declared = image.program.funcs.iter().any(|f| *f.name == *value_method);
    declared.then(|| format!("value method {value_method} called using nil *{ty} pointer"))
}

/// Deals with what kept a call of the VM from beginning.
pub(crate) fn left_again(cx: &mut Cx) -> Option<Step> {
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    left(cx, unsafe { &*shared })
}

/// The end of a goroutine that `Goexit` has brought there.
pub(crate) fn done(cx: &mut Cx) -> Step {
    if cx.g().id == 1 {
        cx.shared().main_exited.store(true, Ordering::SeqCst);
    }
    Step::Done
}

/// The window of the native that was just called.
pub(crate) fn native_window(cx: &Cx) -> u32 {
    // SAFETY: the registers are behind a `call.native`.
    unsafe { crate::interp::window_before(cx.s.pc) as u32 }
}

/// Panics with an error, or ends the program if it is a fatal one.
fn raise(cx: &mut Cx, error: &GoError, class: Class, access: Option<Access>) -> Option<Step> {
    if let GoError::Fatal(text) = error {
        return Some(fatal(cx, text));
    }
    let value = fault::value_of(cx, error, class).expect("all but fatal errors have one");
    unwind::panic(cx, value, access)
}

/// An instruction touched memory that is not there.
fn bad_access(cx: &mut Cx, access: Access) -> Step {
    let message = access.report(cx.s.pc as u64).to_string();
    crash(cx, message.into_bytes(), Level::Single)
}

/// Makes room for `slots` slots from the frame's base on; if there is none, false, and the context says why.
pub(crate) fn grow(cx: &mut Cx, slots: usize) -> bool {
    let (r, shared) = (cx.s.r, cx.m);
    let g = cx.g();
    // SAFETY: the frame lies in the stack.
    let offset = unsafe { r.offset_from(g.stack.base()) } as usize;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    if let Err(why) = g.stack.grow(&shared.heap, offset + slots, shared.settings.max_stack()) {
        cx.leave(Exit::NoStack(why));
        return false;
    }
    g.starved = 0;
    let (base, limit) = (g.stack.base(), g.stack.limit());
    cx.limit = limit;
    // SAFETY: the larger stack has this slot too.
    cx.s.r = unsafe { base.add(offset) };
    true
}

/// Ends the program. The goroutine is never resumed.
pub(crate) fn end_program(cx: &mut Cx, status: ExitStatus) -> Step {
    die(cx, status, &[])
}

/// Ends the program with a last message, unless another goroutine has ended it already.
pub(crate) fn die(cx: &mut Cx, status: ExitStatus, message: &[u8]) -> Step {
    if cx.shared().set_status(status) {
        cx.shared().crashed.store(!message.is_empty(), Ordering::SeqCst);
        cx.shared().write_stderr(message);
    }
    cx.task().finish(Outcome::Finished);
    cx.g().wait = Wait::Forever;
    Step::Park(Reason::Unknown)
}

/// Ends the program with a last message and the goroutine's stack; from level `others` on the other goroutines follow.
pub(crate) fn crash(cx: &mut Cx, mut message: Vec<u8>, others: Level) -> Step {
    let level = cx.shared().settings.traceback();
    if level >= Level::Single {
        let mut stack = String::from("\n");
        traceback::current(cx, &mut stack);
        message.extend(stack.as_bytes());
    }
    if level >= others {
        let id = cx.g().id;
        cx.shared().dying.store(id, Ordering::SeqCst);
    }
    die(cx, ExitStatus::Exited(2), &message)
}

/// Fatal errors of the runtime itself: text, traceback, exit status 2.
pub(crate) fn throw(cx: &mut Cx, text: &str) -> Step {
    let text = text.replace('\n', "\n\t");
    crash(cx, format!("fatal error: {text}\n").into_bytes(), Level::All)
}

/// Fatal errors that the program is to blame for: the panics that they interrupt come first.
pub(crate) fn fatal(cx: &mut Cx, text: &str) -> Step {
    let Panics { lines: mut message, signal, exiting } = unwind::panics_of(cx);
    if !message.is_empty() || exiting {
        message.push(b'\t');
    }
    message.extend(format!("fatal error: {}\n", text.replace('\n', "\n\t")).as_bytes());
    message.extend(signal);
    crash(cx, message, Level::All)
}

fn stack_overflow(cx: &mut Cx) -> Step {
    let limit = cx.shared().settings.max_stack();
    let message = format!(
        "runtime: goroutine stack exceeds {limit}-byte limit\nfatal error: stack overflow\n"
    );
    crash(cx, message.into_bytes(), Level::Single)
}
