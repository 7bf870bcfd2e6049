//! A connection of rustls, and the thread that works on it in a handshake.

use super::ask::{Answer, Ask, joined, numbers};
use super::config::Settings;
use parking_lot::Mutex;
use rustls::server::{Accepted, Acceptor};
use rustls::{Connection, Error, HandshakeKind};
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Kinds of events that are no questions of [`super::ask`].
const DONE: i64 = 0;
pub(super) const FAILED: i64 = 1;
const HELLO: i64 = 6;
/// Failed by an alert that came, whose number is what belongs to it.
const ALERT: i64 = 7;

/// The text of what should not happen.
const LOST: &[u8] = b"tls: internal error";

/// What a step of work leads to.
#[derive(Debug)]
pub(super) enum Event {
    Asks(i64, Vec<u8>),
    Ends(Box<State>, Result<(), Error>),
    Lost,
}

impl Event {
    fn of_error(error: &Error) -> Self {
        match error {
            Error::AlertReceived(alert) => Self::Asks(ALERT, vec![u8::from(*alert)]),
            Error::NoCertificatesPresented => {
                Self::Asks(FAILED, b"tls: client didn't provide a certificate".to_vec())
            }
            error => Self::Asks(FAILED, format!("tls: {error}").into_bytes()),
        }
    }

    fn of_result(result: &Result<(), Error>) -> Self {
        result.as_ref().map_or_else(Self::of_error, |()| Self::Asks(DONE, Vec::new()))
    }

    /// Kind and bytes for Go.
    pub(super) fn parts(self) -> (i64, Vec<u8>) {
        match self {
            Self::Asks(kind, bytes) => (kind, bytes),
            Self::Ends(..) => (DONE, Vec::new()),
            Self::Lost => (FAILED, LOST.to_vec()),
        }
    }
}

/// The connection.
pub(super) enum State {
    Accepting(Acceptor),
    Accepted(Accepted),
    Open {
        conn: Connection,
        /// Plain text that came.
        plain: Vec<u8>,
        /// The other side has said that nothing comes any more.
        ended: bool,
    },
    /// It failed before there was one. The alert for it.
    Failed(Vec<u8>),
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("State")
    }
}

impl State {
    fn open(mut conn: Connection) -> Self {
        conn.set_buffer_limit(None);
        Self::Open { conn, plain: Vec::new(), ended: false }
    }

    /// Takes bytes that came, and those that came before.
    fn take_in(&mut self, mut data: &[u8]) -> Result<(), Error> {
        let Self::Open { conn, plain, ended } = self else { return Ok(()) };
        loop {
            let read = conn.read_tls(&mut data).unwrap_or(0);
            let state = conn.process_new_packets()?;
            if state.plaintext_bytes_to_read() > 0 {
                let at = plain.len();
                plain.resize(at + state.plaintext_bytes_to_read(), 0);
                let got = conn.reader().read(&mut plain[at..]).unwrap_or(0);
                plain.truncate(at + got);
            }
            *ended |= state.peer_has_closed();
            if data.is_empty() || read == 0 {
                return Ok(());
            }
        }
    }

    /// Takes bytes of a client's hello, if there is none yet.
    fn take_hello(&mut self, mut data: &[u8]) -> Option<Event> {
        let Self::Accepting(acceptor) = self else { return None };
        while !data.is_empty() && acceptor.read_tls(&mut data).is_ok_and(|n| n > 0) {}
        Some(match acceptor.accept() {
            Ok(None) => Event::Asks(DONE, Vec::new()),
            Ok(Some(accepted)) => {
                let hello = hello(&accepted);
                *self = Self::Accepted(accepted);
                Event::Asks(HELLO, hello)
            }
            Err((error, mut alert)) => {
                let mut out = Vec::new();
                let _ = alert.write_all(&mut out);
                *self = Self::Failed(out);
                Event::of_error(&error)
            }
        })
    }

    fn out(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Self::Open { conn, .. } => {
                while conn.wants_write() && conn.write_tls(&mut out).is_ok() {}
            }
            Self::Failed(alert) => out = std::mem::take(alert),
            _ => {}
        }
        out
    }
}

/// A connection with Go's end of the channels. The state is away while a thread has it.
#[derive(Debug)]
pub(super) struct Engine {
    ask: Arc<Ask>,
    events: Mutex<Receiver<Event>>,
    answers: Mutex<Sender<Answer>>,
    state: Mutex<Option<Box<State>>>,
}

impl Engine {
    fn new(make: impl FnOnce(&Arc<Ask>) -> Result<State, Error>) -> Result<Self, Error> {
        let (tell, events) = channel();
        let (answers, told) = channel();
        let ask = Arc::new(Ask { events: Mutex::new(tell), answers: Mutex::new(told) });
        let state = Mutex::new(Some(Box::new(make(&ask)?)));
        Ok(Self { ask, events: Mutex::new(events), answers: Mutex::new(answers), state })
    }

    pub(super) fn client(settings: &[u8]) -> Result<Self, Error> {
        let bad = || Error::General("bad settings".to_owned());
        let settings = Settings::read(settings).ok_or_else(bad)?;
        Self::new(|ask| Ok(State::open(settings.client(ask)?.into())))
    }

    pub(super) fn server() -> Self {
        Self::new(|_| Ok(State::Accepting(Acceptor::default()))).expect("nothing can fail in it")
    }

    /// Runs work on the state on a thread, which ends with it.
    fn spawn(
        &self,
        mut state: Box<State>,
        work: impl FnOnce(&mut Box<State>) -> Result<(), Error> + Send + 'static,
    ) -> Option<Event> {
        let events = self.ask.events.lock().clone();
        let run = move || {
            // Go waits for an event, so that even a panic leads to one.
            let event = match catch_unwind(AssertUnwindSafe(|| work(&mut state))) {
                Ok(result) => Event::Ends(state, result),
                Err(_) => Event::Lost,
            };
            // If this fails, the connection was dropped.
            let _ = events.send(event);
        };
        let spawned = std::thread::Builder::new().name("tls".to_owned()).spawn(run);
        spawned.is_err().then_some(Event::Lost)
    }

    /// Waits for what the thread asks or ends with.
    pub(super) fn next(&self) -> Event {
        match self.events.lock().recv() {
            Ok(Event::Ends(state, result)) => self.ended(state, result),
            Ok(event) => event,
            Err(_) => Event::Lost,
        }
    }

    fn ended(&self, state: Box<State>, result: Result<(), Error>) -> Event {
        *self.state.lock() = Some(state);
        Event::of_result(&result)
    }

    /// Takes bytes that came. `None`: a thread works on it.
    ///
    /// The state stays where it is unless a thread is to have it: once hands are shaken, others write meanwhile.
    pub(super) fn feed(&self, data: Vec<u8>) -> Option<Event> {
        let mut held = self.state.lock();
        match held.as_deref_mut() {
            None => Some(Event::Lost),
            Some(State::Open { conn, .. }) if conn.is_handshaking() => {
                let state = held.take()?;
                drop(held);
                self.spawn(state, move |state| state.take_in(&data))
            }
            Some(state) => Some(state.take_hello(&data).unwrap_or_else(|| {
                let result = state.take_in(&data);
                Event::of_result(&result)
            })),
        }
    }

    /// Goes on with a hello under these settings; none refuse it.
    pub(super) fn accept(&self, settings: &[u8]) -> Option<Event> {
        let Some(mut state) = self.state.lock().take() else { return Some(Event::Lost) };
        let config = Settings::read(settings)
            .ok_or_else(|| Error::General("bad settings".to_owned()))
            .and_then(|settings| settings.server(&self.ask));
        let config = match config {
            Ok(config) => Arc::new(config),
            Err(error) => return Some(self.ended(state, Err(error))),
        };
        let State::Accepted(accepted) = std::mem::replace(&mut *state, State::Failed(Vec::new()))
        else {
            return Some(Event::Lost);
        };
        self.spawn(state, move |state| match accepted.into_connection(config) {
            Ok(conn) => {
                **state = State::open(conn.into());
                state.take_in(&[])
            }
            Err((error, mut alert)) => {
                let mut out = Vec::new();
                let _ = alert.write_all(&mut out);
                **state = State::Failed(out);
                Err(error)
            }
        })
    }

    /// Answers a question of the thread.
    pub(super) fn answer(&self, ok: bool, bytes: Vec<u8>) -> Option<Event> {
        let sent = self.answers.lock().send(Answer { ok, bytes });
        sent.is_err().then_some(Event::Lost)
    }

    fn with<R>(&self, job: impl FnOnce(&mut State) -> Option<R>) -> Option<R> {
        job(self.state.lock().as_mut()?)
    }

    /// Bytes for the other side.
    pub(super) fn take_out(&self) -> Option<Vec<u8>> {
        self.with(|state| Some(state.out()))
    }

    /// Encrypts, and gives all bytes for the other side.
    pub(super) fn seal(&self, data: &[u8]) -> Option<Vec<u8>> {
        self.with(|state| {
            let State::Open { conn, .. } = state else { return None };
            conn.writer().write_all(data).ok()?;
            Some(state.out())
        })
    }

    /// Reads plain text: how much; -1 if there is none yet, -2 at the end.
    pub(super) fn read(&self, to: &mut [u8]) -> Option<i64> {
        self.with(|state| {
            let State::Open { plain, ended, .. } = state else { return None };
            if plain.is_empty() {
                return Some(if *ended { -2 } else { -1 });
            }
            let n = plain.len().min(to.len());
            to[..n].copy_from_slice(&plain[..n]);
            plain.drain(..n);
            Some(n as i64)
        })
    }

    pub(super) fn close_notify(&self) -> Option<Vec<u8>> {
        self.with(|state| {
            let State::Open { conn, .. } = state else { return None };
            conn.send_close_notify();
            Some(state.out())
        })
    }

    /// Joined: whether hands are being shaken; version, cipher suite and group; protocol; whether the group was asked
    /// for again; the server's name, as a client has sent it.
    pub(super) fn facts(&self) -> Option<Vec<u8>> {
        self.with(|state| {
            let State::Open { conn, .. } = state else { return None };
            let version = conn.protocol_version().map_or(0, u16::from);
            let suite = conn.negotiated_cipher_suite().map_or(0, |s| s.suite().into());
            let group = conn.negotiated_key_exchange_group().map_or(0, |g| g.name().into());
            let agreed = numbers([version, suite, group]);
            let again = conn.handshake_kind() == Some(HandshakeKind::FullWithHelloRetryRequest);
            let flags = [u8::from(conn.is_handshaking()), u8::from(again)];
            let protocol = conn.alpn_protocol().unwrap_or_default().to_vec();
            let name = match conn {
                Connection::Server(server) => server.server_name().unwrap_or_default(),
                Connection::Client(_) => "",
            };
            Some(joined([&flags[..], &agreed, &protocol, name.as_bytes()]))
        })
    }

    pub(super) fn export(&self, label: &[u8], context: Option<&[u8]>, len: i64) -> Option<Vec<u8>> {
        self.with(|state| {
            let State::Open { conn, .. } = state else { return None };
            conn.export_keying_material(vec![0; usize::try_from(len).ok()?], label, context).ok()
        })
    }
}

/// What a client says first, joined: the server's name, protocols, cipher suites, schemes for signatures, groups.
fn hello(accepted: &Accepted) -> Vec<u8> {
    let hello = accepted.client_hello();
    let protocols = hello.alpn().map(joined).unwrap_or_default();
    let suites = numbers(hello.cipher_suites().iter().map(|&suite| suite.into()));
    let schemes = numbers(hello.signature_schemes().iter().map(|&scheme| scheme.into()));
    let groups = hello.named_groups().unwrap_or_default();
    let groups = numbers(groups.iter().map(|&group| group.into()));
    let name = hello.server_name().unwrap_or_default().as_bytes();
    joined([name, &protocols, &suites, &schemes, &groups])
}
