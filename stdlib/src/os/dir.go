package os

import (
	"io"
	"syscall"
)

// dirState is a directory that is being read.
type dirState struct {
	buf []byte
	n   int // number of valid bytes in buf
	at  int // number of consumed bytes in buf
}

// dirEntry is an entry of a directory.
type dirEntry struct {
	dir  string
	name string
	mode FileMode
	info FileInfo // nil until it is known
}

func (d *dirEntry) Name() string   { return d.name }
func (d *dirEntry) IsDir() bool    { return d.mode.IsDir() }
func (d *dirEntry) Type() FileMode { return d.mode }

func (d *dirEntry) Info() (FileInfo, error) {
	if d.info != nil {
		return d.info, nil
	}
	return Lstat(d.dir + "/" + d.name)
}

func (d *dirEntry) String() string {
	mode := d.mode.String()
	s := mode[:len(mode)-9] + " " + d.name
	if d.IsDir() {
		s += "/"
	}
	return s
}

// The kernel's file types in directory entries.
var direntModes = [16]FileMode{
	1: ModeNamedPipe, 2: ModeDevice | ModeCharDevice, 4: ModeDir, 6: ModeDevice, 8: 0, 10: ModeSymlink, 12: ModeSocket,
}

// next reads the next entry; nil at the end. With namesOnly it does not ask the system for the file's type.
func (d *dirState) next(f *File, namesOnly bool) (*dirEntry, error) {
	for {
		if d.at >= d.n {
			n, err := syscall.ReadDirent(f.fd, d.buf)
			if err != nil {
				if f.fd < 0 {
					err = ErrClosed
				}
				return nil, &PathError{Op: "readdirent", Path: f.name, Err: err}
			}
			if n <= 0 {
				return nil, nil
			}
			d.n, d.at = n, 0
		}
		// a record: inode 8, offset 8, length 2, type 1, the name up to a zero byte
		rec := d.buf[d.at:d.n]
		size := int(rec[16]) | int(rec[17])<<8
		d.at += size
		kind := rec[18]
		end := 19
		for end < size && rec[end] != 0 {
			end++
		}
		name := string(rec[19:end])
		if name == "." || name == ".." {
			continue
		}
		e := &dirEntry{dir: f.name, name: name}
		if namesOnly || kind != 0 && !f.inRoot {
			e.mode = direntModes[kind&15]
			return e, nil
		}
		info, err := f.entryInfo(name)
		if IsNotExist(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		e.info = info
		e.mode = info.Mode().Type()
		return e, nil
	}
}

// entryInfo describes a file of the directory.
func (f *File) entryInfo(name string) (FileInfo, error) {
	if !f.inRoot {
		return Lstat(f.name + "/" + name)
	}
	s := &fileStat{name: name}
	if err := statAt(f.fd, name, &s.st); err != nil {
		return nil, &PathError{Op: "fstatat", Path: f.name + "/" + name, Err: err}
	}
	return s, nil
}

// entries reads up to n entries, all if n <= 0. With namesOnly it does not ask the system for the files' types.
func (f *File) entries(n int, namesOnly bool) (list []*dirEntry, err error) {
	if f == nil {
		return nil, ErrInvalid
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dir == nil {
		f.dir = &dirState{buf: make([]byte, 8192)}
	}
	for n <= 0 || len(list) < n {
		e, err := f.dir.next(f, namesOnly)
		if err != nil {
			return list, err
		}
		if e == nil {
			if n > 0 && len(list) == 0 {
				return nil, io.EOF
			}
			break
		}
		list = append(list, e)
	}
	return list, nil
}

// ReadDir reads the next n entries of the directory, in the system's order; all of them if n <= 0.
func (f *File) ReadDir(n int) ([]DirEntry, error) {
	list, err := f.entries(n, false)
	dirs := make([]DirEntry, len(list))
	for i, e := range list {
		dirs[i] = e
	}
	return dirs, err
}

// Readdirnames reads the next n names.
func (f *File) Readdirnames(n int) (names []string, err error) {
	list, err := f.entries(n, true)
	names = make([]string, len(list))
	for i, e := range list {
		names[i] = e.name
	}
	return names, err
}

// Readdir reads the next n entries and describes their files.
func (f *File) Readdir(n int) ([]FileInfo, error) {
	list, err := f.entries(n, false)
	infos := make([]FileInfo, 0, len(list))
	for _, e := range list {
		info, ierr := e.Info()
		if IsNotExist(ierr) {
			continue
		}
		if ierr != nil {
			return infos, ierr
		}
		infos = append(infos, info)
	}
	return infos, err
}

// ReadDir reads a directory; the entries are sorted by name.
func ReadDir(name string) ([]DirEntry, error) {
	f, err := OpenFile(name, O_RDONLY|syscall.O_DIRECTORY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	dirs, err := f.ReadDir(-1)
	sortEntries(dirs)
	return dirs, err
}

// sortEntries sorts by name: with a heap sort, which is small code and fast enough for directories of any size.
func sortEntries(a []DirEntry) {
	sift := func(root, n int) {
		for {
			child := 2*root + 1
			if child >= n {
				return
			}
			if child+1 < n && a[child].Name() < a[child+1].Name() {
				child++
			}
			if a[root].Name() >= a[child].Name() {
				return
			}
			a[root], a[child] = a[child], a[root]
			root = child
		}
	}
	for i := len(a)/2 - 1; i >= 0; i-- {
		sift(i, len(a))
	}
	for n := len(a) - 1; n > 0; n-- {
		a[0], a[n] = a[n], a[0]
		sift(0, n)
	}
}
