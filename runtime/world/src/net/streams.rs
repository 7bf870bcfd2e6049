//! The data of connections.

use super::network::Network;
use super::socket::{PACKET_OVERHEAD, Packet, Phase, Socket};
use crate::choices::{ChoiceKind, Choices, choose_among};
use crate::ids::SocketId;
use crate::net::address::SocketName;
use crate::pipe::take_bytes;
use minigo_vm::host::SysResult;

impl Network {
    /// Reports whether a connected or datagram socket can send without waiting.
    pub(crate) fn can_send(&self, id: SocketId) -> bool {
        let Some(socket) = self.sockets.get(id) else { return true };
        let Some(peer) = socket.peer().and_then(|peer| self.sockets.get(peer)) else { return true };
        // As in Linux, a third of the buffer has to be free, so that a writer is not woken for every byte.
        if socket.is_stream() {
            let capacity = peer.capacity(socket);
            capacity - peer.inbox.bytes.len().min(capacity) >= capacity.div_ceil(3)
        } else {
            peer.inbox.used_bytes == 0 || peer.inbox.used_bytes < peer.packet_capacity() * 2 / 3
        }
    }

    /// Sends as many bytes through a connection as there is room for.
    pub(crate) fn send(&mut self, id: SocketId, bytes: &[u8]) -> SysResult<usize> {
        let socket = self.socket_mut(id)?;
        let is_gone = socket.shut_write || matches!(socket.phase, Phase::Broken { .. });
        if is_gone && socket.is_unix() && socket.is_stream() {
            // The error stays pending for the next read.
            return Err(libc::EPIPE);
        }
        if let Some(error) = socket.error.take() {
            return Err(error);
        }
        if socket.shut_write {
            return Err(libc::EPIPE);
        }
        let peer = match &socket.phase {
            Phase::Connected(peer) => *peer,
            Phase::Broken { was_reset: false } if !socket.is_unix() => {
                // The data counts as sent, and the peer's answer is a reset.
                socket.phase = Phase::Broken { was_reset: true };
                (socket.error, socket.shut_write) = (Some(libc::EPIPE), true);
                self.changed_sockets.push(id);
                return Ok(bytes.len());
            }
            Phase::Broken { .. } => return Err(libc::EPIPE),
            Phase::Connecting(_) => return Err(libc::EAGAIN),
            _ if socket.is_unix() => return Err(libc::ENOTCONN),
            _ => return Err(libc::EPIPE),
        };
        let (socket, to) = (self.socket_ref(id)?, self.socket_ref(peer)?);
        if socket.is_unix() && to.shut_read {
            return Err(libc::EPIPE);
        }
        if !socket.is_stream() {
            return self.send_record(id, peer, bytes);
        }
        if !to.is_unix() && to.shut_read && to.shut_write {
            self.reset_peer(id, peer);
            return Ok(bytes.len());
        }
        let room = to.capacity(socket).saturating_sub(to.inbox.bytes.len());
        let n = bytes.len().min(room);
        if n == 0 && !bytes.is_empty() {
            self.note_starved_sender(id, peer);
            return Err(libc::EAGAIN);
        }
        self.socket_mut(peer)?.inbox.bytes.extend(&bytes[..n]);
        self.changed_sockets.push(peer);
        Ok(n)
    }

    /// Called when the peer reads no more and has shut down writing: data sent to it is answered by a reset.
    fn reset_peer(&mut self, id: SocketId, peer: SocketId) {
        for (socket, error) in [(id, libc::EPIPE), (peer, libc::ECONNRESET)] {
            if let Some(socket) = self.sockets.get_mut(socket) {
                (socket.error, socket.at_eof, socket.shut_write) = (Some(error), true, true);
                socket.phase = Phase::Broken { was_reset: true };
            }
        }
        self.changed_sockets.extend([id, peer]);
    }

    /// Sends a record of a connection that keeps record boundaries.
    fn send_record(&mut self, id: SocketId, peer: SocketId, bytes: &[u8]) -> SysResult<usize> {
        let to = self.socket_mut(peer)?;
        let counts = bytes.len() + PACKET_OVERHEAD;
        if counts > to.packet_capacity() {
            return Err(libc::EMSGSIZE);
        }
        if to.inbox.used_bytes + counts > to.packet_capacity() {
            self.note_starved_sender(id, peer);
            return Err(libc::EAGAIN);
        }
        to.inbox.used_bytes += counts;
        to.inbox.packets.push_back(Packet { from: SocketName::Unnamed, bytes: bytes.to_vec() });
        self.changed_sockets.push(peer);
        Ok(bytes.len())
    }

    /// Records that `id` waits for room in the buffer of `at`.
    pub(super) fn note_starved_sender(&mut self, id: SocketId, at: SocketId) {
        if let Some(at) = self.sockets.get_mut(at)
            && !at.starved_senders.contains(&id)
        {
            at.starved_senders.push(id);
        }
    }

    /// Called when a socket's buffer has more room: once there is enough, the waiting sockets are reported as ready.
    pub(super) fn wake_senders(&mut self, id: SocketId) {
        let Some(socket) = self.sockets.get_mut(id) else { return };
        let starved = std::mem::take(&mut socket.starved_senders);
        let (fed, still): (Vec<_>, Vec<_>) =
            starved.into_iter().partition(|sender| self.can_send(*sender));
        self.changed_sockets.extend(fed);
        if let Some(socket) = self.sockets.get_mut(id) {
            socket.starved_senders = still;
        }
    }

    /// Receives from a connection; returns 0 at its end.
    pub(crate) fn receive(
        &mut self,
        id: SocketId,
        buf: &mut [u8],
        choices: &mut dyn Choices,
    ) -> SysResult<usize> {
        let socket = self.socket_mut(id)?;
        if socket.is_stream() && !socket.inbox.bytes.is_empty() {
            let most = buf.len().min(socket.inbox.bytes.len());
            let less = choose_among(choices, ChoiceKind::Short, most);
            let n = take_bytes(&mut socket.inbox.bytes, &mut buf[..most - less]);
            self.wake_senders(id);
            return Ok(n);
        }
        let is_stream = socket.is_stream();
        if let Some(error) = socket.error.take_if(|_| !is_stream) {
            return Err(error);
        }
        if let Some(packet) = socket.inbox.take_packet() {
            let n = buf.len().min(packet.bytes.len());
            buf[..n].copy_from_slice(&packet.bytes[..n]);
            self.wake_senders(id);
            return Ok(n);
        }
        result_without_data(socket, buf.is_empty())
    }
}

/// The result of a read that finds no data.
fn result_without_data(socket: &mut Socket, is_empty: bool) -> SysResult<usize> {
    if socket.peer_finished && !socket.is_unix() {
        return Ok(0);
    }
    if let Some(error) = socket.error.take() {
        return Err(error);
    }
    match socket.phase {
        _ if socket.at_eof || socket.shut_read => Ok(0),
        Phase::Connected(_) if is_empty => Ok(0),
        Phase::Connected(_) | Phase::Connecting(_) => Err(libc::EAGAIN),
        Phase::Broken { .. } => Ok(0),
        _ if socket.is_unix() => Err(libc::EINVAL),
        _ => Err(libc::ENOTCONN),
    }
}
