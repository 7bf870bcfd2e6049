//! Looking at a session's goroutines: see [`minigo_vm::inspect`].

use super::{End, Evaluation, Purpose, Remote, Session};
use minigo_types::program::GlobalId;
use minigo_vm::inspect::{ChannelView, Detail, Inspection, NoChannel, Stepped};
use minigo_vm::{NoTrace, Recording};
use std::time::Duration;

impl Remote {
    /// The scheduler at this moment, and as much of the goroutines as `detail` says: the world stops for it.
    ///
    /// ```
    /// use minigo::inspect::{Detail, State};
    /// use minigo::session::{Options, Session, Store};
    /// use std::time::Duration;
    ///
    /// let store = Store::default();
    /// let mut session = Session::new(&store, &Options::default()).unwrap();
    /// session.eval("a", "func serve(in chan int, sum int) { for v := range in { sum += v }; println(sum) }");
    /// session.eval("b", "requests := make(chan int); go serve(requests, 0); requests <- 4");
    /// let remote = session.remote();
    /// assert!(remote.settle(Duration::from_secs(10)));
    /// let seen = remote.inspect(Detail { variables: true, ..Detail::GOROUTINES });
    /// let [server] = &seen.goroutines[..] else { panic!("there is one") };
    /// assert_eq!((server.state, server.reason), (State::Waiting, Some("chan receive")));
    /// assert_eq!(server.waits_for[0].name, "in");
    /// let sum = server.frames[0].variables.iter().find(|v| v.name == "sum").unwrap();
    /// assert_eq!(sum.value.as_deref(), Some("4"));
    /// ```
    #[must_use]
    pub fn inspect(&self, detail: Detail) -> Inspection {
        self.0.inspect(detail)
    }

    /// Why a goroutine does not go on, in words; `None` if there is no such goroutine.
    #[must_use]
    pub fn why(&self, id: u64) -> Option<Vec<String>> {
        self.0.why(id)
    }

    /// The same of the goroutine that `choose` names, of those that it is shown as `detail` says: both are of one
    /// moment. `None` if it names none, or there is no such goroutine.
    #[must_use]
    pub fn why_chosen(
        &self,
        detail: Detail,
        choose: impl FnOnce(&Inspection) -> Option<u64>,
    ) -> Option<Vec<String>> {
        self.0.why_chosen(detail, choose)
    }

    /// Who waited for whom when an input deadlocked last, in words; `None` if none has.
    #[must_use]
    pub fn last_deadlock(&self) -> Option<String> {
        self.0.last_deadlock()
    }

    /// The goroutines that nothing can wake any more, in words, by kind.
    #[must_use]
    pub fn leaks(&self) -> String {
        self.0.leaks()
    }

    /// Freezes a goroutine: it does not run until it is [thawed](Self::thaw). What it waits for may come meanwhile, and
    /// values that are sent to it reach it; what it has locked stays locked. False if there is no such goroutine.
    #[must_use]
    pub fn freeze(&self, id: u64) -> bool {
        self.0.freeze(id)
    }

    /// Lets a frozen goroutine go on. False if it is not frozen.
    #[must_use]
    pub fn thaw(&self, id: u64) -> bool {
        self.0.thaw(id)
    }

    /// Executes a goroutine until `lines` lines of the user's own code have begun, those of functions that it calls
    /// among them, and freezes it there. The others go on meanwhile, but for those that are frozen. `None` if there is
    /// no such goroutine.
    #[must_use]
    pub fn step(&self, id: u64, lines: usize) -> Option<Stepped> {
        self.0.step(id, lines)
    }

    /// Begins a trace of what the scheduler does: each P keeps its newest events, `events` of them.
    ///
    /// ```
    /// use minigo::session::{Options, Session, Store};
    ///
    /// let store = Store::default();
    /// let mut options = Options::default();
    /// // What is not recorded is counted.
    /// options.machine.trace = Some(0);
    /// let mut session = Session::new(&store, &options).unwrap();
    /// let remote = session.remote();
    /// remote.start_trace(10_000).unwrap();
    /// session.eval("a", "done := make(chan bool); go func() { done <- true }(); <-done");
    /// let recording = remote.stop_trace().expect("it runs");
    /// // What the page of `minigo run --xray` shows; here without the lines of the sources.
    /// let shown = recording.xray(&|_, _| None);
    /// assert_eq!(recording.dropped(), 0);
    /// assert!(recording.chrome(&shown).contains("\"create\""));
    /// ```
    ///
    /// # Errors
    /// [`NoTrace`]: one runs already, or the session's [`Options::machine`](crate::session::Options::machine) counts
    /// no events.
    pub fn start_trace(&self, events: usize) -> Result<(), NoTrace> {
        self.0.start_trace(events)
    }

    /// Ends the trace that was started; `None` if none runs.
    #[must_use]
    pub fn stop_trace(&self) -> Option<Recording> {
        self.0.stop_trace()
    }

    /// Waits until no goroutine can go on by itself, or for `most`; says whether that came about.
    #[must_use]
    pub fn settle(&self, most: Duration) -> bool {
        self.0.settle(most)
    }
}

impl Session<'_> {
    /// The value of a variable that an input has declared ([`Declared::global`](super::Declared)), as text by its
    /// parts: its methods are not called. `None` if there is no such variable.
    #[must_use]
    pub fn value_of(&self, variable: GlobalId) -> Option<String> {
        self.machine.variable(variable.0 as usize)
    }
}

/// What came of looking into a channel.
#[derive(Debug)]
pub enum Looked {
    /// The channel.
    Channel(ChannelView),
    /// There is none.
    None(NoChannel),
    /// The expression does not compile, or did not run to its end.
    Failed(Evaluation),
}

impl Session<'_> {
    /// Looks into the channel that is the value of an expression.
    pub fn channel(&mut self, name: &str, text: &str) -> Looked {
        let mut compiled = self.compile_as(name, text, Purpose::Question);
        let Some(part) = compiled.part.take() else { return Looked::Failed(compiled.evaluation) };
        self.machine.start(&part);
        let end = self.machine.wait();
        if end != End::Returned {
            compiled.evaluation.end = Some(end);
            return Looked::Failed(compiled.evaluation);
        }
        match self.machine.channel(&part) {
            Ok(view) => Looked::Channel(view),
            Err(none) => Looked::None(none),
        }
    }
}
