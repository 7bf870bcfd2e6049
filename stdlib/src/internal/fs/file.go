package fs

// An FS opens files by slash-separated names without leading slash.
type FS interface {
	Open(name string) (File, error)
}

// A File is an open file.
type File interface {
	Stat() (FileInfo, error)
	Read([]byte) (int, error)
	Close() error
}

// ValidPath reports whether name is valid for Open: its elements are neither ".", ".." nor empty; "." alone is the root.
func ValidPath(name string) bool {
	for _, r := range name {
		// an invalid byte decodes as U+FFFD, like a valid U+FFFD, which is so rare in names that it is rejected too
		if r == 0xFFFD {
			return false
		}
	}
	if name == "." {
		return true
	}
	for {
		i := 0
		for i < len(name) && name[i] != '/' {
			i++
		}
		elem := name[:i]
		if elem == "" || elem == "." || elem == ".." {
			return false
		}
		if i == len(name) {
			return true
		}
		name = name[i+1:]
	}
}
