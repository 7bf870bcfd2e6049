//! The handler of SIGSEGV and SIGBUS.
//!
//! The whole handler is async-signal-safe: it allocates nothing and takes no lock.

use crate::access::faulted_thread::FaultedThread;
use crate::access::position;
use crate::access::signal_stack;
use crate::arch::Registers;
use crate::goroutine::access::FaultedAccess;
use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::fault::Fault;
use crate::host::signal_parker;
use crate::memory::memory_limit_allocator::ByteSize;
use minigo_heap::ledger::{self, Ledger};
use minigo_heap::mappings::FaultOutcome;
use minigo_sched::SysmonParker as _;
use std::cell::Cell;
use std::fmt::Write;
use std::marker::PhantomData;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};

/// The code of a fault at mapped memory whose protection forbids the access.
const SEGV_ACCERR: i32 = 2;

const SIGNALS: [i32; 2] = [libc::SIGSEGV, libc::SIGBUS];
/// The actions that the two signals had before minigo installed its handler. Signal handlers belong to the process, so
/// all machines share this variable.
static PREVIOUS_ACTIONS: OnceLock<[libc::sigaction; 2]> = OnceLock::new();

/// The handler's variables, one set for each thread.
struct HandlerThread {
    /// The slice that the thread runs; null for none.
    slice_context: Cell<*mut Cx>,
    /// Whether the thread has a stack for the handler.
    has_signal_stack: Cell<bool>,
    /// The handler's current work, in which another signal is a fault of the handler itself.
    current_work: Cell<HandlerWork>,
}

/// The part of the fault's report that is still missing: it would be lost if the handler itself faulted.
#[derive(Clone, Copy)]
pub(crate) enum HandlerWork {
    Nothing,
    /// The access that the goroutine was making, and its machine instruction; the access has not been reported yet.
    Access(FaultedAccess, u64),
    /// The goroutine's traceback; the access has been reported.
    Trace,
}

thread_local! {
    static HANDLER_THREAD: HandlerThread = const {
        HandlerThread { slice_context: Cell::new(null_mut()), has_signal_stack: Cell::new(false), current_work: Cell::new(HandlerWork::Nothing) }
    };
}

/// While this value lives, the handler treats bad accesses of this thread as accesses of a goroutine's slice.
pub(crate) struct FaultWatch(PhantomData<*mut ()>);

impl FaultWatch {
    /// # Safety
    /// The context lives as long as the watch.
    #[inline(always)]
    pub(crate) unsafe fn for_slice(cx: *mut Cx) -> Self {
        HANDLER_THREAD.with(|mine| {
            if !mine.has_signal_stack.get() {
                prepare_thread(mine);
            }
            mine.slice_context.set(cx);
        });
        Self(PhantomData)
    }
}

impl Drop for FaultWatch {
    #[inline(always)]
    fn drop(&mut self) {
        HANDLER_THREAD.with(|mine| mine.slice_context.set(null_mut()));
    }
}

/// Sets this thread's current work: a fault in it ends the process.
pub(crate) fn set_current_work(work: HandlerWork) {
    HANDLER_THREAD.with(|mine| mine.current_work.set(work));
}

#[cold]
#[inline(never)]
fn prepare_thread(mine: &HandlerThread) {
    if !cfg!(miri) {
        signal_stack::provide_signal_stack();
    }
    mine.has_signal_stack.set(true);
}

/// Installs the handler in front of the existing one, once in a process.
pub(crate) fn install_handlers() {
    if cfg!(miri) {
        return;
    }
    PREVIOUS_ACTIONS.get_or_init(|| {
        // SAFETY: `sigaction` is plain data, and sigaction(2) writes each action of `before` in full; the handler only
        // does what handlers may do.
        unsafe {
            let mut before: [libc::sigaction; 2] = std::mem::zeroed();
            for (signal, old) in SIGNALS.into_iter().zip(&mut before) {
                libc::sigaction(signal, std::ptr::null(), old);
            }
            before
        }
    });
    // `PREVIOUS_ACTIONS`, which the handler reads, is set before the handler is installed. A second machine waits here
    // until the first one has installed the handler: goroutines of the second machine may fault as soon as that machine
    // is made.
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // SAFETY: as above. A fault in the handler must reach the handler too, hence `SA_NODEFER`.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
            for signal in SIGNALS {
                libc::sigaction(signal, &raw const action, null_mut());
            }
        }
    });
}

extern "C" fn on_signal(signal: i32, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let (cx, work) =
        HANDLER_THREAD.with(|mine| (mine.slice_context.get(), mine.current_work.get()));
    match work {
        HandlerWork::Nothing => {}
        HandlerWork::Access(access, ip) => {
            die_with_message(format_args!("{}", access.fault_report(ip)))
        }
        HandlerWork::Trace => {
            die_with_message(format_args!("\nfatal error: fault during the report of a fault\n"))
        }
    }
    // SAFETY: the kernel passes valid pointers.
    let (code, address, context) = unsafe {
        ((*info).si_code, (*info).si_addr() as u64, &mut *context.cast::<libc::ucontext_t>())
    };
    // The signal was sent with kill(2) rather than caused by an access.
    let sent = code <= 0;
    if sent && signal_parker::deliver_signal(signal) {
        return;
    }
    // SAFETY: `cx` is null or that of the slice that this thread runs.
    if !sent && code == SEGV_ACCERR && unsafe { handle_mapping_fault(cx, address, context) } {
        return;
    }
    if cx.is_null() || sent {
        return call_previous_action(signal, info, std::ptr::from_mut(context).cast());
    }
    let access = FaultedAccess { signal, signal_code: code, address };
    let mut registers = Registers(context);
    // The search for the position below may itself access unmapped memory: the handler then reports this access.
    set_current_work(HandlerWork::Access(access, registers.ip()));
    // SAFETY: the slice runs on this thread, and does not continue while the handler runs.
    unsafe {
        if let Some(s) = position::exact_position(cx, access, &registers) {
            (&raw mut (*cx).registers).write(s);
            (&raw mut (*cx).exit).write(InterpreterExit::Fault(Fault::Access(access)));
            registers.return_to_landing((*cx).fault_landing_address);
            return set_current_work(HandlerWork::Nothing);
        }
    }
    // SAFETY: as above.
    unsafe { report_fatal_fault(cx, access, &registers) }
}

/// Handles an access to a mapping of a program with a memory limit: memory of the mapping counts towards the limit once
/// the program writes to it. Reports whether the access can be repeated or was handled otherwise.
///
/// # Safety
/// `cx` is null or that of the slice that this thread runs.
unsafe fn handle_mapping_fault(cx: *mut Cx, address: u64, context: &mut libc::ucontext_t) -> bool {
    let mut registers = Registers(context);
    let touch = |must| {
        let touch =
            |l: &Ledger| (l.mappings().handle_fault(l, address as usize, must), l.process_limit());
        ledger::with_thread_ledger(touch).unwrap_or((FaultOutcome::NotOurs, None))
    };
    let (bytes, limit) = match touch(false) {
        (FaultOutcome::Unlocked, _) => return true,
        (FaultOutcome::NotOurs, _) => return false,
        (FaultOutcome::Refused(bytes), limit) => (bytes, limit),
    };
    if !cx.is_null() {
        let access = FaultedAccess { signal: libc::SIGSEGV, signal_code: SEGV_ACCERR, address };
        // SAFETY: the slice runs on this thread, and does not continue while the handler runs. The interpreter executes
        // the instruction again when there is memory.
        unsafe {
            if let Some(s) = position::exact_position(cx, access, &registers) {
                (&raw mut (*cx).registers).write(s);
                (&raw mut (*cx).exit).write(InterpreterExit::Exhausted(bytes));
                registers.return_to_landing((*cx).fault_landing_address);
                return true;
            }
        }
    }
    // The interrupted operation is half done and cannot be undone.
    match limit {
        Some(limit) => die_with_message(format_args!(
            "fatal error: out of memory: the limit is {}\n",
            ByteSize(limit)
        )),
        None => touch(true).0 == FaultOutcome::Unlocked,
    }
}

/// The native stack grows down to its guard page, over some pages at once in functions with large frames.
const MAX_OVERFLOW_DISTANCE: u64 = 64 << 10;

/// Lets the machine's own thread print the goroutine, and ends the process.
unsafe fn report_fatal_fault(cx: *mut Cx, access: FaultedAccess, registers: &Registers<'_>) -> ! {
    let sp = registers.sp();
    let near_stack =
        (sp.saturating_sub(MAX_OVERFLOW_DISTANCE)..sp + 4096).contains(&access.address);
    // SAFETY: the caller's promise: `cx` belongs to the slice that this thread runs, and that slice does not continue.
    let (shared, faulted) = unsafe {
        let faulted = FaultedThread {
            access,
            is_stack_overflow: near_stack && access.signal_code != libc::SI_KERNEL,
            position: position::likely_position(cx, access, registers),
            instruction_pointer: registers.ip(),
            goroutine: (*cx).g,
            is_printed: AtomicBool::new(false),
        };
        ((*cx).shared(), faulted)
    };
    if shared.first_fault.is_taken.swap(true, Ordering::SeqCst) {
        // Another thread's fault ends the process; if that takes too long, this thread ends the process.
        sleep_millis(2000);
        die_with_message(format_args!("{}", faulted.report_head()));
    }
    shared
        .first_fault
        .fault_report
        .store((&raw const faulted).cast_mut().cast(), Ordering::Release);
    if let Some(parker) = shared.signal_parker.get() {
        parker.unpark();
    }
    for _ in 0..1000 {
        if faulted.is_printed.load(Ordering::Acquire) {
            exit_process();
        }
        sleep_millis(1);
    }
    die_with_message(format_args!("{}", faulted.report_head()))
}

/// Writes a text to standard error and ends the process.
fn die_with_message(text: std::fmt::Arguments<'_>) -> ! {
    let mut line = LineBuffer { bytes: [0; 512], len: 0 };
    // Text for which `line` has no room is left out.
    let _ = line.write_fmt(text);
    // SAFETY: the line has `len` bytes; write(2) may be called in handlers.
    unsafe { libc::write(2, line.bytes.as_ptr().cast(), line.len) };
    exit_process()
}

fn exit_process() -> ! {
    // SAFETY: the call runs no code of the process.
    unsafe { libc::_exit(2) }
}

fn sleep_millis(millis: i64) {
    let pause = libc::timespec { tv_sec: millis / 1000, tv_nsec: millis % 1000 * 1_000_000 };
    // SAFETY: nanosleep(2) may be called in handlers; the time is valid.
    unsafe { libc::nanosleep(&raw const pause, null_mut()) };
}

/// A text of limited length.
struct LineBuffer {
    bytes: [u8; 512],
    len: usize,
}

impl Write for LineBuffer {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        let room = self.bytes.get_mut(self.len..self.len + s.len()).ok_or(std::fmt::Error)?;
        room.copy_from_slice(s.as_bytes());
        self.len += s.len();
        Ok(())
    }
}

/// Performs the action that the signal had before minigo installed its handler.
fn call_previous_action(signal: i32, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let before =
        PREVIOUS_ACTIONS.get().and_then(|all| all.get(usize::from(signal == libc::SIGBUS)));
    // SAFETY: the action came from the kernel, and is called as its flags say.
    unsafe {
        match before {
            Some(old) if ![libc::SIG_DFL, libc::SIG_IGN].contains(&old.sa_sigaction) => {
                if old.sa_flags & libc::SA_SIGINFO != 0 {
                    type Handler = extern "C" fn(i32, *mut libc::siginfo_t, *mut libc::c_void);
                    std::mem::transmute::<usize, Handler>(old.sa_sigaction)(signal, info, context);
                } else {
                    std::mem::transmute::<usize, extern "C" fn(i32)>(old.sa_sigaction)(signal);
                }
            }
            _ => {
                libc::signal(signal, libc::SIG_DFL);
            }
        }
        // Without a handler from here on, the instruction is executed once more and ends the process; a sent signal
        // would not arrive again by itself. (The handler of Rust's library uninstalls itself at a fault that is no
        // stack overflow.)
        let mut now: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut now);
        if (*info).si_code <= 0 && now.sa_sigaction == libc::SIG_DFL {
            libc::raise(signal);
        }
    }
}
