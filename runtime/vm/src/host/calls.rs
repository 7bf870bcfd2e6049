//! What system calls take and give.

use crate::host::SysResult;
use std::ffi::CString;

/// Turns -1 into the error number.
pub(crate) fn check(n: i64) -> SysResult<i64> {
    if n >= 0 {
        return Ok(n);
    }
    Err(std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO))
}

/// A path as the system takes it.
pub(crate) fn c_path(path: &[u8]) -> SysResult<CString> {
    CString::new(path).map_err(|_| libc::EINVAL)
}

/// Nanoseconds as the system takes them; the least number leaves a time as it is.
pub(crate) fn timespec(nanos: i64) -> libc::timespec {
    if nanos == i64::MIN {
        return libc::timespec { tv_sec: 0, tv_nsec: libc::UTIME_OMIT };
    }
    libc::timespec {
        tv_sec: nanos.div_euclid(1_000_000_000),
        tv_nsec: nanos.rem_euclid(1_000_000_000),
    }
}
