//! Strings: concatenation, runes, conversions.

use crate::goroutine::context::Cx;
use crate::goroutine::registers::VmRegisters;
use crate::interp::handler::sem;
use crate::interp::long_work;
use crate::native::work_parts::WORK_PART_BYTES;
use crate::types::equality;
use minigo_bytecode::ops::Op;
use minigo_heap::{Desc, round_up};

sem! {
    Concat(s, cx; dst, first, n) {
        cx.save_registers(s);
        if !put_concat(cx, s.slot_address(dst), s.slot_address(first), usize::from(n)) {
            return None;
        }
        s.budget = cx.registers.budget;
    }
    IntToStr(s, cx; dst, a) {
        cx.save_registers(s);
        put_int_string(cx, s.slot_address(dst), s.signed_slot(a));
        s.budget = cx.registers.budget;
    }
    StrToBytes(s, cx; dst, a, room) {
        cx.save_registers(s);
        if !bytes_of_string(cx, s.slot_address(dst), s.slot_address(a).cast(), usize::from(room)) {
            return None;
        }
        s.budget = cx.registers.budget;
    }
    BytesToStr(s, cx; dst, a) {
        cx.save_registers(s);
        let from = s.slot_pair(a);
        let made = if from[1] as usize > WORK_PART_BYTES {
            let size = from[1] as usize;
            [long_work::copy_into_new_object(cx, from[0] as *const u8, size, size) as u64, from[1]]
        } else {
            new_string(cx, string_bytes(&from))
        };
        if made[0] == 0 && made[1] > 0 {
            return None;
        }
        s.set_pair(dst, made);
        s.budget = cx.registers.budget;
    }
    StrToRunes(s, cx; dst, a, room) {
        cx.save_registers(s);
        if !put_runes(cx, s.slot_address(dst), s.slot_address(a).cast(), usize::from(room)) {
            return None;
        }
        s.budget = cx.registers.budget;
    }
    RunesToStr(s, cx; dst, a) {
        cx.save_registers(s);
        if !put_rune_string(cx, s.slot_address(dst), s.slot_address(a).cast()) {
            return None;
        }
        s.budget = cx.registers.budget;
    }
    NextRune(s, cx; dst, x, i) {
        let i = s.get(i);
        let [base, len] = s.slot_pair(x);
        let first = *(base as *const u8).add(i as usize);
        if first < 0x80 {
            s.set_pair(dst, [u64::from(first), i + 1]);
        } else {
            let (rune, size) = decode_at(base, len, i);
            s.set_pair(dst, [u64::from(rune), i + size as u64]);
        }
    }
}

/// The bytes of a string or byte slice in two words.
#[inline(always)]
fn string_bytes(s: &[u64; 2]) -> &[u8] {
    // SAFETY: slots that hold a string, or pointer and length of a byte slice.
    unsafe { equality::string_at(s.as_ptr().cast()) }
}

/// The bytes of all one-byte strings, which are never allocated.
static ONE_BYTE_STRINGS: [u8; 256] = {
    let mut all = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = byte as u8;
        byte += 1;
    }
    all
};

/// A new string of these bytes.
fn new_string(cx: &mut Cx, bytes: &[u8]) -> [u64; 2] {
    match *bytes {
        [] => return [0, 0],
        [byte] => return [&raw const ONE_BYTE_STRINGS[usize::from(byte)] as u64, 1],
        _ => {}
    }
    let p = cx.alloc(bytes.len(), Desc::NO_SCAN);
    // SAFETY: the pointer is a new object of this size.
    unsafe { p.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    cx.registers.charge_budget(bytes.len());
    [p as u64, bytes.len() as u64]
}

#[inline(never)]
unsafe fn put_concat(cx: &mut Cx, dst: *mut u64, first: *const u64, n: usize) -> bool {
    // SAFETY: the addresses are slots of the frame.
    unsafe {
        let made = concat(cx, first, n);
        if made[0] == 0 && made[1] > 0 {
            return false;
        }
        dst.cast::<[u64; 2]>().write(made);
    }
    true
}

/// The concatenation of the strings; its address is null while it is not complete.
unsafe fn concat(cx: &mut Cx, first: *const u64, n: usize) -> [u64; 2] {
    // SAFETY: `n` strings lie in the frame from `first` on.
    let parts = unsafe { std::slice::from_raw_parts(first.cast::<[u64; 2]>(), n) };
    let total: u64 = parts.iter().map(|p| p[1]).sum();
    if total == 0 {
        return [0, 0];
    }
    if let Some(whole) = parts.iter().find(|p| p[1] == total) {
        return *whole;
    }
    if total as usize > WORK_PART_BYTES {
        return [long_work::concat_strings(cx, parts, total as usize) as u64, total];
    }
    let p = cx.alloc(total as usize, Desc::NO_SCAN);
    let mut at = 0;
    for part in parts {
        let bytes = string_bytes(part);
        // SAFETY: the parts together have the size of the new object.
        unsafe { p.add(at).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        at += bytes.len();
    }
    cx.registers.charge_budget(total as usize);
    [p as u64, total]
}

#[inline(never)]
fn int_to_string(cx: &mut Cx, rune: i64) -> [u64; 2] {
    let rune = u32::try_from(rune).ok().and_then(char::from_u32).unwrap_or('\u{fffd}');
    new_string(cx, rune.encode_utf8(&mut [0; 4]).as_bytes())
}

/// The capacity of a slice of `len` elements of `size` bytes, for which the instruction requests `room`.
fn capacity(len: usize, room: usize, size: usize) -> usize {
    match len {
        _ if len <= room => room,
        0 => 0,
        _ => round_up(len * size, false) / size,
    }
}

#[inline(never)]
fn to_bytes(cx: &mut Cx, s: &[u64; 2], room: usize) -> [u64; 3] {
    let bytes = string_bytes(s);
    let cap = capacity(bytes.len(), room, 1);
    if cap == 0 {
        return [cx.zero_size_address() as u64, 0, 0];
    }
    if bytes.len() > WORK_PART_BYTES {
        // SAFETY: the range is the bytes of a string.
        let p = unsafe { long_work::copy_into_new_object(cx, bytes.as_ptr(), bytes.len(), cap) };
        return [p as u64, bytes.len() as u64, cap as u64];
    }
    let p = cx.alloc(cap, Desc::NO_SCAN);
    // SAFETY: a new object of at least this size.
    unsafe { p.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    cx.registers.charge_budget(bytes.len());
    [p as u64, bytes.len() as u64, cap as u64]
}

#[inline(never)]
fn to_runes(cx: &mut Cx, s: &[u64; 2], room: usize) -> [u64; 3] {
    let bytes = string_bytes(s);
    if bytes.len() > WORK_PART_BYTES / 8 {
        return long_work::to_runes(cx, bytes);
    }
    let count = {
        let (mut at, mut n) = (0, 0);
        while at < bytes.len() {
            at += decode_rune(&bytes[at..]).1;
            n += 1;
        }
        n
    };
    let cap = capacity(count, room, 4);
    if cap == 0 {
        return [cx.zero_size_address() as u64, 0, 0];
    }
    let p = cx.alloc(cap * 4, Desc::NO_SCAN).cast::<u32>();
    let (mut at, mut n) = (0, 0);
    while at < bytes.len() {
        let (rune, size) = decode_rune(&bytes[at..]);
        // SAFETY: there are as many runes as were counted.
        unsafe { p.add(n).write(rune) };
        at += size;
        n += 1;
    }
    [p as u64, count as u64, cap as u64]
}

#[inline(never)]
unsafe fn from_runes(cx: &mut Cx, x: [u64; 2]) -> [u64; 2] {
    if x[1] == 0 {
        return [0, 0];
    }
    if x[1] as usize > WORK_PART_BYTES / 8 {
        // SAFETY: the value is a slice of runes.
        return unsafe { long_work::from_runes(cx, x[0] as *const u32, x[1] as usize) };
    }
    // SAFETY: the value is a slice of runes.
    let runes = unsafe { std::slice::from_raw_parts(x[0] as *const u32, x[1] as usize) };
    let chars = || runes.iter().map(|&r| char::from_u32(r).unwrap_or('\u{fffd}'));
    let mut few = [0; 4];
    if let &[_] = runes {
        let only = chars().next().unwrap_or_default();
        return new_string(cx, only.encode_utf8(&mut few).as_bytes());
    }
    let size: usize = chars().map(char::len_utf8).sum();
    let p = cx.alloc(size, Desc::NO_SCAN);
    let mut at = 0;
    for c in chars() {
        let bytes = c.encode_utf8(&mut few).as_bytes();
        if at + bytes.len() > size {
            // Another goroutine has changed the runes since they were counted: a race of the program.
            break;
        }
        // SAFETY: the bounds were just checked.
        unsafe { p.add(at).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        at += bytes.len();
    }
    cx.registers.charge_budget(size);
    [p as u64, size as u64]
}

#[inline(never)]
fn decode_at(base: u64, len: u64, i: u64) -> (u32, usize) {
    // SAFETY: `i` is below the string's length.
    let bytes =
        unsafe { std::slice::from_raw_parts((base + i) as *const u8, ((len - i) as usize).min(4)) };
    decode_rune(bytes)
}

/// The first rune of non-empty bytes, and its length; `U+FFFD` and 1 if they are not valid UTF-8.
pub(crate) fn decode_rune(bytes: &[u8]) -> (u32, usize) {
    const INVALID_RUNE: (u32, usize) = (0xfffd, 1);
    let first = u32::from(bytes[0]);
    let tail = |i: usize| match bytes.get(i) {
        Some(&b) if b & 0xc0 == 0x80 => Some(u32::from(b & 0x3f)),
        _ => None,
    };
    match first {
        0..=0x7f => (first, 1),
        0xc2..=0xdf => tail(1).map_or(INVALID_RUNE, |a| ((first & 0x1f) << 6 | a, 2)),
        0xe0..=0xef => match (tail(1), tail(2)) {
            (Some(a), Some(b)) => {
                let rune = (first & 0xf) << 12 | a << 6 | b;
                if rune < 0x800 || (0xd800..0xe000).contains(&rune) {
                    INVALID_RUNE
                } else {
                    (rune, 3)
                }
            }
            _ => INVALID_RUNE,
        },
        0xf0..=0xf4 => match (tail(1), tail(2), tail(3)) {
            (Some(a), Some(b), Some(c)) => {
                let rune = (first & 7) << 18 | a << 12 | b << 6 | c;
                if (0x1_0000..0x11_0000).contains(&rune) { (rune, 4) } else { INVALID_RUNE }
            }
            _ => INVALID_RUNE,
        },
        _ => INVALID_RUNE,
    }
}

// Functions that handlers call must take and return words and pointers into the frame: passing the address of an array
// on the native stack would keep handlers from ending in a jump.
/// `string(rune)`, stored in the frame.
#[inline(never)]
unsafe fn put_int_string(cx: &mut Cx, dst: *mut u64, n: i64) {
    let made = int_to_string(cx, n);
    // SAFETY: the destination's slots are in the frame.
    unsafe { dst.cast::<[u64; 2]>().write(made) };
}

/// `[]byte(string)`, stored in the frame.
#[inline(never)]
unsafe fn bytes_of_string(cx: &mut Cx, dst: *mut u64, a: *const [u64; 2], room: usize) -> bool {
    // SAFETY: both are in the frame, and the operand is a string.
    unsafe {
        let made = to_bytes(cx, &*a, room);
        if made[0] == 0 {
            return false;
        }
        dst.cast::<[u64; 3]>().write(made);
    }
    true
}

/// `[]rune(string)`, stored in the frame.
#[inline(never)]
unsafe fn put_runes(cx: &mut Cx, dst: *mut u64, a: *const [u64; 2], room: usize) -> bool {
    // SAFETY: both are in the frame, and the operand is a string.
    unsafe {
        let made = to_runes(cx, &*a, room);
        if made[0] == 0 {
            return false;
        }
        dst.cast::<[u64; 3]>().write(made);
    }
    true
}

/// `string([]rune)`, stored in the frame.
#[inline(never)]
unsafe fn put_rune_string(cx: &mut Cx, dst: *mut u64, a: *const [u64; 2]) -> bool {
    // SAFETY: both are in the frame, and the operand is a slice of runes.
    unsafe {
        let made = from_runes(cx, *a);
        if made[0] == 0 && made[1] > 0 {
            return false;
        }
        dst.cast::<[u64; 2]>().write(made);
    }
    true
}
