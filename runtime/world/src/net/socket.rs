//! A socket: its state, its name, and the data that it has received.

use super::address::SocketName;
use crate::ids::SocketId;
use std::collections::{BTreeMap, VecDeque};

/// The most bytes of a connection that are in transit in one direction, unless the program sets buffer sizes.
const STREAM_BUFFER_CAPACITY: usize = 128 << 10;
/// The receive buffer of a datagram socket in bytes: Linux's default.
const PACKET_BUFFER_BYTES: usize = 212_992;
/// The bytes that each packet takes of the buffer in addition to its own.
pub(crate) const PACKET_OVERHEAD: usize = 256;

/// A socket.
pub(crate) struct Socket {
    pub(crate) domain: i32,
    pub(crate) kind: i32,
    pub(crate) phase: Phase,
    pub(crate) local_name: Option<SocketName>,
    pub(crate) remote_name: Option<SocketName>,
    pub(crate) inbox: Inbox,
    /// The error that the next operation returns.
    pub(crate) error: Option<i32>,
    pub(crate) options: BTreeMap<(i32, i32), Vec<u8>>,
    /// Whether the program has shut down reading, or writing.
    pub(crate) shut_read: bool,
    pub(crate) shut_write: bool,
    /// Whether no more data will come: the peer has shut down writing, or is gone.
    pub(crate) at_eof: bool,
    /// Whether the peer shut down writing before it was gone: reads end there, even if a reset follows.
    pub(crate) peer_finished: bool,
    /// The sockets that found this socket's buffer full and wait for room.
    pub(crate) starved_senders: Vec<SocketId>,
}

/// The states of sockets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The socket is neither connected nor listening.
    Fresh,
    /// Accepts connections.
    Listens(Backlog),
    /// The socket waits for room in the backlog of a listener.
    Connecting(SocketId),
    /// Has a peer. A datagram socket has no peer, but a name to send to.
    Connected(SocketId),
    /// The peer has been closed or has reset the connection. `was_reset`: data that is sent is lost, and sending fails
    /// from the second time on.
    Broken {
        /// Whether a reset has reported that the peer is gone, or would report it.
        was_reset: bool,
    },
}

/// Connections that wait to be accepted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Backlog {
    pub(crate) capacity: usize,
    /// Sockets whose peers are already connected.
    pub(crate) queue: VecDeque<SocketId>,
    /// Sockets that will be connected when there is room.
    pub(crate) waiting_connections: VecDeque<SocketId>,
}

/// A packet, and its sender.
pub(crate) struct Packet {
    pub(crate) from: SocketName,
    pub(crate) bytes: Vec<u8>,
}

/// The data that a socket has received and the program has not read.
#[derive(Default)]
pub(crate) struct Inbox {
    pub(crate) bytes: VecDeque<u8>,
    pub(crate) packets: VecDeque<Packet>,
    /// The bytes that the packets take of the buffer.
    pub(crate) used_bytes: usize,
}

impl Inbox {
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.packets.is_empty()
    }
}

impl Socket {
    pub(crate) fn new(domain: i32, kind: i32) -> Self {
        Self {
            domain,
            kind,
            phase: Phase::Fresh,
            local_name: None,
            remote_name: None,
            inbox: Inbox::default(),
            error: None,
            options: BTreeMap::new(),
            shut_read: false,
            shut_write: false,
            at_eof: false,
            peer_finished: false,
            starved_senders: Vec::new(),
        }
    }

    pub(crate) fn is_unix(&self) -> bool {
        self.domain == libc::AF_UNIX
    }

    /// Reports whether the socket passes bytes, not packets.
    pub(crate) fn is_stream(&self) -> bool {
        self.kind == libc::SOCK_STREAM
    }

    /// Reports whether the socket has a connection, or listens for connections.
    pub(crate) fn has_connections(&self) -> bool {
        self.kind != libc::SOCK_DGRAM
    }

    /// The protocol, as the kernel numbers it.
    pub(crate) fn protocol(&self) -> i32 {
        match (self.is_unix(), self.is_stream()) {
            (true, _) => 0,
            (false, true) => libc::IPPROTO_TCP,
            (false, false) => libc::IPPROTO_UDP,
        }
    }

    /// Reports whether a TCP connection has ended in both directions, or was reset: the kernel no longer counts it as a
    /// connection.
    pub(crate) fn has_connection_ended(&self) -> bool {
        let both = self.peer_finished && self.shut_write && !self.is_unix();
        both || matches!(self.phase, Phase::Broken { was_reset: true })
    }

    pub(crate) fn peer(&self) -> Option<SocketId> {
        if let Phase::Connected(peer) = self.phase { Some(peer) } else { None }
    }

    /// The most bytes from `sender` that the socket buffers.
    pub(crate) fn capacity(&self, sender: &Self) -> usize {
        let set = |socket: &Self, name| socket.option_value(libc::SOL_SOCKET, name);
        match (set(self, libc::SO_RCVBUF), set(sender, libc::SO_SNDBUF)) {
            (None, None) => STREAM_BUFFER_CAPACITY,
            (read, write) => {
                let half = STREAM_BUFFER_CAPACITY / 2;
                let part = |size: Option<i32>| size.map_or(half, |size| size as usize);
                part(read) + part(write)
            }
        }
    }

    /// The most bytes of packets that the socket buffers.
    pub(crate) fn packet_capacity(&self) -> usize {
        self.option_value(libc::SOL_SOCKET, libc::SO_RCVBUF)
            .map_or(PACKET_BUFFER_BYTES, |size| size as usize)
    }
}
