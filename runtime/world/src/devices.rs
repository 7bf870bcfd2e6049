//! The devices of a world, which are the same in every run. All other devices belong to the real world.

use minigo_vm::host::{Host, SysResult};

/// The device numbers of `/dev/null`, `/dev/zero`, `/dev/full`, `/dev/random` and `/dev/urandom`.
pub(crate) const NULL_DEVICE: u64 = 0x103;
const ZERO_DEVICE: u64 = 0x105;
const FULL_DEVICE: u64 = 0x107;
const RANDOM_DEVICE: u64 = 0x108;
const URANDOM_DEVICE: u64 = 0x109;

/// The error of opening any other device, as if it had no driver.
pub(crate) const NO_DEVICE: i32 = libc::ENODEV;

/// Checks that the world has this device.
pub(crate) fn check_device(number: u64) -> SysResult<()> {
    if [NULL_DEVICE, ZERO_DEVICE, FULL_DEVICE, RANDOM_DEVICE, URANDOM_DEVICE].contains(&number) {
        Ok(())
    } else {
        Err(NO_DEVICE)
    }
}

pub(crate) fn read(base: &dyn Host, number: u64, buf: &mut [u8]) -> SysResult<usize> {
    match number {
        NULL_DEVICE => return Ok(0),
        RANDOM_DEVICE | URANDOM_DEVICE => base.fill_random(buf)?,
        _ => buf.fill(0),
    }
    Ok(buf.len())
}

pub(crate) fn write(number: u64, buf: &[u8]) -> SysResult<usize> {
    if number == FULL_DEVICE { Err(libc::ENOSPC) } else { Ok(buf.len()) }
}
