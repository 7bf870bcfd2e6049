//! Inspection of a session's goroutines: see [`minigo_vm::inspect`].

use super::{End, Evaluation, Session, SessionHandle, TextPurpose};
use minigo_types::program::GlobalId;
use minigo_vm::inspect::{ChannelView, Detail, Inspection, NoChannel, StepResult};
use minigo_vm::{NoTrace, Recording};
use std::time::Duration;

impl SessionHandle {
    /// Returns the current state of the scheduler, and the details of goroutines that `detail` selects. The
    /// world is stopped during the call.
    ///
    /// ```
    /// use minigo::inspect::{Detail, State};
    /// use minigo::session::{Options, Session, SyntaxStore};
    /// use std::time::Duration;
    ///
    /// let store = SyntaxStore::default();
    /// let mut session = Session::new(&store, &Options::default()).unwrap();
    /// session.eval("a", "func serve(in chan int, sum int) { for v := range in { sum += v }; println(sum) }");
    /// session.eval("b", "requests := make(chan int); go serve(requests, 0); requests <- 4");
    /// let remote = session.remote();
    /// assert!(remote.wait_until_idle(Duration::from_secs(10)));
    /// let seen = remote.inspect_all(Detail { variables: true, ..Detail::GOROUTINES });
    /// let [server] = &seen.goroutines[..] else { panic!("one goroutine is expected") };
    /// assert_eq!((server.state, server.reason), (State::Waiting, Some("chan receive")));
    /// assert_eq!(server.waits_for[0].name, "in");
    /// let sum = server.frames[0].variables.iter().find(|v| v.name == "sum").unwrap();
    /// assert_eq!(sum.value.as_deref(), Some("4"));
    /// ```
    #[must_use]
    pub fn inspect_all(&self, detail: Detail) -> Inspection {
        self.0.inspect(detail)
    }

    /// Returns the reason why a goroutine does not run, in words; `None` if there is no such goroutine.
    #[must_use]
    pub fn explain_wait(&self, id: u64) -> Option<Vec<String>> {
        self.0.explain_wait(id)
    }

    /// Returns the reason why the goroutine that `choose` selects does not run. `choose` receives an inspection with
    /// the details that `detail` selects; inspection and reason describe the same moment. Returns `None` if `choose`
    /// selects none, or there is no such goroutine.
    #[must_use]
    pub fn explain_chosen(
        &self,
        detail: Detail,
        choose: impl FnOnce(&Inspection) -> Option<u64>,
    ) -> Option<Vec<String>> {
        self.0.explain_chosen_wait(detail, choose)
    }

    /// Returns which goroutines waited for which when an input last deadlocked, in words; `None` if no input has.
    #[must_use]
    pub fn last_deadlock(&self) -> Option<String> {
        self.0.last_deadlock()
    }

    /// Returns the goroutines that nothing can wake any more, in words, grouped by kind.
    #[must_use]
    pub fn leak_report(&self) -> String {
        self.0.leak_report()
    }

    /// Freezes a goroutine: it does not run until it is [thawed](Self::thaw). The events that it waits for may still
    /// occur, and values sent to it still reach it; locks that it holds stay locked. Returns false if there is no such
    /// goroutine.
    #[must_use]
    pub fn freeze(&self, id: u64) -> bool {
        self.0.freeze(id)
    }

    /// Lets a frozen goroutine run again. Returns false if the goroutine is not frozen.
    #[must_use]
    pub fn thaw(&self, id: u64) -> bool {
        self.0.thaw(id)
    }

    /// Runs a goroutine until `lines` lines of the user's own code have begun, including lines of functions that it
    /// calls, and freezes it there. Other goroutines that are not frozen run during the step. Returns `None` if there
    /// is no such goroutine.
    #[must_use]
    pub fn step(&self, id: u64, lines: usize) -> Option<StepResult> {
        self.0.step(id, lines)
    }

    /// Starts a trace of the scheduler's events: each P keeps its newest `events` events.
    ///
    /// ```
    /// use minigo::session::{Options, Session, SyntaxStore};
    ///
    /// let store = SyntaxStore::default();
    /// let mut options = Options::default();
    /// // Count events, but record none.
    /// options.machine.traced_events = Some(0);
    /// let mut session = Session::new(&store, &options).unwrap();
    /// let remote = session.remote();
    /// remote.start_trace(10_000).unwrap();
    /// session.eval("a", "done := make(chan bool); go func() { done <- true }(); <-done");
    /// let recording = remote.stop_trace().expect("it runs");
    /// // The page of `minigo run --xray` shows these data; here they lack the lines of the sources.
    /// let shown = recording.xray_json(&|_, _| None);
    /// assert_eq!(recording.dropped_events(), 0);
    /// assert!(recording.chrome_json(&shown).contains("\"create\""));
    /// ```
    ///
    /// # Errors
    /// Returns [`NoTrace`] if a trace is running already, or the session's
    /// [`Options::machine`](crate::session::Options::machine) does not count events.
    pub fn start_trace(&self, events: usize) -> Result<(), NoTrace> {
        self.0.start_trace(events)
    }

    /// Ends the running trace and returns its recording; `None` if no trace is running.
    #[must_use]
    pub fn stop_trace(&self) -> Option<Recording> {
        self.0.stop_trace()
    }

    /// Waits until no goroutine can run without an event from outside, at most for `time_limit`; returns whether that
    /// state was reached.
    #[must_use]
    pub fn wait_until_idle(&self, time_limit: Duration) -> bool {
        self.0.wait_until_idle(time_limit)
    }
}

impl Session<'_> {
    /// Returns the value of a variable that an input has declared
    /// ([`SessionDeclaration::global`](super::SessionDeclaration)), as text. The text is made of the value's parts; its
    /// methods are not called. Returns `None` if there is no such variable.
    #[must_use]
    pub fn value_of(&self, variable: GlobalId) -> Option<String> {
        self.machine.global_text(variable.0 as usize)
    }
}

/// The result of looking up a channel.
#[derive(Debug)]
pub enum ChannelLookup {
    /// The state of the channel.
    Channel(ChannelView),
    /// The expression's value is no channel that can be shown.
    None(NoChannel),
    /// The expression does not compile, or its evaluation did not return.
    Failed(Evaluation),
}

impl Session<'_> {
    /// Looks up the channel that is the value of an expression.
    pub fn look_up_channel(&mut self, name: &str, text: &str) -> ChannelLookup {
        let mut compiled = self.compile_as(name, text, TextPurpose::Question);
        let Some(part) = compiled.program_part.take() else {
            return ChannelLookup::Failed(compiled.evaluation);
        };
        self.machine.start(&part);
        let end = self.machine.wait_for_input();
        if end != End::Returned {
            compiled.evaluation.end = Some(end);
            return ChannelLookup::Failed(compiled.evaluation);
        }
        match self.machine.channel(&part) {
            Ok(view) => ChannelLookup::Channel(view),
            Err(none) => ChannelLookup::None(none),
        }
    }
}
