//! Finds data races: two accesses to the same byte, one of them a write, one of them not atomic, neither of which
//! happened before the other.
//!
//! The tension: every load and store of the program is an operation of the detector, so a repeated access must cost
//! only a load and a comparison; yet two racing accesses may lie minutes and thousands of goroutines apart, and a
//! report must be correct: a false alarm makes all others worthless.
//!
//! # Shape
//! * A **slot** is a goroutine's index in vector clocks; its **tick** is the count there. A slot and a tick together
//!   are an **epoch**: the time between two releases of one goroutine.
//! * A **cell** records an access in 64 bits: epoch, position in the program, bytes of the word, kind ([`cell`]).
//! * **Shadow memory** has four cells for each word of 8 bytes of the watched regions. A subtraction, a comparison and
//!   a multiplication lead from an address to its cells.
//! * A **clock** holds for each slot the tick up to which its accesses have happened before those of the clock's owner.
//!   Each goroutine has a clock, and so has each synchronisation object: an atomic word, a mutex, an element's place in
//!   a channel ([`SyncObjectKey`]).
//!
//! A cell's access has happened before the running goroutine's access if the cell has the goroutine's slot, or if the
//! goroutine's clock covers the cell. If neither is true and the two accesses conflict, they are a [`Race`].
//!
//! # The protocol
//! 1. [`Detector::start_goroutine`] and [`end`](Detector::end_goroutine) for each goroutine. A goroutine knows all that
//!    its creator knows.
//! 2. [`access`](Detector::record_access) or [`range`](Detector::record_bytes) for each load and store.
//! 3. **Release before, acquire behind.** A goroutine releases an object before its operation makes other goroutines
//!    runnable, and acquires it after the operation has succeeded. A release behind its operation comes too late for a
//!    goroutine that runs at once: a false alarm. An acquire before its operation learns of accesses for which the
//!    operation has not waited: a missed race.
//! 4. [`note_lock`](Detector::note_lock) behind the acquire of a lock, [`note_unlock`](Detector::note_unlock) before
//!    its release: for reports only.
//! 5. [`reset`](Detector::reset_memory) before memory is used for another object. There need not be a happens-before
//!    edge between the last access to the old object and the first access to the new one, since the collector creates
//!    none.
//! 6. [`restart`](Detector::restart), when [`needs_restart`](Detector::needs_restart) returns true and the world is
//!    stopped.
//!
//! # Epochs
//! A release publishes the goroutine's epoch, and the next access begins a new one. If no access was recorded in the
//! current epoch, other goroutines need not know of it: the release publishes the epoch before, and the current one
//! continues. So goroutines that only pass messages use up no ticks, and a goroutine that ends after its last release
//! (`defer wg.Done()`) leaves a slot that all goroutines which waited for it may get.
//!
//! # Guarantees
//! * **No false alarm**: replaced cells, reused slots and restarts never cause one.
//! * While a word needs no more than four cells, each racing access is reported when it is made, unless it repeats an
//!   access of its epoch. An access needs no cell of its own once each of its bytes was accessed later, by a goroutine
//!   that knew of it, with a kind whose conflicts include all of its own; or if it differs from another access of its
//!   epoch only in its bytes.
//! * If a word needs more than four cells, some are lost, at random from the goroutine's own sequence: with one thread,
//!   the findings depend on the trace only. In random traces of six goroutines that share three words 98 % of the
//!   racing words are found.
//!
//! # Stacks
//! A report shows the calls under which the earlier access was made, or says that they are unknown. Calls and returns
//! cost nothing: when an access is recorded, the goroutine's frames are compared with those of its last noted access
//! ([`Frames`]), and its cell, word and innermost call are noted in a table of fixed size, where a new note replaces an
//! old one. A note is correct for one access, or is not found. An access that repeats one of its epoch is not noted, as
//! it is not recorded: the report shows the recorded one. As long as there is only one goroutine, no access is noted.
//!
//! # The race to fear
//! Cells themselves are accessed in a race: two threads record an access to the same word at the same time. A lock for
//! each word, or compare-and-swap for each cell, would cost more than all the rest, so cells are plain relaxed words.
//! Plain words are safe because each cell alone is correct: a thread stores only its own access, its own access merged
//! with one of the same epoch, a cell that it has read with fewer bytes, or the empty cell. So threads may undo each
//! other's stores, and a race between two accesses within some nanoseconds can be missed; but no cell can record an
//! access that was not made.
//!
//! The exception is memory that is reset: a thread that has read a cell before the reset, and stores it with fewer
//! bytes after, revives an access to an object that is gone. For words of unreachable objects there is no such thread,
//! because no thread accesses them.
//! For a word that a dead and a live object share there may be such a thread: the heap must not put objects of several
//! goroutines into one word (sizes below 8 are rounded up while a detector watches), or must reset while the world is
//! stopped.
//!
//! # Invariants
//! 1. A cell is never stored with an epoch that its goroutine has left.
//! 2. A goroutine's current tick is in no clock, unless an access in that tick has been released, which ends the tick.
//! 3. A slot's ticks grow over all its owners, and each owner knows all accesses of the earlier ones.
//! 4. Slots, objects and cells belong to one detector, and are freed with it: no statics, no thread-locals.
//! 5. A cell is stored after the note of its access.
//! 6. Locks: one for slots, one for each shard of objects and of held locks, one for each slot's history of held locks;
//!    no two are held at once, and no blocking call is made under them.
//!
//! # Rejected
//! * *Processors as slots*, as ThreadSanitizer reuses them: accesses made earlier on the same P would count as known,
//!   and a race between two goroutines of one P would be missed.
//! * *The position in a history of each goroutine* (ThreadSanitizer's ring of events): this leaves room for a cell of
//!   32 bits, but the line of an old access is lost. 18 bits identify each watched instruction of large programs.
//! * *Calls and returns in that history*, for stacks: each call would cost time, and a goroutine that calls much would
//!   soon overwrite its old accesses.
//! * *A table of notes for each goroutine*: starting and soon ending a goroutine cost twice as much in total.
//! * *Aligned ranges in place of the byte mask*: four bits less, but the eight byte stores of a loop do not fit into
//!   four cells; the sieve benchmark took the slow path for each.
//! * *A bit "atomic"*: with the inverse bit `PLAIN_BIT`, an access is subsumed if its bits are a subset, and two
//!   accesses conflict if they have both bits.
//! * *A vector clock of reads for each word* (FastTrack): unbounded memory for words that all goroutines read. Four
//!   cells forget some readers, and then miss their races.
//! * *Clocks as arrays of shared chunks*: 50,000 live goroutines took 330 MB, nearly all of it arrays of pointers. With
//!   trees and a list of recent ticks 100,000 goroutines take 40 MB.
//! * *Clocks in the objects themselves*: a mutex word and a channel's element have no room for a pointer, and all
//!   programs would pay for it even without a detector.
//!
//! # What this crate does not know
//! Bytecode, Go values, the heap, the scheduler: memory is addresses, a goroutine is its state in this crate, a
//! position is a number.

mod access;
mod call_notes;
mod calls;
pub mod cell;
mod cell_recording;
mod clock;
mod clock_tree;
mod detector;
mod goroutine;
mod locks;
#[cfg(not(miri))]
mod os;
#[cfg(miri)]
#[path = "os_miri.rs"]
mod os;
mod rng;
mod shadow;
mod slots;
mod sync_objects;

pub use access::{PreviousAccess, Race};
pub use calls::{Call, Frames, MAX_CALLS, Site};
pub use cell::{AccessKind, Position};
pub use detector::Detector;
pub use goroutine::Goroutine;
pub use locks::HeldLock;
pub use shadow::{CELLS_PER_WORD, Region, WORD_BYTES};
pub use slots::{Owner, SlotLimits};
pub use sync_objects::SyncObjectKey;
