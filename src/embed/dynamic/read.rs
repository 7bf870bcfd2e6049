//! Values from Go: by their run-time types.

use super::Value;
use crate::embed::value::{Cx, Invalid};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_vm::embed::GoMap;
use minigo_vm::native::convert::{GoSlice, GoStr, Iface};

/// Returns the interface value at `from`.
///
/// # Safety
/// `from` points to an interface value of the machine.
pub(super) unsafe fn read_interface(cx: &Cx<'_>, from: *const u8) -> Result<Value, Invalid> {
    // SAFETY: the caller keeps this function's contract.
    let value = unsafe { from.cast::<Iface>().read() };
    if value.ty == 0 {
        return Ok(Value::Nil);
    }
    let ty = value.type_id();
    let data = if cx.native.type_descriptor(ty).is_in_data_word {
        (&raw const value.data).cast()
    } else {
        value.data as *const u8
    };
    // SAFETY: a value that does not lie in the word lies at the address in it.
    cx.read_referred_values::<Value, _>(1, || unsafe { read(cx, ty, data) })
}

/// Returns the value of type `ty` at `from`.
///
/// # Safety
/// `from` points to a value of type `ty` of the machine, in Go's layout.
pub(super) unsafe fn read(cx: &Cx<'_>, ty: TypeId, from: *const u8) -> Result<Value, Invalid> {
    let ty = cx.native.type_descriptor(ty);
    // SAFETY: the caller keeps this function's contract.
    unsafe {
        Ok(match ty.kind {
            Kind::Bool => Value::Bool(from.read() & 1 != 0),
            Kind::Int | Kind::Int64 => Value::Int(from.cast::<i64>().read_unaligned()),
            Kind::Int8 => Value::Int(from.cast::<i8>().read().into()),
            Kind::Int16 => Value::Int(from.cast::<i16>().read_unaligned().into()),
            Kind::Int32 => Value::Int(from.cast::<i32>().read_unaligned().into()),
            Kind::Uint | Kind::Uint64 | Kind::Uintptr => {
                Value::Uint(from.cast::<u64>().read_unaligned())
            }
            Kind::Uint8 => Value::Uint(from.read().into()),
            Kind::Uint16 => Value::Uint(from.cast::<u16>().read_unaligned().into()),
            Kind::Uint32 => Value::Uint(from.cast::<u32>().read_unaligned().into()),
            Kind::Float32 => Value::Float(from.cast::<f32>().read_unaligned().into()),
            Kind::Float64 => Value::Float(from.cast::<f64>().read_unaligned()),
            Kind::String => {
                let text = from.cast::<GoStr>().read();
                return cx
                    .read_referred_values::<u8, _>(text.len(), || Ok(Value::String(text.lossy())));
            }
            Kind::Slice => {
                let slice = from.cast::<GoSlice<u8>>().read();
                return read_list(cx, ty.elem, slice.ptr(), slice.len());
            }
            Kind::Array => return read_list(cx, ty.elem, from, ty.len as usize),
            Kind::Map => return read_map(cx, ty, from.cast::<GoMap>().read()),
            Kind::Struct => return read_struct(cx, ty, from),
            Kind::Interface => return read_interface(cx, from),
            Kind::Pointer | Kind::Chan | Kind::Func | Kind::UnsafePointer => {
                let target = from.cast::<*const u8>().read();
                match ty.kind {
                    _ if target.is_null() => Value::Nil,
                    Kind::Pointer => {
                        return cx
                            .read_referred_values::<Value, _>(1, || read(cx, ty.elem, target));
                    }
                    _ => return Err(no_rust_form_error(ty)),
                }
            }
            Kind::Complex64 | Kind::Complex128 | Kind::Invalid => {
                return Err(no_rust_form_error(ty));
            }
        })
    }
}

/// Returns the value of type `ty` in slots.
///
/// # Safety
/// `slots` points to the slots of a value of type `ty` of the machine.
pub(super) unsafe fn read_slots(
    cx: &Cx<'_>,
    ty: TypeId,
    slots: *const u64,
) -> Result<Value, Invalid> {
    let is_indirect = cx.native.type_descriptor(ty).is_indirect();
    // SAFETY: the caller keeps this function's contract; the slot of a large value holds the value's address, and a
    // small value begins at the first byte of its slot.
    unsafe {
        let from = if is_indirect { slots.read() as *const u8 } else { slots.cast() };
        read(cx, ty, from)
    }
}

/// # Safety
/// `n` values of type `elem` lie at `from`.
unsafe fn read_list(
    cx: &Cx<'_>,
    elem: TypeId,
    from: *const u8,
    n: usize,
) -> Result<Value, Invalid> {
    let ty = cx.native.type_descriptor(elem);
    if ty.kind == Kind::Uint8 {
        return cx.read_referred_values::<u8, _>(n, || {
            // SAFETY: the caller keeps this function's contract; the address of an empty list may be invalid.
            let bytes = if n == 0 { &[] } else { unsafe { std::slice::from_raw_parts(from, n) } };
            Ok(Value::Bytes(bytes.to_vec()))
        });
    }
    let size = ty.size as usize;
    cx.read_referred_values::<Value, _>(n, || {
        // SAFETY: the caller keeps this function's contract.
        let element = |at| unsafe { read(cx, elem, from.add(at * size)) };
        (0..n).map(element).collect::<Result<_, _>>().map(Value::List)
    })
}

/// # Safety
/// `map` has type `ty`.
unsafe fn read_map(cx: &Cx<'_>, ty: &RType, map: GoMap) -> Result<Value, Invalid> {
    // SAFETY: the caller keeps this function's contract.
    let count = unsafe { map.entry_count() };
    cx.read_referred_values::<(Value, Value), _>(count, || {
        let mut entries = Ok(Vec::with_capacity(count));
        let mut add = |key: *const u64, value: *const u64| {
            let Ok(read) = &mut entries else { return };
            // SAFETY: `key` and `value` point to the slots of the entry's key and value.
            match unsafe { (read_slots(cx, ty.key, key), read_slots(cx, ty.elem, value)) } {
                (Ok(key), Ok(value)) => read.push((key, value)),
                (Err(error), _) | (_, Err(error)) => entries = Err(error),
            }
        };
        // SAFETY: the caller keeps this function's contract; `add` neither allocates nor changes the map.
        unsafe { cx.native.each_map_entry(map, &mut add) };
        entries.map(Value::Map)
    })
}

/// # Safety
/// A value of type `ty` lies at `from`.
unsafe fn read_struct(cx: &Cx<'_>, ty: &RType, from: *const u8) -> Result<Value, Invalid> {
    let exported = ty.fields.iter().filter(|field| field.pkg_path.is_empty());
    let field = |field: &minigo_bytecode::rtype::RField| {
        // SAFETY: the field lies at its offset.
        let value = unsafe { read(cx, field.ty, from.add(field.offset as usize)) }?;
        Ok((field.name.to_string(), value))
    };
    cx.read_referred_values::<Value, _>(ty.fields.len(), || {
        exported.map(field).collect::<Result<_, _>>().map(Value::Struct)
    })
}

fn no_rust_form_error(ty: &RType) -> Invalid {
    Invalid(format!("a value of type {} has no form in Rust", ty.string))
}
