//! The compiling thread of a machine.

use crate::jit::compile::compile;
use crate::jit::layout::layout;
use crate::jit::stored;
use crate::shared::Shared;
use crate::shared::tier::Work;
use minigo_jit::Compiler;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

/// The thread's nice(2) value: it has no effect while there is a core for each thread, and gives the thread a quarter
/// of a busy core.
const NICE_VALUE: i32 = 5;

/// The size of the thread's stack: Cranelift recurses over the blocks of a function.
const STACK: usize = 8 << 20;

/// Starts the thread that compiles functions. `None` if the system cannot start a thread: then no function is compiled.
pub(crate) fn start(shared: Arc<Shared>) -> Option<JoinHandle<()>> {
    let thread = Builder::new().name("minigo-jit".into()).stack_size(STACK);
    thread.spawn(move || run(&shared)).ok()
}

fn run(shared: &Arc<Shared>) {
    // SAFETY: the call concerns this thread only; if it fails, the thread has the same priority as others.
    unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICE_VALUE) };
    let Ok(mut compiler) = Compiler::new(layout()) else { return };
    while let Some(work) = shared.tier.next() {
        // A bug of the compiler must not end the program: the function stays interpreted.
        let done = catch_unwind(AssertUnwindSafe(|| match &work {
            Work::Load => {
                stored::load(shared, &stored::target_of(shared, &compiler));
                shared.tier.has_loaded();
            }
            Work::Compile(request) => {
                compile(shared, &mut compiler, request);
            }
            Work::Store => stored::store(shared),
        }));
        if done.is_err() {
            if let Work::Compile(request) = &work {
                shared.tier.finish(request, false);
            }
            let Ok(new) = Compiler::new(layout()) else { return };
            compiler = new;
        }
    }
}
