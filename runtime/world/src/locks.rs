//! Locks of open files: flock(2).

use crate::ids::{NodeId, OpenId};
use minigo_vm::host::SysResult;

/// A held lock: the file, the description that holds it, and whether other descriptions may share it.
struct HeldFileLock {
    node: NodeId,
    open_file: OpenId,
    is_shared: bool,
}

/// The held locks.
#[derive(Default)]
pub(crate) struct Locks(Vec<HeldFileLock>);

impl Locks {
    /// Takes a lock, or changes the lock that the description holds. `EAGAIN`: another description holds a conflicting
    /// lock.
    pub(crate) fn lock(&mut self, node: NodeId, open: OpenId, shared: bool) -> SysResult<()> {
        let hinders = |held: &HeldFileLock| {
            held.node == node && held.open_file != open && !(shared && held.is_shared)
        };
        if self.0.iter().any(hinders) {
            return Err(libc::EAGAIN);
        }
        self.unlock(open);
        self.0.push(HeldFileLock { node, open_file: open, is_shared: shared });
        Ok(())
    }

    /// Releases the lock that the description holds.
    pub(crate) fn unlock(&mut self, open: OpenId) {
        self.0.retain(|held| held.open_file != open);
    }
}

#[cfg(test)]
mod tests {
    use super::Locks;
    use crate::ids::{NodeId, OpenId};

    #[test]
    fn one_writes_or_several_read() {
        let (mut locks, file) = (Locks::default(), NodeId(1));
        assert_eq!(locks.lock(file, OpenId(1), true), Ok(()));
        assert_eq!(locks.lock(file, OpenId(2), true), Ok(()));
        assert_eq!(locks.lock(file, OpenId(3), false), Err(libc::EAGAIN));
        assert_eq!(locks.lock(NodeId(2), OpenId(3), false), Ok(()));
        locks.unlock(OpenId(2));
        assert_eq!(locks.lock(file, OpenId(1), false), Ok(()));
        assert_eq!(locks.lock(file, OpenId(2), true), Err(libc::EAGAIN));
    }
}
