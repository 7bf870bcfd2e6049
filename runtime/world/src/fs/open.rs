//! Opening files, their contents, and lists of directories.

use super::content::Content;
use super::dirents::kind_of;
use super::flags::{O_DIRECTORY, O_NOFOLLOW, O_PATH, O_TMPFILE};
use super::node::Kind;
use super::real_files::DirEntry;
use super::tree::{LastName, MAY_READ, MAY_WRITE, Place, Tree};
use crate::ids::NodeId;
use libc::{O_ACCMODE, O_CREAT, O_EXCL, O_RDONLY, O_TRUNC, O_WRONLY, S_IFREG};
use minigo_vm::host::SysResult;
use std::collections::BTreeMap;

/// A file takes memory even if it is empty: this many count as a block.
const FILES_PER_BLOCK: usize = 8;

/// The result of open(2).
pub(crate) enum OpenResult {
    /// A regular file, or a directory.
    Node(NodeId),
    /// A named pipe.
    Fifo(NodeId),
    /// A device with this number.
    Device(NodeId, u64),
}

impl Tree {
    /// open(2) from a directory.
    pub(crate) fn open(
        &mut self,
        from: NodeId,
        path: &[u8],
        flags: i32,
        mode: u32,
    ) -> SysResult<OpenResult> {
        if flags & O_TMPFILE == O_TMPFILE {
            return Err(libc::EOPNOTSUPP);
        }
        let is_new = flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL;
        let follows = flags & O_NOFOLLOW == 0 && !is_new;
        let place = self.walk_path(
            from,
            path,
            match (flags & O_CREAT != 0, follows) {
                (true, true) => LastName::Created,
                (true, false) => LastName::Named,
                (false, true) => LastName::Followed,
                (false, false) => LastName::Kept,
            },
        )?;
        match place.node {
            // open(2) cannot create a directory.
            _ if flags & O_CREAT != 0 && place.has_slash && !place.is_dots() => Err(libc::EISDIR),
            Some(_) if is_new => Err(libc::EEXIST),
            Some(id) => self.open_node(id, flags),
            None if flags & O_CREAT == 0 => Err(libc::ENOENT),
            None if flags & O_DIRECTORY != 0 => Err(libc::EINVAL),
            None => {
                let mode = S_IFREG | mode & 0o7777 & !self.umask;
                self.create_file(&place, mode, Kind::File(Content::default())).map(OpenResult::Node)
            }
        }
    }

    /// Opens a file that exists.
    pub(crate) fn open_node(&mut self, id: NodeId, flags: i32) -> SysResult<OpenResult> {
        let writes = flags & O_ACCMODE != O_RDONLY;
        let node = self.node(id);
        if flags & O_DIRECTORY != 0 && !node.is_dir() {
            return Err(libc::ENOTDIR);
        }
        if flags & O_PATH != 0 {
            return Ok(OpenResult::Node(id));
        }
        match &node.kind {
            Kind::Link(_) => return Err(libc::ELOOP),
            Kind::Dir(_) if writes || flags & O_CREAT != 0 => return Err(libc::EISDIR),
            Kind::Socket(_) => return Err(libc::ENXIO),
            _ => {}
        }
        let reads = flags & O_ACCMODE != O_WRONLY;
        let rights = if reads { MAY_READ } else { 0 } | if writes { MAY_WRITE } else { 0 };
        self.check_rights(id, rights)?;
        match &self.node(id).kind {
            Kind::Fifo(_) => return Ok(OpenResult::Fifo(id)),
            Kind::Device(number) => return Ok(OpenResult::Device(id, *number)),
            Kind::Dir(_) => return Ok(OpenResult::Node(id)),
            _ => {}
        }
        if flags & O_TRUNC != 0 && writes {
            self.truncate_to_empty(id);
        } else {
            // The kernel decides here whether a real file may be read.
            let _ = self.content_mut(id)?;
        }
        Ok(OpenResult::Node(id))
    }

    /// Creates a file that does not exist.
    pub(crate) fn create_file(
        &mut self,
        place: &Place,
        mode: u32,
        kind: Kind,
    ) -> SysResult<NodeId> {
        self.check_may_change(place)?;
        self.check_file_room()?;
        let new = self.make_node(mode, kind);
        self.set_name(place, Some(new));
        Ok(new)
    }

    /// Checks that there is room for another file.
    fn check_file_room(&self) -> SysResult<()> {
        if self.used_blocks() < self.block_limit { Ok(()) } else { Err(libc::ENOSPC) }
    }

    /// The number of blocks that the contents of files, and the files themselves, take.
    fn used_blocks(&self) -> usize {
        self.written_blocks + self.file_count() / FILES_PER_BLOCK
    }

    /// Checks that the directory of a place may be changed: that names may be added and removed.
    pub(crate) fn check_may_change(&self, place: &Place) -> SysResult<()> {
        let dir = self.node(place.dir).dir().ok_or(libc::ENOTDIR)?;
        if dir.is_removed {
            return Err(libc::ENOENT);
        }
        self.check_rights(place.dir, MAY_WRITE)
    }

    /// Makes a name lead to another file, or removes the name.
    pub(crate) fn set_name(&mut self, place: &Place, node: Option<NodeId>) {
        let now = self.current_time;
        let dir = self.node_mut(place.dir);
        (dir.meta.modification_time, dir.meta.change_time) = (now, now);
        if let Some(dir) = dir.dir_mut() {
            // An absent file has to be recorded only if there is a real file with that name.
            if node.is_none() && dir.real_path.is_none() {
                dir.entries.remove(&place.name);
            } else {
                dir.entries.insert(place.name.clone(), node);
            }
        }
    }

    /// Truncates a file to no bytes, without reading the content of a real one.
    fn truncate_to_empty(&mut self, id: NodeId) {
        self.written_blocks -= self.written_bytes(id);
        let now = self.current_time;
        let node = self.node_mut(id);
        node.kind = Kind::File(Content::default());
        node.meta.set_size(0);
        (node.meta.modification_time, node.meta.change_time) = (now, now);
    }

    fn written_bytes(&self, id: NodeId) -> usize {
        if let Kind::File(content) = &self.node(id).kind { content.written_bytes() } else { 0 }
    }

    /// Returns the content of a regular file.
    pub(crate) fn content_mut(&mut self, id: NodeId) -> SysResult<&mut Content> {
        if let Kind::Unread(path) = &self.node(id).kind {
            let original = self.real_files.clone().content_of(path, &self.node(id).meta)?;
            self.node_mut(id).kind = Kind::File(Content::of_original(original));
        }
        match &mut self.node_mut(id).kind {
            Kind::File(content) => Ok(content),
            Kind::Dir(_) => Err(libc::EISDIR),
            _ => Err(libc::EINVAL),
        }
    }

    /// Reads from a regular file.
    pub(crate) fn read(&mut self, id: NodeId, at: u64, buf: &mut [u8]) -> SysResult<usize> {
        self.content_mut(id)?.read_at(at, buf)
    }

    /// Writes to a regular file.
    pub(crate) fn write(&mut self, id: NodeId, at: u64, bytes: &[u8]) -> SysResult<()> {
        if at.checked_add(bytes.len() as u64).is_none_or(|end| end > i64::MAX as u64) {
            return Err(libc::EFBIG);
        }
        if self.used_blocks() + Content::max_added_blocks(at, bytes.len()) > self.block_limit {
            return Err(libc::ENOSPC);
        }
        self.change_content(id, |content| content.write_at(at, bytes))
    }

    /// Sets the length of a regular file.
    pub(crate) fn set_len(&mut self, id: NodeId, len: i64) -> SysResult<()> {
        let len = u64::try_from(len).map_err(|_| libc::EINVAL)?;
        self.change_content(id, |content| {
            content.set_len(len);
            Ok(())
        })
    }

    fn change_content(
        &mut self,
        id: NodeId,
        work: impl FnOnce(&mut Content) -> SysResult<()>,
    ) -> SysResult<()> {
        let content = self.content_mut(id)?;
        let before = content.written_bytes();
        let result = work(content);
        let (after, len) = (content.written_bytes(), content.len());
        self.written_blocks = self.written_blocks + after - before;
        let now = self.current_time;
        let meta = &mut self.node_mut(id).meta;
        meta.set_size(len);
        (meta.modification_time, meta.change_time) = (now, now);
        // A written program loses its set-user-ID and set-group-ID bits.
        meta.mode &= !(libc::S_ISUID | libc::S_ISGID);
        result
    }

    /// Counts an open file description of the file.
    pub(crate) fn hold_open(&mut self, id: NodeId) {
        self.node_mut(id).open_count += 1;
    }

    pub(crate) fn release_open(&mut self, id: NodeId) {
        let node = self.node_mut(id);
        node.open_count -= 1;
        self.free_if_unused(id);
    }

    /// Frees a file to which neither a name nor a description leads.
    pub(crate) fn free_if_unused(&mut self, id: NodeId) {
        let node = self.node(id);
        if node.open_count == 0 && node.meta.link_count == 0 && matches!(node.kind, Kind::File(_)) {
            self.written_blocks -= self.written_bytes(id);
            self.node_mut(id).kind = Kind::File(Content::default());
            self.free_node(id);
        }
    }

    /// Returns the entries of a directory, sorted by name, so that their order is the same on all machines.
    pub(crate) fn names_in(&mut self, dir: NodeId) -> SysResult<BTreeMap<Vec<u8>, DirEntry>> {
        let node = self.node(dir).dir().ok_or(libc::ENOTDIR)?;
        let mut all = BTreeMap::new();
        if let Some(path) = &node.real_path {
            for one in self.real_files.list_directory(path)?.iter() {
                if !node.entries.contains_key(&one.name) {
                    all.insert(one.name.clone(), one.clone());
                }
            }
        }
        for (name, id) in &node.entries {
            if let Some(id) = id {
                let meta = &self.node(*id).meta;
                let one = DirEntry {
                    name: name.clone(),
                    inode: meta.inode,
                    entry_type: kind_of(meta.mode),
                };
                all.insert(name.clone(), one);
            }
        }
        Ok(all)
    }

    /// Returns the entries of a directory in the form of getdents64(2).
    pub(crate) fn list_directory(&mut self, dir: NodeId) -> SysResult<Vec<DirEntry>> {
        let names = self.names_in(dir)?;
        let parent = self.node(dir).dir().map_or(dir, |dir| dir.parent);
        let dots = [(&b"."[..], dir), (b"..", parent)].map(|(name, id)| {
            let meta = &self.node(id).meta;
            DirEntry { name: name.to_vec(), inode: meta.inode, entry_type: kind_of(meta.mode) }
        });
        Ok(dots.into_iter().chain(names.into_values()).collect())
    }
}
