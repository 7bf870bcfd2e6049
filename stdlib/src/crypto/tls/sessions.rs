//! Session resumption, and the secrets for a key log.
//!
//! A server's session is bytes, which Go's side seals into a ticket and opens again. rustls does not give out a
//! client's session as bytes, so the session stays in Rust's memory and Go refers to it by a number. A session of TLS
//! 1.3 serves one connection only.

use super::questions_to_go::{OPEN_SESSION, SEAL_SESSION, ask_go, encode_numbers, join_parts};
use parking_lot::Mutex;
use rustls::client::{ClientSessionStore, Tls12ClientSessionValue, Tls13ClientSessionValue};
use rustls::pki_types::ServerName;
use rustls::server::{ProducesTickets, StoresServerSessions};
use rustls::{KeyLog, NamedGroup, ProtocolVersion};
use std::fmt::Write;
use std::sync::Arc;

/// A client's session for resumption.
#[derive(Debug)]
pub(super) enum Session {
    Old(Tls12ClientSessionValue),
    /// A session of TLS 1.3; none once a connection has used it.
    New(Mutex<Option<Tls13ClientSessionValue>>),
}

/// The sessions of a client's connection: the session that it offers and the sessions that it has received.
#[derive(Debug)]
pub(super) struct ClientSessions {
    offered_session: Option<Arc<Session>>,
    received_sessions: Mutex<Vec<Session>>,
}

impl ClientSessions {
    pub(super) fn new(offered: Option<Arc<Session>>) -> Self {
        Self { offered_session: offered, received_sessions: Mutex::default() }
    }

    /// Removes the oldest session received and returns it with its joined facts: version, cipher suite, and whether
    /// early data may be sent.
    pub(super) fn take_received_session(&self) -> Option<(Arc<Session>, Vec<u8>)> {
        let mut got = self.received_sessions.lock();
        if got.is_empty() {
            return None;
        }
        let session = got.remove(0);
        let (version, suite, early) = match &session {
            Session::Old(_) => (ProtocolVersion::TLSv1_2, 0, false),
            Session::New(value) => {
                let value = value.lock();
                let suite = value.as_ref().map_or(0, |v| v.suite().common.suite.into());
                let early = value.as_ref().is_some_and(|v| v.max_early_data_size() > 0);
                (ProtocolVersion::TLSv1_3, suite, early)
            }
        };
        let facts = join_parts([&encode_numbers([version.into(), suite])[..], &[u8::from(early)]]);
        Some((Arc::new(session), facts))
    }
}

impl ClientSessionStore for ClientSessions {
    fn set_kx_hint(&self, _: ServerName<'static>, _: NamedGroup) {}

    fn kx_hint(&self, _: &ServerName<'_>) -> Option<NamedGroup> {
        None
    }

    fn set_tls12_session(&self, _: ServerName<'static>, value: Tls12ClientSessionValue) {
        self.received_sessions.lock().push(Session::Old(value));
    }

    fn tls12_session(&self, _: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        match &**self.offered_session.as_ref()? {
            Session::Old(value) => Some(value.clone()),
            Session::New(_) => None,
        }
    }

    fn remove_tls12_session(&self, _: &ServerName<'static>) {}

    fn insert_tls13_ticket(&self, _: ServerName<'static>, value: Tls13ClientSessionValue) {
        self.received_sessions.lock().push(Session::New(Mutex::new(Some(value))));
    }

    fn take_tls13_ticket(&self, _: &ServerName<'static>) -> Option<Tls13ClientSessionValue> {
        match &**self.offered_session.as_ref()? {
            Session::Old(_) => None,
            Session::New(value) => value.lock().take(),
        }
    }
}

/// The lifetime of tickets in seconds that a server announces, the same as Go's.
const TICKET_LIFETIME: u32 = 7 * 24 * 60 * 60;

fn open_ticket(ticket: &[u8]) -> Option<Vec<u8>> {
    let answer = ask_go(OPEN_SESSION, ticket.to_vec());
    answer.is_yes.then_some(answer.bytes)
}

/// A server's tickets. Go's side seals and opens the tickets.
#[derive(Debug)]
pub(super) struct TicketProducer;

impl ProducesTickets for TicketProducer {
    fn enabled(&self) -> bool {
        true
    }

    fn lifetime(&self) -> u32 {
        TICKET_LIFETIME
    }

    fn encrypt(&self, plain: &[u8]) -> Option<Vec<u8>> {
        let answer = ask_go(SEAL_SESSION, plain.to_vec());
        answer.is_yes.then_some(answer.bytes)
    }

    fn decrypt(&self, cipher: &[u8]) -> Option<Vec<u8>> {
        open_ticket(cipher)
    }
}

/// The session storage of a QUIC server. rustls accepts early data only for sessions from a store, not from tickets,
/// and Go's side decides when the ticket is sent and with which data. So this storage keeps the session until Go's side
/// takes it; the keys that clients send back are Go's tickets.
#[derive(Debug, Default)]
pub(super) struct QuicServerSessionStore(Mutex<Option<Vec<u8>>>);

impl QuicServerSessionStore {
    pub(super) fn take_session(&self) -> Option<Vec<u8>> {
        self.0.lock().take()
    }
}

impl StoresServerSessions for QuicServerSessionStore {
    fn put(&self, _: Vec<u8>, value: Vec<u8>) -> bool {
        *self.0.lock() = Some(value);
        true
    }

    fn get(&self, key: &[u8]) -> Option<Vec<u8>> {
        open_ticket(key)
    }

    fn take(&self, key: &[u8]) -> Option<Vec<u8>> {
        open_ticket(key)
    }

    fn can_cache(&self) -> bool {
        true
    }
}

/// The secrets of a connection, as lines of NSS's key log format.
#[derive(Debug, Default)]
pub(super) struct KeyLogSecrets(Mutex<String>);

impl KeyLogSecrets {
    pub(super) fn take_log(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock()).into_bytes()
    }
}

impl KeyLog for KeyLogSecrets {
    fn log(&self, label: &str, client_random: &[u8], secret: &[u8]) {
        let hex = |to: &mut String, bytes: &[u8]| {
            for byte in bytes {
                // Writing to a String cannot fail.
                let _ = write!(to, "{byte:02x}");
            }
        };
        let mut lines = self.0.lock();
        lines.push_str(label);
        lines.push(' ');
        hex(&mut lines, client_random);
        lines.push(' ');
        hex(&mut lines, secret);
        lines.push('\n');
    }

    /// Go does not log the exporter's secret.
    fn will_log(&self, label: &str) -> bool {
        label != "EXPORTER_SECRET"
    }
}
