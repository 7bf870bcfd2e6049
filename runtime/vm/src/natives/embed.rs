//! Natives of package `internal/embed`: see [`crate::embed`].

use crate::embed::HostCall;
use crate::native::{Native, NativeCx, Outcome};
use crate::types::value::{GoStr, Iface};
use std::sync::Arc;

/// The natives of package `internal/embed`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![Native::constant("call", call), Native::constant("register", register)]
}

/// Makes the call for which the goroutine was started.
fn call(cx: &mut NativeCx) -> Outcome<()> {
    // The goroutines of calls may be too short to reach a safepoint: a collection that is due begins here.
    if cx.cache().wants_gc() {
        return Outcome::Part;
    }
    let id = cx.g().id;
    let call = cx.shared().embedding.as_deref().and_then(|embedding| embedding.call_of(id));
    match call.as_deref().and_then(|call| call.downcast_ref::<Arc<dyn HostCall>>()) {
        Some(call) => call.begin(cx),
        None => Outcome::Return(()),
    }
}

fn register(cx: &mut NativeCx, name: GoStr, function: Iface) {
    if let Some(embedding) = cx.shared().embedding.as_deref() {
        embedding.register(name.lossy(), function);
    }
}
