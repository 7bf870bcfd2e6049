//! Parses the bodies of a large program's library functions on a second thread, in the order in which they will be
//! checked.
//!
//! A parse depends on the text alone, so the thread affects only the time. The check takes a body that is ready, waits
//! for a body that is being parsed, and itself parses a body that the thread has not begun. Small programs have no such
//! thread. Errors in a body are reported by the check's own parse, whose stack determines the permitted nesting.

use crate::ids::FuncId;
use minigo_syntax::ast::Block;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{SourceMap, Span};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

/// The number of bodies from which on the thread pays off.
pub(crate) const MIN_BODIES_FOR_THREAD: usize = 1_000;

/// The maximal number of syntax trees that wait to be checked, because waiting trees take memory.
const MAX_WAITING_TREES: usize = 24;

/// The size of the thread's stack in bytes; its pages are mapped on use.
const STACK_SIZE: usize = 64 << 20;

/// The thread that parses bodies ahead of the check.
#[derive(Debug)]
pub(crate) struct ParseAhead {
    shared: Arc<SharedParseState>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct SharedParseState {
    sources: SourceMap,
    bodies: Mutex<Bodies>,
    /// Signalled when there is a body to parse, when there is room for more trees, or at the end.
    work_changed: Condvar,
    /// Signalled after a body has been parsed.
    body_parsed: Condvar,
}

#[derive(Debug, Default)]
struct Bodies {
    wanted_bodies: VecDeque<(FuncId, Span)>,
    current_func: Option<FuncId>,
    /// The trees; `None` for a body with errors.
    parsed_bodies: HashMap<FuncId, Option<Block>>,
    is_closed: bool,
    /// Whether the parser thread waits, and whether the check waits: only then is the system call to wake it needed.
    is_thread_waiting: bool,
    is_checker_waiting: bool,
}

impl ParseAhead {
    /// Starts the thread; `None` if the operating system cannot start one.
    pub(crate) fn start(sources: &SourceMap, wanted: VecDeque<(FuncId, Span)>) -> Option<Self> {
        let bodies = Mutex::new(Bodies { wanted_bodies: wanted, ..Bodies::default() });
        let (work, parsed) = Default::default();
        let shared = Arc::new(SharedParseState {
            sources: sources.clone(),
            bodies,
            work_changed: work,
            body_parsed: parsed,
        });
        let of_thread = Arc::clone(&shared);
        let thread = Builder::new().name("parser".into()).stack_size(STACK_SIZE);
        let thread = thread.spawn(move || of_thread.run()).ok()?;
        Some(Self { shared, thread: Some(thread) })
    }

    /// Queues a function body, which will be checked later, for the thread.
    pub(crate) fn push(&self, func: FuncId, body: Span) {
        let mut bodies = self.shared.lock();
        bodies.wanted_bodies.push_back((func, body));
        self.shared.wake_thread(bodies);
    }

    /// The body, if the thread has parsed it or is parsing it.
    pub(crate) fn take_body(&self, func: FuncId) -> Option<Block> {
        let mut bodies = self.shared.lock();
        while bodies.current_func == Some(func) && !bodies.is_closed {
            bodies.is_checker_waiting = true;
            bodies = self.shared.body_parsed.wait(bodies).unwrap_or_else(PoisonError::into_inner);
        }
        match bodies.parsed_bodies.remove(&func) {
            Some(block) => {
                self.shared.wake_thread(bodies);
                block
            }
            None => {
                if let Some(at) =
                    bodies.wanted_bodies.iter().position(|(wanted, _)| *wanted == func)
                {
                    bodies.wanted_bodies.remove(at);
                }
                None
            }
        }
    }
}

impl Drop for ParseAhead {
    fn drop(&mut self) {
        self.shared.close();
        // A thread that panicked has closed the queue too; the check has parsed the remaining bodies.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl SharedParseState {
    fn lock(&self) -> MutexGuard<'_, Bodies> {
        self.bodies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the thread, if it waits and there is enough work.
    fn wake_thread(&self, mut bodies: MutexGuard<'_, Bodies>) {
        let has_work =
            bodies.parsed_bodies.len() <= MAX_WAITING_TREES / 2 && !bodies.wanted_bodies.is_empty();
        if has_work && std::mem::take(&mut bodies.is_thread_waiting) {
            drop(bodies);
            self.work_changed.notify_one();
        }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.work_changed.notify_all();
        self.body_parsed.notify_all();
    }

    /// The main loop of the thread.
    fn run(&self) {
        /// Wakes the checker when the thread ends, also by a panic: the checker parses the remaining bodies itself.
        struct WakeOnDrop<'s>(&'s SharedParseState);
        impl Drop for WakeOnDrop<'_> {
            fn drop(&mut self) {
                self.0.close();
            }
        }
        let _end = WakeOnDrop(self);
        while let Some((func, span)) = self.next_body() {
            let block = self.sources.file_of(span.start).and_then(|source| {
                let (block, found) = minigo_syntax::parse_body(source, span);
                found.is_empty().then_some(block)
            });
            let mut bodies = self.lock();
            bodies.current_func = None;
            bodies.parsed_bodies.insert(func, block);
            if std::mem::take(&mut bodies.is_checker_waiting) {
                drop(bodies);
                self.body_parsed.notify_one();
            }
        }
    }

    /// Waits for a body to parse and for room for its tree; `None` at the end.
    fn next_body(&self) -> Option<(FuncId, Span)> {
        let mut bodies = self.lock();
        loop {
            if bodies.is_closed {
                return None;
            }
            if bodies.parsed_bodies.len() < MAX_WAITING_TREES
                && let Some((func, span)) = bodies.wanted_bodies.pop_front()
            {
                bodies.current_func = Some(func);
                return Some((func, span));
            }
            bodies.is_thread_waiting = true;
            bodies = self.work_changed.wait(bodies).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
