//! The collector at work: a marking that goes on while the program runs.
//!
//! It is one protocol between goroutines, processors and the collector's threads. Read [`cycle`] first: when a cycle
//! begins and what is done in its stops; [`pacer`] says when that is due. [`workers`] are the marking threads,
//! [`assist`] is what goroutines do meanwhile, [`barrier`] the write barrier. [`roots`] and [`live`] are where marking
//! begins: globals, tables, and the live slots of goroutines' frames; [`scan`] is what objects point to. [`stopped`] is
//! a whole cycle in one stop. [`finalize`] starts finalizers; [`figures`], [`gctrace`] and [`verify`] tell what
//! happened.
//!
//! # A cycle
//! 1. **Begin.** A goroutine at a safepoint stops the world, tells every processor's cache that a marking goes on (what
//!    is allocated from now on is marked at once), and lets the world go on.
//! 2. **Marking.** The collector's threads (a quarter of the processors, or as many as are idle) mark globals, tables
//!    and goroutines, then what these lead to. Goroutines that allocate assist in proportion.
//! 3. **End.** A thread that finds nothing more stops the world. What stores have noted last is scanned if it is
//!    little, else the world goes on and this is tried again. When nothing is left the bitmaps change places.
//! 4. **After.** While the world runs: channels and objects with finalizers that were not reached, then the sweep.
//!
//! Neither stop does anything whose time depends on the heap or on the number of goroutines.
//!
//! Where next to nothing lives (64 KB at the end of the last cycle, few goroutines) the goroutine that allocates does
//! all of it in one stop ([`stopped`]), which takes no longer than those two.
//!
//! # Why nothing is missed
//! *A goroutine that runs during a marking has been scanned.* The world stops at the begin, so every slice ends; and
//! `Goroutine::resume` begins by scanning the goroutine if that was not done ([`minigo_sched::Scanned`]: either a
//! thread of the collector or the worker claims it, the worker waits for the thread). So there are no stores by
//! goroutines that are still to be scanned, and of Go's hybrid barrier only the half about the *old* value is left:
//!
//! **Before a pointer in memory is overwritten, the object it leads to is marked** ([`barrier`]).
//!
//! Then everything that is ever on a scanned stack will be marked. A pointer gets there from memory; either it is still
//! in that place when the marking comes by, or it was overwritten there, which has marked it. By the same reasoning
//! stores of *new* values need nothing, wherever they go: to memory that was scanned already, to new objects (which are
//! marked and never scanned), to channels, to new goroutines (whose arguments need no scan therefore).
//!
//! "Memory" is everything that outlives a slice and is not of one goroutine alone:
//! * objects and globals: the instructions and natives that write pointers, by type or in bulk;
//! * tables of maps, and iterators; a table that is replaced is marked as a whole;
//! * rings of channels, and the waiters of parked senders: what a receive takes out is marked
//!   ([`Task::shade_received`](minigo_sched::Task::shade_received)). A sender's value moves from its waiter, which is
//!   scanned with its goroutine, to a ring that may have been scanned before;
//! * alarms: one that goes off is no root any more, and is marked.
//!
//! What only its own goroutine touches (stack, deferred calls, panics, its waiter) is scanned with it, and needs
//! nothing.
//!
//! **The race to fear** is a store that no barrier sees: its old value on a scanned stack is then held nowhere, and is
//! freed under the program. `gcstress` with `gcverify` makes cycles back to back, some of them in one stop, and checks
//! the marks of each.
//!
//! # Which thread may do what
//! * Phases ([`minigo_heap::Cycles`]) turn in `cycle` (and, for cycles in one stop, in `stopped`) only: Idle →
//!   Beginning → Marking by a goroutine (compare and exchange; Marking while the world is stopped), → Sweeping by the
//!   first thread while the world is stopped, → Idle by it when all is swept.
//! * `Cache::marking`, and `Cx::marking` from it for the length of a slice, change while the world is stopped only.
//! * Spans are freed by sweeps only, so never during a marking; and their headers not before the world has stopped
//!   again.
//! * Objects are looked into without locks while the program writes to them: whole words, each of which is judged by
//!   itself, in whatever order they are seen. New objects are never looked into: a marking thread that loads the
//!   address of one finds it marked ([`minigo_heap::publish`]).
//!   A channel's ring is read under its lock; marking from under a lock only notes objects, it never scans.
//!
//! # Rejected
//! * *Shading new values too* (Dijkstra's half of the hybrid barrier): not needed, see above, and it marks what dies
//!   young.
//! * *Snapshot by stopping all goroutines for their scan*: the stop grows with their number.
//! * *A scan bit in the scheduler's state word*: the run state is a protocol of its own; a second word that only
//!   scanner and resumer touch needs no change there.
//! * *Workers that hold a P*: a thread beside the Ps gets its share from the OS, does not take part in stops, and needs
//!   no place in the scheduler's queues. With as many Ps as cores it gets about one part in P + 1 of them. (It asks for
//!   long time slices, so that a thread which wakes to run goroutines need not wait for the end of one. In 20 s of
//!   `latency.go` such waits of 0.9 ms or more: 16, 3 of them of 2 ms or more; with slices of the usual length 31 and
//!   13.)
//! * *Sweeping everything in the stop*: some thousand spans per ms are still too many at some GB.

pub(crate) mod assist;
pub(crate) mod barrier;
pub(crate) mod cycle;
pub(crate) mod figures;
pub(crate) mod finalize;
pub(crate) mod gctrace;
pub(crate) mod live;
pub(crate) mod pacer;
pub(crate) mod roots;
pub(crate) mod scan;
pub(crate) mod stopped;
pub(crate) mod verify;
mod workers;
