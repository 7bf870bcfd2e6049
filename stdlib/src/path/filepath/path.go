// Package filepath works on file names.
package filepath

import (
	"errors"
	"internal/wildcard"
	"io/fs"
	"os"
	"path"
	"syscall"
)

// The separators of names and of lists of names.
const (
	Separator     = os.PathSeparator
	ListSeparator = os.PathListSeparator
)

// SkipDir makes a walk skip a directory, SkipAll ends it.
var (
	SkipDir error = fs.SkipDir
	SkipAll error = fs.SkipAll
)

// ErrBadPattern means that a pattern is malformed.
var ErrBadPattern = errors.New("syntax error in pattern")

// Clean returns the shortest equivalent name.
func Clean(name string) string { return path.Clean(name) }

// IsAbs reports whether the name begins at the root.
func IsAbs(name string) bool { return path.IsAbs(name) }

// Split splits after the last separator.
func Split(name string) (dir, file string) { return path.Split(name) }

// Join joins the elements that are not empty and cleans the result.
func Join(elem ...string) string { return path.Join(elem...) }

// Ext returns the part of the last element from its last dot on.
func Ext(name string) string { return path.Ext(name) }

// Base returns the last element.
func Base(name string) string { return path.Base(name) }

// Dir returns all but the last element.
func Dir(name string) string { return path.Dir(name) }

// Match reports whether name matches pattern; after a mismatch, it checks the pattern only up to the next '*'.
func Match(pattern, name string) (matched bool, err error) {
	matched, bad := wildcard.Match(pattern, name, false)
	if bad {
		err = ErrBadPattern
	}
	return matched, err
}

// ToSlash replaces separators with slashes.
func ToSlash(name string) string { return name }

// FromSlash replaces slashes with separators.
func FromSlash(name string) string { return name }

// VolumeName returns "": there are no volumes.
func VolumeName(name string) string { return "" }

// HasPrefix reports whether p begins with prefix.
//
// Deprecated: it ignores the boundaries of path elements.
func HasPrefix(p, prefix string) bool { return len(p) >= len(prefix) && p[:len(prefix)] == prefix }

// SplitList splits a list of names, as in $PATH.
func SplitList(list string) []string {
	if list == "" {
		return []string{}
	}
	var names []string
	from := 0
	for i := 0; i < len(list); i++ {
		if list[i] == ListSeparator {
			names = append(names, list[from:i])
			from = i + 1
		}
	}
	return append(names, list[from:])
}

// IsLocal reports whether the name stays below the directory in which it is used.
func IsLocal(name string) bool {
	if name == "" || IsAbs(name) {
		return false
	}
	name = Clean(name)
	return name != ".." && !HasPrefix(name, "../")
}

// Localize converts a slash-separated name that is valid for io/fs to a file name.
func Localize(name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", errors.New("invalid path")
	}
	for i := 0; i < len(name); i++ {
		if name[i] == 0 {
			return "", errors.New("invalid path")
		}
	}
	return name, nil
}

// Abs returns the name as an absolute one.
func Abs(name string) (string, error) {
	if IsAbs(name) {
		return Clean(name), nil
	}
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return Join(wd, name), nil
}

// Rel returns the name of targPath seen from basePath.
func Rel(basePath, targPath string) (string, error) {
	base, targ := Clean(basePath), Clean(targPath)
	if targ == base {
		return ".", nil
	}
	if base == "." {
		base = ""
	}
	if targ == "." {
		targ = ""
	}
	if IsAbs(base) != IsAbs(targ) {
		return "", errors.New("Rel: can't make " + targPath + " relative to " + basePath)
	}
	// b and t are the ends of the first elements that differ; b0 and t0 are their starts
	var b0, b, t0, t int
	for b < len(base) && t < len(targ) {
		b = element(base, b)
		t = element(targ, t)
		if base[b0:b] != targ[t0:t] {
			break
		}
		if b < len(base) {
			b++
		}
		if t < len(targ) {
			t++
		}
		b0, t0 = b, t
	}
	if base[b0:element(base, b0)] == ".." {
		return "", errors.New("Rel: can't make " + targPath + " relative to " + basePath)
	}
	if b0 == len(base) {
		return targ[t0:], nil
	}
	up := ".."
	for i := b0; i < len(base); i++ {
		if base[i] == Separator {
			up += "/.."
		}
	}
	if t0 != len(targ) {
		up += "/" + targ[t0:]
	}
	return up, nil
}

// element returns the end of the element that begins at i.
func element(s string, i int) int {
	for i < len(s) && s[i] != Separator {
		i++
	}
	return i
}

// EvalSymlinks follows all links in a name.
func EvalSymlinks(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	rest := name
	done := ""
	if IsAbs(rest) {
		done = "/"
	}
	for links := 0; rest != ""; {
		for rest != "" && rest[0] == Separator {
			rest = rest[1:]
		}
		end := element(rest, 0)
		elem := rest[:end]
		rest = rest[end:]
		if elem == "" || elem == "." {
			continue
		}
		next := Join(done, elem)
		if elem == ".." {
			done = next
			continue
		}
		info, err := os.Lstat(next)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			if !info.IsDir() && rest != "" {
				return "", syscall.ENOTDIR
			}
			done = next
			continue
		}
		if links++; links > 255 {
			return "", errors.New("EvalSymlinks: too many links")
		}
		link, err := os.Readlink(next)
		if err != nil {
			return "", err
		}
		if IsAbs(link) {
			done = "/"
		}
		rest = link + rest
	}
	return Clean(done), nil
}
