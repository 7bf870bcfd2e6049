//! Parses the bodies of a large program's library functions on a second thread, in the order in which they will be
//! checked.
//!
//! What is parsed depends on the text alone, so the thread changes nothing but the time: the check takes a body that is
//! there, waits for one that is being parsed, and parses itself what the thread has not begun. Small programs have no
//! such thread. What is wrong with a body is found by the check's own parse, whose stack decides how deep it may be.

use crate::ids::FuncId;
use minigo_syntax::ast::Block;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{SourceMap, Span};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

/// Bodies that a program has before a thread is worth its start.
pub(crate) const LARGE: usize = 1_000;

/// Trees that wait to be checked: they take memory.
const ROOM: usize = 24;

/// Bytes of the thread's stack; they are taken as they are used.
const STACK: usize = 64 << 20;

/// The bodies that are parsed ahead.
#[derive(Debug)]
pub(crate) struct Ahead {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    sources: SourceMap,
    bodies: Mutex<Bodies>,
    /// There is something to parse, or room for more, or the end.
    work: Condvar,
    /// A body has been parsed.
    parsed: Condvar,
}

#[derive(Debug, Default)]
struct Bodies {
    wanted: VecDeque<(FuncId, Span)>,
    parsing: Option<FuncId>,
    /// The trees; none where something is wrong.
    parsed: HashMap<FuncId, Option<Block>>,
    closed: bool,
    /// Whether the thread waits, and whether the check does: waking somebody is a system call.
    thread_waits: bool,
    check_waits: bool,
}

impl Ahead {
    /// Starts the thread, if there can be one.
    pub(crate) fn start(sources: &SourceMap, wanted: VecDeque<(FuncId, Span)>) -> Option<Self> {
        let bodies = Mutex::new(Bodies { wanted, ..Bodies::default() });
        let (work, parsed) = Default::default();
        let shared = Arc::new(Shared { sources: sources.clone(), bodies, work, parsed });
        let of_thread = Arc::clone(&shared);
        let thread = Builder::new().name("parser".into()).stack_size(STACK);
        let thread = thread.spawn(move || of_thread.run()).ok()?;
        Some(Self { shared, thread: Some(thread) })
    }

    /// The body of this function will be checked.
    pub(crate) fn push(&self, func: FuncId, body: Span) {
        let mut bodies = self.shared.lock();
        bodies.wanted.push_back((func, body));
        self.shared.wake_thread(bodies);
    }

    /// The body, if the thread has parsed it or does so now.
    pub(crate) fn take(&self, func: FuncId) -> Option<Block> {
        let mut bodies = self.shared.lock();
        while bodies.parsing == Some(func) && !bodies.closed {
            bodies.check_waits = true;
            bodies = self.shared.parsed.wait(bodies).unwrap_or_else(PoisonError::into_inner);
        }
        match bodies.parsed.remove(&func) {
            Some(block) => {
                self.shared.wake_thread(bodies);
                block
            }
            None => {
                if let Some(at) = bodies.wanted.iter().position(|(wanted, _)| *wanted == func) {
                    bodies.wanted.remove(at);
                }
                None
            }
        }
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.shared.close();
        // A thread that panicked has closed too: its bodies were parsed by the check.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Bodies> {
        self.bodies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the thread, if it waits and there is enough for it to do.
    fn wake_thread(&self, mut bodies: MutexGuard<'_, Bodies>) {
        let has_work = bodies.parsed.len() <= ROOM / 2 && !bodies.wanted.is_empty();
        if has_work && std::mem::take(&mut bodies.thread_waits) {
            drop(bodies);
            self.work.notify_one();
        }
    }

    fn close(&self) {
        self.lock().closed = true;
        self.work.notify_all();
        self.parsed.notify_all();
    }

    /// The thread.
    fn run(&self) {
        /// Wakes the checker when the thread ends, by a panic too: the bodies it has not parsed are parsed by the
        /// checker.
        struct End<'s>(&'s Shared);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.close();
            }
        }
        let _end = End(self);
        while let Some((func, span)) = self.next() {
            let block = self.sources.file_of(span.start).and_then(|source| {
                let (block, found) = minigo_syntax::parse_body(source, span);
                found.is_empty().then_some(block)
            });
            let mut bodies = self.lock();
            bodies.parsing = None;
            bodies.parsed.insert(func, block);
            if std::mem::take(&mut bodies.check_waits) {
                drop(bodies);
                self.parsed.notify_one();
            }
        }
    }

    /// Waits for a body and for room for its tree; none at the end.
    fn next(&self) -> Option<(FuncId, Span)> {
        let mut bodies = self.lock();
        loop {
            if bodies.closed {
                return None;
            }
            if bodies.parsed.len() < ROOM
                && let Some((func, span)) = bodies.wanted.pop_front()
            {
                bodies.parsing = Some(func);
                return Some((func, span));
            }
            bodies.thread_waits = true;
            bodies = self.work.wait(bodies).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
