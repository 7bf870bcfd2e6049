//! Arguments of system calls that point into the program's memory.

use minigo_vm::host::SysResult;
use minigo_vm::host::program_memory::{read, write};

/// The most bytes that one call passes: a longer call passes a part, as the kernel may do.
const MAX_TRANSFER_BYTES: usize = 1 << 20;
/// The size of a page in bytes: if one byte of a page can be read, all can.
const PAGE: u64 = 4096;
/// The longest path with its terminating zero, in bytes.
const LONGEST_PATH: usize = 4096;
/// The most vectors of a call, and below the size of one in bytes.
const MAX_VECTORS: u64 = 1024;
const IOVEC_BYTES: usize = 16;

/// How many of `len` bytes a call passes.
pub(super) fn clamp_length(len: u64) -> usize {
    len.min(MAX_TRANSFER_BYTES as u64) as usize
}

/// The number of eight bytes at offset `at` of a structure.
pub(super) fn word_at(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// Reads a zero-terminated text at an address.
pub(super) fn read_path(at: u64) -> SysResult<Vec<u8>> {
    let mut path = Vec::new();
    while path.len() < LONGEST_PATH {
        let from = at + path.len() as u64;
        let mut part = vec![0; (PAGE - from % PAGE).min(256) as usize];
        read(from, &mut part)?;
        match part.iter().position(|byte| *byte == 0) {
            Some(end) => {
                path.extend_from_slice(&part[..end]);
                return Ok(path);
            }
            None => path.extend(part),
        }
    }
    Err(libc::ENAMETOOLONG)
}

/// Reads the vectors' addresses and lengths, altogether no more than a call passes.
pub(super) fn read_vectors(at: u64, count: u64) -> SysResult<Vec<(u64, usize)>> {
    if count > MAX_VECTORS {
        return Err(libc::EINVAL);
    }
    let mut bytes = vec![0; IOVEC_BYTES * count as usize];
    read(at, &mut bytes)?;
    let mut room = MAX_TRANSFER_BYTES;
    let all = bytes.chunks_exact(IOVEC_BYTES).map(|vector| {
        let len = word_at(vector, 8).min(room as u64) as usize;
        room -= len;
        (word_at(vector, 0), len)
    });
    Ok(all.collect())
}

/// Reads the bytes of the vectors.
pub(super) fn gather_bytes(vectors: &[(u64, usize)]) -> SysResult<Vec<u8>> {
    let mut all = Vec::new();
    for (at, len) in vectors {
        let from = all.len();
        all.resize(from + len, 0);
        read(*at, &mut all[from..])?;
    }
    Ok(all)
}

/// Writes bytes to the vectors, one after the other.
pub(super) fn scatter_bytes(vectors: &[(u64, usize)], mut bytes: &[u8]) -> SysResult<()> {
    for (at, len) in vectors {
        let (part, rest) = bytes.split_at(bytes.len().min(*len));
        write(*at, part)?;
        bytes = rest;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{gather_bytes, read_path, read_vectors, scatter_bytes};

    #[test]
    fn texts_end_with_a_zero() {
        let text = [b"a/path\0behind".to_vec(), vec![0; 300]].concat();
        assert_eq!(read_path(text.as_ptr() as u64), Ok(b"a/path".to_vec()));
        assert_eq!(read_path(16), Err(libc::EFAULT));
    }

    #[test]
    fn vectors_are_filled_in_order() {
        let (mut a, mut b) = ([1u8, 2], [3u8, 4, 5]);
        let list = [a.as_mut_ptr() as u64, 2, b.as_mut_ptr() as u64, 3];
        let vectors = read_vectors(list.as_ptr() as u64, 2).expect("the vectors are readable");
        assert_eq!(gather_bytes(&vectors), Ok(vec![1, 2, 3, 4, 5]));
        assert_eq!(scatter_bytes(&vectors, &[9, 8, 7]), Ok(()));
        assert_eq!((a, b), ([9, 8], [7, 4, 5]));
    }
}
