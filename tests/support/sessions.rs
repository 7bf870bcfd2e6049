//! Sessions for tests: inputs and their expected results.

#![allow(dead_code, reason = "each test uses a part of this module")]

use minigo::session::{Evaluation, Options, Session, SyntaxStore};
use minigo_vm::InputEnd;

/// Runs `work` with a session, on a stack like the compiler's.
pub(crate) fn with_session(work: impl FnOnce(&mut SessionRun<'_>) + Send) {
    with_session_options(Options::default(), work);
}

/// Runs `work` with a session that has these options, on a stack like the compiler's.
pub(crate) fn with_session_options(
    options: Options,
    work: impl FnOnce(&mut SessionRun<'_>) + Send,
) {
    std::thread::scope(|scope| {
        let run = || {
            let store = SyntaxStore::default();
            let session = Session::new(&store, &options).expect("the library is available");
            work(&mut SessionRun { session, input_count: 0 });
        };
        let thread = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, run);
        thread.expect("there are threads").join().expect("the inputs have the expected results");
    });
}

pub(crate) struct SessionRun<'s> {
    pub(crate) session: Session<'s>,
    pub(crate) input_count: u32,
}

impl SessionRun<'_> {
    pub(crate) fn eval(&mut self, text: &str) -> Evaluation {
        self.input_count += 1;
        self.session.eval(&format!("input·{}", self.input_count), text)
    }

    /// Evaluates an input that must return, with these values: `value : type`.
    #[track_caller]
    pub(crate) fn expect_values(&mut self, text: &str, values: &[&str]) {
        let result = self.eval(text);
        let found: Vec<&str> = result.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert!(found.is_empty(), "{text}: {found:?}");
        assert!(result.has_succeeded(), "{text}: {:?}", result.end);
        let shown: Vec<String> =
            result.values.iter().map(|v| format!("{} : {}", v.text, v.ty)).collect();
        assert_eq!(shown, values, "{text}");
    }

    #[track_caller]
    pub(crate) fn eval_ok(&mut self, text: &str) {
        self.expect_values(text, &[]);
    }

    /// Evaluates an input that must not compile, with this message.
    #[track_caller]
    pub(crate) fn expect_error(&mut self, text: &str, message: &str) {
        let result = self.eval(text);
        assert!(result.is_rejected(), "{text} is accepted");
        let found: Vec<&str> = result.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert!(found.iter().any(|m| m.contains(message)), "{text}: {found:?}");
        assert_eq!(result.end, None);
    }

    #[track_caller]
    pub(crate) fn expect_end(&mut self, text: &str, end: InputEnd) {
        let result = self.eval(text);
        let found: Vec<&str> = result.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert!(found.is_empty(), "{text}: {found:?}");
        assert_eq!(result.end, Some(end), "{text}");
    }
}
