//! The part of the host that is sockets, pipes and host names.
//!
//! A host may have none: these calls then fail with `ENOSYS`. Addresses are the kernel's `sockaddr` bytes, since the
//! library's Go code reads and writes them. A call does not wait unless its documentation says so.

use crate::host::SysResult;
use crate::host::descriptors::Descriptors;
use std::net::ToSocketAddrs as _;
use std::sync::Arc;
use std::time::Duration;

/// The size of the largest `sockaddr` in bytes.
pub const ADDRESS_BYTES: usize = 128;

/// A `sockaddr` from the host.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    bytes: [u8; ADDRESS_BYTES],
    len: usize,
}

impl Default for Address {
    fn default() -> Self {
        Self { bytes: [0; ADDRESS_BYTES], len: 0 }
    }
}

impl Address {
    /// The address with these bytes, cut to [`ADDRESS_BYTES`].
    #[must_use]
    pub fn new(from: &[u8]) -> Self {
        let mut address = Self { len: from.len().min(ADDRESS_BYTES), ..Self::default() };
        address.bytes[..address.len].copy_from_slice(&from[..address.len]);
        address
    }

    /// The bytes of the address; empty if there is none.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len.min(ADDRESS_BYTES)]
    }
}

/// Sockets and pipes.
#[allow(clippy::missing_errors_doc, reason = "all errors are Linux's numbers")]
#[allow(unused_variables, reason = "the defaults refuse")]
pub trait Sockets: Send + Sync {
    /// socket(2) with `SOCK_CLOEXEC` and `SOCK_NONBLOCK`.
    fn socket(&self, domain: i32, kind: i32, protocol: i32) -> SysResult<i32> {
        Err(libc::ENOSYS)
    }
    /// bind(2).
    fn bind(&self, fd: i32, address: &[u8]) -> SysResult<()> {
        Err(libc::ENOSYS)
    }
    /// listen(2).
    fn listen(&self, fd: i32, backlog: i32) -> SysResult<()> {
        Err(libc::ENOSYS)
    }
    /// accept4(2) with `SOCK_CLOEXEC` and `SOCK_NONBLOCK`.
    fn accept(&self, fd: i32, from: &mut Address) -> SysResult<i32> {
        Err(libc::ENOSYS)
    }
    /// connect(2).
    fn connect(&self, fd: i32, address: &[u8]) -> SysResult<()> {
        Err(libc::ENOSYS)
    }
    /// recvfrom(2).
    fn receive(&self, fd: i32, buf: &mut [u8], from: &mut Address) -> SysResult<usize> {
        Err(libc::ENOSYS)
    }
    /// sendto(2); send(2) without an address.
    fn send(&self, fd: i32, buf: &[u8], to: &[u8]) -> SysResult<usize> {
        Err(libc::ENOSYS)
    }
    /// shutdown(2).
    fn shutdown(&self, fd: i32, how: i32) -> SysResult<()> {
        Err(libc::ENOSYS)
    }
    /// setsockopt(2).
    fn set_option(&self, fd: i32, level: i32, name: i32, value: &[u8]) -> SysResult<()> {
        Err(libc::ENOSYS)
    }
    /// getsockopt(2) of an `int`.
    fn option(&self, fd: i32, level: i32, name: i32) -> SysResult<i32> {
        Err(libc::ENOSYS)
    }
    /// getsockname(2), or getpeername(2).
    fn socket_address(&self, fd: i32, peer: bool) -> SysResult<Address> {
        Err(libc::ENOSYS)
    }
    /// Sets or clears `O_NONBLOCK`.
    fn set_nonblocking(&self, fd: i32, on: bool) -> SysResult<()> {
        Err(libc::ENOSYS)
    }
    /// Reports whether `O_NONBLOCK` is set.
    fn is_nonblocking(&self, fd: i32) -> SysResult<bool> {
        Err(libc::ENOSYS)
    }
    /// Waits until the descriptor can be read, or written, for at most `pause`: poll(2).
    fn wait_ready(&self, fd: i32, write: bool, pause: Duration) -> SysResult<bool> {
        Err(libc::ENOSYS)
    }
    /// The addresses of a host, as text. May wait.
    fn look_up(&self, host: &str) -> SysResult<Vec<String>> {
        Err(libc::ENOSYS)
    }
}

/// A host without sockets.
#[derive(Clone, Copy, Debug)]
pub struct NoSockets;

impl Sockets for NoSockets {}

/// The sockets of the operating system.
#[derive(Default)]
pub struct SystemSockets {
    /// The table of open descriptors, if descriptors are tracked.
    descriptors: Option<Arc<Descriptors>>,
}

impl SystemSockets {
    pub(crate) fn with_tracking(descriptors: Arc<Descriptors>) -> Self {
        Self { descriptors: Some(descriptors) }
    }

    fn note_opened(&self, fd: i32) -> SysResult<i32> {
        self.descriptors.as_ref().map_or(Ok(fd), |all| all.note_opened(fd))
    }
}

/// A libc call whose arguments are all valid during the call.
macro_rules! sys {
    ($call:expr) => {{
        // SAFETY: pointers come from references that outlive the call, with their true lengths.
        match i64::from(unsafe { $call }) {
            0.. => Ok(()),
            _ => Err(last_error()),
        }
    }};
    ($kind:ty: $call:expr) => {{
        // SAFETY: pointers come from references that outlive the call, with their true lengths.
        let n = unsafe { $call };
        if n >= 0 { Ok(n as $kind) } else { Err(last_error()) }
    }};
}

fn last_error() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

/// An address as the two arguments of a socket call.
fn address_arguments(address: &[u8]) -> (*const libc::sockaddr, libc::socklen_t) {
    (address.as_ptr().cast(), address.len() as libc::socklen_t)
}

/// Makes a call that fills in an address.
fn fill_address<R>(
    address: &mut Address,
    call: impl FnOnce(*mut libc::sockaddr, *mut libc::socklen_t) -> R,
) -> R {
    let mut len = ADDRESS_BYTES as libc::socklen_t;
    let result = call(address.bytes.as_mut_ptr().cast(), &raw mut len);
    address.len = len as usize;
    result
}

impl Sockets for SystemSockets {
    fn socket(&self, domain: i32, kind: i32, protocol: i32) -> SysResult<i32> {
        let kind = kind | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
        self.note_opened(sys!(i32: libc::socket(domain, kind, protocol))?)
    }

    fn bind(&self, fd: i32, address: &[u8]) -> SysResult<()> {
        let (at, len) = address_arguments(address);
        sys!(libc::bind(fd, at, len))
    }

    fn listen(&self, fd: i32, backlog: i32) -> SysResult<()> {
        sys!(libc::listen(fd, backlog))
    }

    fn accept(&self, fd: i32, from: &mut Address) -> SysResult<i32> {
        let flags = libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
        self.note_opened(fill_address(
            from,
            |at, len| sys!(i32: libc::accept4(fd, at, len, flags)),
        )?)
    }

    fn connect(&self, fd: i32, address: &[u8]) -> SysResult<()> {
        let (at, len) = address_arguments(address);
        sys!(libc::connect(fd, at, len))
    }

    fn receive(&self, fd: i32, buf: &mut [u8], from: &mut Address) -> SysResult<usize> {
        let (to, size) = (buf.as_mut_ptr().cast(), buf.len());
        fill_address(from, |at, len| sys!(usize: libc::recvfrom(fd, to, size, 0, at, len)))
    }

    fn send(&self, fd: i32, buf: &[u8], to: &[u8]) -> SysResult<usize> {
        let (at, len) = if to.is_empty() { (std::ptr::null(), 0) } else { address_arguments(to) };
        let (from, size) = (buf.as_ptr().cast(), buf.len());
        sys!(usize: libc::sendto(fd, from, size, libc::MSG_NOSIGNAL, at, len))
    }

    fn shutdown(&self, fd: i32, how: i32) -> SysResult<()> {
        sys!(libc::shutdown(fd, how))
    }

    fn set_option(&self, fd: i32, level: i32, name: i32, value: &[u8]) -> SysResult<()> {
        let len = value.len() as libc::socklen_t;
        sys!(libc::setsockopt(fd, level, name, value.as_ptr().cast(), len))
    }

    fn option(&self, fd: i32, level: i32, name: i32) -> SysResult<i32> {
        let mut value = 0i32;
        let mut len = size_of::<i32>() as libc::socklen_t;
        sys!(libc::getsockopt(fd, level, name, (&raw mut value).cast(), &raw mut len))?;
        Ok(value)
    }

    fn socket_address(&self, fd: i32, peer: bool) -> SysResult<Address> {
        let mut address = Address::default();
        fill_address(&mut address, |at, len| {
            if peer {
                sys!(libc::getpeername(fd, at, len))
            } else {
                sys!(libc::getsockname(fd, at, len))
            }
        })?;
        Ok(address)
    }

    fn set_nonblocking(&self, fd: i32, on: bool) -> SysResult<()> {
        // Setting the flag takes one ioctl(2), but two calls of fcntl(2).
        let mut on = libc::c_int::from(on);
        sys!(libc::ioctl(fd, libc::FIONBIO, &raw mut on))
    }

    fn is_nonblocking(&self, fd: i32) -> SysResult<bool> {
        sys!(i32: libc::fcntl(fd, libc::F_GETFL)).map(|flags| flags & libc::O_NONBLOCK != 0)
    }

    fn wait_ready(&self, fd: i32, write: bool, pause: Duration) -> SysResult<bool> {
        let events = if write { libc::POLLOUT } else { libc::POLLIN };
        let mut poll = libc::pollfd { fd, events, revents: 0 };
        let millis = pause.as_millis().min(i32::MAX as u128) as i32;
        sys!(i32: libc::poll(&raw mut poll, 1, millis)).map(|n| n > 0)
    }

    fn look_up(&self, host: &str) -> SysResult<Vec<String>> {
        let found = (host, 0).to_socket_addrs().map_err(|_| libc::ENOENT)?;
        let mut texts: Vec<String> = found.map(|a| a.ip().to_string()).collect();
        texts.dedup();
        Ok(texts)
    }
}
