package token

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// A FileSet is a set of files, each with a range of positions. Any number of goroutines may use it.
type FileSet struct {
	mu    sync.RWMutex
	base  int
	files []*File // sorted by base
	last  atomic.Pointer[File]
}

// NewFileSet returns a set without files.
func NewFileSet() *FileSet { return &FileSet{base: 1} }

// Base returns the least base for the next file.
func (s *FileSet) Base() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.base
}

// AddFile adds a file with a size; its positions begin at base, or at Base if base is negative. It panics if they are in use.
func (s *FileSet) AddFile(filename string, base, size int) *File {
	s.mu.Lock()
	defer s.mu.Unlock()
	least := s.base
	if base < 0 {
		base = least
	}
	switch {
	case base < least:
		panic(fmt.Sprintf("invalid base %d (should be >= %d)", base, least))
	case size < 0:
		panic(fmt.Sprintf("invalid size %d (should be >= 0)", size))
	case size >= math.MaxInt-base:
		panic("token.Pos offset overflow (> 2G of source code in file set)")
	}
	added := &File{name: filename, base: base, size: size, lines: []int{0}}
	s.files, s.base = append(s.files, added), base+size+1
	s.last.Store(added)
	return added
}

// AddExistingFiles adds files of other sets. It panics if positions of theirs belong to another file.
func (s *FileSet) AddExistingFiles(files ...*File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Concat(s.files, files)
	slices.SortStableFunc(all, func(a, b *File) int { return cmp.Compare(a.base, b.base) })
	all = slices.Compact(all)
	for i := 1; i < len(all); i++ {
		if a, b := all[i-1], all[i]; int(a.End()) >= b.base {
			panic(fmt.Sprintf("file %s (%d-%d) overlaps with file %s (%d-%d)", a.name, a.base, a.End(), b.name, b.base, b.End()))
		}
	}
	s.files = all
	if n := len(all); n > 0 {
		s.base = max(s.base, int(all[n-1].End())+1)
	}
}

// at returns the index of the file that contains the position, or of the next one. The caller has locked the set.
func (s *FileSet) at(p Pos) int {
	at, _ := slices.BinarySearchFunc(s.files, p, func(f *File, p Pos) int { return cmp.Compare(f.End(), p) })
	return at
}

// RemoveFile removes a file from the set.
func (s *FileSet) RemoveFile(file *File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last.CompareAndSwap(file, nil)
	if at := s.at(Pos(file.base)); at < len(s.files) && s.files[at] == file {
		s.files = slices.Delete(s.files, at, at+1)
	}
}

// Iterate calls yield with each file, sorted by base, until yield returns false.
func (s *FileSet) Iterate(yield func(*File) bool) {
	for base := Pos(0); ; {
		s.mu.RLock()
		at := s.at(base)
		var f *File
		if at < len(s.files) {
			f = s.files[at]
		}
		s.mu.RUnlock()
		if f == nil || !yield(f) {
			return
		}
		base = f.End() + 1
	}
}

// File returns the file of a position; nil if there is none.
func (s *FileSet) File(p Pos) (f *File) {
	if p == NoPos {
		return nil
	}
	if f := s.last.Load(); f != nil && f.has(p) {
		return f
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if at := s.at(p); at < len(s.files) && s.files[at].has(p) {
		f = s.files[at]
		s.last.Store(f)
	}
	return f
}

func (f *File) has(p Pos) bool { return f.base <= int(p) && p <= f.End() }

// Position converts a Pos to a Position, adjusted by //line comments.
func (s *FileSet) Position(p Pos) (pos Position) { return s.PositionFor(p, true) }

// PositionFor converts a Pos to a Position; adjusted says to apply //line comments.
func (s *FileSet) PositionFor(p Pos, adjusted bool) (pos Position) {
	if f := s.File(p); f != nil {
		return f.PositionFor(p, adjusted)
	}
	return pos
}

// A storedFile and a storedSet are the forms that encoders get.
type storedFile struct {
	Name  string
	Base  int
	Size  int
	Lines []int
	Infos []lineInfo
}

type storedSet struct {
	Base  int
	Files []storedFile
}

// Read sets the set to one that Write has encoded; decode must decode it.
func (s *FileSet) Read(decode func(any) error) error {
	var stored storedSet
	if err := decode(&stored); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.base = stored.Base
	s.files = make([]*File, len(stored.Files))
	for i, f := range stored.Files {
		s.files[i] = &File{name: f.Name, base: f.Base, size: f.Size, lines: f.Lines, infos: f.Infos}
	}
	s.last.Store(nil)
	return nil
}

// Write calls encode with the set in a form that has only exported fields.
func (s *FileSet) Write(encode func(any) error) error {
	s.mu.RLock()
	stored := storedSet{Base: s.base}
	for _, f := range s.files {
		f.mu.Lock()
		stored.Files = append(stored.Files, storedFile{f.name, f.base, f.size, slices.Clone(f.lines), slices.Clone(f.infos)})
		f.mu.Unlock()
	}
	s.mu.RUnlock()
	return encode(stored)
}
