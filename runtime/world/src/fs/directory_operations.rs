//! Names: making, removing, renaming and linking files.

use super::node::{Dir, Kind};
use super::tree::{LastName, MAY_WRITE, Place, Tree};
use crate::ids::{NodeId, SocketId};
use minigo_vm::host::SysResult;

/// Flags of renameat2(2).
const RENAME_NOREPLACE: u32 = 1;
const RENAME_EXCHANGE: u32 = 2;

impl Tree {
    /// mkdir(2)
    pub(crate) fn mkdir(&mut self, from: NodeId, path: &[u8], mode: u32) -> SysResult<()> {
        let place = self.unused_place(from, path)?;
        let mode = libc::S_IFDIR | mode & 0o1777 & !self.umask;
        self.create_file(&place, mode, Kind::Dir(Dir::new(place.dir, None)))?;
        self.node_mut(place.dir).meta.link_count += 1;
        Ok(())
    }

    /// Returns the place of a name that no file has yet; the path may end in a slash.
    fn unused_place(&mut self, from: NodeId, path: &[u8]) -> SysResult<Place> {
        let place = self.walk_path(from, path, LastName::Named)?;
        if place.node.is_some() { Err(libc::EEXIST) } else { Ok(place) }
    }

    /// unlink(2)
    pub(crate) fn unlink(&mut self, from: NodeId, path: &[u8]) -> SysResult<()> {
        let place = self.walk_path(from, path, LastName::Named)?;
        let id = place.existing_file()?;
        let is_dir = self.node(id).is_dir();
        if place.has_slash && !is_dir {
            return Err(libc::ENOTDIR);
        }
        if !place.has_slash && !place.is_dots() {
            self.check_may_change(&place)?;
        }
        if is_dir {
            return Err(libc::EISDIR);
        }
        self.set_name(&place, None);
        self.remove_one_link(id);
        Ok(())
    }

    /// Removes one name of a file.
    fn remove_one_link(&mut self, id: NodeId) {
        let now = self.current_time;
        let meta = &mut self.node_mut(id).meta;
        meta.link_count = meta.link_count.saturating_sub(1);
        meta.change_time = now;
        self.free_if_unused(id);
    }

    /// rmdir(2)
    pub(crate) fn rmdir(&mut self, from: NodeId, path: &[u8]) -> SysResult<()> {
        let place = self.walk_path(from, path, LastName::Named)?;
        let id = place.existing_file()?;
        match &*place.name {
            b"." => return Err(libc::EINVAL),
            b".." => return Err(libc::ENOTEMPTY),
            _ => {}
        }
        self.check_may_change(&place)?;
        if !self.node(id).is_dir() {
            return Err(libc::ENOTDIR);
        }
        self.check_empty(id)?;
        self.set_name(&place, None);
        self.remove_dir(place.dir, id);
        Ok(())
    }

    fn check_empty(&mut self, dir: NodeId) -> SysResult<()> {
        if self.names_in(dir)?.is_empty() { Ok(()) } else { Err(libc::ENOTEMPTY) }
    }

    /// Removes a directory without entries, after its parent has dropped the name.
    fn remove_dir(&mut self, parent: NodeId, id: NodeId) {
        self.remove_subdirectory_link(parent);
        let node = self.node_mut(id);
        node.meta.link_count = 0;
        if let Some(dir) = node.dir_mut() {
            (dir.is_removed, dir.real_path) = (true, None);
        }
    }

    /// renameat2(2)
    pub(crate) fn rename(
        &mut self,
        (from, old): (NodeId, &[u8]),
        (to, new): (NodeId, &[u8]),
        flags: u32,
    ) -> SysResult<()> {
        let source = self.walk_path(from, old, LastName::Named)?;
        let target = self.walk_path(to, new, LastName::Named)?;
        if source.is_dots() || target.is_dots() {
            return Err(libc::EBUSY);
        }
        if flags & !(RENAME_NOREPLACE | RENAME_EXCHANGE) != 0 || flags == 3 {
            return Err(libc::EINVAL);
        }
        let id = source.existing_file()?;
        if flags == RENAME_NOREPLACE && target.node.is_some() {
            return Err(libc::EEXIST);
        }
        let is_dir = self.node(id).is_dir();
        if !is_dir && (source.has_slash || target.has_slash && flags != RENAME_EXCHANGE) {
            return Err(libc::ENOTDIR);
        }
        self.check_not_below_itself(id, target.dir)?;
        if let Some(there) = target.node.filter(|_| flags != RENAME_EXCHANGE) {
            self.check_not_below_itself(there, source.dir).map_err(|_| libc::ENOTEMPTY)?;
        }
        if target.node == Some(id) {
            return Ok(());
        }
        self.check_may_change(&source)?;
        self.check_may_change(&target)?;
        if flags == RENAME_EXCHANGE {
            let other = target.existing_file()?;
            self.check_not_below_itself(other, source.dir)?;
            self.set_name(&source, Some(other));
            self.set_name(&target, Some(id));
            self.update_moved_file(other, target.dir, source.dir);
            self.update_moved_file(id, source.dir, target.dir);
            return Ok(());
        }
        match target.node.map(|there| self.node(there).is_dir()) {
            Some(false) if is_dir => return Err(libc::ENOTDIR),
            Some(true) if !is_dir => return Err(libc::EISDIR),
            _ => {}
        }
        if is_dir && source.dir != target.dir {
            // The move changes the entry `..` of the moved directory.
            self.check_rights(id, MAY_WRITE)?;
        }
        match target.node {
            Some(there) if is_dir => {
                self.check_empty(there)?;
                self.remove_dir(target.dir, there);
            }
            Some(there) => self.remove_one_link(there),
            None => {}
        }
        self.set_name(&source, None);
        self.set_name(&target, Some(id));
        self.update_moved_file(id, source.dir, target.dir);
        Ok(())
    }

    /// Checks that a directory does not move below itself.
    fn check_not_below_itself(&self, id: NodeId, dir: NodeId) -> SysResult<()> {
        let mut at = dir;
        loop {
            if at == id {
                return Err(libc::EINVAL);
            }
            match self.node(at).dir() {
                Some(dir) if dir.parent != at => at = dir.parent,
                _ => return Ok(()),
            }
        }
    }

    /// Updates a file that has moved from one directory to another.
    fn update_moved_file(&mut self, id: NodeId, from: NodeId, to: NodeId) {
        let now = self.current_time;
        let node = self.node_mut(id);
        node.meta.change_time = now;
        if let Some(dir) = node.dir_mut() {
            dir.parent = to;
            self.remove_subdirectory_link(from);
            self.node_mut(to).meta.link_count += 1;
        }
    }

    /// Removes the link from a subdirectory's entry `..`. (Some file systems do not count such links.)
    fn remove_subdirectory_link(&mut self, parent: NodeId) {
        let meta = &mut self.node_mut(parent).meta;
        meta.link_count = meta.link_count.saturating_sub(1).max(1);
    }

    /// linkat(2)
    pub(crate) fn link(
        &mut self,
        (from, old): (NodeId, &[u8]),
        (to, new): (NodeId, &[u8]),
        follow: bool,
    ) -> SysResult<()> {
        let id = self.find(from, old, follow)?;
        let place = self.unused_place(to, new)?;
        if place.has_slash {
            return Err(libc::ENOENT);
        }
        self.check_may_change(&place)?;
        if self.node(id).is_dir() {
            return Err(libc::EPERM);
        }
        if self.node(id).meta.link_count == 0 {
            return Err(libc::ENOENT);
        }
        self.set_name(&place, Some(id));
        let now = self.current_time;
        let meta = &mut self.node_mut(id).meta;
        meta.link_count += 1;
        meta.change_time = now;
        Ok(())
    }

    /// symlinkat(2)
    pub(crate) fn symlink(&mut self, target: &[u8], from: NodeId, path: &[u8]) -> SysResult<()> {
        if target.is_empty() {
            return Err(libc::ENOENT);
        }
        let place = self.unused_file_place(from, path)?;
        self.create_file(&place, libc::S_IFLNK | 0o777, Kind::Link(target.to_vec())).map(drop)
    }

    /// Returns the place of a name that no file has yet, for a file that is no directory.
    fn unused_file_place(&mut self, from: NodeId, path: &[u8]) -> SysResult<Place> {
        let place = self.unused_place(from, path)?;
        if place.has_slash { Err(libc::ENOENT) } else { Ok(place) }
    }

    /// mkfifo(3)
    pub(crate) fn mkfifo(&mut self, from: NodeId, path: &[u8], mode: u32) -> SysResult<()> {
        let place = self.unused_file_place(from, path)?;
        let mode = libc::S_IFIFO | mode & 0o777 & !self.umask;
        self.create_file(&place, mode, Kind::Fifo(None)).map(drop)
    }

    /// Creates the name of a socket, for bind(2).
    pub(crate) fn make_socket(&mut self, path: &[u8], socket: SocketId) -> SysResult<NodeId> {
        let place = match self.unused_file_place(self.working_dir, path) {
            Err(libc::EEXIST) => return Err(libc::EADDRINUSE),
            place => place?,
        };
        let mode = libc::S_IFSOCK | 0o777 & !self.umask;
        self.create_file(&place, mode, Kind::Socket(Some(socket)))
    }

    /// readlinkat(2)
    pub(crate) fn read_link(&mut self, from: NodeId, path: &[u8]) -> SysResult<Vec<u8>> {
        let id = self.find(from, path, false)?;
        if let Kind::Link(target) = &self.node(id).kind {
            Ok(target.clone())
        } else {
            Err(libc::EINVAL)
        }
    }
}
