//! Time: the clock of a scheduler, and the heap of timers that each processor has.
//!
//! * [`clock`]: the operating system's clock, or one that a test or a seeded run advances;
//! * [`timer_heap`]: a heap of timers that any processor may run, stop and move.
//!
//! Due timers are run in `worker/find.rs`; tasks start timers in `gmp/timer.rs`.

pub mod timer_heap;

pub mod clock;
