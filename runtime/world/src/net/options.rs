//! Socket options: some change the behaviour of the simulated sockets, others are only stored.

use super::network::Network;
use super::socket::{Phase, Socket};
use crate::ids::SocketId;
use minigo_vm::host::SysResult;

/// The default size of buffers in Linux.
const DEFAULT_BUFFER: i32 = 212_992;
/// The least and below the largest buffer size that a program may set.
const MIN_BUFFER: i32 = 2304;
const MAX_BUFFER: i32 = 425_984;

/// The level of `SO_REUSEPORT` and similar options.
const SOCKET: i32 = libc::SOL_SOCKET;

impl Socket {
    /// The value of an option, if the program has set it.
    pub(crate) fn option_value(&self, level: i32, name: i32) -> Option<i32> {
        let bytes = self.options.get(&(level, name))?;
        let mut value = [0; 4];
        let n = bytes.len().min(4);
        value[..n].copy_from_slice(&bytes[..n]);
        Some(i32::from_le_bytes(value))
    }

    /// Reports whether the program has switched an option on.
    pub(crate) fn is_option_on(&self, level: i32, name: i32) -> bool {
        self.option_value(level, name).is_some_and(|value| value != 0)
    }

    /// Reports whether closing the socket resets the connection, because its linger time is zero.
    pub(crate) fn resets_at_close(&self) -> bool {
        let linger = self.options.get(&(SOCKET, libc::SO_LINGER));
        linger.is_some_and(|bytes| bytes.len() >= 8 && bytes[0] == 1 && bytes[4..8] == [0; 4])
    }

    fn has_option_level(&self, level: i32) -> bool {
        let inet = self.domain != libc::AF_UNIX;
        match level {
            SOCKET => true,
            libc::IPPROTO_IP => inet,
            libc::IPPROTO_IPV6 => self.domain == libc::AF_INET6,
            libc::IPPROTO_TCP => inet && self.kind == libc::SOCK_STREAM,
            libc::IPPROTO_UDP => inet && self.kind == libc::SOCK_DGRAM,
            _ => false,
        }
    }
}

/// The options by which a socket joins a multicast group; nothing is ever sent to a group.
const MULTICAST_JOINS: [(i32, i32); 2] =
    [(libc::IPPROTO_IP, libc::IP_ADD_MEMBERSHIP), (libc::IPPROTO_IPV6, libc::IPV6_ADD_MEMBERSHIP)];

impl Network {
    /// setsockopt(2)
    pub(crate) fn set_option(
        &mut self,
        id: SocketId,
        level: i32,
        name: i32,
        value: &[u8],
    ) -> SysResult<()> {
        let socket = self.socket_mut(id)?;
        if !socket.has_option_level(level) {
            return Err(libc::ENOPROTOOPT);
        }
        if MULTICAST_JOINS.contains(&(level, name)) {
            return Err(libc::ENODEV);
        }
        if value.len() < 4 {
            return Err(libc::EINVAL);
        }
        let mut value = value.to_vec();
        if level == SOCKET && (name == libc::SO_SNDBUF || name == libc::SO_RCVBUF) {
            // Linux doubles the size, to account for its own data per packet.
            let asked = i32::from_le_bytes([value[0], value[1], value[2], value[3]]);
            let size = asked.saturating_mul(2).clamp(MIN_BUFFER, MAX_BUFFER);
            value = size.to_le_bytes().to_vec();
        }
        socket.options.insert((level, name), value);
        Ok(())
    }

    /// getsockopt(2) of an `int`
    pub(crate) fn option(&mut self, id: SocketId, level: i32, name: i32) -> SysResult<i32> {
        let socket = self.socket_mut(id)?;
        if !socket.has_option_level(level) {
            return Err(libc::ENOPROTOOPT);
        }
        Ok(match (level, name) {
            (SOCKET, libc::SO_ERROR) => socket.error.take().unwrap_or(0),
            (SOCKET, libc::SO_TYPE) => socket.kind,
            (SOCKET, libc::SO_DOMAIN) => socket.domain,
            (SOCKET, libc::SO_PROTOCOL) => socket.protocol(),
            (SOCKET, libc::SO_ACCEPTCONN) => i32::from(matches!(socket.phase, Phase::Listens(_))),
            (SOCKET, libc::SO_SNDBUF | libc::SO_RCVBUF) => {
                socket.option_value(level, name).unwrap_or(DEFAULT_BUFFER)
            }
            (libc::IPPROTO_IP, libc::IP_TTL) => socket.option_value(level, name).unwrap_or(64),
            _ => socket.option_value(level, name).unwrap_or(0),
        })
    }
}
