//! Interfaces: packing, unpacking, assertions, method values.

use crate::goroutine::context::Cx;
use crate::goroutine::fault::Fault;
use crate::goroutine::registers::VmRegisters;
use crate::interp::handler::{exit_implements, exit_nil, exit_no_method, leave, sem, slow};
use crate::types::DESC_ANY;
use minigo_bytecode::operand::{FuncId, TypeId};
use minigo_bytecode::ops::Op;
use minigo_heap::publication_barrier;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

sem! {
    BoxIface(s, cx; dst, src) {
        let (n, ty) = s.read_ext_operands();
        cx.save_registers(s);
        let info = *cx.type_infos.add(ty as usize);
        let p = cx.alloc(info.size as usize, info.desc).cast::<u64>();
        p.copy_from_nonoverlapping(s.slot_address(src), usize::from(n));
        s.set_pair(dst, [u64::from(ty), p as u64]);
        s.budget = cx.registers.budget;
    }
    AssertType(s, cx; dst, x) {
        let [ty, data] = s.slot_pair(x);
        let (n, want) = s.read_ext_operands();
        let (_, iface) = s.read_ext_operands();
        if ty != u64::from(want) {
            slow!(s, cx, has_type(cx, ty, iface, want));
        }
        unbox_value(s.slot_address(dst), data, n);
    }
    AssertTypeOk(s, cx; dst, x) {
        let [ty, data] = s.slot_pair(x);
        let (n, want) = s.read_ext_operands();
        let ok = ty == u64::from(want) || cx.first_type_descriptor != 0 && cx.type_of(ty) == want;
        if ok {
            unbox_value(s.slot_address(dst), data, n);
        } else {
            s.slot_address(dst).write_bytes(0, usize::from(n));
        }
        *s.slot_address(dst).add(usize::from(n)) = u64::from(ok);
    }
    AssertIface(s, cx; dst, x) {
        let at = s.pc.sub(1);
        let x = s.slot_pair(x);
        let (_, iface) = s.read_ext_operands();
        let ty = cx.type_of(x[0]);
        match cached_implements(cx, ty, iface) {
            Some(true) => s.set_pair(dst, x),
            Some(false) => leave!(s, cx, exit_no_method, ty, iface),
            None => {
                s.pc = at;
                leave!(s, cx, exit_implements, ty, iface);
            }
        }
    }
    AssertIfaceOk(s, cx; dst, x) {
        let at = s.pc.sub(1);
        let x = s.slot_pair(x);
        let (_, iface) = s.read_ext_operands();
        let ty = cx.type_of(x[0]);
        let Some(ok) = cached_implements(cx, ty, iface) else {
            s.pc = at;
            leave!(s, cx, exit_implements, ty, iface);
        };
        s.set_pair(dst, if ok { x } else { [0, 0] });
        *s.slot_address(dst).add(2) = u64::from(ok);
    }
    Unbox(s, cx; dst, data) {
        let (n, _) = s.read_ext_operands();
        unbox_value(s.slot_address(dst), s.get(data), n);
    }
    BindIface(s, cx; dst, x) {
        let x = s.slot_pair(x);
        let (_, site) = s.read_ext_operands();
        if x[0] == 0 {
            leave!(s, cx, exit_nil);
        }
        cx.save_registers(s);
        s.set(dst, bind_site_method(cx, TypeId(cx.type_of(x[0])), x[1], site));
        s.budget = cx.registers.budget;
    }
}

/// Reports whether an interface with this type word holds a value of the type `want`, although the word is not the
/// type's number; if not, the assertion fails.
#[cold]
fn has_type(cx: &mut Cx, word: u64, iface: u32, want: u32) -> bool {
    let has = cx.type_of(word);
    cx.first_type_descriptor != 0 && has == want
        || cx.fail_with(Fault::WrongType {
            interface_type: iface,
            found_type: has,
            target_type: want,
        })
}

/// Copies a value of `n` slots out of an interface's data word. Boxes consist of whole words, with zero padding.
#[inline(always)]
unsafe fn unbox_value(dst: *mut u64, data: u64, n: u16) {
    // SAFETY: the type says that the word is the value (one slot), or points to a value of `n` slots.
    unsafe {
        match n {
            0 => {}
            1 => *dst = data,
            _ => dst.copy_from(data as *const u64, usize::from(n)),
        }
    }
}

/// Reports whether a value of the type (0 for no value) implements an interface; `None` if the cache has no answer.
#[inline(always)]
pub(crate) fn cached_implements(cx: &Cx, ty: u32, iface: u32) -> Option<bool> {
    if ty == 0 {
        return Some(false);
    }
    let (entry, key) = implements_cache_entry(cx, ty, iface);
    let known = entry.load(Relaxed);
    (known & !1 == key).then_some(known & 1 != 0)
}

/// Stores the answer in the cache.
pub(crate) fn cache_implements(cx: &Cx, ty: u32, iface: u32) {
    let (entry, key) = implements_cache_entry(cx, ty, iface);
    let implements = cx.shared().image.types.implements(TypeId(ty), TypeId(iface));
    entry.store(key | u64::from(implements), Relaxed);
}

/// The cache entry of a type and interface, and the value that identifies them; the entry's lowest bit is the answer.
#[inline(always)]
fn implements_cache_entry(cx: &Cx, ty: u32, iface: u32) -> (&AtomicU64, u64) {
    let key = u64::from(ty) << 32 | u64::from(iface) << 1;
    (cx.shared().image.implements_cache.entry(key), key)
}

/// Makes a closure that calls a method on the value in an interface. The closure's words: code, the method's code, the
/// interface's data word.
#[inline(never)]
fn bind_site_method(cx: &mut Cx, ty: TypeId, data: u64, site: u32) -> u64 {
    let image = &cx.shared().image;
    let method = image.program.call_sites[site as usize].method;
    let func = image.types.method_func(ty, method);
    let func = func.expect("the compiler keeps the methods that interfaces can reach");
    bind_method(cx, func, data)
}

/// A closure that calls `func`, which takes an interface's data word, on this data word.
pub(crate) fn bind_method(cx: &mut Cx, func: FuncId, data: u64) -> u64 {
    let image = &cx.shared().image;
    let words = [image.enter_bound_pc() as u64, image.entry_pc(func) as u64, data];
    let p = cx.alloc(24, DESC_ANY).cast::<[u64; 3]>();
    // SAFETY: the pointer is a new object of this size.
    unsafe { p.write(words) };
    // Publishes the closure, so that a racing goroutine that reads it finds its code.
    publication_barrier();
    p as u64
}
