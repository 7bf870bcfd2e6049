//! Time: the clock of a scheduler, and the heap of timers that each processor has.
//!
//! * [`clock`]: the operating system's clock, or one that a test or a seeded run advances;
//! * [`timer_heap`]: a heap of timers.
//!
//! Tasks start timers in `gmp/timer.rs`, which also runs those that are due.

pub mod timer_heap;

pub mod clock;
