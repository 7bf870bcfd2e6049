//! The real files, as they were when a run first accessed them: descriptions, links, lists and contents are read once
//! and kept, so that all runs of a search see the same files, and later runs make no system calls for them.

use super::flags::{O_DIRECTORY, O_NOFOLLOW};
use super::meta::Meta;
use minigo_vm::host::{Host, STAT_BYTES, SysResult};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;

/// Files up to this size in bytes are kept in memory completely.
const MAX_CACHED_FILE: u64 = 16 << 20;
/// How many bytes of a file are read at once.
const READ_BYTES: usize = 64 << 10;

/// A name in a real directory, with the type and the number of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DirEntry {
    pub(crate) name: Vec<u8>,
    pub(crate) inode: u64,
    pub(crate) entry_type: u8,
}

/// The real files. Paths are absolute, and only their last name may be a symbolic link.
pub(crate) struct RealFiles {
    host: Arc<dyn Host>,
    seen_paths: Mutex<SeenPaths>,
}

type PathResults<T> = HashMap<Vec<u8>, SysResult<T>>;

#[derive(Default)]
struct SeenPaths {
    metadata: PathResults<Meta>,
    link_targets: PathResults<Vec<u8>>,
    listings: PathResults<Arc<Vec<DirEntry>>>,
    contents: PathResults<Option<Arc<[u8]>>>,
}

/// Returns the stored result for a path, or determines and stores it. If the call was interrupted, or the system was
/// short of resources, the result is not stored, and the call is repeated next time.
fn get_or_compute<T: Clone>(
    seen: &Mutex<SeenPaths>,
    of: impl Fn(&mut SeenPaths) -> &mut PathResults<T>,
    path: &[u8],
    find: impl FnOnce() -> SysResult<T>,
) -> SysResult<T> {
    if let Some(found) = of(&mut seen.lock()).get(path) {
        return found.clone();
    }
    let found = find();
    if !matches!(found, Err(libc::EINTR | libc::EMFILE | libc::ENFILE | libc::ENOMEM)) {
        // If another worker has stored a result in the meantime, that result stays.
        return of(&mut seen.lock()).entry(path.to_vec()).or_insert(found).clone();
    }
    found
}

impl RealFiles {
    /// The files of `system`, which are only read.
    pub(crate) fn new(system: Arc<dyn Host>) -> Self {
        Self { host: system, seen_paths: Mutex::default() }
    }

    /// The paths that runs have accessed, and whether they have listed the directory there.
    pub(crate) fn accessed_paths(&self) -> Vec<(Vec<u8>, bool)> {
        let seen = self.seen_paths.lock();
        let listed = seen.listings.keys().map(|path| (path.clone(), true));
        let mut all: Vec<_> =
            seen.metadata.keys().map(|path| (path.clone(), false)).chain(listed).collect();
        all.sort();
        all
    }

    /// lstat(2)
    pub(crate) fn describe_path(&self, path: &[u8]) -> SysResult<Meta> {
        get_or_compute(
            &self.seen_paths,
            |seen| &mut seen.metadata,
            path,
            || {
                let mut bytes = [0; STAT_BYTES];
                self.host.stat(-1, path, false, &mut bytes)?;
                Ok(Meta::from_bytes(&bytes))
            },
        )
    }

    /// readlink(2)
    pub(crate) fn read_link(&self, path: &[u8]) -> SysResult<Vec<u8>> {
        get_or_compute(
            &self.seen_paths,
            |seen| &mut seen.link_targets,
            path,
            || self.host.readlink(path),
        )
    }

    /// The names in a directory without `.` and `..`.
    pub(crate) fn list_directory(&self, path: &[u8]) -> SysResult<Arc<Vec<DirEntry>>> {
        get_or_compute(
            &self.seen_paths,
            |seen| &mut seen.listings,
            path,
            || self.with_open_file(path, O_DIRECTORY, |fd| self.read_directory(fd)).map(Arc::new),
        )
    }

    fn read_directory(&self, fd: i32) -> SysResult<Vec<DirEntry>> {
        let (mut list, mut buf) = (Vec::new(), vec![0; READ_BYTES]);
        loop {
            let n = self.host.read_dirents(fd, &mut buf)?;
            if n == 0 {
                return Ok(list);
            }
            let mut rest = &buf[..n];
            while let Some((one, behind)) = super::dirents::decode_record(rest) {
                rest = behind;
                if one.name != b"." && one.name != b".." {
                    list.push(one);
                }
            }
        }
    }

    /// Calls `work` with the descriptor of the file, opened for reading.
    fn with_open_file<T>(
        &self,
        path: &[u8],
        flags: i32,
        work: impl FnOnce(i32) -> SysResult<T>,
    ) -> SysResult<T> {
        // Opening must not block on a device or a pipe that has replaced a file.
        let flags = flags | libc::O_RDONLY | libc::O_NONBLOCK | O_NOFOLLOW;
        let fd = self.host.open(path, flags, 0)?;
        let result = work(fd);
        let _ = self.host.fd_call(minigo_vm::host::FdCall::Close, fd, 0, 0);
        result
    }

    fn read_at(&self, path: &[u8], at: u64, buf: &mut [u8]) -> SysResult<usize> {
        self.with_open_file(path, 0, |fd| self.read_full(fd, at, buf))
    }

    /// Reads until the buffer is full or the file ends.
    fn read_full(&self, fd: i32, at: u64, buf: &mut [u8]) -> SysResult<usize> {
        let mut done = 0;
        while done < buf.len() {
            match self.host.pread(fd, &mut buf[done..], at as i64 + done as i64) {
                Ok(0) => break,
                Ok(n) => done += n,
                Err(libc::EINTR) => {}
                Err(errno) => return Err(errno),
            }
        }
        Ok(done)
    }

    /// The content of a file; `None` if the file is too large to be kept. Files without a size, like those of `/proc`,
    /// are read to their end.
    fn whole_file(&self, path: &[u8]) -> SysResult<Option<Arc<[u8]>>> {
        get_or_compute(
            &self.seen_paths,
            |seen| &mut seen.contents,
            path,
            || {
                self.with_open_file(path, 0, |fd| {
                    let mut all = Vec::new();
                    loop {
                        let at = all.len();
                        all.resize(at + READ_BYTES, 0);
                        let n = self.read_full(fd, at as u64, &mut all[at..])?;
                        all.truncate(at + n);
                        if n < READ_BYTES {
                            return Ok(Some(all.into()));
                        }
                        if all.len() as u64 > MAX_CACHED_FILE {
                            return Ok(None);
                        }
                    }
                })
            },
        )
    }

    /// The content of a file with this description.
    pub(crate) fn content_of(
        self: &Arc<Self>,
        path: &[u8],
        meta: &Meta,
    ) -> SysResult<OriginalContent> {
        let whole = if meta.size as u64 > MAX_CACHED_FILE { None } else { self.whole_file(path)? };
        let len = whole.as_ref().map_or(meta.size as u64, |bytes| bytes.len() as u64);
        let original =
            OriginalContent { lower: self.clone(), path: path.to_vec(), whole_content: whole, len };
        if original.whole_content.is_none() {
            // The system decides now whether the file may be read.
            original.read_at(0, &mut [0])?;
        }
        Ok(original)
    }
}

/// The content of a real file.
#[derive(Clone)]
pub(crate) struct OriginalContent {
    lower: Arc<RealFiles>,
    path: Vec<u8>,
    whole_content: Option<Arc<[u8]>>,
    len: u64,
}

impl OriginalContent {
    #[cfg(test)]
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let system: Arc<dyn Host> = Arc::new(minigo_vm::host::SystemHost::new(Vec::new()));
        let (lower, len) = (Arc::new(RealFiles::new(system)), bytes.len() as u64);
        Self { lower, path: Vec::new(), whole_content: Some(bytes.into()), len }
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Reads at an offset; fills the buffer except at the end of the file.
    pub(crate) fn read_at(&self, at: u64, buf: &mut [u8]) -> SysResult<usize> {
        let Some(bytes) = &self.whole_content else {
            return self.lower.read_at(&self.path, at, buf);
        };
        let from = (at.min(self.len)) as usize;
        let n = buf.len().min(bytes.len() - from);
        buf[..n].copy_from_slice(&bytes[from..from + n]);
        Ok(n)
    }
}
