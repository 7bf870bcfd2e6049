//! Natives of package internal/regex: matching, by crate regex-automata.
//!
//! Package regexp gives the tree of an expression as code: `hir` makes the crate's form of it, `machine` what
//! matches, `ranges` sets of runes. The crate's semantics are Go's but for text that is no UTF-8, which the package
//! replaces.

mod hir;
mod machine;
mod ranges;

use crate::unicode::{set, words};
use machine::{Machine, Matchers, Search};
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::parts::LEAST_CALL;
use minigo_vm::native::{Native, NativeCx, Outcome};
use std::sync::Arc;

/// What costs more than going through so many bytes once is done without a P: other goroutines go on, and the
/// collector.
const LONG: usize = LEAST_CALL;

/// The matches with their slots, and where to go on.
type Found = (GoSlice<i64>, i64, i64);

/// The code is too large.
const TOO_LARGE: i64 = -2;

/// What a search takes that is not long: the machine is there, and `steps` are taken for each byte.
fn quick(
    matchers: &Matchers,
    key: &GoStr,
    code: &GoSlice<u32>,
    bytes: usize,
    steps: usize,
) -> Option<Arc<Machine>> {
    // More states than the automaton's cache holds are made again and again.
    let steps = steps + code.len() / 1024;
    let is_short = bytes.saturating_mul(steps) <= LONG;
    if !is_short || code.len() > LONG / 1024 && !matchers.is_kept(key) {
        return None;
    }
    matchers.machine(key, code)
}

/// What a search reads.
fn roots(key: GoStr, code: GoSlice<u32>, s: GoStr) -> [*const u8; 3] {
    [key.ptr(), code.ptr().cast_const().cast(), s.ptr()]
}

/// A text, maybe a slice of bytes, was read to its end if there is no match. Otherwise only the machine knows how far.
fn tell_without(cx: &mut NativeCx, has: bool, s: GoStr) {
    if !has {
        cx.race_read(s.ptr(), s.len());
    }
}

fn has_match(cx: &mut NativeCx, key: GoStr, code: GoSlice<u32>, s: GoStr) -> Outcome<(bool, bool)> {
    if let Some(machine) = quick(cx.state(), &key, &code, s.len(), 1) {
        let has = machine.is_match(&s);
        tell_without(cx, has, s);
        return Outcome::Return((has, true));
    }
    let matchers = cx.state::<Matchers>().clone();
    cx.compute(
        LONG + 1,
        roots(key, code, s),
        move || matchers.machine(&key, &code).map(|machine| machine.is_match(&s)),
        move |cx, has| {
            tell_without(cx, has.unwrap_or(true), s);
            Outcome::Return((has.unwrap_or(false), has.is_some()))
        },
    )
}

#[allow(clippy::too_many_arguments, reason = "they are those of the Go function")]
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
) -> Outcome<Found> {
    let search = Search { from, before, limit, slots, longest };
    let bytes = s.len().saturating_sub(from as usize);
    if let Some(machine) = quick(cx.state(), &key, &code, bytes, search.steps(code.len())) {
        let (matches, search) = search.run(&machine, &s);
        return Outcome::Return(found(cx, &matches, &search, s));
    }
    let matchers = cx.state::<Matchers>().clone();
    cx.compute(
        LONG + 1,
        roots(key, code, s),
        move || matchers.machine(&key, &code).map(|machine| search.run(&machine, &s)),
        move |cx, result| {
            Outcome::Return(match result {
                Some((matches, search)) => found(cx, &matches, &search, s),
                None => (GoSlice::nil(), TOO_LARGE, before),
            })
        },
    )
}

fn found(cx: &mut NativeCx, matches: &[i64], search: &Search, s: GoStr) -> Found {
    // The text was read to the end of the last match at least.
    let read = matches.iter().copied().max().map_or(s.len(), |end| end.max(0) as usize);
    cx.race_read(s.ptr(), read.min(s.len()));
    (cx.slice(matches), search.from, search.before)
}

fn clean(cx: &mut NativeCx, set: GoSlice<u32>, fold: bool, not: bool) -> GoSlice<u32> {
    words(cx, &ranges::clean(&set, fold, not))
}

fn digest(cx: &mut NativeCx, code: GoSlice<u32>) -> GoStr {
    let mut hasher = blake3::Hasher::new();
    for word in code.iter() {
        hasher.update(&word.to_le_bytes());
    }
    cx.string(&hasher.finalize().as_bytes()[..machine::KEY])
}

/// The natives, by name.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant("set", set),
        Native::constant("clean", clean),
        Native::constant("digest", digest),
        Native::blocking("hasMatch", has_match),
        Native::blocking("find", find),
        Native::constant("collections", |cx: &mut NativeCx| cx.collections()),
    ]
}
