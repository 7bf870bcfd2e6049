//! System calls on paths, relative to a directory or to the working directory.

use super::arguments::read_path;
use super::numbers as n;
use crate::fs::meta::Time;
use crate::ids::NodeId;
use crate::state::State;
use crate::world::Inner;
use libc::{AT_EMPTY_PATH, AT_FDCWD, AT_REMOVEDIR, AT_SYMLINK_FOLLOW, AT_SYMLINK_NOFOLLOW};
use minigo_vm::host::program_memory::{read, write};
use minigo_vm::host::{PathCall, SysResult};

/// Values of nanoseconds in utimensat(2) that stand for the present time, and below for no change.
const UTIME_NOW: i64 = 0x3fff_ffff;
const UTIME_OMIT: i64 = 0x3fff_fffe;

impl Inner {
    pub(super) fn path_call_by_number(
        &self,
        number: i64,
        args: [u64; 6],
    ) -> Option<SysResult<u64>> {
        self.directory_syscall(number, args).or_else(|| self.working_dir_syscall(number, args))
    }

    /// Calls whose arguments are a directory and a path.
    fn directory_syscall(
        &self,
        number: i64,
        [a, b, c, d, e, _]: [u64; 6],
    ) -> Option<SysResult<u64>> {
        let (dir, mode) = (a as i32, c as u32);
        let flags = |bits: u64, flag: i32| bits as i32 & flag != 0;
        let unit = |result: SysResult<()>| result.map(|()| 0);
        Some(match number {
            n::OPENAT => {
                let opened =
                    read_path(b).and_then(|path| self.open(dir, &path, c as i32, d as u32));
                opened.map(|fd| fd as u64)
            }
            n::NEWFSTATAT => unit(self.stat_at(dir, b, c, d as i32)),
            n::MKDIRAT => {
                unit(self.with_directory(dir, b, |s, from, path| s.tree.mkdir(from, path, mode)))
            }
            n::MKNODAT if c as u32 & libc::S_IFMT == libc::S_IFIFO => {
                unit(self.with_directory(dir, b, |s, from, path| s.tree.mkfifo(from, path, mode)))
            }
            n::UNLINKAT if flags(c, AT_REMOVEDIR) => {
                unit(self.with_directory(dir, b, |s, from, path| s.tree.rmdir(from, path)))
            }
            n::UNLINKAT => {
                unit(self.with_directory(dir, b, |s, from, path| s.tree.unlink(from, path)))
            }
            n::SYMLINKAT => {
                let made = read_path(a).and_then(|target| {
                    self.with_directory(b as i32, c, |s, from, path| {
                        s.tree.symlink(&target, from, path)
                    })
                });
                unit(made)
            }
            n::READLINKAT => {
                let text =
                    self.with_directory(dir, b, |s, from, path| s.tree.read_link(from, path));
                text.and_then(|text| write_truncated(&text, c, d))
            }
            n::RENAMEAT | n::RENAMEAT2 => {
                let flags = if number == n::RENAMEAT { 0 } else { e as u32 };
                unit(self.with_both_directories((dir, b), (c as i32, d), |s, old, new| {
                    s.tree.rename(old, new, flags)
                }))
            }
            n::LINKAT => {
                let follow = flags(e, AT_SYMLINK_FOLLOW);
                unit(self.with_both_directories((dir, b), (c as i32, d), |s, old, new| {
                    s.tree.link(old, new, follow)
                }))
            }
            n::FCHMODAT => unit(self.with_file(dir, b, true, |s, id| s.tree.chmod(id, mode))),
            n::FCHMODAT2 => {
                let follow = !flags(d, AT_SYMLINK_NOFOLLOW);
                unit(self.with_file(dir, b, follow, |s, id| s.tree.chmod(id, mode)))
            }
            n::FCHOWNAT => {
                let follow = !flags(e, AT_SYMLINK_NOFOLLOW);
                unit(self.with_file(dir, b, follow, |s, id| s.tree.chown(id, mode, d as u32)))
            }
            n::FACCESSAT => {
                unit(self.with_file(dir, b, true, |s, id| s.tree.check_rights(id, mode & 7)))
            }
            n::FACCESSAT2 => {
                let follow = !flags(d, AT_SYMLINK_NOFOLLOW);
                unit(self.with_file(dir, b, follow, |s, id| s.tree.check_rights(id, mode & 7)))
            }
            n::UTIMENSAT => {
                let follow = !flags(d, AT_SYMLINK_NOFOLLOW);
                unit(self.set_times_at(dir, b, c, follow))
            }
            _ => return None,
        })
    }

    /// Calls whose path is relative to the working directory.
    fn working_dir_syscall(&self, number: i64, [a, b, c, ..]: [u64; 6]) -> Option<SysResult<u64>> {
        let working_dir = AT_FDCWD as u64;
        let as_at = |number: i64, rest: [u64; 4]| {
            let [b, c, d, e] = rest;
            self.directory_syscall(number, [working_dir, b, c, d, e, 0])
        };
        let one = |call: PathCall, x: u64, y: u64| {
            read_path(a).and_then(|path| self.path_call(call, &path, b"", x as i64, y as i64))
        };
        let done = match number {
            n::OPEN => return as_at(n::OPENAT, [a, b, c, 0]),
            n::STAT => return as_at(n::NEWFSTATAT, [a, b, 0, 0]),
            n::LSTAT => return as_at(n::NEWFSTATAT, [a, b, AT_SYMLINK_NOFOLLOW as u64, 0]),
            n::MKDIR => return as_at(n::MKDIRAT, [a, b, 0, 0]),
            n::MKNOD => return as_at(n::MKNODAT, [a, b, 0, 0]),
            n::RMDIR => return as_at(n::UNLINKAT, [a, AT_REMOVEDIR as u64, 0, 0]),
            n::UNLINK => return as_at(n::UNLINKAT, [a, 0, 0, 0]),
            n::READLINK => return as_at(n::READLINKAT, [a, b, c, 0]),
            n::RENAME => return as_at(n::RENAMEAT, [a, working_dir, b, 0]),
            n::LINK => return as_at(n::LINKAT, [a, working_dir, b, 0]),
            n::SYMLINK => {
                return self.directory_syscall(n::SYMLINKAT, [a, working_dir, b, 0, 0, 0]);
            }
            n::ACCESS => return as_at(n::FACCESSAT, [a, b, 0, 0]),
            n::CHMOD => one(PathCall::Chmod, b, 0),
            n::CHOWN => one(PathCall::Chown, b, c),
            n::LCHOWN => one(PathCall::Lchown, b, c),
            n::TRUNCATE => one(PathCall::Truncate, b, 0),
            n::CHDIR => one(PathCall::Chdir, 0, 0),
            n::GETCWD => return Some(self.write_working_dir(a, b)),
            _ => return None,
        };
        Some(done.map(|()| 0))
    }

    fn write_working_dir(&self, to: u64, room: u64) -> SysResult<u64> {
        let mut path = self.with_state(|state| state.tree.path_of(state.tree.working_dir))?;
        path.push(0);
        if path.len() as u64 > room {
            return Err(libc::ERANGE);
        }
        write(to, &path)?;
        Ok(path.len() as u64)
    }

    /// Calls an operation with a directory and a path relative to it.
    fn with_directory<R>(
        &self,
        dir: i32,
        at: u64,
        act: impl FnOnce(&mut State, NodeId, &[u8]) -> SysResult<R>,
    ) -> SysResult<R> {
        let path = read_path(at)?;
        self.with_state(|state| {
            let from = state.dir(dir, &path)?;
            act(state, from, &path)
        })
    }

    fn with_both_directories(
        &self,
        (old_dir, old): (i32, u64),
        (new_dir, new): (i32, u64),
        act: impl FnOnce(&mut State, (NodeId, &[u8]), (NodeId, &[u8])) -> SysResult<()>,
    ) -> SysResult<()> {
        let (old, new) = (read_path(old)?, read_path(new)?);
        self.with_state(|state| {
            let (from, to) = (state.dir(old_dir, &old)?, state.dir(new_dir, &new)?);
            act(state, (from, &old), (to, &new))
        })
    }

    /// Calls an operation on the file to which a path leads.
    fn with_file<R>(
        &self,
        dir: i32,
        at: u64,
        follow: bool,
        act: impl FnOnce(&mut State, NodeId) -> SysResult<R>,
    ) -> SysResult<R> {
        self.with_directory(dir, at, |state, from, path| {
            let id = state.tree.find(from, path, follow)?;
            act(state, id)
        })
    }

    fn stat_at(&self, dir: i32, at: u64, to: u64, flags: i32) -> SysResult<()> {
        let text = read_path(at)?;
        let meta = if text.is_empty() && flags & AT_EMPTY_PATH != 0 {
            self.with_state(|state| state.describe(dir))?
        } else {
            let follow = flags & AT_SYMLINK_NOFOLLOW == 0;
            self.with_file(dir, at, follow, |state, id| Ok(state.tree.node(id).meta.clone()))?
        };
        write(to, &meta.to_bytes())
    }

    fn set_times_at(&self, dir: i32, at: u64, times: u64, follow: bool) -> SysResult<()> {
        let mut bytes = [0; 32];
        if times != 0 {
            read(times, &mut bytes)?;
        }
        let word = |n: usize| super::arguments::word_at(&bytes, 8 * n) as i64;
        let given = [(word(0), word(1)), (word(2), word(3))];
        let act = |state: &mut State, id: NodeId| {
            let now = state.tree.current_time;
            let [accessed, modified] = given.map(|(sec, nsec)| match nsec {
                _ if times == 0 => Some(now),
                UTIME_NOW => Some(now),
                UTIME_OMIT => None,
                nsec => Some::<Time>((sec, nsec)),
            });
            state.tree.set_times(id, accessed, modified)
        };
        if at == 0 {
            return self.with_state(|state| {
                let id = state.node_of(dir)?;
                act(state, id)
            });
        }
        self.with_file(dir, at, follow, act)
    }
}

/// Writes as much of a text as fits into `room` bytes; returns how much.
fn write_truncated(text: &[u8], to: u64, room: u64) -> SysResult<u64> {
    let part = &text[..text.len().min(room as usize)];
    write(to, part)?;
    Ok(part.len() as u64)
}
