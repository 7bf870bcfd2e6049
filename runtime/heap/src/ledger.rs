//! The memory account of a machine: all that it takes from the system outside the Go heap, within the same limit.
//!
//! A thread that works for a machine [enters](Ledger::enter_account) its ledger. After that the process's allocator
//! charges every allocation of the thread to the ledger, which it finds in a thread-local word; so no code has to
//! declare its allocations, and none can avoid the charge. Two kinds of memory do not come from the allocator and are
//! charged here explicitly: a thread's own memory ([`admit_thread`](Ledger::admit_thread)), and the program's
//! [mappings](crate::mappings).
//!
//! A machine without a limit has no ledger: its threads find null in their thread-local word, which is the whole cost.
//!
//! If the process's allocator charges nothing, as in an embedder's process that did not choose `Strict`, the largest
//! owners of memory outside the heap (stacks, rings of channels, slots of goroutines, timers) charge it explicitly with
//! [`charge_explicitly`].
//!
//! A thread adds small blocks to the account in batches, so the sum lags by some KB per thread.

use crate::arena::{Heap, Inner};
use crate::mappings::Mappings;
use std::cell::Cell;
use std::fmt;
use std::hint::black_box;
use std::marker::PhantomData;
use std::ptr::null;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

/// The size in bytes of the batches in which a thread adds its allocations to the account.
const CHARGE_BATCH: isize = 32 << 10;

/// The bytes that a thread takes without asking an allocator: the touched part of its stack and of its signal stack,
/// its thread-local memory and the allocator's own. (10,000 sleeping threads take 55 KB each.)
pub const CHARGED_BYTES_PER_THREAD: usize = 56 << 10;

/// A thread's state: the account that it charges.
struct ThreadAccount {
    /// The ledger; null if the thread works for no machine, or for a machine without a limit.
    ledger: Cell<*const Ledger>,
    /// The bytes that the thread has not added to the account yet.
    pending: Cell<isize>,
}

thread_local! {
    static THREAD_ACCOUNT: ThreadAccount = const { ThreadAccount { ledger: Cell::new(null()), pending: Cell::new(0) } };
}

/// The account of one machine.
pub struct Ledger {
    /// The limit in bytes, as messages name it.
    limit: usize,
    /// The limit plus the margin that the program's threads may use, in bytes.
    hard_limit: u64,
    /// Whether the allocator ends the process rather than exceed `hard_limit`.
    refuses_excess: bool,
    /// Allocated bytes minus freed bytes outside the heap. Negative when more was freed than was allocated, since
    /// blocks may have been allocated before a thread entered.
    external_bytes: AtomicI64,
    /// The bytes in the heap's spans, as the heap last reported them.
    heap_bytes: AtomicU64,
    /// Whether the process's allocator charges nothing, so that owners charge explicitly.
    is_charged_explicitly: bool,
    mappings: Mappings,
    /// The machine's heap, once it exists: it returns free pages before more memory is charged here.
    machine_heap: OnceLock<Weak<Inner>>,
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (limit, external) = (self.limit, self.external_bytes());
        f.debug_struct("Ledger")
            .field("limit", &limit)
            .field("outside", &external)
            .finish_non_exhaustive()
    }
}

impl Ledger {
    /// Creates an account with a limit in bytes. Allocations that nobody can refuse may raise the total to
    /// `hard_limit`; if `refuses`, [`charge_block`] fails beyond that.
    #[must_use]
    pub fn new(limit: usize, hard_limit: usize, refuses: bool) -> Self {
        let probe = Self {
            limit,
            hard_limit: hard_limit as u64,
            refuses_excess: false,
            external_bytes: AtomicI64::new(0),
            heap_bytes: AtomicU64::new(0),
            is_charged_explicitly: false,
            mappings: Mappings::default(),
            machine_heap: OnceLock::new(),
        };
        let by_hand = !probe.is_charged_by_allocator();
        Self {
            refuses_excess: refuses,
            is_charged_explicitly: by_hand,
            external_bytes: AtomicI64::new(0),
            ..probe
        }
    }

    /// The limit in bytes.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The limit, if the process ends when it would exceed the limit.
    #[must_use]
    pub fn process_limit(&self) -> Option<usize> {
        self.refuses_excess.then_some(self.limit)
    }

    /// The program's mappings.
    #[must_use]
    pub fn mappings(&self) -> &Mappings {
        &self.mappings
    }

    /// Reports whether the allocator charges the allocations of this thread.
    fn is_charged_by_allocator(&self) -> bool {
        let previous = THREAD_ACCOUNT.with(|mine| {
            let previous = (mine.ledger.replace(self), mine.pending.get());
            mine.pending.set(0);
            previous
        });
        let block = black_box(Box::new([0_u64; 8]));
        let charged = THREAD_ACCOUNT.with(|mine| mine.pending.get()) >= 64;
        drop(block);
        THREAD_ACCOUNT.with(|mine| {
            mine.ledger.set(previous.0);
            mine.pending.set(previous.1);
        });
        charged
    }

    /// Lets the calling thread work for this machine until the result is dropped.
    #[must_use]
    pub fn enter_account(self: &Arc<Self>) -> AccountScope {
        let ledger = self.clone();
        let previous = THREAD_ACCOUNT.with(|mine| {
            flush_account(mine);
            mine.ledger.replace(Arc::as_ptr(&ledger))
        });
        AccountScope { ledger, previous_ledger: previous, thread: PhantomData }
    }

    /// The bytes outside the heap.
    #[must_use]
    pub fn external_bytes(&self) -> u64 {
        self.external_bytes.load(Ordering::Relaxed).max(0) as u64
    }

    /// The bytes in the heap and outside.
    fn total_bytes(&self) -> u64 {
        self.heap_bytes.load(Ordering::Relaxed).saturating_add(self.external_bytes())
    }

    /// Charges a block at once, without checking the limit.
    pub fn charge(&self, bytes: usize) {
        self.external_bytes.fetch_add(bytes as i64, Ordering::Relaxed);
    }

    /// Charges a block at once if the sum stays within the limit and its margin; else charges nothing and returns
    /// false.
    #[must_use]
    pub fn try_charge(&self, bytes: usize) -> bool {
        self.charge(bytes);
        let fits = self.total_bytes() <= self.hard_limit;
        if !fits {
            self.discharge(bytes);
        }
        fits
    }

    /// Credits a block that was freed.
    pub fn discharge(&self, bytes: usize) {
        self.external_bytes.fetch_sub(bytes as i64, Ordering::Relaxed);
    }

    /// Records the heap of the machine whose account this is.
    pub(crate) fn note_machine_heap(&self, heap: &Arc<Inner>) {
        let _ = self.machine_heap.set(Arc::downgrade(heap));
    }

    /// Makes room for `bytes` bytes within the limit, as [`Heap::make_room`] does; returns false if there is none.
    #[must_use]
    pub fn make_room(&self, bytes: usize) -> bool {
        match self.machine_heap.get().and_then(Weak::upgrade) {
            Some(heap) => Heap(heap).make_room(bytes).is_ok(),
            None => self.total_bytes().saturating_add(bytes as u64) <= self.limit as u64,
        }
    }

    /// Charges a thread before it is started; returns false if there is no room for it. If the heap is full of garbage,
    /// the margin may still have room.
    #[must_use]
    pub fn admit_thread(&self) -> bool {
        let _ = self.make_room(CHARGED_BYTES_PER_THREAD);
        self.try_charge(CHARGED_BYTES_PER_THREAD)
    }

    /// Credits a thread that has ended, or could not be started.
    pub fn release_thread(&self) {
        self.discharge(CHARGED_BYTES_PER_THREAD);
    }

    /// Records how many bytes the heap has.
    pub(crate) fn note_heap(&self, used: u64) {
        self.heap_bytes.store(used, Ordering::Relaxed);
    }
}

/// While this value lives, its thread works for a machine.
#[derive(Debug)]
pub struct AccountScope {
    /// The ledger, kept alive because the thread-local word holds its address.
    ledger: Arc<Ledger>,
    /// The ledger that the thread charged before.
    previous_ledger: *const Ledger,
    /// Not `Send`: dropping it resets the word of the thread that entered.
    thread: PhantomData<*mut ()>,
}

impl Drop for AccountScope {
    fn drop(&mut self) {
        THREAD_ACCOUNT.with(|mine| {
            flush_account(mine);
            debug_assert!(
                mine.ledger.get() == Arc::as_ptr(&self.ledger),
                "the scopes of a thread end in reverse order of their beginning"
            );
            mine.ledger.set(self.previous_ledger);
        });
    }
}

/// Adds the thread's pending bytes to the account of its machine.
fn flush_account(mine: &ThreadAccount) {
    let pending = mine.pending.replace(0);
    // SAFETY: an `AccountScope` of this thread keeps the ledger alive.
    if let Some(ledger) = unsafe { mine.ledger.get().as_ref() } {
        ledger.external_bytes.fetch_add(pending as i64, Ordering::Relaxed);
    }
}

/// Returns the ledger of the machine that the calling thread works for, if that machine has a limit.
#[inline(always)]
#[must_use]
pub fn ledger_of_thread() -> Option<Arc<Ledger>> {
    let ledger = THREAD_ACCOUNT.with(|mine| mine.ledger.get());
    if ledger.is_null() {
        return None;
    }
    // SAFETY: the address is that of an `Arc` which an `AccountScope` of this thread keeps.
    Some(unsafe {
        Arc::increment_strong_count(ledger);
        Arc::from_raw(ledger)
    })
}

/// Calls `then` with the ledger of the machine that the calling thread works for, if that machine has a limit. Takes no
/// reference: meant for the allocator and for signal handlers.
#[inline(always)]
pub fn with_thread_ledger<R>(then: impl FnOnce(&Ledger) -> R) -> Option<R> {
    let ledger = THREAD_ACCOUNT.with(|mine| mine.ledger.get());
    // SAFETY: as in `ledger_of_thread`; the thread's `AccountScope` is not dropped meanwhile.
    unsafe { ledger.as_ref() }.map(then)
}

/// Charges a block that the calling thread is about to allocate to the thread's machine; called by the process's
/// allocator.
///
/// # Errors
/// Returns the limit in bytes, if the block must not be allocated.
#[inline(always)]
pub fn charge_block(bytes: usize) -> Result<(), usize> {
    THREAD_ACCOUNT.with(|mine| {
        if mine.ledger.get().is_null() { Ok(()) } else { charge_from_batch(mine, bytes) }
    })
}

#[inline(never)]
fn charge_from_batch(mine: &ThreadAccount, bytes: usize) -> Result<(), usize> {
    let pending = mine.pending.get().saturating_add_unsigned(bytes);
    if pending < CHARGE_BATCH {
        mine.pending.set(pending);
        return Ok(());
    }
    flush_account(mine);
    // SAFETY: as in `flush_account`.
    let ledger = unsafe { &*mine.ledger.get() };
    ledger.charge(bytes);
    if ledger.refuses_excess && ledger.total_bytes() > ledger.hard_limit {
        Err(ledger.limit)
    } else {
        Ok(())
    }
}

/// Credits a block that the calling thread has freed; called by the process's allocator.
#[inline(always)]
pub fn credit_block(bytes: usize) {
    THREAD_ACCOUNT.with(|mine| {
        if !mine.ledger.get().is_null() {
            subtract_pending(mine, bytes);
        }
    });
}

#[inline(never)]
fn subtract_pending(mine: &ThreadAccount, bytes: usize) {
    let pending = mine.pending.get().saturating_sub_unsigned(bytes);
    mine.pending.set(pending);
    if pending <= -CHARGE_BATCH {
        flush_account(mine);
    }
}

/// Charges a block of Rust's allocator to the thread's machine, if the allocator does not do so itself.
#[inline]
pub fn charge_explicitly(bytes: usize) {
    THREAD_ACCOUNT.with(|mine| {
        if !mine.ledger.get().is_null() {
            charge_account(mine, bytes as isize);
        }
    });
}

/// Credits a block that was charged with [`charge_explicitly`] and is now freed.
#[inline]
pub fn credit_explicitly(bytes: usize) {
    THREAD_ACCOUNT.with(|mine| {
        if !mine.ledger.get().is_null() {
            charge_account(mine, -(bytes as isize));
        }
    });
}

#[cold]
#[inline(never)]
fn charge_account(mine: &ThreadAccount, bytes: isize) {
    // SAFETY: as in `flush_account`.
    if !unsafe { &*mine.ledger.get() }.is_charged_explicitly {
        return;
    }
    let pending = mine.pending.get() + bytes;
    mine.pending.set(pending);
    if pending.abs() >= CHARGE_BATCH {
        flush_account(mine);
    }
}

/// Starts a thread that works for the same machine as the calling thread.
///
/// # Errors
/// Returns the system's error, or `OutOfMemory` if the machine has no room for a thread.
pub fn spawn<T: Send + 'static>(
    builder: std::thread::Builder,
    body: impl FnOnce() -> T + Send + 'static,
) -> std::io::Result<std::thread::JoinHandle<T>> {
    let Some(ledger) = ledger_of_thread() else { return builder.spawn(body) };
    if !ledger.admit_thread() {
        return Err(std::io::ErrorKind::OutOfMemory.into());
    }
    let admitted = AdmittedThread(ledger);
    builder.spawn(move || {
        let _entered = admitted.0.enter_account();
        body()
    })
}

/// The charge of a thread, credited when the thread has ended or was not started.
struct AdmittedThread(Arc<Ledger>);

impl Drop for AdmittedThread {
    fn drop(&mut self) {
        self.0.release_thread();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_blocks_are_charged_at_once_and_small_ones_in_batches() {
        let account = Arc::new(Ledger::new(1 << 20, 1 << 20, true));
        let entered = account.enter_account();
        assert_eq!(charge_block(1000), Ok(()));
        assert_eq!(account.external_bytes(), 0);
        assert_eq!(charge_block(1 << 19), Ok(()));
        assert_eq!(account.external_bytes(), (1 << 19) + 1000);
        credit_block(1 << 19);
        assert_eq!(account.external_bytes(), 1000);
        credit_block(1000);
        drop(entered);
        assert_eq!(account.external_bytes(), 0);
    }

    #[test]
    fn heap_bytes_count_towards_the_limit() {
        let account = Arc::new(Ledger::new(1 << 20, 1 << 20, true));
        let _entered = account.enter_account();
        account.note_heap(1 << 19);
        assert_eq!(charge_block(1 << 19), Ok(()));
        assert_eq!(charge_block(1 << 18), Err(1 << 20));
    }

    #[test]
    fn threads_work_for_one_machine_at_a_time() {
        let (one, other) = (
            Arc::new(Ledger::new(1, usize::MAX, true)),
            Arc::new(Ledger::new(2, usize::MAX, true)),
        );
        let _one = one.enter_account();
        assert_eq!(charge_block(100), Ok(()));
        {
            let _other = other.enter_account();
            assert_eq!(charge_block(1 << 20), Ok(()));
            let limit =
                spawn(std::thread::Builder::new(), || ledger_of_thread().map(|l| l.limit()));
            assert_eq!(limit.unwrap().join().unwrap(), Some(2));
        }
        assert_eq!(ledger_of_thread().map(|l| l.limit()), Some(1));
        assert_eq!((one.external_bytes(), other.external_bytes()), (100, 1 << 20));
    }

    #[test]
    fn a_thread_needs_room() {
        let account =
            Arc::new(Ledger::new(CHARGED_BYTES_PER_THREAD, CHARGED_BYTES_PER_THREAD, true));
        let _entered = account.enter_account();
        let wait = std::sync::Arc::new(std::sync::Barrier::new(2));
        let held = wait.clone();
        let first = spawn(std::thread::Builder::new(), move || held.wait()).unwrap();
        let second = spawn(std::thread::Builder::new(), || ());
        assert_eq!(second.unwrap_err().kind(), std::io::ErrorKind::OutOfMemory);
        wait.wait();
        first.join().unwrap();
        assert!(spawn(std::thread::Builder::new(), || ()).is_ok());
    }

    #[test]
    fn without_a_charging_allocator_blocks_are_charged_by_hand() {
        let account = Arc::new(Ledger::new(1 << 20, 1 << 20, true));
        let _entered = account.enter_account();
        charge_explicitly(1 << 19);
        assert_eq!(account.external_bytes(), 1 << 19);
        credit_explicitly(1 << 19);
        assert_eq!(account.external_bytes(), 0);
    }
}
