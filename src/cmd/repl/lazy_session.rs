//! The session of a console, created when it is first needed. The prompt needs no session and so appears sooner.

use super::interrupt;
use crate::load::LoadError;
use crate::session::{Options, Session, SyntaxStore};
use std::cell::OnceCell;
use std::ops::{Deref, DerefMut};

/// A session, or the options for creating it.
pub(crate) struct LazySession<'s> {
    store: &'s SyntaxStore,
    options: Options,
    session: OnceCell<Session<'s>>,
}

impl<'s> LazySession<'s> {
    pub(crate) fn new(store: &'s SyntaxStore, options: Options) -> Self {
        Self { store, options, session: OnceCell::new() }
    }

    /// Creates the session, unless it exists.
    pub(crate) fn create_session(&self) -> Result<(), LoadError> {
        if self.session.get().is_none() {
            let session = Session::new(self.store, &self.options)?;
            interrupt::attach_session(session.remote());
            // An input that waits for a frozen goroutine must end, because the command `:thaw` can run only between
            // inputs.
            session.machine().end_inputs_blocked_by_frozen_goroutine();
            let _ = self.session.set(session);
        }
        Ok(())
    }
}

const NO_SESSION_YET: &str = "a line is typed, or read, before anything needs the session";

impl<'s> Deref for LazySession<'s> {
    type Target = Session<'s>;

    fn deref(&self) -> &Session<'s> {
        self.session.get().expect(NO_SESSION_YET)
    }
}

impl DerefMut for LazySession<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.session.get_mut().expect(NO_SESSION_YET)
    }
}
