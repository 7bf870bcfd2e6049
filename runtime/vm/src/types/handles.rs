//! Memory that stands for types: what a `*reflect.rtype` of the library points to.
//!
//! Two values of type `reflect.Type` are equal if their types are identical, and Go's are pointers. Descriptors move
//! when types are made, so each type has a word of its own here, which holds the type's id and never moves. The words
//! come in blocks, each twice as large as the one before, that are made when a type in them is first asked for.

use minigo_bytecode::operand::TypeId;
use std::sync::OnceLock;

/// How many types the first block is for.
const FIRST: u64 = 1 << FIRST_BITS;
const FIRST_BITS: u32 = 9;

/// Blocks for all ids.
const BLOCKS: usize = 33 - FIRST_BITS as usize;

/// The words of all types.
#[derive(Default)]
pub(super) struct Handles {
    blocks: [OnceLock<Box<[u64]>>; BLOCKS],
}

impl Handles {
    /// Where the id of this type stands.
    pub(super) fn at(&self, id: TypeId) -> *const u64 {
        let (block, at) = place(id);
        let first = (FIRST << block) - FIRST;
        let made = || (first..first + (FIRST << block)).collect();
        &raw const self.blocks[block].get_or_init(made)[at]
    }
}

/// The block of a type, and where in it the type's word is.
fn place(id: TypeId) -> (usize, usize) {
    let n = u64::from(id.0) + FIRST;
    let block = n.ilog2() - FIRST_BITS;
    (block as usize, (n - (FIRST << block)) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_a_word_with_its_id() {
        let handles = Handles::default();
        for id in [0, 1, 511, 512, 513, 1535, 1536, 5000, 100_000] {
            // SAFETY: a word of a block, which `handles` keeps.
            assert_eq!(unsafe { *handles.at(TypeId(id)) }, u64::from(id));
            assert_eq!(handles.at(TypeId(id)), handles.at(TypeId(id)));
        }
        assert_eq!(place(TypeId(u32::MAX)).0, BLOCKS - 1);
    }
}
