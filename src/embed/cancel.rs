//! Handles that cancel calls.

use super::task_waking::WakerSlot;
use minigo_vm::Interrupter;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};

/// Cancels a call, from any thread.
#[derive(Clone)]
pub struct Cancel(Arc<Target>);

struct Target {
    /// Whether the call must end.
    must_end: AtomicBool,
    /// Whether the call's goroutine is to run its deferred calls and end.
    is_asked_to_end: AtomicBool,
    interrupter: Interrupter,
    waker: Arc<WakerSlot>,
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (must_end, is_asked) = (self.must_end(), self.is_asked_to_end());
        let mut shown = f.debug_struct("Cancel");
        shown.field("must_end", &must_end).field("is_asked_to_end", &is_asked);
        shown.finish_non_exhaustive()
    }
}

impl Cancel {
    pub(super) fn new(interrupter: Interrupter, waker: Arc<WakerSlot>) -> Self {
        let (must_end, is_asked_to_end) = (AtomicBool::new(false), AtomicBool::new(false));
        Self(Arc::new(Target { must_end, is_asked_to_end, interrupter, waker }))
    }

    /// Ends the call: its goroutines stop where they are, and deferred calls do not run. The call returns
    /// [`Error::Cancelled`](super::Error::Cancelled). A computation of the library in Rust, such as a power of large
    /// numbers, is abandoned: its thread ends alone.
    ///
    /// ```
    /// use minigo::embed::{Engine, Error, Limits, Source, World};
    ///
    /// let text = "package p; func Loop() { for { } }";
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new())?;
    /// let looping = run.func::<(), ()>("Loop")?;
    /// let cancel = run.canceller();
    /// let thread = std::thread::spawn(move || cancel.now());
    /// assert_eq!(looping.call(&mut run, ()), Err(Error::Cancelled));
    /// thread.join().unwrap();
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    pub fn now(&self) {
        self.0.must_end.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// Asks the call to end, as by `runtime.Goexit`: the call's goroutine runs its deferred calls, which may take time
    /// and may use the machine, and `recover` does not stop it. The goroutines that the call has started end after the
    /// deferred calls, as by [`now`](Self::now), which also ends deferred calls that do not return. The call returns
    /// [`Error::Cancelled`](super::Error::Cancelled).
    ///
    /// ```
    /// use minigo::embed::{Engine, Error, Limits, Source, World};
    ///
    /// let text = r#"
    ///     package p
    ///     var closed bool
    ///     func Wait() { defer func() { closed = true }(); for { } }
    ///     func Closed() bool { return closed }
    /// "#;
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new())?;
    /// let wait = run.func::<(), ()>("Wait")?;
    /// let cancel = run.canceller();
    /// let thread = std::thread::spawn(move || {
    ///     std::thread::sleep(std::time::Duration::from_millis(10));
    ///     cancel.ask();
    /// });
    /// assert_eq!(wait.call(&mut run, ()), Err(Error::Cancelled));
    /// assert!(run.func::<(), bool>("Closed")?.call(&mut run, ())?);
    /// thread.join().unwrap();
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    pub fn ask(&self) {
        self.0.is_asked_to_end.store(true, Ordering::SeqCst);
        self.wake();
    }

    fn wake(&self) {
        self.0.interrupter.interrupt();
        self.0.waker.wake();
    }

    /// Reports whether the handle can serve the next call too: the embedder has no handle of the last call, and has
    /// used none. Then only the machine and the ended call have one.
    pub(super) fn is_unused(&self) -> bool {
        let has_others = Arc::strong_count(&self.0) > 2;
        // Pairs with the drop of another handle.
        fence(Ordering::Acquire);
        !has_others && !self.must_end() && !self.is_asked_to_end()
    }

    /// Reports whether the call must end.
    pub(super) fn must_end(&self) -> bool {
        self.0.must_end.load(Ordering::SeqCst)
    }

    /// Reports whether the call is asked to end.
    pub(super) fn is_asked_to_end(&self) -> bool {
        self.0.is_asked_to_end.load(Ordering::SeqCst)
    }
}
