//! The files of a world: directories, files, links and others, each with its description.

use super::content::Content;
use super::meta::Meta;
use crate::ids::{NodeId, PipeId, SocketId};
use std::collections::BTreeMap;

/// A file of any kind.
pub(crate) struct Node {
    pub(crate) meta: Meta,
    pub(crate) kind: Kind,
    /// How many open file descriptions refer to the file: a file without a name lives as long as there are any.
    pub(crate) open_count: u32,
}

/// The kinds of files.
pub(crate) enum Kind {
    /// A directory.
    Dir(Dir),
    /// A regular file with its content.
    File(Content),
    /// A real file whose content has not been read, by its path.
    Unread(Vec<u8>),
    /// A symbolic link to this path.
    Link(Vec<u8>),
    /// A named pipe, with its buffer once a program has opened it.
    Fifo(Option<PipeId>),
    /// The name of a socket; a name from the real world has no listener.
    Socket(Option<SocketId>),
    /// A device with this number.
    Device(u64),
}

/// A directory: its known names, which overlay a real directory if there is one.
pub(crate) struct Dir {
    pub(crate) parent: NodeId,
    /// The files by name. `None` means that there is no file, even if the real directory has one.
    pub(crate) entries: BTreeMap<Vec<u8>, Option<NodeId>>,
    /// The path of the real directory. The path stays when the directory is renamed.
    pub(crate) real_path: Option<Vec<u8>>,
    /// Whether the directory has lost its name, and gets no more entries.
    pub(crate) is_removed: bool,
}

impl Dir {
    pub(crate) fn new(parent: NodeId, lower: Option<Vec<u8>>) -> Self {
        Self { parent, entries: BTreeMap::new(), real_path: lower, is_removed: false }
    }

    /// The path of an entry in the real directory.
    pub(crate) fn real_path_of(&self, name: &[u8]) -> Option<Vec<u8>> {
        let dir = self.real_path.as_ref()?;
        let slash: &[u8] = if dir.ends_with(b"/") { b"" } else { b"/" };
        Some([dir, slash, name].concat())
    }
}

impl Node {
    pub(crate) fn new(meta: Meta, kind: Kind) -> Self {
        Self { meta, kind, open_count: 0 }
    }

    pub(crate) fn dir(&self) -> Option<&Dir> {
        if let Kind::Dir(dir) = &self.kind { Some(dir) } else { None }
    }

    pub(crate) fn dir_mut(&mut self) -> Option<&mut Dir> {
        if let Kind::Dir(dir) = &mut self.kind { Some(dir) } else { None }
    }

    pub(crate) fn is_dir(&self) -> bool {
        self.dir().is_some()
    }
}
