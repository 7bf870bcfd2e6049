//! Natives of package `reflect`: calls of func values, functions made from a server.
//!
//! A module of its own because these are operations of the machine: they begin Go calls.

use super::value::{load, store};
use crate::convert::{GoFunc, GoSlice};
use crate::goroutine::grow;
use crate::interp::Cx;
use crate::native::{GoError, Native, NativeCx, Outcome};
use crate::types::DESC_ANY;
use crate::unwind;
use minigo_bytecode::operand::TypeId;

/// The natives.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![Native::new("call", call), Native::new("makeFunc", make_func)]
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
    let ty = cx.rtype(t).clone();
    let mut slots = Vec::new();
    for (param, &p) in ty.params.iter().zip(args.iter()) {
        // SAFETY: the library passes an address of each argument.
        unsafe { load(cx, *param, p as *const u8, &mut slots) };
    }
    let count = ty.results.iter().map(|r| cx.rtype(*r).slots() as usize).sum();
    let places: Vec<u64> = results.to_vec();
    Outcome::call_go(GoFunc(func), slots, count, move |cx, slots| {
        let mut at = 0;
        let types = cx.rtype(t).results.clone();
        for (result, &place) in types.iter().zip(&places) {
            let n = cx.rtype(*result).slots() as usize;
            // SAFETY: the library passes memory for each result.
            unsafe { store(cx, *result, &slots[at..at + n], place as *mut u8) };
            at += n;
        }
        Outcome::Return(())
    })
}

/// A func value: the code that makes the call, the type, the server.
fn make_func(cx: &mut NativeCx, t: TypeId, serve: u64) -> u64 {
    let words = [cx.shared().image.enter_made() as u64, u64::from(t.0), serve];
    let p = cx.alloc(24, DESC_ANY).cast::<[u64; 3]>();
    // SAFETY: a new object of this size.
    unsafe { p.write(words) };
    p as u64
}

/// Runs a function that reflection made: its arguments lie from the frame's base on, its results go there.
pub(crate) fn enter_made(cx: &mut Cx) -> bool {
    // SAFETY: the frame's header holds the closure that `make_func` made.
    let [_, t, serve] = unsafe { *(*cx.s.r.sub(2) as *const [u64; 3]) };
    let ty = TypeId(t as u32);
    let (params, results) = (cx.rtype(ty).params.clone(), cx.rtype(ty).results.clone());
    let slots = |list: &[TypeId], cx: &Cx| -> usize {
        list.iter().map(|t| cx.rtype(*t).slots() as usize).sum()
    };
    let room = slots(&params, cx).max(slots(&results, cx));
    if cx.s.r.wrapping_add(room) > cx.limit && !grow(cx, room) {
        cx.leave(crate::interp::Exit::Grow(room));
        return false;
    }
    let mut at = 0;
    let mut pointers = Vec::new();
    for param in &params {
        let p = cx.alloc_type(*param, 1);
        let n = cx.rtype(*param).slots() as usize;
        // SAFETY: the arguments lie in the frame one after the other.
        unsafe {
            let slots = std::slice::from_raw_parts(cx.s.r.add(at), n);
            store(cx, *param, slots, p);
        }
        at += n;
        pointers.push(p as u64);
    }
    let result_pointers: Vec<u64> = results.iter().map(|t| cx.alloc_type(*t, 1) as u64).collect();
    let (args, outs) = (pointer_slice(cx, &pointers), pointer_slice(cx, &result_pointers));
    let args = [args, outs].concat();
    let keep = result_pointers.clone();
    unwind::call_server(cx, GoFunc(serve), args, keep, room, move |cx, at| {
        let mut slots = Vec::new();
        for (result, &p) in results.iter().zip(&result_pointers) {
            // SAFETY: memory of the result's type.
            unsafe { load(cx, *result, p as *const u8, &mut slots) };
        }
        // SAFETY: the frame has room for the results.
        unsafe { at.copy_from(slots.as_ptr(), slots.len()) };
    })
}

/// A `[]unsafe.Pointer` in slots.
fn pointer_slice(cx: &mut Cx, pointers: &[u64]) -> Vec<u64> {
    let n = pointers.len();
    let p = cx.alloc((n * 8).max(8), DESC_ANY).cast::<u64>();
    // SAFETY: a new object of this size.
    unsafe { p.copy_from(pointers.as_ptr(), n) };
    vec![p as u64, n as u64, n as u64]
}
