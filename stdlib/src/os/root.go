package os

import (
	"errors"
	"internal/fs"
	"internal/poll"
	"internal/testlog"
	"runtime"
	"sync"
	"syscall"
	"time"
)

var (
	errPathEscapes = errors.New("path escapes from parent")
	errBadMode     = errors.New("unsupported file mode")
	errEmptyPath   = errors.New("empty path")
	errNotDir      = errors.New("not a directory")
)

// A Root is a directory whose methods reach only files below it: neither .. nor a symbolic link leads out of it.
type Root struct{ dir *rootDir }

// rootDir is the open directory of a Root. The directory is closed when the last operation on it
// has ended.
type rootDir struct {
	name   string
	mu     sync.Mutex
	fd     int
	users  int
	closed bool
}

// enter begins an operation.
func (d *rootDir) enter() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return ErrClosed
	}
	d.users++
	return nil
}

// leave ends an operation.
func (d *rootDir) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.users--; d.closed && d.users == 0 {
		syscall.Close(d.fd)
	}
}

func (d *rootDir) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed && d.users == 0 {
		syscall.Close(d.fd)
	}
	d.closed = true
	runtime.SetFinalizer(d, nil)
}

// OpenInRoot opens the file name in the directory dir for reading.
func OpenInRoot(dir, name string) (*File, error) {
	r, err := OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.Open(name)
}

// OpenRoot opens a directory as a Root.
func OpenRoot(name string) (*Root, error) {
	testlog.Open(name)
	fd, _, err := poll.Open(name, O_RDONLY, 0)
	if err != nil {
		return nil, &PathError{Op: "open", Path: name, Err: err}
	}
	return newRoot(fd, name)
}

func newRoot(fd int, name string) (*Root, error) {
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err == nil && st.Mode&syscall.S_IFMT != syscall.S_IFDIR {
		syscall.Close(fd)
		return nil, &PathError{Op: "open", Path: name, Err: errNotDir}
	}
	d := &rootDir{name: name, fd: fd}
	runtime.SetFinalizer(d, (*rootDir).close)
	return &Root{d}, nil
}

// Name returns the name of the directory as passed to OpenRoot.
func (r *Root) Name() string { return r.dir.name }

// Close closes the Root; files that were opened with it stay open.
func (r *Root) Close() error {
	r.dir.close()
	return nil
}

func (r *Root) full(name string) string {
	if dir := r.Name(); dir[len(dir)-1] == '/' {
		return dir + name
	}
	return r.Name() + "/" + name
}

// Open opens a file for reading.
func (r *Root) Open(name string) (*File, error) { return r.OpenFile(name, O_RDONLY, 0) }

// Create creates or truncates a file for reading and writing.
func (r *Root) Create(name string) (*File, error) {
	return r.OpenFile(name, O_RDWR|O_CREATE|O_TRUNC, 0666)
}

// OpenFile opens a file with flags; perm is the mode for a new file.
func (r *Root) OpenFile(name string, flag int, perm FileMode) (*File, error) {
	if perm&0o777 != perm {
		return nil, &PathError{Op: "openat", Path: name, Err: errBadMode}
	}
	testlog.Open(r.full(name))
	var f *File
	err := r.walk(name, 0, func(dir int, last string) error {
		fd, err := openNoFollow(dir, last, flag, uint32(perm))
		if err != nil {
			return err
		}
		f = newFile(&file{fd: fd, name: r.full(name), append: flag&O_APPEND != 0, inRoot: true})
		var st syscall.Stat_t
		if syscall.Fstat(fd, &st) == nil && st.Mode&syscall.S_IFMT == syscall.S_IFIFO {
			f.poll()
		}
		return nil
	})
	if err != nil {
		return nil, &PathError{Op: "openat", Path: name, Err: err}
	}
	return f, nil
}

// OpenRoot opens a directory as another Root.
func (r *Root) OpenRoot(name string) (*Root, error) {
	testlog.Open(r.full(name))
	fd := -1
	err := r.walk(name, 0, func(dir int, last string) (err error) {
		fd, err = openNoFollow(dir, last, O_RDONLY, 0)
		return err
	})
	if err != nil {
		return nil, &PathError{Op: "openat", Path: name, Err: err}
	}
	return newRoot(fd, r.full(name))
}

// ReadFile reads a whole file.
func (r *Root) ReadFile(name string) ([]byte, error) {
	f, err := r.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.all()
}

// WriteFile writes a whole file, making it if need be.
func (r *Root) WriteFile(name string, data []byte, perm FileMode) error {
	f, err := r.OpenFile(name, O_WRONLY|O_CREATE|O_TRUNC, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// Chmod sets a file's mode.
func (r *Root) Chmod(name string, mode FileMode) error {
	return pathFail("chmodat", name, r.walk(name, 0, func(dir int, last string) error {
		if err := followed(dir, last); err != nil {
			return err
		}
		return chmodAt(dir, last, sysMode(mode))
	}))
}

// Mkdir makes a directory.
func (r *Root) Mkdir(name string, perm FileMode) error {
	if perm&0o777 != perm {
		return &PathError{Op: "mkdirat", Path: name, Err: errBadMode}
	}
	return pathFail("mkdirat", name, r.walk(name, slashIsFine, func(dir int, last string) error {
		return syscall.Mkdirat(dir, last, sysMode(perm))
	}))
}

// MkdirAll makes a directory and its missing parents.
func (r *Root) MkdirAll(name string, perm FileMode) error {
	if perm&0o777 != perm {
		return &PathError{Op: "mkdirat", Path: name, Err: errBadMode}
	}
	w := &walk{flags: slashIsFine, enter: func(dir int, part string) (int, error) {
		fd, err := openDirAt(dir, part)
		if err == syscall.ENOENT {
			if err := syscall.Mkdirat(dir, part, sysMode(perm)); err != nil && err != syscall.EEXIST {
				return -1, &PathError{Op: "mkdirat", Err: err}
			}
			fd, err = openDirAt(dir, part)
		}
		if _, link := err.(symlink); err != nil && !link {
			err = &PathError{Op: "openat", Err: err}
		}
		return fd, err
	}}
	err := w.run(r, name, func(dir int, last string) error {
		err := syscall.Mkdirat(dir, last, sysMode(perm))
		if err != syscall.EEXIST {
			return err
		}
		var st syscall.Stat_t
		if e := statAt(dir, last, &st); e == nil && st.Mode&syscall.S_IFMT == syscall.S_IFDIR {
			return nil
		}
		info, e := r.Stat(name)
		switch {
		case e == nil && info.IsDir():
			return nil
		case e == nil && st.Mode&syscall.S_IFMT == syscall.S_IFLNK:
			return syscall.ENOTDIR
		case e != nil && !IsNotExist(e):
			return e
		}
		return err
	})
	switch e := err.(type) {
	case nil:
		return nil
	case *PathError:
		if e.Path == "" {
			e.Path = w.here()
		}
		return e
	}
	if _, ok := err.(syscall.Errno); ok {
		// The name in the system call had no trailing slashes.
		for len(name) > 1 && name[len(name)-1] == '/' {
			name = name[:len(name)-1]
		}
	}
	return &PathError{Op: "mkdirat", Path: name, Err: err}
}

// Chown sets a file's owner.
func (r *Root) Chown(name string, uid, gid int) error {
	return pathFail("chownat", name, r.walk(name, 0, func(dir int, last string) error {
		if err := followed(dir, last); err != nil {
			return err
		}
		return chownAt(dir, last, uid, gid)
	}))
}

// Lchown sets the owner of a file or link.
func (r *Root) Lchown(name string, uid, gid int) error {
	return pathFail("lchownat", name, r.walk(name, 0, func(dir int, last string) error {
		return chownAt(dir, last, uid, gid)
	}))
}

// Chtimes sets the times of a file.
func (r *Root) Chtimes(name string, atime time.Time, mtime time.Time) error {
	return pathFail("chtimesat", name, r.walk(name, 0, func(dir int, last string) error {
		if err := followed(dir, last); err != nil {
			return err
		}
		return timesAt(dir, last, atime, mtime)
	}))
}

// Remove removes a file or an empty directory.
func (r *Root) Remove(name string) error {
	return pathFail("removeat", name, r.walk(name, 0, removeAt))
}

// RemoveAll removes name and everything below it; if it does not exist, that is no error.
func (r *Root) RemoveAll(name string) error {
	for len(name) > 0 && name[len(name)-1] == '/' {
		name = name[:len(name)-1]
	}
	if name == "." || len(name) > 1 && name[len(name)-2:] == "/." {
		return &PathError{Op: "RemoveAll", Path: name, Err: syscall.EINVAL}
	}
	err := r.walk(name, 0, func(dir int, last string) error { return removeAllAt(dir, last, last) })
	if IsNotExist(err) {
		return nil
	}
	return pathFail("RemoveAll", name, cause(err))
}

// Stat describes a file, following links.
func (r *Root) Stat(name string) (FileInfo, error) { return r.stat(name, true) }

// Lstat describes a file or link.
func (r *Root) Lstat(name string) (FileInfo, error) { return r.stat(name, false) }

func (r *Root) stat(name string, follow bool) (FileInfo, error) {
	testlog.Stat(r.full(name))
	s := &fileStat{name: base(name)}
	err := r.walk(name, 0, func(dir int, last string) error {
		if err := statAt(dir, last, &s.st); err != nil {
			return err
		}
		if follow && s.st.Mode&syscall.S_IFMT == syscall.S_IFLNK {
			return linkOr(dir, last, syscall.ELOOP)
		}
		return nil
	})
	if err != nil {
		return nil, &PathError{Op: "statat", Path: name, Err: err}
	}
	return s, nil
}

// Readlink reads a symbolic link.
func (r *Root) Readlink(name string) (text string, err error) {
	err = r.walk(name, 0, func(dir int, last string) (err error) {
		text, err = readlinkAt(dir, last)
		return err
	})
	return text, pathFail("readlinkat", name, err)
}

// Rename renames a file or directory.
func (r *Root) Rename(oldname, newname string) error {
	return linkFail("renameat", oldname, newname, r.walk(oldname, 0, func(olddir int, old string) error {
		w := &walk{flags: mayBeMissing}
		return w.run(r, newname, func(newdir int, last string) error {
			return renameAt(olddir, old, newdir, last, w.slash)
		})
	}))
}

// Link makes a hard link.
func (r *Root) Link(oldname, newname string) error {
	return linkFail("linkat", oldname, newname, r.walk(oldname, 0, func(olddir int, old string) error {
		return r.walk(newname, 0, func(newdir int, last string) error { return linkAt(olddir, old, newdir, last) })
	}))
}

// Symlink makes a symbolic link; it does not check the target.
func (r *Root) Symlink(oldname, newname string) error {
	return linkFail("symlinkat", oldname, newname, r.walk(newname, 0, func(dir int, last string) error {
		return symlinkAt(oldname, dir, last)
	}))
}

// FS returns the directory as an fs.FS with ReadDir, ReadFile, ReadLink, Stat and Lstat.
func (r *Root) FS() fs.FS { return (*rootFS)(r) }

type rootFS Root

func validIn(op, name string) error {
	if !fs.ValidPath(name) {
		return &PathError{Op: op, Path: name, Err: ErrInvalid}
	}
	return nil
}

func (r *rootFS) Open(name string) (fs.File, error) {
	if err := validIn("open", name); err != nil {
		return nil, err
	}
	f, err := (*Root)(r).Open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (r *rootFS) ReadDir(name string) ([]DirEntry, error) {
	if err := validIn("readdir", name); err != nil {
		return nil, err
	}
	f, err := (*Root)(r).Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := f.ReadDir(-1)
	sortEntries(list)
	return list, err
}

func (r *rootFS) ReadFile(name string) ([]byte, error) {
	if err := validIn("readfile", name); err != nil {
		return nil, err
	}
	return (*Root)(r).ReadFile(name)
}

func (r *rootFS) ReadLink(name string) (string, error) {
	if err := validIn("readlink", name); err != nil {
		return "", err
	}
	return (*Root)(r).Readlink(name)
}

func (r *rootFS) Stat(name string) (FileInfo, error) {
	if err := validIn("stat", name); err != nil {
		return nil, err
	}
	return (*Root)(r).Stat(name)
}

func (r *rootFS) Lstat(name string) (FileInfo, error) {
	if err := validIn("lstat", name); err != nil {
		return nil, err
	}
	return (*Root)(r).Lstat(name)
}
