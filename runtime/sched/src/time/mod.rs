//! Time: the clock that everything goes by, and the heap of timers that each processor has.
//!
//! * `clock`: the operating system's clock, or one that a test or a seeded run moves;
//! * [`timer_heap`]: a heap of timers that any processor may run, stop and move.
//!
//! Who runs what is due: `worker/find.rs`. How a task starts a timer: `gmp/timer.rs`.

pub mod timer_heap;

pub mod clock;
