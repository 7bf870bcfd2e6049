package token

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync"
)

// A Position is a position in a file: an offset from 0, a line and a column in bytes, both from 1. It is valid if it has a line.
type Position struct {
	Filename string
	Offset   int
	Line     int
	Column   int
}

// IsValid reports whether there is a line.
func (pos *Position) IsValid() bool { return pos.Line > 0 }

// String returns file, line and column, as far as they are known, separated by colons.
func (pos Position) String() string {
	s := pos.Filename
	if pos.IsValid() {
		if s != "" {
			s += ":"
		}
		s += strconv.Itoa(pos.Line)
		if pos.Column != 0 {
			s += ":" + strconv.Itoa(pos.Column)
		}
	}
	if s == "" {
		return "-"
	}
	return s
}

// A Pos is a position in one of the files of a FileSet, encoded as a number.
type Pos int

// NoPos means no position. It is less than all others.
const NoPos Pos = 0

// IsValid reports whether the Pos is a place.
func (p Pos) IsValid() bool { return p != NoPos }

// A lineInfo gives the text after an offset another position, as a //line comment does. It has exported fields for encoders.
type lineInfo struct {
	Offset       int
	Filename     string
	Line, Column int
}

// A File is a file of a FileSet: it has positions from its base on, one for each byte and one for its end.
type File struct {
	name string
	base int
	size int

	mu    sync.Mutex
	lines []int // the offset of each line
	infos []lineInfo
}

// Name returns the name that the file was added with.
func (f *File) Name() string { return f.name }

// Base returns the Pos of the file's beginning, as a number.
func (f *File) Base() int { return f.base }

// Size returns the size that the file was added with.
func (f *File) Size() int { return f.size }

// End returns the Pos of the file's end.
func (f *File) End() Pos { return Pos(f.base + f.size) }

// String describes the file.
func (f *File) String() string { return fmt.Sprintf("%s(%d-%d)", f.name, f.base, f.End()) }

// LineCount returns the number of lines.
func (f *File) LineCount() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.lines)
}

// Lines returns the offset of each line. The slice is the file's own.
func (f *File) Lines() []int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lines
}

// AddLine adds a line that begins at the offset, unless that is before the last line or after the end.
func (f *File) AddLine(offset int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.lines); (n == 0 || f.lines[n-1] < offset) && offset < f.size {
		f.lines = append(f.lines, offset)
	}
}

// checkLine panics if there is no line with this number, or if at least after lines must follow it and do not.
func (f *File) checkLine(line, after int) {
	if line < 1 {
		panic(fmt.Sprintf("invalid line number %d (should be >= 1)", line))
	}
	if limit := len(f.lines) - after; line > limit {
		panic(fmt.Sprintf("invalid line number %d (should be < %d)", line, len(f.lines)))
	}
}

// MergeLine merges a line with the next one.
func (f *File) MergeLine(line int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.checkLine(line, 1)
	f.lines = slices.Delete(f.lines, line, line+1)
}

// SetLines sets the offsets of all lines. If they do not ascend or one is after the end, it returns false and does nothing. The File keeps the slice.
func (f *File) SetLines(lines []int) bool {
	for i, offset := range lines {
		if i > 0 && offset <= lines[i-1] || offset >= f.size {
			return false
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lines = lines
	return true
}

// SetLinesForContent sets the offsets of all lines from a text.
func (f *File) SetLinesForContent(content []byte) {
	var lines []int
	for at := 0; at < len(content); {
		lines = append(lines, at)
		length := bytes.IndexByte(content[at:], '\n')
		if length < 0 {
			break
		}
		at += length + 1
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lines = lines
}

// LineStart returns the Pos of a line's beginning. It panics if there is no such line.
func (f *File) LineStart(line int) Pos {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.checkLine(line, 0)
	return Pos(f.base + f.lines[line-1])
}

// AddLineInfo is AddLineColumnInfo with column 1.
func (f *File) AddLineInfo(offset int, filename string, line int) {
	f.AddLineColumnInfo(offset, filename, line, 1)
}

// AddLineColumnInfo gives the text after the offset another position, unless the offset is before the last one added, or after the end.
func (f *File) AddLineColumnInfo(offset int, filename string, line, column int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.infos); (n == 0 || f.infos[n-1].Offset < offset) && offset < f.size {
		f.infos = append(f.infos, lineInfo{offset, filename, line, column})
	}
}

// Pos returns the Pos of an offset; for one outside the file, of the nearer end.
func (f *File) Pos(offset int) Pos { return Pos(f.base + min(max(offset, 0), f.size)) }

// Offset returns the offset of a Pos; for one outside the file, of the nearer end.
func (f *File) Offset(p Pos) int { return min(max(int(p)-f.base, 0), f.size) }

// Line returns the line of a Pos.
func (f *File) Line(p Pos) int { return f.Position(p).Line }

// Position converts a Pos to a Position, adjusted by //line comments.
func (f *File) Position(p Pos) (pos Position) { return f.PositionFor(p, true) }

// PositionFor converts a Pos to a Position; adjusted says to apply //line comments.
func (f *File) PositionFor(p Pos, adjusted bool) (pos Position) {
	if p != NoPos {
		pos = f.position(f.Offset(p), adjusted)
	}
	return pos
}

// before returns the number of elements whose offset is not greater than offset.
func before[T any](elements []T, offset int, of func(T) int) int {
	at, found := slices.BinarySearchFunc(elements, offset, func(e T, offset int) int { return cmp.Compare(of(e), offset) })
	if found {
		at++
	}
	return at
}

func (f *File) position(offset int, adjusted bool) Position {
	f.mu.Lock()
	defer f.mu.Unlock()
	pos := Position{Filename: f.name, Offset: offset}
	lineOf := func(offset int) int { return before(f.lines, offset, func(o int) int { return o }) }
	if line := lineOf(offset); line > 0 {
		pos.Line, pos.Column = line, offset-f.lines[line-1]+1
	}
	if !adjusted || len(f.infos) == 0 {
		return pos
	}
	at := before(f.infos, offset, func(info lineInfo) int { return info.Offset })
	if at == 0 {
		return pos
	}
	info := f.infos[at-1]
	pos.Filename = info.Filename
	begin := lineOf(info.Offset)
	if begin == 0 {
		return pos
	}
	further := pos.Line - begin
	pos.Line = info.Line + further
	switch {
	case info.Column == 0:
		// The //line comment has no column, so the column is unknown.
		pos.Column = 0
	case further == 0:
		pos.Column = info.Column + offset - info.Offset
	}
	return pos
}
