package filepath

import (
	"io/fs"
	"os"
)

// A WalkFunc is called for each file of a Walk.
type WalkFunc func(path string, info fs.FileInfo, err error) error

// unlessSkipped returns the error of a walk, given the error of its root: nil for SkipDir and SkipAll.
func unlessSkipped(err error) error {
	switch err {
	case SkipDir, SkipAll:
		return nil
	}
	return err
}

// WalkDir calls fn for root and everything below it, in the order of names; it does not follow links.
func WalkDir(root string, fn fs.WalkDirFunc) error {
	info, failed := os.Lstat(root)
	if failed != nil {
		return unlessSkipped(fn(root, nil, failed))
	}
	return unlessSkipped(visit(root, fs.FileInfoToDirEntry(info), fn))
}

// visit calls fn for a file and, if it is a directory, for all files below it. SkipDir ends the visit of a directory,
// whether fn returned it for the directory itself or for a file in it.
func visit(name string, d fs.DirEntry, fn fs.WalkDirFunc) error {
	err := fn(name, d, nil)
	if !d.IsDir() {
		return err
	}
	if err == nil {
		err = visitBelow(name, d, fn)
	}
	if err == SkipDir {
		return nil
	}
	return err
}

func visitBelow(name string, d fs.DirEntry, fn fs.WalkDirFunc) error {
	entries, failed := os.ReadDir(name)
	if failed != nil {
		if err := fn(name, d, failed); err != nil {
			return err
		}
	}
	for _, entry := range entries {
		err := visit(Join(name, entry.Name()), entry, fn)
		if err != nil {
			return err
		}
	}
	return nil
}

// Walk is WalkDir, but it passes a FileInfo for each file.
func Walk(root string, fn WalkFunc) error {
	info, failed := os.Lstat(root)
	if failed != nil {
		return unlessSkipped(fn(root, nil, failed))
	}
	return unlessSkipped(visitInfo(root, info, fn))
}

// visitInfo is visit for Walk: it calls fn for a directory once, and again only with an error of reading it.
func visitInfo(name string, info fs.FileInfo, fn WalkFunc) error {
	if !info.IsDir() {
		return fn(name, info, nil)
	}
	entries, failed := os.ReadDir(name)
	err := fn(name, info, failed)
	if failed == nil && err == nil {
		err = visitInfosBelow(name, entries, fn)
	}
	if err == SkipDir {
		return nil
	}
	return err
}

func visitInfosBelow(name string, entries []fs.DirEntry, fn WalkFunc) error {
	for _, entry := range entries {
		full := Join(name, entry.Name())
		info, err := os.Lstat(full)
		if err == nil {
			err = visitInfo(full, info, fn)
		} else if err = fn(full, info, err); err == SkipDir {
			err = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Glob returns the names that match pattern; it ignores errors of reading directories.
func Glob(pattern string) (matches []string, err error) {
	base, elements, err := splitPattern(pattern)
	if err != nil {
		return nil, err
	}
	if len(elements) == 0 {
		if _, err := os.Lstat(base); err != nil {
			return nil, nil
		}
	}
	matches = []string{base}
	for len(elements) > 0 {
		innermost := len(elements) - 1
		if matches, err = matching(matches, elements[innermost]); err != nil {
			return nil, err
		}
		elements = elements[:innermost]
	}
	return matches, nil
}

// maxElements is the maximum number of elements with meta characters in a pattern, as in Go.
const maxElements = 10000

// splitPattern splits a pattern into a directory without meta characters and the elements below it, the last one first.
// Each prefix of the pattern that ends at a slash must be a valid pattern, too.
func splitPattern(pattern string) (base string, elements []string, err error) {
	base = pattern
	for hasMeta(base) {
		if len(elements) == maxElements {
			return "", nil, ErrBadPattern
		}
		if _, err = Match(base, ""); err != nil {
			return "", nil, err
		}
		dir, element := Split(base)
		elements = append(elements, element)
		switch base = dir; base {
		case "":
			base = "."
		case "/":
		default:
			base = base[:len(base)-1]
		}
	}
	return base, elements, nil
}

// matching returns the names in dirs that match pattern.
func matching(dirs []string, pattern string) (names []string, err error) {
	for _, dir := range dirs {
		if info, failed := os.Stat(dir); failed != nil || !info.IsDir() {
			continue // a pipe is not opened
		}
		entries, failed := os.ReadDir(dir)
		if failed != nil {
			continue
		}
		for _, entry := range entries {
			fits, err := Match(pattern, entry.Name())
			if err != nil {
				return nil, err
			}
			if fits {
				names = append(names, Join(dir, entry.Name()))
			}
		}
	}
	return names, nil
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
