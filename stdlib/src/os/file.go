// Package os is the interface to the operating system.
package os

import (
	"internal/fs"
	"internal/oserror"
	"internal/poll"
	"internal/stdio"
	"internal/testlog"
	"io"
	"runtime"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// The types of files, shared with io/fs.
type (
	FileInfo  = fs.FileInfo
	DirEntry  = fs.DirEntry
	FileMode  = fs.FileMode
	PathError = fs.PathError
)

// Flags of OpenFile.
const (
	O_RDONLY int = syscall.O_RDONLY
	O_WRONLY int = syscall.O_WRONLY
	O_RDWR   int = syscall.O_RDWR
	O_APPEND int = syscall.O_APPEND
	O_CREATE int = syscall.O_CREAT
	O_EXCL   int = syscall.O_EXCL
	O_SYNC   int = syscall.O_SYNC
	O_TRUNC  int = syscall.O_TRUNC
)

// The values of whence in Seek, by their old names.
const (
	SEEK_SET int = 0
	SEEK_CUR int = 1
	SEEK_END int = 2
)

// The separators of names and lists of names, and the null device.
const (
	PathSeparator     = '/'
	PathListSeparator = ':'
	DevNull           = "/dev/null"
)

// The bits of a FileMode.
const (
	ModeDir        = fs.ModeDir
	ModeAppend     = fs.ModeAppend
	ModeExclusive  = fs.ModeExclusive
	ModeTemporary  = fs.ModeTemporary
	ModeSymlink    = fs.ModeSymlink
	ModeDevice     = fs.ModeDevice
	ModeNamedPipe  = fs.ModeNamedPipe
	ModeSocket     = fs.ModeSocket
	ModeSetuid     = fs.ModeSetuid
	ModeSetgid     = fs.ModeSetgid
	ModeCharDevice = fs.ModeCharDevice
	ModeSticky     = fs.ModeSticky
	ModeIrregular  = fs.ModeIrregular
	ModeType       = fs.ModeType
	ModePerm       = fs.ModePerm
)

// A File is an open file. The collector closes it when it is unreachable.
type File struct{ *file }

// file is the part that copies of a File share.
type file struct {
	fd     int      // -1 once closed
	wait   *poll.FD // for pipes and similar files, for which goroutines wait without a thread; nil for others
	shared bool     // shared with a child process: the descriptor is in blocking mode again
	name   string
	append bool
	inRoot bool // opened in a Root: its name may lead to another file from elsewhere
	dir    *dirState
	mu     sync.Mutex // guards fd against Close, and dir
}

// The standard streams.
var (
	Stdin  = NewFile(0, "/dev/stdin")
	Stdout = NewFile(1, "/dev/stdout")
	Stderr = NewFile(2, "/dev/stderr")
)

func init() {
	stdio.Out = func() io.Writer { return Stdout }
	stdio.In = func() io.Reader { return Stdin }
}

// NewFile returns a File for a descriptor.
func NewFile(fd uintptr, name string) *File {
	if int(fd) < 0 {
		return nil
	}
	f := newFile(&file{fd: int(fd), name: name})
	if poll.IsNonblock(f.fd) {
		f.wait, _ = poll.New(f.fd, true)
	}
	return f
}

// newFile returns a File that the collector closes when it is unreachable, except for the standard streams.
func newFile(f *file) *File {
	if f.fd > 2 {
		runtime.SetFinalizer(f, (*file).abandon)
	}
	return &File{f}
}

// abandon closes the descriptor of a file that nothing leads to any more.
func (f *file) abandon() {
	if f.wait != nil {
		f.wait.Close()
	} else if f.fd >= 0 {
		syscall.Close(f.fd)
	}
}

// newPolled returns a File for a descriptor for which goroutines may be able to wait.
func newPolled(fd int, name string) *File {
	f := newFile(&file{fd: fd, name: name})
	f.poll()
	return f
}

// poll lets goroutines wait for the descriptor without a thread, if its kind allows that.
func (f *file) poll() {
	if poll.SetNonblock(f.fd, true) == nil {
		if f.wait, _ = poll.New(f.fd, true); f.wait == nil {
			poll.SetNonblock(f.fd, false)
		}
	}
}

// share puts the descriptor into blocking mode, as child programs expect. The mode belongs to the
// open file: from now on reads and writes of it in this process block threads.
func (f *file) share() {
	if f.wait != nil && !f.shared && poll.SetNonblock(f.fd, false) == nil {
		f.shared = true
	}
}

// Name returns the name passed to Open.
func (f *File) Name() string { return f.name }

// Fd returns the descriptor.
func (f *File) Fd() uintptr {
	if f == nil {
		return ^uintptr(0)
	}
	return uintptr(f.fd)
}

// SetDeadline makes reads and writes fail from t on; the zero time means never. It works only for pipes and similar files.
func (f *File) SetDeadline(t time.Time) error { return f.setDeadline(t, true, true) }

// SetReadDeadline is SetDeadline for reads.
func (f *File) SetReadDeadline(t time.Time) error { return f.setDeadline(t, true, false) }

// SetWriteDeadline is SetDeadline for writes.
func (f *File) SetWriteDeadline(t time.Time) error { return f.setDeadline(t, false, true) }

func (f *File) setDeadline(t time.Time, read, write bool) error {
	if f == nil {
		return oserror.ErrInvalid
	}
	if f.wait == nil {
		if f.fd < 0 {
			return poll.ErrFileClosing
		}
		return poll.ErrNoDeadline
	}
	if read {
		if err := f.wait.SetReadDeadline(t); err != nil {
			return err
		}
	}
	if write {
		return f.wait.SetWriteDeadline(t)
	}
	return nil
}

// Open opens a file for reading.
func Open(name string) (*File, error) { return OpenFile(name, O_RDONLY, 0) }

// Create creates or truncates a file for reading and writing.
func Create(name string) (*File, error) {
	return OpenFile(name, O_RDWR|O_CREATE|O_TRUNC, 0666)
}

// OpenFile opens a file with flags; perm is the mode for a new file.
func OpenFile(name string, flag int, perm FileMode) (*File, error) {
	testlog.Open(name)
	fd, fifo, err := poll.Open(name, flag, sysMode(perm))
	if err != nil {
		return nil, &PathError{Op: "open", Path: name, Err: err}
	}
	f := newFile(&file{fd: fd, name: name, append: flag&O_APPEND != 0})
	if fifo {
		f.poll()
	}
	return f, nil
}

// sysMode returns the kernel's form of a mode.
func sysMode(m FileMode) uint32 {
	bits := uint32(m.Perm())
	if m&ModeSetuid != 0 {
		bits |= syscall.S_ISUID
	}
	if m&ModeSetgid != 0 {
		bits |= syscall.S_ISGID
	}
	if m&ModeSticky != 0 {
		bits |= syscall.S_ISVTX
	}
	return bits
}

// fail returns the error of an operation on f; it leaves io.EOF unchanged.
func (f *File) fail(op string, err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	if f.fd < 0 || err == poll.ErrFileClosing {
		err = oserror.ErrClosed
	}
	return &PathError{Op: op, Path: f.name, Err: err}
}

// check returns an error for a nil file.
func (f *File) check() error {
	if f == nil {
		return oserror.ErrInvalid
	}
	return nil
}

// Read reads up to len(b) bytes; at the end of the file 0 and io.EOF.
func (f *File) Read(b []byte) (n int, err error) {
	if f == nil {
		return 0, oserror.ErrInvalid
	}
	if len(b) == 0 && f.fd >= 0 {
		return 0, nil
	}
	if f.wait != nil && !f.shared {
		n, err = f.wait.Read(b)
		return n, f.fail("read", err)
	}
	n, err = syscall.Read(f.fd, b)
	if err != nil {
		return 0, f.fail("read", err)
	}
	if n == 0 {
		err = io.EOF
	}
	return n, err
}

// ReadAt reads len(b) bytes at off; fewer only with an error.
func (f *File) ReadAt(b []byte, off int64) (n int, err error) {
	if f == nil {
		return 0, oserror.ErrInvalid
	}
	if off < 0 {
		return 0, &PathError{Op: "readat", Path: f.name, Err: errNegative}
	}
	for len(b) > 0 {
		m, err := syscall.Pread(f.fd, b, off)
		if err != nil {
			return n, f.fail("read", err)
		}
		if m == 0 {
			return n, io.EOF
		}
		n += m
		b = b[m:]
		off += int64(m)
	}
	return n, nil
}

// Write writes all of b.
func (f *File) Write(b []byte) (n int, err error) {
	if f == nil {
		return 0, oserror.ErrInvalid
	}
	if f.wait != nil && !f.shared {
		n, err = f.wait.Write(b)
		return n, f.fail("write", err)
	}
	for {
		m, err := syscall.Write(f.fd, b[n:])
		if err != nil {
			return n, f.fail("write", err)
		}
		n += m
		if n >= len(b) {
			return n, nil
		}
		if m == 0 {
			return n, f.fail("write", io.ErrUnexpectedEOF)
		}
	}
}

// WriteString writes all of s.
func (f *File) WriteString(s string) (n int, err error) {
	return f.Write(unsafe.Slice(unsafe.StringData(s), len(s))) // Write does not change its argument
}

// WriteAt writes all of b at off.
func (f *File) WriteAt(b []byte, off int64) (n int, err error) {
	if f == nil {
		return 0, oserror.ErrInvalid
	}
	if f.append {
		return 0, errAppend
	}
	if off < 0 {
		return 0, &PathError{Op: "writeat", Path: f.name, Err: errNegative}
	}
	for len(b) > 0 {
		m, err := syscall.Pwrite(f.fd, b, off)
		if err != nil {
			return n, f.fail("write", err)
		}
		n += m
		b = b[m:]
		off += int64(m)
	}
	return n, nil
}

// onlyWriter hides all methods of a File but Write, so that io.Copy does not call ReadFrom again.
type onlyWriter struct{ f *File }

func (w onlyWriter) Write(b []byte) (int, error) { return w.f.Write(b) }

// onlyReader hides all methods of a File but Read, so that io.Copy does not call WriteTo again.
type onlyReader struct{ f *File }

func (r onlyReader) Read(b []byte) (int, error) { return r.f.Read(b) }

// ReadFrom writes all data of r.
func (f *File) ReadFrom(r io.Reader) (n int64, err error) {
	if err := f.check(); err != nil {
		return 0, err
	}
	return io.Copy(onlyWriter{f}, r)
}

// WriteTo writes the rest of the file to w.
func (f *File) WriteTo(w io.Writer) (n int64, err error) {
	if err := f.check(); err != nil {
		return 0, err
	}
	return io.Copy(w, onlyReader{f})
}

// Seek sets the offset of the next Read or Write.
func (f *File) Seek(offset int64, whence int) (ret int64, err error) {
	if f == nil {
		return 0, oserror.ErrInvalid
	}
	at, err := syscall.Seek(f.fd, offset, whence)
	if err != nil {
		return 0, f.fail("seek", err)
	}
	f.mu.Lock()
	f.dir = nil
	f.mu.Unlock()
	return at, nil
}

// Close closes the file; a second call returns an error.
func (f *File) Close() error {
	if f == nil {
		return oserror.ErrInvalid
	}
	f.mu.Lock()
	fd := f.fd
	f.fd = -1
	f.mu.Unlock()
	if fd < 0 {
		return &PathError{Op: "close", Path: f.name, Err: oserror.ErrClosed}
	}
	runtime.SetFinalizer(f.file, nil)
	if f.wait != nil {
		if err := f.wait.Close(); err != nil && err != poll.ErrFileClosing {
			return &PathError{Op: "close", Path: f.name, Err: err}
		}
		return nil
	}
	if err := syscall.Close(fd); err != nil {
		return &PathError{Op: "close", Path: f.name, Err: err}
	}
	return nil
}

// Sync writes the file to the disk.
func (f *File) Sync() error {
	if f == nil {
		return oserror.ErrInvalid
	}
	return f.fail("sync", syscall.Fsync(f.fd))
}

// Truncate sets the length.
func (f *File) Truncate(size int64) error {
	if f == nil {
		return oserror.ErrInvalid
	}
	return f.fail("truncate", syscall.Ftruncate(f.fd, size))
}

// Chmod sets the mode.
func (f *File) Chmod(mode FileMode) error {
	if f == nil {
		return oserror.ErrInvalid
	}
	return f.fail("chmod", syscall.Fchmod(f.fd, sysMode(mode)))
}

// Chown sets the owner.
func (f *File) Chown(uid, gid int) error {
	if f == nil {
		return oserror.ErrInvalid
	}
	return f.fail("chown", syscall.Fchown(f.fd, uid, gid))
}

// Chdir makes the directory the working directory.
func (f *File) Chdir() error {
	if f == nil {
		return oserror.ErrInvalid
	}
	if err := syscall.Fchdir(f.fd); err != nil {
		return f.fail("chdir", err)
	}
	logChdir()
	return nil
}

// Pipe returns a connected pair of files.
func Pipe() (r *File, w *File, err error) {
	var p [2]int
	if err := syscall.Pipe(p[:]); err != nil {
		return nil, nil, NewSyscallError("pipe2", err)
	}
	return newPolled(p[0], "|0"), newPolled(p[1], "|1"), nil
}

// ReadFile reads a whole file.
func ReadFile(name string) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.all()
}

// all returns the rest of the file.
func (f *File) all() ([]byte, error) {
	size := 512
	var st syscall.Stat_t
	if syscall.Fstat(f.fd, &st) == nil && st.Size > 0 && st.Size < 1<<40 {
		size = max(size, int(st.Size)+1)
	}
	data := make([]byte, 0, size)
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return data, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

// WriteFile writes a whole file, making it if need be.
func WriteFile(name string, data []byte, perm FileMode) error {
	f, err := OpenFile(name, O_WRONLY|O_CREATE|O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); cerr != nil && err == nil {
		err = cerr
	}
	return err
}
