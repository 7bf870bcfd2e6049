//! Values in the format of the built-in `print`.

use crate::types::equality;
use minigo_bytecode::operand::PrintKind;
use std::fmt::Write as _;

/// Appends a float in the format of `print`: the shortest digits that read back the same, `%g` with an exponent of at
/// least two digits.
pub(crate) fn print_float(out: &mut Vec<u8>, v: f64, single: bool) {
    if v.is_nan() {
        out.extend(b"NaN");
        return;
    }
    if v.is_infinite() {
        out.extend(if v > 0.0 { b"+Inf" } else { b"-Inf" });
        return;
    }
    // Rust's `{:e}` gives the shortest digits too: d.ddde-x.
    let text = if single { format!("{:e}", v as f32) } else { format!("{v:e}") };
    let (mantissa, exponent) = text.split_once('e').expect("the format has an exponent");
    let exponent: i32 = exponent.parse().expect("the exponent is a number");
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |m| ("-", m));
    let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
    out.extend(sign.as_bytes());
    out.extend(place_decimal_point(&digits, exponent).as_bytes());
}

/// The number `d.ddd` times ten to the exponent, with these digits: in exponent form if the exponent is small or large.
fn place_decimal_point(digits: &str, exponent: i32) -> String {
    let mut shown = String::new();
    if !(-4..6).contains(&exponent) {
        shown.push_str(&digits[..1]);
        if digits.len() > 1 {
            shown.push('.');
            shown.push_str(&digits[1..]);
        }
        let sign = if exponent < 0 { '-' } else { '+' };
        write!(shown, "e{sign}{:02}", exponent.abs()).expect("writing to a string cannot fail");
    } else if exponent < 0 {
        shown.push_str("0.");
        shown.extend(std::iter::repeat_n('0', (-exponent - 1) as usize));
        shown.push_str(digits);
    } else {
        let whole = exponent as usize + 1;
        shown.push_str(&digits[..whole.min(digits.len())]);
        if digits.len() > whole {
            shown.push('.');
            shown.push_str(&digits[whole..]);
        } else {
            shown.extend(std::iter::repeat_n('0', whole - digits.len()));
        }
    }
    shown
}

/// Appends a value in the format of `print`.
pub(crate) fn append_value(out: &mut Vec<u8>, kind: PrintKind, words: &[u64]) {
    let hex = |out: &mut Vec<u8>, v: u64| out.extend(format!("{v:#x}").as_bytes());
    match kind {
        PrintKind::Bool => {
            let text: &[u8] = if words[0] & 1 == 0 { b"false" } else { b"true" };
            out.extend(text);
        }
        PrintKind::Int => out.extend((words[0] as i64).to_string().as_bytes()),
        PrintKind::Uint => out.extend(words[0].to_string().as_bytes()),
        PrintKind::Float32 => {
            print_float(out, f64::from(f32::from_bits(words[0] as u32)), true);
        }
        PrintKind::Float64 => print_float(out, f64::from_bits(words[0]), false),
        PrintKind::Complex64 => {
            let part = |w: u64| f64::from(f32::from_bits(w as u32));
            show_complex(out, part(words[0]), part(words[0] >> 32), true);
        }
        PrintKind::Complex128 => {
            show_complex(out, f64::from_bits(words[0]), f64::from_bits(words[1]), false);
        }
        PrintKind::String => {
            // SAFETY: the operand is a string.
            out.extend(unsafe { equality::string_at(words.as_ptr().cast()) });
        }
        PrintKind::Pointer => hex(out, words[0]),
        PrintKind::Iface => {
            out.push(b'(');
            hex(out, words[0]);
            out.push(b',');
            hex(out, words[1]);
            out.push(b')');
        }
        PrintKind::Slice => {
            out.extend(format!("[{}/{}]", words[1], words[2]).as_bytes());
            hex(out, words[0]);
        }
        PrintKind::Space => out.push(b' '),
        PrintKind::Newline => out.push(b'\n'),
        PrintKind::Flush => {}
    }
}

fn show_complex(out: &mut Vec<u8>, re: f64, im: f64, single: bool) {
    out.push(b'(');
    print_float(out, re, single);
    let at = out.len();
    print_float(out, im, single);
    if !matches!(out[at], b'+' | b'-') {
        out.insert(at, b'+');
    }
    out.extend(b"i)");
}
