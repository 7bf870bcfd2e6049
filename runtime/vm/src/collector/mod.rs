//! The collector: a marking that runs concurrently with the program.
//!
//! The collector is one protocol between goroutines, processors and the collector's threads. Read [`cycle`] first: when
//! a cycle begins, the work during its stops of the world, and the goroutines' part of the work; [`pacer`] says when a
//! cycle is due. [`workers`] are the marking threads, which also start finalizers; [`barrier`] is the write barrier.
//! [`scan`] finds the roots (globals, tables, and with [`live_slots`] the live slots of goroutines' frames) and the
//! pointers in objects. [`stopped_cycle`] is a whole cycle in one stop. [`cycle_statistics`] and [`gctrace`] report
//! cycles, and [`verify`] checks them.
//!
//! # A cycle
//! 1. **Begin.** A goroutine at a safepoint stops the world, tells every processor's cache that a marking runs (new
//!    objects are marked at once from now on), and resumes the world.
//! 2. **Marking.** The collector's threads (a quarter of the processors, or as many as are idle) mark globals, tables
//!    and goroutines, then the objects reachable from these. Goroutines that allocate assist in proportion.
//! 3. **End.** A thread that finds no more work stops the world. The objects that stores have marked last are scanned
//!    if they are few; otherwise the world resumes and the thread tries again later. When nothing is left, the bitmaps
//!    are swapped.
//! 4. **After.** While the world runs: unreached channels and objects with finalizers, then the sweep.
//!
//! Neither of the cycle's two stops does anything whose time depends on the heap or on the number of goroutines.
//!
//! Where next to nothing is live (64 KB at the end of the last cycle, few goroutines), the allocating goroutine does
//! the whole cycle in one stop ([`stopped_cycle`]), which takes no longer than the two stops.
//!
//! # Why no live object is missed
//! *A goroutine that runs during a marking has been scanned.* The world stops at the begin, so every slice ends; and
//! `Goroutine::resume` first scans the goroutine unless it has been scanned ([`minigo_sched::LastScan`]: either a
//! collector thread or the worker claims the goroutine, and the worker waits for the thread). So no unscanned goroutine
//! ever stores, and only the half of Go's hybrid barrier about the *old* value is needed:
//! **Before a pointer in memory is overwritten, the object it leads to is marked** ([`barrier`]).
//!
//! So every pointer that is ever on a scanned stack gets marked. A pointer gets onto a stack from a place in memory:
//! either the place still holds the pointer when the marking scans the place, or a store has overwritten the pointer,
//! and its barrier has marked the object. By the same reasoning stores of *new* values need no barrier, whichever
//! memory they write to: to memory that was scanned already, to new objects (which are marked and never scanned), to
//! channels, to new goroutines (whose arguments need no scan therefore).
//!
//! * for objects and globals, the instructions and natives that write pointers use the barrier, by type or in bulk;
//! * for tables of maps and for iterators, map operations use the barrier; a table that is replaced is marked as a
//!   whole;
//! * for rings of channels and the waiters of parked senders, a receive marks the pointers that it takes out
//!   ([`Task::shade_received`](minigo_sched::Task::shade_received)). A sender's value moves from its waiter, which is
//!   scanned with its goroutine, to a ring that may have been scanned before;
//! * alarms: an alarm that goes off is no root any more, and is marked.
//!
//! Memory that only its own goroutine accesses (stack, deferred calls, panics, its waiter) is scanned with the
//! goroutine, and needs no barrier.
//!
//! **The race to fear** is a store without a barrier: if its old value was then only held by a scanned stack, the
//! object is freed while the program uses it. `gcstress` with `gcverify` runs cycles back to back, some of them in one
//! stop, and checks the marks of each.
//!
//! # Which thread may do what
//! * Phases ([`minigo_heap::Cycles`]) turn in `cycle` (and, for cycles in one stop, in `stopped_cycle`) only: Idle →
//!   Beginning → Marking by a goroutine (compare and exchange; Marking while the world is stopped), → Sweeping by the
//!   first thread while the world is stopped, → Idle by the same thread when all is swept.
//! * `Cache::is_marking`, and `Cx::is_marking` from it for the length of a slice, only change while the world is
//!   stopped.
//! * Spans are freed only by sweeps, so no span is freed during a marking; and a span's header is not freed before the
//!   world has stopped again.
//! * Markers read objects without locks while the program writes to them: whole words, each of which is judged on its
//!   own, in any order. Markers never read new objects: a marking thread that loads the address of a new object finds
//!   it marked ([`minigo_heap::publish`]).
//!   A channel's ring is read under its lock; marking from under a lock only notes objects, it never scans.
//!
//! # Rejected
//! * *Shading new values too* (Dijkstra's half of the hybrid barrier): not needed, see above, and it marks objects that
//!   die young.
//! * *Snapshot by stopping all goroutines for their scan*: the stop grows with their number.
//! * *A scan bit in the scheduler's state word*: the run state is a protocol of its own; a second word that only
//!   scanner and resumer touch needs no change there.
//! * *Workers that hold a P*: a thread without a P gets its share from the OS, does not take part in stops, and needs
//!   no place in the scheduler's queues. With as many Ps as cores, such a thread gets about one part in P + 1 of the
//!   processors' time. (A marking thread asks for long time slices, so that a thread which wakes to run goroutines need
//!   not wait for the end of one. `latency.go` has 16 waits of 0.9 ms or more in 20 s, 3 of them of 2 ms or more; with
//!   slices of the usual length it has 31 and 13.)
//! * *Sweeping everything in the stop*: sweeping some thousand spans per ms is still too slow for several GB.

pub(crate) mod barrier;
pub(crate) mod cycle;
pub(crate) mod cycle_statistics;
pub(crate) mod gctrace;
pub(crate) mod live_slots;
pub(crate) mod pacer;
pub(crate) mod scan;
pub(crate) mod stopped_cycle;
pub(crate) mod verify;
mod workers;
