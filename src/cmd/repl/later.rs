//! The session of a console, made when something needs it first: a prompt does not, and so stands there sooner.

use super::interrupt;
use crate::load::LoadError;
use crate::session::{Options, Session, Store};
use std::cell::OnceCell;
use std::ops::{Deref, DerefMut};

/// A session, or what it is to be made of.
pub(crate) struct Later<'s> {
    store: &'s Store,
    options: Options,
    made: OnceCell<Session<'s>>,
}

impl<'s> Later<'s> {
    pub(crate) fn new(store: &'s Store, options: Options) -> Self {
        Self { store, options, made: OnceCell::new() }
    }

    /// Makes the session, unless it is there.
    pub(crate) fn make(&self) -> Result<(), LoadError> {
        if self.made.get().is_none() {
            let session = Session::new(self.store, &self.options)?;
            interrupt::serve(session.remote());
            // `:thaw` is a command between two inputs.
            session.machine().end_inputs_that_wait_for_frozen();
            let _ = self.made.set(session);
        }
        Ok(())
    }
}

const MADE: &str = "a line is typed, or read, before anything needs the session";

impl<'s> Deref for Later<'s> {
    type Target = Session<'s>;

    fn deref(&self) -> &Session<'s> {
        self.made.get().expect(MADE)
    }
}

impl DerefMut for Later<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.made.get_mut().expect(MADE)
    }
}
