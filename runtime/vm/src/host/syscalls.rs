//! Conversions of arguments and results of system calls.

use crate::host::SysResult;
use std::ffi::CString;

/// Turns a result of -1 into the error number.
pub(crate) fn check_result(n: i64) -> SysResult<i64> {
    if n >= 0 {
        return Ok(n);
    }
    Err(std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO))
}

/// A path as a C string.
pub(crate) fn c_path(path: &[u8]) -> SysResult<CString> {
    CString::new(path).map_err(|_| libc::EINVAL)
}

/// Nanoseconds as the system's structure; `i64::MIN` leaves a time unchanged.
pub(crate) fn to_timespec(nanos: i64) -> libc::timespec {
    if nanos == i64::MIN {
        return libc::timespec { tv_sec: 0, tv_nsec: libc::UTIME_OMIT };
    }
    libc::timespec {
        tv_sec: nanos.div_euclid(1_000_000_000),
        tv_nsec: nanos.rem_euclid(1_000_000_000),
    }
}
