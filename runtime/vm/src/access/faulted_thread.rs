//! A goroutine whose thread stays in the signal handler, and the thread that prints that goroutine.
//!
//! The two threads communicate only through `FirstFault` and [`FaultedThread`]. The faulted thread may hold any lock of
//! its own (the allocator's, a channel's), so the printing thread takes as few locks as possible, and the faulted
//! thread does not wait for it forever.

use crate::access::fault_handler::{HandlerWork, set_current_work};
use crate::goroutine::access::FaultedAccess;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::state::Goroutine;
use crate::report::traceback::{self, Names};
use crate::shared::Shared;
use crate::shared::settings::TracebackLevel;
use std::fmt::Display as _;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};

/// The description that the faulted thread provides: it lies on the handler's stack, where it stays until the process
/// ends.
pub(crate) struct FaultedThread {
    pub(super) access: FaultedAccess,
    /// Whether the thread's native stack is used up.
    pub(super) is_stack_overflow: bool,
    /// The position of the goroutine, if it is known; otherwise only the address of the machine instruction is printed.
    pub(super) position: Option<VmRegisters>,
    pub(super) instruction_pointer: u64,
    pub(super) goroutine: *const Goroutine,
    /// The printing thread sets the flag with release when it has printed everything.
    pub(super) is_printed: AtomicBool,
}

/// Prints the goroutine of a faulted thread, if there is one. Only a thread that runs no Go code may call this.
pub(crate) fn print_faulted_goroutine(shared: &Shared) {
    let waiting = shared.first_fault.fault_report.swap(null_mut(), Ordering::Acquire);
    if waiting.is_null() {
        return;
    }
    // SAFETY: the handler has stored the address of a `FaultedThread`, which does not move: its thread waits for the
    // end of the process.
    let faulted = unsafe { &*waiting.cast::<FaultedThread>() };
    shared.write_crash(faulted.report_head().to_string().as_bytes());
    let mut out = String::new();
    // The memory that is read for the traceback may be unmapped too.
    set_current_work(HandlerWork::Trace);
    if let Some(VmRegisters { pc, frame_base: r, .. }) = faulted.position
        && shared.settings.traceback_level() >= TracebackLevel::Single
    {
        out.push('\n');
        // SAFETY: the goroutine's thread does not access the goroutine any more; the frame lies in its stack.
        unsafe {
            let g = &*faulted.goroutine;
            let base = r.offset_from(g.stack.base()) as usize;
            traceback::append_goroutine(
                Names::for_messages(shared),
                g,
                pc,
                base,
                "running",
                &mut out,
            );
        }
    }
    set_current_work(HandlerWork::Nothing);
    shared.write_crash(out.as_bytes());
    faulted.is_printed.store(true, Ordering::Release);
}

impl FaultedThread {
    /// The first lines of the report. Formatting these lines allocates nothing.
    pub(super) fn report_head(&self) -> impl std::fmt::Display {
        let pc = self.position.map_or(self.instruction_pointer, |s| s.pc as u64);
        let (access, overflow) = (self.access, self.is_stack_overflow);
        std::fmt::from_fn(move |f| {
            if !overflow {
                return access.fault_report(pc).fmt(f);
            }
            let address = access.address;
            writeln!(f, "runtime: native stack overflow at {address:#x} (a bug of minigo)")?;
            f.write_str("fatal error: stack overflow\n")?;
            access.signal_line(pc).fmt(f)
        })
    }
}
