//! Equality and hashing of deeply nested values, with a list of remaining work instead of the native stack.
//!
//! The functions of the parent module handle all other values, faster. The functions here give the same results as the
//! functions of the parent module.

use crate::types::equality::{NotComparable, equal_at, hash_at, mix_word, read};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_bytecode::type_word::type_of;

/// The largest stack of a Go goroutine in bytes: stacks double, and Go's limit is 1 GB.
const MAX_GO_STACK_BYTES: usize = 1 << 29;

/// Bytes of Go's stack for one level of nesting.
const EQUAL_FRAME_BYTES: usize = 112;

const HASH_FRAME_BYTES: usize = 160;
/// A value with remaining parts, in one place or in two.
#[derive(Clone, Copy)]
struct OpenValue<const N: usize> {
    ty: TypeId,
    addresses: [*const u8; N],
    /// The index of the first remaining part.
    next: u64,
    depth: usize,
}

/// The next work.
enum PendingValue<const N: usize> {
    /// The next part to compare, which is the last one.
    Last(TypeId, [*const u8; N]),
    /// The next part to compare; more parts may follow.
    One(TypeId, [*const u8; N]),
    None,
}

impl<const N: usize> OpenValue<N> {
    /// The next part of a struct or array.
    ///
    /// # Safety
    /// Values of the type lie at the addresses `addresses`.
    unsafe fn next_part(&mut self, types: &[RType]) -> PendingValue<N> {
        let t = &types[self.ty.0 as usize];
        let (ty, offset, last) = match t.kind {
            Kind::Array if self.next < t.len => {
                let size = types[t.elem.0 as usize].size;
                (t.elem, self.next * size, self.next + 1 == t.len)
            }
            Kind::Struct => {
                let mut rest = t.fields.iter().enumerate().skip(self.next as usize);
                let Some((i, field)) = rest.find(|(_, f)| &*f.name != "_") else {
                    return PendingValue::None;
                };
                self.next = i as u64;
                (field.ty, field.offset, i + 1 == t.fields.len())
            }
            _ => return PendingValue::None,
        };
        self.next += 1;
        // SAFETY: parts lie in the value.
        let at = self.addresses.map(|p| unsafe { p.add(offset as usize) });
        if last { PendingValue::Last(ty, at) } else { PendingValue::One(ty, at) }
    }
}

/// The address of the value in an interface at `p` with this type.
unsafe fn data_at(t: &RType, p: *const u8) -> *const u8 {
    // SAFETY: the caller promises an interface.
    unsafe { if t.is_in_data_word { p.add(8) } else { read(p, 8) } }
}

/// Reports whether values of a type have parts that may be nested deeply.
fn is_nested(t: &RType) -> bool {
    !t.is_regular_memory && matches!(t.kind, Kind::Interface | Kind::Struct | Kind::Array)
}

/// Removes values without remaining parts from the list, so that a chain of last parts needs no room; returns the part
/// to continue with.
fn open_value<const N: usize>(
    list: &mut Vec<OpenValue<N>>,
    part: PendingValue<N>,
) -> Option<(TypeId, [*const u8; N])> {
    match part {
        PendingValue::None => {
            list.pop();
            None
        }
        PendingValue::Last(ty, at) => {
            list.pop();
            Some((ty, at))
        }
        PendingValue::One(ty, at) => Some((ty, at)),
    }
}

/// Replaces the interface at the end of the list by the interface's value, of type `ty`; removes a nil interface.
///
/// # Safety
/// Interfaces that hold values of type `ty` must lie at the addresses at the end of the list.
unsafe fn open_interface<const N: usize>(
    list: &mut Vec<OpenValue<N>>,
    types: &[RType],
    ty: TypeId,
) -> Result<(), NotComparable> {
    let (Some(OpenValue { addresses: at, depth, .. }), true) = (list.pop(), ty.0 != 0) else {
        return Ok(());
    };
    let t = &types[ty.0 as usize];
    if !t.is_comparable {
        return Err(NotComparable::Type(ty));
    }
    // SAFETY: the caller's promise.
    let at = at.map(|p| unsafe { data_at(t, p) });
    list.push(OpenValue { ty, addresses: at, next: 0, depth: depth + 1 });
    Ok(())
}

/// Like [`super::deep_equal`], without using the native stack for nesting.
///
/// # Safety
/// As for [`super::deep_equal`].
pub(crate) unsafe fn deep_equal(
    types: &[RType],
    ty: TypeId,
    a: *const u8,
    b: *const u8,
) -> Result<bool, NotComparable> {
    let mut list = vec![OpenValue { ty, addresses: [a, b], next: 0, depth: 0 }];
    while let Some(top) = list.last_mut() {
        let (t, depth) = (&types[top.ty.0 as usize], top.depth + 1);
        if depth * EQUAL_FRAME_BYTES > MAX_GO_STACK_BYTES {
            return Err(NotComparable::TooDeep);
        }
        // SAFETY: values of the types lie at the addresses, by the caller's promise and by their types.
        unsafe {
            if t.kind == Kind::Interface {
                let [x, y]: [u64; 2] = top.addresses.map(|p| read(p, 0));
                if x != y {
                    return Ok(false);
                }
                open_interface(&mut list, types, type_of(x))?;
                continue;
            }
            if !is_nested(t) {
                let (ty, [a, b]) = (top.ty, top.addresses);
                list.pop();
                if !equal_at(types, ty, a, b, 0)? {
                    return Ok(false);
                }
                continue;
            }
            let part = top.next_part(types);
            if let Some((ty, at)) = open_value(&mut list, part) {
                list.push(OpenValue { ty, addresses: at, next: 0, depth });
            }
        }
    }
    Ok(true)
}

/// Like [`super::hash`], without using the native stack for nesting.
///
/// # Safety
/// As for [`super::hash`].
pub(crate) unsafe fn hash(
    types: &[RType],
    ty: TypeId,
    p: *const u8,
    seed: u64,
) -> Result<u64, NotComparable> {
    let mut sum = seed;
    let mut list = vec![OpenValue { ty, addresses: [p], next: 0, depth: 0 }];
    while let Some(top) = list.last_mut() {
        let (t, depth) = (&types[top.ty.0 as usize], top.depth + 1);
        if depth * HASH_FRAME_BYTES > MAX_GO_STACK_BYTES {
            return Err(NotComparable::TooDeep);
        }
        // SAFETY: as above.
        unsafe {
            if t.kind == Kind::Interface {
                let ty = type_of(read(top.addresses[0], 0));
                sum = mix_word(sum, ty.0.into());
                open_interface(&mut list, types, ty)?;
                continue;
            }
            if !is_nested(t) {
                let (ty, [p]) = (top.ty, top.addresses);
                list.pop();
                sum = hash_at(types, ty, p, sum, 0)?;
                continue;
            }
            let part = top.next_part(types);
            if let Some((ty, at)) = open_value(&mut list, part) {
                list.push(OpenValue { ty, addresses: at, next: 0, depth });
            }
        }
    }
    Ok(sum)
}
