//! Natives of package `internal/embed`: see [`crate::embed`].

use crate::embed::TrackedCall;
use crate::goroutine::unwind_records::Unwind;
use crate::native::{Native, NativeCx, Outcome};
use crate::types::value::{GoStr, Iface};
use minigo_sched::Reason;
use std::any::Any;

/// The natives of package `internal/embed`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![Native::constant_time("call", call), Native::constant_time("register", register)]
}

/// Makes the call that the goroutine was given, or parks the goroutine until it gets one.
fn call(cx: &mut NativeCx) -> Outcome<bool> {
    // Calls may be too short to reach a safepoint, so a collection that is due begins in this native.
    if cx.cache().wants_gc() {
        return Outcome::Part;
    }
    let (id, me) = (cx.g().id, cx.task().current_task());
    let is_as_new = cx.g().unwind_ref().is_none_or(Unwind::is_reusable) && cx.g().pin_count == 0;
    // A goroutine whose call was cancelled before it began must end, and gets no other call.
    let can_wait = is_as_new && !cx.must_end_goroutine();
    let Some(embedding) = cx.shared().embedding.as_deref() else { return Outcome::Return(false) };
    if let Some((number, call)) = embedding.call_of(id) {
        cx.g().session_input_number = number;
        return match (&*call as &dyn Any).downcast_ref::<TrackedCall>() {
            Some(call) => call.0.clone().begin(cx),
            None => Outcome::Return(false),
        };
    }
    if !can_wait || !embedding.wait_for_call(id, me) {
        return Outcome::Return(false);
    }
    cx.g().session_input_number = 0;
    Outcome::Park(Reason::Unknown)
}

fn register(cx: &mut NativeCx, name: GoStr, function: Iface) {
    if let Some(embedding) = cx.shared().embedding.as_deref() {
        embedding.register(name.lossy(), function);
    }
}
