//! Attributes of files: permissions, owners, times.

use super::meta::Time;
use super::tree::{MAY_WRITE, Tree};
use crate::ids::NodeId;
use minigo_vm::host::SysResult;

impl Tree {
    /// fchmod(2)
    pub(crate) fn chmod(&mut self, id: NodeId, mode: u32) -> SysResult<()> {
        self.check_owner(id)?;
        let now = self.current_time;
        let meta = &mut self.node_mut(id).meta;
        meta.set_permissions(mode);
        meta.change_time = now;
        Ok(())
    }

    /// fchown(2): -1 leaves the user or the group unchanged.
    pub(crate) fn chown(&mut self, id: NodeId, uid: u32, gid: u32) -> SysResult<()> {
        let owner = self.process_owner;
        let now = self.current_time;
        self.check_owner(id)?;
        let meta = &mut self.node_mut(id).meta;
        let stays = |new: u32, old: u32| new == u32::MAX || new == old;
        if owner.uid != 0 && !(stays(uid, meta.uid) && (stays(gid, meta.gid) || gid == owner.gid)) {
            return Err(libc::EPERM);
        }
        if uid != u32::MAX {
            meta.uid = uid;
        }
        if gid != u32::MAX {
            meta.gid = gid;
        }
        meta.change_time = now;
        Ok(())
    }

    /// utimensat(2): a time that is `None` stays unchanged.
    pub(crate) fn set_times(
        &mut self,
        id: NodeId,
        accessed: Option<Time>,
        modified: Option<Time>,
    ) -> SysResult<()> {
        if self.check_owner(id).is_err() {
            self.check_rights(id, MAY_WRITE)?;
        }
        let now = self.current_time;
        let meta = &mut self.node_mut(id).meta;
        meta.access_time = accessed.unwrap_or(meta.access_time);
        meta.modification_time = modified.unwrap_or(meta.modification_time);
        meta.change_time = now;
        Ok(())
    }

    /// truncate(2)
    pub(crate) fn truncate(&mut self, path: &[u8], len: i64) -> SysResult<()> {
        let id = self.find(self.working_dir, path, true)?;
        if self.node(id).is_dir() {
            return Err(libc::EISDIR);
        }
        self.check_rights(id, MAY_WRITE)?;
        self.set_len(id, len)
    }

    /// chdir(2)
    pub(crate) fn chdir(&mut self, id: NodeId) -> SysResult<()> {
        if !self.node(id).is_dir() {
            return Err(libc::ENOTDIR);
        }
        self.check_rights(id, super::tree::MAY_EXECUTE)?;
        self.working_dir = id;
        Ok(())
    }
}
