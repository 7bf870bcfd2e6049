package printer

import (
	"go/token"
	"sort"
)

// far is a line and an offset after all others.
const far = 1 << 30

// A place is a position in a source, ignoring //line comments. Its line is 0 if it is unknown.
type place struct {
	file                 *token.File
	offset, line, column int
}

func (a place) known() bool { return a.line > 0 }

// A source converts positions to places.
type source struct {
	set   *token.FileSet
	file  *token.File // file of the last position
	base  int
	lines []int // offset of each line
	last  int   // index of the line that was found last
}

// find selects the file and the line of a position, and returns its offset; -1 if it has none.
func (s *source) find(pos token.Pos) int {
	if !pos.IsValid() {
		return -1
	}
	offset := int(pos) - s.base
	if s.file == nil || offset < 0 || offset > s.file.Size() {
		file := s.set.File(pos)
		if file == nil {
			return -1
		}
		s.file, s.base, s.lines, s.last = file, file.Base(), file.Lines(), 0
		offset = int(pos) - s.base
	}
	// Most positions are in the same line as the one before or in the next.
	for range 2 {
		if offset < s.lines[s.last] {
			break
		}
		if s.last+1 == len(s.lines) || offset < s.lines[s.last+1] {
			return offset
		}
		s.last++
	}
	s.last = sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset }) - 1
	return offset
}

// place returns the place of a position.
func (s *source) place(pos token.Pos) place {
	offset := s.find(pos)
	if offset < 0 {
		return place{}
	}
	return place{s.file, offset, s.last + 1, offset - s.lines[s.last] + 1}
}

// line returns the line of a position, 0 if it has none.
func (s *source) line(pos token.Pos) int {
	if s.find(pos) < 0 {
		return 0
	}
	return s.last + 1
}
