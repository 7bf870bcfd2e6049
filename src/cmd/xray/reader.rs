//! Extracts the data that the page shows from a trace file: A trace is JSON, or in Perfetto's format, compressed or
//! not.

use flate2::read::MultiGzDecoder;
use minigo_vm::XRAY_FIELD;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fmt;
use std::io::Read as _;

/// The reason why a file cannot be shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Error {
    /// The file begins as a compressed file, but its rest is damaged.
    Compressed,
    /// The file is no trace by minigo, or a trace by another version.
    NotATrace,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Compressed => "the compressed file is damaged",
            Self::NotATrace => {
                "the file is no trace written by `minigo run --trace` of this version"
            }
        })
    }
}

/// The limit of the size of a compressed trace after decompression, in bytes.
const MAX_SIZE: u64 = 4 << 30;

/// The member of a JSON trace that the page reads.
#[derive(Deserialize)]
struct ChromeTrace<'a> {
    #[serde(borrow)]
    minigo: &'a RawValue,
}

/// The first part of the page's data, which tells the version of the data's format.
#[derive(Deserialize)]
struct DataHeader {
    version: u32,
}

/// Returns the page's data, which are JSON.
pub(super) fn xray_data(bytes: &[u8]) -> Result<String, Error> {
    let mut plain = Vec::new();
    let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
        let read = MultiGzDecoder::new(bytes).take(MAX_SIZE).read_to_end(&mut plain);
        read.map_err(|_| Error::Compressed)?;
        &plain
    } else {
        bytes
    };
    let data = if bytes.starts_with(b"{") {
        let chrome: ChromeTrace<'_> =
            serde_json::from_slice(bytes).map_err(|_| Error::NotATrace)?;
        chrome.minigo.get().as_bytes()
    } else {
        first_packet(bytes).and_then(|packet| field(packet, XRAY_FIELD)).ok_or(Error::NotATrace)?
    };
    let head: DataHeader = serde_json::from_slice(data).map_err(|_| Error::NotATrace)?;
    if head.version != 1 {
        return Err(Error::NotATrace);
    }
    Ok(String::from_utf8_lossy(data).into_owned())
}

/// Returns the first packet of a trace in Perfetto's format.
fn first_packet(bytes: &[u8]) -> Option<&[u8]> {
    field(bytes, 1)
}

/// Returns the bytes of field `number`, if that field comes first in the message.
fn field(mut bytes: &[u8], number: u32) -> Option<&[u8]> {
    let key = read_varint(&mut bytes)?;
    if key != (u64::from(number) << 3) | 2 {
        return None;
    }
    let len = usize::try_from(read_varint(&mut bytes)?).ok()?;
    bytes.get(..len)
}

fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut n = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        n |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(n);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Error, xray_data};

    #[test]
    fn malformed_traces_are_refused() {
        for bytes in [
            &b""[..],
            b"{",
            b"{}",
            b"{\"traceEvents\":[]}",
            b"{\"minigo\":{\"version\":9}}",
            b"\x0a\x03abc",
            b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
            b"package main\n",
            &[0xff; 40],
        ] {
            assert_eq!(xray_data(bytes), Err(Error::NotATrace), "{bytes:?}");
        }
        assert_eq!(xray_data(&[0x1f, 0x8b, 1, 2, 3]), Err(Error::Compressed));
    }

    #[test]
    fn a_trace_has_the_data() {
        let json = br#"{"traceEvents":[],"minigo":{"version":1,"x":[2]}}"#;
        assert_eq!(xray_data(json).as_deref(), Ok(r#"{"version":1,"x":[2]}"#));
    }
}
