//! Natives of compress/flate: compression, by the crate `minigo-deflate`, and the inner loop of decompression.
//!
//! The state that the natives keep between calls lies in slices that belong to package compress/flate. One call
//! compresses at most as much as [`PART`](minigo_vm::native::parts::PART) allows.

use minigo_deflate::{FlushMode, Level, Piece, Step};
use minigo_vm::convert::GoSlice;
use minigo_vm::native::{Native, NativeCx};

type Bytes = GoSlice<u8>;
type Words = GoSlice<u32>;

/// Returns the number of words and of bytes in the state of a stream.
fn state_sizes(level: i64) -> (i64, i64) {
    let sizes = Level::new(level).map(minigo_deflate::state_sizes);
    sizes.map_or((0, 0), |sizes| (sizes.words as i64, sizes.bytes as i64))
}

/// Resets the state to a new stream that begins behind `dictionary`. Returns the offset in `bytes` at which data is
/// put, and the end of the room for data.
fn begin_stream(words: Words, bytes: Bytes, dictionary: Bytes, level: i64) -> (i64, i64) {
    let begun = Level::new(level).and_then(|level| {
        words.edit_elements(|words| {
            bytes.edit_with_others([dictionary], |bytes, [dictionary]| {
                minigo_deflate::reset_stream(level, words)?;
                minigo_deflate::preset_dictionary(level, words, bytes, dictionary)
            })
        })
    });
    begun.map_or((0, 0), |step| (step.data_end as i64, step.room_end as i64))
}

/// The bit that marks the length of a piece which refers to a range of the stream's bytes.
const REFERENCES_INPUT: u32 = 1 << 31;

/// Writes the pieces, each preceded by its length, to `out` if there is enough room, else to a new slice.
fn write_pieces(cx: &mut NativeCx, step: &Step, out: Bytes) -> Bytes {
    let len = step.output.pieces().map(|piece| match piece {
        Piece::Made(made) => 4 + made.len(),
        Piece::Given(_) => 8,
    });
    let len = len.sum();
    let out = if len <= out.cap() { out.with_len(len) } else { cx.make_bytes(len, len) };
    out.edit_elements(|mut out| {
        let mut put = |bytes: &[u8]| {
            let (to, rest) = std::mem::take(&mut out).split_at_mut(bytes.len());
            to.copy_from_slice(bytes);
            out = rest;
        };
        for piece in step.output.pieces() {
            match piece {
                Piece::Made(made) => {
                    put(&(made.len() as u32).to_le_bytes());
                    put(made);
                }
                Piece::Given(range) => {
                    put(&(range.len() as u32 | REFERENCES_INPUT).to_le_bytes());
                    put(&(range.start as u32).to_le_bytes());
                }
            }
        }
    });
    out
}

/// Compresses the data up to `at`. Returns the output, the offset at which the next data is put, the end of the room
/// for data, and whether the call must be repeated to continue.
fn compress(
    cx: &mut NativeCx,
    words: Words,
    bytes: Bytes,
    at: i64,
    out: Bytes,
    level: i64,
    until: i64,
) -> (Bytes, i64, i64, bool) {
    let until = match until {
        0 => FlushMode::Full,
        1 => FlushMode::Flush,
        2 => FlushMode::Last,
        _ => FlushMode::Close,
    };
    let step = Level::new(level).and_then(|level| {
        words.edit_elements(|words| {
            bytes.edit_elements(|bytes| {
                minigo_deflate::compress_step(level, words, bytes, at as usize, until)
            })
        })
    });
    let Some(step) = step else { return (Bytes::nil(), 0, 0, false) };
    (write_pieces(cx, &step, out), step.data_end as i64, step.room_end as i64, step.must_repeat)
}

/// The number of input bits that index the first part of a table.
const CHUNK_BITS: u32 = 9;
/// The length of the longest match.
const LONGEST_MATCH: usize = 258;

/// Bits that were read from the input and not yet used; the first is the lowest.
#[derive(Clone, Copy)]
struct BitReader {
    pending_bits: u64,
    pending_count: u32,
}

impl BitReader {
    fn take_bits(&mut self, n: u32) -> usize {
        let value = self.pending_bits & ((1 << n) - 1);
        self.pending_bits >>= n;
        self.pending_count -= n;
        value as usize
    }

    /// Decodes the next symbol of a code; returns none if the bits are no code word.
    fn read_symbol(&mut self, table: &[u32], link_mask: u64) -> Option<usize> {
        let mut entry = *table.get((self.pending_bits & ((1 << CHUNK_BITS) - 1)) as usize)?;
        if entry & 15 > CHUNK_BITS {
            let link = (self.pending_bits >> CHUNK_BITS & link_mask) as usize;
            entry = *table.get((entry >> 4) as usize + link)?;
        }
        self.take_bits(entry & 15);
        (entry & 15 != 0).then_some((entry >> 4) as usize)
    }
}

/// Returns the length of a match, from its symbol and the extra bits behind it.
fn read_match_length(symbol: usize, bits: &mut BitReader) -> Option<usize> {
    match symbol {
        257..265 => Some(symbol - 254),
        265..285 => {
            let extra = (symbol as u32 - 261) / 4;
            let base = 3 + ((4 + (symbol - 261) % 4) << extra);
            Some(base + bits.take_bits(extra))
        }
        285 => Some(LONGEST_MATCH),
        _ => None,
    }
}

/// Returns the distance of a match. An empty table stands for the fixed code.
fn read_match_distance(table: &[u32], link_mask: u64, bits: &mut BitReader) -> Option<usize> {
    let symbol = if table.is_empty() {
        (bits.take_bits(5) as u8).reverse_bits() as usize >> 3
    } else {
        bits.read_symbol(table, link_mask)?
    };
    match symbol {
        0..4 => Some(symbol + 1),
        4..30 => {
            let extra = (symbol as u32 - 2) / 2;
            Some((1 << (extra + 1)) + 1 + ((symbol & 1) << extra) + bits.take_bits(extra))
        }
        _ => None,
    }
}

/// Copies a match within the circular window; the match may overlap its source, and `at - distance` may lie before the
/// window's beginning.
fn copy_match(window: &mut [u8], at: usize, distance: usize, length: usize) {
    if at >= distance && distance >= length {
        window.copy_within(at - distance..at - distance + length, at);
        return;
    }
    for to in at..at + length {
        let from = if to >= distance { to - distance } else { to + window.len() - distance };
        window[to] = window[from];
    }
}

/// Decodes symbols of a block while the input has at least eight bytes and the window has room for the longest match.
/// `state` holds the bits that were read and their number, the masks for links of both tables, the window's write
/// offset, and whether matches may refer to the whole window. The call also stores in `state` how many bytes of the
/// input it used. Returns true at the end of the block. On an error in the input the call stops, so that Go's side
/// finds the error.
fn inflate(
    state: GoSlice<u64>,
    literals: GoSlice<u32>,
    distances: GoSlice<u32>,
    window: Bytes,
    input: Bytes,
) -> bool {
    window.edit_with_others([input], |window, [input]| {
        inflate_to(state, &literals, &distances, window, input)
    })
}

/// Decodes as [`inflate`] does, with the slices' memory borrowed directly; only package compress/flate has access to
/// the tables and the state.
fn inflate_to(
    state: GoSlice<u64>,
    literals: &[u32],
    distances: &[u32],
    window: &mut [u8],
    input: &[u8],
) -> bool {
    let [bits, count, literal_mask, distance_mask, at, whole] = state[..6] else { return false };
    let mut bits = BitReader { pending_bits: bits, pending_count: count as u32 };
    let (mut at, mut used, mut ended) = (at as usize, 0, false);
    while let Some(next) = input[used..].first_chunk::<8>()
        && at + LONGEST_MATCH <= window.len()
    {
        let before = (bits, used);
        let more = (63 - bits.pending_count) / 8;
        bits.pending_bits |= u64::from_le_bytes(*next) << bits.pending_count;
        bits.pending_count += 8 * more;
        bits.pending_bits &= u64::MAX >> (64 - bits.pending_count);
        used += more as usize;
        match bits.read_symbol(literals, literal_mask) {
            Some(symbol @ 0..256) => {
                window[at] = symbol as u8;
                at += 1;
                continue;
            }
            Some(256) => {
                ended = true;
                break;
            }
            Some(symbol) => {
                let reach = if whole != 0 { window.len() } else { at };
                if let Some(length) = read_match_length(symbol, &mut bits)
                    && let Some(distance) = read_match_distance(distances, distance_mask, &mut bits)
                    && distance <= reach
                {
                    copy_match(window, at, distance, length);
                    at += length;
                    continue;
                }
            }
            None => {}
        }
        (bits, used) = before;
        break;
    }
    // Returns unused whole bytes to the input, at most those that this call read; Go's side may have read some before.
    let back = (bits.pending_count / 8).min(used as u32);
    used -= back as usize;
    bits.pending_count -= 8 * back;
    let rest = bits.pending_bits & ((1 << bits.pending_count) - 1);
    state.set(&[
        rest,
        u64::from(bits.pending_count),
        literal_mask,
        distance_mask,
        at as u64,
        whole,
        used as u64,
    ]);
    ended
}

/// Returns the natives of package compress/flate, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("begin", begin_stream),
        Native::constant_time("compress", compress),
        Native::constant_time("inflate", inflate),
        Native::constant_time("sizes", state_sizes),
    ]
}
