//! Finds data races: two accesses to the same byte, one of them a write, one of them not atomic, neither of which
//! happened before the other.
//!
//! The tension: every load and store of the program is an operation of the detector, so one that repeats must cost a
//! load and a comparison; yet two accesses that race may lie minutes and thousands of goroutines apart, and a report
//! must be true: a false alarm makes all others worthless.
//!
//! # Shape
//! * A **slot** is a goroutine's index in vector clocks; its **tick** counts there. Both together are an **epoch**:
//!   the time between two releases of one goroutine.
//! * A **cell** records an access in 64 bits: epoch, position in the program, bytes of the word, kind ([`cell`]).
//! * **Shadow memory** has four cells for each word of 8 bytes of the regions that are watched. An address leads
//!   there by a subtraction, a comparison and a multiplication.
//! * A **clock** says for each slot up to which tick its accesses have happened before. A goroutine has one, and each
//!   synchronisation object: an atomic word, a mutex, an element's place in a channel ([`Key`]).
//!
//! A cell has happened before the running goroutine's access if it is of the goroutine's slot, or if the goroutine's
//! clock covers it. If not, and both conflict, they are a [`Race`].
//!
//! # The protocol
//! 1. [`Detector::start`] and [`end`](Detector::end) for each goroutine. A goroutine knows what its maker knows.
//! 2. [`access`](Detector::access) or [`range`](Detector::range) for each load and store.
//! 3. **Release before, acquire behind.** A goroutine releases an object before its operation makes others go on, and
//!    acquires it after the operation has succeeded. A release behind its operation comes too late for a goroutine
//!    that goes on at once: a false alarm. An acquire before it learns of what the operation has not waited for: a
//!    race that is missed.
//! 4. [`hold`](Detector::hold) behind the acquire of a lock, [`let_go`](Detector::let_go) before its release: for
//!    reports only.
//! 5. [`reset`](Detector::reset) before memory is used for another object. Between the last access to the old object
//!    and the first one to the new object there need not be a happens-before edge, since the collector is none.
//! 6. [`restart`](Detector::restart), when [`needs_restart`](Detector::needs_restart) says so and the world stands
//!    still.
//!
//! # Epochs
//! A release publishes the goroutine's epoch, and the next access begins a new one. If no access was recorded in the
//! current epoch, nothing of it needs to be known: the release publishes the one before, and the epoch goes on. So
//! goroutines that only pass messages use up no ticks, and one that ends after its last release (`defer wg.Done()`)
//! leaves a slot that all who waited for it may have.
//!
//! # Guarantees
//! * **No false alarm**, whatever is replaced, reused or restarted.
//! * While a word needs no more than four cells, each access that races is reported when it is made, unless it
//!   repeats one of its epoch. An access needs no cell of its own once each of its bytes was accessed later, by a
//!   goroutine that knew of it, with a kind that conflicts with all that its own conflicts with; or if it differs
//!   from another one of its epoch only in its bytes.
//! * Above four, cells are lost, at random from the goroutine's own sequence: with one thread, what is found depends
//!   on the trace only. In random traces of six goroutines that share three words 98 % of the racing words are found.
//!
//! # Stacks
//! A report shows under which calls the earlier access was made, or says that it does not know. Calls and returns cost
//! nothing: when an access is recorded, the goroutine's frames are compared with those of its last noted one
//! ([`Frames`]), and its cell, word and innermost call are noted in a table of fixed size, where a new note takes the
//! place of an old one. A note says the truth of one access, or is not found. An access that repeats one of its epoch
//! is not noted, as it is not recorded: the report shows the recorded one. As long as one goroutine is all there is,
//! none is noted.
//!
//! # The race to fear
//! The one on cells: two threads record an access to the same word at the same time. A word's lock, or
//! compare-and-swap for each cell, would cost more than all the rest, so cells are plain relaxed words. That is safe
//! since each cell alone is true: a thread stores only its own access, its own access merged with one of the same
//! epoch, a cell that it has read with fewer bytes, or the empty one. So threads may undo each other's stores, and a
//! race between two accesses within some nanoseconds can be missed; no cell can say what did not happen.
//!
//! The exception is memory that is reset: a thread that has read a cell before, and stores it with fewer bytes
//! behind, revives an access to an object that is gone. Words of unreachable objects have no such thread. A word that
//! a dead and a live object share has: the heap must not put objects of several goroutines into one word (sizes below
//! 8 are rounded up while a detector watches), or must reset while the world stands still.
//!
//! # Invariants
//! 1. A cell is never stored with an epoch that its goroutine has left.
//! 2. A goroutine's current tick is in no clock but after an access in it has been released, which ends it.
//! 3. A slot's ticks grow over all its owners, and each owner knows all of the earlier ones'.
//! 4. Slots, objects and cells are of one detector, and go with it: no statics, no thread-locals.
//! 5. A cell is stored behind the note of its access.
//! 6. Locks: one for slots, one for each shard of objects and of held locks, one for
//!    each slot's history of held locks; no two are held at once, and nothing that
//!    blocks is called under them.
//!
//! # Rejected
//! * *Processors as slots*, as ThreadSanitizer reuses them: what ran earlier on the same P would count as known, and
//!   a race between two goroutines of one P is missed.
//! * *The position in a history of each goroutine* (ThreadSanitizer's ring of events): it leaves room for a cell of
//!   32 bits, but an old access has no line any more. 18 bits name each watched instruction of large programs.
//! * *Calls and returns in that history*, for stacks: each call pays, and a goroutine that calls much has soon written
//!   over its old accesses.
//! * *A table of notes for each goroutine*: one that starts a goroutine and ends it soon paid as much as for all else.
//! * *Aligned ranges in place of the byte mask*: four bits less, but eight byte stores of a loop do not fit into four
//!   cells; the sieve took the slow path for each.
//! * *A bit "atomic"*: with its inverse, to cover is to have a subset of bits, and to conflict is to have both.
//! * *A vector clock of reads for each word* (FastTrack): unbounded memory for words that all goroutines read. Four
//!   cells forget readers, and then miss a race of theirs.
//! * *Clocks as arrays of shared chunks*: 50,000 goroutines alive were 330 MB, nearly all of it arrays of pointers.
//!   With trees and a list of recent ticks 100,000 are 40 MB.
//! * *Clocks in the objects themselves*: a mutex word and a channel's element have no room for a pointer, and
//!   everything would pay for it without a detector.
//!
//! # What this crate does not know
//! Bytecode, Go values, the heap, the scheduler: memory is addresses, a goroutine is its state here, a position is a
//! number.

mod access;
mod calls;
pub mod cell;
mod clock;
mod detector;
mod goroutine;
mod locks;
mod notes;
mod objects;
#[cfg(not(miri))]
mod os;
#[cfg(miri)]
#[path = "os_miri.rs"]
mod os;
mod record;
mod rng;
mod shadow;
mod slots;
mod tree;

pub use access::{Previous, Race};
pub use calls::{Call, Frames, MOST_CALLS, Site};
pub use cell::{Kind, Position};
pub use detector::Detector;
pub use goroutine::Goroutine;
pub use locks::Held;
pub use objects::Key;
pub use shadow::{CELLS, Region, WORD};
pub use slots::{Limits, Owner};
