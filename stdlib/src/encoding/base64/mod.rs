//! Natives of package encoding/base64: the whole quanta, under any alphabet. What is special about the last one, about
//! line breaks and wrong characters stays in Go.

use super::parts;
use minigo_vm::convert::GoSlice;
use minigo_vm::native::Native;

/// What has no value in a table.
const NONE: u8 = 0xff;

fn encode(mut dst: GoSlice<u8>, src: GoSlice<u8>, alphabet: GoSlice<u8>) {
    let alphabet: &[u8; 64] = alphabet.first_chunk().expect("an alphabet has 64 characters");
    let mut n = 0;
    for (part, len) in parts(&src) {
        let text = dst[n..].as_chunks_mut().0;
        for (four, [a, b, c]) in text.iter_mut().zip(part[..len].as_chunks().0) {
            let indices = [a >> 2, a << 4 | b >> 4, b << 2 | c >> 6, *c];
            *four = indices.map(|index| alphabet[usize::from(index & 63)]);
            n += 4;
        }
    }
}

fn decode(mut dst: GoSlice<u8>, src: GoSlice<u8>, values: GoSlice<u8>) -> usize {
    let values: &[u8; 256] = values.first_chunk().expect("each byte has an entry");
    let mut n = 0;
    for (part, len) in parts(&src) {
        let fours = part[..len].as_chunks::<4>().0;
        for (three, four) in dst[n..].as_chunks_mut().0.iter_mut().zip(fours) {
            let [a, b, c, d] = four.map(|c| values[usize::from(c)]);
            // Values have six bits.
            if (a | b | c | d) == NONE {
                return n;
            }
            *three = [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d];
            n += 3;
        }
    }
    n
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::new("encode", encode), Native::new("decode", decode)]
}
