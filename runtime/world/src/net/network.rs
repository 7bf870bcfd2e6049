//! All sockets and their names.

use super::address::{SocketName, loopback_for};
use super::socket::{Phase, Socket};
use crate::ids::{SocketId, Table};
use minigo_vm::host::SysResult;
use std::collections::BTreeMap;
use std::net::IpAddr;

/// The first ephemeral port, and below the number of ephemeral ports: Linux's defaults.
const FIRST_EPHEMERAL_PORT: u16 = 32_768;
const EPHEMERAL_PORT_COUNT: u16 = 28_232;
/// Ports below this one are reserved for the superuser.
const FIRST_UNPRIVILEGED_PORT: u16 = 1024;

/// All sockets of a machine.
#[derive(Default)]
pub(crate) struct Network {
    pub(crate) sockets: Table<SocketId, Socket>,
    /// The sockets by the port that they have themselves: all but accepted connections, which share their listener's
    /// port.
    sockets_by_port: BTreeMap<u16, Vec<SocketId>>,
    /// How many ports, and below how many names of unix sockets, were given out.
    last_port: u16,
    last_unix_name_number: u32,
    /// Sockets whose readiness may have changed.
    pub(crate) changed_sockets: Vec<SocketId>,
}

impl Network {
    /// socket(2)
    pub(crate) fn socket(&mut self, domain: i32, kind: i32, protocol: i32) -> SysResult<SocketId> {
        let kind = kind & !(libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK);
        let expected = match (domain, kind) {
            (libc::AF_INET | libc::AF_INET6, libc::SOCK_STREAM) => libc::IPPROTO_TCP,
            (libc::AF_INET | libc::AF_INET6, libc::SOCK_DGRAM) => libc::IPPROTO_UDP,
            (libc::AF_UNIX, libc::SOCK_STREAM | libc::SOCK_DGRAM | libc::SOCK_SEQPACKET) => 0,
            (libc::AF_INET | libc::AF_INET6, libc::SOCK_RAW) => return Err(libc::EPERM),
            (libc::AF_INET | libc::AF_INET6 | libc::AF_UNIX, _) => {
                return Err(libc::ESOCKTNOSUPPORT);
            }
            _ => return Err(libc::EAFNOSUPPORT),
        };
        if protocol != 0 && protocol != expected {
            return Err(libc::EPROTONOSUPPORT);
        }
        Ok(self.sockets.add(Socket::new(domain, kind)))
    }

    /// socketpair(2)
    pub(crate) fn socket_pair(
        &mut self,
        domain: i32,
        kind: i32,
        protocol: i32,
    ) -> SysResult<(SocketId, SocketId)> {
        if domain != libc::AF_UNIX {
            return Err(libc::EOPNOTSUPP);
        }
        let (a, b) = (self.socket(domain, kind, protocol)?, self.socket(domain, kind, protocol)?);
        for (one, other) in [(a, b), (b, a)] {
            let socket = self.socket_mut(one)?;
            socket.phase = Phase::Connected(other);
            (socket.local_name, socket.remote_name) =
                (Some(SocketName::Unnamed), Some(SocketName::Unnamed));
        }
        Ok((a, b))
    }

    pub(crate) fn socket_ref(&self, id: SocketId) -> SysResult<&Socket> {
        self.sockets.get(id).ok_or(libc::EBADF)
    }

    pub(crate) fn socket_mut(&mut self, id: SocketId) -> SysResult<&mut Socket> {
        self.sockets.get_mut(id).ok_or(libc::EBADF)
    }

    /// getsockname(2), or getpeername(2)
    pub(crate) fn name(&self, id: SocketId, peer: bool) -> SysResult<Vec<u8>> {
        let socket = self.socket_ref(id)?;
        let is_open =
            !socket.has_connection_ended() && !matches!(socket.phase, Phase::Connecting(_));
        let name = match (peer, &socket.local_name, &socket.remote_name) {
            (true, _, Some(remote)) if is_open || socket.is_unix() => remote.clone(),
            (true, ..) => return Err(libc::ENOTCONN),
            (false, Some(local), _) => local.clone(),
            (false, None, _) if socket.is_unix() => SocketName::Unnamed,
            (false, None, _) => SocketName::Inet(IpAddr::from([0, 0, 0, 0]), 0),
        };
        Ok(name.bytes(socket.domain))
    }

    /// Gives a socket its name. If the name is a path, its file was created before.
    pub(crate) fn bind(
        &mut self,
        id: SocketId,
        name: SocketName,
        is_superuser: bool,
    ) -> SysResult<()> {
        let socket = self.socket_ref(id)?;
        if socket.local_name.is_some() {
            return Err(libc::EINVAL);
        }
        let name = match name {
            SocketName::Inet(ip, port) => {
                loopback_for(ip).ok_or(libc::EADDRNOTAVAIL)?;
                if port != 0 && port < FIRST_UNPRIVILEGED_PORT && !is_superuser {
                    return Err(libc::EACCES);
                }
                if port == 0 {
                    SocketName::Inet(ip, self.unused_port()?)
                } else if self.is_port_taken(id, ip, port) {
                    return Err(libc::EADDRINUSE);
                } else {
                    SocketName::Inet(ip, port)
                }
            }
            SocketName::Unnamed => self.unused_name(),
            SocketName::Abstract(_) if self.socket_named(&name, socket.kind).is_some() => {
                return Err(libc::EADDRINUSE);
            }
            other => other,
        };
        self.set_local_name(id, name)
    }

    /// Sets the name of a socket that is not an accepted connection.
    pub(super) fn set_local_name(&mut self, id: SocketId, name: SocketName) -> SysResult<()> {
        if let SocketName::Inet(_, port) = name {
            let all = self.sockets_by_port.entry(port).or_default();
            if !all.contains(&id) {
                all.push(id);
            }
        }
        self.socket_mut(id)?.local_name = Some(name);
        Ok(())
    }

    /// Removes a socket.
    pub(super) fn remove(&mut self, id: SocketId) -> Option<Socket> {
        let socket = self.sockets.remove(id)?;
        if let Some(SocketName::Inet(_, port)) = socket.local_name
            && let Some(all) = self.sockets_by_port.get_mut(&port)
        {
            all.retain(|other| *other != id);
            if all.is_empty() {
                self.sockets_by_port.remove(&port);
            }
        }
        Some(socket)
    }

    /// The sockets that are bound to `port`.
    fn at_port(&self, port: u16) -> impl Iterator<Item = (SocketId, &Socket)> {
        let all = self.sockets_by_port.get(&port).into_iter().flatten();
        all.filter_map(|id| Some((*id, self.sockets.get(*id)?)))
    }

    /// Returns a name that no unix socket has.
    fn unused_name(&mut self) -> SocketName {
        self.last_unix_name_number += 1;
        SocketName::Abstract(format!("{:05x}", self.last_unix_name_number).into_bytes())
    }

    /// Returns a port that no socket has.
    pub(crate) fn unused_port(&mut self) -> SysResult<u16> {
        for _ in 0..EPHEMERAL_PORT_COUNT {
            let port = FIRST_EPHEMERAL_PORT + self.last_port % EPHEMERAL_PORT_COUNT;
            self.last_port = (self.last_port + 1) % EPHEMERAL_PORT_COUNT;
            if !self.sockets_by_port.contains_key(&port) {
                return Ok(port);
            }
        }
        Err(libc::EADDRINUSE)
    }

    /// All sockets of the same protocol, except `id`, that have the port at this address or at all addresses.
    fn port_holders(&self, id: SocketId, ip: IpAddr, port: u16) -> impl Iterator<Item = &Socket> {
        let me = self.sockets.get(id);
        self.at_port(port).filter_map(move |(other, socket)| {
            let me = me.filter(|me| other != id && me.protocol() == socket.protocol())?;
            let Some(SocketName::Inet(its, _)) = socket.local_name else { return None };
            // An IPv6 socket at all addresses is also at all IPv4 addresses, unless IPV6_V6ONLY is set.
            let is_both = |socket: &Socket, ip: IpAddr| {
                let only = socket.is_option_on(libc::IPPROTO_IPV6, libc::IPV6_V6ONLY);
                ip.is_ipv6() && ip.is_unspecified() && !only
            };
            let meets = its == ip
                || is_both(me, ip)
                || is_both(socket, its)
                || its.is_ipv4() == ip.is_ipv4() && (its.is_unspecified() || ip.is_unspecified());
            meets.then_some(socket)
        })
    }

    /// Reports whether the port is taken at this address.
    fn is_port_taken(&self, id: SocketId, ip: IpAddr, port: u16) -> bool {
        let Some(me) = self.sockets.get(id) else { return true };
        self.port_holders(id, ip, port).any(|other| {
            let both = |name| {
                me.is_option_on(libc::SOL_SOCKET, name)
                    && other.is_option_on(libc::SOL_SOCKET, name)
            };
            let listens = matches!(other.phase, Phase::Listens(_));
            !(both(libc::SO_REUSEPORT) || both(libc::SO_REUSEADDR) && !listens)
        })
    }

    /// Returns the socket that receives a connection or packet to this address, among those that `accepts` accepts.
    pub(crate) fn packet_receiver(
        &self,
        ip: IpAddr,
        port: u16,
        accepts: impl Fn(&Socket) -> bool,
    ) -> Option<SocketId> {
        // The more specific address wins; among equal ones, the older socket.
        let fit = |socket: &Socket| match socket.local_name {
            Some(SocketName::Inet(its, _)) => match its {
                _ if its == ip => Some(0),
                IpAddr::V4(_) if its.is_unspecified() && ip.is_ipv4() => Some(1),
                IpAddr::V6(_) if its.is_unspecified() && ip.is_ipv6() => Some(1),
                IpAddr::V6(_)
                    if its.is_unspecified()
                        && !socket.is_option_on(libc::IPPROTO_IPV6, libc::IPV6_V6ONLY) =>
                {
                    Some(2)
                }
                _ => None,
            },
            _ => None,
        };
        let takers = self.at_port(port).filter(|(_, socket)| accepts(socket));
        let fitting = takers.filter_map(|(id, socket)| Some((fit(socket)?, id)));
        fitting.min().map(|(_, id)| id)
    }

    /// Returns the unix socket of this kind with this name.
    pub(crate) fn socket_named(&self, name: &SocketName, kind: i32) -> Option<SocketId> {
        let has = |socket: &Socket| {
            socket.is_unix() && socket.kind == kind && socket.local_name.as_ref() == Some(name)
        };
        // An accepted connection has the name of its listener.
        let first = |socket: &Socket| {
            !socket.has_connections() || matches!(socket.phase, Phase::Fresh | Phase::Listens(_))
        };
        self.sockets.iter().find(|(_, socket)| has(socket) && first(socket)).map(|(id, _)| id)
    }

    /// Reports whether reading would not wait, whether writing would not, and whether there is an end or an error.
    pub(crate) fn readiness(&self, id: SocketId) -> (bool, bool, bool) {
        let Some(socket) = self.sockets.get(id) else { return (true, true, true) };
        let special = socket.at_eof || socket.error.is_some();
        let can_read = special || socket.shut_read || !socket.inbox.is_empty();
        match &socket.phase {
            Phase::Listens(backlog) => (!backlog.queue.is_empty() || special, special, special),
            Phase::Connecting(_) => (special, special, special),
            Phase::Broken { .. } if socket.has_connections() => (true, true, true),
            Phase::Fresh if socket.has_connections() => (special, special, special),
            _ => {
                let error = socket.error.is_some() || socket.shut_write;
                (can_read, error || self.can_send(id), special)
            }
        }
    }
}
