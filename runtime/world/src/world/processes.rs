//! Other processes: none exist, and none can be started.

use super::Inner;
use crate::outside_world::{PARENT_ID, PROCESS_ID};
use minigo_vm::host::SysResult;
use minigo_vm::host::process::ProcessSpec;

impl Inner {
    /// Refuses to start a program, because it would run in the real world.
    pub(super) fn refuse_process<R>(&self, spec: &ProcessSpec) -> SysResult<R> {
        self.refuse_operation(format!("starting {}", spec.path.to_string_lossy()), libc::ENOSYS)
    }

    /// kill(2)
    pub(crate) fn kill(&self, pid: i32, signal: i32) -> SysResult<()> {
        match i64::from(pid) {
            _ if !(0..=64).contains(&signal) => Err(libc::EINVAL),
            PROCESS_ID | 0 | -1 if signal == 0 => Ok(()),
            PARENT_ID if signal == 0 => Err(libc::EPERM),
            PROCESS_ID | PARENT_ID | 0 | -1 => self
                .refuse_operation(format!("sending signal {signal} to process {pid}"), libc::EPERM),
            _ => Err(libc::ESRCH),
        }
    }
}
