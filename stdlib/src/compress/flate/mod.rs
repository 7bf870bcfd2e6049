//! Natives of compress/flate: compression, by the crate `miniz_oxide`, and the inner loop of decompression.
//!
//! Neither keeps anything between calls. What is compressed may refer to up to 32 KiB before it: these are given again
//! with each part, and compressed for nothing, so that the compressor knows them.

use minigo_vm::convert::GoSlice;
use minigo_vm::native::parts::PART;
use minigo_vm::native::{Native, NativeCx, Outcome, Written};
use miniz_oxide::deflate::CompressionLevel;
use miniz_oxide::deflate::core::{
    CompressionStrategy, CompressorOxide, TDEFLFlush, TDEFLStatus, compress,
    create_comp_flags_from_zip_params,
};
use std::ops::ControlFlow::{Break, Continue};

type Bytes = GoSlice<u8>;

/// Go's HuffmanOnly.
const HUFFMAN_ONLY: i64 = -2;

/// Calls `put` with what comes of compressing `input` until all of it is through.
fn run(
    compressor: &mut CompressorOxide,
    mut input: &[u8],
    flush: TDEFLFlush,
    mut put: impl FnMut(&[u8]),
) {
    let mut out = [0; 1 << 14];
    loop {
        let (status, taken, made) = compress(compressor, input, &mut out, flush);
        put(&out[..made]);
        input = &input[taken..];
        let through = input.is_empty() && made < out.len();
        if status != TDEFLStatus::Okay || through {
            return;
        }
    }
}

/// So much is compressed in a part.
const PIECE: usize = 1 << 14;

/// Compresses `data` at a level; what comes is whole bytes. `before` stands before it in the stream.
fn deflate(
    cx: &mut NativeCx,
    before: Bytes,
    data: Bytes,
    level: i64,
    last: bool,
) -> Outcome<Bytes> {
    let strategy = match level {
        HUFFMAN_ONLY => CompressionStrategy::HuffmanOnly,
        _ => CompressionStrategy::Default,
    };
    let level = if level < 0 { CompressionLevel::DefaultLevel as i32 } else { level as i32 };
    let begin = |cx: &mut NativeCx| {
        let flags = create_comp_flags_from_zip_params(level, -15, strategy as i32);
        let mut compressor = Box::new(CompressorOxide::new(flags));
        if !before.is_empty() {
            run(&mut compressor, &before, TDEFLFlush::Sync, |_| ());
        }
        (compressor, Written::new(cx, data.len() / 2 + 64), 0)
    };
    let step = |cx: &mut NativeCx, (compressor, written, at): &mut (Box<_>, Written, usize)| {
        let to = data.len().min(*at + PIECE);
        let flush = match last {
            _ if to < data.len() => TDEFLFlush::None,
            true => TDEFLFlush::Finish,
            false => TDEFLFlush::Sync,
        };
        let mut out = written.go_on(cx);
        run(compressor, &data[*at..to], flush, |bytes| out.put(bytes));
        if to == data.len() {
            return Break(out.bytes());
        }
        (*written, *at) = (out.pause(), to);
        Continue(PART)
    };
    cx.making_in_parts(begin, step, |(_, written, _)| written.root())
}

/// How many bits of the input a table's first part is indexed with.
const CHUNK_BITS: u32 = 9;
/// The longest match.
const LONGEST: usize = 258;

/// The bits that were read, the first one lowest.
#[derive(Clone, Copy)]
struct Bits {
    bits: u64,
    count: u32,
}

impl Bits {
    fn take(&mut self, n: u32) -> usize {
        let value = self.bits & ((1 << n) - 1);
        self.bits >>= n;
        self.count -= n;
        value as usize
    }

    /// The next symbol of a code, none if the bits are none of it.
    fn symbol(&mut self, table: &[u32], link_mask: u64) -> Option<usize> {
        let mut entry = *table.get((self.bits & ((1 << CHUNK_BITS) - 1)) as usize)?;
        if entry & 15 > CHUNK_BITS {
            let link = (self.bits >> CHUNK_BITS & link_mask) as usize;
            entry = *table.get((entry >> 4) as usize + link)?;
        }
        self.take(entry & 15);
        (entry & 15 != 0).then_some((entry >> 4) as usize)
    }
}

/// Length of a match, from its symbol and the bits after it.
fn match_length(symbol: usize, bits: &mut Bits) -> Option<usize> {
    match symbol {
        257..265 => Some(symbol - 254),
        265..285 => {
            let extra = (symbol as u32 - 261) / 4;
            let base = 3 + ((4 + (symbol - 261) % 4) << extra);
            Some(base + bits.take(extra))
        }
        285 => Some(LONGEST),
        _ => None,
    }
}

/// Distance of a match. An empty table is that of the fixed code.
fn match_distance(table: &[u32], link_mask: u64, bits: &mut Bits) -> Option<usize> {
    let symbol = if table.is_empty() {
        (bits.take(5) as u8).reverse_bits() as usize >> 3
    } else {
        bits.symbol(table, link_mask)?
    };
    match symbol {
        0..4 => Some(symbol + 1),
        4..30 => {
            let extra = (symbol as u32 - 2) / 2;
            Some((1 << (extra + 1)) + 1 + ((symbol & 1) << extra) + bits.take(extra))
        }
        _ => None,
    }
}

/// Copies a match within the window, which it may overlap; `at - distance` may lie before its beginning.
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

/// Decodes symbols of a block while the input has eight bytes and the window room for the longest match. `state` has
/// the bits that were read and their number, the masks for links of both tables, where the window is written next, and
/// whether all of it may be referred to; after it also how many bytes of the input were used. True: the block has
/// ended. What is wrong in the input is left for Go's side to find.
fn inflate(
    state: GoSlice<u64>,
    literals: GoSlice<u32>,
    distances: GoSlice<u32>,
    window: Bytes,
    input: Bytes,
) -> bool {
    window
        .change([input], |window, [input]| inflate_to(state, &literals, &distances, window, input))
}

/// The same with Go's memory as it is: the tables and the state are package compress/flate's own.
fn inflate_to(
    state: GoSlice<u64>,
    literals: &[u32],
    distances: &[u32],
    window: &mut [u8],
    input: &[u8],
) -> bool {
    let [bits, count, literal_mask, distance_mask, at, whole] = state[..6] else { return false };
    let mut bits = Bits { bits, count: count as u32 };
    let (mut at, mut used, mut ended) = (at as usize, 0, false);
    while let Some(next) = input[used..].first_chunk::<8>()
        && at + LONGEST <= window.len()
    {
        let before = (bits, used);
        let more = (63 - bits.count) / 8;
        bits.bits |= u64::from_le_bytes(*next) << bits.count;
        bits.count += 8 * more;
        bits.bits &= u64::MAX >> (64 - bits.count);
        used += more as usize;
        match bits.symbol(literals, literal_mask) {
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
                if let Some(length) = match_length(symbol, &mut bits)
                    && let Some(distance) = match_distance(distances, distance_mask, &mut bits)
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
    // Whole bytes that were not needed are the input's again; Go's side may have had some before.
    let back = (bits.count / 8).min(used as u32);
    used -= back as usize;
    bits.count -= 8 * back;
    let rest = bits.bits & ((1 << bits.count) - 1);
    state.set(&[
        rest,
        u64::from(bits.count),
        literal_mask,
        distance_mask,
        at as u64,
        whole,
        used as u64,
    ]);
    ended
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::chunked("deflate", deflate), Native::constant("inflate", inflate)]
}
