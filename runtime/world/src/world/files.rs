//! Operations on files by their paths and descriptors.

use super::Inner;
use crate::descriptors::Target;
use crate::devices;
use crate::fs::meta::{Meta, Time};
use crate::state::{State, descriptor_of_path};
use minigo_vm::host::{FdCall, PathCall, SysResult};

impl Inner {
    /// openat(2)
    pub(crate) fn open(&self, dir: i32, path: &[u8], flags: i32, mode: u32) -> SysResult<i32> {
        self.with_state(|state| match state.open(dir, path, flags, mode) {
            Err(errno @ devices::NO_DEVICE) => {
                self.refuse_operation(format!("opening {}", String::from_utf8_lossy(path)), errno)
            }
            result => result,
        })
    }

    /// Reports whether write(2) on the descriptor never waits.
    pub(super) fn never_blocks_writes(&self, fd: i32) -> bool {
        self.with_state(|state| match state.descriptors.target_of(fd) {
            Ok(Target::Stream(stream)) => self.base_host.never_blocks_writes(stream),
            Ok(Target::Node(_) | Target::Device(..)) => true,
            _ => false,
        })
    }

    /// fstat(2) when the path is empty, else stat(2), or lstat(2) without `follow`.
    pub(super) fn describe(&self, fd: i32, path: &[u8], follow: bool) -> SysResult<Meta> {
        self.with_state(|state| match descriptor_of_path(path).filter(|_| follow) {
            _ if path.is_empty() => state.describe(fd),
            Some(fd) => state.describe(fd),
            None => {
                let id = state.tree.find(state.tree.working_dir, path, follow)?;
                Ok(state.tree.node(id).meta.clone())
            }
        })
    }

    pub(crate) fn path_call(
        &self,
        call: PathCall,
        a: &[u8],
        b: &[u8],
        x: i64,
        y: i64,
    ) -> SysResult<()> {
        self.with_state(|state| {
            let tree = &mut state.tree;
            let working_dir = tree.working_dir;
            let mode = x as u32;
            match call {
                PathCall::Mkdir => tree.mkdir(working_dir, a, mode),
                PathCall::Unlink => tree.unlink(working_dir, a),
                PathCall::Rmdir => tree.rmdir(working_dir, a),
                PathCall::Rename => tree.rename((working_dir, a), (working_dir, b), 0),
                PathCall::Link => tree.link((working_dir, a), (working_dir, b), false),
                PathCall::Symlink => tree.symlink(a, working_dir, b),
                PathCall::Mkfifo => tree.mkfifo(working_dir, a, mode),
                PathCall::Truncate => tree.truncate(a, x),
                PathCall::Chmod => {
                    let id = state.file_of_path(a, true)?;
                    state.tree.chmod(id, mode)
                }
                PathCall::Chown | PathCall::Lchown => {
                    let id = state.file_of_path(a, call == PathCall::Chown)?;
                    state.tree.chown(id, x as u32, y as u32)
                }
                PathCall::Chdir => {
                    let id = state.file_of_path(a, true)?;
                    state.tree.chdir(id)
                }
                PathCall::Access => {
                    let id = state.file_of_path(a, true)?;
                    state.tree.check_rights(id, mode & 7)
                }
                PathCall::Utimes => {
                    let id = state.file_of_path(a, true)?;
                    state.tree.set_times(id, time(x), time(y))
                }
            }
        })
    }

    pub(crate) fn fd_call(&self, call: FdCall, fd: i32, x: i64, y: i64) -> SysResult<()> {
        self.with_state(|state| match call {
            FdCall::Close => state.close(fd),
            FdCall::Sync => state.node_of(fd).map(drop),
            FdCall::Truncate => {
                let id = state.node_of(fd)?;
                state.descriptors.get(fd)?.check_access(true).map_err(|_| libc::EINVAL)?;
                state.tree.set_len(id, x)
            }
            FdCall::Chmod => {
                let id = state.node_of(fd)?;
                state.tree.chmod(id, x as u32)
            }
            FdCall::Chown => {
                let id = state.node_of(fd)?;
                state.tree.chown(id, x as u32, y as u32)
            }
            FdCall::Chdir => {
                let id = state.node_of(fd).map_err(|errno| match errno {
                    libc::EINVAL => libc::ENOTDIR,
                    errno => errno,
                })?;
                state.tree.chdir(id)
            }
        })
    }
}

impl State {
    /// The file to which a path leads, or the file of the descriptor that the path names.
    fn file_of_path(&mut self, path: &[u8], follow: bool) -> SysResult<crate::ids::NodeId> {
        match descriptor_of_path(path) {
            Some(fd) => self.node_of(fd),
            None => self.tree.find(self.tree.working_dir, path, follow),
        }
    }
}

/// Converts nanoseconds since 1970; `None` leaves a time unchanged.
fn time(nanos: i64) -> Option<Time> {
    let second = 1_000_000_000;
    (nanos != i64::MIN).then(|| (nanos.div_euclid(second), nanos.rem_euclid(second)))
}
