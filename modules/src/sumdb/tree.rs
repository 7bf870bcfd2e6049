//! The tree of a transparency log (RFC 6962): its hashes, and proofs that it contains a record or an earlier tree.
//!
//! The hashes come from tiles, which nobody has signed. A proof computes the hash of the signed tree from the hashes in
//! the tiles, so wrong tiles lead to a wrong hash.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// A hash of the tree.
pub type Hash = [u8; 32];

/// A tree: its number of records and its hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeHead {
    /// The number of records.
    pub size: u64,
    /// The hash of the tree.
    pub hash: Hash,
}

impl TreeHead {
    /// Reads the text of a signed tree.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next() != Some("go.sum database tree") {
            return None;
        }
        let number = lines.next()?;
        let size: u64 = number.parse().ok().filter(|size: &u64| size.to_string() == number)?;
        let hash = STANDARD.decode(lines.next()?).ok()?.try_into().ok()?;
        // The limit keeps sums of sizes from overflowing.
        (size < 1 << 48).then_some(Self { size, hash })
    }
}

/// Reads the hashes of complete subtrees.
pub trait HashReader {
    /// The hash of the subtree number `index` of height `level`.
    ///
    /// # Errors
    /// Fails if the hash cannot be read.
    fn hash(&mut self, level: u32, index: u64) -> Result<Hash, String>;
}

/// The hash of a record.
#[must_use]
pub fn record_hash(data: &[u8]) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update([0]);
    hasher.update(data);
    hasher.finalize().into()
}

fn node_hash(left: &Hash, right: &Hash) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update([1]);
    hasher.update(left);
    hasher.update(right);
    hasher.finalize().into()
}

/// The hash of the complete tree above these hashes; their number must be a power of two.
#[must_use]
pub fn combine(hashes: &[Hash]) -> Hash {
    match hashes {
        [] => Sha256::digest([]).into(),
        [one] => *one,
        _ => {
            let (left, right) = hashes.split_at(hashes.len() / 2);
            node_hash(&combine(left), &combine(right))
        }
    }
}

/// The largest power of two below `size`, which is at least 2.
fn split_point(size: u64) -> u64 {
    1 << (63 - (size - 1).leading_zeros())
}

/// Verifies statements about a tree.
pub struct Prover<'h> {
    /// Reads the hashes of subtrees.
    pub hashes: &'h mut dyn HashReader,
    known: HashMap<(u64, u64), Hash>,
}

impl<'h> Prover<'h> {
    /// A prover that uses these hashes.
    pub fn new(hashes: &'h mut dyn HashReader) -> Self {
        Self { hashes, known: HashMap::new() }
    }

    /// The hash of the records from `low` up to but not including `high`.
    fn range_hash(&mut self, low: u64, high: u64) -> Result<Hash, String> {
        if let Some(hash) = self.known.get(&(low, high)) {
            return Ok(*hash);
        }
        let size = high - low;
        let hash = if size.is_power_of_two() && low.is_multiple_of(size) {
            let level = size.trailing_zeros();
            self.hashes.hash(level, low >> level)?
        } else {
            let middle = low + split_point(size);
            node_hash(&self.range_hash(low, middle)?, &self.range_hash(middle, high)?)
        };
        self.known.insert((low, high), hash);
        Ok(hash)
    }

    fn hash_with_record(
        &mut self,
        low: u64,
        high: u64,
        id: u64,
        record: &Hash,
    ) -> Result<Hash, String> {
        if high - low == 1 {
            return Ok(*record);
        }
        let middle = low + split_point(high - low);
        Ok(match id < middle {
            true => node_hash(
                &self.hash_with_record(low, middle, id, record)?,
                &self.range_hash(middle, high)?,
            ),
            false => node_hash(
                &self.range_hash(low, middle)?,
                &self.hash_with_record(middle, high, id, record)?,
            ),
        })
    }

    /// Reports whether the tree has this record at this place.
    ///
    /// # Errors
    /// Fails if a hash cannot be read.
    pub fn has_record(&mut self, tree: TreeHead, id: u64, record: &Hash) -> Result<bool, String> {
        if id >= tree.size {
            return Ok(false);
        }
        Ok(self.hash_with_record(0, tree.size, id, record)? == tree.hash)
    }

    /// Reports whether the hashes of the subtrees yield the hash of the tree.
    ///
    /// # Errors
    /// Fails if a hash cannot be read.
    pub fn matches_hash(&mut self, tree: TreeHead) -> Result<bool, String> {
        Ok(self.range_hash(0, tree.size)? == tree.hash)
    }

    /// The hash of the records from `low` up to `high`, computed from the subtrees that make up the tree of the first
    /// `old` records and the subtrees after these.
    fn extended_hash(&mut self, low: u64, high: u64, old: u64) -> Result<Hash, String> {
        let size = high - low;
        let complete = size.is_power_of_two() && low.is_multiple_of(size);
        if low >= old || high <= old && complete {
            return self.range_hash(low, high);
        }
        let middle = low + split_point(size);
        Ok(node_hash(
            &self.extended_hash(low, middle, old)?,
            &self.extended_hash(middle, high, old)?,
        ))
    }

    /// Reports whether the newer tree begins with the older one.
    ///
    /// # Errors
    /// Fails if a hash cannot be read.
    pub fn extends(&mut self, older: TreeHead, newer: TreeHead) -> Result<bool, String> {
        if older.size == 0 {
            return Ok(true);
        }
        let old = self.range_hash(0, older.size)?;
        Ok(old == older.hash && self.extended_hash(0, newer.size, older.size)? == newer.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Leaves(Vec<Hash>);

    impl HashReader for Leaves {
        fn hash(&mut self, level: u32, index: u64) -> Result<Hash, String> {
            let (from, to) = ((index << level) as usize, ((index + 1) << level) as usize);
            Ok(combine(&self.0[from..to]))
        }
    }

    fn root(leaves: &[Hash]) -> Hash {
        match leaves {
            [one] => *one,
            _ => {
                let (left, right) = leaves.split_at(split_point(leaves.len() as u64) as usize);
                node_hash(&root(left), &root(right))
            }
        }
    }

    #[test]
    fn proofs_hold_for_all_small_trees_and_fail_for_changed_ones() {
        let leaves: Vec<Hash> = (0..40u8).map(|i| record_hash(&[i])).collect();
        let head = |size: usize| TreeHead { size: size as u64, hash: root(&leaves[..size]) };
        for size in 1..=leaves.len() {
            let mut all = Leaves(leaves[..size].to_vec());
            for (id, leaf) in leaves[..size].iter().enumerate() {
                let mut prover = Prover::new(&mut all);
                assert!(prover.has_record(head(size), id as u64, leaf).unwrap());
                let other = record_hash(b"other");
                let mut prover = Prover::new(&mut all);
                assert!(!prover.has_record(head(size), id as u64, &other).unwrap());
            }
            for old in 1..=size {
                assert!(Prover::new(&mut all).extends(head(old), head(size)).unwrap());
                let mut wrong = Leaves(leaves[..size].to_vec());
                wrong.0[old / 2] = record_hash(b"wrong");
                assert!(!Prover::new(&mut wrong).extends(head(old), head(size)).unwrap());
            }
        }
    }
}
