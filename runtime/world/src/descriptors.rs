//! Descriptors and their targets: several descriptors can share an open file description, with its offset and flags.

use crate::fs::real_files::DirEntry;
use crate::ids::{NodeId, OpenId, PipeId, SocketId, Table};
use crate::pipe::End;
use minigo_vm::host::SysResult;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most descriptors of a program, if its world has no smaller limit.
const MAX_DESCRIPTORS: i32 = 1 << 20;

/// The target of a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A standard stream: the host's stream with this number.
    Stream(i32),
    /// A regular file or a directory.
    Node(NodeId),
    /// A device with this number.
    Device(NodeId, u64),
    /// An end of a pipe; the file too if the pipe has a name.
    Pipe(PipeId, End, Option<NodeId>),
    /// Both ends of a named pipe.
    BothEnds(PipeId, NodeId),
    /// A socket.
    Socket(SocketId),
}

/// An open file description.
pub(crate) struct OpenFile {
    pub(crate) target: Target,
    /// Access mode, `O_APPEND` and `O_NONBLOCK`.
    pub(crate) flags: i32,
    pub(crate) offset: u64,
    /// The entries of a directory, as they were when the program began to read it.
    pub(crate) directory_entries: Option<Arc<Vec<DirEntry>>>,
    descriptor_count: u32,
}

impl OpenFile {
    pub(crate) fn new(target: Target, flags: i32) -> Self {
        let kept = libc::O_ACCMODE | libc::O_APPEND | libc::O_NONBLOCK;
        Self {
            target,
            flags: flags & kept,
            offset: 0,
            directory_entries: None,
            descriptor_count: 0,
        }
    }

    pub(crate) fn is_nonblocking(&self) -> bool {
        self.flags & libc::O_NONBLOCK != 0
    }

    /// Checks that the description was opened for reading, or for writing if `writes`.
    pub(crate) fn check_access(&self, writes: bool) -> SysResult<()> {
        let other = if writes { libc::O_RDONLY } else { libc::O_WRONLY };
        if self.flags & libc::O_ACCMODE == other { Err(libc::EBADF) } else { Ok(()) }
    }
}

/// All descriptors of the program.
pub(crate) struct Descriptors {
    open_files_by_fd: BTreeMap<i32, OpenId>,
    open_files: Table<OpenId, OpenFile>,
    /// The most descriptors.
    limit: i32,
}

impl Default for Descriptors {
    /// The descriptors of a new process: the standard streams.
    fn default() -> Self {
        let mut new = Self {
            open_files_by_fd: BTreeMap::new(),
            open_files: Table::default(),
            limit: MAX_DESCRIPTORS,
        };
        for (fd, flags) in [(0, libc::O_RDONLY), (1, libc::O_WRONLY), (2, libc::O_WRONLY)] {
            let open = new
                .open_files
                .add(OpenFile { descriptor_count: 1, ..OpenFile::new(Target::Stream(fd), flags) });
            new.open_files_by_fd.insert(fd, open);
        }
        new
    }
}

impl Descriptors {
    /// Sets the most descriptors, the standard streams among them.
    pub(crate) fn set_limit(&mut self, limit: usize) {
        self.limit = i32::try_from(limit).unwrap_or(MAX_DESCRIPTORS).min(MAX_DESCRIPTORS);
    }

    /// Adds a descriptor of a new description.
    pub(crate) fn add(&mut self, open: OpenFile) -> SysResult<i32> {
        let fd = self.lowest_free_fd(0)?;
        let open = self.open_files.add(OpenFile { descriptor_count: 1, ..open });
        self.open_files_by_fd.insert(fd, open);
        Ok(fd)
    }

    /// Returns the lowest unused descriptor number that is at least `first`.
    fn lowest_free_fd(&self, first: i32) -> SysResult<i32> {
        if !(0..self.limit.max(1)).contains(&first) {
            return Err(libc::EINVAL);
        }
        let taken =
            self.open_files_by_fd.range(first..).zip(first..).take_while(|((fd, _), n)| *fd == n);
        let free = first + taken.count() as i32;
        if free < self.limit { Ok(free) } else { Err(libc::EMFILE) }
    }

    pub(crate) fn get(&self, fd: i32) -> SysResult<&OpenFile> {
        self.open_files_by_fd
            .get(&fd)
            .and_then(|open| self.open_files.get(*open))
            .ok_or(libc::EBADF)
    }

    pub(crate) fn get_mut(&mut self, fd: i32) -> SysResult<&mut OpenFile> {
        let open = self.open_files_by_fd.get(&fd).ok_or(libc::EBADF)?;
        self.open_files.get_mut(*open).ok_or(libc::EBADF)
    }

    /// Returns the description of a descriptor.
    pub(crate) fn open_id_of(&self, fd: i32) -> SysResult<OpenId> {
        self.open_files_by_fd.get(&fd).copied().ok_or(libc::EBADF)
    }

    pub(crate) fn target_of(&self, fd: i32) -> SysResult<Target> {
        self.get(fd).map(|open| open.target)
    }

    /// Adds a descriptor of the same description, with the lowest unused number from `from` on.
    pub(crate) fn duplicate(&mut self, fd: i32, from: i32) -> SysResult<i32> {
        let open = *self.open_files_by_fd.get(&fd).ok_or(libc::EBADF)?;
        let new = self.lowest_free_fd(from)?;
        self.share_open_file(open, new);
        Ok(new)
    }

    /// Adds a descriptor of the same description under the number `new`, which must be unused.
    pub(crate) fn duplicate_to(&mut self, fd: i32, new: i32) -> SysResult<()> {
        let open = *self.open_files_by_fd.get(&fd).ok_or(libc::EBADF)?;
        self.share_open_file(open, new);
        Ok(())
    }

    fn share_open_file(&mut self, open: OpenId, new: i32) {
        if let Some(open) = self.open_files.get_mut(open) {
            open.descriptor_count += 1;
        }
        self.open_files_by_fd.insert(new, open);
    }

    /// Removes a descriptor. If that descriptor was the description's last one, returns the target.
    pub(crate) fn remove(&mut self, fd: i32) -> SysResult<Option<Target>> {
        let id = self.open_files_by_fd.remove(&fd).ok_or(libc::EBADF)?;
        let open = self.open_files.get_mut(id).ok_or(libc::EBADF)?;
        open.descriptor_count -= 1;
        Ok(if open.descriptor_count == 0 {
            self.open_files.remove(id).map(|open| open.target)
        } else {
            None
        })
    }

    pub(crate) fn all_descriptors(&self) -> Vec<i32> {
        self.open_files_by_fd.keys().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Descriptors, OpenFile, Target};
    use crate::ids::NodeId;

    fn file(number: u32) -> OpenFile {
        OpenFile::new(Target::Node(NodeId(number)), libc::O_RDWR)
    }

    #[test]
    fn the_lowest_free_number_is_taken() {
        let mut all = Descriptors::default();
        assert_eq!(all.add(file(1)), Ok(3));
        assert_eq!(all.add(file(2)), Ok(4));
        assert_eq!(all.remove(3), Ok(Some(Target::Node(NodeId(1)))));
        assert_eq!(all.duplicate(4, 4), Ok(5));
        assert_eq!(all.add(file(3)), Ok(3));
        assert_eq!(all.remove(99), Err(libc::EBADF));
    }

    #[test]
    fn duplicates_share_an_offset_and_the_last_one_closes() {
        let mut all = Descriptors::default();
        let fd = all.add(file(1)).expect("the descriptor table has room");
        let other = all.duplicate(fd, 0).expect("the descriptor table has room");
        all.get_mut(fd).expect("the descriptor is open").offset = 7;
        assert_eq!(all.get(other).expect("the descriptor is open").offset, 7);
        assert_eq!(all.remove(fd), Ok(None));
        assert_eq!(all.remove(other), Ok(Some(Target::Node(NodeId(1)))));
    }

    #[test]
    fn the_mode_is_checked() {
        let open = OpenFile::new(Target::Node(NodeId(1)), libc::O_RDONLY | libc::O_CREAT);
        assert_eq!(open.check_access(true), Err(libc::EBADF));
        assert_eq!(open.check_access(false), Ok(()));
        assert_eq!(open.flags, libc::O_RDONLY);
    }
}
