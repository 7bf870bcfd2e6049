//! Booleans, numbers and strings as text.

use crate::types::show::print_float;
use minigo_bytecode::rtype::{Kind, RType};
use std::fmt::Write as _;

/// A boolean or a number as text.
pub(super) unsafe fn number_text(ty: &RType, at: *const u8) -> String {
    // SAFETY: the caller's promise: a value of this type lies at `at`.
    unsafe {
        match ty.kind {
            Kind::Bool => return (*at != 0).to_string(),
            Kind::Int | Kind::Int64 => return at.cast::<i64>().read_unaligned().to_string(),
            Kind::Int8 => return at.cast::<i8>().read().to_string(),
            Kind::Int16 => return at.cast::<i16>().read_unaligned().to_string(),
            Kind::Int32 => return at.cast::<i32>().read_unaligned().to_string(),
            Kind::Uint | Kind::Uint64 => return at.cast::<u64>().read_unaligned().to_string(),
            Kind::Uintptr => return format!("{:#x}", at.cast::<u64>().read_unaligned()),
            Kind::Uint8 => return at.read().to_string(),
            Kind::Uint16 => return at.cast::<u16>().read_unaligned().to_string(),
            Kind::Uint32 => return at.cast::<u32>().read_unaligned().to_string(),
            Kind::Float32 => return float_text(f64::from(at.cast::<f32>().read_unaligned()), true),
            Kind::Float64 => return float_text(at.cast::<f64>().read_unaligned(), false),
            Kind::Complex64 => {
                let at = at.cast::<f32>();
                let (re, im) = (at.read_unaligned(), at.add(1).read_unaligned());
                return complex_text(f64::from(re), f64::from(im), true);
            }
            Kind::Complex128 => {
                let at = at.cast::<f64>();
                return complex_text(at.read_unaligned(), at.add(1).read_unaligned(), false);
            }
            _ => {}
        }
    }
    "?".into()
}

/// A float as Go's `%v` shows it.
fn float_text(value: f64, single: bool) -> String {
    let mut out = Vec::new();
    print_float(&mut out, value, single);
    let text = String::from_utf8_lossy(&out).into_owned();
    // `print` writes large numbers with an exponent from a million on, `%v` from 10^21 on.
    let large = value.is_finite() && (1e6..1e21).contains(&value.abs());
    match large {
        true if single => format!("{}", value as f32),
        true => format!("{value}"),
        false => text,
    }
}

fn complex_text(re: f64, im: f64, single: bool) -> String {
    let im = float_text(im, single);
    let sign = if im.starts_with(['-', '+']) { "" } else { "+" };
    format!("({}{sign}{im}i)", float_text(re, single))
}

/// Reports whether bytes are text: valid UTF-8 of printable characters, line ends and tabs. The last character of bytes
/// that were `cut` may be incomplete.
pub(super) fn is_text(bytes: &[u8], cut: bool) -> bool {
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if cut && error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return false,
    };
    !valid.is_empty() && valid.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\t' | '\r'))
}

/// A string literal, followed by a note that `more` bytes are not shown.
pub(super) fn quoted_text(bytes: &[u8], more: usize) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                c if c.is_control() => {
                    let _ = write!(out, "\\x{:02x}", u32::from(c));
                }
                c => out.push(c),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out.push('"');
    if more > 0 {
        let _ = write!(out, "… ({more} more bytes)");
    }
    out
}
