//! The ends of connections: of one direction, of both, or with a reset.

use super::network::Network;
use super::socket::{Phase, Socket};
use crate::ids::SocketId;
use minigo_vm::host::SysResult;

impl Network {
    /// shutdown(2)
    pub(crate) fn shut_down(&mut self, id: SocketId, how: i32) -> SysResult<()> {
        let (read, write) = match how {
            libc::SHUT_RD => (true, false),
            libc::SHUT_WR => (false, true),
            libc::SHUT_RDWR => (true, true),
            _ => return Err(libc::EINVAL),
        };
        let socket = self.socket_mut(id)?;
        match &socket.phase {
            _ if socket.is_unix() => {}
            _ if socket.has_connection_ended() => return Err(libc::ENOTCONN),
            Phase::Connected(_) | Phase::Broken { was_reset: false } => {}
            Phase::Listens(_) if read => {}
            _ if !socket.has_connections() && socket.remote_name.is_some() => {}
            _ => return Err(libc::ENOTCONN),
        }
        socket.shut_read |= read;
        socket.shut_write |= write;
        let peer = socket.peer();
        self.changed_sockets.push(id);
        if let Some(peer) = peer
            && let Some(socket) = self.sockets.get_mut(peer)
            && socket.has_connections()
        {
            socket.at_eof |= write;
            socket.peer_finished |= write;
            self.changed_sockets.push(peer);
        }
        Ok(())
    }

    /// Closes a socket whose last descriptor is closed.
    pub(crate) fn close(&mut self, id: SocketId) {
        let Some(socket) = self.remove(id) else { return };
        match &socket.phase {
            Phase::Listens(backlog) => {
                for unaccepted in backlog.queue.clone() {
                    if let Some(peer) = self.sockets.remove(unaccepted).and_then(|it| it.peer()) {
                        self.note_peer_gone(peer, Some(libc::ECONNRESET));
                    }
                }
                for waiting in backlog.waiting_connections.clone() {
                    self.note_peer_gone(waiting, Some(libc::ECONNREFUSED));
                }
            }
            Phase::Connecting(listener) => {
                if let Some(Socket { phase: Phase::Listens(backlog), .. }) =
                    self.sockets.get_mut(*listener)
                {
                    backlog.waiting_connections.retain(|other| *other != id);
                }
            }
            Phase::Connected(peer) if socket.has_connections() => {
                // Unread data is lost, which a reset reports to the peer.
                let is_reset = !socket.has_connection_ended()
                    && (!socket.inbox.is_empty() || socket.resets_at_close());
                self.note_peer_gone(*peer, is_reset.then_some(libc::ECONNRESET));
            }
            _ => {}
        }
        // Packets that wait for room in this socket are refused now.
        self.changed_sockets.extend(socket.starved_senders);
        if socket.domain == libc::AF_UNIX && socket.kind == libc::SOCK_DGRAM {
            self.disconnect_senders(id);
        }
    }

    /// Called when a socket's peer no longer exists.
    fn note_peer_gone(&mut self, id: SocketId, error: Option<i32>) {
        let Some(socket) = self.sockets.get_mut(id) else { return };
        socket.at_eof = true;
        socket.peer_finished |= error.is_none();
        socket.phase = Phase::Broken { was_reset: error.is_some() };
        if error.is_some() {
            // A reset after the peer has shut down writing is reported as a broken pipe.
            let is_late = socket.peer_finished && !socket.is_unix();
            socket.error = if is_late { Some(libc::EPIPE) } else { error };
            socket.shut_write |= !socket.is_unix();
        }
        self.changed_sockets.push(id);
    }

    /// Disconnects the unix datagram sockets that were connected to this one.
    fn disconnect_senders(&mut self, id: SocketId) {
        let connected: Vec<SocketId> = self
            .sockets
            .iter()
            .filter(|(_, socket)| !socket.has_connections() && socket.peer() == Some(id))
            .map(|(other, _)| other)
            .collect();
        for other in connected {
            if let Some(socket) = self.sockets.get_mut(other) {
                socket.phase = Phase::Broken { was_reset: false };
                self.changed_sockets.push(other);
            }
        }
    }
}
