//! A QUIC connection: rustls consumes and produces handshake messages, and Go's side puts them into frames.

use super::questions_to_go::join_parts;
use rustls::Error;
use rustls::quic::{Connection, KeyChange};

/// The encryption levels, as Go numbers them.
const INITIAL_LEVEL: u8 = 0;
const HANDSHAKE_LEVEL: u8 = 2;
const APPLICATION_LEVEL: u8 = 3;

/// The kinds of output: data for a level, and the notice that a level's keys are available.
const DATA_OUTPUT: u8 = 0;
const KEYS_OUTPUT: u8 = 1;

/// The type byte of the message that carries a session ticket.
const NEW_SESSION_TICKET: u8 = 4;

/// A QUIC connection, and its output that Go's side has not taken yet.
pub(super) struct QuicConnection {
    pub(super) conn: Connection,
    /// The encryption level of rustls's next output.
    level: u8,
    outgoing_messages: Vec<(u8, u8, Vec<u8>)>,
    /// A server's ticket message. Go's side sends the message when the program asks for that, with a ticket that Go's
    /// side has made.
    pub(super) ticket_message: Vec<u8>,
}

impl QuicConnection {
    pub(super) fn new(conn: Connection) -> Self {
        let mut quic = Self {
            conn,
            level: INITIAL_LEVEL,
            outgoing_messages: Vec::new(),
            ticket_message: Vec::new(),
        };
        quic.collect_output();
        quic
    }

    /// Collects rustls's pending output, level by level.
    fn collect_output(&mut self) {
        loop {
            let mut data = Vec::new();
            let change = self.conn.write_hs(&mut data);
            let ended = data.is_empty() && change.is_none();
            let is_ticket =
                self.level == APPLICATION_LEVEL && data.first() == Some(&NEW_SESSION_TICKET);
            if is_ticket && matches!(self.conn, Connection::Server(_)) {
                self.ticket_message = data;
            } else if !data.is_empty() {
                self.outgoing_messages.push((DATA_OUTPUT, self.level, data));
            }
            if let Some(change) = change {
                self.level = match change {
                    KeyChange::Handshake { .. } => HANDSHAKE_LEVEL,
                    KeyChange::OneRtt { .. } => APPLICATION_LEVEL,
                };
                self.outgoing_messages.push((KEYS_OUTPUT, self.level, Vec::new()));
            }
            if ended {
                return;
            }
        }
    }

    pub(super) fn receive_bytes(&mut self, data: &[u8]) -> Result<(), Error> {
        let result = if data.is_empty() { Ok(()) } else { self.conn.read_hs(data) };
        self.collect_output();
        result
    }

    /// Takes the collected output: for each entry, its kind and level, then its data, all joined.
    pub(super) fn take_output(&mut self) -> Vec<u8> {
        let out = std::mem::take(&mut self.outgoing_messages);
        let parts: Vec<_> = out.iter().map(|(kind, level, data)| ([*kind, *level], data)).collect();
        join_parts(parts.iter().flat_map(|(head, data)| [&head[..], &data[..]]))
    }

    /// Returns whether there are keys for early data, whether the server accepts early data, and the number of an
    /// alert.
    pub(super) fn early_data_and_alert(&self) -> [u8; 3] {
        let early = self.conn.zero_rtt_keys().is_some();
        let accepted = match &self.conn {
            Connection::Client(client) => client.is_early_data_accepted(),
            Connection::Server(_) => early,
        };
        [u8::from(early), u8::from(accepted), self.conn.alert().map_or(0, u8::from)]
    }
}
