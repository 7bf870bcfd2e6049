package dwarf

import (
	"path"
	"strings"
)

// File names follow the rules of the system that compiled the program. A name with a volume is a Windows name.

func isSeparator(c byte) bool { return c == '/' || c == '\\' }

// volume returns the length of the volume at the beginning of a name: a drive like C:, or a host and share like
// \\host\share, which a separator must follow.
func volume(name string) int {
	if len(name) < 2 {
		return 0
	}
	letter := name[0] | 0x20
	if name[1] == ':' && 'a' <= letter && letter <= 'z' {
		return 2
	}
	if !isSeparator(name[0]) || !isSeparator(name[1]) {
		return 0
	}
	host := strings.IndexAny(name[2:], `/\`)
	if host <= 0 {
		return 0
	}
	end := 2 + host + 1
	share := strings.IndexAny(name[end:], `/\`)
	if share < 0 {
		return 0
	}
	return end + share
}

// absolute reports whether a name begins at a root.
func absolute(name string) bool {
	rest := name[volume(name):]
	return rest != "" && isSeparator(rest[0])
}

// join joins a directory and a name with the separator that the directory uses.
func join(dir, name string) string {
	if dir == "" {
		return name
	}
	if name == "" {
		return dir
	}
	n := volume(dir)
	if n == 0 {
		return path.Clean(dir + "/" + name)
	}
	if v := volume(name); v > 0 {
		if !strings.EqualFold(name[:v], dir[:n]) {
			return name
		}
		name = name[v:]
	}
	rest := dir[n:]
	if rest == "" || isSeparator(rest[len(rest)-1]) {
		return dir + name
	}
	separator := `\`
	if rest[0] == '/' {
		separator = "/"
	}
	return dir + separator + name
}
