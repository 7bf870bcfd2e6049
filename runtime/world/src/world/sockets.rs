//! Operations on sockets, by their descriptors.

use super::Inner;
use crate::descriptors::{OpenFile, Target};
use crate::fs::node::Kind;
use crate::fs::tree::MAY_WRITE;
use crate::ids::SocketId;
use crate::net::ReceivedPacket;
use crate::net::address::SocketName;
use crate::state::State;
use minigo_vm::host::SysResult;
use minigo_vm::host::sockets::{Address, Sockets};
use std::net::IpAddr;
use std::time::Duration;

/// The flags of a new socket: it is in non-blocking mode.
const SOCKET_FLAGS: i32 = libc::O_RDWR | libc::O_NONBLOCK;

impl State {
    pub(crate) fn socket_of(&self, fd: i32) -> SysResult<SocketId> {
        match self.descriptors.target_of(fd)? {
            Target::Socket(socket) => Ok(socket),
            _ => Err(libc::ENOTSOCK),
        }
    }

    /// Adds a descriptor of a socket.
    pub(crate) fn add_socket(&mut self, socket: SocketId, flags: i32) -> SysResult<i32> {
        let added = self.descriptors.add(OpenFile::new(Target::Socket(socket), flags));
        if added.is_err() {
            self.net.close(socket);
        }
        added
    }

    /// Returns the unix socket that has a name, if there still is one.
    fn resolve_name(&mut self, name: &SocketName, kind: i32) -> SysResult<Option<SocketId>> {
        let SocketName::Path(path) = name else { return Ok(self.net.socket_named(name, kind)) };
        let id = self.tree.find(self.tree.working_dir, path, true)?;
        self.tree.check_rights(id, MAY_WRITE)?;
        match self.tree.node(id).kind {
            Kind::Socket(socket) => Ok(socket),
            _ => Err(libc::ECONNREFUSED),
        }
    }

    fn bind(&mut self, fd: i32, address: &[u8]) -> SysResult<()> {
        let id = self.socket_of(fd)?;
        let socket = self.net.socket_ref(id)?;
        let name = SocketName::parse(address, socket.domain)?;
        if socket.local_name.is_some() {
            return Err(libc::EINVAL);
        }
        if let SocketName::Path(path) = &name {
            let _ = self.tree.make_socket(path, id)?;
        }
        let is_superuser = self.tree.process_owner.uid == 0;
        self.net.bind(id, name, is_superuser)
    }

    fn connect(&mut self, fd: i32, address: &[u8]) -> SysResult<()> {
        let id = self.socket_of(fd)?;
        let socket = self.net.socket_ref(id)?;
        let kind = socket.kind;
        match SocketName::parse(address, socket.domain)? {
            SocketName::Inet(ip, port) => self.net.connect(id, ip, port),
            name => {
                let to = self.resolve_name(&name, kind)?;
                self.net.connect_unix(id, to, name)
            }
        }
    }

    /// Sends to the peer of the socket.
    pub(crate) fn send(&mut self, id: SocketId, buf: &[u8]) -> SysResult<usize> {
        let socket = self.net.socket_ref(id)?;
        match (socket.has_connections(), socket.is_unix()) {
            (true, _) => self.net.send(id, buf),
            (false, true) => self.net.send_unix(id, buf, None),
            (false, false) => self.net.send_packet(id, buf, None),
        }
    }

    /// sendto(2)
    fn send_to(&mut self, id: SocketId, buf: &[u8], to: &[u8]) -> SysResult<usize> {
        let socket = self.net.socket_ref(id)?;
        if to.is_empty() || socket.has_connections() {
            return self.send(id, buf);
        }
        let kind = socket.kind;
        match SocketName::parse(to, socket.domain)? {
            SocketName::Inet(ip, port) => self.net.send_packet(id, buf, Some((ip, port))),
            name => {
                let to = self.resolve_name(&name, kind)?.ok_or(libc::ECONNREFUSED)?;
                self.net.send_unix(id, buf, Some(to))
            }
        }
    }

    /// recvfrom(2)
    fn receive(&mut self, id: SocketId, buf: &mut [u8]) -> SysResult<ReceivedPacket> {
        if self.net.socket_ref(id)?.has_connections() {
            let len = self.net.receive(id, buf, &mut *self.choices)?;
            return Ok(ReceivedPacket { len, ..ReceivedPacket::default() });
        }
        self.net.receive_packet(id, buf)
    }
}

impl Inner {
    /// socket(2); `flags` are those of the descriptor.
    pub(crate) fn make_socket(
        &self,
        domain: i32,
        kind: i32,
        protocol: i32,
        flags: i32,
    ) -> SysResult<i32> {
        let made = self.with_state(|state| {
            let socket = state.net.socket(domain, kind, protocol)?;
            state.add_socket(socket, flags)
        });
        match made {
            Err(errno @ (libc::EAFNOSUPPORT | libc::EPERM)) => {
                self.refuse_operation(format!("a socket of family {domain} and kind {kind}"), errno)
            }
            made => made,
        }
    }

    /// accept(2): the descriptor, and the name of the peer.
    pub(crate) fn accept_one(&self, fd: i32, flags: i32) -> SysResult<(i32, Vec<u8>)> {
        self.with_descriptor(fd, |state| {
            let (socket, from) = state.net.accept(state.socket_of(fd)?)?;
            Ok((state.add_socket(socket, flags)?, from))
        })
    }

    pub(crate) fn connect_to(&self, fd: i32, address: &[u8]) -> SysResult<()> {
        match self.with_descriptor(fd, |state| state.connect(fd, address)) {
            Err(libc::ENETUNREACH) => self.refuse_operation(
                describe_network_operation("connecting to", address),
                libc::ENETUNREACH,
            ),
            result => result,
        }
    }

    pub(crate) fn send_from(&self, fd: i32, buf: &[u8], to: &[u8]) -> SysResult<usize> {
        match self.with_descriptor(fd, |state| state.send_to(state.socket_of(fd)?, buf, to)) {
            Err(libc::ENETUNREACH) => self
                .refuse_operation(describe_network_operation("sending to", to), libc::ENETUNREACH),
            result => result,
        }
    }

    pub(crate) fn receive_at(&self, fd: i32, buf: &mut [u8]) -> SysResult<ReceivedPacket> {
        self.with_descriptor(fd, |state| state.receive(state.socket_of(fd)?, buf))
    }

    /// getsockname(2), or getpeername(2)
    pub(crate) fn name_of(&self, fd: i32, peer: bool) -> SysResult<Vec<u8>> {
        self.with_state(|state| state.net.name(state.socket_of(fd)?, peer))
    }

    pub(crate) fn set_flags(&self, fd: i32, change: impl FnOnce(i32) -> i32) -> SysResult<()> {
        self.with_state(|state| {
            let open = state.descriptors.get_mut(fd)?;
            let changeable = libc::O_APPEND | libc::O_NONBLOCK;
            open.flags = open.flags & !changeable | change(open.flags) & changeable;
            Ok(())
        })
    }
}

/// The description of an operation on an address of the real network, for messages.
fn describe_network_operation(operation: &str, address: &[u8]) -> String {
    let domain = address.first().copied().map_or(0, i32::from);
    match SocketName::parse(address, domain) {
        Ok(SocketName::Inet(IpAddr::V4(ip), port)) => format!("{operation} {ip}:{port}"),
        Ok(SocketName::Inet(IpAddr::V6(ip), port)) => format!("{operation} [{ip}]:{port}"),
        _ => format!("{operation} another machine"),
    }
}

impl Sockets for Inner {
    fn socket(&self, domain: i32, kind: i32, protocol: i32) -> SysResult<i32> {
        self.make_socket(domain, kind, protocol, SOCKET_FLAGS)
    }

    fn bind(&self, fd: i32, address: &[u8]) -> SysResult<()> {
        self.with_state(|state| state.bind(fd, address))
    }

    fn listen(&self, fd: i32, backlog: i32) -> SysResult<()> {
        self.with_state(|state| state.net.listen(state.socket_of(fd)?, backlog))
    }

    fn accept(&self, fd: i32, from: &mut Address) -> SysResult<i32> {
        let (new, name) = self.accept_one(fd, SOCKET_FLAGS)?;
        *from = Address::new(&name);
        Ok(new)
    }

    fn connect(&self, fd: i32, address: &[u8]) -> SysResult<()> {
        self.connect_to(fd, address)
    }

    fn receive(&self, fd: i32, buf: &mut [u8], from: &mut Address) -> SysResult<usize> {
        let got = self.receive_at(fd, buf)?;
        *from = Address::new(&got.from);
        Ok(got.len)
    }

    fn send(&self, fd: i32, buf: &[u8], to: &[u8]) -> SysResult<usize> {
        self.send_from(fd, buf, to)
    }

    fn shutdown(&self, fd: i32, how: i32) -> SysResult<()> {
        self.with_state(|state| state.net.shut_down(state.socket_of(fd)?, how))
    }

    fn set_option(&self, fd: i32, level: i32, name: i32, value: &[u8]) -> SysResult<()> {
        self.with_state(|state| state.net.set_option(state.socket_of(fd)?, level, name, value))
    }

    fn option(&self, fd: i32, level: i32, name: i32) -> SysResult<i32> {
        self.with_state(|state| state.net.option(state.socket_of(fd)?, level, name))
    }

    fn socket_address(&self, fd: i32, peer: bool) -> SysResult<Address> {
        Ok(Address::new(&self.name_of(fd, peer)?))
    }

    fn set_nonblocking(&self, fd: i32, on: bool) -> SysResult<()> {
        let flag = if on { libc::O_NONBLOCK } else { 0 };
        self.set_flags(fd, |flags| flags & !libc::O_NONBLOCK | flag)
    }

    fn is_nonblocking(&self, fd: i32) -> SysResult<bool> {
        self.read_state(|state| state.descriptors.get(fd).map(OpenFile::is_nonblocking))
    }

    fn wait_ready(&self, fd: i32, write: bool, _: Duration) -> SysResult<bool> {
        let (read, written, _) = self.with_state(|state| state.readiness(fd))?;
        Ok(if write { written } else { read })
    }

    fn look_up(&self, host: &str) -> SysResult<Vec<String>> {
        if let Ok(ip) = host.parse::<IpAddr>() {
            return Ok(vec![ip.to_string()]);
        }
        let name = host.trim_end_matches('.').to_ascii_lowercase();
        if name == "localhost"
            || name.ends_with(".localhost")
            || name == self.outside_world.host_name
        {
            return Ok(vec!["127.0.0.1".to_owned(), "::1".to_owned()]);
        }
        self.refuse_operation(format!("looking up {host}"), libc::ENOENT)
    }
}
