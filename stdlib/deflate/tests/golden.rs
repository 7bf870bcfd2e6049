//! Checks that streams have the bytes and the pieces that real Go writes. `golden.txt`, which `golden.go` writes,
//! contains hashes of the bytes and pieces that Go writes.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use minigo_deflate::{
    FlushMode, Level, Piece, Step, compress, compress_step, preset_dictionary, reset_stream,
    state_sizes,
};

/// The generator splitmix64.
#[derive(Clone, Copy)]
struct Random(u64);

const DATA_KIND_COUNT: usize = 8;

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 33) % n as u64) as usize
    }

    fn data(&mut self, kind: usize, n: usize) -> Vec<u8> {
        let mut out = Vec::new();
        let seed = self.0;
        while out.len() < n {
            match kind {
                0 => out.push(self.next() as u8),
                1 => {
                    let a = self.below(900).min(self.below(900)).min(self.below(900));
                    let mut word = Self(seed.wrapping_add(a as u64));
                    for _ in 0..1 + word.below(9) {
                        out.push(b'a' + word.below(26).min(word.below(26)) as u8);
                    }
                    out.push(b" \n,."[self.below(40).saturating_sub(36)]);
                }
                2 => {
                    let byte = self.below(3) as u8;
                    let most = 1 + self.below(5000);
                    out.extend(std::iter::repeat_n(byte, 1 + self.below(most)));
                }
                3 => {
                    let mut byte = (seed >> (out.len() % (2 + (seed >> 60) as usize) % 57)) as u8;
                    if self.below(200) == 0 {
                        byte = self.next() as u8;
                    }
                    out.push(byte);
                }
                4 => {
                    let i = out.len();
                    let (a, b) = (self.below(4), self.below(256));
                    let head = [i >> 4, i >> 12, i >> 20, 0, a, 0, 0xff, b];
                    out.extend(head.map(|byte| byte as u8));
                    out.extend(&b"record"[..self.below(7)]);
                }
                5 => out.push((self.next() & self.next() & self.next()) as u8),
                6 => self.append_copies(&mut out),
                _ => {
                    let (kind, most) = (self.below(DATA_KIND_COUNT), 1 + self.below(30000));
                    let n = 1 + self.below(most);
                    out.extend(self.data(kind, n));
                }
            }
        }
        out.truncate(n);
        out
    }

    fn append_copies(&mut self, out: &mut Vec<u8>) {
        let from = out.len().checked_sub(1 + self.below(40000));
        if let Some(from) = from
            && self.below(3) > 0
        {
            let most = 1 + self.below(600);
            for at in from..from + 3 + self.below(most) {
                out.push(out[at]);
            }
        } else {
            for _ in 0..1 + self.below(30) {
                out.push(self.next() as u8);
            }
        }
    }
}

/// Counts and hashes the pieces.
#[derive(Default)]
struct PieceDigest {
    hash: u64,
    pieces: usize,
    bytes: usize,
}

impl PieceDigest {
    fn add(&mut self, piece: &[u8]) {
        let bytes = piece.iter().map(|&byte| u64::from(byte));
        for byte in bytes.chain([0x100]) {
            self.hash = (self.hash ^ byte).wrapping_mul(0x100_0000_01b3);
        }
        self.pieces += 1;
        self.bytes += piece.len();
    }
}

/// A stream with the operations of Go's Writer.
struct Writer {
    level: Level,
    words: Vec<u32>,
    bytes: Vec<u8>,
    data_end: usize,
    room_end: usize,
    digest: PieceDigest,
}

impl Writer {
    fn new(level: Level) -> Self {
        let sizes = state_sizes(level);
        let (words, bytes) = (vec![0; sizes.words], vec![0; sizes.bytes]);
        Self { level, words, bytes, data_end: 0, room_end: 0, digest: PieceDigest::default() }
    }

    fn run_step(&mut self, step: &Step) {
        for piece in step.output.pieces() {
            match piece {
                Piece::Made(made) => self.digest.add(made),
                Piece::Given(range) => self.digest.add(&self.bytes[range]),
            }
        }
        (self.data_end, self.room_end) = (step.data_end, step.room_end);
    }

    fn reset(&mut self, dictionary: &[u8]) {
        let step = reset_stream(self.level, &mut self.words).unwrap();
        self.run_step(&step);
        let step =
            preset_dictionary(self.level, &mut self.words, &mut self.bytes, dictionary).unwrap();
        self.run_step(&step);
    }

    fn step(&mut self, until: FlushMode) {
        loop {
            let step =
                compress_step(self.level, &mut self.words, &mut self.bytes, self.data_end, until)
                    .unwrap();
            self.run_step(&step);
            if !step.must_repeat {
                return;
            }
        }
    }

    fn write(&mut self, mut data: &[u8]) {
        while !data.is_empty() {
            if self.data_end == self.room_end {
                self.step(FlushMode::Full);
            }
            let (part, rest) = data.split_at(data.len().min(self.room_end - self.data_end));
            self.bytes[self.data_end..self.data_end + part.len()].copy_from_slice(part);
            self.data_end += part.len();
            data = rest;
        }
    }
}

fn run(case: &str) -> Result<(), String> {
    let numbers: Vec<i128> = case.split(' ').map(|field| field.parse().unwrap()).collect();
    let [seed, kind, n, level, part, flush, of_dictionary, bytes, pieces, hash] =
        numbers[..].try_into().unwrap();
    let mut random = Random(seed as u64);
    let data = random.data(kind as usize, n as usize);
    let dictionary = random.data(kind as usize, of_dictionary as usize);
    let mut writer = Writer::new(Level::new(level as i64).unwrap());
    writer.reset(&dictionary);
    for _ in 0..2 {
        for (i, part) in data.chunks(part as usize).enumerate() {
            writer.write(part);
            if flush > 0 && (i + 1) % flush as usize == 0 {
                writer.step(FlushMode::Flush);
            }
        }
        writer.step(FlushMode::Close);
        writer.reset(&dictionary);
    }
    let sum = writer.digest;
    if (sum.bytes as i128, sum.pieces as i128, i128::from(sum.hash)) != (bytes, pieces, hash) {
        return Err(format!("{case}: {} {} {}", sum.bytes, sum.pieces, sum.hash));
    }
    Ok(())
}

#[test]
fn compressing_at_once_equals_streaming() {
    let mut random = Random(7);
    for number in -2..=9 {
        for n in [0, 1, 40, 65535, 65536, 150_000] {
            let level = Level::new(number).unwrap();
            let data = random.data(7, n);
            let mut writer = Writer::new(level);
            writer.reset(&[]);
            writer.write(&data);
            writer.step(FlushMode::Close);
            let at_once = compress(level, &data);
            assert_eq!(at_once.len(), writer.digest.bytes, "{n} bytes, level {number}");
        }
    }
}

#[test]
fn streams_are_those_of_go() {
    let cases: Vec<&str> = include_str!("golden.txt").lines().collect();
    assert!(cases.len() > 500);
    let failed: Vec<String> = cases.iter().filter_map(|case| run(case).err()).collect();
    let shown = failed[..failed.len().min(40)].join("\n");
    assert!(failed.is_empty(), "{} of {} differ:\n{shown}", failed.len(), cases.len());
}
