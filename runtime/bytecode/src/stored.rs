//! Programs as bytes, for a file that a later run of minigo reads.
//!
//! A module of its own because it alone knows the form, which is nobody else's business: the minigo that reads it is the one that
//! wrote it, and whoever keeps the bytes has seen to it that they are the same. So there are no versions, and what does not
//! decode is no program.
//!
//! ```text
//! length of the head   u32
//! head                 the program without the following, in postcard's form
//! strings              one behind the other; their lengths are in the head
//! details              of the functions, likewise
//! ```
//!
//! Decoding costs what running needs. Strings are not copied. The [`Detail`](crate::func::Detail) of a function is decoded when somebody asks for
//! it; a run that neither prints a traceback nor collects garbage never does.

use crate::func::Detail;
use crate::program::Program;
use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// What is decoded at once.
#[derive(Serialize, Deserialize)]
struct Head<P> {
    program: P,
    strings: Vec<u32>,
    details: Vec<u32>,
}

/// Appends a program.
///
/// # Panics
/// When it has 4 GB.
pub fn encode(program: &Program, out: &mut Vec<u8>) {
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).expect("a program has less than 4 GB");
    let strings = program.strings.iter().map(|s| length(s)).collect();
    let mut behind: Vec<u8> = program.strings.iter().flatten().copied().collect();
    let detail = |func: &crate::func::Func| {
        let from = behind.len();
        let taken = std::mem::take(&mut behind);
        behind = postcard::to_extend(func.detail.get(), taken).expect("memory takes all");
        length(&behind[from..])
    };
    let details = program.funcs.iter().map(detail).collect();
    let head = Head { program, strings, details };
    let head = postcard::to_allocvec(&head).expect("memory takes all");
    out.extend(length(&head).to_le_bytes());
    out.extend(head);
    out.extend(behind);
}

/// The program that [`encode`] made these bytes of, which stay where they are.
#[must_use]
pub fn decode(all: &Bytes) -> Option<Program> {
    let (length, rest) = all.split_first_chunk()?;
    let (head, _) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let Head::<Program> { mut program, strings, details } = postcard::from_bytes(head).ok()?;
    let mut at = size_of_val(length) + head.len();
    let mut next = |length: u32| {
        let from = at;
        at = from.checked_add(length as usize)?;
        (at <= all.len()).then_some(from..at)
    };
    for length in strings {
        program.strings.push(all.slice(next(length)?));
    }
    let bytes = Arc::new(all.clone());
    if details.len() != program.funcs.len() {
        return None;
    }
    for (func, length) in program.funcs.iter_mut().zip(details) {
        let place = next(length)?;
        func.detail = Lazy::stored(&bytes, place.start, length);
    }
    Some(program)
}

/// A value that was made, or is stored and decoded when it is first asked for.
#[derive(Clone, Debug)]
pub struct Lazy<T> {
    made: OnceLock<Box<T>>,
    stored: Option<Place>,
}

/// Where a value is stored.
#[derive(Clone, Debug)]
struct Place {
    all: Arc<Bytes>,
    from: u32,
    length: u32,
}

impl<T: DeserializeOwned> Lazy<T> {
    fn stored(all: &Arc<Bytes>, from: usize, length: u32) -> Self {
        let from = u32::try_from(from).expect("a program has less than 4 GB");
        let place = Place { all: all.clone(), from, length };
        Self { made: OnceLock::new(), stored: Some(place) }
    }

    /// The value.
    #[must_use]
    pub fn get(&self) -> &T {
        self.made.get_or_init(|| Box::new(self.decode()))
    }

    /// The value, to be changed.
    pub fn get_mut(&mut self) -> &mut T {
        if self.made.get().is_none() {
            self.made = OnceLock::from(Box::new(self.decode()));
        }
        self.made.get_mut().expect("it is made")
    }

    /// The value, unless the stored bytes are none.
    #[must_use]
    pub fn try_get(&self) -> Option<&T> {
        if self.made.get().is_none() {
            let value = self.try_decode()?;
            // Another thread may have been faster with the same value.
            let _ = self.made.set(Box::new(value));
        }
        self.made.get().map(|value| &**value)
    }

    #[cold]
    fn decode(&self) -> T {
        self.try_decode().expect("who keeps the bytes has seen to it that they are the same")
    }

    fn try_decode(&self) -> Option<T> {
        let place = self.stored.as_ref().expect("what was not made is stored");
        let from = place.from as usize;
        postcard::from_bytes(&place.all[from..from + place.length as usize]).ok()
    }
}

impl<T> From<T> for Lazy<T> {
    fn from(value: T) -> Self {
        Self { made: OnceLock::from(Box::new(value)), stored: None }
    }
}

impl Default for Lazy<Detail> {
    fn default() -> Self {
        Detail::default().into()
    }
}

/// Code as bytes: eight an instruction.
pub(crate) mod code {
    use crate::ops::Op;
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::func::Func;
    use crate::ops::Op;
    use crate::rtype::{Kind, RType};

    #[test]
    fn a_program_comes_back_whole_or_not_at_all() {
        let func = |name: &str, slots| {
            let detail = Detail { name: name.into(), code: vec![Op::Ret {}], ..Detail::default() };
            Func { frame_slots: slots, detail: detail.into(), ..Func::default() }
        };
        let program = Program {
            funcs: vec![func("main.f", 3), func("main.main", 5)],
            strings: vec![b"text"[..].into(), b""[..].into(), b"\xff\0"[..].into()],
            types: vec![RType::new(Kind::Int, 8, 8, "int")],
            consts: vec![u64::MAX],
            ..Program::default()
        };
        let mut bytes = Vec::new();
        encode(&program, &mut bytes);
        let mut back = decode(&bytes.clone().into()).unwrap();
        // Whether something was decoded is not a part of the program.
        for func in &mut back.funcs {
            func.detail = func.detail.get().clone().into();
        }
        assert_eq!(format!("{back:?}"), format!("{program:?}"));
        for length in 0..bytes.len() {
            assert!(decode(&Bytes::copy_from_slice(&bytes[..length])).is_none(), "{length}");
        }
    }
}
