//! Calls of functions that reflection makes.

use crate::interp::Cx;

/// Runs a function that reflection made.
pub(crate) fn enter_made(cx: &mut Cx) -> bool {
    cx.fail(crate::fault::Fault::Unreachable)
}
