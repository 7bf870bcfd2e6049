//! sendmsg(2) and recvmsg(2): data in several places, with an address. Ancillary data (descriptors, credentials) is
//! refused.

use super::arguments::{gather_bytes, read_vectors, scatter_bytes, word_at};
use super::sockets::read_address;
use crate::net::ReceivedPacket;
use crate::world::Inner;
use minigo_vm::host::SysResult;
use minigo_vm::host::program_memory::{read, write};

/// The size of `struct msghdr` in bytes, and below the offsets of its fields.
const HEADER_BYTES: usize = 56;
const NAME_LEN_OFFSET: usize = 8;
const VECTORS_OFFSET: usize = 16;
const VECTOR_COUNT_OFFSET: usize = 24;
const CONTROL_LEN_OFFSET: usize = 40;
const FLAGS_OFFSET: usize = 48;

fn read_header(at: u64) -> SysResult<[u8; HEADER_BYTES]> {
    let mut header = [0; HEADER_BYTES];
    read(at, &mut header)?;
    Ok(header)
}

/// The length of the name: four bytes, and four of padding.
fn name_len(header: &[u8]) -> u64 {
    word_at(header, NAME_LEN_OFFSET) & u64::from(u32::MAX)
}

impl Inner {
    pub(super) fn send_message(&self, fd: i32, at: u64) -> SysResult<u64> {
        let header = read_header(at)?;
        if word_at(&header, CONTROL_LEN_OFFSET) != 0 {
            return self.refuse_operation("sending descriptors or credentials", libc::EOPNOTSUPP);
        }
        let (name, len) = (word_at(&header, 0), name_len(&header));
        let to = if name == 0 { Vec::new() } else { read_address(name, len)? };
        let bytes = gather_bytes(&read_vectors(
            word_at(&header, VECTORS_OFFSET),
            word_at(&header, VECTOR_COUNT_OFFSET),
        )?)?;
        self.send_from(fd, &bytes, &to).map(|n| n as u64)
    }

    pub(super) fn receive_message(&self, fd: i32, at: u64) -> SysResult<u64> {
        let header = read_header(at)?;
        let places =
            read_vectors(word_at(&header, VECTORS_OFFSET), word_at(&header, VECTOR_COUNT_OFFSET))?;
        let mut bytes = vec![0; places.iter().map(|(_, len)| len).sum()];
        let ReceivedPacket { len, from, is_truncated: is_cut } = self.receive_at(fd, &mut bytes)?;
        scatter_bytes(&places, &bytes[..len])?;
        let name = word_at(&header, 0);
        if name != 0 {
            write(name, &from[..from.len().min(name_len(&header) as usize)])?;
        }
        write(at + NAME_LEN_OFFSET as u64, &(from.len() as u32).to_le_bytes())?;
        write(at + CONTROL_LEN_OFFSET as u64, &[0; 8])?;
        let flags = if is_cut { libc::MSG_TRUNC } else { 0 };
        write(at + FLAGS_OFFSET as u64, &flags.to_le_bytes())?;
        Ok(len as u64)
    }
}
