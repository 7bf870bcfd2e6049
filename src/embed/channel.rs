//! Channels between Rust and Go.

use super::package::host_side;
use super::task_waking::WakerSlot;
use super::value::{Cx, Declarations, Go, GoTypes, Invalid, NewChannel};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::Kind;
use minigo_vm::embed::{ChannelStep, Direction, GoroutineWaker, HostChannel};
use minigo_vm::native::NativeCx;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{RecvError, RecvTimeoutError, SendError, TryRecvError, TrySendError};
use std::time::{Duration, Instant};

/// Creates a channel with a buffer of `capacity` values, at least one. One end is passed to Go, as an argument or a
/// result, or a part of one; the other end stays in Rust, where any thread may use it.
///
/// | passed to Go | type in Go | stays in Rust |
/// |---|---|---|
/// | [`Receiver<T>`] | `<-chan T` | [`Sender<T>`] |
/// | [`Sender<T>`] | `chan<- T` | [`Receiver<T>`] |
///
/// Go's end is an unbuffered channel; a goroutine of the machine moves the values between it and the buffer, while
/// calls or [`Run::drive`](super::Run::drive) run goroutines. When the last sender in Rust has been dropped, Go's
/// channel is closed; when Go closes its channel, receivers in Rust get an error behind the last value. A call whose
/// goroutines wait for Rust waits, as for the network, so another thread must send or receive, or the call must be
/// [polled](super::Func::call_async).
///
/// ```
/// use minigo::embed::{Engine, Limits, Receiver, Sender, Source, World, channel};
///
/// let text = "
///     package p
///     func Double(in <-chan int, out chan<- string) {
///         for n := range in {
///             out <- string(rune('a' + 2*n))
///         }
///         close(out)
///     }";
/// let module = Engine::new().compile(Source::text("p.go", text))?;
/// let mut run = module.start(&World::empty(), Limits::new())?;
/// let double = run.func::<(Receiver<isize>, Sender<String>), ()>("Double")?;
/// let (numbers, to_go) = channel(4);
/// let (from_go, letters) = channel(4);
/// let thread = std::thread::spawn(move || {
///     for n in 0..3 {
///         numbers.send(n).unwrap();
///     }
///     drop(numbers);
///     letters.iter().collect::<String>()
/// });
/// double.call(&mut run, (to_go, from_go))?;
/// run.drive(std::time::Duration::from_secs(1))?;
/// assert_eq!(thread.join().unwrap(), "ace");
/// # Ok::<(), minigo::embed::Error>(())
/// ```
#[must_use]
pub fn channel<T: Go>(capacity: usize) -> (Sender<T>, Receiver<T>) {
    let buffer = Arc::new(Buffer {
        state: Mutex::new(State {
            values: VecDeque::new(),
            senders: 1,
            receivers: 1,
            is_front_passed: false,
            goroutine: None,
        }),
        changed: Condvar::new(),
        capacity: capacity.max(1),
    });
    (Sender(buffer.clone()), Receiver(buffer))
}

/// The sending end of a [channel].
pub struct Sender<T>(Arc<Buffer<T>>);

/// The receiving end of a [channel].
pub struct Receiver<T>(Arc<Buffer<T>>);

struct Buffer<T> {
    state: Mutex<State<T>>,
    /// Signalled when the state has changed.
    changed: Condvar,
    capacity: usize,
}

struct State<T> {
    values: VecDeque<T>,
    senders: usize,
    receivers: usize,
    /// Whether Go has got the first value; the value keeps its place until a goroutine has received it.
    is_front_passed: bool,
    /// The goroutine of Go's end, if it waits for a change.
    goroutine: Option<Waiter>,
}

/// A goroutine that waits for a change of a channel, and the slot of the task that polls the machine's call.
struct Waiter {
    goroutine: GoroutineWaker,
    task: Arc<WakerSlot>,
}

impl<T> Buffer<T> {
    /// Ends a change of the state: wakes those that wait for one.
    fn announce_change(&self, mut state: MutexGuard<'_, State<T>>) {
        let waiter = state.goroutine.take();
        drop(state);
        self.changed.notify_all();
        if let Some(Waiter { goroutine, task }) = waiter {
            goroutine.wake();
            task.wake();
        }
    }

    /// Forgets the goroutine that waits for a change, without waking it.
    fn forget_waiter(&self) {
        let waiter = self.state.lock().goroutine.take();
        // The drop takes the scheduler's lock, so the buffer's lock is released before.
        drop(waiter);
    }

    /// Waits for a change until `deadline`; false: the time is over.
    fn wait(&self, state: &mut MutexGuard<'_, State<T>>, deadline: Option<Instant>) -> bool {
        match deadline {
            Some(deadline) => !self.changed.wait_until(state, deadline).timed_out(),
            None => {
                self.changed.wait(state);
                true
            }
        }
    }
}

impl<T> fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for Receiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver").finish_non_exhaustive()
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.state.lock().senders += 1;
        Self(self.0.clone())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.senders -= 1;
        self.0.announce_change(state);
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.receivers -= 1;
        self.0.announce_change(state);
    }
}

impl<T> Sender<T> {
    /// Sends a value; waits until the buffer has room.
    ///
    /// # Errors
    /// Returns the value if there is no receiver any more.
    pub fn send(&self, value: T) -> Result<(), SendError<T>> {
        let mut state = self.0.state.lock();
        while state.receivers > 0 && state.values.len() >= self.0.capacity {
            self.0.wait(&mut state, None);
        }
        if state.receivers == 0 {
            return Err(SendError(value));
        }
        state.values.push_back(value);
        self.0.announce_change(state);
        Ok(())
    }

    /// Sends a value if the buffer has room.
    ///
    /// # Errors
    /// Returns the value if the buffer is full, or there is no receiver any more.
    pub fn try_send(&self, value: T) -> Result<(), TrySendError<T>> {
        let mut state = self.0.state.lock();
        if state.receivers == 0 {
            return Err(TrySendError::Disconnected(value));
        }
        if state.values.len() >= self.0.capacity {
            return Err(TrySendError::Full(value));
        }
        state.values.push_back(value);
        self.0.announce_change(state);
        Ok(())
    }
}

impl<T> Receiver<T> {
    /// Receives a value; waits until there is one.
    ///
    /// # Errors
    /// There is no value, and no sender any more.
    pub fn recv(&self) -> Result<T, RecvError> {
        self.receive(|state| self.0.wait(state, None)).map_err(|_| RecvError)
    }

    /// Receives a value; waits until there is one, at most for `time`.
    ///
    /// # Errors
    /// There is no value; and no sender any more, or the time is over.
    pub fn recv_timeout(&self, time: Duration) -> Result<T, RecvTimeoutError> {
        let deadline = Instant::now().checked_add(time);
        self.receive(|state| self.0.wait(state, deadline)).map_err(|error| match error {
            TryRecvError::Empty => RecvTimeoutError::Timeout,
            TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
        })
    }

    /// Receives a value if there is one.
    ///
    /// # Errors
    /// There is no value.
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        self.receive(|_| false)
    }

    /// Returns an iterator over the values, which ends when there is no sender any more. Its `next` waits for a value.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        std::iter::from_fn(|| self.recv().ok())
    }

    /// Receives a value; while there is none, `wait` waits for a change, and reports whether there was one in time.
    fn receive(
        &self,
        wait: impl Fn(&mut MutexGuard<'_, State<T>>) -> bool,
    ) -> Result<T, TryRecvError> {
        let mut state = self.0.state.lock();
        let mut is_in_time = true;
        loop {
            if let Some(value) = state.values.pop_front() {
                self.0.announce_change(state);
                return Ok(value);
            }
            if state.senders == 0 {
                return Err(TryRecvError::Disconnected);
            }
            if !is_in_time {
                return Err(TryRecvError::Empty);
            }
            is_in_time = wait(&mut state);
        }
    }
}

/// An end of a channel that a goroutine of the machine uses.
struct GoEnd<E: End>(E);

trait End: Send + Sync + 'static {
    /// Forgets the goroutine that waits for a change.
    fn forget_waiter(&self);
}

impl<T: Go> End for Sender<T> {
    fn forget_waiter(&self) {
        self.0.forget_waiter();
    }
}

impl<T: Go> End for Receiver<T> {
    fn forget_waiter(&self) {
        self.0.forget_waiter();
    }
}

impl<E: End> Drop for GoEnd<E> {
    fn drop(&mut self) {
        // The machine has ended the goroutine, or the goroutine itself drops its end: nothing is left to wake.
        self.0.forget_waiter();
    }
}

/// Makes the goroutine wait for a change of the channel.
fn wait_for_change<T>(
    state: &mut State<T>,
    cx: &NativeCx,
    waiter: &dyn Fn() -> GoroutineWaker,
) -> ChannelStep {
    state.goroutine = Some(Waiter { goroutine: waiter(), task: host_side(cx).waker.clone() });
    ChannelStep::Wait
}

impl<T: Go> HostChannel for GoEnd<Receiver<T>> {
    fn next(&self, cx: &mut NativeCx, waiter: &dyn Fn() -> GoroutineWaker) -> ChannelStep {
        let side = host_side(cx);
        let buffer = &*self.0.0;
        let mut state = buffer.state.lock();
        if std::mem::take(&mut state.is_front_passed) {
            state.values.pop_front();
            buffer.announce_change(state);
            state = buffer.state.lock();
        }
        let Some(value) = state.values.front() else {
            if state.senders == 0 {
                return ChannelStep::Closed;
            }
            return wait_for_change(&mut state, cx, waiter);
        };
        let mut writing = Cx::new(cx, &side.known_types);
        let at = writing.alloc::<T>(1);
        // SAFETY: the new memory has room for a value.
        if let Err(Invalid(text)) = unsafe { value.write(&mut writing, at) } {
            return ChannelStep::Invalid(text);
        }
        state.is_front_passed = true;
        drop(state);
        writing.connect_channels();
        ChannelStep::At(at)
    }

    fn take_value(
        &self,
        _: &mut NativeCx,
        _: *mut u8,
        _: &dyn Fn() -> GoroutineWaker,
    ) -> ChannelStep {
        unreachable!("a goroutine takes values from this end")
    }
}

impl<T: Go> HostChannel for GoEnd<Sender<T>> {
    fn next(&self, cx: &mut NativeCx, waiter: &dyn Fn() -> GoroutineWaker) -> ChannelStep {
        let side = host_side(cx);
        let mut state = self.0.0.state.lock();
        if state.receivers == 0 {
            return ChannelStep::Closed;
        }
        if state.values.len() >= self.0.0.capacity {
            return wait_for_change(&mut state, cx, waiter);
        }
        drop(state);
        ChannelStep::At(Cx::new(cx, &side.known_types).alloc::<T>(1))
    }

    fn take_value(
        &self,
        cx: &mut NativeCx,
        value: *mut u8,
        waiter: &dyn Fn() -> GoroutineWaker,
    ) -> ChannelStep {
        let side = host_side(cx);
        let buffer = &*self.0.0;
        let mut state = buffer.state.lock();
        if state.receivers > 0 && state.values.len() >= buffer.capacity {
            return wait_for_change(&mut state, cx, waiter);
        }
        let reading = Cx::new(cx, &side.known_types);
        // SAFETY: the goroutine has received a value into this memory.
        match unsafe { T::read(&reading, value) } {
            Ok(value) => state.values.push_back(value),
            Err(Invalid(text)) => return ChannelStep::Invalid(text),
        }
        buffer.announce_change(state);
        reading.connect_channels();
        ChannelStep::Passed
    }
}

/// Makes Go's channel for an end of type `E`, whose values pass in `direction`, and stores the channel.
///
/// # Safety
/// As for [`Go::write`] of `E`.
unsafe fn write_channel<E: Go>(
    cx: &mut Cx<'_>,
    direction: Direction,
    end: impl HostChannel + 'static,
    to: *mut u8,
) {
    let ty = cx.known_types.find_type::<E>(cx.native.types());
    let ty = ty.expect("the program has the types of its functions");
    let channel = cx.native.make_channel(ty);
    cx.add_channel(NewChannel { ty, channel, direction, end: Arc::new(end) });
    // SAFETY: the caller keeps this function's contract.
    unsafe { to.cast::<u64>().write(channel) };
}

/// Connects a channel of Go with the other end of a new channel of Rust; `E` is the type that stands for Go's type.
///
/// # Safety
/// As for [`Go::read`] of `E`.
unsafe fn read_channel<E: Go>(
    cx: &Cx<'_>,
    direction: Direction,
    end: impl HostChannel + 'static,
    from: *const u8,
) -> Result<(), Invalid> {
    let ty = cx.known_types.find_type::<E>(cx.native.types());
    let ty = ty.expect("the program has the types of its functions");
    // SAFETY: the caller keeps this function's contract.
    let channel = unsafe { from.cast::<u64>().read() };
    if channel == 0 {
        return Err(Invalid(format!("a nil {} has no end in Rust", cx.types().get(ty).string)));
    }
    cx.add_channel(NewChannel { ty, channel, direction, end: Arc::new(end) });
    Ok(())
}

/// Reports whether a type is an unnamed channel type of this direction, as in package reflect, with elements of `T`.
fn is_channel<T: Go>(types: GoTypes<'_>, id: TypeId, direction: u8) -> bool {
    let ty = types.get(id);
    let is_channel = ty.kind == Kind::Chan && ty.name.is_empty() && ty.chan_dir == direction;
    is_channel && T::is(types, ty.elem)
}

// SAFETY: a channel is a pointer.
unsafe impl<T: Go> Go for Receiver<T> {
    const SIZE: usize = size_of::<u64>();
    const ALIGN: usize = align_of::<u64>();
    const HAS_POINTERS: bool = true;

    fn declare(declarations: &mut Declarations) -> String {
        format!("<-chan {}", T::declare(declarations))
    }

    fn is(types: GoTypes<'_>, id: TypeId) -> bool {
        is_channel::<T>(types, id, 1)
    }

    unsafe fn write(&self, cx: &mut Cx<'_>, to: *mut u8) -> Result<(), Invalid> {
        self.0.state.lock().receivers += 1;
        let end = GoEnd(Self(self.0.clone()));
        // SAFETY: the caller keeps this function's contract.
        unsafe { write_channel::<Self>(cx, Direction::ToProgram, end, to) };
        Ok(())
    }

    unsafe fn read(cx: &Cx<'_>, from: *const u8) -> Result<Self, Invalid> {
        let (sender, receiver) = channel(1);
        // SAFETY: the caller keeps this function's contract.
        unsafe {
            read_channel::<Self>(cx, Direction::ToEmbedder, GoEnd::<Sender<T>>(sender), from)
        }?;
        Ok(receiver)
    }
}

// SAFETY: a channel is a pointer.
unsafe impl<T: Go> Go for Sender<T> {
    const SIZE: usize = size_of::<u64>();
    const ALIGN: usize = align_of::<u64>();
    const HAS_POINTERS: bool = true;

    fn declare(declarations: &mut Declarations) -> String {
        format!("chan<- {}", T::declare(declarations))
    }

    fn is(types: GoTypes<'_>, id: TypeId) -> bool {
        is_channel::<T>(types, id, 2)
    }

    unsafe fn write(&self, cx: &mut Cx<'_>, to: *mut u8) -> Result<(), Invalid> {
        let end = GoEnd(self.clone());
        // SAFETY: the caller keeps this function's contract.
        unsafe { write_channel::<Self>(cx, Direction::ToEmbedder, end, to) };
        Ok(())
    }

    unsafe fn read(cx: &Cx<'_>, from: *const u8) -> Result<Self, Invalid> {
        let (sender, receiver) = channel(1);
        let end = GoEnd::<Receiver<T>>(receiver);
        // SAFETY: the caller keeps this function's contract.
        unsafe { read_channel::<Self>(cx, Direction::ToProgram, end, from) }?;
        Ok(sender)
    }
}
