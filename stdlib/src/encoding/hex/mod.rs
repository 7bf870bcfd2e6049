//! Natives of package encoding/hex: encoding and decoding of whole slices.

use super::{copied_parts, report_accesses_to_race_detector};
use minigo_vm::convert::GoSlice;
use minigo_vm::native::{Native, NativeCx};

const NOT_A_DIGIT: u8 = 0xff;

/// The value of each hexadecimal digit, `NOT_A_DIGIT` for other bytes.
static DIGIT_VALUES: [u8; 256] = {
    let mut values = [NOT_A_DIGIT; 256];
    let mut v = 0;
    while v < 16 {
        values[b"0123456789abcdef"[v] as usize] = v as u8;
        values[b"0123456789ABCDEF"[v] as usize] = v as u8;
        v += 1;
    }
    values
};

fn encode(cx: &mut NativeCx, dst: GoSlice<u8>, src: GoSlice<u8>) {
    let digit = |v: u8| b"0123456789abcdef"[usize::from(v)];
    let mut n = 0;
    for (part, len) in copied_parts(&src) {
        let text = dst.as_cells()[n..].as_chunks::<2>().0;
        for ([hi, lo], b) in text.iter().zip(&part[..len]) {
            hi.set(digit(b >> 4));
            lo.set(digit(b & 15));
        }
        n += 2 * len;
    }
    report_accesses_to_race_detector(cx, &src, src.len(), &dst, n);
}

fn decode(cx: &mut NativeCx, dst: GoSlice<u8>, src: GoSlice<u8>) -> usize {
    let mut n = 0;
    'parts: for (part, len) in copied_parts(&src) {
        let pairs = part[..len].as_chunks::<2>().0;
        for (b, pair) in dst.as_cells()[n..].iter().zip(pairs) {
            let [hi, lo] = pair.map(|digit| DIGIT_VALUES[usize::from(digit)]);
            if hi == NOT_A_DIGIT || lo == NOT_A_DIGIT {
                break 'parts;
            }
            b.set(hi << 4 | lo);
            n += 1;
        }
    }
    // The loop has also read the pair behind the last decoded one.
    report_accesses_to_race_detector(cx, &src, src.len().min(2 * (n + 1)), &dst, n);
    n
}

/// Returns the natives of package encoding/hex, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::constant_time("encode", encode), Native::constant_time("decode", decode)]
}
