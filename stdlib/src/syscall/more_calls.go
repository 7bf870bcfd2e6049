package syscall

import (
	"sync"
	"unsafe"
)

// ForkLock is held for reading by a goroutine that makes descriptors and then sets close-on-exec, so that no program
// starts in between.
var ForkLock sync.RWMutex

// here is the current directory, for calls with a directory that a relative path begins at.
const here = -0x64

// onText makes a call whose first argument is a path. The other arguments are separate parameters, not the elements of
// a slice: the collector recognises an address in a variable as a pointer, but not one in the memory of a []uintptr.
func onText(trap uintptr, path string, a, b, c, d uintptr) (int, error) {
	p, err := BytePtrFromString(path)
	if err != nil {
		return -1, err
	}
	return result(Syscall6(trap, uintptr(unsafe.Pointer(p)), a, b, c, d, 0))
}

// onTexts makes a call whose first two arguments are texts.
func onTexts(trap uintptr, path, name string, a, b, c uintptr) (int, error) {
	p, err := BytePtrFromString(name)
	if err != nil {
		return -1, err
	}
	return onText(trap, path, uintptr(unsafe.Pointer(p)), a, b, c)
}

// buffer returns the arguments for a call that fills a slice of bytes.
func buffer(b []byte) (p, n uintptr) {
	return uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b))
}

// Calls on files.

// Creat creates a file.
func Creat(path string, mode uint32) (fd int, err error) {
	return Open(path, O_CREAT|O_WRONLY|O_TRUNC, mode)
}

// Fdatasync writes the data of fd to the disk, without the times.
func Fdatasync(fd int) error { return outcome(Syscall(SYS_FDATASYNC, uintptr(fd), 0, 0)) }

// Sync writes everything to the disks.
func Sync() { Syscall(SYS_SYNC, 0, 0, 0) }

// SyncFileRange writes a part to the disk.
func SyncFileRange(fd int, off, n int64, flags int) error {
	return outcome(Syscall6(SYS_SYNC_FILE_RANGE, uintptr(fd), uintptr(off), uintptr(n), uintptr(flags), 0, 0))
}

// Fallocate allocates space for a file.
func Fallocate(fd int, mode uint32, off, len int64) error {
	return outcome(Syscall6(SYS_FALLOCATE, uintptr(fd), uintptr(mode), uintptr(off), uintptr(len), 0, 0))
}

// Fchownat sets the owner.
func Fchownat(dirfd int, path string, uid, gid, flags int) error {
	p, err := BytePtrFromString(path)
	if err != nil {
		return err
	}
	return outcome(Syscall6(SYS_FCHOWNAT, uintptr(dirfd), uintptr(unsafe.Pointer(p)), uintptr(uid), uintptr(gid),
		uintptr(flags), 0))
}

// FcntlFlock locks a part of a file, or queries a lock.
func FcntlFlock(fd uintptr, cmd int, lk *Flock_t) error {
	return outcome(Syscall(SYS_FCNTL, fd, uintptr(cmd), uintptr(unsafe.Pointer(lk))))
}

// Getcwd writes the working directory to buf, followed by a zero byte.
func Getcwd(buf []byte) (n int, err error) {
	p, size := buffer(buf)
	return result(Syscall(SYS_GETCWD, p, size, 0))
}

// Getdents writes entries of a directory to buf.
func Getdents(fd int, buf []byte) (n int, err error) {
	p, size := buffer(buf)
	return result(Syscall(SYS_GETDENTS64, uintptr(fd), p, size))
}

// ParseDirent appends the names in the output of Getdents, at most max (all if max is negative), and returns how many
// bytes it consumed and how many names it appended.
func ParseDirent(buf []byte, max int, names []string) (consumed int, count int, newnames []string) {
	const name = int(unsafe.Offsetof(Dirent{}.Name))
	for max != 0 && len(buf)-consumed >= name {
		entry := (*Dirent)(unsafe.Pointer(&buf[consumed]))
		end := consumed + int(entry.Reclen)
		if int(entry.Reclen) < name || end > len(buf) {
			break
		}
		text := untilZero(buf[consumed+name : end])
		consumed = end
		if entry.Ino == 0 || text == "." || text == ".." {
			continue
		}
		max--
		count++
		names = append(names, text)
	}
	return consumed, count, names
}

// Readlink writes the target of a link to buf.
func Readlink(path string, buf []byte) (n int, err error) {
	p, size := buffer(buf)
	return onText(SYS_READLINK, path, p, size, 0, 0)
}

// Renameat renames a file or directory.
func Renameat(olddirfd int, oldpath string, newdirfd int, newpath string) error {
	from, err := BytePtrFromString(oldpath)
	if err != nil {
		return err
	}
	to, err := BytePtrFromString(newpath)
	if err != nil {
		return err
	}
	return outcome(Syscall6(SYS_RENAMEAT, uintptr(olddirfd), uintptr(unsafe.Pointer(from)), uintptr(newdirfd),
		uintptr(unsafe.Pointer(to)), 0, 0))
}

// Mknod makes a special file.
func Mknod(path string, mode uint32, dev int) error {
	_, err := onText(SYS_MKNOD, path, uintptr(mode), uintptr(dev), 0, 0)
	return err
}

// Mknodat makes a special file.
func Mknodat(dirfd int, path string, mode uint32, dev int) error {
	return onPath(SYS_MKNODAT, dirfd, path, uintptr(mode), uintptr(dev))
}

// Utimes sets the times of the last access and change.
func Utimes(path string, tv []Timeval) error {
	if len(tv) != 2 {
		return EINVAL
	}
	_, err := onText(SYS_UTIMES, path, uintptr(unsafe.Pointer(&tv[0])), 0, 0, 0)
	return err
}

// Utime is Utimes in seconds; nil means the present time.
func Utime(path string, buf *Utimbuf) error {
	_, err := onText(SYS_UTIME, path, uintptr(unsafe.Pointer(buf)), 0, 0, 0)
	return err
}

// UtimesNano is Utimes in nanoseconds.
func UtimesNano(path string, ts []Timespec) error {
	if len(ts) != 2 {
		return EINVAL
	}
	return onPath(SYS_UTIMENSAT, here, path, uintptr(unsafe.Pointer(&ts[0])), 0)
}

// Futimesat is Utimes for a path relative to a directory.
func Futimesat(dirfd int, path string, tv []Timeval) error {
	if len(tv) != 2 {
		return EINVAL
	}
	return onPath(SYS_FUTIMESAT, dirfd, path, uintptr(unsafe.Pointer(&tv[0])), 0)
}

// Futimes is Utimes for an open file.
func Futimes(fd int, tv []Timeval) error { return Utimes("/proc/self/fd/"+decimal(fd), tv) }

func decimal(n int) string {
	if n < 0 {
		return "-" + decimal(-n)
	}
	if n < 10 {
		return string(rune('0' + n))
	}
	return decimal(n/10) + decimal(n%10)
}

// Statfs describes the file system that contains a path.
func Statfs(path string, buf *Statfs_t) error {
	_, err := onText(SYS_STATFS, path, uintptr(unsafe.Pointer(buf)), 0, 0, 0)
	return err
}

// Fstatfs describes the file system that contains an open file.
func Fstatfs(fd int, buf *Statfs_t) error {
	return outcome(Syscall(SYS_FSTATFS, uintptr(fd), uintptr(unsafe.Pointer(buf)), 0))
}

// Ustat describes the file system of a device.
func Ustat(dev int, ubuf *Ustat_t) error {
	return outcome(Syscall(SYS_USTAT, uintptr(dev), uintptr(unsafe.Pointer(ubuf)), 0))
}

// Getxattr writes an attribute of a file to dest.
func Getxattr(path, attr string, dest []byte) (sz int, err error) {
	p, size := buffer(dest)
	return onTexts(SYS_GETXATTR, path, attr, p, size, 0)
}

// Setxattr sets an attribute.
func Setxattr(path, attr string, data []byte, flags int) error {
	p, size := buffer(data)
	_, err := onTexts(SYS_SETXATTR, path, attr, p, size, uintptr(flags))
	return err
}

// Listxattr writes the names of attributes, each followed by a zero byte.
func Listxattr(path string, dest []byte) (sz int, err error) {
	p, size := buffer(dest)
	return onText(SYS_LISTXATTR, path, p, size, 0, 0)
}

// Removexattr removes an attribute.
func Removexattr(path, attr string) error {
	_, err := onTexts(SYS_REMOVEXATTR, path, attr, 0, 0, 0)
	return err
}

// Sendfile copies from a file to a descriptor.
func Sendfile(outfd, infd int, offset *int64, count int) (written int, err error) {
	return result(Syscall6(SYS_SENDFILE, uintptr(outfd), uintptr(infd), uintptr(unsafe.Pointer(offset)), uintptr(count), 0, 0))
}

// Splice moves data between a pipe and another descriptor.
func Splice(rfd int, roff *int64, wfd int, woff *int64, len, flags int) (n int64, err error) {
	moved, err := result(Syscall6(SYS_SPLICE, uintptr(rfd), uintptr(unsafe.Pointer(roff)), uintptr(wfd),
		uintptr(unsafe.Pointer(woff)), uintptr(len), uintptr(flags)))
	return int64(moved), err
}

// Tee copies data between pipes.
func Tee(rfd, wfd, len, flags int) (n int64, err error) {
	moved, err := result(Syscall6(SYS_TEE, uintptr(rfd), uintptr(wfd), uintptr(len), uintptr(flags), 0, 0))
	return int64(moved), err
}

// Calls that wait for descriptors.

// EpollCreate makes an epoll(7) instance.
func EpollCreate(size int) (fd int, err error) {
	return result(Syscall(SYS_EPOLL_CREATE, uintptr(size), 0, 0))
}

// EpollCreate1 makes an epoll(7) instance.
func EpollCreate1(flag int) (fd int, err error) {
	return result(Syscall(SYS_EPOLL_CREATE1, uintptr(flag), 0, 0))
}

// EpollCtl adds, changes or removes a descriptor to wait for.
func EpollCtl(epfd, op, fd int, event *EpollEvent) error {
	return outcome(Syscall6(SYS_EPOLL_CTL, uintptr(epfd), uintptr(op), uintptr(fd), uintptr(unsafe.Pointer(event)), 0, 0))
}

// EpollWait waits for events of an epoll instance.
func EpollWait(epfd int, events []EpollEvent, msec int) (n int, err error) {
	return result(Syscall6(SYS_EPOLL_WAIT, uintptr(epfd), uintptr(unsafe.Pointer(unsafe.SliceData(events))),
		uintptr(len(events)), uintptr(msec), 0, 0))
}

// Select waits until one of the descriptors is ready.
func Select(nfd int, r, w, e *FdSet, timeout *Timeval) (n int, err error) {
	return result(Syscall6(SYS_SELECT, uintptr(nfd), uintptr(unsafe.Pointer(r)), uintptr(unsafe.Pointer(w)),
		uintptr(unsafe.Pointer(e)), uintptr(unsafe.Pointer(timeout)), 0))
}

// InotifyInit makes an inotify(7) instance.
func InotifyInit() (fd int, err error) { return InotifyInit1(0) }

// InotifyInit1 makes an inotify(7) instance.
func InotifyInit1(flags int) (fd int, err error) {
	return result(Syscall(SYS_INOTIFY_INIT1, uintptr(flags), 0, 0))
}

// InotifyAddWatch watches a path.
func InotifyAddWatch(fd int, pathname string, mask uint32) (watchdesc int, err error) {
	p, err := BytePtrFromString(pathname)
	if err != nil {
		return -1, err
	}
	return result(Syscall(SYS_INOTIFY_ADD_WATCH, uintptr(fd), uintptr(unsafe.Pointer(p)), uintptr(mask)))
}

// InotifyRmWatch removes a watch.
func InotifyRmWatch(fd int, watchdesc uint32) (success int, err error) {
	return result(Syscall(SYS_INOTIFY_RM_WATCH, uintptr(fd), uintptr(watchdesc), 0))
}

// Pause waits for a signal.
func Pause() error { return outcome(Syscall(SYS_PAUSE, 0, 0, 0)) }

// Calls on times.

// Gettimeofday reads the clock.
func Gettimeofday(tv *Timeval) error {
	return outcome(Syscall(SYS_GETTIMEOFDAY, uintptr(unsafe.Pointer(tv)), 0, 0))
}

// Settimeofday sets the clock.
func Settimeofday(tv *Timeval) error {
	return outcome(Syscall(SYS_SETTIMEOFDAY, uintptr(unsafe.Pointer(tv)), 0, 0))
}

// Time returns the seconds since 1970.
func Time(t *Time_t) (tt Time_t, err error) {
	var tv Timeval
	if err := Gettimeofday(&tv); err != nil {
		return 0, err
	}
	if t != nil {
		*t = Time_t(tv.Sec)
	}
	return Time_t(tv.Sec), nil
}

// Times reads the processor times of the process, and returns the ticks since a fixed time.
func Times(tms *Tms) (ticks uintptr, err error) {
	n, err := result(Syscall(SYS_TIMES, uintptr(unsafe.Pointer(tms)), 0, 0))
	return uintptr(n), err
}

// Adjtimex adjusts the clock.
func Adjtimex(buf *Timex) (state int, err error) {
	return result(Syscall(SYS_ADJTIMEX, uintptr(unsafe.Pointer(buf)), 0, 0))
}

// NsecToTimeval converts nanoseconds, rounded up to microseconds, to a Timeval.
func NsecToTimeval(nsec int64) Timeval {
	ts := NsecToTimespec(nsec + 999)
	return Timeval{Sec: ts.Sec, Usec: ts.Nsec / 1e3}
}

// TimevalToNsec returns a Timeval in nanoseconds.
func TimevalToNsec(tv Timeval) int64 { return tv.Nano() }

// Calls on processes and the system.

// Getrusage reads the resource usage of a process.
func Getrusage(who int, rusage *Rusage) error {
	return outcome(Syscall(SYS_GETRUSAGE, uintptr(who), uintptr(unsafe.Pointer(rusage)), 0))
}

// Getpriority returns 20 minus the nice value.
func Getpriority(which, who int) (prio int, err error) {
	return result(Syscall(SYS_GETPRIORITY, uintptr(which), uintptr(who), 0))
}

// Setpriority sets the nice value.
func Setpriority(which, who, prio int) error {
	return outcome(Syscall(SYS_SETPRIORITY, uintptr(which), uintptr(who), uintptr(prio)))
}

// Setfsgid sets the group for files.
func Setfsgid(gid int) error { return outcome(Syscall(SYS_SETFSGID, uintptr(gid), 0, 0)) }

// Setfsuid sets the user for files.
func Setfsuid(uid int) error { return outcome(Syscall(SYS_SETFSUID, uintptr(uid), 0, 0)) }

// Tgkill sends a signal to a thread.
func Tgkill(tgid, tid int, sig Signal) error {
	return outcome(Syscall(SYS_TGKILL, uintptr(tgid), uintptr(tid), uintptr(sig)))
}

// Sysinfo describes the system's load.
func Sysinfo(info *Sysinfo_t) error {
	return outcome(Syscall(SYS_SYSINFO, uintptr(unsafe.Pointer(info)), 0, 0))
}

// Acct enables process accounting to a file.
func Acct(path string) error {
	_, err := onText(SYS_ACCT, path, 0, 0, 0, 0)
	return err
}

// Sethostname sets the name of the host.
func Sethostname(p []byte) error {
	name, size := buffer(p)
	return outcome(Syscall(SYS_SETHOSTNAME, name, size, 0))
}

// Setdomainname sets the name of the domain.
func Setdomainname(p []byte) error {
	name, size := buffer(p)
	return outcome(Syscall(SYS_SETDOMAINNAME, name, size, 0))
}

// Klogctl reads the kernel's messages, and more.
func Klogctl(typ int, buf []byte) (n int, err error) {
	p, size := buffer(buf)
	return result(Syscall(SYS_SYSLOG, uintptr(typ), p, size))
}

// Reboot restarts or stops the system.
func Reboot(cmd int) error {
	return outcome(Syscall(SYS_REBOOT, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, uintptr(cmd)))
}

// Unshare gives the thread namespaces of its own.
func Unshare(flags int) error { return outcome(Syscall(SYS_UNSHARE, uintptr(flags), 0, 0)) }

// Chroot makes a directory the root of the process.
func Chroot(path string) error {
	_, err := onText(SYS_CHROOT, path, 0, 0, 0, 0)
	return err
}

// PivotRoot changes the root.
func PivotRoot(newroot, putold string) error {
	_, err := onTexts(SYS_PIVOT_ROOT, newroot, putold, 0, 0, 0)
	return err
}

// Ioperm enables access to I/O ports.
func Ioperm(from, num, on int) error {
	return outcome(Syscall(SYS_IOPERM, uintptr(from), uintptr(num), uintptr(on)))
}

// Iopl enables access to all I/O ports.
func Iopl(level int) error { return outcome(Syscall(SYS_IOPL, uintptr(level), 0, 0)) }

// AllThreadsSyscall fails, as in a Go program with cgo: the threads do not belong to the program alone.
func AllThreadsSyscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno) {
	return ^uintptr(0), ^uintptr(0), ENOTSUP
}

// AllThreadsSyscall6 fails like AllThreadsSyscall.
func AllThreadsSyscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) {
	return ^uintptr(0), ^uintptr(0), ENOTSUP
}

// Functions on texts.

// SlicePtrFromStrings returns pointers to each text, followed by a zero byte, and a nil pointer at the end.
func SlicePtrFromStrings(ss []string) ([]*byte, error) {
	all := make([]*byte, len(ss)+1)
	for i, s := range ss {
		p, err := BytePtrFromString(s)
		if err != nil {
			return nil, err
		}
		all[i] = p
	}
	return all, nil
}

// StringByteSlice is ByteSliceFromString, but panics instead of returning an error.
func StringByteSlice(s string) []byte {
	b, err := ByteSliceFromString(s)
	if err != nil {
		panic("syscall: string with NUL passed to StringByteSlice")
	}
	return b
}

// StringBytePtr returns a pointer to the result of StringByteSlice.
func StringBytePtr(s string) *byte { return &StringByteSlice(s)[0] }

// StringSlicePtr is SlicePtrFromStrings, but panics instead of returning an error.
func StringSlicePtr(ss []string) []*byte {
	all := make([]*byte, len(ss)+1)
	for i, s := range ss {
		all[i] = StringBytePtr(s)
	}
	return all
}
