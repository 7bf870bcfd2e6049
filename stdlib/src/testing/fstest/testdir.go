package fstest

import (
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// openDir opens a directory; nil if it cannot.
func (t *tester) openDir(dir string) fs.ReadDirFile {
	f, err := t.fsys.Open(dir)
	if err != nil {
		t.errorf("%s: Open: %w", dir, err)
		return nil
	}
	d, ok := f.(fs.ReadDirFile)
	if !ok {
		f.Close()
		t.errorf("%s: Open returned File type %T, not a fs.ReadDirFile", dir, f)
	}
	return d
}

// checkDir checks a directory and everything in it.
func (t *tester) checkDir(dir string) {
	d := t.openDir(dir)
	if d == nil {
		return
	}
	list, err := d.ReadDir(-1)
	if err != nil {
		d.Close()
		t.errorf("%s: ReadDir(-1): %w", dir, err)
		return
	}
	for _, entry := range list {
		t.checkEntry(dir, entry)
	}
	if !t.checkEnd(dir, d) {
		return
	}
	if err := d.Close(); err != nil {
		t.errorf("%s: Close: %w", dir, err)
	}
	d.Close() // a second Close may fail, but not panic
	if t.checkSecond(dir, list) && t.checkInPieces(dir, list) && t.checkReadDirFS(dir, list) {
		t.checkReadDir(dir, list)
	}
}

// checkEntry checks a file given its directory entry.
func (t *tester) checkEntry(dir string, entry fs.DirEntry) {
	name := entry.Name()
	switch {
	case name == "" || name == "." || name == "..":
		t.errorf("%s: ReadDir: child has invalid name: %#q", dir, name)
		return
	case strings.Contains(name, "/"):
		t.errorf("%s: ReadDir: child name contains slash: %#q", dir, name)
		return
	case strings.Contains(name, `\`):
		t.errorf("%s: ReadDir: child name contains backslash: %#q", dir, name)
		return
	}
	full := path.Join(dir, name)
	t.found[full] = true
	t.checkStat(full, entry)
	t.checkBadNames(full, "Open", t.open)
	switch entry.Type() {
	case fs.ModeDir:
		t.checkDir(full)
	case fs.ModeSymlink: // it may be part of a cycle
	default:
		t.checkFile(full)
	}
}

// checkEnd checks the results of a directory after all entries were listed.
func (t *tester) checkEnd(dir string, d fs.ReadDirFile) (ok bool) {
	list, err := d.ReadDir(-1)
	if len(list) > 0 || err != nil {
		d.Close()
		t.errorf("%s: ReadDir(-1) at EOF = %d entries, %w, wanted 0 entries, nil", dir, len(list), err)
		return false
	}
	list, err = d.ReadDir(1)
	if len(list) > 0 || err != io.EOF {
		d.Close()
		t.errorf("%s: ReadDir(1) at EOF = %d entries, %w, wanted 0 entries, EOF", dir, len(list), err)
		return false
	}
	return true
}

// checkSecond lists a directory a second time.
func (t *tester) checkSecond(dir string, list []fs.DirEntry) (ok bool) {
	d := t.openDir(dir)
	if d == nil {
		return false
	}
	defer d.Close()
	again, err := d.ReadDir(-1)
	if err != nil {
		t.errorf("%s: second Open+ReadDir(-1): %w", dir, err)
		return false
	}
	t.checkSame(dir, "first Open+ReadDir(-1) vs second Open+ReadDir(-1)", list, again)
	return true
}

// checkInPieces lists one entry of a directory, and then two at a time.
func (t *tester) checkInPieces(dir string, list []fs.DirEntry) (ok bool) {
	d := t.openDir(dir)
	if d == nil {
		return false
	}
	defer d.Close()
	var all []fs.DirEntry
	for n := 1; ; n = min(2, 1+len(all)) {
		piece, err := d.ReadDir(n)
		if len(piece) > n {
			t.errorf("%s: third Open: ReadDir(%d) after %d: %d entries (too many)", dir, n, len(all), len(piece))
			return false
		}
		all = append(all, piece...)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.errorf("%s: third Open: ReadDir(%d) after %d: %w", dir, n, len(all), err)
			return false
		}
	}
	t.checkSame(dir, "first Open+ReadDir(-1) vs third Open+ReadDir(1,2) loop", list, all)
	return true
}

// checkReadDirFS checks the file system's ReadDir, if it has one.
func (t *tester) checkReadDirFS(dir string, list []fs.DirEntry) (ok bool) {
	fsys, has := t.fsys.(fs.ReadDirFS)
	if !has {
		return true
	}
	got, err := fsys.ReadDir(dir)
	if err != nil {
		t.errorf("%s: fsys.ReadDir: %w", dir, err)
		return false
	}
	t.checkSame(dir, "first Open+ReadDir(-1) vs fsys.ReadDir", list, got)
	t.checkSorted(dir, "fsys.ReadDir", got)
	return true
}

// checkReadDir checks fs.ReadDir, and Glob on its result.
func (t *tester) checkReadDir(dir string, list []fs.DirEntry) {
	got, err := fs.ReadDir(t.fsys, dir)
	if err != nil {
		t.errorf("%s: fs.ReadDir: %w", dir, err)
		return
	}
	t.checkSame(dir, "first Open+ReadDir(-1) vs fs.ReadDir", list, got)
	t.checkSorted(dir, "fs.ReadDir", got)
	t.checkGlob(dir, got)
}

func (t *tester) checkSorted(dir, what string, list []fs.DirEntry) {
	for i := 1; i < len(list); i++ {
		if a, b := list[i-1].Name(), list[i].Name(); a >= b {
			t.errorf("%s: %s: list not sorted: %s before %s", dir, what, a, b)
		}
	}
}

func (t *tester) checkMode(dir string, e fs.DirEntry) {
	switch byType := e.Type()&fs.ModeDir != 0; {
	case e.IsDir() && !byType:
		t.errorf("%s: ReadDir returned %s with IsDir() = true, Type() & ModeDir = 0", dir, e.Name())
	case !e.IsDir() && byType:
		t.errorf("%s: ReadDir returned %s with IsDir() = false, Type() & ModeDir = ModeDir", dir, e.Name())
	}
}

// checkSame checks that two lists have the same entries, in any order.
func (t *tester) checkSame(dir, lists string, a, b []fs.DirEntry) {
	left := map[string]fs.DirEntry{}
	for _, e := range a {
		left[e.Name()] = e
		t.checkMode(dir, e)
	}
	var lines []string
	for _, e := range b {
		other := left[e.Name()]
		if other == nil {
			t.checkMode(dir, e)
		} else if delete(left, e.Name()); entryText(other) == entryText(e) {
			continue
		} else {
			lines = append(lines, "- "+entryText(other))
		}
		lines = append(lines, "+ "+entryText(e))
	}
	for _, e := range left {
		lines = append(lines, "- "+entryText(e))
	}
	if len(lines) == 0 {
		return
	}
	key := func(line string) string { // the name, and "-" before "+"
		fields := strings.Fields(line)
		return fields[1]
	}
	slices.SortFunc(lines, func(x, y string) int {
		return strings.Compare(key(x)+" "+y[:1], key(y)+" "+x[:1])
	})
	t.errorf("%s: diff %s:\n\t%s", dir, lists, strings.Join(lines, "\n\t"))
}

// globOf returns a pattern that matches only dir, with all kinds of pattern elements.
func globOf(dir string) string {
	if dir == "." {
		return ""
	}
	var b strings.Builder
	for i, elem := range strings.Split(dir, "/") {
		for j, r := range elem {
			c := string(r)
			if strings.ContainsRune(`*?\[-`, r) {
				b.WriteString(`\` + c)
				continue
			}
			ways := [...]string{c, "[" + c + "]", "[" + c + "-" + c + "]", `[\` + c + "]", `[\` + c + `-\` + c + "]"}
			b.WriteString(ways[(i+j)%len(ways)])
		}
		b.WriteByte('/')
	}
	return b.String()
}

// telling returns a letter that some of the names contain and others do not, "a" if there is none.
func telling(list []fs.DirEntry) string {
	for c := 'a'; c <= 'z'; c++ {
		with := 0
		for _, e := range list {
			if strings.ContainsRune(e.Name(), c) {
				with++
			}
		}
		if 0 < with && with < len(list) {
			return string(c)
		}
	}
	return "a"
}

// checkGlob checks the file system's Glob, if it has one, on a directory with these entries.
func (t *tester) checkGlob(dir string, list []fs.DirEntry) {
	fsys, ok := t.fsys.(fs.GlobFS)
	if !ok {
		return
	}
	glob := globOf(dir)
	if _, err := fsys.Glob(glob + "nonexist/[]"); err == nil {
		t.errorf("%s: Glob(%#q): bad pattern not detected", dir, glob+"nonexist/[]")
	}
	letter := telling(list)
	glob += "*" + letter + "*"
	var want []string
	for _, e := range list {
		if strings.Contains(e.Name(), letter) {
			want = append(want, path.Join(dir, e.Name()))
		}
	}
	names, err := fsys.Glob(glob)
	if err != nil {
		t.errorf("%s: Glob(%#q): %w", dir, glob, err)
		return
	}
	if slices.Equal(want, names) {
		return
	}
	if !slices.IsSorted(names) {
		t.errorf("%s: Glob(%#q): unsorted output:\n%s", dir, glob, strings.Join(names, "\n"))
		slices.Sort(names)
	}
	t.errorf("%s: Glob(%#q): wrong output:\n%s", dir, glob, strings.Join(differences(want, names), "\n"))
}

// differences returns the elements that two sorted lists do not share, in order.
func differences(want, have []string) (lines []string) {
	for len(want) > 0 || len(have) > 0 {
		switch {
		case len(want) > 0 && len(have) > 0 && want[0] == have[0]:
			want, have = want[1:], have[1:]
		case len(have) == 0 || len(want) > 0 && want[0] < have[0]:
			lines = append(lines, "missing: "+want[0])
			want = want[1:]
		default:
			lines = append(lines, "extra: "+have[0])
			have = have[1:]
		}
	}
	return lines
}
