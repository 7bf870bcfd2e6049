//! Tests of a world as a machine sees it: through the trait `Host`.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use libc::{O_APPEND, O_CREAT, O_EXCL, O_NONBLOCK, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY};
use minigo_sched::Event;
use minigo_vm::host::process::ProcessSpec;
use minigo_vm::host::{FdCall, Host, PathCall, STAT_BYTES, SystemHost, WOULD_WAIT};
use minigo_world::{OutsideWorld, World};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Flags of open(2) as hosts take them: the values of linux/amd64.
const O_DIRECTORY: i32 = 0o200_000;
const O_NOFOLLOW: i32 = 0o400_000;

/// A real directory, and the outside world of the tests' worlds.
struct TestDir {
    dir: PathBuf,
    outside: Arc<OutsideWorld>,
}

impl TestDir {
    /// A directory with the files `old`, `d/in` and a link.
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("minigo-world-{}-{name}", std::process::id()));
        std::fs::create_dir_all(dir.join("d")).unwrap();
        std::fs::write(dir.join("old"), "real text").unwrap();
        std::fs::write(dir.join("d/in"), "inside").unwrap();
        std::os::unix::fs::symlink("old", dir.join("link")).unwrap();
        let outside = Arc::new(OutsideWorld::new(Arc::new(SystemHost::new(Vec::new()))));
        Self { dir, outside }
    }

    /// A world whose working directory is this place.
    fn world(&self) -> World {
        let base = SystemHost::new(vec![b"prog".to_vec()]).with_seed(1);
        let world = World::new(Arc::new(base), self.outside.clone());
        world.path_call(PathCall::Chdir, path(&self.dir), b"", 0, 0).unwrap();
        world
    }
}

impl Drop for TestDir {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.dir).unwrap();
    }
}

fn path(path: &Path) -> &[u8] {
    path.to_str().unwrap().as_bytes()
}

fn write(world: &World, name: &str, flags: i32, text: &str) {
    let fd = world.open(name.as_bytes(), O_WRONLY | flags, 0o644).unwrap();
    assert_eq!(world.write(fd, text.as_bytes()), Ok(text.len()));
    world.fd_call(FdCall::Close, fd, 0, 0).unwrap();
}

fn read(world: &World, name: &str) -> Result<String, i32> {
    let fd = world.open(name.as_bytes(), O_RDONLY, 0)?;
    let mut text = vec![0; 1000];
    let n = world.read(fd, &mut text)?;
    assert_eq!(world.read(fd, &mut text[n..]), Ok(0));
    world.fd_call(FdCall::Close, fd, 0, 0)?;
    text.truncate(n);
    Ok(String::from_utf8(text).unwrap())
}

/// The names in a directory, without `.` and `..`.
fn names(world: &World, dir: &str) -> Vec<String> {
    let fd = world.open(dir.as_bytes(), O_RDONLY | O_DIRECTORY, 0).unwrap();
    let mut all = Vec::new();
    let mut buf = [0; 100];
    loop {
        let n = world.read_dirents(fd, &mut buf).unwrap();
        if n == 0 {
            break;
        }
        let mut rest = &buf[..n];
        while !rest.is_empty() {
            let len = usize::from(u16::from_le_bytes([rest[16], rest[17]]));
            let name = rest[19..len].split(|byte| *byte == 0).next().unwrap();
            all.push(String::from_utf8(name.to_vec()).unwrap());
            rest = &rest[len..];
        }
    }
    world.fd_call(FdCall::Close, fd, 0, 0).unwrap();
    assert_eq!(&all[..2], [".", ".."]);
    all.split_off(2)
}

fn call(world: &World, call: PathCall, a: &str, b: &str) -> Result<(), i32> {
    world.path_call(call, a.as_bytes(), b.as_bytes(), 0o755, 0)
}

/// Words of a file's description: its number of links, its mode, its size.
fn stat(world: &World, name: &str) -> Result<(u64, u32, i64), i32> {
    let mut bytes = [0; STAT_BYTES];
    world.stat(-1, name.as_bytes(), true, &mut bytes)?;
    let word = |n: usize| u64::from_le_bytes(bytes[8 * n..8 * n + 8].try_into().unwrap());
    Ok((word(2), word(3) as u32, word(6) as i64))
}

#[test]
fn files_written_by_a_run_vanish_with_it() {
    let place = TestDir::new("gone");
    let world = place.world();
    write(&world, "old", O_TRUNC, "new");
    write(&world, "more", O_CREAT | O_EXCL, "text");
    call(&world, PathCall::Unlink, "link", "").unwrap();
    call(&world, PathCall::Rename, "d", "e").unwrap();
    assert_eq!(read(&world, "old"), Ok("new".to_owned()));
    assert_eq!(read(&world, "e/in"), Ok("inside".to_owned()));
    assert_eq!(names(&world, "."), ["e", "more", "old"]);
    let next = place.world();
    assert_eq!(read(&next, "old"), Ok("real text".to_owned()));
    assert_eq!(read(&next, "link"), Ok("real text".to_owned()));
    assert_eq!(read(&next, "more"), Err(libc::ENOENT));
    assert_eq!(names(&next, "."), ["d", "link", "old"]);
    assert_eq!(std::fs::read_to_string(place.dir.join("old")).unwrap(), "real text");
    assert!(!place.dir.join("more").exists());
}

#[test]
fn runs_see_the_files_that_the_first_one_saw() {
    let place = TestDir::new("first");
    assert_eq!(read(&place.world(), "old"), Ok("real text".to_owned()));
    assert_eq!(read(&place.world(), "late"), Err(libc::ENOENT));
    std::fs::write(place.dir.join("old"), "changed").unwrap();
    std::fs::write(place.dir.join("late"), "changed").unwrap();
    assert_eq!(read(&place.world(), "old"), Ok("real text".to_owned()));
    assert_eq!(read(&place.world(), "late"), Err(libc::ENOENT));
}

#[test]
fn open_honours_its_flags() {
    let place = TestDir::new("flags");
    let world = place.world();
    let open = |name: &str, flags| world.open(name.as_bytes(), flags, 0o644);
    assert_eq!(open("old", O_CREAT | O_EXCL | O_WRONLY), Err(libc::EEXIST));
    assert_eq!(open("link", O_CREAT | O_EXCL | O_WRONLY), Err(libc::EEXIST));
    assert_eq!(open("old", O_DIRECTORY), Err(libc::ENOTDIR));
    assert_eq!(open("d", O_WRONLY), Err(libc::EISDIR));
    assert_eq!(open("link", O_RDONLY | O_NOFOLLOW), Err(libc::ELOOP));
    assert_eq!(open("none", O_RDONLY), Err(libc::ENOENT));
    assert_eq!(open("old/x", O_RDONLY), Err(libc::ENOTDIR));
    write(&world, "old", O_APPEND, "+");
    assert_eq!(read(&world, "old"), Ok("real text+".to_owned()));
    write(&world, "old", 0, "R");
    assert_eq!(read(&world, "link"), Ok("Real text+".to_owned()));
    let fd = open("old", O_RDONLY).unwrap();
    assert_eq!(world.write(fd, b"x"), Err(libc::EBADF));
    assert_eq!(world.lseek(fd, -4, libc::SEEK_END), Ok(6));
    let mut buf = [0; 10];
    assert_eq!(world.read(fd, &mut buf), Ok(4));
    assert_eq!(&buf[..4], b"ext+");
    assert_eq!(world.lseek(fd, -1, libc::SEEK_SET), Err(libc::EINVAL));
    assert_eq!(world.pread(fd, &mut buf[..2], 1), Ok(2));
    assert_eq!(&buf[..2], b"ea");
}

#[test]
fn directories_are_made_moved_and_removed() {
    let place = TestDir::new("dirs");
    let world = place.world();
    call(&world, PathCall::Mkdir, "d/x", "").unwrap();
    assert_eq!(call(&world, PathCall::Mkdir, "d/x", ""), Err(libc::EEXIST));
    assert_eq!(call(&world, PathCall::Mkdir, "old/", ""), Err(libc::EEXIST));
    assert_eq!(call(&world, PathCall::Rmdir, "d", ""), Err(libc::ENOTEMPTY));
    assert_eq!(call(&world, PathCall::Unlink, "d", ""), Err(libc::EISDIR));
    assert_eq!(call(&world, PathCall::Rename, "d", "d/x/y"), Err(libc::EINVAL));
    assert_eq!(call(&world, PathCall::Rename, "d", "old"), Err(libc::ENOTDIR));
    assert_eq!(call(&world, PathCall::Rename, "old", "d"), Err(libc::EISDIR));
    call(&world, PathCall::Chdir, "d/x", "").unwrap();
    call(&world, PathCall::Rename, "../../d", "../../moved").unwrap();
    let wanted = place.dir.join("moved/x");
    assert_eq!(world.getcwd(), Ok(path(&wanted).to_vec()));
    assert_eq!(read(&world, "../in"), Ok("inside".to_owned()));
    call(&world, PathCall::Rmdir, "../x", "").unwrap();
    assert_eq!(world.getcwd(), Err(libc::ENOENT));
    assert_eq!(world.open(b"f", O_CREAT | O_WRONLY, 0o600), Err(libc::ENOENT));
}

#[test]
fn each_hard_link_is_a_name_of_the_file() {
    let place = TestDir::new("links");
    let world = place.world();
    call(&world, PathCall::Link, "old", "other").unwrap();
    assert_eq!(stat(&world, "other"), Ok((2, libc::S_IFREG | 0o644, 9)));
    write(&world, "other", O_TRUNC, "both");
    assert_eq!(read(&world, "old"), Ok("both".to_owned()));
    call(&world, PathCall::Unlink, "old", "").unwrap();
    assert_eq!(stat(&world, "other"), Ok((1, libc::S_IFREG | 0o644, 4)));
    assert_eq!(stat(&world, "link"), Err(libc::ENOENT));
    write(&world, "link", O_CREAT, "opening through a link whose target does not exist");
    assert_eq!(
        read(&world, "old"),
        Ok("opening through a link whose target does not exist".to_owned())
    );
    call(&world, PathCall::Symlink, "loop", "loop").unwrap();
    assert_eq!(stat(&world, "loop"), Err(libc::ELOOP));
    assert_eq!(world.readlink(b"loop"), Ok(b"loop".to_vec()));
    world.path_call(PathCall::Chmod, b"other", b"", 0o4700, 0).unwrap();
    assert_eq!(stat(&world, "other"), Ok((1, libc::S_IFREG | 0o4700, 4)));
    world.path_call(PathCall::Truncate, b"other", b"", 2, 0).unwrap();
    assert_eq!(read(&world, "other"), Ok("bo".to_owned()));
}

#[test]
fn an_unlinked_file_lives_while_it_is_open() {
    let place = TestDir::new("unnamed");
    let world = place.world();
    let fd = world.open(b"old", O_RDWR, 0).unwrap();
    call(&world, PathCall::Unlink, "old", "").unwrap();
    assert_eq!(world.pwrite(fd, b"R", 0), Ok(1));
    let mut buf = [0; 20];
    assert_eq!(world.read(fd, &mut buf), Ok(9));
    assert_eq!(&buf[..9], b"Real text");
}

/// The pending reports of the scheduler's source.
fn pending_reports(world: &World) -> Vec<Event> {
    let mut events = Vec::new();
    let source = world.readiness().unwrap();
    assert!(!source.wait(Some(Duration::ZERO), &mut |event| events.push(event)));
    events
}

#[test]
fn a_write_to_a_pipe_makes_its_reader_ready() {
    let place = TestDir::new("pipe");
    let world = place.world();
    let (r, w) = world.pipe().unwrap();
    let mut buf = [0; 10];
    // In blocking mode the caller repeats a read later.
    assert_eq!(world.read(r, &mut buf), Err(WOULD_WAIT));
    world.sockets().set_nonblocking(r, true).unwrap();
    assert_eq!(world.read(r, &mut buf), Err(libc::EAGAIN));
    let source = world.readiness().unwrap();
    source.register(r, 7).unwrap();
    assert_eq!(pending_reports(&world), []);
    assert_eq!(world.write(w, b"text"), Ok(4));
    let readable =
        Event { token: 7, readable: true, writable: false, has_exceptional_condition: false };
    assert_eq!(pending_reports(&world), [readable]);
    assert_eq!(pending_reports(&world), []);
    world.fd_call(FdCall::Close, w, 0, 0).unwrap();
    assert_eq!(pending_reports(&world), [Event { has_exceptional_condition: true, ..readable }]);
    assert_eq!(world.read(r, &mut buf), Ok(4));
    assert_eq!(world.read(r, &mut buf), Ok(0));
    let fd = world.open(b"old", O_RDONLY, 0).unwrap();
    assert_eq!(source.register(fd, 8).unwrap_err().raw_os_error(), Some(libc::EPERM));
    assert!(source.has_only_task_events());
}

#[test]
fn a_poll_wait_ends_with_a_report_or_an_interrupt() {
    let place = TestDir::new("wait");
    let world = Arc::new(place.world());
    let (r, w) = world.pipe().unwrap();
    let source = world.readiness().unwrap();
    source.register(r, 7).unwrap();
    let writer = world.clone();
    let thread = std::thread::spawn(move || writer.write(w, b"x"));
    let mut tokens = Vec::new();
    assert!(!source.wait(None, &mut |event| tokens.push(event.token)));
    assert_eq!(tokens, [7]);
    thread.join().unwrap().unwrap();
    source.interrupt();
    assert!(source.wait(None, &mut |_| {}));
    assert!(!source.wait(Some(Duration::from_millis(1)), &mut |_| {}));
}

#[test]
fn a_named_pipe_connects_its_openers() {
    let place = TestDir::new("fifo");
    let world = place.world();
    world.path_call(PathCall::Mkfifo, b"fifo", b"", 0o600, 0).unwrap();
    assert_eq!(world.open(b"fifo", O_WRONLY, 0), Err(WOULD_WAIT));
    assert_eq!(world.open(b"fifo", O_WRONLY | O_NONBLOCK, 0), Err(libc::ENXIO));
    let r = world.open(b"fifo", O_RDONLY, 0).unwrap();
    assert!(world.is_fifo(r));
    let mut buf = [0; 10];
    assert_eq!(world.read(r, &mut buf), Err(WOULD_WAIT));
    write(&world, "fifo", 0, "text");
    assert_eq!(world.read(r, &mut buf), Ok(4));
    assert_eq!(world.read(r, &mut buf), Ok(0));
}

/// The address of a unix socket.
fn unix_address(path: &str) -> Vec<u8> {
    [&(libc::AF_UNIX as u16).to_le_bytes(), path.as_bytes(), &[0]].concat()
}

#[test]
fn a_unix_socket_has_a_name_among_the_files() {
    let place = TestDir::new("socket");
    let world = place.world();
    let net = world.sockets();
    let server = net.socket(libc::AF_UNIX, libc::SOCK_STREAM, 0).unwrap();
    net.bind(server, &unix_address("s")).unwrap();
    let second = net.socket(libc::AF_UNIX, libc::SOCK_STREAM, 0).unwrap();
    assert_eq!(net.bind(second, &unix_address("s")), Err(libc::EADDRINUSE));
    assert_eq!(stat(&world, "s").unwrap().1, libc::S_IFSOCK | 0o755);
    let client = net.socket(libc::AF_UNIX, libc::SOCK_STREAM, 0).unwrap();
    assert_eq!(net.connect(client, &unix_address("old")), Err(libc::ECONNREFUSED));
    assert_eq!(net.connect(client, &unix_address("none")), Err(libc::ENOENT));
    assert_eq!(net.connect(client, &unix_address("s")), Err(libc::ECONNREFUSED));
    net.listen(server, 1).unwrap();
    net.connect(client, &unix_address("s")).unwrap();
    let mut from = minigo_vm::host::sockets::Address::default();
    let accepted = net.accept(server, &mut from).unwrap();
    assert_eq!(net.send(accepted, b"hello", b""), Ok(5));
    let mut buf = [0; 10];
    assert_eq!(world.read(client, &mut buf), Ok(5));
    assert_eq!(net.socket_address(client, true).unwrap().bytes(), unix_address("s"));
    call(&world, PathCall::Unlink, "s", "").unwrap();
    assert_eq!(net.connect(second, &unix_address("s")), Err(libc::ENOENT));
}

#[test]
fn a_run_has_a_process_of_its_own() {
    let place = TestDir::new("process");
    let world = place.world();
    assert_eq!(world.sys_info(0), 100);
    assert_eq!(world.sys_info(1), 1);
    assert_eq!(world.kill(100, 0), Ok(()));
    assert_eq!(world.kill(100, libc::SIGKILL), Err(libc::EPERM));
    assert_eq!(world.kill(4242, libc::SIGKILL), Err(libc::ESRCH));
    assert_eq!(read(&world, "/proc/sys/kernel/hostname"), Ok("minigo\n".to_owned()));
    let spec = ProcessSpec { path: c"/bin/true".to_owned(), ..ProcessSpec::default() };
    assert_eq!(world.start_process(&spec), Err(libc::ENOSYS));
    assert_eq!(world.replace_process(&spec), Err(libc::ENOSYS));
    let ptrace = 101;
    assert_eq!(world.syscall(ptrace, [0; 6]), Err(libc::ENOSYS));
    let away = [2, 0, 0, 80, 192, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    let socket = world.sockets().socket(libc::AF_INET, libc::SOCK_STREAM, 0).unwrap();
    assert_eq!(world.sockets().connect(socket, &away), Err(libc::ENETUNREACH));
    assert_eq!(world.sockets().look_up("minigo.example"), Err(libc::ENOENT));
    assert_eq!(world.sockets().look_up("localhost").unwrap(), ["127.0.0.1", "::1"]);
    let refused = place.outside.refused_operations();
    let wanted = [
        "connecting to 192.0.2.1:80",
        "looking up minigo.example",
        "sending signal 9 to process 100",
        "starting /bin/true",
        "the system call ptrace",
    ];
    assert_eq!(refused, wanted);
}

#[test]
fn devices_are_the_same_in_every_run() {
    let place = TestDir::new("devices");
    let random = || {
        let world = place.world();
        let fd = world.open(b"/dev/urandom", O_RDONLY, 0).unwrap();
        let mut bytes = [0; 16];
        assert_eq!(world.read(fd, &mut bytes), Ok(16));
        bytes
    };
    assert_eq!(random(), random());
    let world = place.world();
    let null = world.open(b"/dev/null", O_RDWR, 0).unwrap();
    assert_eq!(world.write(null, b"text"), Ok(4));
    assert_eq!(world.read(null, &mut [0]), Ok(0));
}

#[test]
fn system_calls_by_number_reach_the_same_files() {
    let place = TestDir::new("numbers");
    let world = place.world();
    let name = c"old".to_owned();
    let at = name.as_ptr() as u64;
    let (open, unlink, dup, pread) = (257, 263, 32, 17);
    let here = libc::AT_FDCWD as u64;
    let fd = world.syscall(open, [here, at, O_RDONLY as u64, 0, 0, 0]).unwrap();
    let copy = world.syscall(dup, [fd, 0, 0, 0, 0, 0]).unwrap();
    assert_eq!(copy, fd + 1);
    let mut buf = [0u8; 4];
    let to = buf.as_mut_ptr() as u64;
    assert_eq!(world.syscall(pread, [copy, to, 4, 5, 0, 0]), Ok(4));
    assert_eq!(&buf, b"text");
    assert_eq!(world.syscall(pread, [copy, 8, 4, 5, 0, 0]), Err(libc::EFAULT));
    assert_eq!(world.syscall(unlink, [here, at, 0, 0, 0, 0]), Ok(0));
    assert_eq!(read(&world, "old"), Err(libc::ENOENT));
    assert!(place.dir.join("old").exists());
}

#[test]
fn a_private_mapping_has_a_copy_of_the_file() {
    let place = TestDir::new("mapping");
    let world = place.world();
    write(&world, "old", O_TRUNC, "mapped");
    let fd = world.open(b"old", O_RDWR, 0).unwrap() as u64;
    let (mmap, munmap) = (9, 11);
    let (read, both) = (libc::PROT_READ as u64, (libc::PROT_READ | libc::PROT_WRITE) as u64);
    let shared = libc::MAP_SHARED as u64;
    assert_eq!(world.syscall(mmap, [0, 4096, both, shared, fd, 0]), Err(libc::ENODEV));
    let at = world.syscall(mmap, [0, 4096, read, shared, fd, 0]).unwrap();
    let mut text = [0; 8];
    minigo_vm::host::program_memory::read(at, &mut text).unwrap();
    assert_eq!(&text, b"mapped\0\0");
    assert_eq!(world.syscall(munmap, [at, 4096, 0, 0, 0, 0]), Ok(0));
}
