//! A socket: its state, its name, and what has come for it.

use super::address::Name;
use crate::ids::SocketId;
use std::collections::{BTreeMap, VecDeque};

/// How many bytes of a connection are on their way in one direction at most, unless the program sets buffer sizes.
const CAPACITY: usize = 128 << 10;
/// The receive buffer of a socket for packets: Linux's default.
const PACKETS: usize = 212_992;
/// The bytes that each packet counts in addition to its own.
pub(crate) const PACKET: usize = 256;

/// A socket.
pub(crate) struct Socket {
    pub(crate) domain: i32,
    pub(crate) kind: i32,
    pub(crate) phase: Phase,
    pub(crate) local: Option<Name>,
    pub(crate) remote: Option<Name>,
    pub(crate) inbox: Inbox,
    /// The error that the next operation returns.
    pub(crate) error: Option<i32>,
    pub(crate) options: BTreeMap<(i32, i32), Vec<u8>>,
    /// Nothing more is read, or sent: the program has said so.
    pub(crate) shut_read: bool,
    pub(crate) shut_write: bool,
    /// Nothing more will come: the other side has said so, or is gone.
    pub(crate) ended: bool,
    /// The other side has said so before it was gone: reads end there, whatever comes after it.
    pub(crate) finished: bool,
    /// The sockets that found no room here, and wait for it.
    pub(crate) starved: Vec<SocketId>,
}

/// The states of sockets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Neither connected nor listening.
    Fresh,
    /// It accepts connections.
    Listens(Backlog),
    /// It waits for room in the backlog of a listener.
    Connecting(SocketId),
    /// It has a peer. Sockets for packets have none, but a name to send to.
    Connected(SocketId),
    /// The peer is gone. `reset`: so that what is sent is lost, and fails from the second time on.
    Broken {
        /// It was told by a reset, or would be.
        reset: bool,
    },
}

/// Connections that are to be accepted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Backlog {
    pub(crate) most: usize,
    /// Sockets whose peers are connected already.
    pub(crate) queue: VecDeque<SocketId>,
    /// Sockets that are connected when there is room.
    pub(crate) waiting: VecDeque<SocketId>,
}

/// A packet, and its sender.
pub(crate) struct Packet {
    pub(crate) from: Name,
    pub(crate) bytes: Vec<u8>,
}

/// The data that a socket has received, and nobody has read.
#[derive(Default)]
pub(crate) struct Inbox {
    pub(crate) bytes: VecDeque<u8>,
    pub(crate) packets: VecDeque<Packet>,
    /// The bytes that the packets count.
    pub(crate) used: usize,
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
            local: None,
            remote: None,
            inbox: Inbox::default(),
            error: None,
            options: BTreeMap::new(),
            shut_read: false,
            shut_write: false,
            ended: false,
            finished: false,
            starved: Vec::new(),
        }
    }

    pub(crate) fn is_unix(&self) -> bool {
        self.domain == libc::AF_UNIX
    }

    /// Whether it passes bytes, not packets.
    pub(crate) fn is_stream(&self) -> bool {
        self.kind == libc::SOCK_STREAM
    }

    /// Whether it is connected to a socket, and listens for such.
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

    /// Whether a connection of TCP has ended in both directions, or was reset: for the kernel it is no connection then.
    pub(crate) fn is_over(&self) -> bool {
        let both = self.finished && self.shut_write && !self.is_unix();
        both || matches!(self.phase, Phase::Broken { reset: true })
    }

    pub(crate) fn peer(&self) -> Option<SocketId> {
        if let Phase::Connected(peer) = self.phase { Some(peer) } else { None }
    }

    /// How many bytes from this sender it holds at most.
    pub(crate) fn capacity(&self, sender: &Self) -> usize {
        let set = |socket: &Self, name| socket.kept(libc::SOL_SOCKET, name);
        match (set(self, libc::SO_RCVBUF), set(sender, libc::SO_SNDBUF)) {
            (None, None) => CAPACITY,
            (read, write) => {
                let half = CAPACITY / 2;
                let part = |size: Option<i32>| size.map_or(half, |size| size as usize);
                part(read) + part(write)
            }
        }
    }

    /// How many bytes of packets it holds at most.
    pub(crate) fn packet_capacity(&self) -> usize {
        self.kept(libc::SOL_SOCKET, libc::SO_RCVBUF).map_or(PACKETS, |size| size as usize)
    }
}
