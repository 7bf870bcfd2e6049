// Package syscall is the interface to the operating system that package os uses. It has only what os and common
// programs need. All its natives that may wait release their P meanwhile; none of them sees SIGPIPE or EINTR
// (they repeat the call).
package syscall

import (
	"errors"
	"internal/oserror"
)

// An Errno is an error number of the kernel; 0 means success.
type Errno uintptr

// Error returns the kernel's text, in Go's wording.
func (e Errno) Error() string { return errnoText(int(e)) }

// errnoText returns the C library's text for an error number with a lower-case beginning ("no such file or directory");
// "errno 1234" for an unknown number.
func errnoText(e int) string

// portable returns the portable error that the number stands for; nil if there is none.
func (e Errno) portable() error {
	switch e {
	case EACCES, EPERM:
		return oserror.ErrPermission
	case EEXIST, ENOTEMPTY:
		return oserror.ErrExist
	case ENOENT:
		return oserror.ErrNotExist
	case ENOSYS, ENOTSUP:
		return errors.ErrUnsupported
	}
	return nil
}

// Is lets errors.Is match the portable error.
func (e Errno) Is(target error) bool {
	portable := e.portable()
	return portable != nil && portable == target
}

// Temporary reports whether trying again may help.
func (e Errno) Temporary() bool {
	switch e {
	case EINTR, EMFILE, ENFILE:
		return true
	}
	return e.Timeout()
}

// Timeout reports whether time ran out.
func (e Errno) Timeout() bool { return e == EAGAIN || e == ETIMEDOUT }

// failure returns the error for an errno, nil for 0.
func failure(e int) error {
	if e == 0 {
		return nil
	}
	return Errno(e)
}

// A Signal is the number of a signal.
type Signal int

// Signal marks the type as a signal.
func (s Signal) Signal() {}

func (s Signal) String() string { return signalText(int(s)) }

// signalText returns the name of a signal in Go's wording: the C library's text with a lower-case beginning
// ("interrupt", "segmentation fault"), "signal 99" for an unknown number.
func signalText(s int) string

// Flags of Open.
const (
	O_RDONLY   = 0x0
	O_WRONLY   = 0x1
	O_RDWR     = 0x2
	O_CREAT    = 0x40
	O_EXCL     = 0x80
	O_TRUNC    = 0x200
	O_APPEND   = 0x400
	O_NONBLOCK = 0x800
	O_SYNC     = 0x101000
	O_CLOEXEC  = 0x80000
)

// Bits of Stat_t.Mode.
const (
	S_IFMT   = 0xf000
	S_IFSOCK = 0xc000
	S_IFLNK  = 0xa000
	S_IFREG  = 0x8000
	S_IFBLK  = 0x6000
	S_IFDIR  = 0x4000
	S_IFCHR  = 0x2000
	S_IFIFO  = 0x1000
	S_ISUID  = 0x800
	S_ISGID  = 0x400
	S_ISVTX  = 0x200
)

// The standard descriptors.
var (
	Stdin  = 0
	Stdout = 1
	Stderr = 2
)

// A Timespec is a time in seconds and nanoseconds.
type Timespec struct {
	Sec  int64
	Nsec int64
}

// Unix returns both parts.
func (ts *Timespec) Unix() (sec int64, nsec int64) { return ts.Sec, ts.Nsec }

// Nano returns the time in nanoseconds.
func (ts *Timespec) Nano() int64 { return ts.Sec*1e9 + ts.Nsec }

// A Stat_t is the kernel's struct stat.
type Stat_t struct {
	Dev       uint64
	Ino       uint64
	Nlink     uint64
	Mode      uint32
	Uid       uint32
	Gid       uint32
	X__pad0   int32
	Rdev      uint64
	Size      int64
	Blksize   int64
	Blocks    int64
	Atim      Timespec
	Mtim      Timespec
	Ctim      Timespec
	X__unused [3]int64
}

// read calls read(2) without holding the P; errno 0 is success.
func read(fd int, p []byte) (n int, errno int)

// write calls write(2) without holding the P.
func write(fd int, p []byte) (n int, errno int)

// pread calls pread(2) without holding the P.
func pread(fd int, p []byte, off int64) (n int, errno int)

// pwrite calls pwrite(2) without holding the P.
func pwrite(fd int, p []byte, off int64) (n int, errno int)

// lseek calls lseek(2).
func lseek(fd int, off int64, whence int) (at int64, errno int)

// open calls openat(2) relative to the working directory, with O_CLOEXEC added, without holding the P.
func open(path string, flag int, perm uint32) (fd int, errno int)

// fileStat fills st: for the open file fd if path is empty, else for path; follow says whether to follow a last link.
func fileStat(fd int, path string, follow bool, st *Stat_t) (errno int)

// The operations of pathCall.
const (
	callMkdir    = iota // a, mode x
	callUnlink          // a
	callRmdir           // a
	callRename          // a to b
	callLink            // a, new name b
	callSymlink         // text a, new name b
	callChmod           // a, mode x
	callChown           // a, uid x, gid y
	callLchown          // a, uid x, gid y
	callTruncate        // a, length x
	callChdir           // a
	callAccess          // a, mode x
	callUtimes          // a, access time x, change time y, both nanoseconds since 1970; -1<<63 leaves one unchanged
	callMkfifo          // a, mode x
)

// pathCall does one of the operations above without holding the P.
func pathCall(call int, a, b string, x, y int64) (errno int)

// The operations of fdCall.
const (
	fdClose    = iota
	fdSync     // fsync
	fdTruncate // ftruncate to x
	fdChmod    // fchmod to x
	fdChown    // fchown to x, y
	fdChdir
)

// fdCall does one of the operations above without holding the P.
func fdCall(call int, fd int, x, y int64) (errno int)

// readlink reads a symbolic link.
func readlink(path string) (text string, errno int)

// getcwd returns the working directory.
func getcwd() (dir string, errno int)

// readDirents calls getdents64(2), which fills buf with the kernel's records.
func readDirents(fd int, buf []byte) (n int, errno int)

// pipe makes a pipe, both ends with O_CLOEXEC.
func pipe() (r, w int, errno int)

// The values that sysInfo can return.
const (
	infoPid = iota
	infoPpid
	infoUid
	infoEuid
	infoGid
	infoEgid
	infoPageSize
)

// sysInfo returns one of the values listed above.
func sysInfo(what int) int

// kill sends a signal to a process.
func kill(pid int, sig int) (errno int)

// Exit ends the process with a status at once, without deferred calls.
func Exit(code int)

// hostArgs returns the program's name and arguments, each ended by a zero byte.
func hostArgs() string

// takeDebug passes the new value of GODEBUG to the machine.
func takeDebug(value string)

// hostEnviron returns the environment the program was started with: KEY=value, each followed by a zero byte.
func hostEnviron() string

// Args returns the command line that package os shows.
func Args() []string { return pieces(hostArgs()) }

// pieces splits s after each zero byte.
func pieces(s string) []string {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] == 0 {
			n++
		}
	}
	list := make([]string, 0, n)
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] == 0 {
			list = append(list, s[from:i])
			from = i + 1
		}
	}
	return list
}
