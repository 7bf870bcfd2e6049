//! Natives of package runtime that the machine does not provide.

use minigo_lex::release::GO_VERSION;
use minigo_vm::native::{Native, NativeCx};

pub(crate) fn natives() -> Vec<Native> {
    vec![Native::constant_time("Version", |cx: &mut NativeCx| cx.string(GO_VERSION.as_bytes()))]
}
