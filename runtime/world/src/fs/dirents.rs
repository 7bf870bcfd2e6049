//! The kernel's records of a directory: `struct linux_dirent64`.

use super::real_files::DirEntry;

/// The size of a record before the name, in bytes.
const HEADER_BYTES: usize = 19;

/// The file type of a record, from the file's mode.
pub(crate) fn kind_of(mode: u32) -> u8 {
    ((mode & libc::S_IFMT) >> 12) as u8
}

/// Decodes the first record; returns it and the remaining bytes.
pub(crate) fn decode_record(bytes: &[u8]) -> Option<(DirEntry, &[u8])> {
    let len = usize::from(u16::from_le_bytes([*bytes.get(16)?, *bytes.get(17)?]));
    let record = bytes.get(..len).filter(|record| record.len() > HEADER_BYTES)?;
    let mut ino = [0; 8];
    ino.copy_from_slice(&record[..8]);
    let name = record[HEADER_BYTES..].split(|byte| *byte == 0).next()?.to_vec();
    Some((DirEntry { name, inode: u64::from_le_bytes(ino), entry_type: record[18] }, &bytes[len..]))
}

/// Writes records into the buffer, beginning with number `from`; returns how many bytes and how many records it wrote.
pub(crate) fn encode_records(list: &[DirEntry], from: usize, buf: &mut [u8]) -> (usize, usize) {
    let (mut at, mut count) = (0, 0);
    for (number, one) in list.iter().enumerate().skip(from) {
        let len = (HEADER_BYTES + one.name.len() + 1).next_multiple_of(8);
        let Some(record) = buf.get_mut(at..at + len) else { break };
        record.fill(0);
        record[..8].copy_from_slice(&one.inode.to_le_bytes());
        record[8..16].copy_from_slice(&(number as u64 + 1).to_le_bytes());
        record[16..18].copy_from_slice(&(len as u16).to_le_bytes());
        record[18] = one.entry_type;
        record[HEADER_BYTES..HEADER_BYTES + one.name.len()].copy_from_slice(&one.name);
        at += len;
        count += 1;
    }
    (at, count)
}

#[cfg(test)]
mod tests {
    use super::{decode_record, encode_records};
    use crate::fs::real_files::DirEntry;

    #[test]
    fn directory_records_round_trip() {
        let list: Vec<DirEntry> = (0..5)
            .map(|n| DirEntry { name: vec![b'a'; 3 * n + 1], inode: n as u64, entry_type: n as u8 })
            .collect();
        let mut buf = [0xff; 100];
        let mut back = Vec::new();
        let mut from = 0;
        while from < list.len() {
            let (bytes, count) = encode_records(&list, from, &mut buf);
            assert!(count > 0);
            from += count;
            let mut rest = &buf[..bytes];
            while let Some((one, behind)) = decode_record(rest) {
                back.push(one);
                rest = behind;
            }
            assert!(rest.is_empty());
        }
        assert_eq!(back, list);
    }
}
