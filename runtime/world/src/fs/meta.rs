//! The description of a file, as stat(2) of linux/amd64 lays it out.

use minigo_vm::host::STAT_BYTES;

/// A time: seconds since 1970, and nanoseconds.
pub(crate) type Time = (i64, i64);

/// The size in bytes of the blocks in which a file's size is counted.
const BLOCK: i64 = 4096;

/// The fields of `struct stat`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Meta {
    pub(crate) device: u64,
    pub(crate) inode: u64,
    pub(crate) link_count: u64,
    /// The file type and permissions.
    pub(crate) mode: u32,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    pub(crate) rdev: u64,
    pub(crate) size: i64,
    pub(crate) blocks: i64,
    pub(crate) access_time: Time,
    pub(crate) modification_time: Time,
    pub(crate) change_time: Time,
}

impl Meta {
    /// The type of the file: `S_IFREG` or another `S_IF…` constant.
    pub(crate) fn file_type(&self) -> u32 {
        self.mode & libc::S_IFMT
    }

    /// Sets the size, and the number of blocks of a file without holes.
    pub(crate) fn set_size(&mut self, size: u64) {
        self.size = size as i64;
        self.blocks = (self.size / BLOCK + i64::from(self.size % BLOCK > 0)) * (BLOCK / 512);
    }

    /// Sets the permissions, and keeps the type.
    pub(crate) fn set_permissions(&mut self, mode: u32) {
        self.mode = self.file_type() | mode & 0o7777;
    }

    pub(crate) fn from_bytes(bytes: &[u8; STAT_BYTES]) -> Self {
        let word = |n: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[8 * n..8 * n + 8]);
            u64::from_le_bytes(word)
        };
        let time = |n: usize| (word(n) as i64, word(n + 1) as i64);
        Self {
            device: word(0),
            inode: word(1),
            link_count: word(2),
            mode: word(3) as u32,
            uid: (word(3) >> 32) as u32,
            gid: word(4) as u32,
            rdev: word(5),
            size: word(6) as i64,
            blocks: word(8) as i64,
            access_time: time(9),
            modification_time: time(11),
            change_time: time(13),
        }
    }

    pub(crate) fn to_bytes(&self) -> [u8; STAT_BYTES] {
        let words = [
            self.device,
            self.inode,
            self.link_count,
            u64::from(self.mode) | u64::from(self.uid) << 32,
            u64::from(self.gid),
            self.rdev,
            self.size as u64,
            BLOCK as u64,
            self.blocks as u64,
            self.access_time.0 as u64,
            self.access_time.1 as u64,
            self.modification_time.0 as u64,
            self.modification_time.1 as u64,
            self.change_time.0 as u64,
            self.change_time.1 as u64,
        ];
        let mut bytes = [0; STAT_BYTES];
        for (place, word) in bytes.chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::Meta;

    #[test]
    fn stat_bytes_round_trip() {
        let mut meta = Meta {
            device: 1,
            inode: 2,
            link_count: 3,
            mode: libc::S_IFREG | 0o640,
            uid: 5,
            gid: 6,
            rdev: 7,
            access_time: (8, 9),
            modification_time: (10, 11),
            change_time: (12, 13),
            ..Meta::default()
        };
        meta.set_size(4097);
        assert_eq!(meta.blocks, 16);
        assert_eq!(Meta::from_bytes(&meta.to_bytes()), meta);
    }
}
