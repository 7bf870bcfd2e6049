package wire

import (
	"encoding/json/internal/wire/jsonopts"
	"unicode/utf8"
	"unsafe"
)

// The following methods write values for v2: Element or Member begins one and counts it, then the caller appends the
// value to Buf, or calls Retract so that a method can write the value itself.

// Element begins an element of an array, a value at the top level, or the value of a member whose name was
// written as a token.
func (w *Writer) Element() {
	w.mark = len(w.Buf)
	n := len(w.Frames)
	if n == 0 {
		w.Outer++
		return
	}
	f := &w.Frames[n-1]
	switch {
	case w.Opts.On&jsonopts.Whitespace != 0:
		w.delimit('"')
	case f.Kind == '{' && f.N&1 == 1:
		w.Buf = append(w.Buf, ':')
	case f.N > 0:
		w.Buf = append(w.Buf, ',')
	}
	f.N++
}

// Retract undoes the last Element or Member, but keeps the name.
func (w *Writer) Retract() {
	w.Buf = w.Buf[:min(w.mark, len(w.Buf))]
	if n := len(w.Frames); n > 0 {
		w.Frames[n-1].N--
	} else {
		w.Outer--
	}
}

// Begin begins an object or array as a value.
func (w *Writer) Begin(c byte) error {
	if n := len(w.Frames); n > 0 && w.Frames[n-1].Kind == '{' && w.Frames[n-1].N&1 == 1 {
		w.Retract()
		return w.nonString()
	}
	if len(w.Frames) >= MaxDepth {
		return NewError(w.Offset(), w.Pointer(Current), errDepth)
	}
	w.Buf = append(w.Buf, c)
	w.Frames = push(w.Frames, c)
	return nil
}

// End ends an object or array with '}' or ']'.
func (w *Writer) End(c byte) {
	if w.Opts.On&jsonopts.Multiline != 0 {
		w.delimit(c)
	}
	w.Buf = append(w.Buf, c)
	n := len(w.Frames) - 1
	w.Frames[n].Name = nil
	w.Frames = w.Frames[:n]
}

// Member writes a name that is not used yet, as a literal, and begins the value.
func (w *Writer) Member(name []byte, literal string) {
	f := &w.Frames[len(w.Frames)-1]
	spaces := w.Opts.On&jsonopts.Whitespace != 0
	if spaces {
		w.delimit('"')
	} else if f.N > 0 {
		w.Buf = append(w.Buf, ',')
	}
	w.Buf = append(w.Buf, literal...)
	f.Name = name
	w.mark = len(w.Buf)
	w.Buf = append(w.Buf, ':')
	if spaces && w.spaced(jsonopts.SpaceAfterColon) {
		w.Buf = append(w.Buf, ' ')
	}
	f.N += 2
}

// MemberNamed is Member for an unquoted name; if the name must be UTF-8 but is not, it returns false and writes
// nothing.
func (w *Writer) MemberNamed(name string) bool {
	f := &w.Frames[len(w.Frames)-1]
	from := len(w.Buf)
	w.delimitNext()
	if !w.AppendString(name) {
		w.Buf = w.Buf[:from]
		return false
	}
	f.N++
	f.Name = unsafe.Slice(unsafe.StringData(name), len(name))
	w.mark = len(w.Buf)
	w.delimitNext()
	f.N++
	return true
}

// Taken records a name that Member has written; false if the object has the name already.
func (w *Writer) Taken(name string) bool {
	f := w.top()
	return f.seen.add(name)
}

// A Place is a position to which Undo returns.
type Place struct {
	size int
	n    int64
	name []byte
}

// Place returns the position after the last member.
func (w *Writer) Place() Place {
	f := w.top()
	return Place{len(w.Buf), f.N, f.Name}
}

// Undo removes the members that were written since a Place.
func (w *Writer) Undo(p Place) {
	f := w.top()
	w.Buf, f.N, f.Name = w.Buf[:p.size], p.n, p.name
}

// Named checks the text written from Buf[from] on as a name, which Element has begun.
func (w *Writer) Named(from int) error {
	text := w.Buf[from:]
	f := w.top()
	f.N--
	if len(text) == 0 || text[0] != '"' {
		w.Buf = w.Buf[:w.mark]
		return w.nonString()
	}
	name := Unquoted(text)
	n := len(w.Buf)
	w.Buf = w.Buf[:from]
	if err := w.noteName(w.mark, name); err != nil {
		return err
	}
	w.Buf = w.Buf[:n]
	f.N++
	return nil
}

// nonString returns the error for a name that is no string.
func (w *Writer) nonString() error {
	from := len(w.Buf)
	w.delimitNext()
	return w.fail(from, Container, ErrNonStringName)
}

// WantsName reports whether the next token is a name.
func (w *Writer) WantsName() bool { return w.top().wantsName() }

// Finished ends a value at the top level: it writes a line break, if the options demand one, and passes the text to the
// destination.
func (w *Writer) Finished() error {
	if len(w.Frames) == 0 {
		return w.done()
	}
	if w.destination != nil && len(w.Buf) > full && w.Hold == 0 {
		return w.Flush()
	}
	return nil
}

// AppendString appends s as a value; false if s must be UTF-8 but is not.
func (w *Writer) AppendString(s string) bool {
	const rules = jsonopts.AllowInvalidUTF8 | jsonopts.EscapeForHTML | jsonopts.EscapeForJS
	on := w.Opts.On & rules
	if on == 0 && len(s) <= shortest {
		var ok bool
		w.Buf, ok = quoteShort(w.Buf, s)
		return ok
	}
	if on&jsonopts.AllowInvalidUTF8 == 0 && !utf8.ValidString(s) {
		return false
	}
	w.Buf = quote(w.Buf, s, on&jsonopts.EscapeForHTML != 0, on&jsonopts.EscapeForJS != 0)
	return true
}

// InvalidUTF8 returns the error for an invalid string whose value Element or Member has begun.
func (w *Writer) InvalidUTF8() error { return NewError(w.Offset(), w.Pointer(Current), ErrInvalidUTF8) }

// Stack returns the writer's depth of objects and arrays, and the number of values of the innermost one.
func (w *Writer) Stack() (depth int, n int64) {
	if depth = len(w.Frames); depth == 0 {
		return 0, w.Outer
	}
	return depth, w.Frames[depth-1].N
}

// Counted reports whether the count is one more than n.
func (w *Writer) Counted(n int64) bool {
	_, now := w.Stack()
	return now == n+1
}

// After returns the offset of the next value, after its delimiter.
func (w *Writer) After() int64 {
	from := len(w.Buf)
	w.delimitNext()
	offset := w.Offset()
	w.Buf = w.Buf[:from]
	return offset
}

// Trim removes a delimiter at the end of Buf.
func (w *Writer) Trim() {
	n := len(w.Buf)
	for n > 0 && (w.Buf[n-1] == ',' || w.Buf[n-1] == ':' || w.Buf[n-1] <= ' ') {
		n--
	}
	w.Buf = w.Buf[:n]
}

// LastName returns the last name.
func (w *Writer) LastName() string { return string(w.top().Name) }

// Forget removes the name that Taken has recorded, if it was the last one.
func (w *Writer) Forget(name string) { w.top().seen.drop(name) }

// Repeated returns the error for a duplicate name.
func (w *Writer) Repeated(name string) error {
	return NewError(w.Offset(), string(AppendToken([]byte(w.Pointer(Container)), valid(name))), ErrDuplicateName)
}
