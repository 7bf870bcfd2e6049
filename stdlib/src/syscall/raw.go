package syscall

import "unsafe"

// systemCall makes the call with this number without holding the P; errno 0 is success. Pointers among the arguments
// must point to objects that are alive until the call returns.
func systemCall(number, a, b, c, d, e, f uintptr) (r, errno uintptr)

// Syscall makes a system call with three arguments.
func Syscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno) {
	r, e := systemCall(trap, a1, a2, a3, 0, 0, 0)
	return r, 0, Errno(e)
}

// Syscall6 makes a system call with six arguments.
func Syscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) {
	r, e := systemCall(trap, a1, a2, a3, a4, a5, a6)
	return r, 0, Errno(e)
}

// RawSyscall is Syscall: in minigo no system call holds its P.
func RawSyscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno) {
	return Syscall(trap, a1, a2, a3)
}

// RawSyscall6 is Syscall6.
func RawSyscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) {
	return Syscall6(trap, a1, a2, a3, a4, a5, a6)
}

// ByteSliceFromString returns the text followed by a zero byte; EINVAL if the text contains one.
func ByteSliceFromString(s string) ([]byte, error) {
	for i := 0; i < len(s); i++ {
		if s[i] == 0 {
			return nil, EINVAL
		}
	}
	return append([]byte(s), 0), nil
}

// BytePtrFromString returns a pointer to the text followed by a zero byte.
func BytePtrFromString(s string) (*byte, error) {
	b, err := ByteSliceFromString(s)
	if err != nil {
		return nil, err
	}
	return &b[0], nil
}

// result converts the result of a call to the results of most functions.
func result(r, _ uintptr, e Errno) (int, error) {
	if e != 0 {
		return -1, e
	}
	return int(r), nil
}

// outcome converts the result of a call that returns no value.
func outcome(_, _ uintptr, e Errno) error {
	if e != 0 {
		return e
	}
	return nil
}

// onPath makes a call whose second argument is a path.
func onPath(trap uintptr, dirfd int, path string, a3, a4 uintptr) error {
	p, err := BytePtrFromString(path)
	if err != nil {
		return err
	}
	return outcome(Syscall6(trap, uintptr(dirfd), uintptr(unsafe.Pointer(p)), a3, a4, 0, 0))
}

// Faccessat calls faccessat(2), which knows no flags.
func Faccessat(dirfd int, path string, mode uint32, flags int) error {
	if flags != 0 {
		return accessWithFlags(dirfd, path, mode, flags)
	}
	return onPath(SYS_FACCESSAT, dirfd, path, uintptr(mode), 0)
}

// accessWithFlags calls faccessat2(2).
func accessWithFlags(dirfd int, path string, mode uint32, flags int) error {
	const faccessat2 = 439
	return onPath(faccessat2, dirfd, path, uintptr(mode), uintptr(flags))
}

// Fchmodat calls fchmodat(2), which knows no flags.
func Fchmodat(dirfd int, path string, mode uint32, flags int) error {
	if flags != 0 {
		return EOPNOTSUPP
	}
	return onPath(SYS_FCHMODAT, dirfd, path, uintptr(mode), 0)
}

// Openat opens a file of a directory.
func Openat(dirfd int, path string, flags int, mode uint32) (fd int, err error) {
	p, err := BytePtrFromString(path)
	if err != nil {
		return -1, err
	}
	return result(Syscall6(SYS_OPENAT, uintptr(dirfd), uintptr(unsafe.Pointer(p)), uintptr(flags), uintptr(mode), 0, 0))
}

// Mkdirat makes a directory in a directory.
func Mkdirat(dirfd int, path string, mode uint32) error {
	return onPath(SYS_MKDIRAT, dirfd, path, uintptr(mode), 0)
}

// Unlinkat removes a file from a directory.
func Unlinkat(dirfd int, path string) error { return onPath(SYS_UNLINKAT, dirfd, path, 0, 0) }

// Dup calls dup(2).
func Dup(fd int) (int, error) { return result(Syscall(SYS_DUP, uintptr(fd), 0, 0)) }

// Dup2 calls dup2(2).
func Dup2(from, to int) error { return outcome(Syscall(SYS_DUP2, uintptr(from), uintptr(to), 0)) }

// Dup3 calls dup3(2).
func Dup3(from, to, flags int) error {
	return outcome(Syscall(SYS_DUP3, uintptr(from), uintptr(to), uintptr(flags)))
}

// Pipe2 calls pipe2(2).
func Pipe2(p []int, flags int) error {
	if len(p) != 2 {
		return EINVAL
	}
	var fds [2]int32
	if err := outcome(Syscall(SYS_PIPE2, uintptr(unsafe.Pointer(&fds)), uintptr(flags), 0)); err != nil {
		return err
	}
	p[0], p[1] = int(fds[0]), int(fds[1])
	return nil
}

func fcntl(fd, command, arg int) (int, error) {
	return result(Syscall(SYS_FCNTL, uintptr(fd), uintptr(command), uintptr(arg)))
}

// CloseOnExec makes the descriptor close in child programs.
func CloseOnExec(fd int) { fcntl(fd, F_SETFD, FD_CLOEXEC) }

// SetNonblock sets whether calls on a descriptor fail where they would wait.
func SetNonblock(fd int, nonblocking bool) error {
	flags, err := fcntl(fd, F_GETFL, 0)
	if err != nil {
		return err
	}
	if nonblocking {
		flags |= O_NONBLOCK
	} else {
		flags &^= O_NONBLOCK
	}
	_, err = fcntl(fd, F_SETFL, flags)
	return err
}

// Flock calls flock(2).
func Flock(fd, how int) error { return outcome(Syscall(SYS_FLOCK, uintptr(fd), uintptr(how), 0)) }

// Umask sets the mask of new files.
func Umask(mask int) int {
	old, _ := result(Syscall(SYS_UMASK, uintptr(mask), 0, 0))
	return old
}

// SocketDisableIPv6 makes Socket fail for IPv6.
var SocketDisableIPv6 bool

// Socket calls socket(2).
func Socket(domain, typ, proto int) (fd int, err error) {
	if domain == AF_INET6 && SocketDisableIPv6 {
		return -1, EAFNOSUPPORT
	}
	return result(Syscall(SYS_SOCKET, uintptr(domain), uintptr(typ), uintptr(proto)))
}

// Mount calls mount(2).
func Mount(source, target, fstype string, flags uintptr, data string) error {
	var texts [4]*byte
	for i, s := range [4]string{source, target, fstype, data} {
		p, err := BytePtrFromString(s)
		if err != nil {
			return err
		}
		texts[i] = p
	}
	if data == "" {
		texts[3] = nil
	}
	return outcome(Syscall6(SYS_MOUNT, uintptr(unsafe.Pointer(texts[0])), uintptr(unsafe.Pointer(texts[1])),
		uintptr(unsafe.Pointer(texts[2])), flags, uintptr(unsafe.Pointer(texts[3])), 0))
}

// Unmount calls umount2(2).
func Unmount(target string, flags int) error {
	p, err := BytePtrFromString(target)
	if err != nil {
		return err
	}
	return outcome(Syscall(SYS_UMOUNT2, uintptr(unsafe.Pointer(p)), uintptr(flags), 0))
}

// Utsname is the result of uname(2).
type Utsname struct {
	Sysname, Nodename, Release, Version, Machine, Domainname [65]int8
}

// Uname returns the name and version of the system.
func Uname(buf *Utsname) error {
	return outcome(Syscall(SYS_UNAME, uintptr(unsafe.Pointer(buf)), 0, 0))
}

// Rlimit is a limit on a resource of a process.
type Rlimit struct{ Cur, Max uint64 }

// Getrlimit reads a limit.
func Getrlimit(resource int, limit *Rlimit) error {
	return outcome(Syscall(SYS_GETRLIMIT, uintptr(resource), uintptr(unsafe.Pointer(limit)), 0))
}

// Setrlimit sets a limit.
func Setrlimit(resource int, limit *Rlimit) error {
	return outcome(Syscall(SYS_SETRLIMIT, uintptr(resource), uintptr(unsafe.Pointer(limit)), 0))
}

// TimespecToNsec returns the time in nanoseconds.
func TimespecToNsec(ts Timespec) int64 { return ts.Nano() }

// NsecToTimespec returns a time in nanoseconds as seconds and nanoseconds.
func NsecToTimespec(nsec int64) Timespec {
	sec := nsec / 1e9
	if nsec %= 1e9; nsec < 0 {
		nsec += 1e9
		sec--
	}
	return Timespec{sec, nsec}
}

// A Sockaddr is an address of a socket.
type Sockaddr interface{ sockaddr() ([]byte, error) }

// SockaddrInet4 is an address of IPv4.
type SockaddrInet4 struct {
	Port int
	Addr [4]byte
}

// SockaddrInet6 is an address of IPv6.
type SockaddrInet6 struct {
	Port   int
	ZoneId uint32
	Addr   [16]byte
}

// SockaddrUnix is a path.
type SockaddrUnix struct{ Name string }

// Getpgid returns the group of a process.
func Getpgid(pid int) (int, error) { return result(Syscall(SYS_GETPGID, uintptr(pid), 0, 0)) }

// Getpgrp returns the process group.
func Getpgrp() int {
	group, _ := Getpgid(0)
	return group
}

// Setpgid puts a process into a group.
func Setpgid(pid, group int) error {
	return outcome(Syscall(SYS_SETPGID, uintptr(pid), uintptr(group), 0))
}

// Setsid begins a session.
func Setsid() (int, error) { return result(Syscall(SYS_SETSID, 0, 0, 0)) }
