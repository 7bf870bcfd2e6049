//! The choices of a world: events that could also happen in another way, so that a search may decide.

/// A kind of choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ChoiceKind {
    /// The ready descriptor that is reported next. 0: the one that has waited for longest.
    Report,
    /// The number of bytes that a read from a stream gets less than it could. 0 means that the read gets all available
    /// bytes.
    Short,
}

/// Decides between possible events. The answers must be a function of the earlier questions, because a run is repeated
/// by giving the same answers.
///
/// Each [`ChoiceKind`] is a separate stream: leaving out the questions of one kind shifts no answer of another kind.
pub trait Choices: Send {
    /// Returns one of `n` values (two or more), from 0 on; 0 is the usual event.
    fn choose(&mut self, choice: ChoiceKind, n: u32) -> u32;
}

/// The usual choices.
#[derive(Clone, Copy, Debug, Default)]
pub struct DefaultChoices;

impl Choices for DefaultChoices {
    fn choose(&mut self, _: ChoiceKind, _: u32) -> u32 {
        0
    }
}

/// Asks for a choice if there are several values.
pub(crate) fn choose_among(choices: &mut dyn Choices, choice: ChoiceKind, n: usize) -> usize {
    match u32::try_from(n) {
        Ok(n @ 2..) => choices.choose(choice, n).min(n - 1) as usize,
        _ => 0,
    }
}
