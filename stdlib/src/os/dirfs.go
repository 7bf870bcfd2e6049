package os

import (
	"internal/fs"
	"syscall"
)

// dirFS is a directory as an fs.FS.
type dirFS string

// DirFS returns the directory dir as an fs.FS with ReadFile, ReadDir, Stat, Lstat and ReadLink.
func DirFS(dir string) fs.FS { return dirFS(dir) }

// full returns the file's name outside the file system.
func (d dirFS) full(op, name string) (string, error) {
	if d == "" {
		return "", &PathError{Op: op, Path: name, Err: errNoRoot{}}
	}
	if !fs.ValidPath(name) || hasZero(name) {
		return "", &PathError{Op: op, Path: name, Err: ErrInvalid}
	}
	if d[len(d)-1] == '/' {
		return string(d) + name, nil
	}
	return string(d) + "/" + name, nil
}

// hasZero reports whether a name has a zero byte, which would end the name in a system call.
func hasZero(name string) bool {
	for i := range len(name) {
		if name[i] == 0 {
			return true
		}
	}
	return false
}

type errNoRoot struct{}

func (errNoRoot) Error() string { return "os: DirFS with empty root" }

// inside sets the path in an error to the name that the caller of the fs.FS passed.
func inside(err error, name string) error {
	if e, ok := err.(*PathError); ok {
		e.Path = name
	}
	return err
}

func (d dirFS) Open(name string) (fs.File, error) {
	full, err := d.full("open", name)
	if err != nil {
		return nil, err
	}
	f, err := Open(full)
	if err != nil {
		return nil, inside(err, name)
	}
	return f, nil
}

func (d dirFS) ReadFile(name string) ([]byte, error) {
	full, err := d.full("readfile", name)
	if err != nil {
		return nil, err
	}
	data, err := ReadFile(full)
	return data, inside(err, name)
}

func (d dirFS) ReadDir(name string) ([]DirEntry, error) {
	full, err := d.full("readdir", name)
	if err != nil {
		return nil, err
	}
	list, err := ReadDir(full)
	return list, inside(err, name)
}

func (d dirFS) Stat(name string) (FileInfo, error) {
	full, err := d.full("stat", name)
	if err != nil {
		return nil, err
	}
	info, err := Stat(full)
	return info, inside(err, name)
}

func (d dirFS) Lstat(name string) (FileInfo, error) {
	full, err := d.full("lstat", name)
	if err != nil {
		return nil, err
	}
	info, err := Lstat(full)
	return info, inside(err, name)
}

func (d dirFS) ReadLink(name string) (string, error) {
	full, err := d.full("readlink", name)
	if err != nil {
		return "", err
	}
	text, err := Readlink(full)
	return text, inside(err, name)
}

// listing is a file that can list a directory.
type listing interface {
	ReadDir(n int) ([]DirEntry, error)
}

// CopyFS copies a file system into dir, creating directories; existing files are an error.
func CopyFS(dir string, fsys fs.FS) error {
	if s, ok := fsys.(interface {
		Stat(name string) (FileInfo, error)
	}); ok {
		if _, err := s.Stat("."); err != nil {
			return err
		}
	}
	return copyFS(dir, fsys, ".")
}

func copyFS(dir string, fsys fs.FS, name string) error {
	to := dir
	if name != "." {
		to = dir + "/" + name
	}
	f, err := fsys.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.IsDir() {
		if !info.Mode().IsRegular() {
			return &PathError{Op: "CopyFS", Path: name, Err: ErrInvalid}
		}
		return copyFile(to, f, 0666|info.Mode()&0777)
	}
	if err := MkdirAll(to, 0777); err != nil {
		return err
	}
	d, ok := f.(listing)
	if !ok {
		return &PathError{Op: "readdir", Path: name, Err: syscall.ENOTDIR}
	}
	list, err := d.ReadDir(-1)
	for _, e := range list {
		below := e.Name()
		if name != "." {
			below = name + "/" + below
		}
		if err := copyFS(dir, fsys, below); err != nil {
			return err
		}
	}
	return err
}

func copyFile(to string, from fs.File, perm FileMode) error {
	w, err := OpenFile(to, O_CREATE|O_EXCL|O_WRONLY, perm)
	if err != nil {
		return err
	}
	if _, err := w.ReadFrom(from); err != nil {
		w.Close()
		return &PathError{Op: "Copy", Path: to, Err: err}
	}
	return w.Close()
}
