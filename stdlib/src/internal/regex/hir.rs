//! Converts the code of an expression, which the Go package passes, to the crate's form.

use regex_syntax::hir::{
    Capture, Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look, Repetition,
};

/// The kinds of nodes, numbered as in `program.go`.
mod kind {
    pub(super) const EMPTY: u32 = 0;
    pub(super) const CLASS: u32 = 1;
    pub(super) const BEGIN_LINE: u32 = 2;
    pub(super) const END_LINE: u32 = 3;
    pub(super) const BEGIN_TEXT: u32 = 4;
    pub(super) const END_TEXT: u32 = 5;
    pub(super) const WORD_EDGE: u32 = 6;
    pub(super) const NO_WORD_EDGE: u32 = 7;
    pub(super) const CAPTURE: u32 = 8;
    pub(super) const REPEAT: u32 = 9;
    pub(super) const CONCAT: u32 = 10;
    pub(super) const ALTERNATE: u32 = 11;
}

/// Reads the code of an expression, in which each node follows its operands.
pub(super) fn read(code: &[u32]) -> Hir {
    let mut words = code.iter().copied();
    let mut stack: Vec<Hir> = Vec::new();
    let mut next = move || words.next();
    while let Some(kind) = next() {
        let mut operand = || next().expect("the package gives all operands");
        let node = match kind {
            kind::EMPTY => Hir::empty(),
            kind::CLASS => {
                let ranges: Vec<u32> = (0..operand()).map(|_| operand()).collect();
                char_class(&ranges)
            }
            kind::CAPTURE => {
                let index = operand();
                let sub = Box::new(stack.pop().expect("a group has a part"));
                Hir::capture(Capture { index, name: None, sub })
            }
            kind::REPEAT => {
                let (min, max, lazy) = (operand(), operand(), operand());
                let sub = Box::new(
                    stack.pop().expect("the repeated expression comes before the operator"),
                );
                let max = (max != u32::MAX).then_some(max);
                Hir::repetition(Repetition { min, max, greedy: lazy == 0, sub })
            }
            kind::CONCAT | kind::ALTERNATE => {
                let subs = stack.split_off(stack.len() - operand() as usize);
                if kind == kind::CONCAT { Hir::concat(subs) } else { alternation_of(subs) }
            }
            _ => Hir::look(assertion(kind)),
        };
        stack.push(node);
    }
    stack.pop().expect("an expression is one node")
}

/// Returns the number of ranges in the expression's classes with repetitions expanded. The size of the automaton
/// depends on this number.
pub(super) fn range_count(code: &[u32]) -> u64 {
    let mut words = code.iter().copied();
    let mut stack: Vec<u64> = Vec::new();
    while let Some(kind) = words.next() {
        let mut operand = || words.next().expect("the package gives all operands");
        let size = match kind {
            kind::CLASS => {
                let count = operand();
                (0..count).for_each(|_| {
                    operand();
                });
                u64::from(count / 2)
            }
            kind::CAPTURE => {
                operand();
                continue;
            }
            kind::REPEAT => {
                let (min, max, _lazy) = (operand(), operand(), operand());
                let times = if max == u32::MAX { min.max(1) } else { max };
                stack.pop().unwrap_or(0).saturating_mul(u64::from(times))
            }
            kind::CONCAT | kind::ALTERNATE => {
                let subs = stack.split_off(stack.len() - operand() as usize);
                subs.into_iter().fold(0, u64::saturating_add)
            }
            _ => 0,
        };
        stack.push(size);
    }
    stack.pop().unwrap_or(0)
}

/// Returns the alternation of `subs`, which prefers the first alternative that matches.
///
/// [`Hir::alternation`] factors out a common prefix of all alternatives. The factoring keeps the order of preference
/// only if the prefix matches in at most one way: `<.+?>x|<.+?>` prefers every match of its first alternative to the
/// shortest `<.+?>`, while `<.+?>(?:x|)` does not. An added alternative that matches nothing prevents the factoring.
fn alternation_of(mut subs: Vec<Hir>) -> Hir {
    if !common_prefix(&subs).iter().all(matches_in_one_way) {
        subs.push(Hir::fail());
    }
    Hir::alternation(subs)
}

/// Returns the common prefix of all alternatives, if all are concatenations.
fn common_prefix(subs: &[Hir]) -> &[Hir] {
    let Some((first, rest)) = subs.split_first() else { return &[] };
    let first = concat_parts(first);
    let common = |other| first.iter().zip(concat_parts(other)).take_while(|(x, y)| x == y).count();
    &first[..rest.iter().map(common).min().unwrap_or(0)]
}

/// Returns the parts of a concatenation; for any other expression, none.
fn concat_parts(hir: &Hir) -> &[Hir] {
    match hir.kind() {
        HirKind::Concat(parts) => parts,
        _ => &[],
    }
}

/// Reports whether `hir` matches at a position in at most one way.
fn matches_in_one_way(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) => true,
        HirKind::Repetition(repetition) => {
            repetition.max == Some(repetition.min) && matches_in_one_way(&repetition.sub)
        }
        HirKind::Capture(capture) => matches_in_one_way(&capture.sub),
        HirKind::Concat(parts) => parts.iter().all(matches_in_one_way),
        HirKind::Alternation(_) => false,
    }
}

fn assertion(kind: u32) -> Look {
    match kind {
        kind::BEGIN_LINE => Look::StartLF,
        kind::END_LINE => Look::EndLF,
        kind::BEGIN_TEXT => Look::Start,
        kind::END_TEXT => Look::End,
        kind::WORD_EDGE => Look::WordAscii,
        kind::NO_WORD_EDGE => Look::WordAsciiNegate,
        _ => unreachable!("the package has no other kind"),
    }
}

/// Returns a set of runes. Surrogates are left out, because no text contains them.
fn char_class(ranges: &[u32]) -> Hir {
    let parts = ranges
        .as_chunks()
        .0
        .iter()
        .flat_map(|[lo, hi]| [(*lo, (*hi).min(0xD7FF)), ((*lo).max(0xE000), *hi)]);
    let chars = parts.filter(|(lo, hi)| lo <= hi).filter_map(|(lo, hi)| {
        Some(ClassUnicodeRange::new(char::from_u32(lo)?, char::from_u32(hi)?))
    });
    Hir::class(Class::Unicode(ClassUnicode::new(chars)))
}
