package wire

import (
	"encoding/json/internal/wire/jsonopts"
	"io"
	"unicode/utf8"
)

// A Writer writes JSON tokens. A jsontext.Encoder consists of a Writer only, so that v2 can convert a pointer to one
// into a pointer to the other.
type Writer struct {
	// Buf is the text that is not yet passed to the destination.
	Buf    []byte
	Frames []Frame
	Opts   jsonopts.Set
	// Hold counts the callers that forbid passing Buf to the destination.
	Hold int
	// Bare omits the line break after a value.
	Bare bool
	// Noted says that the name was written as a token, which has been checked.
	Noted bool
	// Outer counts the top-level values that were written; Locked forbids Reset.
	Outer  int64
	Locked bool

	// On has the pointers, maps and slices that v2 is writing and that may be part of a cycle.
	On map[any]bool

	destination io.Writer
	base        int64
	// mark is the position before the delimiter of the value that Element or Member has begun.
	mark    int
	scratch []byte
}

// Reset makes the writer write to w, which may be nil if the caller only needs Buf.
func (w *Writer) Reset(destination io.Writer, buf []byte, options ...jsonopts.Options) {
	w.Opts.Reset(options)
	w.Frames, w.destination, w.Buf = w.Frames[:0], destination, buf
	w.Hold, w.Bare, w.Noted, w.Outer, w.Locked, w.On = 0, false, false, 0, false, nil
	w.base, w.mark, w.scratch = 0, 0, nil
}

// Release drops all references of the writer, but keeps the memory of its frames.
func (w *Writer) Release() {
	// Frames that have ended keep no names.
	for i := range w.Frames {
		w.Frames[i].Name = nil
	}
	w.Reset(nil, nil)
}

// Offset returns how many bytes were written.
func (w *Writer) Offset() int64 { return w.base + int64(len(w.Buf)) }

// Available returns a buffer for a value that is to be written.
func (w *Writer) Available() []byte {
	if w.scratch == nil {
		w.scratch = make([]byte, 0, 64)
	}
	return w.scratch[:0]
}

func writtenName(f *Frame) string { return string(f.Name) }

// Pointer returns the JSON pointer to a value.
func (w *Writer) Pointer(which int) string { return string(pointerTo(w.Frames, which, writtenName)) }

func (w *Writer) top() *Frame {
	if n := len(w.Frames); n > 0 {
		return &w.Frames[n-1]
	}
	return &outside
}

// fail removes the text that was written from at on, and returns an error for the position after it.
func (w *Writer) fail(at, which int, err error) error {
	offset := w.Offset()
	w.Buf = w.Buf[:at]
	return NewError(offset, w.Pointer(which), err)
}

// line begins a line at a depth of objects and arrays.
func (w *Writer) line(depth int) {
	w.Buf = append(append(w.Buf, '\n'), w.Opts.IndentPrefix...)
	indent := "\t"
	if w.Opts.Has&jsonopts.Indent != 0 {
		indent = w.Opts.Indent
	}
	for range depth {
		w.Buf = append(w.Buf, indent...)
	}
}

// spaced reports whether a space follows a colon or comma.
func (w *Writer) spaced(f jsonopts.Flag) bool {
	if w.Opts.Has&f != 0 {
		return w.Opts.Is(f)
	}
	return f == jsonopts.SpaceAfterColon && w.Opts.Is(jsonopts.Multiline)
}

// delimit writes the delimiter between the last token and one that begins with c.
func (w *Writer) delimit(c byte) {
	n := len(w.Frames)
	if n == 0 {
		return
	}
	f := &w.Frames[n-1]
	isEnd := c == '}' || c == ']'
	switch {
	case f.Kind == '{' && f.N&1 == 1:
		w.Buf = append(w.Buf, ':')
		if w.Opts.On&jsonopts.Whitespace != 0 && w.spaced(jsonopts.SpaceAfterColon) {
			w.Buf = append(w.Buf, ' ')
		}
		return
	case f.N > 0 && !isEnd:
		w.Buf = append(w.Buf, ',')
		if w.Opts.On&jsonopts.Whitespace != 0 && w.spaced(jsonopts.SpaceAfterComma) {
			w.Buf = append(w.Buf, ' ')
		}
	}
	if w.Opts.On&jsonopts.Multiline != 0 && (f.N > 0 || !isEnd) {
		if isEnd {
			n--
		}
		w.line(n)
	}
}

// delimitNext is delimit if an element or name comes next.
func (w *Writer) delimitNext() {
	if w.Opts.On&jsonopts.Whitespace != 0 {
		w.delimit('"')
		return
	}
	if n := len(w.Frames); n > 0 {
		if f := &w.Frames[n-1]; f.Kind == '{' && f.N&1 == 1 {
			w.Buf = append(w.Buf, ':')
		} else if f.N > 0 {
			w.Buf = append(w.Buf, ',')
		}
	}
}

// wrote records that a value, or a name, has been written.
func (w *Writer) wrote() error {
	w.count()
	if len(w.Frames) > 0 {
		if w.destination != nil && len(w.Buf) > full && w.Hold == 0 {
			return w.Flush()
		}
		return nil
	}
	return w.done()
}

// count counts a value, or a name.
func (w *Writer) count() {
	if n := len(w.Frames); n > 0 {
		w.Frames[n-1].N++
	} else {
		w.Outer++
	}
}

// full is how many bytes the writer passes to the destination at once.
const full = 1 << 16

// done ends a value at the top level.
func (w *Writer) done() error {
	if !w.Bare {
		w.Buf = append(w.Buf, '\n')
	}
	if w.destination != nil && w.Hold == 0 {
		return w.Flush()
	}
	return nil
}

// Flush passes the written text to the destination.
func (w *Writer) Flush() error {
	if w.destination == nil || len(w.Buf) == 0 {
		return nil
	}
	n, err := w.destination.Write(w.Buf)
	if err == nil && n < len(w.Buf) {
		err = io.ErrShortWrite
	}
	n = max(0, min(n, len(w.Buf)))
	w.base += int64(n)
	w.Buf = append(w.Buf[:0], w.Buf[n:]...)
	if err != nil {
		return &IOError{"write", err}
	}
	return nil
}

// Open begins an object or array, with '{' or '['.
func (w *Writer) Open(c byte) error {
	from := len(w.Buf)
	w.delimitNext()
	if n := len(w.Frames); n > 0 && w.Frames[n-1].wantsName() {
		return w.fail(from, Container, ErrNonStringName)
	}
	if len(w.Frames) >= MaxDepth {
		return w.fail(from, Next, errDepth)
	}
	w.Buf = append(w.Buf, c)
	w.count()
	w.Frames = push(w.Frames, c)
	return nil
}

// Close ends an object or array, with '}' or ']'.
func (w *Writer) Close(c byte) error {
	from := len(w.Buf)
	f := w.top()
	w.delimit(c)
	switch {
	case f.Kind != c-2:
		return w.fail(from, Next, ErrMismatch)
	case f.Kind == '{' && f.N&1 == 1:
		return w.fail(from, Next, ErrMissing)
	}
	f.Name = nil
	w.Frames = w.Frames[:len(w.Frames)-1]
	w.Buf = append(w.Buf, c)
	if len(w.Frames) == 0 {
		return w.done()
	}
	return nil
}

// Literal writes null, true, false or a number, which must be valid.
func (w *Writer) Literal(text string) error {
	from := len(w.Buf)
	w.delimitNext()
	if n := len(w.Frames); n > 0 && w.Frames[n-1].wantsName() {
		return w.fail(from, Container, ErrNonStringName)
	}
	w.Buf = append(w.Buf, text...)
	return w.wrote()
}

// String writes a string, as a value or a name.
func (w *Writer) String(s string) error {
	from := len(w.Buf)
	w.delimitNext()
	isName := w.top().wantsName()
	if !w.Opts.Is(jsonopts.AllowInvalidUTF8) && !utf8.ValidString(s) {
		return w.fail(from, nextOf(isName), ErrInvalidUTF8)
	}
	if isName {
		if err := w.noteName(from, s); err != nil {
			return err
		}
	}
	w.Buf = quote(w.Buf, s, w.Opts.Is(jsonopts.EscapeForHTML), w.Opts.Is(jsonopts.EscapeForJS))
	return w.wrote()
}

func nextOf(isName bool) int {
	if isName {
		return Container
	}
	return Next
}

// noteName records the name that is being written from Buf[from] on.
func (w *Writer) noteName(from int, name string) error {
	f := w.top()
	if !w.Opts.Is(jsonopts.AllowDuplicateNames) && !f.seen.add(valid(name)) {
		offset := w.Offset()
		w.Buf = w.Buf[:from]
		return NewError(offset, string(AppendToken([]byte(w.Pointer(Container)), valid(name))), ErrDuplicateName)
	}
	f.Name = append(f.Name[:0:0], name...)
	return nil
}

// valid returns s with U+FFFD in place of bytes that are not UTF-8.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// Value writes a value; v may have white space around it, and may be invalid.
func (w *Writer) Value(v []byte) error {
	from := len(w.Buf)
	i := skipSpace(v, 0)
	isName := w.top().wantsName()
	if i < len(v) {
		switch kindOf(v[i]) {
		case '}', ']':
		case '"':
		case 0:
		default:
			if isName {
				w.delimit(v[i])
				return w.fail(from, Container, ErrNonStringName)
			}
		}
		if c := v[i]; c != '}' && c != ']' {
			w.delimit(c)
		} else if f := w.top(); f.Kind == '{' && f.N&1 == 1 {
			w.delimit(c)
		} else {
			w.delimit('"')
		}
	} else {
		w.delimit('"')
	}
	start, end, ok := Check(v, len(w.Frames), &w.Opts)
	if !ok {
		return w.wrong(v, from, nextOf(isName))
	}
	if isName {
		if err := w.noteName(from, Unquoted(v[start:end])); err != nil {
			return err
		}
	}
	if cap(v) > cap(w.scratch) && cap(v) <= full {
		defer func() { w.scratch = v[:0:cap(v)] }()
	}
	w.Buf = w.reformatted(w.Buf, v[start:end], len(w.Frames))
	return w.wrote()
}

// wrong removes the text that was written from Buf[from] on, and returns why v is not a value.
func (w *Writer) wrong(v []byte, from, which int) error {
	at, path, isBehind, err := Explain(v, len(w.Frames), &w.Opts)
	if isBehind {
		which = Container
	}
	offset := w.Offset() + int64(at)
	w.Buf = w.Buf[:from]
	return NewError(offset, w.Pointer(which)+string(path), err)
}

// Break marks the objects below a depth as incomplete.
func (w *Writer) Break(depth int) { breaks(w.Frames[min(depth, len(w.Frames)):]) }

// Intact returns an error if a method has left the innermost object incomplete.
func (w *Writer) Intact() error {
	if n := len(w.Frames); n > 0 && w.Frames[n-1].Broken {
		return w.fail(len(w.Buf), Container, errBroken)
	}
	return nil
}

// Invalid returns the error for an invalid token.
func (w *Writer) Invalid() error {
	from := len(w.Buf)
	w.delimitNext()
	return w.fail(from, Next, ErrToken)
}

// RawNumber writes a valid number in the form that the options demand.
func (w *Writer) RawNumber(text []byte) error {
	from := len(w.Buf)
	w.delimitNext()
	if w.top().wantsName() {
		return w.fail(from, Container, ErrNonStringName)
	}
	w.Buf = w.number(w.Buf, text)
	return w.wrote()
}

// RawString writes a valid string literal in the form that the options demand.
func (w *Writer) RawString(text []byte) error {
	from := len(w.Buf)
	w.delimitNext()
	isName := w.top().wantsName()
	if n, err := scanString(text, true); err != nil && !w.Opts.Is(jsonopts.AllowInvalidUTF8) {
		w.Buf = append(w.Buf, text[:n]...)
		return w.fail(from, nextOf(isName), err)
	}
	if isName {
		if err := w.noteName(from, Unquoted(text)); err != nil {
			return err
		}
	}
	w.Buf = w.literal(w.Buf, text)
	return w.wrote()
}
