//! A connection of QUIC: rustls gives and takes messages of the handshake, and Go's side puts them into frames.

use super::ask::joined;
use rustls::Error;
use rustls::quic::{Connection, KeyChange};

/// Levels of encryption, as Go numbers them.
const INITIAL: u8 = 0;
const HANDSHAKE: u8 = 2;
const APPLICATION: u8 = 3;

/// What is told to Go: data for a level, and that the keys of a level are there.
const DATA: u8 = 0;
const KEYS: u8 = 1;

/// The first byte of a ticket's message.
const NEW_SESSION_TICKET: u8 = 4;

/// The connection, with what Go's side has not taken yet.
pub(super) struct Quic {
    pub(super) conn: Connection,
    /// That of what rustls writes next.
    level: u8,
    out: Vec<(u8, u8, Vec<u8>)>,
    /// A server's message with its ticket, which Go's side sends when it is told to, with a ticket of its own.
    pub(super) ticket: Vec<u8>,
}

impl Quic {
    pub(super) fn new(conn: Connection) -> Self {
        let mut quic = Self { conn, level: INITIAL, out: Vec::new(), ticket: Vec::new() };
        quic.collect();
        quic
    }

    /// Collects what rustls has, level by level.
    fn collect(&mut self) {
        loop {
            let mut data = Vec::new();
            let change = self.conn.write_hs(&mut data);
            let ended = data.is_empty() && change.is_none();
            let is_ticket = self.level == APPLICATION && data.first() == Some(&NEW_SESSION_TICKET);
            if is_ticket && matches!(self.conn, Connection::Server(_)) {
                self.ticket = data;
            } else if !data.is_empty() {
                self.out.push((DATA, self.level, data));
            }
            if let Some(change) = change {
                self.level = match change {
                    KeyChange::Handshake { .. } => HANDSHAKE,
                    KeyChange::OneRtt { .. } => APPLICATION,
                };
                self.out.push((KEYS, self.level, Vec::new()));
            }
            if ended {
                return;
            }
        }
    }

    pub(super) fn take_in(&mut self, data: &[u8]) -> Result<(), Error> {
        let result = if data.is_empty() { Ok(()) } else { self.conn.read_hs(data) };
        self.collect();
        result
    }

    /// Joined: what there is and its level, and the data.
    pub(super) fn out(&mut self) -> Vec<u8> {
        let out = std::mem::take(&mut self.out);
        let parts: Vec<_> = out.iter().map(|(kind, level, data)| ([*kind, *level], data)).collect();
        joined(parts.iter().flat_map(|(head, data)| [&head[..], &data[..]]))
    }

    /// Whether there are keys for early data, and whether the server takes it; the number of an alert.
    pub(super) fn flags(&self) -> [u8; 3] {
        let early = self.conn.zero_rtt_keys().is_some();
        let accepted = match &self.conn {
            Connection::Client(client) => client.is_early_data_accepted(),
            Connection::Server(_) => early,
        };
        [u8::from(early), u8::from(accepted), self.conn.alert().map_or(0, u8::from)]
    }
}
