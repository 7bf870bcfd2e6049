//! The part of the outside world that all runs of a search share: the real files as they were, the environment, the
//! identity of the process.

use crate::fs::real_files::RealFiles;
use crate::fs::tree::{Owner, Tree};
use crate::refused_operations::Refusals;
use minigo_vm::host::Host;
use std::collections::HashMap;
use std::sync::Arc;

/// The ids of a program's process, and below of its parent process.
pub(crate) const PROCESS_ID: i64 = 100;
pub(crate) const PARENT_ID: i64 = 1;

/// The name of the machine.
const HOST_NAME: &str = "minigo";
/// The file that contains the host name.
const HOST_NAME_FILE: &[u8] = b"/proc/sys/kernel/hostname";

/// Package syscall's numbers for the effective user and group.
const SYS_INFO_EUID: i64 = 3;
const SYS_INFO_EGID: i64 = 5;

/// The outside world of a search.
pub struct OutsideWorld {
    real_files: Arc<RealFiles>,
    pub(crate) environment: Vec<Vec<u8>>,
    /// The working directory at the beginning of a run.
    working_dir: Vec<u8>,
    owner: Owner,
    pub(crate) host_name: String,
    pub(crate) refusals: Refusals,
}

impl OutsideWorld {
    /// The real paths that runs have accessed, and whether they have listed the directory there.
    #[must_use]
    pub fn accessed_paths(&self) -> Vec<(Vec<u8>, bool)> {
        self.real_files.accessed_paths()
    }

    /// The environment variables of all runs.
    #[must_use]
    pub fn environ(&self) -> &[Vec<u8>] {
        &self.environment
    }

    /// Takes the files, the environment and the user from `system`; the files of `system` are only read.
    #[must_use]
    pub fn new(system: Arc<dyn Host>) -> Self {
        let owner = Owner {
            uid: system.sys_info(SYS_INFO_EUID) as u32,
            gid: system.sys_info(SYS_INFO_EGID) as u32,
        };
        Self {
            environment: system.environ(),
            working_dir: system.getcwd().unwrap_or_else(|_| b"/".to_vec()),
            owner,
            host_name: HOST_NAME.to_owned(),
            refusals: Refusals::default(),
            real_files: Arc::new(RealFiles::new(system)),
        }
    }

    /// The operations that runs were refused because they would have reached the real world, each listed once.
    #[must_use]
    pub fn refused_operations(&self) -> Vec<String> {
        self.refusals.all_refused()
    }

    /// The files of a new run.
    pub(crate) fn tree(&self) -> Tree {
        let name = format!("{}\n", self.host_name).into_bytes();
        let replaced = HashMap::from([(HOST_NAME_FILE.to_vec(), name)]);
        Tree::new(self.real_files.clone(), &self.working_dir, self.owner, replaced)
    }
}
