package fstest

import (
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// A MapFS is a file system in memory: it maps names, as for Open, to files. Directories exist if they contain files;
// an entry of a directory sets its mode and time. A program must not change the map while the file system is used, but
// it may between uses.
type MapFS map[string]*MapFile

// A MapFile is a file, a directory or a symbolic link of a MapFS.
type MapFile struct {
	Data    []byte // the content, or the target of a link
	Mode    fs.FileMode
	ModTime time.Time
	Sys     any
}

var (
	_ fs.FS         = MapFS(nil)
	_ fs.ReadLinkFS = MapFS(nil)
)

// directory is the description of a directory that has no entry in the map.
func directory() *MapFile { return &MapFile{Mode: fs.ModeDir | 0o555} }

func fail(op, name string, err error) error { return &fs.PathError{Op: op, Path: name, Err: err} }

// Open opens a file, or the target of a link.
func (m MapFS) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, fail("open", name, fs.ErrNotExist)
	}
	real, ok := m.follow(name)
	if !ok {
		return nil, fail("open", name, fs.ErrNotExist)
	}
	f := m[real]
	if f != nil && !f.Mode.IsDir() {
		return &openFile{mapInfo{path.Base(name), f}, name, 0}, nil
	}
	entries := m.entries(real)
	if f == nil {
		if len(entries) == 0 && real != "." {
			return nil, fail("open", name, fs.ErrNotExist)
		}
		f = directory()
	}
	return &openDir{mapInfo{path.Base(name), f}, name, entries}, nil
}

// entries returns a directory's files in the map and the subdirectories that contain others.
func (m MapFS) entries(dir string) []*mapInfo {
	prefix := dir + "/"
	if dir == "." {
		prefix = ""
	}
	found := map[string]*MapFile{}
	for name, f := range m {
		rest, inside := strings.CutPrefix(name, prefix)
		if !inside || name == "." {
			continue
		}
		elem, _, below := strings.Cut(rest, "/")
		if !below {
			found[elem] = f
		} else if found[elem] == nil {
			found[elem] = directory()
		}
	}
	var entries []*mapInfo
	for _, name := range slices.Sorted(maps.Keys(found)) {
		entries = append(entries, &mapInfo{name, found[name]})
	}
	return entries
}

// link returns the target of a link, as a name of m; isLink is false if name is no link, ok if the target is outside of m.
func (m MapFS) link(name string) (to string, isLink, ok bool) {
	f := m[name]
	if f == nil || f.Mode.Type() != fs.ModeSymlink {
		return name, false, true
	}
	to = string(f.Data)
	return path.Join(path.Dir(name), to), true, !path.IsAbs(to)
}

// follow replaces the links in a name: those of the whole name, and then the first ones of the path, before later ones.
func (m MapFS) follow(name string) (real string, ok bool) {
	const most = 255 // more links form a cycle
	for range most {
		end := len(name)
		to, isLink, ok := m.link(name)
		for i := 0; !isLink && i < len(name); i++ {
			if name[i] == '/' {
				end = i
				to, isLink, ok = m.link(name[:i])
			}
		}
		if !ok {
			return "", false
		}
		if !isLink {
			return name, fs.ValidPath(name)
		}
		name = to + name[end:]
	}
	return "", false
}

// ReadLink returns the target of a link.
func (m MapFS) ReadLink(name string) (string, error) {
	info, ok := m.lstat(name)
	if !ok {
		return "", fail("readlink", name, fs.ErrNotExist)
	}
	if info.f.Mode.Type() != fs.ModeSymlink {
		return "", fail("readlink", name, fs.ErrInvalid)
	}
	return string(info.f.Data), nil
}

// Lstat describes a file or a link.
func (m MapFS) Lstat(name string) (fs.FileInfo, error) {
	info, ok := m.lstat(name)
	if !ok {
		return nil, fail("lstat", name, fs.ErrNotExist)
	}
	return info, nil
}

func (m MapFS) lstat(name string) (*mapInfo, bool) {
	if !fs.ValidPath(name) {
		return nil, false
	}
	dir, ok := m.follow(path.Dir(name))
	if !ok {
		return nil, false
	}
	elem := path.Base(name)
	real := path.Join(dir, elem)
	if f := m[real]; f != nil {
		return &mapInfo{elem, f}, true
	}
	if real == "." {
		return &mapInfo{elem, directory()}, true
	}
	for name := range m {
		if strings.HasPrefix(name, real+"/") {
			return &mapInfo{elem, directory()}, true
		}
	}
	return nil, false
}

// fsOnly hides the methods with which package fs would call m again.
type fsOnly struct{ fs.FS }

// ReadFile reads a file.
func (m MapFS) ReadFile(name string) ([]byte, error) { return fs.ReadFile(fsOnly{m}, name) }

// Stat describes a file, or the target of a link.
func (m MapFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(fsOnly{m}, name) }

// ReadDir returns the entries of a directory.
func (m MapFS) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(fsOnly{m}, name) }

// Glob returns the files that match a pattern.
func (m MapFS) Glob(pattern string) ([]string, error) { return fs.Glob(fsOnly{m}, pattern) }

// noSub has all methods of a MapFS except Sub.
type noSub struct{ MapFS }

// Sub hides MapFS.Sub: its signature is not that of fs.SubFS.
func (noSub) Sub() {}

// Sub returns the file system of a directory.
func (m MapFS) Sub(dir string) (fs.FS, error) { return fs.Sub(noSub{m}, dir) }

// A mapInfo describes a file by the last element of its name.
type mapInfo struct {
	name string
	f    *MapFile
}

func (i *mapInfo) Name() string               { return i.name }
func (i *mapInfo) Size() int64                { return int64(len(i.f.Data)) }
func (i *mapInfo) Mode() fs.FileMode          { return i.f.Mode }
func (i *mapInfo) Type() fs.FileMode          { return i.f.Mode.Type() }
func (i *mapInfo) ModTime() time.Time         { return i.f.ModTime }
func (i *mapInfo) IsDir() bool                { return i.f.Mode.IsDir() }
func (i *mapInfo) Sys() any                   { return i.f.Sys }
func (i *mapInfo) Info() (fs.FileInfo, error) { return i, nil }
func (i *mapInfo) String() string             { return fs.FormatFileInfo(i) }

// An openFile is a file that is read.
type openFile struct {
	mapInfo
	path string
	at   int64
}

func (f *openFile) Stat() (fs.FileInfo, error) { return &f.mapInfo, nil }
func (f *openFile) Close() error               { return nil }

func (f *openFile) Read(b []byte) (int, error) {
	if f.at >= f.Size() {
		return 0, io.EOF
	}
	n := copy(b, f.f.Data[f.at:])
	f.at += int64(n)
	return n, nil
}

func (f *openFile) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		offset += f.Size()
	}
	if offset < 0 || offset > f.Size() {
		return 0, fail("seek", f.path, fs.ErrInvalid)
	}
	f.at = offset
	return offset, nil
}

func (f *openFile) ReadAt(b []byte, offset int64) (int, error) {
	if offset < 0 || offset > f.Size() {
		return 0, fail("read", f.path, fs.ErrInvalid)
	}
	n := copy(b, f.f.Data[offset:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// An openDir is a directory that is listed.
type openDir struct {
	mapInfo
	path string
	rest []*mapInfo // the entries that are not listed yet
}

func (d *openDir) Stat() (fs.FileInfo, error) { return &d.mapInfo, nil }
func (d *openDir) Close() error               { return nil }
func (d *openDir) Read([]byte) (int, error)   { return 0, fail("read", d.path, fs.ErrInvalid) }

func (d *openDir) ReadDir(count int) ([]fs.DirEntry, error) {
	n := len(d.rest)
	if count > 0 {
		if n == 0 {
			return nil, io.EOF
		}
		n = min(n, count)
	}
	list := make([]fs.DirEntry, n)
	for i, info := range d.rest[:n] {
		list[i] = info
	}
	d.rest = d.rest[n:]
	return list, nil
}
