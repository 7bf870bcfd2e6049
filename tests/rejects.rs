//! Checks every program of `tests/rejects`: the reported errors must be those that its comments expect.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

include!(concat!(env!("OUT_DIR"), "/rejects.rs"));
