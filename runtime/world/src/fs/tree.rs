//! The tree of files: names, and the walk from a path to a file.
//!
//! A file is copied from the real world when a path first leads to it, and belongs to the simulated world from then on.
//! A real directory that is renamed keeps the path under which its contents are read, so a rename reads nothing below
//! the directory.

use super::content::BLOCK;
use super::meta::{Meta, Time};
use super::node::{Dir, Kind, Node};
use super::real_files::RealFiles;
use crate::ids::NodeId;
use minigo_vm::host::SysResult;
use std::collections::HashMap;
use std::sync::Arc;

/// The root directory.
pub(crate) const ROOT: NodeId = NodeId(0);
/// The device number of files that the program has created.
const PROGRAM_DEVICE: u64 = 0x6d67;
/// The inode number of the first of these files.
const FIRST_INO: u64 = 1 << 40;
/// The most links that a path may lead through; more are taken for a cycle.
const MAX_LINKS: u32 = 40;
/// The most blocks of all files, if the world has no smaller limit: a gigabyte.
const MAX_BLOCKS: usize = (1 << 30) / BLOCK as usize;
/// The length in bytes of the longest path, and below of the longest name.
const LONGEST_PATH: usize = 4095;
const LONGEST_NAME: usize = 255;

/// Rights as access(2) numbers them.
pub(crate) const MAY_EXECUTE: u32 = 1;
pub(crate) const MAY_WRITE: u32 = 2;
pub(crate) const MAY_READ: u32 = 4;

/// The user and the group of the process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    pub(crate) uid: u32,
    pub(crate) gid: u32,
}

/// All files of the simulated world.
pub(crate) struct Tree {
    nodes: Vec<Node>,
    pub(crate) real_files: Arc<RealFiles>,
    /// Real files with several names, by device and inode number.
    linked_files: HashMap<(u64, u64), NodeId>,
    /// Contents that replace those of real files, by the real file's path.
    replaced_contents: HashMap<Vec<u8>, Vec<u8>>,
    created_file_count: u64,
    /// The working directory.
    pub(crate) working_dir: NodeId,
    pub(crate) process_owner: Owner,
    /// The permission bits that new files do not get.
    pub(crate) umask: u32,
    /// The present time, for the times of files.
    pub(crate) current_time: Time,
    /// How many blocks have been written.
    pub(crate) written_blocks: usize,
    /// The most blocks.
    pub(crate) block_limit: usize,
    /// The indexes in `nodes` of files that the program has created and that no longer exist: new files get these
    /// indexes.
    free_nodes: Vec<NodeId>,
}

/// The treatment of a path's last name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LastName {
    /// A symbolic link is followed.
    Followed,
    /// A symbolic link is followed, and a missing file is created; the error is `EISDIR` if a trailing slash demands a
    /// directory.
    Created,
    /// A symbolic link is itself the file, unless a slash follows it.
    Kept,
    /// The operation is on the name: no link is followed, and the operation handles a trailing slash.
    Named,
}

/// The place to which a path leads.
pub(crate) struct Place {
    /// The directory that contains the last name.
    pub(crate) dir: NodeId,
    pub(crate) name: Vec<u8>,
    /// The file with this name, if it exists.
    pub(crate) node: Option<NodeId>,
    /// Whether the path ends in a slash: such a path never names a file that is not a directory.
    pub(crate) has_slash: bool,
}

impl Place {
    /// The file at this place, or `ENOENT`.
    pub(crate) fn existing_file(&self) -> SysResult<NodeId> {
        self.node.ok_or(libc::ENOENT)
    }

    /// Reports whether the last name is `.` or `..`.
    pub(crate) fn is_dots(&self) -> bool {
        self.name == b"." || self.name == b".."
    }
}

impl Tree {
    /// Creates the tree over the real files, with working directory `working_dir`; `replaced` are contents that replace
    /// real ones.
    pub(crate) fn new(
        lower: Arc<RealFiles>,
        working_dir: &[u8],
        owner: Owner,
        replaced: HashMap<Vec<u8>, Vec<u8>>,
    ) -> Self {
        let meta = lower.describe_path(b"/").unwrap_or_else(|_| Meta {
            mode: libc::S_IFDIR | 0o755,
            link_count: 2,
            ..Meta::default()
        });
        let root = Node::new(meta, Kind::Dir(Dir::new(ROOT, Some(b"/".to_vec()))));
        let mut tree = Self {
            nodes: vec![root],
            real_files: lower,
            linked_files: HashMap::new(),
            replaced_contents: replaced,
            created_file_count: 0,
            working_dir: ROOT,
            process_owner: owner,
            umask: 0o022,
            current_time: (0, 0),
            written_blocks: 0,
            block_limit: MAX_BLOCKS,
            free_nodes: Vec::new(),
        };
        if let Ok(working_dir) = tree.find(ROOT, working_dir, true) {
            tree.working_dir = working_dir;
        }
        tree
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Sets how many bytes the files of the program may take.
    pub(crate) fn set_limit(&mut self, bytes: u64) {
        self.block_limit = usize::try_from(bytes / BLOCK).unwrap_or(MAX_BLOCKS).min(MAX_BLOCKS);
    }

    /// The number of files.
    pub(crate) fn file_count(&self) -> usize {
        self.nodes.len() - self.free_nodes.len()
    }

    /// Frees the index of a file that has neither a name nor an open file description. Files of the real world keep
    /// their indexes, because other tables contain them.
    pub(crate) fn free_node(&mut self, id: NodeId) {
        if self.node(id).meta.device == PROGRAM_DEVICE {
            self.free_nodes.push(id);
        }
    }

    fn add(&mut self, node: Node) -> NodeId {
        if let Some(id) = self.free_nodes.pop() {
            *self.node_mut(id) = node;
            return id;
        }
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Creates a file that has no name yet.
    pub(crate) fn make_node(&mut self, mode: u32, kind: Kind) -> NodeId {
        self.created_file_count += 1;
        let now = self.current_time;
        let mut meta = Meta {
            device: PROGRAM_DEVICE,
            inode: FIRST_INO + self.created_file_count,
            link_count: 1,
            mode,
            uid: self.process_owner.uid,
            gid: self.process_owner.gid,
            access_time: now,
            modification_time: now,
            change_time: now,
            ..Meta::default()
        };
        match &kind {
            Kind::Dir(_) => {
                meta.link_count = 2;
                meta.set_size(4096);
            }
            Kind::Link(target) => meta.size = target.len() as i64,
            _ => {}
        }
        self.add(Node::new(meta, kind))
    }

    /// Checks that the process has these rights on a file.
    pub(crate) fn check_rights(&self, id: NodeId, rights: u32) -> SysResult<()> {
        let meta = &self.node(id).meta;
        let Owner { uid, gid } = self.process_owner;
        let allowed = if uid == 0 {
            let any = meta.mode & 0o111 != 0 || self.node(id).is_dir();
            MAY_READ | MAY_WRITE | if any { MAY_EXECUTE } else { 0 }
        } else if meta.uid == uid {
            meta.mode >> 6 & 7
        } else if meta.gid == gid {
            meta.mode >> 3 & 7
        } else {
            meta.mode & 7
        };
        if rights & !allowed == 0 { Ok(()) } else { Err(libc::EACCES) }
    }

    /// Checks that the process may change properties that only the file's owner may change.
    pub(crate) fn check_owner(&self, id: NodeId) -> SysResult<()> {
        let Owner { uid, .. } = self.process_owner;
        if uid == 0 || self.node(id).meta.uid == uid { Ok(()) } else { Err(libc::EPERM) }
    }

    /// Returns the file of a name in a directory.
    pub(crate) fn look_up(&mut self, dir: NodeId, name: &[u8]) -> SysResult<Option<NodeId>> {
        let node = self.node(dir).dir().ok_or(libc::ENOTDIR)?;
        self.check_rights(dir, MAY_EXECUTE)?;
        match name {
            b"." => return Ok(Some(dir)),
            b".." => return Ok(Some(node.parent)),
            _ if name.len() > LONGEST_NAME => return Err(libc::ENAMETOOLONG),
            _ => {}
        }
        if let Some(known) = node.entries.get(name) {
            return Ok(*known);
        }
        let Some(path) = node.real_path_of(name) else { return Ok(None) };
        let found = match self.real_files.describe_path(&path) {
            Ok(meta) => Some(self.add_real_file(dir, path, meta)?),
            Err(libc::ENOENT) => None,
            Err(errno) => return Err(errno),
        };
        if let Some(dir) = self.node_mut(dir).dir_mut() {
            dir.entries.insert(name.to_vec(), found);
        }
        Ok(found)
    }

    /// Adds a file of the real world to the tree.
    fn add_real_file(
        &mut self,
        parent: NodeId,
        path: Vec<u8>,
        mut meta: Meta,
    ) -> SysResult<NodeId> {
        let key = (meta.device, meta.inode);
        let is_linked = meta.link_count > 1 && meta.file_type() != libc::S_IFDIR;
        if let Some(known) = self.linked_files.get(&key).filter(|_| is_linked) {
            return Ok(*known);
        }
        let kind = match meta.file_type() {
            libc::S_IFDIR => Kind::Dir(Dir::new(parent, Some(path))),
            libc::S_IFLNK => Kind::Link(self.real_files.read_link(&path)?),
            libc::S_IFIFO => Kind::Fifo(None),
            libc::S_IFSOCK => Kind::Socket(None),
            libc::S_IFCHR | libc::S_IFBLK => Kind::Device(meta.rdev),
            _ => match self.replaced_contents.get(&path) {
                None => Kind::Unread(path),
                Some(own) => {
                    let mut content = super::content::Content::default();
                    content.write_at(0, own)?;
                    meta.set_permissions(meta.mode);
                    Kind::File(content)
                }
            },
        };
        let new = self.add(Node::new(meta, kind));
        if is_linked {
            self.linked_files.insert(key, new);
        }
        Ok(new)
    }

    /// Returns the place to which a path leads from a directory.
    pub(crate) fn walk_path(
        &mut self,
        from: NodeId,
        path: &[u8],
        last: LastName,
    ) -> SysResult<Place> {
        if path.contains(&0) {
            return Err(libc::EINVAL);
        }
        if path.len() > LONGEST_PATH {
            return Err(libc::ENAMETOOLONG);
        }
        let mut at = Place { dir: from, name: Vec::new(), node: None, has_slash: false };
        let mut left = Vec::new();
        at.push_names(path, &mut left)?;
        let mut links = 0;
        loop {
            let Some(name) = left.pop() else {
                // The path consists of slashes only.
                at.name = b".".to_vec();
                at.node = self.look_up(at.dir, b".")?;
                return Ok(at);
            };
            let is_last = left.is_empty();
            if is_last && at.has_slash && last == LastName::Created && name != b"." && name != b".."
            {
                self.check_rights(at.dir, MAY_EXECUTE)?;
                return Err(libc::EISDIR);
            }
            let found = self.look_up(at.dir, &name)?;
            if let Some(id) = found
                && let Kind::Link(target) = &self.node(id).kind
                && (!is_last
                    || matches!(last, LastName::Followed | LastName::Created)
                    || at.has_slash && last == LastName::Kept)
            {
                links += 1;
                if links > MAX_LINKS {
                    return Err(libc::ELOOP);
                }
                let target = target.clone();
                at.push_names(&target, &mut left)?;
                continue;
            }
            if is_last {
                (at.name, at.node) = (name, found);
                let is_file = found.is_some_and(|id| !self.node(id).is_dir());
                let is_wrong = at.has_slash && is_file && last != LastName::Named;
                return if is_wrong { Err(libc::ENOTDIR) } else { Ok(at) };
            }
            at.dir = found.ok_or(libc::ENOENT)?;
        }
    }

    /// Returns the file to which a path leads.
    pub(crate) fn find(&mut self, from: NodeId, path: &[u8], follow: bool) -> SysResult<NodeId> {
        let last = if follow { LastName::Followed } else { LastName::Kept };
        self.walk_path(from, path, last)?.existing_file()
    }

    /// Returns the path of a directory.
    pub(crate) fn path_of(&self, dir: NodeId) -> SysResult<Vec<u8>> {
        let mut names: Vec<&[u8]> = Vec::new();
        let mut at = dir;
        while at != ROOT {
            let node = self.node(at).dir().ok_or(libc::ENOTDIR)?;
            let above = self.node(node.parent).dir().ok_or(libc::ENOENT)?;
            let named = above.entries.iter().find(|(_, id)| **id == Some(at));
            names.push(named.filter(|_| !node.is_removed).ok_or(libc::ENOENT)?.0);
            at = node.parent;
        }
        let mut path = Vec::new();
        for name in names.iter().rev() {
            path.push(b'/');
            path.extend_from_slice(name);
        }
        Ok(if path.is_empty() { b"/".to_vec() } else { path })
    }
}

impl Place {
    /// Puts the names of `path` before those that are left to walk.
    fn push_names(&mut self, path: &[u8], left: &mut Vec<Vec<u8>>) -> SysResult<()> {
        if path.is_empty() {
            return Err(libc::ENOENT);
        }
        if path.starts_with(b"/") {
            self.dir = ROOT;
        }
        self.has_slash |= left.is_empty() && path.ends_with(b"/");
        let names = path.split(|byte| *byte == b'/').filter(|name| !name.is_empty());
        left.extend(names.rev().map(<[u8]>::to_vec));
        Ok(())
    }
}
