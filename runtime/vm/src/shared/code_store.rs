//! Compiled code that outlives the machine: where it is kept, and what there is to keep.

use crate::shared::tier::Request;
use parking_lot::Mutex;
use std::sync::{Arc, OnceLock};

/// Where the compiled code of one program is kept between its runs.
///
/// What [`load`](Self::load) gives is executed. So it must be what [`store`](Self::store) was given, unchanged, by the
/// same build of minigo for the same program: who implements this answers for it. Whether the processor is the same the
/// machine sees itself.
pub trait CodeStore: Send + Sync {
    /// Whether it is worth while to call [`load`](Self::load). Goroutines wait for the answer.
    fn may_be_there(&self) -> bool;

    /// The code that an earlier run has stored.
    fn load(&self) -> Option<Vec<u8>>;

    /// Stores code for later runs, in place of what is there. A failure concerns nobody.
    fn store(&self, code: &[u8]);
}

/// The newest version of each compiled function, for a store.
pub(crate) struct Versions {
    pub(crate) place: Arc<dyn CodeStore>,
    /// What the code was compiled for, once there is any.
    pub(crate) target: OnceLock<String>,
    /// In the order in which functions became hot.
    all: Mutex<Vec<Version>>,
    /// Held while code is being stored: the end of the program waits for that.
    storing: Mutex<()>,
}

/// A version of a function, as it lies in the code memory.
#[derive(Clone)]
pub(crate) struct Version {
    pub(crate) request: Request,
    pub(crate) address: u64,
    pub(crate) len: usize,
    pub(crate) middle: u32,
    pub(crate) whole: bool,
    pub(crate) entries: Vec<u32>,
    pub(crate) is_stored: bool,
}

/// The most code of a program that is stored, in bytes: so much is written within a few milliseconds when it ends.
pub(crate) const MOST: usize = 4 << 20;

impl Versions {
    pub(crate) fn new(place: Arc<dyn CodeStore>) -> Self {
        Self { place, target: OnceLock::new(), all: Mutex::default(), storing: Mutex::default() }
    }

    pub(crate) fn may_be_there(&self) -> bool {
        self.place.may_be_there()
    }

    /// Notes a version of a function in place of earlier ones.
    pub(crate) fn add(&self, version: Version) {
        let mut all = self.all.lock();
        match all.iter_mut().find(|known| known.request.func == version.request.func) {
            Some(known) => *known = version,
            None => all.push(version),
        }
    }

    /// Calls `store` with the versions that are to be stored, if there are new ones among them or other `news`.
    pub(crate) fn store(&self, mut news: bool, store: impl FnOnce(&[Version])) {
        let _storing = self.storing.lock();
        let mut all = self.all.lock();
        let mut bytes = 0;
        let fits = |version: &&mut Version| {
            bytes += version.len;
            bytes <= MOST
        };
        let chosen = all.iter_mut().take_while(fits);
        let chosen: Vec<Version> = chosen
            .map(|version| {
                news |= !version.is_stored;
                version.is_stored = true;
                version.clone()
            })
            .collect();
        drop(all);
        if news {
            store(&chosen);
        }
    }
}
