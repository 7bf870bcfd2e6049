//! Programs as bytes, for a file that a later run of minigo reads.
//!
//! The minigo that reads the bytes is the one that wrote them, and the cache that keeps them checks that they are
//! unchanged. So the format has no versions, and bytes that do not decode are no program.
//!
//! ```text
//! length of the head   u32
//! head                 the program without the following, in postcard's form
//! strings              one behind the other; their lengths are in the head
//! details              of the functions, likewise
//! ```
//!
//! The code is stored separately, in the [block](crate::code::ExecutableCode) in which it runs.
//!
//! Decoding costs only as much as running needs. Decoding does not copy strings. The
//! [`FuncDetail`](crate::func::FuncDetail) of a function is decoded when it is first requested ([`Lazy`]); a run that
//! neither prints a traceback nor collects garbage never requests it.

use crate::code::{Code, ExecutableCode};
use crate::lazy::Lazy;
use crate::program::Program;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The part of a stored program that is decoded at once.
#[derive(Serialize, Deserialize)]
struct Head<P> {
    program: P,
    string_lengths: Vec<u32>,
    func_detail_lengths: Vec<u32>,
}

/// Appends a program.
///
/// # Panics
/// If the program has 4 GB.
pub fn encode(program: &Program, out: &mut Vec<u8>) {
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).expect("a program has less than 4 GB");
    let strings = program.strings.iter().map(|s| length(s)).collect();
    let mut behind: Vec<u8> = program.strings.iter().flatten().copied().collect();
    let detail = |func: &crate::func::Func| {
        let from = behind.len();
        let taken = std::mem::take(&mut behind);
        behind = postcard::to_extend(func.func_detail.get(), taken)
            .expect("serialising into memory cannot fail");
        length(&behind[from..])
    };
    let details = program.funcs.iter().map(detail).collect();
    let head = Head { program, string_lengths: strings, func_detail_lengths: details };
    let head = postcard::to_allocvec(&head).expect("serialising into memory cannot fail");
    out.extend(length(&head).to_le_bytes());
    out.extend(head);
    out.extend(behind);
}

/// Returns the program that [`encode`] wrote as these bytes, with its code in the block. The program keeps references
/// to `all` and `block` instead of copies.
#[must_use]
pub fn decode(all: &Bytes, block: &Arc<dyn ExecutableCode>) -> Option<Program> {
    let (length, rest) = all.split_first_chunk()?;
    let (head, _) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let Head::<Program> { mut program, string_lengths: strings, func_detail_lengths: details } =
        postcard::from_bytes(head).ok()?;
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
    for ((number, func), length) in (0..).zip(&mut program.funcs).zip(details) {
        let range = next(length)?;
        func.func_detail = Lazy::from_stored(&bytes, range.start, length);
        func.code = Code::in_block(block.clone(), number);
    }
    Some(program)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::func::{Func, FuncDetail};
    use crate::ops::Op;
    use crate::rtype::{Kind, RType};

    /// A block of functions that return at once.
    struct ReturnBlock;

    impl ExecutableCode for ReturnBlock {
        fn code_of(&self, _: u32) -> Vec<Op> {
            vec![Op::Ret {}]
        }
    }

    #[test]
    fn a_damaged_program_file_is_rejected() {
        let func = |name: &str, slots| {
            let detail = FuncDetail { name: name.into(), ..FuncDetail::default() };
            let code = vec![Op::Ret {}].into();
            Func { frame_slots: slots, code, func_detail: detail.into(), ..Func::default() }
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
        let block: Arc<dyn ExecutableCode> = Arc::new(ReturnBlock);
        let mut back = decode(&bytes.clone().into(), &block).unwrap();
        // The text of a decoded program shows which details are decoded: decode all of them.
        for func in &mut back.funcs {
            func.func_detail = func.func_detail.get().clone().into();
        }
        assert_eq!(format!("{back:?}"), format!("{program:?}"));
        for length in 0..bytes.len() {
            assert!(
                decode(&Bytes::copy_from_slice(&bytes[..length]), &block).is_none(),
                "{length}"
            );
        }
    }
}
