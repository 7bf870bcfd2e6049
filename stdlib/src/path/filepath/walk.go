package filepath

import (
	"io/fs"
	"os"
)

// A WalkFunc is called for each file of a Walk.
type WalkFunc func(path string, info fs.FileInfo, err error) error

// WalkDir calls fn for root and everything below it, in the order of names; it does not follow links.
func WalkDir(root string, fn fs.WalkDirFunc) error {
	info, err := os.Lstat(root)
	if err != nil {
		err = fn(root, nil, err)
	} else {
		err = walkDir(root, fs.FileInfoToDirEntry(info), fn)
	}
	if err == SkipDir || err == SkipAll {
		return nil
	}
	return err
}

func walkDir(name string, d fs.DirEntry, fn fs.WalkDirFunc) error {
	if err := fn(name, d, nil); err != nil || !d.IsDir() {
		if err == SkipDir && d.IsDir() {
			err = nil
		}
		return err
	}
	list, err := os.ReadDir(name)
	if err != nil {
		if err = fn(name, d, err); err != nil {
			if err == SkipDir && d.IsDir() {
				err = nil
			}
			return err
		}
	}
	for _, sub := range list {
		if err := walkDir(Join(name, sub.Name()), sub, fn); err != nil {
			if err == SkipDir {
				break
			}
			return err
		}
	}
	return nil
}

// Walk is WalkDir with all that is known about each file.
func Walk(root string, fn WalkFunc) error {
	info, err := os.Lstat(root)
	if err != nil {
		err = fn(root, nil, err)
	} else {
		err = walk(root, info, fn)
	}
	if err == SkipDir || err == SkipAll {
		return nil
	}
	return err
}

func walk(name string, info fs.FileInfo, fn WalkFunc) error {
	if !info.IsDir() {
		return fn(name, info, nil)
	}
	list, err := os.ReadDir(name)
	ferr := fn(name, info, err)
	// without the list there is nothing to walk; with an error of fn it is fn that decides
	if err != nil || ferr != nil {
		return ferr
	}
	for _, sub := range list {
		full := Join(name, sub.Name())
		info, err := os.Lstat(full)
		if err != nil {
			if err := fn(full, info, err); err != nil && err != SkipDir {
				return err
			}
			continue
		}
		if err = walk(full, info, fn); err != nil {
			if !info.IsDir() || err != SkipDir {
				return err
			}
		}
	}
	return nil
}

// Glob gives the names that match pattern; errors of reading directories are ignored.
func Glob(pattern string) (matches []string, err error) { return glob(pattern, 0) }

// maxElements bounds how many elements with meta characters a pattern may have, as Go does.
const maxElements = 10000

func glob(pattern string, depth int) (matches []string, err error) {
	if depth == maxElements {
		return nil, ErrBadPattern
	}
	if _, err := Match(pattern, ""); err != nil {
		return nil, err
	}
	if !hasMeta(pattern) {
		if _, err = os.Lstat(pattern); err != nil {
			return nil, nil
		}
		return []string{pattern}, nil
	}
	dir, file := Split(pattern)
	switch dir {
	case "":
		dir = "."
	case "/":
	default:
		dir = dir[:len(dir)-1]
	}
	if !hasMeta(dir) {
		return globDir(dir, file, nil)
	}
	if dir == pattern {
		return nil, ErrBadPattern
	}
	dirs, err := glob(dir, depth+1)
	if err != nil {
		return nil, err
	}
	for _, d := range dirs {
		matches, err = globDir(d, file, matches)
		if err != nil {
			return nil, err
		}
	}
	return matches, nil
}

func globDir(dir, pattern string, matches []string) ([]string, error) {
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return matches, nil
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return matches, nil
	}
	for _, e := range list {
		ok, err := Match(pattern, e.Name())
		if err != nil {
			return matches, err
		}
		if ok {
			matches = append(matches, Join(dir, e.Name()))
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
