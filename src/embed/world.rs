//! The outside world of a sandboxed program: virtual files, an environment, a clock, random numbers, and nothing of the
//! real machine.

use super::limits::Limits;
use minigo_vm::host::process::ProcessSpec;
use minigo_vm::host::{FdCall, Host, PathCall, STAT_BYTES, SysResult};
use minigo_world::{OutsideWorld, World as VirtualWorld};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Flags of open(2) on Linux: the file is created, or emptied, and opened for writing.
const CREATE_TO_WRITE: i32 = libc_flags::O_WRONLY | libc_flags::O_CREAT | libc_flags::O_TRUNC;

/// Standard input, output and error are always open.
const STANDARD_STREAM_COUNT: usize = 3;

mod libc_flags {
    pub(super) const O_WRONLY: i32 = 1;
    pub(super) const O_CREAT: i32 = 0o100;
    pub(super) const O_TRUNC: i32 = 0o1000;
    pub(super) const ENOENT: i32 = 2;
    pub(super) const EBADF: i32 = 9;
    pub(super) const EPERM: i32 = 1;
    pub(super) const ENOSPC: i32 = 28;
    pub(super) const ENOTDIR: i32 = 20;
}

/// The clock of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clock {
    /// The time does not pass: it is always this number of seconds since 1970. Sleeps end in real time.
    Fixed(i64),
    /// The real time.
    #[default]
    Real,
}

/// The outside world of a program: it starts empty, and has what the embedder adds.
///
/// A program sees a file system of its own with the files that were added, connections that end inside the program, one
/// processor, and standard streams that the embedder receives. What the program writes into files is lost when its
/// machine ends.
#[derive(Clone, Debug)]
pub struct World {
    args: Vec<String>,
    environ: Vec<(String, String)>,
    files: Vec<(String, Vec<u8>)>,
    clock: Clock,
    seed: u64,
}

impl World {
    /// Creates a world without files, environment and arguments, with the real time. Random numbers are the same in
    /// each run.
    #[must_use]
    pub fn empty() -> Self {
        let (args, environ, files) = (Vec::new(), Vec::new(), Vec::new());
        Self { args, environ, files, clock: Clock::Real, seed: 1 }
    }

    /// Adds a file with these contents, and the directories above it. The path is absolute.
    ///
    /// ```
    /// use minigo::embed::{Engine, Limits, Source, World};
    ///
    /// let text = r#"
    ///     package p
    ///     import "os"
    ///     func Read(name string) (string, error) { data, err := os.ReadFile(name); return string(data), err }
    /// "#;
    /// let world = World::empty().file("/etc/motd", b"welcome");
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&world, Limits::new())?;
    /// let read = run.func::<(String,), Result<String, String>>("Read")?;
    /// assert_eq!(read.call(&mut run, ("/etc/motd".to_owned(),))?, Ok("welcome".to_owned()));
    /// let error = read.call(&mut run, ("/etc/passwd".to_owned(),))?.unwrap_err();
    /// assert_eq!(error, "open /etc/passwd: no such file or directory");
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn file(mut self, path: &str, contents: &[u8]) -> Self {
        self.files.push((path.to_owned(), contents.to_vec()));
        self
    }

    /// Adds an environment variable.
    ///
    /// ```
    /// use minigo::embed::{Engine, Limits, Source, World};
    ///
    /// let text = r#"
    ///     package p
    ///     import "os"
    ///     func Get(name string) string { return os.Getenv(name) }
    /// "#;
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty().env("REGION", "eu"), Limits::new())?;
    /// let get = run.func::<(String,), String>("Get")?;
    /// assert_eq!(get.call(&mut run, ("REGION".to_owned(),))?, "eu");
    /// assert_eq!(get.call(&mut run, ("PATH".to_owned(),))?, "");
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environ.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Adds an argument: `os.Args` begins with the name `minigo`.
    #[must_use]
    pub fn arg(mut self, arg: &str) -> Self {
        self.args.push(arg.to_owned());
        self
    }

    /// Sets the clock.
    ///
    /// ```
    /// use minigo::embed::{Clock, Engine, Limits, Source, World};
    ///
    /// let text = r#"
    ///     package p
    ///     import "time"
    ///     func Now() string { return time.Now().UTC().Format(time.RFC3339) }
    /// "#;
    /// let world = World::empty().clock(Clock::Fixed(1_000_000_000));
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&world, Limits::new())?;
    /// assert_eq!(run.func::<(), String>("Now")?.call(&mut run, ())?, "2001-09-09T01:46:40Z");
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// Sets the number from which the program's random numbers follow.
    ///
    /// ```
    /// use minigo::embed::{Engine, Limits, Source, World};
    ///
    /// let text = r#"
    ///     package p
    ///     import "math/rand"
    ///     func Roll() int { return rand.Intn(1 << 30) }
    /// "#;
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let roll = |seed| {
    ///     let mut run = module.start(&World::empty().seed(seed), Limits::new())?;
    ///     run.func::<(), isize>("Roll")?.call(&mut run, ())
    /// };
    /// assert_eq!(roll(1)?, roll(1)?);
    /// assert_ne!(roll(1)?, roll(2)?);
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Makes the host of one machine, whose output goes to `output`.
    ///
    /// # Errors
    /// Returns a message that names a file which cannot be created.
    pub(super) fn host(
        &self,
        output: Arc<CapturedOutput>,
        limits: &Limits,
    ) -> Result<Arc<dyn Host>, String> {
        let base: Arc<dyn Host> = Arc::new(BaseHost {
            world: self.clone(),
            output,
            began_at: Instant::now(),
            random: AtomicU64::new(self.seed),
        });
        let world = VirtualWorld::new(base.clone(), Arc::new(OutsideWorld::new(base)));
        for (path, contents) in &self.files {
            add_file(&world, path, contents)
                .map_err(|errno| format!("{path}: {}", minigo_stdlib::errno_text(errno.into())))?;
        }
        // The limit on storage does not count the files that the embedder has added.
        let added: usize = self.files.iter().map(|(_, contents)| contents.len()).sum();
        let descriptors = limits.open_files.saturating_add(STANDARD_STREAM_COUNT);
        world.set_limits(descriptors, limits.storage.saturating_add(added as u64));
        Ok(Arc::new(world))
    }
}

/// Creates a file and the directories above it.
fn add_file(world: &VirtualWorld, path: &str, contents: &[u8]) -> SysResult<()> {
    if !path.starts_with('/') {
        return Err(libc_flags::ENOENT);
    }
    for (at, _) in path.match_indices('/').skip(1) {
        // The directory may exist: then the next call succeeds.
        let _ = world.path_call(PathCall::Mkdir, &path.as_bytes()[..at], b"", 0o755, 0);
    }
    let fd = world.open(path.as_bytes(), CREATE_TO_WRITE, 0o644)?;
    let mut left = contents;
    while !left.is_empty() {
        let written = world.write(fd, left)?;
        left = &left[written..];
    }
    world.fd_call(FdCall::Close, fd, 0, 0)
}

/// The output of a program.
#[derive(Default, Debug)]
pub(super) struct CapturedOutput {
    pub(super) limit: usize,
    streams: Mutex<Streams>,
}

#[derive(Default, Debug)]
struct Streams {
    out: Vec<u8>,
    err: Vec<u8>,
    written_bytes: usize,
}

impl CapturedOutput {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, streams: Mutex::default() }
    }

    /// Takes the bytes that were written to standard output since this method was last called.
    pub(super) fn take_out(&self) -> Vec<u8> {
        std::mem::take(&mut self.streams.lock().out)
    }

    /// Takes the bytes that were written to standard error since this method was last called.
    pub(super) fn take_err(&self) -> Vec<u8> {
        std::mem::take(&mut self.streams.lock().err)
    }

    /// Returns how many bytes were written to standard output and standard error together.
    pub(super) fn written_bytes(&self) -> usize {
        self.streams.lock().written_bytes
    }

    fn write(&self, fd: i32, bytes: &[u8]) -> SysResult<usize> {
        let mut streams = self.streams.lock();
        let room = self.limit.saturating_sub(streams.written_bytes);
        let taken = bytes.len().min(room);
        if taken == 0 && !bytes.is_empty() {
            return Err(libc_flags::ENOSPC);
        }
        streams.written_bytes += taken;
        let stream = if fd == 2 { &mut streams.err } else { &mut streams.out };
        stream.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }
}

/// The host below the virtual world: it has no files.
struct BaseHost {
    world: World,
    output: Arc<CapturedOutput>,
    began_at: Instant,
    random: AtomicU64,
}

impl Host for BaseHost {
    fn args(&self) -> Vec<Vec<u8>> {
        let name = std::iter::once("minigo");
        name.chain(self.world.args.iter().map(String::as_str)).map(|arg| arg.into()).collect()
    }

    fn environ(&self) -> Vec<Vec<u8>> {
        self.world.environ.iter().map(|(name, value)| format!("{name}={value}").into()).collect()
    }

    fn monotonic(&self) -> i64 {
        self.began_at.elapsed().as_nanos() as i64
    }

    fn wall_clock(&self) -> (i64, i32) {
        match self.world.clock {
            Clock::Fixed(seconds) => (seconds, 0),
            Clock::Real => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                (now.as_secs() as i64, now.subsec_nanos() as i32)
            }
        }
    }

    fn random(&self) -> u64 {
        // SplitMix64: each number follows from the seed and its place in the sequence.
        let mut z = self.random.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn cpus(&self) -> usize {
        1
    }

    fn read(&self, fd: i32, _: &mut [u8]) -> SysResult<usize> {
        if fd == 0 { Ok(0) } else { Err(libc_flags::EBADF) }
    }

    fn write(&self, fd: i32, bytes: &[u8]) -> SysResult<usize> {
        match fd {
            1 | 2 => self.output.write(fd, bytes),
            _ => Err(libc_flags::EBADF),
        }
    }

    fn never_blocks_writes(&self, _: i32) -> bool {
        true
    }

    fn pread(&self, _: i32, _: &mut [u8], _: i64) -> SysResult<usize> {
        Err(libc_flags::EBADF)
    }

    fn pwrite(&self, _: i32, _: &[u8], _: i64) -> SysResult<usize> {
        Err(libc_flags::EBADF)
    }

    fn lseek(&self, _: i32, _: i64, _: i32) -> SysResult<i64> {
        Err(libc_flags::EBADF)
    }

    fn open(&self, _: &[u8], _: i32, _: u32) -> SysResult<i32> {
        Err(libc_flags::ENOENT)
    }

    fn stat(&self, _: i32, _: &[u8], _: bool, _: &mut [u8; STAT_BYTES]) -> SysResult<()> {
        Err(libc_flags::ENOENT)
    }

    fn path_call(&self, _: PathCall, _: &[u8], _: &[u8], _: i64, _: i64) -> SysResult<()> {
        Err(libc_flags::ENOENT)
    }

    fn fd_call(&self, _: FdCall, _: i32, _: i64, _: i64) -> SysResult<()> {
        Err(libc_flags::EBADF)
    }

    fn readlink(&self, _: &[u8]) -> SysResult<Vec<u8>> {
        Err(libc_flags::ENOENT)
    }

    fn getcwd(&self) -> SysResult<Vec<u8>> {
        Ok(b"/".to_vec())
    }

    fn read_dirents(&self, _: i32, _: &mut [u8]) -> SysResult<usize> {
        Err(libc_flags::ENOTDIR)
    }

    fn pipe(&self) -> SysResult<(i32, i32)> {
        Err(libc_flags::EPERM)
    }

    fn sys_info(&self, what: i64) -> i64 {
        // Package syscall's number for the page size; the user and the group of a sandbox are 0.
        const PAGE_SIZE: i64 = 6;
        if what == PAGE_SIZE { 4096 } else { 0 }
    }

    fn kill(&self, _: i32, _: i32) -> SysResult<()> {
        Err(libc_flags::EPERM)
    }

    fn start_process(&self, _: &ProcessSpec) -> SysResult<i32> {
        Err(libc_flags::EPERM)
    }

    fn nanosleep(&self, pause: Duration) {
        std::thread::sleep(pause);
    }

    fn thread_id(&self) -> i64 {
        1
    }

    fn never_waits(&self) -> bool {
        true
    }
}
