//! Functions made by reflection: such a function calls its *server*, a func that package reflect has made for it, with
//! the addresses of the arguments and results.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::stack::grow_stack;
use crate::native::slots::{load, store};
use crate::types::DESC_ANY;
use crate::types::value::GoFunc;
use crate::unwind::vm_call;
use minigo_bytecode::operand::TypeId;

/// Runs a function made by reflection: its arguments lie from the frame's base on, and its results are stored there.
pub(crate) fn enter_reflect(cx: &mut Cx) -> bool {
    // SAFETY: the frame's header holds the closure that `make_func` made.
    let [_, t, serve] = unsafe { *(*cx.registers.frame_base.sub(2) as *const [u64; 3]) };
    let ty = TypeId(t as u32);
    let (params, results) =
        (cx.type_descriptor(ty).params.clone(), cx.type_descriptor(ty).results.clone());
    let slots = |list: &[TypeId], cx: &Cx| -> usize {
        list.iter().map(|t| cx.type_descriptor(*t).slots() as usize).sum()
    };
    let room = slots(&params, cx).max(slots(&results, cx));
    if cx.registers.frame_base.wrapping_add(room) > cx.stack_limit && !grow_stack(cx, room) {
        cx.set_exit(InterpreterExit::Grow(room));
        return false;
    }
    let mut at = 0;
    let mut pointers = Vec::new();
    for param in &params {
        let p = cx.alloc_values(*param, 1);
        let n = cx.type_descriptor(*param).slots() as usize;
        // SAFETY: the arguments lie in the frame one after the other.
        unsafe {
            let slots = std::slice::from_raw_parts(cx.registers.frame_base.add(at), n);
            store(cx, *param, slots, p);
        }
        at += n;
        pointers.push(p as u64);
    }
    let result_pointers: Vec<u64> = results.iter().map(|t| cx.alloc_values(*t, 1) as u64).collect();
    let (args, outs) = (pointer_slice(cx, &pointers), pointer_slice(cx, &result_pointers));
    let args = [args, outs].concat();
    let keep = result_pointers.clone();
    vm_call::call_make_func_handler(cx, GoFunc(serve), args, keep, room, move |cx, at| {
        let mut slots = Vec::new();
        for (result, &p) in results.iter().zip(&result_pointers) {
            // SAFETY: the address has memory of the result's type.
            unsafe { load(cx, *result, p as *const u8, &mut slots) };
        }
        // SAFETY: the frame has room for the results.
        unsafe { at.copy_from(slots.as_ptr(), slots.len()) };
    })
}

/// A `[]unsafe.Pointer` as slots.
fn pointer_slice(cx: &mut Cx, pointers: &[u64]) -> Vec<u64> {
    let n = pointers.len();
    let p = cx.alloc((n * 8).max(8), DESC_ANY).cast::<u64>();
    // SAFETY: the pointer is a new object of this size.
    unsafe { p.copy_from(pointers.as_ptr(), n) };
    vec![p as u64, n as u64, n as u64]
}
