//! Calls, returns, goroutines, deferred calls.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::fault::Fault;
use crate::goroutine::native_call::Control;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::spawn;
use crate::goroutine::unwind_records::Callee;
use crate::image::code::{arg_slots, call_window_before, frame_slots};
use crate::interp::handler::exit_budget;
use crate::interp::handler::{exit_grow, exit_nil, exit_resolve, leave, sem, slow, tick};
use crate::unwind::{defer, recover, reflected_func, vm_call};
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::operand::{SiteId, TypeId};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::CallSite;
use minigo_jit::abi::{METHOD_CACHE_CODE_BITS, METHOD_CACHE_TYPE_BITS};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Enters the function at `$code`, whose frame begins at `$win`. `$at` is the instruction to repeat after the stack has
/// grown.
macro_rules! enter {
    ($s:ident, $cx:ident, $win:expr, $code:expr, $at:expr) => {{
        let code = $code;
        let slots = frame_slots(code);
        let base = $s.frame_base.add($win);
        if base.wrapping_add(slots) > $cx.stack_limit {
            $s.pc = $at;
            leave!($s, $cx, exit_grow, $win + slots);
        }
        *base.sub(1) = $s.pc as u64;
        $s.frame_base = base;
        $s.pc = code;
        tick!($s, $cx);
    }};
}

sem! {
    Call(s, cx; win, func) {
        let win = usize::from(win.0);
        // The linker has replaced the function's number by the distance to its code, in bytes.
        let code = s.pc.byte_offset(s.pc.cast::<i32>().sub(1).read_unaligned() as isize);
        enter!(s, cx, win, code, s.pc.sub(1));
    }
    CallClosure(s, cx; win, f, n) {
        let f = s.get(f);
        if f < NIL_PAGE_SIZE {
            leave!(s, cx, exit_nil);
        }
        let win = usize::from(win.0);
        *s.frame_base.add(win).sub(2) = f;
        enter!(s, cx, win, *(f as *const *const Op), s.pc.sub(1));
    }
    CallClosureArg(s, cx; win, f, arg) {
        let f = s.get(f);
        if f < NIL_PAGE_SIZE {
            leave!(s, cx, exit_nil);
        }
        let win = usize::from(win.0);
        *s.frame_base.add(win) = s.get(arg);
        *s.frame_base.add(win).sub(2) = f;
        enter!(s, cx, win, *(f as *const *const Op), s.pc.sub(1));
    }
    CallIface(s, cx; win, x) {
        let [ty, data] = s.slot_pair(x);
        let at = s.pc.sub(1);
        let (_, site) = s.read_ext_operands();
        let cached = (*cx.call_site_caches.add(site as usize)).load(Relaxed);
        let offset = if cached as u32 == ty as u32 && ty != 0 {
            cached >> 32
        } else if ty == 0 {
            leave!(s, cx, exit_nil);
        } else if let Some(offset) = cached_method_offset(cx, cx.type_of(ty), site) {
            offset
        } else {
            s.pc = at;
            leave!(s, cx, exit_resolve, cx.type_of(ty), site);
        };
        let code = cx.code.add(offset as usize);
        let win = usize::from(win.0);
        // The stack may have to grow first, and then the instruction is executed again with the same operands.
        let slots = frame_slots(code);
        let base = s.frame_base.add(win);
        if base.wrapping_add(slots) > cx.stack_limit {
            s.pc = at;
            leave!(s, cx, exit_grow, win + slots);
        }
        *base = data;
        *base.sub(1) = s.pc as u64;
        s.frame_base = base;
        s.pc = code;
        tick!(s, cx);
    }
    CallNative(s, cx; win, native) {
        let call = *cx.natives.add(native.get() as usize);
        cx.save_registers(s);
        match call(cx, s.slot_address(win)) {
            Control::Next => {
                cx.is_retry = false;
                // Some natives take long: without this check, a stop of the world would wait until the goroutine has
                // called such natives for a whole budget.
                if (*cx.yield_flag).load(Relaxed) != 0 {
                    cx.give_up_budget();
                }
                s.budget = cx.registers.budget;
            }
            Control::Leave => return None,
        }
    }
    Ret(s, cx;) {
        let pc = *s.frame_base.sub(1) as *const Op;
        s.frame_base = s.frame_base.sub(call_window_before(pc));
        s.pc = pc;
    }
    RetMov(s, cx; src) {
        let v = s.get(src);
        let pc = *s.frame_base.sub(1) as *const Op;
        *s.frame_base = v;
        s.frame_base = s.frame_base.sub(call_window_before(pc));
        s.pc = pc;
    }
    RetAdd(s, cx; a, b) {
        let v = s.get(a).wrapping_add(s.get(b));
        let pc = *s.frame_base.sub(1) as *const Op;
        *s.frame_base = v;
        s.frame_base = s.frame_base.sub(call_window_before(pc));
        s.pc = pc;
    }
    GoFunc(s, cx; win, func) {
        let (n, _) = s.read_ext_operands();
        cx.save_registers(s);
        let code = cx.code.add(func.get() as usize);
        spawn::spawn(cx, code, 0, s.slot_address(win), usize::from(n));
    }
    GoClosure(s, cx; win, f) {
        let (n, _) = s.read_ext_operands();
        let f = s.get(f);
        slow!(s, cx, spawn_closure(cx, f, s.slot_address(win), usize::from(n)));
    }
    DeferFunc(s, cx; win, func) {
        let (n, _) = s.read_ext_operands();
        cx.save_registers(s);
        defer::defer(cx, Callee::Code(func.get()), s.slot_address(win), usize::from(n));
    }
    DeferClosure(s, cx; win, f) {
        let (n, _) = s.read_ext_operands();
        cx.save_registers(s);
        defer::defer(cx, Callee::Closure(s.get(f)), s.slot_address(win), usize::from(n));
    }
    DeferEach(s, cx; list) {
        cx.save_registers(s);
        defer::defer_each(cx, s.get(list));
    }
    RunDefers(s, cx; win) {
        cx.save_registers(s);
        if defer::has_defers(cx) {
            if !defer::run_defers(cx, usize::from(win.0)) {
                return None;
            }
            s = cx.registers;
        }
    }
    Panic(s, cx; x) {
        cx.save_registers(s);
        cx.set_exit(InterpreterExit::Panic(s.slot_pair(x)));
        return None;
    }
    Recover(s, cx; dst) {
        cx.save_registers(s);
        let value = recover::recover_value(cx);
        s.set_pair(dst, value);
    }
    Unreachable(s, cx;) {
        slow!(s, cx, cx.fail_with(Fault::Unreachable));
    }
    Ext(s, cx;) {
        slow!(s, cx, cx.fail_with(Fault::Unreachable));
    }
    Leave(s, cx;) {
        cx.save_registers(s);
        if !vm_call::vm_call_returned(cx) {
            return None;
        }
        s = cx.registers;
    }
    EnterBound(s, cx;) {
        let closure = *s.frame_base.sub(2) as *const u64;
        let code = *closure.add(1) as *const Op;
        let slots = frame_slots(code);
        if s.frame_base.add(slots) > cx.stack_limit {
            s.pc = s.pc.sub(1);
            leave!(s, cx, exit_grow, slots);
        }
        s.frame_base.add(1).copy_from(s.frame_base, arg_slots(code) - 1);
        *s.frame_base = *closure.add(2);
        s.pc = code;
    }
    EnterNew(s, cx; func) {
        let code = cx.code.add(func.get() as usize);
        let slots = frame_slots(code);
        if s.frame_base.add(slots) > cx.stack_limit {
            s.pc = s.pc.sub(1);
            leave!(s, cx, exit_grow, slots);
        }
        s.pc = code;
    }
    EnterMade(s, cx;) {
        cx.save_registers(s);
        if !reflected_func::enter_reflect(cx) {
            return None;
        }
        s = cx.registers;
    }
}

/// The offset of the method that an interface call reaches for a receiver of this type, if the cache of methods has it.
#[inline(always)]
fn cached_method_offset(cx: &Cx, ty: u32, site: u32) -> Option<u64> {
    let (entry, key) = method_cache_entry(cx, ty, site);
    let known = entry.load(Relaxed);
    (known >> METHOD_CACHE_CODE_BITS == key && ty < TYPE_LIMIT)
        .then_some(known & ((1 << METHOD_CACHE_CODE_BITS) - 1))
}

/// An entry of the method cache has a site and a type, each a number below its limit, and in the lowest bits the offset
/// of the method's code.
const TYPE_LIMIT: u32 = 1 << METHOD_CACHE_TYPE_BITS;
const SITE_LIMIT: u32 = 1 << 20;
/// The cache entry of this call, and the value above the method's offset that identifies the call.
#[inline(always)]
fn method_cache_entry(cx: &Cx, ty: u32, site: u32) -> (&AtomicU64, u64) {
    let key = u64::from(site) * u64::from(TYPE_LIMIT) + u64::from(ty);
    (cx.shared().image.method_cache.entry(key), key)
}

/// The offset of the method that an interface call reaches for a receiver of this type.
pub(crate) fn method_offset(cx: &Cx, ty: u32, site: u32) -> u64 {
    if let Some(known) = cached_method_offset(cx, ty, site) {
        return known;
    }
    resolve_method(cx, ty, site);
    let image = &cx.shared().image;
    let func = image.types.method_func(TypeId(ty), image.program.call_sites[site as usize].method);
    func.map_or(0, |func| image.function_starts[func.0 as usize].into())
}

/// Finds the method of an interface call. A call site caches the method of one type, and the image's method cache those
/// of further types: so sites with several receiver types, used on several Ps, do not keep writing to one place.
pub(crate) fn resolve_method(cx: &Cx, ty: u32, site: u32) {
    let image = &cx.shared().image;
    let CallSite { method, iface } = image.program.call_sites[SiteId(site).0 as usize];
    let func = image.types.method_func(TypeId(ty), method);
    let func = func.expect("the compiler keeps the methods that interface calls can reach");
    let word = image.types.interface_word_in(iface, image.types.interface_word(TypeId(ty)));
    let offset = image.function_starts[func.0 as usize];
    let first: &AtomicU64 = &image.call_sites[site as usize];
    let fits = site < SITE_LIMIT && ty < TYPE_LIMIT && offset < 1 << METHOD_CACHE_CODE_BITS;
    if first.load(Relaxed) == 0 || !fits {
        first.store(u64::from(offset) << 32 | u64::from(word as u32), Relaxed);
    } else {
        let (entry, key) = method_cache_entry(cx, ty, site);
        entry.store(key << METHOD_CACHE_CODE_BITS | u64::from(offset), Relaxed);
    }
}

fn spawn_closure(cx: &mut Cx, f: u64, args: *const u64, n: usize) -> bool {
    if f < NIL_PAGE_SIZE {
        return cx.fail_with(Fault::Fatal("go of nil func value"));
    }
    // SAFETY: a func value points to its code; the arguments lie in the frame.
    unsafe { spawn::spawn(cx, *(f as *const *const Op), f, args, n) };
    true
}
