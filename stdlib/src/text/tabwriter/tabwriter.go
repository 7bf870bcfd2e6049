// Package tabwriter aligns columns of text that tabs separate (elastic tabstops).
package tabwriter

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Flags of a Writer.
const (
	// FilterHTML makes HTML tags count as zero characters and entities as one.
	FilterHTML uint = 1 << iota
	// StripEscape drops the Escape characters around escaped text.
	StripEscape
	// AlignRight puts the padding before the text of a cell.
	AlignRight
	// DiscardEmptyColumns omits columns whose cells are all empty and end in a vertical tab.
	DiscardEmptyColumns
	// TabIndent writes leading empty cells as tabs.
	TabIndent
	// Debug writes a | between columns.
	Debug
)

// Escape begins and ends text in which no character has a special meaning.
const Escape = '\xff'

// A cell is a text and its width, which does not count markup.
type cell struct {
	text  string
	width int
	// Whether the cell ended in a tab, not a vertical tab.
	tab bool
}

// A Writer aligns columns. A cell ends in a tab or vertical tab; a column is a run of lines that have a cell there.
// A form feed, or a line without cells, ends all columns.
type Writer struct {
	out                         io.Writer
	minWidth, tabWidth, padding int
	pad                         byte
	flags                       uint

	lines [][]cell
	text  strings.Builder
	width int
	// The length of the part of the cell that its width includes.
	counted int
	// The character that ends the current escaped text, and where that text begins.
	endsAt byte
	entity int
}

// NewWriter returns a Writer with the parameters of Init.
func NewWriter(output io.Writer, minwidth, tabwidth, padding int, padchar byte, flags uint) *Writer {
	return new(Writer).Init(output, minwidth, tabwidth, padding, padchar, flags)
}

// Init sets the parameters: the minimum width of a cell, the width of a tab, the padding added to a cell's width, the
// character that fills cells (with a tab, cells are multiples of tabwidth wide), and flags.
func (b *Writer) Init(output io.Writer, minwidth, tabwidth, padding int, padchar byte, flags uint) *Writer {
	if minwidth < 0 || tabwidth < 0 || padding < 0 {
		panic("negative minwidth, tabwidth, or padding")
	}
	*b = Writer{out: output, minWidth: minwidth, tabWidth: tabwidth, padding: padding, pad: padchar, flags: flags}
	if padchar == '\t' {
		b.flags &^= AlignRight
	}
	b.reset()
	return b
}

func (b *Writer) reset() {
	b.lines = [][]cell{nil}
	b.text.Reset()
	b.width, b.counted, b.endsAt, b.entity = 0, 0, 0, 0
}

// count adds the new text of the cell to its width. A character may be split between writes, so only complete
// pieces of text are counted.
func (b *Writer) count() {
	b.width += utf8.RuneCountInString(b.text.String()[b.counted:])
	b.counted = b.text.Len()
}

// end ends the cell and returns the number of cells in its line.
func (b *Writer) end(tab bool) int {
	b.count()
	last := len(b.lines) - 1
	b.lines[last] = append(b.lines[last], cell{b.text.String(), b.width, tab})
	b.text.Reset()
	b.width, b.counted = 0, 0
	return len(b.lines[last])
}

// Write buffers text; it writes lines that cannot change any more. If that fails, n is how much of buf was consumed.
func (b *Writer) Write(buf []byte) (n int, err error) {
	defer b.failed(&err, "Write")
	for i, c := range buf {
		if b.endsAt != 0 {
			if c == b.endsAt {
				b.text.Write(buf[n : i+1])
				b.closeEscape()
				n = i + 1
			}
			continue
		}
		switch c {
		case '\t', '\v', '\n', '\f':
			b.text.Write(buf[n:i])
			n = i + 1
			cells := b.end(c == '\t')
			if c == '\n' || c == '\f' {
				b.lines = append(b.lines, nil)
				if c == '\f' || cells == 1 {
					b.flush()
					if c == '\f' && b.flags&Debug != 0 {
						b.write("---\n")
					}
				}
			}
		case Escape:
			b.text.Write(buf[n:i])
			n = i
			b.open(Escape)
			if b.flags&StripEscape != 0 {
				n++
			}
		case '<', '&':
			if b.flags&FilterHTML != 0 {
				b.text.Write(buf[n:i])
				n = i
				b.open(c)
			}
		}
	}
	b.text.Write(buf[n:])
	return len(buf), nil
}

// failure is the panic with which write leaves Write and Flush.
type failure struct{ err error }

// failed converts the panic of a failed write to an error, and adds the method's name to any other panic.
func (b *Writer) failed(err *error, where string) {
	e := recover()
	if e == nil {
		return
	}
	if where == "Flush" {
		b.reset()
	}
	if f, ok := e.(failure); ok {
		*err = f.err
		return
	}
	panic(fmt.Sprintf("tabwriter: panic during %s (%v)", where, e))
}

func (b *Writer) open(c byte) {
	b.count()
	b.entity = b.text.Len()
	switch c {
	case Escape:
		b.endsAt = Escape
	case '<':
		b.endsAt = '>'
	case '&':
		b.endsAt = ';'
	}
}

func (b *Writer) closeEscape() {
	switch b.endsAt {
	case Escape:
		s := b.text.String()
		if b.flags&StripEscape != 0 {
			kept := s[:len(s)-1]
			b.text.Reset()
			b.text.WriteString(kept)
			b.width += utf8.RuneCountInString(kept[b.entity:])
		} else {
			b.width += utf8.RuneCountInString(s[b.entity:]) - 2
		}
	case ';':
		b.width++
	}
	b.endsAt, b.counted = 0, b.text.Len()
}

// Flush writes all that is left.
func (b *Writer) Flush() (err error) {
	defer b.failed(&err, "Flush")
	if b.endsAt != 0 {
		// Escaped text without its end is treated as if it had one.
		switch b.endsAt {
		case Escape:
			b.width += utf8.RuneCountInString(b.text.String()[b.entity:])
			if b.flags&StripEscape == 0 {
				b.width--
			}
		case ';':
			b.width++
		}
		b.endsAt, b.counted = 0, b.text.Len()
	}
	if b.text.Len() > 0 {
		b.end(false)
	}
	b.flush()
	b.reset()
	return nil
}

func (b *Writer) write(s string) {
	if s == "" {
		return
	}
	n, err := io.WriteString(b.out, s)
	if n != len(s) && err == nil {
		err = io.ErrShortWrite
	}
	if err != nil {
		panic(failure{err})
	}
}

// flush writes all lines.
func (b *Writer) flush() {
	f := formatter{Writer: b}
	f.format(0, len(b.lines))
	b.write(f.out.String())
	b.lines = [][]cell{nil}
}

type formatter struct {
	*Writer
	widths []int
	out    strings.Builder
}

// format writes lines; it knows the widths of the columns to their left.
func (f *formatter) format(from, to int) {
	column := len(f.widths)
	start := from
	for this := from; this < to; this++ {
		if column >= len(f.lines[this])-1 {
			continue
		}
		f.print(start, this)
		start = this
		width, discard := f.minWidth, true
		for ; this < to && column < len(f.lines[this])-1; this++ {
			c := f.lines[this][column]
			width = max(width, c.width+f.padding)
			if c.width > 0 || c.tab {
				discard = false
			}
		}
		if discard && f.flags&DiscardEmptyColumns != 0 {
			width = 0
		}
		f.widths = append(f.widths, width)
		f.format(start, this)
		f.widths = f.widths[:len(f.widths)-1]
		start = this
		this--
	}
	f.print(start, to)
}

func (f *formatter) fill(textWidth, cellWidth int, tabs bool) {
	if f.pad == '\t' || tabs {
		if f.tabWidth == 0 {
			return
		}
		cellWidth = (cellWidth + f.tabWidth - 1) / f.tabWidth * f.tabWidth
		n := cellWidth - textWidth
		f.out.WriteString(strings.Repeat("\t", (n+f.tabWidth-1)/f.tabWidth))
		return
	}
	f.out.WriteString(strings.Repeat(string([]byte{f.pad}), max(cellWidth-textWidth, 0)))
}

func (f *formatter) print(from, to int) {
	for i := from; i < to; i++ {
		tabs := f.flags&TabIndent != 0
		for j, c := range f.lines[i] {
			if j > 0 && f.flags&Debug != 0 {
				f.out.WriteByte('|')
			}
			switch {
			case c.text == "":
				if j < len(f.widths) {
					f.fill(c.width, f.widths[j], tabs)
				}
			case f.flags&AlignRight == 0:
				tabs = false
				f.out.WriteString(c.text)
				if j < len(f.widths) {
					f.fill(c.width, f.widths[j], false)
				}
			default:
				tabs = false
				if j < len(f.widths) {
					f.fill(c.width, f.widths[j], false)
				}
				f.out.WriteString(c.text)
			}
		}
		if i+1 < len(f.lines) {
			f.out.WriteByte('\n')
		}
	}
}
