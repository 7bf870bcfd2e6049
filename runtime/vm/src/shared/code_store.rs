//! Compiled code that outlives the machine: the store interface, and the code to be stored.

use crate::shared::tier::CompileRequest;
use parking_lot::Mutex;
use std::sync::{Arc, OnceLock};

/// The store of one program's compiled code between its runs.
///
/// The machine executes the bytes that [`load`](Self::load) returns. So these must be bytes that [`store`](Self::store)
/// got, unchanged, from the same build of minigo for the same program: the implementer guarantees that. The machine
/// itself checks that the CPU is the same.
pub trait CodeStore: Send + Sync {
    /// Reports whether [`load`](Self::load) is likely to return code. Goroutines wait during the call, so it must be
    /// fast.
    fn is_probably_stored(&self) -> bool;

    /// The code that an earlier run stored.
    fn load(&self) -> Option<Vec<u8>>;

    /// Stores code for later runs, replacing older code. Failures are ignored.
    fn store(&self, code: &[u8]);
}

/// The newest version of each compiled function, for a store.
pub(crate) struct CompiledVersions {
    pub(crate) code_store: Arc<dyn CodeStore>,
    /// The target that the code was compiled for, once there is any.
    pub(crate) target: OnceLock<String>,
    /// The versions in the order in which their functions became hot.
    versions: Mutex<Vec<CompiledVersion>>,
    /// Held while code is being stored: the end of the program waits for this lock.
    storing_lock: Mutex<()>,
}

/// A version of a function as it lies in the code memory.
#[derive(Clone)]
pub(crate) struct CompiledVersion {
    pub(crate) request: CompileRequest,
    pub(crate) address: u64,
    pub(crate) len: usize,
    pub(crate) body_offset: u32,
    pub(crate) has_start_entry: bool,
    pub(crate) entries: Vec<u32>,
    pub(crate) is_stored: bool,
}

/// The most bytes of code that are stored for a program: they are written within a few milliseconds at its end.
pub(crate) const MAX_BYTES: usize = 4 << 20;

impl CompiledVersions {
    pub(crate) fn new(place: Arc<dyn CodeStore>) -> Self {
        Self {
            code_store: place,
            target: OnceLock::new(),
            versions: Mutex::default(),
            storing_lock: Mutex::default(),
        }
    }

    pub(crate) fn is_probably_stored(&self) -> bool {
        self.code_store.is_probably_stored()
    }

    /// Records a version of a function, replacing an earlier one.
    pub(crate) fn add(&self, version: CompiledVersion) {
        let mut all = self.versions.lock();
        match all.iter_mut().find(|known| known.request.func == version.request.func) {
            Some(known) => *known = version,
            None => all.push(version),
        }
    }

    /// Calls `store` with the versions to be stored, if one of them is not stored yet or `has_unstored` is true.
    pub(crate) fn store(&self, mut has_unstored: bool, store: impl FnOnce(&[CompiledVersion])) {
        let _storing = self.storing_lock.lock();
        let mut all = self.versions.lock();
        let mut bytes = 0;
        let fits = |version: &&mut CompiledVersion| {
            bytes += version.len;
            bytes <= MAX_BYTES
        };
        let chosen = all.iter_mut().take_while(fits);
        let chosen: Vec<CompiledVersion> = chosen
            .map(|version| {
                has_unstored |= !version.is_stored;
                version.is_stored = true;
                version.clone()
            })
            .collect();
        drop(all);
        if has_unstored {
            store(&chosen);
        }
    }
}
