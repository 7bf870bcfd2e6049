//! The time at which a compilation gives up.

use std::time::{Duration, Instant};

/// The time at which a compilation gives up, if there is one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// The deadline of a compilation that does not give up.
    pub const NEVER: Self = Self(None);

    /// Returns the deadline after this time from now; `None`: never.
    #[must_use]
    pub fn after(time: Option<Duration>) -> Self {
        Self(time.and_then(|time| Instant::now().checked_add(time)))
    }

    /// Reports whether the deadline has passed.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
