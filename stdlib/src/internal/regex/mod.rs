//! Natives of package internal/regex: matching, by crate regex-automata.
//!
//! Package regexp passes the tree of an expression as code. Module `hir` converts the code to the crate's form,
//! `machine` builds and caches matchers, and `ranges` handles sets of runes. The crate's semantics are Go's except for
//! text that is not valid UTF-8, which package regexp replaces.

mod hir;
mod matcher;
mod ranges;

use crate::unicode::{rune_set_slice, words_slice};
use matcher::{Matcher, MatcherCache, Search};
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::work_parts::MIN_BLOCKING_COST;
use minigo_vm::native::{Native, NativeCx, Outcome};
use std::sync::Arc;

/// Searches that cost more than reading this many bytes once run without a P, so that other goroutines and the
/// collector go on.
const LONG_SEARCH_COST: usize = MIN_BLOCKING_COST;

/// The matches with their slots, and the two positions at which the next search continues.
type FoundMatches = (GoSlice<i64>, i64, i64);

/// The result that tells package regexp that the code is too large.
const CODE_TOO_LARGE: i64 = -2;

/// Returns the matcher if a search with `steps` steps for each byte stays below [`LONG_SEARCH_COST`], and the matcher
/// is cached or quickly made.
fn short_search_matcher(
    matchers: &MatcherCache,
    key: &GoStr,
    code: &GoSlice<u32>,
    bytes: usize,
    steps: usize,
) -> Option<Arc<Matcher>> {
    // States beyond the capacity of the automaton's cache are computed again and again.
    let steps = steps + code.len() / 1024;
    let is_short = bytes.saturating_mul(steps) <= LONG_SEARCH_COST;
    if !is_short || code.len() > LONG_SEARCH_COST / 1024 && !matchers.is_cached(key) {
        return None;
    }
    matchers.matcher(key, code)
}

/// Returns the objects that a search reads, as roots for the collector.
fn search_gc_roots(key: GoStr, code: GoSlice<u32>, s: GoStr) -> [*const u8; 3] {
    [key.ptr(), code.ptr().cast_const().cast(), s.ptr()]
}

/// Tells the race detector that `s`, which may be a slice's bytes, was read to its end if there is no match. After a
/// match, only the matcher knows how far it read.
fn report_read_to_race_detector(cx: &mut NativeCx, has: bool, s: GoStr) {
    if !has {
        cx.race_read(s.ptr(), s.len());
    }
}

fn has_match(cx: &mut NativeCx, key: GoStr, code: GoSlice<u32>, s: GoStr) -> Outcome<(bool, bool)> {
    if let Some(machine) = short_search_matcher(cx.state(), &key, &code, s.len(), 1) {
        let has = machine.is_match(&s);
        report_read_to_race_detector(cx, has, s);
        return Outcome::Return((has, true));
    }
    let matchers = cx.state::<MatcherCache>().clone();
    cx.compute_without_p_if_long(
        LONG_SEARCH_COST + 1,
        search_gc_roots(key, code, s),
        move || matchers.matcher(&key, &code).map(|machine| machine.is_match(&s)),
        move |cx, has| {
            report_read_to_race_detector(cx, has.unwrap_or(true), s);
            Outcome::Return((has.unwrap_or(false), has.is_some()))
        },
    )
}

#[allow(
    clippy::too_many_arguments,
    reason = "the function has the parameters of its Go declaration"
)]
fn find(
    cx: &mut NativeCx,
    key: GoStr,
    code: GoSlice<u32>,
    longest: bool,
    s: GoStr,
    from: i64,
    before: i64,
    limit: usize,
    slots: usize,
) -> Outcome<FoundMatches> {
    let search = Search {
        from,
        previous_end: before,
        max_matches: limit,
        slot_count: slots,
        wants_longest: longest,
    };
    let bytes = s.len().saturating_sub(from as usize);
    if let Some(machine) =
        short_search_matcher(cx.state(), &key, &code, bytes, search.step_bound(code.len()))
    {
        let (matches, search) = search.run_search(&machine, &s);
        return Outcome::Return(to_found_matches(cx, &matches, &search, s));
    }
    let matchers = cx.state::<MatcherCache>().clone();
    cx.compute_without_p_if_long(
        LONG_SEARCH_COST + 1,
        search_gc_roots(key, code, s),
        move || matchers.matcher(&key, &code).map(|machine| search.run_search(&machine, &s)),
        move |cx, result| {
            Outcome::Return(match result {
                Some((matches, search)) => to_found_matches(cx, &matches, &search, s),
                None => (GoSlice::nil(), CODE_TOO_LARGE, before),
            })
        },
    )
}

fn to_found_matches(cx: &mut NativeCx, matches: &[i64], search: &Search, s: GoStr) -> FoundMatches {
    // The search has read the text at least to the end of the last match.
    let read = matches.iter().copied().max().map_or(s.len(), |end| end.max(0) as usize);
    cx.race_read(s.ptr(), read.min(s.len()));
    (cx.slice(matches), search.from, search.previous_end)
}

fn clean_ranges(cx: &mut NativeCx, set: GoSlice<u32>, fold: bool, not: bool) -> GoSlice<u32> {
    words_slice(cx, &ranges::clean_ranges(&set, fold, not))
}

fn digest(cx: &mut NativeCx, code: GoSlice<u32>) -> GoStr {
    let mut hasher = blake3::Hasher::new();
    for word in code.iter() {
        hasher.update(&word.to_le_bytes());
    }
    cx.string(&hasher.finalize().as_bytes()[..matcher::KEY_LEN])
}

/// Returns the natives of package internal/regex, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("set", rune_set_slice),
        Native::constant_time("clean", clean_ranges),
        Native::constant_time("digest", digest),
        Native::blocking("hasMatch", has_match),
        Native::blocking("find", find),
        Native::constant_time("collections", |cx: &mut NativeCx| cx.collection_count()),
    ]
}
