//! The choices of a world: events that could as well happen in another way, and the place where a search may decide.

/// A kind of choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Choice {
    /// Which of the descriptors that have become ready is reported next. 0: the one that has waited for longest.
    Report,
    /// By how many bytes a read from a stream gets less than it could, of those that it can do without. 0: by none.
    Short,
}

/// Decides what could as well happen otherwise. It has to be a function of what it was asked before: a run is repeated
/// by the same answers.
///
/// Each [`Choice`] is a stream of its own: leaving out the questions of one kind shifts no answer of another kind.
pub trait Choices: Send {
    /// One of `n` (two or more), from 0 on; 0 is what usually happens.
    fn choose(&mut self, choice: Choice, n: u32) -> u32;
}

/// The usual choices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usual;

impl Choices for Usual {
    fn choose(&mut self, _: Choice, _: u32) -> u32 {
        0
    }
}

/// Asks, where there is something to choose.
pub(crate) fn choose(choices: &mut dyn Choices, choice: Choice, n: usize) -> usize {
    match u32::try_from(n) {
        Ok(n @ 2..) => choices.choose(choice, n).min(n - 1) as usize,
        _ => 0,
    }
}
