//! A connection of rustls, and the thread that runs a step of its handshake.

use super::config::Settings;
use super::ech;
use super::questions_to_go::{Answer, GoChannels, encode_numbers, join_parts};
use super::quic::QuicConnection;
use super::sessions::{ClientSessions, KeyLogSecrets, QuicServerSessionStore, Session};
use minigo_vm::native::spawn_thread;
use parking_lot::Mutex;
use rustls::client::EchStatus;
use rustls::server::{Accepted, Acceptor};
use rustls::{CommonState, Connection, Error, HandshakeKind, PeerIncompatible, quic};
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// The kinds of events other than the questions of [`super::ask`].
const EVENT_DONE: i64 = 0;
pub(super) const EVENT_FAILED: i64 = 1;
const EVENT_CLIENT_HELLO: i64 = 6;
/// The connection failed by an alert from the other side; the event's byte is the alert's number.
const EVENT_ALERT: i64 = 7;
/// The connection failed because the server did not decrypt the client's encrypted hello; the event's bytes are the
/// configurations that the server offers for a retry.
const EVENT_ECH_REJECTED: i64 = 11;

/// The error message for failures that should not happen.
const INTERNAL_ERROR: &[u8] = b"tls: internal error";

/// The result of a step of work on a connection.
#[derive(Debug)]
pub(super) enum Event {
    Asks(i64, Vec<u8>),
    Ends(Box<ConnectionState>, Result<(), Error>),
    Lost,
}

/// Returns Go's message for an error. Go's side adds what the client offered.
fn error_message(error: &Error) -> String {
    use PeerIncompatible as Peer;
    match error {
        Error::PeerIncompatible(
            Peer::Tls12NotOffered | Peer::Tls12NotOfferedOrEnabled | Peer::Tls13RequiredForQuic,
        ) => "client offered only unsupported versions".into(),
        Error::PeerIncompatible(Peer::NoCipherSuitesInCommon) => {
            "no cipher suite supported by both client and server".into()
        }
        Error::PeerIncompatible(Peer::NoKxGroupsInCommon) => {
            "no key exchanges supported by both client and server".into()
        }
        error => error.to_string(),
    }
}

impl Event {
    fn of_error(error: &Error) -> Self {
        if let Some(configs) = ech::retry_configs(error) {
            return Self::Asks(EVENT_ECH_REJECTED, configs);
        }
        match error {
            Error::AlertReceived(alert) => Self::Asks(EVENT_ALERT, vec![u8::from(*alert)]),
            Error::NoCertificatesPresented => {
                Self::Asks(EVENT_FAILED, b"tls: client didn't provide a certificate".to_vec())
            }
            error => {
                Self::Asks(EVENT_FAILED, format!("tls: {}", error_message(error)).into_bytes())
            }
        }
    }

    fn of_result(result: &Result<(), Error>) -> Self {
        result.as_ref().map_or_else(Self::of_error, |()| Self::Asks(EVENT_DONE, Vec::new()))
    }

    /// Returns the kind and the bytes that Go's side receives.
    pub(super) fn into_parts(self) -> (i64, Vec<u8>) {
        match self {
            Self::Asks(kind, bytes) => (kind, bytes),
            Self::Ends(..) => (EVENT_DONE, Vec::new()),
            Self::Lost => (EVENT_FAILED, INTERNAL_ERROR.to_vec()),
        }
    }
}

/// The state of a connection.
pub(super) enum ConnectionState {
    Accepting(Acceptor),
    Accepted(Accepted),
    Open {
        conn: Connection,
        /// Plain text that was received and not yet read.
        plain_text: Vec<u8>,
        /// Whether the other side has closed its direction of the connection.
        peer_closed: bool,
    },
    Quic(QuicConnection),
    /// The connection failed before the handshake; holds the alert for the other side.
    Failed(Vec<u8>),
}

impl std::fmt::Debug for ConnectionState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("State")
    }
}

impl ConnectionState {
    fn from_connection(mut conn: Connection) -> Self {
        conn.set_buffer_limit(None);
        Self::Open { conn, plain_text: Vec::new(), peer_closed: false }
    }

    /// Processes bytes that were received, together with the bytes received before.
    fn receive_bytes(&mut self, mut data: &[u8]) -> Result<(), Error> {
        if let Self::Quic(quic) = self {
            return quic.receive_bytes(data);
        }
        let Self::Open { conn, plain_text: plain, peer_closed } = self else { return Ok(()) };
        loop {
            let read = conn.read_tls(&mut data).unwrap_or(0);
            let state = conn.process_new_packets()?;
            if state.plaintext_bytes_to_read() > 0 {
                let at = plain.len();
                plain.resize(at + state.plaintext_bytes_to_read(), 0);
                let got = conn.reader().read(&mut plain[at..]).unwrap_or(0);
                plain.truncate(at + got);
            }
            *peer_closed |= state.peer_has_closed();
            if data.is_empty() || read == 0 {
                return Ok(());
            }
        }
    }

    /// Processes bytes of a client's hello. Returns none if the hello is already complete.
    fn receive_hello(&mut self, mut data: &[u8]) -> Option<Event> {
        let Self::Accepting(acceptor) = self else { return None };
        while !data.is_empty() && acceptor.read_tls(&mut data).is_ok_and(|n| n > 0) {}
        Some(match acceptor.accept() {
            Ok(None) => Event::Asks(EVENT_DONE, Vec::new()),
            Ok(Some(accepted)) => {
                *self = Self::Accepted(accepted);
                Event::Asks(EVENT_CLIENT_HELLO, Vec::new())
            }
            Err((error, mut alert)) => {
                let mut out = Vec::new();
                let _ = alert.write_all(&mut out);
                *self = Self::Failed(out);
                Event::of_error(&error)
            }
        })
    }

    fn take_output(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Self::Open { conn, .. } => {
                while conn.wants_write() && conn.write_tls(&mut out).is_ok() {}
            }
            Self::Quic(quic) => out = quic.take_output(),
            Self::Failed(alert) => out = std::mem::take(alert),
            _ => {}
        }
        out
    }

    /// Reports whether the handshake is in progress, in which rustls may ask questions.
    fn is_in_handshake(&self) -> bool {
        match self {
            Self::Open { conn, .. } => conn.is_handshaking(),
            Self::Quic(quic) => quic.conn.is_handshaking(),
            _ => false,
        }
    }
}

/// A connection, with Go's end of the channels. `state` is none while a thread works on the connection.
#[derive(Debug)]
pub(super) struct Engine {
    channels: Arc<GoChannels>,
    event_receiver: Mutex<Receiver<Event>>,
    answer_sender: Mutex<Sender<Answer>>,
    state: Mutex<Option<Box<ConnectionState>>>,
    secrets: Arc<KeyLogSecrets>,
    sessions: Arc<ClientSessions>,
    quic_session_store: Arc<QuicServerSessionStore>,
}

impl Engine {
    fn new(state: ConnectionState, offered: Option<Arc<Session>>) -> Self {
        let (tell, events) = channel();
        let (answers, told) = channel();
        let ask = Arc::new(GoChannels {
            event_sender: Mutex::new(tell),
            answer_receiver: Mutex::new(told),
        });
        Self {
            channels: ask,
            event_receiver: Mutex::new(events),
            answer_sender: Mutex::new(answers),
            state: Mutex::new(Some(Box::new(state))),
            secrets: Arc::default(),
            sessions: Arc::new(ClientSessions::new(offered)),
            quic_session_store: Arc::default(),
        }
    }

    /// Creates a client's connection, of QUIC or over a stream, which may offer a session.
    pub(super) fn client(
        settings: &[u8],
        offered: Option<Arc<Session>>,
        of_quic: bool,
    ) -> Result<Self, Error> {
        let settings = parse_settings(settings)?;
        let engine = Self::new(ConnectionState::Failed(Vec::new()), offered);
        let (config, name) = settings.client_config(&engine.sessions, &engine.secrets)?;
        let state = if of_quic {
            let parameters = settings.quic_parameters.to_vec();
            let conn = quic::ClientConnection::new(config, quic::Version::V1, name, parameters)?;
            ConnectionState::Quic(QuicConnection::new(conn.into()))
        } else {
            ConnectionState::from_connection(rustls::ClientConnection::new(config, name)?.into())
        };
        **engine.state.lock().as_mut().expect("no thread works on the connection") = state;
        Ok(engine)
    }

    pub(super) fn server() -> Self {
        Self::new(ConnectionState::Accepting(Acceptor::default()), None)
    }

    /// Runs `work` on the state on a new thread, which ends with the work.
    fn spawn_thread(
        &self,
        mut state: Box<ConnectionState>,
        work: impl FnOnce(&mut Box<ConnectionState>) -> Result<(), Error> + Send + 'static,
    ) -> Option<Event> {
        let events = self.channels.event_sender.lock().clone();
        let ask = self.channels.clone();
        let run = move || {
            ask.bind_to_thread();
            // Go's side waits for an event, so even a panic of this thread must send one.
            let event = match catch_unwind(AssertUnwindSafe(|| work(&mut state))) {
                Ok(result) => Event::Ends(state, result),
                Err(_) => Event::Lost,
            };
            // Sending fails only if the connection was dropped.
            let _ = events.send(event);
        };
        let spawned = spawn_thread(std::thread::Builder::new().name("tls".to_owned()), run);
        spawned.is_err().then_some(Event::Lost)
    }

    /// Waits for the thread's next question or its end.
    pub(super) fn next_event(&self) -> Event {
        match self.event_receiver.lock().recv() {
            Ok(Event::Ends(state, result)) => self.restore_state(state, result),
            Ok(event) => event,
            Err(_) => Event::Lost,
        }
    }

    fn restore_state(&self, state: Box<ConnectionState>, result: Result<(), Error>) -> Event {
        *self.state.lock() = Some(state);
        Event::of_result(&result)
    }

    /// Processes bytes that were received. Returns `None` if a new thread processes the bytes.
    ///
    /// Outside the handshake the state stays in place, because another goroutine may write to the connection meanwhile.
    pub(super) fn feed_bytes(&self, data: Vec<u8>) -> Option<Event> {
        let mut held = self.state.lock();
        match held.as_deref_mut() {
            None => Some(Event::Lost),
            Some(state) if state.is_in_handshake() => {
                let state = held.take()?;
                drop(held);
                self.spawn_thread(state, move |state| state.receive_bytes(&data))
            }
            Some(state) => Some(state.receive_hello(&data).unwrap_or_else(|| {
                let result = state.receive_bytes(&data);
                Event::of_result(&result)
            })),
        }
    }

    /// Continues with a client's hello under these settings; empty settings refuse the connection.
    pub(super) fn accept(&self, settings: &[u8]) -> Option<Event> {
        let Some(mut state) = self.state.lock().take() else { return Some(Event::Lost) };
        let config =
            match parse_settings(settings).and_then(|s| s.server_config(&self.secrets, None)) {
                Ok(config) => config,
                Err(error) => return Some(self.restore_state(state, Err(error))),
            };
        let ConnectionState::Accepted(accepted) =
            std::mem::replace(&mut *state, ConnectionState::Failed(Vec::new()))
        else {
            return Some(Event::Lost);
        };
        self.spawn_thread(state, move |state| match accepted.into_connection(config) {
            Ok(conn) => {
                **state = ConnectionState::from_connection(conn.into());
                state.receive_bytes(&[])
            }
            Err((error, mut alert)) => {
                let mut out = Vec::new();
                let _ = alert.write_all(&mut out);
                **state = ConnectionState::Failed(out);
                Err(error)
            }
        })
    }

    /// Begins a server's QUIC connection with the bytes of a client's hello.
    pub(super) fn accept_quic(&self, settings: &[u8], hello: Vec<u8>) -> Option<Event> {
        let Some(mut state) = self.state.lock().take() else { return Some(Event::Lost) };
        let conn = parse_settings(settings).and_then(|settings| {
            let config = settings.server_config(&self.secrets, Some(&self.quic_session_store))?;
            let parameters = settings.quic_parameters.to_vec();
            quic::ServerConnection::new(config, quic::Version::V1, parameters)
        });
        match conn {
            Ok(conn) => *state = ConnectionState::Quic(QuicConnection::new(conn.into())),
            Err(error) => return Some(self.restore_state(state, Err(error))),
        }
        self.spawn_thread(state, move |state| state.receive_bytes(&hello))
    }

    /// Passes the answer to the thread's question.
    pub(super) fn pass_answer(&self, ok: bool, bytes: Vec<u8>) -> Option<Event> {
        let sent = self.answer_sender.lock().send(Answer { is_yes: ok, bytes });
        sent.is_err().then_some(Event::Lost)
    }

    fn with_state<R>(&self, job: impl FnOnce(&mut ConnectionState) -> Option<R>) -> Option<R> {
        job(self.state.lock().as_mut()?)
    }

    /// Returns the bytes to send to the other side.
    pub(super) fn take_output(&self) -> Option<Vec<u8>> {
        self.with_state(|state| Some(state.take_output()))
    }

    /// Encrypts `data`, and returns all bytes to send to the other side.
    pub(super) fn seal(&self, data: &[u8]) -> Option<Vec<u8>> {
        self.with_state(|state| {
            let ConnectionState::Open { conn, .. } = state else { return None };
            conn.writer().write_all(data).ok()?;
            Some(state.take_output())
        })
    }

    /// Reads plain text and returns the number of bytes; -1 if there is none yet, -2 at the end.
    pub(super) fn read(&self, to: &mut [u8]) -> Option<i64> {
        self.with_state(|state| {
            let ConnectionState::Open { plain_text: plain, peer_closed, .. } = state else {
                return None;
            };
            if plain.is_empty() {
                return Some(if *peer_closed { -2 } else { -1 });
            }
            let n = plain.len().min(to.len());
            to[..n].copy_from_slice(&plain[..n]);
            plain.drain(..n);
            Some(n as i64)
        })
    }

    pub(super) fn close_notify(&self) -> Option<Vec<u8>> {
        self.with_state(|state| {
            let ConnectionState::Open { conn, .. } = state else { return None };
            conn.send_close_notify();
            Some(state.take_output())
        })
    }

    /// Returns the joined facts about the connection; Go's `connection_facts` describes them.
    pub(super) fn connection_facts(&self) -> Option<Vec<u8>> {
        self.with_state(|state| match state {
            ConnectionState::Open { conn, .. } => {
                let conn = &*conn;
                let (name, accepted) = match conn {
                    Connection::Server(server) => (server.server_name(), false),
                    Connection::Client(client) => {
                        (None, client.ech_status() == EchStatus::Accepted)
                    }
                };
                Some(encode_connection_facts(conn, name, [u8::from(accepted), 0, 0, 0], &[]))
            }
            ConnectionState::Quic(quic) => {
                let [early, accepted, alert] = quic.early_data_and_alert();
                let name = match &quic.conn {
                    quic::Connection::Server(server) => server.server_name(),
                    quic::Connection::Client(_) => None,
                };
                let parameters = quic.conn.quic_transport_parameters().unwrap_or_default();
                Some(encode_connection_facts(
                    &quic.conn,
                    name,
                    [0, early, accepted, alert],
                    parameters,
                ))
            }
            _ => None,
        })
    }

    pub(super) fn export_key(
        &self,
        label: &[u8],
        context: Option<&[u8]>,
        len: i64,
    ) -> Option<Vec<u8>> {
        self.with_state(|state| {
            let room = vec![0; usize::try_from(len).ok()?];
            match state {
                ConnectionState::Open { conn, .. } => {
                    conn.export_keying_material(room, label, context).ok()
                }
                ConnectionState::Quic(quic) => {
                    quic.conn.export_keying_material(room, label, context).ok()
                }
                _ => None,
            }
        })
    }

    /// Returns the lines for the key log since the last call.
    pub(super) fn take_secrets(&self) -> Vec<u8> {
        self.secrets.take_log()
    }

    /// Returns a session that a client has received, and its facts.
    pub(super) fn take_session(&self) -> Option<(Arc<Session>, Vec<u8>)> {
        self.sessions.take_received_session()
    }

    /// Returns, joined, the message with the ticket of a QUIC server, and the session that belongs to it.
    pub(super) fn take_ticket(&self) -> Option<Vec<u8>> {
        let session = self.quic_session_store.take_session()?;
        self.with_state(|state| {
            let ConnectionState::Quic(quic) = state else { return None };
            Some(join_parts([&std::mem::take(&mut quic.ticket_message)[..], &session]))
        })
    }
}

fn parse_settings(settings: &[u8]) -> Result<Settings<'_>, Error> {
    Settings::read(settings).ok_or_else(|| Error::General("bad settings".to_owned()))
}

fn encode_connection_facts(
    conn: &CommonState,
    name: Option<&str>,
    more: [u8; 4],
    parameters: &[u8],
) -> Vec<u8> {
    let version = conn.protocol_version().map_or(0, u16::from);
    let suite = conn.negotiated_cipher_suite().map_or(0, |s| s.suite().into());
    let group = conn.negotiated_key_exchange_group().map_or(0, |g| g.name().into());
    let agreed = encode_numbers([version, suite, group]);
    let again = conn.handshake_kind() == Some(HandshakeKind::FullWithHelloRetryRequest);
    let resumed = conn.handshake_kind() == Some(HandshakeKind::Resumed);
    let flags = [u8::from(conn.is_handshaking()), u8::from(again), u8::from(resumed)];
    let flags = [&flags[..], &more].concat();
    let protocol = conn.alpn_protocol().unwrap_or_default();
    join_parts([&flags[..], &agreed, protocol, name.unwrap_or_default().as_bytes(), parameters])
}
