//! Sets of runes as ranges: pairs of a first and a last rune.

use crate::unicode::tables::{folding_table, simple_fold};

const MAX_RUNE: u32 = 0x10_FFFF;

/// Sorts and joins the ranges. If `fold` is set, the runes that differ only in case are added first; if `not` is set,
/// the result is the complement.
pub(super) fn clean_ranges(set: &[u32], fold: bool, not: bool) -> Vec<u32> {
    let mut pairs: Vec<[u32; 2]> = set.as_chunks().0.to_vec();
    if fold {
        for [lo, hi] in set.as_chunks().0 {
            let all = folding_table();
            let from = all.partition_point(|rune| rune < lo);
            for rune in all[from..].iter().take_while(|rune| *rune <= hi) {
                let mut other = simple_fold(*rune);
                while other != *rune {
                    pairs.push([other; 2]);
                    other = simple_fold(other);
                }
            }
        }
    }
    pairs.sort_unstable();
    let joined = join_ranges(&pairs);
    if not { complement(&joined) } else { joined }
}

fn join_ranges(sorted: &[[u32; 2]]) -> Vec<u32> {
    let mut out: Vec<u32> = Vec::new();
    for [lo, hi] in sorted {
        match out.last_mut() {
            Some(last) if *lo <= last.saturating_add(1) => *last = (*last).max(*hi),
            _ => out.extend([lo, hi]),
        }
    }
    out
}

/// Returns the ranges of all runes that lie in none of the sorted ranges `joined`.
fn complement(joined: &[u32]) -> Vec<u32> {
    let mut out = Vec::new();
    let mut from = 0;
    for [lo, hi] in joined.as_chunks().0 {
        if *lo > from {
            out.extend([from, lo - 1]);
        }
        from = hi + 1;
    }
    if from <= MAX_RUNE {
        out.extend([from, MAX_RUNE]);
    }
    out
}
