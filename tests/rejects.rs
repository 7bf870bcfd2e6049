//! Checks every program of `tests/rejects`: the errors reported are those its comments expect.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

include!(concat!(env!("OUT_DIR"), "/rejects.rs"));
