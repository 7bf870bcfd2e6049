//! Natives of package internal/rtype: properties of types, and operations on memory whose type is known only at run
//! time.
//!
//! The natives for maps, channels and calls belong to the machine ([`minigo_vm::natives`]).

mod make;

use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RMethod, RType};
use minigo_vm::convert::{GoStr, Iface};
use minigo_vm::native::work_parts::WORK_PART_BYTES;
use minigo_vm::native::{GoError, Native, NativeCx, Outcome};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The address of a value.
type Word = *mut u8;

/// The size in bytes of a program's address space.
const ADDRESS_SPACE: u64 = 1 << 48;

/// The address that all values of size 0 share.
static ZERO_SIZED: u64 = 0;

/// Returns a text of a type as a Go string. The reference is safe because types live as long as the machine.
fn to_go_string(text: &Arc<str>) -> GoStr {
    // SAFETY: types, and so their texts, live as long as the machine.
    unsafe { GoStr::from_raw(text.as_ptr(), text.len()) }
}

fn unpack_value(cx: &mut NativeCx, v: Iface) -> (TypeId, Word) {
    let ty = v.type_id();
    if ty.0 == 0 {
        return (ty, std::ptr::null_mut());
    }
    let (size, in_word) =
        (cx.type_descriptor(ty).size as usize, cx.type_descriptor(ty).is_in_data_word);
    if size == 0 && !cx.types().has_go_layout() {
        return (ty, (&raw const ZERO_SIZED).cast_mut().cast());
    }
    if !in_word || size == 0 {
        return (ty, v.data as Word);
    }
    let at = cx.alloc_values(ty, 1);
    // SAFETY: the new object has `size` bytes, and the data word at least as many.
    unsafe { at.copy_from_nonoverlapping((&raw const v.data).cast(), size) };
    (ty, at)
}

fn value_words(cx: &mut NativeCx, v: Iface) -> (TypeId, Word) {
    let ty = v.type_id();
    if ty.0 != 0 && cx.type_descriptor(ty).is_pointer_shaped() {
        return (ty, v.data as Word);
    }
    unpack_value(cx, v)
}

fn pack_value(cx: &mut NativeCx, ty: TypeId, at: Word) -> Iface {
    cx.race_read(at, cx.type_descriptor(ty).size as usize);
    // SAFETY: the caller has a value of type `ty` at `at`; an interface is two words.
    unsafe {
        if cx.type_descriptor(ty).kind == Kind::Interface {
            let v = at.cast::<Iface>().read_unaligned();
            return Iface { ty: cx.types().interface_word(v.type_id()), ..v };
        }
        cx.box_value(ty, at)
    }
}

fn assign_value(cx: &mut NativeCx, ty: TypeId, to: Word, v: Iface) -> bool {
    let from = v.type_id();
    let types = cx.types();
    if types.is_iface(ty) {
        if from.0 != 0 && !types.implements(from, ty) {
            return false;
        }
        let v = Iface { ty: types.interface_word_in(ty, v.ty), ..v };
        cx.race_write(to, size_of::<Iface>());
        // SAFETY: the caller has a variable of the interface type at `to`.
        unsafe { cx.overwrite_values(to, (&raw const v).cast(), size_of::<Iface>()) };
        return true;
    }
    if from != ty {
        return false;
    }
    let (size, in_word) = (types.get(ty).size as usize, types.get(ty).is_in_data_word);
    let data = if in_word { (&raw const v.data).cast() } else { v.data as *const u8 };
    cx.race_write(to, size);
    // SAFETY: the interface holds a value of the type, and the caller has a variable of it at `to`.
    unsafe { cx.overwrite_values(to, data, size) };
    true
}

/// Returns the element type of a type that has one, else `TypeId(0)`.
fn element_type(ty: &RType) -> TypeId {
    match ty.kind {
        Kind::Array | Kind::Chan | Kind::Map | Kind::Pointer | Kind::Slice => ty.elem,
        _ => TypeId(0),
    }
}

fn len(ty: &RType) -> u64 {
    match ty.kind {
        Kind::Array => ty.len,
        Kind::Struct => ty.fields.len() as u64,
        Kind::Chan => u64::from(ty.chan_dir),
        _ => 0,
    }
}

/// A struct field: name, package path, tag, type, offset, and whether the field is embedded.
type Field = (GoStr, GoStr, GoStr, TypeId, u64, bool);

fn field(cx: &mut NativeCx, ty: TypeId, i: usize) -> Field {
    let f = &cx.type_descriptor(ty).fields[i];
    (
        to_go_string(&f.name),
        to_go_string(&f.pkg_path),
        to_go_string(&f.tag),
        f.ty,
        f.offset,
        f.is_embedded,
    )
}

fn signature(cx: &mut NativeCx, ty: TypeId) -> (usize, usize, bool) {
    let f = cx.type_descriptor(ty);
    (f.params.len(), f.results.len(), f.is_variadic)
}

fn param(cx: &mut NativeCx, ty: TypeId, i: usize) -> TypeId {
    let f = cx.type_descriptor(ty);
    f.params.get(i).copied().unwrap_or_else(|| f.results[i - f.params.len()])
}

/// Returns the methods of a type that reflection sees, sorted by name.
fn methods(cx: &NativeCx, ty: TypeId) -> Vec<RMethod> {
    let types = cx.types();
    let all = &types.get(ty).methods;
    let visible =
        |m: &&RMethod| types.is_iface(ty) || types.method_name(m.method).pkg_path.is_empty();
    let mut seen: Vec<RMethod> = all.iter().filter(visible).copied().collect();
    seen.sort_by(|a, b| types.method_name(a.method).name.cmp(&types.method_name(b.method).name));
    seen
}

fn method(cx: &mut NativeCx, ty: TypeId, i: usize) -> (GoStr, GoStr, TypeId) {
    let m = methods(cx, ty)[i];
    let name = cx.types().method_name(m.method);
    (to_go_string(&name.name), to_go_string(&name.pkg_path), m.sig)
}

fn method_set(cx: &mut NativeCx, ty: TypeId) -> (usize, bool) {
    let types = cx.types();
    let of = types.get(ty);
    let declared = if of.kind == Kind::Pointer { types.get(of.elem) } else { of };
    let foreign = |path: &str| !path.is_empty() && *path != *declared.pkg_path;
    (of.methods.len(), of.methods.iter().any(|m| foreign(&types.method_name(m.method).pkg_path)))
}

/// Returns the index of the method `name` in the result of [`methods`], or -1.
fn method_index(cx: &mut NativeCx, ty: TypeId, name: GoStr) -> i64 {
    let types = cx.types();
    let is_iface = types.is_iface(ty);
    let (mut before, mut found) = (0, false);
    for m in &types.get(ty).methods {
        let method = types.method_name(m.method);
        if is_iface || method.pkg_path.is_empty() {
            before += i64::from(method.name.as_bytes() < name.bytes());
            found = found || method.name.as_bytes() == name.bytes();
        }
    }
    if found { before } else { -1 }
}

fn field_index(cx: &mut NativeCx, ty: TypeId, name: GoStr) -> (i64, bool) {
    let fields = &cx.type_descriptor(ty).fields;
    let at = fields.iter().position(|f| f.name.as_bytes() == name.bytes());
    (at.map_or(-1, |at| at as i64), fields.iter().any(|f| f.is_embedded))
}

fn move_values(cx: &mut NativeCx, ty: TypeId, to: Word, from: Word, n: usize) -> Outcome<()> {
    let size = cx.type_descriptor(ty).size as usize;
    cx.race_read(from, size * n);
    cx.race_write(to, size * n);
    // SAFETY: the caller has `n` values of the type at `to` and at `from`.
    unsafe { cx.replace_in_parts(to, from, size * n) }
}

fn clear(cx: &mut NativeCx, ty: TypeId, at: Word, n: usize) -> Outcome<()> {
    let size = cx.type_descriptor(ty).size as usize;
    if size * n == 0 {
        return Outcome::Return(());
    }
    cx.race_write(at, size * n);
    // SAFETY: the caller has `n` values of the type at `at`.
    unsafe { cx.clear_in_parts(at, size * n) }
}

fn new_value(cx: &mut NativeCx, ty: TypeId, n: usize) -> Result<Word, GoError> {
    let size = cx.type_descriptor(ty).size;
    if n > 1 && size.checked_mul(n as u64).is_none_or(|all| all > ADDRESS_SPACE) {
        return Err(GoError::Plain("runtime: allocation size out of range".into()));
    }
    Ok(cx.alloc_values(ty, n))
}

fn swap_values(cx: &mut NativeCx, a: Word, b: Word, size: usize) {
    debug_assert!(size <= WORK_PART_BYTES, "{size} bytes");
    if a == b || size == 0 {
        return;
    }
    cx.race_write(a, size);
    cx.race_write(b, size);
    // SAFETY: the caller has values of `size` bytes at `a` and at `b`.
    unsafe { cx.exchange_memory(a, b, size) };
}

fn swap_large(cx: &mut NativeCx, a: Word, b: Word, size: usize) -> Outcome<()> {
    if a == b {
        return Outcome::Return(());
    }
    cx.each_part(size, |cx, from, n| swap_values(cx, a.wrapping_add(from), b.wrapping_add(from), n))
}

fn exchange_cached_object(cx: &mut NativeCx, at: *mut u64, new: u64) -> u64 {
    if cx.finds_races() {
        return 0;
    }
    // SAFETY: the caller has a pointer variable at `at`, which is aligned and as long-lived as the heap.
    let old = unsafe { AtomicU64::from_ptr(at) }.swap(new, Ordering::AcqRel);
    cx.shade_word(old);
    old
}

/// Reports whether a value is zero; its type must be neither an array nor a struct.
fn is_zero(cx: &mut NativeCx, at: Word, size: usize) -> bool {
    cx.race_read(at, size);
    // SAFETY: the caller has `size` bytes at `at`.
    size == 0 || unsafe { std::slice::from_raw_parts(at, size) }.iter().all(|b| *b == 0)
}

/// Returns the natives of package internal/rtype, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("Of", |v: Iface| v.type_id()),
        Native::constant_time("Unpack", unpack_value),
        Native::constant_time("Words", value_words),
        Native::constant_time("Pack", pack_value),
        Native::constant_time("PackDirect", |cx: &mut NativeCx, t: TypeId, p: u64| Iface {
            ty: cx.types().interface_word(t),
            data: p,
        }),
        Native::constant_time("Assign", assign_value),
        Native::constant_time("Text", |cx: &mut NativeCx, t: TypeId| {
            to_go_string(&cx.type_descriptor(t).string)
        }),
        Native::constant_time("Name", |cx: &mut NativeCx, t: TypeId| {
            to_go_string(&cx.type_descriptor(t).name)
        }),
        Native::constant_time("PkgPath", |cx: &mut NativeCx, t: TypeId| {
            to_go_string(&cx.type_descriptor(t).pkg_path)
        }),
        Native::constant_time("Comparable", |cx: &mut NativeCx, t: TypeId| {
            cx.type_descriptor(t).is_comparable
        }),
        Native::constant_time("Elem", |cx: &mut NativeCx, t: TypeId| {
            element_type(cx.type_descriptor(t))
        }),
        Native::constant_time("Key", |cx: &mut NativeCx, t: TypeId| match cx.type_descriptor(t) {
            map if map.kind == Kind::Map => map.key,
            _ => TypeId(0),
        }),
        Native::constant_time("Len", |cx: &mut NativeCx, t: TypeId| len(cx.type_descriptor(t))),
        Native::constant_time("Field", field),
        Native::constant_time("Signature", signature),
        Native::constant_time("Param", param),
        Native::constant_time("NumMethod", |cx: &mut NativeCx, t: TypeId| methods(cx, t).len()),
        Native::constant_time("Method", method),
        Native::constant_time("MethodSet", method_set),
        Native::constant_time("MethodIndex", method_index),
        Native::constant_time("FieldIndex", field_index),
        Native::constant_time("Implements", |cx: &mut NativeCx, t: TypeId, iface: TypeId| {
            cx.types().implements(t, iface)
        }),
        Native::constant_time("Make", make::make_type),
        Native::constant_time("MakeStruct", make::make_struct),
        Native::constant_time("New", new_value),
        Native::chunked("Move", |cx: &mut NativeCx, t: TypeId, to: Word, from: Word| {
            move_values(cx, t, to, from, 1)
        }),
        Native::chunked("MoveArray", move_values),
        Native::chunked("Clear", clear),
        Native::constant_time("swap", swap_values),
        Native::chunked("swapLarge", swap_large),
        Native::constant_time("Kept", exchange_cached_object),
        Native::constant_time("IsZero", is_zero),
        Native::constant_time("Add", |at: Word, n: usize| at.wrapping_add(n)),
    ]
}
