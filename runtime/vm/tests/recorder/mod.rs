//! A host for tests.

use minigo_vm::host::{FdCall, Host, PathCall, STAT_BYTES, SysResult, SystemHost};
use std::sync::{Arc, Mutex};

/// A host that keeps the output of its program.
pub(crate) struct OutputRecorder {
    system: SystemHost,
    written: Mutex<Vec<u8>>,
}

impl Host for OutputRecorder {
    fn write(&self, _: i32, buf: &[u8]) -> SysResult<usize> {
        self.written.lock().expect("no thread panics while it holds the lock").extend(buf);
        Ok(buf.len())
    }
    fn args(&self) -> Vec<Vec<u8>> {
        self.system.args()
    }
    fn environ(&self) -> Vec<Vec<u8>> {
        self.system.environ()
    }
    fn monotonic(&self) -> i64 {
        self.system.monotonic()
    }
    fn wall_clock(&self) -> (i64, i32) {
        self.system.wall_clock()
    }
    fn random(&self) -> u64 {
        4
    }
    fn cpus(&self) -> usize {
        2
    }
    fn read(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize> {
        self.system.read(fd, buf)
    }
    fn pread(&self, fd: i32, buf: &mut [u8], at: i64) -> SysResult<usize> {
        self.system.pread(fd, buf, at)
    }
    fn pwrite(&self, fd: i32, buf: &[u8], at: i64) -> SysResult<usize> {
        self.system.pwrite(fd, buf, at)
    }
    fn lseek(&self, fd: i32, off: i64, whence: i32) -> SysResult<i64> {
        self.system.lseek(fd, off, whence)
    }
    fn open(&self, path: &[u8], flags: i32, mode: u32) -> SysResult<i32> {
        self.system.open(path, flags, mode)
    }
    fn stat(
        &self,
        fd: i32,
        path: &[u8],
        follow: bool,
        out: &mut [u8; STAT_BYTES],
    ) -> SysResult<()> {
        self.system.stat(fd, path, follow, out)
    }
    fn path_call(&self, call: PathCall, a: &[u8], b: &[u8], x: i64, y: i64) -> SysResult<()> {
        self.system.path_call(call, a, b, x, y)
    }
    fn fd_call(&self, call: FdCall, fd: i32, x: i64, y: i64) -> SysResult<()> {
        self.system.fd_call(call, fd, x, y)
    }
    fn readlink(&self, path: &[u8]) -> SysResult<Vec<u8>> {
        self.system.readlink(path)
    }
    fn getcwd(&self) -> SysResult<Vec<u8>> {
        self.system.getcwd()
    }
    fn read_dirents(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize> {
        self.system.read_dirents(fd, buf)
    }
    fn pipe(&self) -> SysResult<(i32, i32)> {
        self.system.pipe()
    }
    fn sys_info(&self, what: i64) -> i64 {
        self.system.sys_info(what)
    }
    fn nanosleep(&self, pause: std::time::Duration) {
        self.system.nanosleep(pause);
    }
    fn thread_id(&self) -> i64 {
        self.system.thread_id()
    }
    fn kill(&self, pid: i32, signal: i32) -> SysResult<()> {
        self.system.kill(pid, signal)
    }
}

impl OutputRecorder {
    pub(crate) fn new() -> Arc<Self> {
        let system = SystemHost::new(vec![b"test".to_vec()]);
        Arc::new(Self { system, written: Mutex::default() })
    }

    /// The output without the code address of a fault, which differs for each machine.
    pub(crate) fn text(&self) -> String {
        let written =
            self.written.lock().expect("no thread panics while it holds the lock").clone();
        let text = String::from_utf8(written).expect("programs print text");
        match text.split_once(" pc=0x") {
            Some((before, after)) => {
                before.to_owned() + after.trim_start_matches(|c: char| c.is_ascii_hexdigit())
            }
            None => text,
        }
    }
}
