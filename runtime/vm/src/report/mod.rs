//! Reports about goroutines: tracebacks, the end of a failing program, deadlocks, leaks, profiles and traces.
//!
//! [`traceback`] prints stacks as Go does; [`crash`] ends the program with them. [`leaks`] finds the goroutines that
//! nothing can wake; [`waits`] collects the objects that each goroutine of a stopped world waits for, with [`holders`]
//! of locks and [`object_names`] of objects; [`wait_help`] decides which goroutine could end a wait, by the effects
//! that [`possible_effects`] finds in its code. [`explain`] words deadlocks and [`leak_report`] words leaks,
//! [`test_leaks`] the leaks of one test. [`profile`] and [`profile_samples`] are Go's profiles, [`exec_trace`] Go's
//! execution traces; [`trace`] is for ui.perfetto.dev, and [`schedtrace`] for `GODEBUG=schedtrace`.

pub(crate) mod crash;
pub(crate) mod exec_trace;
pub(crate) mod explain;
pub(crate) mod holders;
pub(crate) mod leak_report;
pub(crate) mod leaks;
pub(crate) mod object_names;
pub(crate) mod possible_effects;
pub(crate) mod profile;
pub(crate) mod profile_samples;
pub(crate) mod race;
pub(crate) mod schedtrace;
pub(crate) mod test_leaks;
pub(crate) mod trace;
pub(crate) mod traceback;
pub(crate) mod value_text;
pub(crate) mod wait_help;
pub(crate) mod waits;
