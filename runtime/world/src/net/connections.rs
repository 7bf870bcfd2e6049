//! Listening, connecting and accepting.

use super::address::{SocketName, loopback_for, source_for};
use super::network::Network;
use super::socket::{Backlog, Phase, Socket};
use crate::ids::SocketId;
use minigo_vm::host::SysResult;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The most connections that wait to be accepted: `somaxconn`.
const MAX_BACKLOG: usize = 4096;

impl Network {
    /// listen(2)
    pub(crate) fn listen(&mut self, id: SocketId, backlog: i32) -> SysResult<()> {
        let socket = self.socket_ref(id)?;
        if !socket.has_connections() {
            return Err(libc::EOPNOTSUPP);
        }
        // Like Linux, allow one more connection than `backlog` says.
        let capacity = usize::try_from(backlog).unwrap_or(MAX_BACKLOG).min(MAX_BACKLOG) + 1;
        match (&socket.phase, &socket.local_name) {
            (Phase::Fresh, Some(SocketName::Inet(ip, port))) => {
                let (ip, port) = (*ip, *port);
                let listens = |other: &Socket| {
                    other.kind == libc::SOCK_STREAM
                        && matches!(other.phase, Phase::Listens(_))
                        && !other.is_option_on(libc::SOL_SOCKET, libc::SO_REUSEPORT)
                        && matches!(other.local_name, Some(SocketName::Inet(its, _)) if its == ip)
                };
                if self.packet_receiver(ip, port, listens).is_some() {
                    return Err(libc::EADDRINUSE);
                }
            }
            (Phase::Fresh, None) if socket.is_unix() => return Err(libc::EINVAL),
            (Phase::Fresh, None) => {
                let ip = unspecified_address(socket);
                let port = self.unused_port()?;
                self.set_local_name(id, SocketName::Inet(ip, port))?;
            }
            (Phase::Fresh | Phase::Listens(_), _) => {}
            _ => return Err(libc::EINVAL),
        }
        let socket = self.socket_mut(id)?;
        match &mut socket.phase {
            Phase::Listens(backlog) => backlog.capacity = capacity,
            phase => *phase = Phase::Listens(Backlog { capacity, ..Backlog::default() }),
        }
        self.fill_backlog(id);
        Ok(())
    }

    /// Gives a socket without a name one under which the peer at this address can reach it.
    pub(super) fn assign_local_name(
        &mut self,
        id: SocketId,
        reached: IpAddr,
    ) -> SysResult<SocketName> {
        let socket = self.socket_ref(id)?;
        let name = match socket.local_name {
            Some(SocketName::Inet(ip, port)) if ip.is_unspecified() => {
                SocketName::Inet(source_for(reached), port)
            }
            Some(ref name) => name.clone(),
            None => {
                let ip = source_for(reached);
                SocketName::Inet(ip, self.unused_port()?)
            }
        };
        Ok(name)
    }

    /// connect(2) to an internet address.
    pub(crate) fn connect(&mut self, id: SocketId, ip: IpAddr, port: u16) -> SysResult<()> {
        let socket = self.socket_ref(id)?;
        let ip = loopback_for(ip).ok_or(libc::ENETUNREACH)?;
        if socket.domain == libc::AF_INET && ip.is_ipv6() {
            return Err(libc::EAFNOSUPPORT);
        }
        if socket.domain == libc::AF_INET6
            && ip.is_ipv4()
            && socket.is_option_on(libc::IPPROTO_IPV6, libc::IPV6_V6ONLY)
        {
            return Err(libc::ENETUNREACH);
        }
        let remote = SocketName::Inet(ip, port);
        if !socket.has_connections() {
            let local = self.assign_local_name(id, ip)?;
            self.set_local_name(id, local)?;
            self.socket_mut(id)?.remote_name = Some(remote);
            return Ok(());
        }
        check_unconnected(socket)?;
        let listens = |socket: &Socket| matches!(socket.phase, Phase::Listens(_));
        let listener = self.packet_receiver(ip, port, listens).ok_or(libc::ECONNREFUSED)?;
        let local = self.assign_local_name(id, ip)?;
        self.set_local_name(id, local)?;
        self.socket_mut(id)?.remote_name = Some(remote);
        self.request_connection(id, listener);
        match self.socket_ref(id)?.phase {
            Phase::Connecting(_) => Err(libc::EINPROGRESS),
            _ => Ok(()),
        }
    }

    /// connect(2) to a unix socket; `to` is `None` if it does not exist.
    pub(crate) fn connect_unix(
        &mut self,
        id: SocketId,
        to: Option<SocketId>,
        name: SocketName,
    ) -> SysResult<()> {
        let socket = self.socket_ref(id)?;
        let other = to.and_then(|to| self.sockets.get(to)).ok_or(libc::ECONNREFUSED)?;
        let Some(to) = to else { return Err(libc::ECONNREFUSED) };
        if other.kind != socket.kind {
            return Err(libc::EPROTOTYPE);
        }
        if !socket.has_connections() {
            let socket = self.socket_mut(id)?;
            (socket.phase, socket.remote_name) = (Phase::Connected(to), Some(name));
            return Ok(());
        }
        check_unconnected(socket)?;
        let Phase::Listens(backlog) = &other.phase else { return Err(libc::ECONNREFUSED) };
        if backlog.queue.len() >= backlog.capacity {
            return Err(libc::EAGAIN);
        }
        let socket = self.socket_mut(id)?;
        socket.local_name.get_or_insert(SocketName::Unnamed);
        socket.remote_name = Some(name);
        self.request_connection(id, to);
        Ok(())
    }

    /// Asks a listener for a connection with a socket.
    fn request_connection(&mut self, id: SocketId, listener: SocketId) {
        if let Some(socket) = self.sockets.get_mut(id) {
            socket.phase = Phase::Connecting(listener);
        }
        if let Some(Socket { phase: Phase::Listens(backlog), .. }) = self.sockets.get_mut(listener)
        {
            backlog.waiting_connections.push_back(id);
        }
        self.fill_backlog(listener);
    }

    /// Connects the sockets that wait for the listener, as far as its backlog has room.
    fn fill_backlog(&mut self, listener: SocketId) {
        while let Some(Socket {
            phase: Phase::Listens(backlog),
            domain,
            kind,
            local_name: local,
            options,
            ..
        }) = self.sockets.get_mut(listener)
            && backlog.queue.len() < backlog.capacity
            && let Some(client) = backlog.waiting_connections.pop_front()
        {
            // Connections inherit the options of their listener.
            let mut new = Socket { options: options.clone(), ..Socket::new(*domain, *kind) };
            new.local_name = local.clone();
            let Some(asking) = self.sockets.get(client) else { continue };
            if let Some(reached @ SocketName::Inet(..)) = &asking.remote_name {
                new.local_name = Some(reached.clone());
            }
            new.remote_name = asking.local_name.clone();
            new.phase = Phase::Connected(client);
            let new = self.sockets.add(new);
            if let Some(client) = self.sockets.get_mut(client) {
                client.phase = Phase::Connected(new);
            }
            if let Some(Socket { phase: Phase::Listens(backlog), .. }) =
                self.sockets.get_mut(listener)
            {
                backlog.queue.push_back(new);
            }
            self.changed_sockets.extend([listener, client]);
        }
    }

    /// accept(2): the socket, and the name of its peer.
    pub(crate) fn accept(&mut self, id: SocketId) -> SysResult<(SocketId, Vec<u8>)> {
        let socket = self.socket_mut(id)?;
        let Phase::Listens(backlog) = &mut socket.phase else {
            return Err(if socket.has_connections() { libc::EINVAL } else { libc::EOPNOTSUPP });
        };
        let new = match backlog.queue.pop_front() {
            Some(new) => new,
            None if socket.shut_read => return Err(libc::EINVAL),
            None => return Err(libc::EAGAIN),
        };
        self.fill_backlog(id);
        let new_socket = self.socket_ref(new)?;
        let domain = new_socket.domain;
        let from = new_socket.remote_name.as_ref().map_or_else(Vec::new, |name| name.bytes(domain));
        Ok((new, from))
    }
}

/// Checks that a socket may connect.
fn check_unconnected(socket: &Socket) -> SysResult<()> {
    match &socket.phase {
        Phase::Fresh => Ok(()),
        Phase::Connecting(_) => Err(libc::EALREADY),
        Phase::Listens(_) if socket.is_unix() => Err(libc::EINVAL),
        Phase::Listens(_) | Phase::Connected(_) => Err(libc::EISCONN),
        Phase::Broken { .. } if socket.error.is_some() => {
            Err(socket.error.unwrap_or(libc::ECONNREFUSED))
        }
        Phase::Broken { .. } => Err(libc::ECONNABORTED),
    }
}

/// The unspecified address of a socket's domain.
pub(super) fn unspecified_address(socket: &Socket) -> IpAddr {
    if socket.domain == libc::AF_INET6 {
        Ipv6Addr::UNSPECIFIED.into()
    } else {
        Ipv4Addr::UNSPECIFIED.into()
    }
}
