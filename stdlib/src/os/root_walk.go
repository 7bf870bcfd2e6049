package os

import "syscall"

const (
	slashIsFine  = 1 << iota // a slash after the last part is allowed for any file
	mayBeMissing             // a directory with a slash after it need not exist yet
)

const maxLinks = 8

// A symlink is the error of a step that met a symbolic link: its text.
type symlink string

func (symlink) Error() string { return "symbolic link" }

// A walk opens the directories on a path inside a Root, part by part. It resolves symbolic links
// itself.
type walk struct {
	flags int
	enter func(dir int, part string) (int, error) // opens the next directory
	root  int
	dir   int      // the current directory
	done  []string // the parts from the root to dir, with links resolved
	todo  []string // the remaining parts
	slash bool     // a slash follows the last part
	links int
}

// walk calls do with the directory of a file and the file's name in it; do returns a symlink to be
// called again for the link's target.
func (r *Root) walk(name string, flags int, do func(dir int, last string) error) error {
	w := &walk{flags: flags}
	return w.run(r, name, do)
}

// pathParts splits a path; it drops parts "." except at the end.
func pathParts(path string) (parts []string, slash bool, err error) {
	if path == "" {
		return nil, false, errEmptyPath
	}
	if path[0] == '/' {
		return nil, false, errPathEscapes
	}
	for path != "" {
		i := 0
		for i < len(path) && path[i] != '/' {
			i++
		}
		if n := len(parts); n > 0 && parts[n-1] == "." {
			parts = parts[:n-1]
		}
		parts = append(parts, path[:i])
		slash = i < len(path)
		for i < len(path) && path[i] == '/' {
			i++
		}
		path = path[i:]
	}
	return parts, slash, nil
}

// here returns the path that the next step leads to.
func (w *walk) here() string {
	s := ""
	for _, part := range w.done {
		s += part + "/"
	}
	return s + w.todo[0]
}

func (w *walk) run(r *Root, name string, do func(dir int, last string) error) (err error) {
	if err := r.dir.enter(); err != nil {
		return err
	}
	defer r.dir.leave()
	if w.todo, w.slash, err = pathParts(name); err != nil {
		return err
	}
	if w.enter == nil {
		w.enter = openDirAt
	}
	w.root, w.dir = r.dir.fd, r.dir.fd
	defer func() { w.move(w.root) }()
	for {
		switch {
		case w.todo[0] == "..":
			err = w.up()
		case len(w.todo) == 1:
			if err = w.checkSlash(); err == nil {
				err = do(w.dir, w.todo[0])
			}
			if err == nil {
				return nil
			}
		default:
			var fd int
			if fd, err = w.enter(w.dir, w.todo[0]); err == nil {
				w.move(fd)
				w.done, w.todo = append(w.done, w.todo[0]), w.todo[1:]
			}
		}
		if link, ok := err.(symlink); ok {
			err = w.follow(string(link))
		}
		if err != nil {
			return err
		}
	}
}

// move changes to another directory.
func (w *walk) move(fd int) {
	if w.dir != w.root {
		syscall.Close(w.dir)
	}
	w.dir = fd
}

// up handles the parts ".." in front by walking down from the root again, because a directory may have been moved meanwhile.
func (w *walk) up() error {
	n := 0
	for n < len(w.todo) && w.todo[n] == ".." {
		n++
	}
	if n > len(w.done) {
		return errPathEscapes
	}
	again := w.done[:len(w.done)-n]
	rest := w.todo[n:]
	if len(rest) == 0 {
		rest = []string{"."}
		if len(again) > 0 {
			again, rest = again[:len(again)-1], []string{again[len(again)-1]}
		}
	}
	w.todo = append(append([]string(nil), again...), rest...)
	w.done = nil
	w.move(w.root)
	return nil
}

// follow replaces the next part with the target of a link.
func (w *walk) follow(text string) error {
	if w.links++; w.links > maxLinks {
		return syscall.ELOOP
	}
	parts, slash, err := pathParts(text)
	if err != nil {
		return err
	}
	rest := w.todo[1:]
	if n := len(parts); len(rest) > 0 && parts[n-1] == "." {
		parts = parts[:n-1]
	}
	if len(rest) == 0 && slash {
		w.slash = true
	}
	w.todo = append(parts[:len(parts):len(parts)], rest...)
	return nil
}

// checkSlash rejects a last part with a slash after it that is not a directory.
func (w *walk) checkSlash() error {
	if !w.slash || w.flags&slashIsFine != 0 {
		return nil
	}
	var st syscall.Stat_t
	err := statAt(w.dir, w.todo[0], &st)
	switch {
	case err == syscall.ENOENT && w.flags&mayBeMissing != 0:
		return nil
	case err != nil:
		return err
	case st.Mode&syscall.S_IFMT == syscall.S_IFLNK:
		return linkOr(w.dir, w.todo[0], syscall.ENOTDIR)
	case st.Mode&syscall.S_IFMT != syscall.S_IFDIR:
		return syscall.ENOTDIR
	}
	return nil
}
