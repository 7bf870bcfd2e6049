package fs

import "path"

// Glob gives the names that match pattern; errors of reading directories are ignored.
func Glob(fsys FS, pattern string) (matches []string, err error) {
	return glob(fsys, pattern, 0)
}

// maxElements bounds how many elements with meta characters a pattern may have, as Go does.
const maxElements = 10000

func glob(fsys FS, pattern string, depth int) (matches []string, err error) {
	if depth == maxElements {
		return nil, path.ErrBadPattern
	}
	if fsys, ok := fsys.(GlobFS); ok {
		return fsys.Glob(pattern)
	}
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, err
	}
	if !hasMeta(pattern) {
		if _, err = Stat(fsys, pattern); err != nil {
			return nil, nil
		}
		return []string{pattern}, nil
	}
	dir, file := path.Split(pattern)
	if dir == "" {
		dir = "."
	} else {
		dir = dir[:len(dir)-1]
	}
	if !hasMeta(dir) {
		return globDir(fsys, dir, file, nil)
	}
	if dir == pattern {
		return nil, path.ErrBadPattern
	}
	dirs, err := glob(fsys, dir, depth+1)
	if err != nil {
		return nil, err
	}
	for _, d := range dirs {
		matches, err = globDir(fsys, d, file, matches)
		if err != nil {
			return nil, err
		}
	}
	return matches, nil
}

// globDir adds to matches the names in dir that match pattern.
func globDir(fsys FS, dir, pattern string, matches []string) ([]string, error) {
	infos, err := ReadDir(fsys, dir)
	if err != nil {
		return matches, nil
	}
	for _, info := range infos {
		ok, err := path.Match(pattern, info.Name())
		if err != nil {
			return matches, err
		}
		if ok {
			matches = append(matches, path.Join(dir, info.Name()))
		}
	}
	return matches, nil
}

func hasMeta(pattern string) bool {
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '*', '?', '[', '\\':
			return true
		}
	}
	return false
}

// Sub is the subtree of fsys below dir.
func Sub(fsys FS, dir string) (FS, error) {
	if !ValidPath(dir) {
		return nil, &PathError{Op: "sub", Path: dir, Err: ErrInvalid}
	}
	if dir == "." {
		return fsys, nil
	}
	if fsys, ok := fsys.(SubFS); ok {
		return fsys.Sub(dir)
	}
	return &subFS{fsys, dir}, nil
}

type subFS struct {
	fsys FS
	dir  string
}

func (f *subFS) full(op, name string) (string, error) {
	if !ValidPath(name) {
		return "", &PathError{Op: op, Path: name, Err: ErrInvalid}
	}
	return path.Join(f.dir, name), nil
}

// short takes the directory off the path that an error of the outer file system names.
func (f *subFS) short(err error) error {
	if e, ok := err.(*PathError); ok {
		n := len(f.dir)
		if len(e.Path) > n && e.Path[:n] == f.dir && e.Path[n] == '/' {
			e.Path = e.Path[n+1:]
		} else if e.Path == f.dir {
			e.Path = "."
		}
	}
	return err
}

func (f *subFS) Open(name string) (File, error) {
	full, err := f.full("open", name)
	if err != nil {
		return nil, err
	}
	file, err := f.fsys.Open(full)
	return file, f.short(err)
}

func (f *subFS) ReadDir(name string) ([]DirEntry, error) {
	full, err := f.full("read", name)
	if err != nil {
		return nil, err
	}
	list, err := ReadDir(f.fsys, full)
	return list, f.short(err)
}

func (f *subFS) ReadFile(name string) ([]byte, error) {
	full, err := f.full("read", name)
	if err != nil {
		return nil, err
	}
	data, err := ReadFile(f.fsys, full)
	return data, f.short(err)
}

func (f *subFS) Stat(name string) (FileInfo, error) {
	full, err := f.full("stat", name)
	if err != nil {
		return nil, err
	}
	info, err := Stat(f.fsys, full)
	return info, f.short(err)
}

func (f *subFS) Lstat(name string) (FileInfo, error) {
	full, err := f.full("lstat", name)
	if err != nil {
		return nil, err
	}
	info, err := Lstat(f.fsys, full)
	return info, f.short(err)
}

func (f *subFS) ReadLink(name string) (string, error) {
	full, err := f.full("readlink", name)
	if err != nil {
		return "", err
	}
	target, err := ReadLink(f.fsys, full)
	return target, f.short(err)
}

func (f *subFS) Sub(dir string) (FS, error) {
	if dir == "." {
		return f, nil
	}
	full, err := f.full("sub", dir)
	if err != nil {
		return nil, err
	}
	return &subFS{f.fsys, full}, nil
}
