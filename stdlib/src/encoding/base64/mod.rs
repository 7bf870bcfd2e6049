//! Natives of package encoding/base64: the whole quanta, under any alphabet. The Go code handles the last quantum, line
//! breaks and invalid characters.

use super::{copied_parts, report_accesses_to_race_detector};
use minigo_vm::convert::GoSlice;
use minigo_vm::native::{Native, NativeCx};

/// The table's entry for a character outside the alphabet.
const NOT_IN_ALPHABET: u8 = 0xff;

fn encode(cx: &mut NativeCx, dst: GoSlice<u8>, src: GoSlice<u8>, alphabet: GoSlice<u8>) {
    let alphabet: &[u8; 64] = alphabet.first_chunk().expect("an alphabet has 64 characters");
    let mut n = 0;
    for (part, len) in copied_parts(&src) {
        let text = dst.as_cells()[n..].as_chunks::<4>().0;
        for (four, [a, b, c]) in text.iter().zip(part[..len].as_chunks().0) {
            let indices = [a >> 2, a << 4 | b >> 4, b << 2 | c >> 6, *c];
            for (to, index) in four.iter().zip(indices) {
                to.set(alphabet[usize::from(index & 63)]);
            }
            n += 4;
        }
    }
    report_accesses_to_race_detector(cx, &src, n / 4 * 3, &dst, n);
}

fn decode(cx: &mut NativeCx, dst: GoSlice<u8>, src: GoSlice<u8>, values: GoSlice<u8>) -> usize {
    let values: &[u8; 256] = values.first_chunk().expect("each byte has an entry");
    let mut n = 0;
    'parts: for (part, len) in copied_parts(&src) {
        let fours = part[..len].as_chunks::<4>().0;
        for (three, four) in dst.as_cells()[n..].as_chunks::<3>().0.iter().zip(fours) {
            let [a, b, c, d] = four.map(|c| values[usize::from(c)]);
            // A value has six bits, so the OR of valid values never equals `NOT_IN_ALPHABET`.
            if (a | b | c | d) == NOT_IN_ALPHABET {
                break 'parts;
            }
            for (to, byte) in three.iter().zip([a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]) {
                to.set(byte);
            }
            n += 3;
        }
    }
    // The loop has also read the quantum behind the last decoded one.
    report_accesses_to_race_detector(cx, &src, src.len().min(n / 3 * 4 + 4), &dst, n);
    n
}

/// Returns the natives of package encoding/base64, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::constant_time("encode", encode), Native::constant_time("decode", decode)]
}
