//! System calls on sockets.

use super::arguments::clamp_length;
use super::numbers as n;
use crate::world::Inner;
use libc::{SOCK_CLOEXEC, SOCK_NONBLOCK};
use minigo_vm::host::SysResult;
use minigo_vm::host::program_memory::{read, write};
use minigo_vm::host::sockets::{ADDRESS_BYTES, Sockets as _};

/// The flags of a new socket's descriptor, which the program passes together with the kind.
fn flags_of_kind(kind: i32) -> i32 {
    libc::O_RDWR | if kind & SOCK_NONBLOCK != 0 { libc::O_NONBLOCK } else { 0 }
}

/// Reads an address that the program passes.
pub(super) fn read_address(at: u64, len: u64) -> SysResult<Vec<u8>> {
    if len as usize > ADDRESS_BYTES {
        return Err(libc::EINVAL);
    }
    let mut bytes = vec![0; len as usize];
    read(at, &mut bytes)?;
    Ok(bytes)
}

/// Writes an address and its length, if the program wants one.
fn put_address(name: &[u8], at: u64, len_at: u64) -> SysResult<()> {
    if at == 0 || len_at == 0 {
        return Ok(());
    }
    let mut room = [0; 4];
    read(len_at, &mut room)?;
    write(at, &name[..name.len().min(u32::from_le_bytes(room) as usize)])?;
    write(len_at, &(name.len() as u32).to_le_bytes())
}

impl Inner {
    pub(super) fn socket_call(&self, number: i64, args: [u64; 6]) -> Option<SysResult<u64>> {
        let [a, b, c, d, e, f] = args;
        let (fd, x, y) = (a as i32, b as i32, c as i32);
        let unit = |result: SysResult<()>| result.map(|()| 0);
        Some(match number {
            n::SOCKET => {
                let kind = x & !(SOCK_CLOEXEC | SOCK_NONBLOCK);
                self.make_socket(fd, kind, y, flags_of_kind(x)).map(|fd| fd as u64)
            }
            n::SOCKETPAIR => unit(self.socket_pair_at([fd, x, y], d)),
            n::BIND => unit(read_address(b, c).and_then(|name| self.bind(fd, &name))),
            n::CONNECT => unit(read_address(b, c).and_then(|name| self.connect_to(fd, &name))),
            n::LISTEN => unit(self.listen(fd, x)),
            n::SHUTDOWN => unit(self.shutdown(fd, x)),
            n::ACCEPT => self.accept_at(fd, b, c, 0),
            n::ACCEPT4 => self.accept_at(fd, b, c, d as i32),
            n::GETSOCKNAME | n::GETPEERNAME => {
                let name = self.name_of(fd, number == n::GETPEERNAME);
                unit(name.and_then(|name| put_address(&name, b, c)))
            }
            n::SETSOCKOPT => {
                let value = read_address(d, e);
                unit(value.and_then(|value| self.set_option(fd, x, y, &value)))
            }
            n::GETSOCKOPT => unit(self.socket_option_at([fd, x, y], d, e)),
            n::SENDTO => self.send_at(fd, (b, c), (e, f)),
            n::RECVFROM => self.receive_into(fd, (b, c), (e, f)),
            n::SENDMSG => self.send_message(fd, b),
            n::RECVMSG => self.receive_message(fd, b),
            _ => return None,
        })
    }

    fn socket_pair_at(&self, [domain, kind, protocol]: [i32; 3], at: u64) -> SysResult<()> {
        let pair: SysResult<(i32, i32)> = self.with_state(|state| {
            let bare = kind & !(SOCK_CLOEXEC | SOCK_NONBLOCK);
            let (a, b) = state.net.socket_pair(domain, bare, protocol)?;
            Ok((
                state.add_socket(a, flags_of_kind(kind))?,
                state.add_socket(b, flags_of_kind(kind))?,
            ))
        });
        let (a, b) = pair?;
        write(at, &[a.to_le_bytes(), b.to_le_bytes()].concat())
    }

    fn accept_at(&self, fd: i32, at: u64, len_at: u64, kind: i32) -> SysResult<u64> {
        let (new, name) = self.accept_one(fd, flags_of_kind(kind))?;
        put_address(&name, at, len_at)?;
        Ok(new as u64)
    }

    fn socket_option_at(&self, [fd, level, name]: [i32; 3], at: u64, len_at: u64) -> SysResult<()> {
        let value = self.option(fd, level, name)?.to_le_bytes();
        let mut room = [0; 4];
        read(len_at, &mut room)?;
        let part = &value[..value.len().min(u32::from_le_bytes(room) as usize)];
        write(at, part)?;
        write(len_at, &(part.len() as u32).to_le_bytes())
    }

    fn send_at(&self, fd: i32, (from, len): (u64, u64), to: (u64, u64)) -> SysResult<u64> {
        let mut bytes = vec![0; clamp_length(len)];
        read(from, &mut bytes)?;
        let to = if to.0 == 0 { Vec::new() } else { read_address(to.0, to.1)? };
        self.send_from(fd, &bytes, &to).map(|n| n as u64)
    }

    fn receive_into(&self, fd: i32, (to, len): (u64, u64), from: (u64, u64)) -> SysResult<u64> {
        let mut bytes = vec![0; clamp_length(len)];
        let got = self.receive_at(fd, &mut bytes)?;
        write(to, &bytes[..got.len])?;
        put_address(&got.from, from.0, from.1)?;
        Ok(got.len as u64)
    }
}
