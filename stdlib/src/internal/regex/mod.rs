//! Natives of package internal/regex: matching, by crate regex-automata.
//!
//! The package reads Go's syntax and gives the tree as code: `hir` makes the crate's form of it, `machine` what
//! matches, `ranges` sets of runes. The crate's semantics are Go's but for text that is no UTF-8, which the package
//! replaces.

mod hir;
mod machine;
mod ranges;

use crate::unicode::{set, words};
use machine::{Search, machine};
use minigo_vm::convert::{GoSlice, GoStr};
use minigo_vm::native::{Native, NativeCx, Outcome};

/// From this length on a text is searched without a P: other goroutines go on, and the collector.
const LONG: usize = 1 << 20;

/// The matches with their slots, and where to go on.
type Found = (GoSlice<u64>, i64, i64);

/// The code is too large.
const TOO_LARGE: i64 = -2;

/// A text that a goroutine waits for the search of.
struct Text(GoStr);

// SAFETY: the string is alive as long as the goroutine whose argument it is waits for the call, and is not written to.
unsafe impl Send for Text {}

fn has_match(cx: &mut NativeCx, key: GoStr, code: GoSlice<u32>, s: GoStr) -> Outcome<(bool, bool)> {
    let Some(machine) = machine(cx, &key, &code) else { return Outcome::Return((false, false)) };
    if s.len() < LONG {
        return Outcome::Return((machine.is_match(&s), true));
    }
    let text = Text(s);
    Outcome::block(
        move || {
            let Text(s) = { text };
            machine.is_match(&s)
        },
        |_, has| Outcome::Return((has, true)),
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
    let Some(machine) = machine(cx, &key, &code) else {
        return Outcome::Return((GoSlice::nil(), TOO_LARGE, before));
    };
    let search = Search { from, before, limit, slots, longest };
    if s.len().saturating_sub(from as usize) < LONG {
        let (matches, search) = search.run(&machine, &s);
        return Outcome::Return(found(cx, &matches, &search));
    }
    let text = Text(s);
    Outcome::block(
        move || {
            let Text(s) = { text };
            search.run(&machine, &s)
        },
        |cx, (matches, search)| Outcome::Return(found(cx, &matches, &search)),
    )
}

fn found(cx: &mut NativeCx, matches: &[i64], search: &Search) -> Found {
    let bytes = cx.make_bytes(size_of_val(matches), size_of_val(matches));
    let mut slots = GoSlice::from_raw(bytes.ptr().cast::<i64>(), matches.len(), matches.len());
    slots.copy_from_slice(matches);
    let slots = GoSlice::from_raw(bytes.ptr().cast::<u64>(), matches.len(), matches.len());
    (slots, search.from, search.before)
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
        Native::new("set", set),
        Native::new("clean", clean),
        Native::new("digest", digest),
        Native::new("hasMatch", has_match),
        Native::new("find", find),
        Native::new("collections", |cx: &mut NativeCx| cx.collections()),
    ]
}
