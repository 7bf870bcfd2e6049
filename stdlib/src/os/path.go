package os

import (
	"errors"
	"internal/rt"
	"internal/testlog"
	"syscall"
)

func pathFail(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &PathError{Op: op, Path: name, Err: err}
}

func linkFail(op, oldname, newname string, err error) error {
	if err == nil {
		return nil
	}
	return &LinkError{op, oldname, newname, err}
}

// Mkdir makes a directory.
func Mkdir(name string, perm FileMode) error {
	return pathFail("mkdir", name, syscall.Mkdir(name, sysMode(perm)))
}

// MkdirAll makes a directory and its missing parents.
func MkdirAll(path string, perm FileMode) error {
	if info, err := Stat(path); err == nil {
		if info.IsDir() {
			return nil
		}
		return &PathError{Op: "mkdir", Path: path, Err: syscall.ENOTDIR}
	}
	i := len(path)
	for i > 0 && path[i-1] == '/' {
		i--
	}
	for i > 0 && path[i-1] != '/' {
		i--
	}
	if i > 1 {
		if err := MkdirAll(path[:i-1], perm); err != nil {
			return err
		}
	}
	err := Mkdir(path, perm)
	if err != nil {
		if info, lerr := Lstat(path); lerr == nil && info.IsDir() {
			return nil
		}
	}
	return err
}

// Remove removes a file or an empty directory.
func Remove(name string) error {
	err := syscall.Unlink(name)
	if err == nil {
		return nil
	}
	err1 := syscall.Rmdir(name)
	if err1 == nil {
		return nil
	}
	if err1 != syscall.ENOTDIR {
		err = err1
	}
	return &PathError{Op: "remove", Path: name, Err: err}
}

// RemoveAll removes path and everything below it; if it does not exist, that is no error.
func RemoveAll(path string) error {
	if path == "" {
		return nil
	}
	if base(path) == "." {
		return &PathError{Op: "RemoveAll", Path: path, Err: syscall.EINVAL}
	}
	if err := Remove(path); err == nil || IsNotExist(err) {
		return nil
	}
	dir, name := parent(path)
	d, err := Open(dir)
	if err != nil {
		if IsNotExist(err) {
			return nil
		}
		return err
	}
	defer d.Close()
	return removeAllAt(int(d.Fd()), name, dir+"/"+name)
}

// parent splits a name into its directory and its last element.
func parent(path string) (dir, name string) {
	for len(path) > 1 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	i := len(path)
	for i > 0 && path[i-1] != '/' {
		i--
	}
	switch i {
	case 0:
		return ".", path
	case 1:
		return "/", path[1:]
	}
	return path[:i-1], path[i:]
}

// Rename renames a file or directory.
func Rename(oldpath, newpath string) error {
	if info, err := Lstat(newpath); err == nil && info.IsDir() {
		old, err := Lstat(oldpath)
		if err != nil {
			return &LinkError{"rename", oldpath, newpath, cause(err)}
		}
		if oldpath == newpath || !SameFile(old, info) {
			return &LinkError{"rename", oldpath, newpath, syscall.EEXIST}
		}
	}
	return linkFail("rename", oldpath, newpath, syscall.Rename(oldpath, newpath))
}

// Link makes a hard link.
func Link(oldname, newname string) error {
	return linkFail("link", oldname, newname, syscall.Link(oldname, newname))
}

// Symlink makes a symbolic link.
func Symlink(oldname, newname string) error {
	return linkFail("symlink", oldname, newname, syscall.Symlink(oldname, newname))
}

// Readlink reads a symbolic link.
func Readlink(name string) (string, error) {
	text, err := syscall.ReadLink(name)
	return text, pathFail("readlink", name, err)
}

// Chmod sets a file's mode.
func Chmod(name string, mode FileMode) error {
	return pathFail("chmod", name, syscall.Chmod(name, sysMode(mode)))
}

// Chown sets a file's owner.
func Chown(name string, uid, gid int) error {
	return pathFail("chown", name, syscall.Chown(name, uid, gid))
}

// Lchown sets the owner of a file or link.
func Lchown(name string, uid, gid int) error {
	return pathFail("lchown", name, syscall.Lchown(name, uid, gid))
}

// Truncate sets a file's length.
func Truncate(name string, size int64) error {
	return pathFail("truncate", name, syscall.Truncate(name, size))
}

// Chdir changes the working directory.
func Chdir(dir string) error {
	if err := syscall.Chdir(dir); err != nil {
		return &PathError{Op: "chdir", Path: dir, Err: err}
	}
	logChdir()
	return nil
}

// logChdir reports the new working directory to a test program, since relative names depend on it.
func logChdir() {
	if log := testlog.Logger(); log != nil {
		if dir, err := Getwd(); err == nil {
			log.Chdir(dir)
		}
	}
}

// Getwd returns the working directory.
func Getwd() (dir string, err error) {
	if pwd := Getenv("PWD"); len(pwd) > 0 && pwd[0] == '/' {
		a, err1 := Stat(pwd)
		b, err2 := Stat(".")
		if err1 == nil && err2 == nil && SameFile(a, b) {
			return pwd, nil
		}
	}
	dir, err = syscall.Getwd()
	return dir, NewSyscallError("getwd", err)
}

// tempName replaces the last '*' of pattern with random digits, or appends them.
func tempName(dir, pattern string) string {
	star := len(pattern)
	rest := star
	for i := len(pattern) - 1; i >= 0; i-- {
		if pattern[i] == '*' {
			star, rest = i, i+1
			break
		}
	}
	var digits [10]byte
	n := uint32(rt.Random())
	at := len(digits)
	for n > 0 || at == len(digits) {
		at--
		digits[at] = byte('0' + n%10)
		n /= 10
	}
	if dir == "" {
		dir = TempDir()
	}
	if dir[len(dir)-1] != '/' {
		dir += "/"
	}
	return dir + pattern[:star] + string(digits[at:]) + pattern[rest:]
}

// checkPattern rejects patterns with a path separator.
func checkPattern(op, pattern string) error {
	for i := 0; i < len(pattern); i++ {
		if pattern[i] == '/' {
			return &PathError{Op: op, Path: pattern, Err: errSeparator}
		}
	}
	return nil
}

var errSeparator = errors.New("pattern contains path separator")

// CreateTemp creates a new file in dir (TempDir if empty) and opens it.
func CreateTemp(dir, pattern string) (*File, error) {
	if err := checkPattern("createtemp", pattern); err != nil {
		return nil, err
	}
	for try := 0; ; try++ {
		f, err := OpenFile(tempName(dir, pattern), O_RDWR|O_CREATE|O_EXCL, 0600)
		if err == nil || !IsExist(err) || try >= 10000 {
			return f, err
		}
	}
}

// MkdirTemp creates a new directory in dir (TempDir if empty).
func MkdirTemp(dir, pattern string) (string, error) {
	if err := checkPattern("mkdirtemp", pattern); err != nil {
		return "", err
	}
	for try := 0; ; try++ {
		name := tempName(dir, pattern)
		err := Mkdir(name, 0700)
		if err == nil {
			return name, nil
		}
		if IsNotExist(err) {
			// If dir itself is missing, that error is reported instead.
			if _, err := Stat(dir); IsNotExist(err) {
				return "", err
			}
		}
		if !IsExist(err) || try >= 10000 {
			return "", err
		}
	}
}
