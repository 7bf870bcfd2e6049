//! The state of a world: files, pipes, sockets and descriptors, and the operations on descriptors.
//!
//! No operation waits here: one that would wait returns `EAGAIN`.

use crate::choices::Choices;
use crate::descriptors::{Descriptors, OpenFile, Target};
use crate::devices;
use crate::fs::OpenResult;
use crate::fs::meta::Meta;
use crate::fs::node::Kind;
use crate::fs::tree::Tree;
use crate::ids::{NodeId, PipeId, Table};
use crate::locks::Locks;
use crate::net::network::Network;
use crate::pipe::{End, Pipe};
use crate::readiness_queue::{ReadinessReports, WaitObject};
use minigo_vm::host::{Host, SysResult, WOULD_WAIT};
use std::sync::Arc;

/// The device number of pipes and sockets, which have no name in the file system.
const PIPE_AND_SOCKET_DEVICE: u64 = 0x6d68;

/// The state that a run can change.
pub(crate) struct State {
    pub(crate) tree: Tree,
    pub(crate) net: Network,
    pipes: Table<PipeId, Pipe>,
    pub(crate) descriptors: Descriptors,
    pub(crate) file_locks: Locks,
    pub(crate) ready: ReadinessReports,
    pub(crate) choices: Box<dyn Choices>,
    /// Pipes whose readiness may have changed.
    changed_pipes: Vec<PipeId>,
}

impl State {
    pub(crate) fn new(tree: Tree, choices: Box<dyn Choices>) -> Self {
        Self {
            tree,
            net: Network::default(),
            pipes: Table::default(),
            descriptors: Descriptors::default(),
            file_locks: Locks::default(),
            ready: ReadinessReports::default(),
            choices,
            changed_pipes: Vec::new(),
        }
    }

    /// Reports the pipes and sockets that have changed to the waiting tasks.
    pub(crate) fn report_changes(&mut self) {
        for pipe in std::mem::take(&mut self.changed_pipes) {
            self.ready.note_changed(WaitObject::Pipe(pipe));
        }
        for socket in std::mem::take(&mut self.net.changed_sockets) {
            self.ready.note_changed(WaitObject::Socket(socket));
        }
    }

    /// Returns the object on which tasks wait at a descriptor. Tasks never wait for regular files.
    pub(crate) fn waited_object(&self, fd: i32) -> SysResult<WaitObject> {
        match self.descriptors.target_of(fd)? {
            Target::Pipe(pipe, ..) | Target::BothEnds(pipe, _) => Ok(WaitObject::Pipe(pipe)),
            Target::Socket(socket) => Ok(WaitObject::Socket(socket)),
            Target::Stream(_) | Target::Node(_) | Target::Device(..) => Err(libc::EPERM),
        }
    }

    /// Reports whether a read would return at once, whether a write would return at once, and whether the descriptor is
    /// at its end or has an error.
    pub(crate) fn readiness(&self, fd: i32) -> SysResult<(bool, bool, bool)> {
        let of = |pipe, end| self.pipes.get(pipe).map_or((true, true, true), |p| p.readiness(end));
        Ok(match self.descriptors.target_of(fd)? {
            Target::Pipe(pipe, end, _) => of(pipe, end),
            Target::BothEnds(pipe, _) => {
                let ((read, _, end), (_, write, _)) = (of(pipe, End::Read), of(pipe, End::Write));
                (read, write, end)
            }
            Target::Socket(socket) => self.net.readiness(socket),
            Target::Stream(_) | Target::Node(_) | Target::Device(..) => (true, true, false),
        })
    }

    /// Returns the directory at which a path begins.
    pub(crate) fn dir(&self, fd: i32, path: &[u8]) -> SysResult<NodeId> {
        if fd == libc::AT_FDCWD || path.starts_with(b"/") {
            return Ok(self.tree.working_dir);
        }
        match self.descriptors.target_of(fd)? {
            Target::Node(id) if self.tree.node(id).is_dir() => Ok(id),
            _ => Err(libc::ENOTDIR),
        }
    }

    /// openat(2)
    pub(crate) fn open(&mut self, dir: i32, path: &[u8], flags: i32, mode: u32) -> SysResult<i32> {
        if let Some(fd) = descriptor_of_path(path) {
            return self.reopen(fd, flags);
        }
        let from = self.dir(dir, path)?;
        let opened = self.tree.open(from, path, flags, mode)?;
        self.add_opened(opened, flags)
    }

    /// Opens the file or pipe of a descriptor again, by the descriptor's name below `/proc` or `/dev`.
    fn reopen(&mut self, fd: i32, flags: i32) -> SysResult<i32> {
        match self.descriptors.target_of(fd)? {
            Target::Node(id) | Target::Device(id, _) => {
                let opened = self.tree.open_node(id, flags)?;
                self.add_opened(opened, flags)
            }
            Target::Socket(_) => Err(libc::ENXIO),
            _ => self.descriptors.duplicate(fd, 0),
        }
    }

    fn add_opened(&mut self, opened: OpenResult, flags: i32) -> SysResult<i32> {
        let (id, target) = match opened {
            OpenResult::Node(id) => (id, Target::Node(id)),
            OpenResult::Device(id, number) => {
                devices::check_device(number)?;
                (id, Target::Device(id, number))
            }
            OpenResult::Fifo(id) => (id, self.open_fifo(id, flags)?),
        };
        self.tree.hold_open(id);
        let added = self.descriptors.add(OpenFile::new(target, flags));
        if added.is_err() {
            self.release_target(target);
        }
        added
    }

    /// Opens a named pipe. A writer waits here until there is a reader; a reader waits when it reads.
    fn open_fifo(&mut self, id: NodeId, flags: i32) -> SysResult<Target> {
        let pipe = match self.tree.node(id).kind {
            Kind::Fifo(Some(pipe)) => pipe,
            _ => {
                let pipe = self.pipes.add(Pipe::default());
                self.tree.node_mut(id).kind = Kind::Fifo(Some(pipe));
                pipe
            }
        };
        let mode = flags & libc::O_ACCMODE;
        if mode == libc::O_WRONLY && !self.pipes.get(pipe).is_some_and(Pipe::has_reader) {
            let is_nonblocking = flags & libc::O_NONBLOCK != 0;
            return Err(if is_nonblocking { libc::ENXIO } else { WOULD_WAIT });
        }
        let mut open = |end| {
            if let Some(pipe) = self.pipes.get_mut(pipe) {
                pipe.open(end);
            }
        };
        match mode {
            libc::O_RDONLY => open(End::Read),
            libc::O_WRONLY => open(End::Write),
            _ => {
                open(End::Read);
                open(End::Write);
            }
        }
        self.changed_pipes.push(pipe);
        Ok(match mode {
            libc::O_RDONLY => Target::Pipe(pipe, End::Read, Some(id)),
            libc::O_WRONLY => Target::Pipe(pipe, End::Write, Some(id)),
            _ => Target::BothEnds(pipe, id),
        })
    }

    /// pipe2(2)
    pub(crate) fn pipe(&mut self, flags: i32) -> SysResult<(i32, i32)> {
        let pipe = self.pipes.add(Pipe::default());
        let mut ends = [0; 2];
        let kinds = [(End::Read, libc::O_RDONLY), (End::Write, libc::O_WRONLY)];
        for (fd, (end, mode)) in ends.iter_mut().zip(kinds) {
            if let Some(pipe) = self.pipes.get_mut(pipe) {
                pipe.open(end);
            }
            let open =
                OpenFile::new(Target::Pipe(pipe, end, None), mode | flags & libc::O_NONBLOCK);
            *fd = self.descriptors.add(open)?;
        }
        Ok((ends[0], ends[1]))
    }

    /// close(2)
    pub(crate) fn close(&mut self, fd: i32) -> SysResult<()> {
        self.ready.deregister(fd);
        let open = self.descriptors.open_id_of(fd)?;
        if let Some(target) = self.descriptors.remove(fd)? {
            self.file_locks.unlock(open);
            self.release_target(target);
        }
        Ok(())
    }

    /// Releases an object whose last descriptor is closed.
    fn release_target(&mut self, target: Target) {
        match target {
            Target::Stream(_) => {}
            Target::Node(id) | Target::Device(id, _) => self.tree.release_open(id),
            Target::Pipe(pipe, end, name) => {
                self.close_end(pipe, end, name);
                name.into_iter().for_each(|id| self.tree.release_open(id));
            }
            Target::BothEnds(pipe, id) => {
                self.close_end(pipe, End::Read, Some(id));
                self.close_end(pipe, End::Write, Some(id));
                self.tree.release_open(id);
            }
            Target::Socket(socket) => self.net.close(socket),
        }
    }

    fn close_end(&mut self, id: PipeId, end: End, name: Option<NodeId>) {
        self.changed_pipes.push(id);
        if self.pipes.get_mut(id).is_some_and(|pipe| pipe.close(end)) {
            self.pipes.remove(id);
            if let Some(node) = name {
                self.tree.node_mut(node).kind = Kind::Fifo(None);
            }
        }
    }

    /// dup2(2) and dup3(2)
    pub(crate) fn duplicate_to(&mut self, fd: i32, new: i32) -> SysResult<()> {
        let _ = self.descriptors.get(fd)?;
        if new < 0 {
            return Err(libc::EBADF);
        }
        if fd != new {
            let _ = self.close(new);
            self.descriptors.duplicate_to(fd, new)?;
        }
        Ok(())
    }

    /// read(2)
    pub(crate) fn read(&mut self, base: &dyn Host, fd: i32, buf: &mut [u8]) -> SysResult<usize> {
        let open = self.descriptors.get(fd)?;
        open.check_access(false)?;
        match open.target {
            Target::Stream(stream) => base.read(stream, buf),
            Target::Node(id) => {
                let at = open.offset;
                let n = self.tree.read(id, at, buf)?;
                self.descriptors.get_mut(fd)?.offset = at + n as u64;
                Ok(n)
            }
            Target::Device(_, number) => devices::read(base, number, buf),
            Target::Pipe(pipe, ..) | Target::BothEnds(pipe, _) => {
                let of = self.pipes.get_mut(pipe).ok_or(libc::EBADF)?;
                let (n, wakes) = of.read(buf)?;
                if wakes {
                    self.changed_pipes.push(pipe);
                }
                Ok(n)
            }
            Target::Socket(socket) if self.net.socket_ref(socket)?.has_connections() => {
                self.net.receive(socket, buf, &mut *self.choices)
            }
            Target::Socket(socket) => self.net.receive_packet(socket, buf).map(|got| got.len),
        }
    }

    /// write(2)
    pub(crate) fn write(&mut self, base: &dyn Host, fd: i32, buf: &[u8]) -> SysResult<usize> {
        let open = self.descriptors.get(fd)?;
        open.check_access(true)?;
        match open.target {
            Target::Stream(stream) => base.write(stream, buf),
            Target::Node(_) if buf.is_empty() => Ok(0),
            Target::Node(id) => {
                let appends = open.flags & libc::O_APPEND != 0;
                let offset = open.offset;
                let at = if appends { self.tree.content_mut(id)?.len() } else { offset };
                self.tree.write(id, at, buf)?;
                self.descriptors.get_mut(fd)?.offset = at + buf.len() as u64;
                Ok(buf.len())
            }
            Target::Device(_, number) => devices::write(number, buf),
            Target::Pipe(pipe, ..) | Target::BothEnds(pipe, _) => {
                let n = self.pipes.get_mut(pipe).ok_or(libc::EBADF)?.write(buf)?;
                self.changed_pipes.push(pipe);
                Ok(n)
            }
            Target::Socket(socket) => self.send(socket, buf),
        }
    }

    /// pread(2)
    pub(crate) fn read_at(&mut self, fd: i32, at: i64, buf: &mut [u8]) -> SysResult<usize> {
        let open = self.descriptors.get(fd)?;
        open.check_access(false)?;
        let at = u64::try_from(at).map_err(|_| libc::EINVAL)?;
        match open.target {
            Target::Node(id) => self.tree.read(id, at, buf),
            Target::Device(_, number) if number == devices::NULL_DEVICE => Ok(0),
            _ => Err(libc::ESPIPE),
        }
    }

    /// pwrite(2); for a file in append mode it writes at the end, whatever the offset.
    pub(crate) fn write_at(&mut self, fd: i32, at: i64, buf: &[u8]) -> SysResult<usize> {
        let open = self.descriptors.get(fd)?;
        open.check_access(true)?;
        let at = u64::try_from(at).map_err(|_| libc::EINVAL)?;
        match open.target {
            Target::Node(_) if buf.is_empty() => Ok(0),
            Target::Node(id) => {
                let appends = open.flags & libc::O_APPEND != 0;
                let at = if appends { self.tree.content_mut(id)?.len() } else { at };
                self.tree.write(id, at, buf).map(|()| buf.len())
            }
            Target::Device(_, number) if number == devices::NULL_DEVICE => Ok(buf.len()),
            _ => Err(libc::ESPIPE),
        }
    }

    /// lseek(2)
    pub(crate) fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> SysResult<i64> {
        let Target::Node(id) = self.descriptors.target_of(fd)? else {
            let is_device = matches!(self.descriptors.target_of(fd)?, Target::Device(..));
            return if is_device { Ok(0) } else { Err(libc::ESPIPE) };
        };
        let is_dir = self.tree.node(id).is_dir();
        let len = if is_dir { i64::MAX } else { self.tree.content_mut(id)?.len() as i64 };
        let here = self.descriptors.get(fd)?.offset as i64;
        let to = match whence {
            libc::SEEK_SET => Some(offset),
            libc::SEEK_CUR => here.checked_add(offset),
            libc::SEEK_END => len.checked_add(offset),
            // The only hole that is reported is the one behind the end of the file.
            libc::SEEK_DATA | libc::SEEK_HOLE if !(0..len).contains(&offset) => {
                return Err(libc::ENXIO);
            }
            libc::SEEK_DATA => Some(offset),
            libc::SEEK_HOLE => Some(len),
            _ => None,
        };
        let to = to.filter(|to| *to >= 0).ok_or(libc::EINVAL)?;
        let open = self.descriptors.get_mut(fd)?;
        open.offset = to as u64;
        Ok(to)
    }

    /// getdents64(2)
    pub(crate) fn read_directory(&mut self, fd: i32, buf: &mut [u8]) -> SysResult<usize> {
        let open = self.descriptors.get(fd)?;
        let Target::Node(id) = open.target else { return Err(libc::ENOTDIR) };
        let (from, known) = (open.offset as usize, open.directory_entries.clone());
        let list = match known.filter(|_| from > 0) {
            Some(list) => list,
            None => Arc::new(self.tree.list_directory(id)?),
        };
        let (bytes, count) = crate::fs::dirents::encode_records(&list, from, buf);
        let open = self.descriptors.get_mut(fd)?;
        if count == 0 && from < list.len() {
            return Err(libc::EINVAL);
        }
        open.offset = (from + count) as u64;
        open.directory_entries = Some(list);
        Ok(bytes)
    }

    /// fstat(2)
    pub(crate) fn describe(&self, fd: i32) -> SysResult<Meta> {
        let unnamed = |mode: u32| Meta {
            device: PIPE_AND_SOCKET_DEVICE,
            inode: fd as u64 + 1,
            link_count: 1,
            mode,
            uid: self.tree.process_owner.uid,
            gid: self.tree.process_owner.gid,
            ..Meta::default()
        };
        Ok(match self.descriptors.target_of(fd)? {
            Target::Node(id) | Target::Device(id, _) | Target::BothEnds(_, id) => {
                self.tree.node(id).meta.clone()
            }
            Target::Pipe(_, _, Some(id)) => self.tree.node(id).meta.clone(),
            // A run must not depend on the file types of minigo's own streams.
            Target::Pipe(..) | Target::Stream(_) => unnamed(libc::S_IFIFO | 0o600),
            Target::Socket(_) => unnamed(libc::S_IFSOCK | 0o777),
        })
    }

    /// Returns the file of a descriptor.
    pub(crate) fn node_of(&self, fd: i32) -> SysResult<NodeId> {
        match self.descriptors.target_of(fd)? {
            Target::Node(id) | Target::Device(id, _) | Target::BothEnds(_, id) => Ok(id),
            Target::Pipe(_, _, Some(id)) => Ok(id),
            _ => Err(libc::EINVAL),
        }
    }

    /// Returns how many bytes can be read from a pipe or a socket.
    pub(crate) fn available_bytes(&self, fd: i32) -> SysResult<usize> {
        match self.descriptors.target_of(fd)? {
            Target::Pipe(pipe, ..) | Target::BothEnds(pipe, _) => {
                Ok(self.pipes.get(pipe).map_or(0, Pipe::len))
            }
            Target::Socket(socket) => {
                let inbox = &self.net.socket_ref(socket)?.inbox;
                let first = inbox.packets.front().map_or(0, |packet| packet.bytes.len());
                Ok(inbox.bytes.len() + first)
            }
            _ => Err(libc::ENOTTY),
        }
    }
}

/// Returns the descriptor that a path names: one of the process (below `/proc/self/fd` or `/dev/fd`), or a standard
/// stream.
pub(crate) fn descriptor_of_path(path: &[u8]) -> Option<i32> {
    let number = |text: &[u8]| std::str::from_utf8(text).ok()?.parse().ok();
    match path {
        b"/dev/stdin" => Some(0),
        b"/dev/stdout" => Some(1),
        b"/dev/stderr" => Some(2),
        _ => [&b"/proc/self/fd/"[..], b"/dev/fd/"]
            .iter()
            .find_map(|prefix| number(path.strip_prefix(*prefix)?)),
    }
}
