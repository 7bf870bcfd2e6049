//! Natives of package `reflect`: calls of func values, and functions made by reflection, whose calls run a *server*, a
//! func of the library (`unwind::reflected_func`).
//!
//! The two natives are operations of the machine: they make Go calls.

use crate::goroutine::native_call::GoError;
use crate::native::outcome::Outcome;
use crate::native::slots::{load, store};
use crate::native::{Native, NativeCx};
use crate::types::DESC_ANY;
use crate::types::value::{GoFunc, GoSlice};
use minigo_bytecode::operand::{FuncId, TypeId};
use minigo_heap::publication_barrier;

/// The natives of package `reflect`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![Native::constant_time("call", call), Native::constant_time("makeFunc", make_func)]
}

impl NativeCx {
    /// The function that a func value runs; `None` for functions that the machine makes.
    pub fn function(&self, f: GoFunc) -> Option<FuncId> {
        // SAFETY: a func value points to its code.
        self.shared().image.func_of(unsafe { *(f.0 as *const u64) })
    }
}

fn call(
    cx: &mut NativeCx,
    t: TypeId,
    func: u64,
    args: GoSlice<u64>,
    results: GoSlice<u64>,
) -> Outcome<()> {
    if func == 0 {
        return Outcome::Panic(GoError::Runtime(
            "invalid memory address or nil pointer dereference".into(),
        ));
    }
    let ty = cx.type_descriptor(t).clone();
    let mut slots = Vec::new();
    for (param, &p) in ty.params.iter().zip(args.iter()) {
        // SAFETY: the library passes an address of each argument.
        unsafe { load(cx, *param, p as *const u8, &mut slots) };
    }
    let count = ty.results.iter().map(|r| cx.type_descriptor(*r).slots() as usize).sum();
    let places: Vec<u64> = results.to_vec();
    Outcome::call_go(GoFunc(func), slots, count, move |cx, slots| {
        let mut at = 0;
        let types = cx.type_descriptor(t).results.clone();
        for (result, &place) in types.iter().zip(&places) {
            let n = cx.type_descriptor(*result).slots() as usize;
            // SAFETY: the library passes memory for each result.
            unsafe { store(cx, *result, &slots[at..at + n], place as *mut u8) };
            at += n;
        }
        Outcome::Return(())
    })
}

/// Makes a func value: the code that makes the call, the type, the server.
fn make_func(cx: &mut NativeCx, t: TypeId, serve: u64) -> u64 {
    let words = [cx.shared().image.enter_reflect_pc() as u64, u64::from(t.0), serve];
    let p = cx.alloc(24, DESC_ANY).cast::<[u64; 3]>();
    // SAFETY: the pointer is a new object of this size.
    unsafe { p.write(words) };
    // Publishes the func value, so that a racing goroutine that reads it finds its code.
    publication_barrier();
    p as u64
}
