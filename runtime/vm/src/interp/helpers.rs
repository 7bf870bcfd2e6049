//! The functions that compiled code calls, numbered by [`minigo_jit::abi::Helper`].
//!
//! Nothing unwinds through compiled code: a helper catches a failed allocation, and the interpreter repeats the
//! instruction.

use crate::arch;
use crate::collector::pacer;
use crate::goroutine::context::{Cx, HelperAddress as Address};
use crate::goroutine::out_of_memory::catch_unwinding;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::unwind_records::{VmCall, VmCallKind};
use crate::image::code::frame_slots;
use crate::interp::alloc::new_closure;
use crate::interp::call::method_offset;
use crate::interp::iface::{cache_implements, cached_implements};
use crate::unwind::defer::{self, LastDefer};
use minigo_bytecode::operand::FuncId;
use minigo_bytecode::ops::Op;
use minigo_jit::abi::{Helper, LOWEST_CODE_ENTRY};

/// See [`Helper::Preserving`].
const PRESERVING_HELPER: unsafe extern "C" fn() = arch::preserving::<
    { std::mem::offset_of!(Cx, helper_arguments) },
    { std::mem::offset_of!(Cx, helper_result) },
>;

/// The functions that compiled code calls, by number.
pub(crate) static HELPERS: [Address; Helper::COUNT] = {
    let mut all = [const { Address(std::ptr::null()) }; Helper::COUNT];
    all[Helper::Budget as usize] = Address(budget as *const ());
    all[Helper::Shade as usize] = Address(shade as *const ());
    all[Helper::Method as usize] = Address(method as *const ());
    all[Helper::BeginDeferred as usize] = Address(begin_deferred as *const ());
    all[Helper::EndDeferred as usize] = Address(end_deferred as *const ());
    all[Helper::New as usize] = Address(new as *const ());
    all[Helper::NewClosure as usize] = Address(closure as *const ());
    all[Helper::EqualBytes as usize] = Address(equal_bytes as *const ());
    all[Helper::Preserving as usize] = Address(PRESERVING_HELPER as *const ());
    all[Helper::Implements as usize] = Address(answer as *const ());
    all[Helper::Access as usize] = Address(crate::interp::race_handlers::access as *const ());
    all
};

/// Called when the budget is used up: provides another one, unless there is work that needs whole frames.
extern "C" fn budget(cx: &mut Cx) -> i64 {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    if shared.stress.is_on()
        || shared.cpu_profile.is_on()
        || pacer::is_memory_exhausted(shared)
        || pacer::has_collector_work(cx)
        || cx.task().should_yield()
        || cx.must_end_goroutine()
    {
        return -1;
    }
    pacer::allocation_budget(cx)
}

/// Called before a word that may be a pointer is overwritten.
extern "C" fn shade(cx: &Cx, word: u64) {
    cx.shade_word(word);
}

/// The offset of the method that an interface call reaches for a receiver of this type.
extern "C" fn method(cx: &Cx, ty: u64, site: u64) -> u64 {
    method_offset(cx, ty as u32, site as u32)
}

/// Begins the last deferred call of the frame at `r`, in a window. Returns 0 when there is none, 1 if the call cannot
/// begin without a side exit, 2 if its function is not compiled, otherwise the function's entry.
unsafe extern "C" fn begin_deferred(cx: &mut Cx, r: *mut u64, win: u64, pc: *const Op) -> u64 {
    // The registers are as in a handler: `pc` points behind the instruction.
    let n = cx.registers.budget;
    cx.registers = VmRegisters { pc: pc.wrapping_add(1), frame_base: r, budget: n };
    match defer::last_defer(cx) {
        LastDefer::None => return 0,
        LastDefer::Call => {}
        // Replacing a list of closures by its records may fail for lack of memory.
        LastDefer::List => return 1,
    }
    let base = defer::running_base(cx);
    let Some(code) = defer::last_deferred_code(cx) else { return 1 };
    // SAFETY: a function's code; the window lies in the frame.
    let end = unsafe { r.wrapping_add(win as usize + frame_slots(code).max(16)) };
    if end > cx.stack_limit || defer::last_arg_slots(cx) > 8 {
        return 1;
    }
    cx.g().unwind_record().vm_calls.push(VmCall { base, pc, kind: VmCallKind::Defer });
    if !defer::call_last_deferred(cx, win as usize) {
        return 1;
    }
    let image = &cx.shared().image;
    let entry = image.entries.address(image.offset_of(cx.registers.pc));
    if entry < LOWEST_CODE_ENTRY {
        cx.registers.budget = n.max(0);
        2
    } else {
        entry
    }
}

/// Ends the deferred call that was begun last.
extern "C" fn end_deferred(cx: &mut Cx) -> u64 {
    cx.g().unwind_record().vm_calls.pop();
    0
}

/// Allocates a variable.
extern "C" fn new(cx: &mut Cx, ty: u64) -> u64 {
    // SAFETY: types of instructions exist.
    let info = unsafe { *cx.type_infos.add(ty as usize) };
    if info.size == 0 {
        return cx.zero_size_address() as u64;
    }
    match cx.cache().alloc_fast(info.size as usize, info.desc) {
        Some(at) => at as u64,
        None => catch_unwinding(|| cx.alloc(info.size as usize, info.desc) as u64).unwrap_or(0),
    }
}

/// Allocates a closure.
extern "C" fn closure(cx: &mut Cx, func: u64) -> u64 {
    catch_unwinding(|| new_closure(cx, FuncId(func as u32))).unwrap_or(0)
}

/// Reports whether two texts of the same length are equal.
unsafe extern "C" fn equal_bytes(a: *const u8, b: *const u8, n: u64) -> u64 {
    // SAFETY: that many bytes lie at both places.
    let equal = a == b || n == 0 || unsafe { libc::memcmp(a.cast(), b.cast(), n as usize) } == 0;
    u64::from(equal)
}

/// Reports whether a type implements an interface, as 1 or 0.
extern "C" fn answer(cx: &Cx, ty: u64, iface: u64) -> u64 {
    let (ty, iface) = (ty as u32, iface as u32);
    loop {
        match cached_implements(cx, ty, iface) {
            Some(known) => return u64::from(known),
            None => cache_implements(cx, ty, iface),
        }
    }
}
