//! Writes [`Value`]s to Go's memory as values of a run-time type.

use super::{Value, is_same_field};
use crate::embed::value::{Cx, Invalid};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RField, RType};
use minigo_vm::embed::GoMap;
use minigo_vm::native::convert::{GoSlice, GoStr, Iface};

/// The name of the Go function whose parameters list the types that a [`Value`] has as a value of `any`: `bool`, `int`,
/// …
const ANY_TYPES_FUNCTION: &str = ".forms";

/// The type of a value of `any`: its number among the parameters of [`ANY_TYPES_FUNCTION`].
fn any_type_index(value: &Value) -> Option<usize> {
    let has_string = |(key, _): &(Value, Value)| matches!(key, Value::String(_));
    Some(match value {
        Value::Nil => return None,
        Value::Bool(_) => 0,
        Value::Int(_) => 1,
        Value::Uint(_) => 2,
        Value::Float(_) => 3,
        Value::String(_) => 4,
        Value::Bytes(_) => 5,
        Value::List(_) => 6,
        Value::Map(entries) if !entries.iter().all(has_string) => 8,
        Value::Map(_) | Value::Struct(_) => 7,
    })
}

/// Stores an interface value, whose type is `any`.
///
/// # Safety
/// `to` points to memory for an interface value.
pub(super) unsafe fn write_any(cx: &mut Cx<'_>, value: &Value, to: *mut u8) -> Result<(), Invalid> {
    let mut made = Iface { ty: 0, data: 0 };
    if let Some(form) = any_type_index(value) {
        let forms = cx
            .native
            .registered_function(ANY_TYPES_FUNCTION)
            .expect("package internal/embed registers it");
        let ty = cx.native.type_descriptor(forms.ty).params[form];
        let mut memory = [0_u64; 3];
        // SAFETY: the value is a scalar, a string, a slice or a map.
        unsafe {
            write(cx, value, ty, memory.as_mut_ptr().cast())?;
            made = cx.native.box_value(ty, memory.as_ptr().cast());
        }
    }
    // SAFETY: the caller keeps this function's contract.
    unsafe { to.cast::<Iface>().write(made) };
    Ok(())
}

/// Appends the slots of a value as a Go value of type `ty`.
pub(super) fn push_slots(
    cx: &mut Cx<'_>,
    value: &Value,
    ty: TypeId,
    into: &mut Vec<u64>,
) -> Result<(), Invalid> {
    let mut memory = vec![0_u64; (cx.native.type_descriptor(ty).size as usize).div_ceil(8).max(1)];
    // SAFETY: `memory` has room for a value of type `ty`.
    unsafe {
        write(cx, value, ty, memory.as_mut_ptr().cast())?;
        cx.native.push_slots(ty, memory.as_ptr().cast(), into);
    }
    Ok(())
}

/// Stores a value as a Go value of type `ty`.
///
/// # Safety
/// `to` points to zeroed memory for a value of type `ty`.
unsafe fn write(cx: &mut Cx<'_>, value: &Value, ty: TypeId, to: *mut u8) -> Result<(), Invalid> {
    let types = cx.types();
    let described = types.get(ty);
    let refused = || Err(Invalid(format!("{} is no {}", value.describe(), described.string)));
    // SAFETY: the caller keeps this function's contract.
    unsafe {
        match (described.kind, value) {
            (Kind::Bool, Value::Bool(value)) => to.write((*value).into()),
            (
                Kind::Int
                | Kind::Int8
                | Kind::Int16
                | Kind::Int32
                | Kind::Int64
                | Kind::Uint
                | Kind::Uint8
                | Kind::Uint16
                | Kind::Uint32
                | Kind::Uint64
                | Kind::Uintptr,
                Value::Int(_) | Value::Uint(_),
            ) => {
                let integer = match value {
                    Value::Uint(value) => i128::from(*value),
                    Value::Int(value) => i128::from(*value),
                    _ => return refused(),
                };
                let Some(bytes) = integer_bytes(described.kind, integer) else { return refused() };
                to.copy_from_nonoverlapping(bytes.as_ptr(), described.size as usize);
            }
            (Kind::Float32 | Kind::Float64, Value::Int(_) | Value::Uint(_) | Value::Float(_)) => {
                let float = match value {
                    Value::Int(value) => *value as f64,
                    Value::Uint(value) => *value as f64,
                    Value::Float(value) => *value,
                    _ => return refused(),
                };
                if described.kind == Kind::Float32 {
                    to.cast::<f32>().write(float as f32);
                } else {
                    to.cast::<f64>().write(float);
                }
            }
            (Kind::String, Value::String(text)) => {
                to.cast::<GoStr>().write(cx.native.string(text.as_bytes()));
            }
            (Kind::String, Value::Bytes(text)) => {
                to.cast::<GoStr>().write(cx.native.string(text));
            }
            (Kind::Slice | Kind::Array, Value::Bytes(_) | Value::List(_)) => {
                return cx.write_nested(|cx| write_list(cx, value, described, to));
            }
            (Kind::Map, Value::Map(_) | Value::Struct(_)) => {
                return cx.write_nested(|cx| write_map(cx, value, ty, to));
            }
            (Kind::Struct, Value::Map(_) | Value::Struct(_)) => {
                return cx.write_nested(|cx| write_struct(cx, value, described, to));
            }
            (Kind::Interface, _) if described.methods.is_empty() => {
                return cx.write_nested(|cx| write_any(cx, value, to));
            }
            (
                Kind::Slice
                | Kind::Map
                | Kind::Pointer
                | Kind::Interface
                | Kind::Chan
                | Kind::Func
                | Kind::UnsafePointer,
                Value::Nil,
            ) => {}
            (Kind::Pointer, _) => {
                let target = cx.native.alloc_values(described.elem, 1);
                cx.write_nested(|cx| write(cx, value, described.elem, target))?;
                to.cast::<*mut u8>().write(target);
            }
            _ => return refused(),
        }
    }
    Ok(())
}

/// Returns the bytes of an integer, the lowest first; `None` if the type does not have the value.
fn integer_bytes(kind: Kind, value: i128) -> Option<[u8; 16]> {
    let has = match kind {
        Kind::Int8 => i8::try_from(value).is_ok(),
        Kind::Int16 => i16::try_from(value).is_ok(),
        Kind::Int32 => i32::try_from(value).is_ok(),
        Kind::Int | Kind::Int64 => i64::try_from(value).is_ok(),
        Kind::Uint8 => u8::try_from(value).is_ok(),
        Kind::Uint16 => u16::try_from(value).is_ok(),
        Kind::Uint32 => u32::try_from(value).is_ok(),
        _ => u64::try_from(value).is_ok(),
    };
    has.then(|| value.to_le_bytes())
}

/// # Safety
/// `to` points to zeroed memory for a slice or an array of type `ty`.
unsafe fn write_list(
    cx: &mut Cx<'_>,
    value: &Value,
    ty: &RType,
    to: *mut u8,
) -> Result<(), Invalid> {
    let n = match value {
        Value::Bytes(bytes) => bytes.len(),
        Value::List(list) => list.len(),
        _ => 0,
    };
    if ty.kind == Kind::Array && ty.len != n as u64 {
        return Err(Invalid(format!("a list of {n} elements is no {}", ty.string)));
    }
    let size = cx.native.type_descriptor(ty.elem).size as usize;
    let data = if ty.kind == Kind::Array { to } else { cx.native.alloc_values(ty.elem, n) };
    match value {
        Value::Bytes(bytes) if cx.native.type_descriptor(ty.elem).kind == Kind::Uint8 => {
            // SAFETY: `data` has room for `n` bytes.
            unsafe { data.copy_from_nonoverlapping(bytes.as_ptr(), n) };
        }
        Value::List(list) => {
            for (at, element) in list.iter().enumerate() {
                // SAFETY: `data` has room for `n` elements.
                unsafe { write(cx, element, ty.elem, data.add(at * size))? };
            }
        }
        _ => return Err(Invalid(format!("{} is no {}", value.describe(), ty.string))),
    }
    if ty.kind == Kind::Slice {
        // SAFETY: `data` points to `n` elements; the caller keeps this function's contract.
        unsafe { to.cast::<GoSlice<u8>>().write(GoSlice::from_raw(data, n, n)) };
    }
    Ok(())
}

/// # Safety
/// `to` points to memory for a map of type `ty`.
unsafe fn write_map(
    cx: &mut Cx<'_>,
    value: &Value,
    ty: TypeId,
    to: *mut u8,
) -> Result<(), Invalid> {
    let (key_type, elem) = (cx.native.type_descriptor(ty).key, cx.native.type_descriptor(ty).elem);
    let entries: Vec<(Value, &Value)> = match value {
        Value::Map(entries) => entries.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Struct(fields) => {
            fields.iter().map(|(name, value)| (Value::String(name.clone()), value)).collect()
        }
        _ => Vec::new(),
    };
    let map = cx.native.make_map(ty, entries.len());
    let (mut key_slots, mut value_slots) = (Vec::new(), Vec::new());
    for (key, value) in entries {
        key_slots.clear();
        value_slots.clear();
        push_slots(cx, &key, key_type, &mut key_slots)?;
        push_slots(cx, value, elem, &mut value_slots)?;
        // SAFETY: the slots hold a key and a value of the map's types.
        let added = unsafe { cx.native.set_map_entry(map, &key_slots, &value_slots) };
        added.map_err(|_| Invalid::unhashable())?;
    }
    // SAFETY: the caller keeps this function's contract.
    unsafe { to.cast::<GoMap>().write(map) };
    Ok(())
}

/// # Safety
/// `to` points to zeroed memory for a struct of type `ty`.
unsafe fn write_struct(
    cx: &mut Cx<'_>,
    value: &Value,
    ty: &RType,
    to: *mut u8,
) -> Result<(), Invalid> {
    let mut store = |name: &str, value: &Value| {
        let Some(field) = field_of(ty, name) else {
            return Err(Invalid(format!("{} has no exported field {name}", ty.string)));
        };
        // SAFETY: the field lies at its offset.
        unsafe { write(cx, value, field.ty, to.add(field.offset as usize)) }
    };
    match value {
        Value::Struct(fields) => fields.iter().try_for_each(|(name, value)| store(name, value)),
        Value::Map(entries) => entries.iter().try_for_each(|(key, value)| match key {
            Value::String(name) => store(name, value),
            _ => Err(Invalid(format!("{} is no name of a field", key.describe()))),
        }),
        _ => Ok(()),
    }
}

/// Finds an exported field by its name in Go, or else in Rust.
fn field_of<'t>(ty: &'t RType, name: &str) -> Option<&'t RField> {
    let mut exported = ty.fields.iter().filter(|field| field.pkg_path.is_empty());
    let by_name = exported.clone().find(|field| *field.name == *name);
    by_name.or_else(|| exported.find(|field| is_same_field(&field.name, name)))
}
