//! The content of a file: written blocks, over the content of the real file.

use super::real_files::OriginalContent;
use minigo_vm::host::SysResult;
use std::collections::BTreeMap;

/// The size of a block in bytes.
pub(crate) const BLOCK: u64 = 4096;

/// The content of a regular file.
#[derive(Default)]
pub(crate) struct Content {
    original: Option<OriginalContent>,
    /// The length up to which the original shows through. A part that was truncated does not come back.
    visible_original_length: u64,
    blocks: BTreeMap<u64, Box<[u8]>>,
    len: u64,
}

impl Content {
    /// Returns the content of a real file.
    pub(crate) fn of_original(original: OriginalContent) -> Self {
        let len = original.len();
        Self {
            original: Some(original),
            visible_original_length: len,
            blocks: BTreeMap::new(),
            len,
        }
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The number of written blocks.
    pub(crate) fn written_bytes(&self) -> usize {
        self.blocks.len()
    }

    /// Reads at an offset; fills the buffer except at the end of the file.
    pub(crate) fn read_at(&self, at: u64, buf: &mut [u8]) -> SysResult<usize> {
        let left = self.len.saturating_sub(at);
        let n = left.min(buf.len() as u64) as usize;
        let mut done = 0;
        while done < n {
            let here = at + done as u64;
            let (block, from) = (here / BLOCK, (here % BLOCK) as usize);
            let part = &mut buf[done..n];
            let len = match self.blocks.get(&block) {
                Some(bytes) => {
                    let len = part.len().min(bytes.len() - from);
                    part[..len].copy_from_slice(&bytes[from..from + len]);
                    len
                }
                None => {
                    // The read ends before the next written block.
                    let next =
                        self.blocks.range(block..).next().map_or(u64::MAX, |(b, _)| b * BLOCK);
                    let len = (part.len() as u64).min(next - here) as usize;
                    self.read_original(here, &mut part[..len])?;
                    len
                }
            };
            done += len;
        }
        Ok(n)
    }

    /// Fills the buffer from the original, and with zeros where the original does not show through.
    fn read_original(&self, at: u64, buf: &mut [u8]) -> SysResult<()> {
        let shown = self.visible_original_length.saturating_sub(at).min(buf.len() as u64) as usize;
        let read = match &self.original {
            Some(original) if shown > 0 => original.read_at(at, &mut buf[..shown])?,
            _ => 0,
        };
        buf[read..].fill(0);
        Ok(())
    }

    /// The most blocks that a write would add.
    pub(crate) fn max_added_blocks(at: u64, len: usize) -> usize {
        if len == 0 { 0 } else { ((at + len as u64 - 1) / BLOCK - at / BLOCK + 1) as usize }
    }

    /// Writes at an offset; a gap behind the end is filled with zeros.
    pub(crate) fn write_at(&mut self, at: u64, bytes: &[u8]) -> SysResult<()> {
        let mut done = 0;
        while done < bytes.len() {
            let here = at + done as u64;
            let (block, from) = (here / BLOCK, (here % BLOCK) as usize);
            let len = (BLOCK as usize - from).min(bytes.len() - done);
            if !self.blocks.contains_key(&block) {
                let mut new = vec![0; BLOCK as usize].into_boxed_slice();
                self.read_original(block * BLOCK, &mut new)?;
                self.blocks.insert(block, new);
            }
            if let Some(to) = self.blocks.get_mut(&block) {
                to[from..from + len].copy_from_slice(&bytes[done..done + len]);
            }
            done += len;
        }
        self.len = self.len.max(at + bytes.len() as u64);
        Ok(())
    }

    /// Truncates the content, or extends it with zeros.
    pub(crate) fn set_len(&mut self, len: u64) {
        if len < self.len {
            self.visible_original_length = self.visible_original_length.min(len);
            drop(self.blocks.split_off(&len.div_ceil(BLOCK)));
            if let Some(last) = self.blocks.get_mut(&(len / BLOCK)) {
                last[(len % BLOCK) as usize..].fill(0);
            }
        }
        self.len = len;
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Content};
    use crate::fs::real_files::OriginalContent;

    fn read(content: &Content) -> Vec<u8> {
        let mut all = vec![7; content.len() as usize + 1];
        let n = content.read_at(0, &mut all).expect("the content is in memory");
        all.truncate(n);
        all
    }

    #[test]
    fn writes_overlay_the_original_file() {
        let original = vec![b'o'; 3 * BLOCK as usize];
        let mut content = Content::of_original(OriginalContent::of(&original));
        content.write_at(BLOCK - 2, b"wwww").expect("the blocks of the original file can be read");
        let mut wanted = original;
        wanted[BLOCK as usize - 2..BLOCK as usize + 2].fill(b'w');
        assert_eq!(read(&content), wanted);
        assert_eq!(content.written_bytes(), 2);
        assert_eq!(Content::max_added_blocks(BLOCK - 2, 4), 2);
        assert_eq!(Content::max_added_blocks(0, BLOCK as usize), 1);
    }

    #[test]
    fn truncated_bytes_do_not_come_back() {
        let mut content = Content::of_original(OriginalContent::of(b"original"));
        content.set_len(3);
        content.set_len(6);
        assert_eq!(read(&content), b"ori\0\0\0");
        content.write_at(5, b"x").expect("the blocks of the original file can be read");
        content.set_len(4);
        content.set_len(7);
        assert_eq!(read(&content), b"ori\0\0\0\0");
    }

    #[test]
    fn holes_of_sparse_files_take_no_memory() {
        let mut content = Content::default();
        content.write_at(1 << 40, b"far").expect("the blocks of the original file can be read");
        assert_eq!(content.len(), (1 << 40) + 3);
        assert_eq!(content.written_bytes(), 1);
        let mut buf = [7; 4];
        assert_eq!(content.read_at((1 << 40) - 1, &mut buf), Ok(4));
        assert_eq!(&buf, b"\0far");
    }
}
