//! Packets: UDP, and unix sockets of datagram type.

use super::address::{SocketName, loopback_for};
use super::network::Network;
use super::socket::{Inbox, PACKET_OVERHEAD, Packet, Phase, Socket};
use crate::ids::SocketId;
use minigo_vm::host::SysResult;
use std::net::IpAddr;

/// The largest UDP packet in bytes.
const MAX_UDP_PACKET: usize = 65_507;

/// The result of receiving a packet, or a part of a stream.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ReceivedPacket {
    /// How many bytes were received.
    pub(crate) len: usize,
    /// The sender's address; empty if the sender has none.
    pub(crate) from: Vec<u8>,
    /// Whether the buffer had room for only a part of the packet.
    pub(crate) is_truncated: bool,
}

impl Inbox {
    /// Takes the first packet.
    pub(super) fn take_packet(&mut self) -> Option<Packet> {
        let packet = self.packets.pop_front()?;
        self.used_bytes -= packet.bytes.len() + PACKET_OVERHEAD;
        Some(packet)
    }
}

impl Network {
    /// Returns the socket if it can send; first returns a pending error, once.
    fn sending_socket(&mut self, id: SocketId) -> SysResult<&mut Socket> {
        let socket = self.socket_mut(id)?;
        match socket.error.take() {
            Some(error) => Err(error),
            None if socket.shut_write => Err(libc::EPIPE),
            None => Ok(socket),
        }
    }

    /// Sends a packet to an address, or to the socket's peer. A packet is lost if no socket receives it, or the
    /// receiver has no room; a connected socket gets an error later in the first case.
    pub(crate) fn send_packet(
        &mut self,
        id: SocketId,
        bytes: &[u8],
        to: Option<(IpAddr, u16)>,
    ) -> SysResult<usize> {
        let socket = self.sending_socket(id)?;
        let connected = match socket.remote_name {
            Some(SocketName::Inet(ip, port)) => Some((ip, port)),
            _ => None,
        };
        let (ip, port) = to.or(connected).ok_or(libc::EDESTADDRREQ)?;
        if bytes.len() > MAX_UDP_PACKET {
            return Err(libc::EMSGSIZE);
        }
        let ip = loopback_for(ip).ok_or(libc::ENETUNREACH)?;
        if socket.domain == libc::AF_INET && ip.is_ipv6() {
            return Err(libc::EAFNOSUPPORT);
        }
        let from = self.assign_local_name(id, ip)?;
        let socket = self.socket_ref(id)?;
        if socket.local_name.is_none() {
            let SocketName::Inet(_, port) = from else { return Err(libc::EINVAL) };
            self.set_local_name(
                id,
                SocketName::Inet(super::connections::unspecified_address(socket), port),
            )?;
        }
        // A connected socket takes only packets from its peer, and takes them before other sockets do.
        let is_udp = |socket: &Socket| !socket.is_unix() && !socket.has_connections();
        let from_peer =
            |socket: &Socket| is_udp(socket) && socket.remote_name.as_ref() == Some(&from);
        let receiver = self.packet_receiver(ip, port, from_peer).or_else(|| {
            self.packet_receiver(ip, port, |socket| is_udp(socket) && socket.remote_name.is_none())
        });
        match receiver {
            Some(receiver) => self.deliver_packet(receiver, from, bytes),
            None if connected.is_some() && to.is_none() => {
                self.socket_mut(id)?.error = Some(libc::ECONNREFUSED);
                self.changed_sockets.push(id);
            }
            None => {}
        }
        Ok(bytes.len())
    }

    fn deliver_packet(&mut self, receiver: SocketId, from: SocketName, bytes: &[u8]) {
        let Some(socket) = self.sockets.get_mut(receiver) else { return };
        let counts = bytes.len() + PACKET_OVERHEAD;
        if socket.inbox.used_bytes + counts > socket.packet_capacity() {
            return;
        }
        socket.inbox.used_bytes += counts;
        socket.inbox.packets.push_back(Packet { from, bytes: bytes.to_vec() });
        self.changed_sockets.push(receiver);
    }

    /// Sends a packet to a unix socket, or to the socket's peer. No packet is lost: without room the sender waits.
    pub(crate) fn send_unix(
        &mut self,
        id: SocketId,
        bytes: &[u8],
        to: Option<SocketId>,
    ) -> SysResult<usize> {
        let socket = self.sending_socket(id)?;
        let from = socket.local_name.clone().unwrap_or(SocketName::Unnamed);
        let to = match (to, &socket.phase) {
            (Some(to), _) => to,
            (None, Phase::Connected(peer)) => *peer,
            (None, Phase::Broken { .. }) => {
                // The socket is disconnected from now on, and packets from the peer are dropped.
                (socket.phase, socket.remote_name) = (Phase::Fresh, None);
                socket.inbox = Inbox::default();
                return Err(libc::ECONNREFUSED);
            }
            (None, _) => return Err(libc::ENOTCONN),
        };
        let receiver = self.sockets.get(to).ok_or(libc::ECONNREFUSED)?;
        if receiver.has_connections() {
            return Err(libc::EPROTOTYPE);
        }
        if receiver.peer().is_some_and(|peer| peer != id) {
            return Err(libc::EPERM);
        }
        if receiver.shut_read {
            return Err(libc::EPIPE);
        }
        let counts = bytes.len() + PACKET_OVERHEAD;
        if counts > receiver.packet_capacity() {
            return Err(libc::EMSGSIZE);
        }
        if receiver.inbox.used_bytes + counts > receiver.packet_capacity() {
            self.note_starved_sender(id, to);
            return Err(libc::EAGAIN);
        }
        self.deliver_packet(to, from, bytes);
        Ok(bytes.len())
    }

    /// Receives a packet.
    pub(crate) fn receive_packet(
        &mut self,
        id: SocketId,
        buf: &mut [u8],
    ) -> SysResult<ReceivedPacket> {
        let socket = self.socket_mut(id)?;
        let domain = socket.domain;
        if let Some(error) = socket.error.take() {
            return Err(error);
        }
        let Some(packet) = socket.inbox.take_packet() else {
            // The result is the same if the socket was shut down: only a task that waits for a packet learns of the
            // shutdown.
            return Err(libc::EAGAIN);
        };
        let n = buf.len().min(packet.bytes.len());
        buf[..n].copy_from_slice(&packet.bytes[..n]);
        self.wake_senders(id);
        let from = match packet.from {
            SocketName::Unnamed => Vec::new(),
            name => name.bytes(domain),
        };
        Ok(ReceivedPacket { len: n, from, is_truncated: n < packet.bytes.len() })
    }
}
