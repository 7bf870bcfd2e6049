//! Code as bytes, for programs that are stored: eight an instruction.

use super::Op;
use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(code: &[Op], to: S) -> Result<S::Ok, S::Error> {
    let bytes: Vec<u8> = code.iter().flat_map(|op| op.to_bits().to_le_bytes()).collect();
    to.serialize_bytes(&bytes)
}

pub(crate) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<Op>, D::Error> {
    let bytes = <&[u8]>::deserialize(from)?;
    let (words, rest) = bytes.as_chunks();
    let ops = words.iter().map(|word| Op::from_bits(u64::from_le_bytes(*word)));
    let ops: Option<Vec<Op>> = ops.collect();
    ops.filter(|_| rest.is_empty()).ok_or_else(|| D::Error::custom("no instructions"))
}
