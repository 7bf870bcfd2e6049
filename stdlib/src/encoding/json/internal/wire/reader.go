package wire

import (
	"encoding/json/internal/wire/jsonopts"
	"errors"
	"io"
)

// A Reader reads JSON tokens. A jsontext.Decoder consists of a Reader only, so that v2 can convert a pointer to one
// into a pointer to the other.
type Reader struct {
	// Buf is the part of the source that was read and is not dropped.
	Buf []byte
	// Last is the end of the last token. Pos is the start of the next one if ready is set; otherwise it is Last.
	Last, Pos int
	ready     bool
	// Checked is the end of a text that begins at or before Pos and is known to be valid.
	Checked int
	Frames  []Frame
	Opts    jsonopts.Set

	source io.Reader
	// base is the offset of Buf in the source, last the offset where the last token or value begins.
	base, last int64
	// pending is an error that the source returned together with bytes, peeked an error that PeekKind found.
	pending, peeked error
	// tokens counts reads, so that a Token can detect that it is no longer valid.
	tokens int
	// Outer counts the top-level values that were read; Locked forbids Reset.
	Outer  int64
	Locked bool
}

// Reset makes the reader read from source, or, if source is nil, only from buf.
func (r *Reader) Reset(source io.Reader, buf []byte, options ...jsonopts.Options) {
	r.Opts.Reset(options)
	r.Buf, r.source, r.Frames = buf, source, r.Frames[:0]
	r.Last, r.Pos, r.ready, r.Checked = 0, 0, false, 0
	r.base, r.last, r.pending, r.peeked, r.Outer, r.Locked = 0, 0, nil, nil, 0, false
	r.tokens++
}

// Release drops the references of the reader, but keeps the memory of its frames. The reader must be reset before use.
func (r *Reader) Release() {
	r.Opts.Reset(nil)
	r.Buf, r.source, r.pending, r.peeked = nil, nil, nil, nil
}

// Serial returns a number that changes with each call that invalidates the texts of earlier tokens.
func (r *Reader) Serial() int { return r.tokens }

// Offset returns the offset where the last token ends.
func (r *Reader) Offset() int64 { return r.base + int64(r.Last) }

// Start returns the offset where the next token begins, if the reader has found it.
func (r *Reader) Start() int64 { return r.base + int64(r.Pos) }

func (r *Reader) top() *Frame {
	if n := len(r.Frames); n > 0 {
		return &r.Frames[n-1]
	}
	return &outside
}

func literalName(f *Frame) string { return Unquoted(f.Name) }

// Pointer returns the JSON pointer to a value.
func (r *Reader) Pointer(which int) string { return string(pointerTo(r.Frames, which, literalName)) }

// fail returns a syntactic error at Buf[at].
func (r *Reader) fail(at, which int, err error) error {
	return NewError(r.base+int64(at), r.Pointer(which), err)
}

// idle is the number of consecutive empty reads that is an error.
const idle = 100

// fill reads more of the source; io.EOF is its end. It drops the bytes before the end of the last token.
func (r *Reader) fill() error {
	if err := r.pending; err != nil {
		r.pending = nil
		return err
	}
	if r.source == nil {
		return io.EOF
	}
	if d := r.Last; d > 0 {
		for i := range r.Frames {
			r.Frames[i].Name = append([]byte(nil), r.Frames[i].Name...)
		}
		r.Buf = append(r.Buf[:0], r.Buf[d:]...)
		r.base += int64(d)
		r.Pos -= d
		r.Last, r.Checked = 0, max(0, r.Checked-d)
	}
	n := len(r.Buf)
	if cap(r.Buf)-n < max(512, n)/2 {
		r.Buf = append(r.Buf, make([]byte, max(4096, n))...)[:n]
	}
	for range idle {
		got, err := r.source.Read(r.Buf[n:cap(r.Buf)])
		r.Buf = r.Buf[:n+got]
		if err != nil && err != io.EOF {
			err = &IOError{"read", err}
		}
		if got > 0 {
			r.pending = err
			return nil
		}
		if err != nil {
			return err
		}
	}
	return &IOError{"read", io.ErrNoProgress}
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// seek returns the distance from the last token to the next byte, from from on, that is not white space.
func (r *Reader) seek(from int) (int, error) {
	for {
		if i := skipSpace(r.Buf, r.Last+from); i < len(r.Buf) {
			return i - r.Last, nil
		}
		from = len(r.Buf) - r.Last
		if err := r.fill(); err != nil {
			return from, err
		}
	}
}

// delimiter returns the delimiter before a token that begins with c: 0 for none.
func (f *Frame) delimiter(c byte) byte {
	switch {
	case f.Kind == '{' && f.N&1 == 1:
		return ':'
	case f.Kind != 0 && f.N > 0 && c != '}' && c != ']':
		return ','
	}
	return 0
}

// Peek moves to the next token and returns its first byte; io.EOF at the end of the source.
func (r *Reader) Peek() (byte, error) {
	if r.ready {
		return r.Buf[r.Pos], nil
	}
	at, err := r.seek(0)
	if err != nil {
		return 0, r.ended(at, err, len(r.Frames) == 0)
	}
	delim, first := byte(0), at
	c := r.Buf[r.Last+at]
	if c == ',' || c == ':' {
		delim = c
		if at, err = r.seek(at + 1); err != nil {
			if d := r.top().delimiter(0); d != delim {
				return 0, r.misplaced(first, d)
			}
			return 0, r.ended(at, err, false)
		}
		c = r.Buf[r.Last+at]
	}
	if d := r.top().delimiter(c); d != delim {
		return 0, r.misplaced(first, d)
	}
	r.Pos, r.ready = r.Last+at, true
	return c, nil
}

// ended returns the error for the end of the source after the last token.
func (r *Reader) ended(at int, err error, clean bool) error {
	if err != io.EOF || clean {
		return err
	}
	return r.fail(r.Last+at, Container, io.ErrUnexpectedEOF)
}

// misplaced returns the error for another character in the place of the delimiter d.
func (r *Reader) misplaced(at int, d byte) error {
	where := "at start of value"
	switch {
	case d == ':':
		where = "after object name (expecting ':')"
	case d == ',' && r.top().Kind == '{':
		where = "after object value (expecting ',' or '}')"
	case d == ',':
		where = "after array element (expecting ',' or ']')"
	}
	at += r.Last
	return r.fail(at, Container, InvalidCharacter(r.Buf[at:], where))
}

// PeekKind returns the first byte of the next token, 0 if there is none. The next call that reads returns the error.
func (r *Reader) PeekKind() byte {
	r.tokens++
	c, err := r.Peek()
	r.peeked = err
	return c
}

// begin moves to the next token for a call that reads it.
func (r *Reader) begin() (byte, error) {
	r.tokens++
	if err := r.peeked; err != nil {
		r.peeked = nil
		return 0, err
	}
	if err := r.Intact(); err != nil {
		return 0, err
	}
	return r.Peek()
}

// took records that the next token or value ends at end; it does not begin or end an object or array.
func (r *Reader) took(end int) {
	r.last = r.base + int64(r.Pos)
	r.Last, r.Pos, r.ready = end, end, false
	if n := len(r.Frames); n > 0 {
		r.Frames[n-1].N++
	} else {
		r.Outer++
	}
}

func (r *Reader) strict() bool { return r.Opts.On&jsonopts.AllowInvalidUTF8 == 0 }

// Token reads the next token and returns its text.
func (r *Reader) Token() ([]byte, error) {
	c, err := r.begin()
	if err != nil {
		return nil, err
	}
	var end int
	top := r.top()
	switch isName := top.wantsName(); {
	case c == '}' || c == ']':
		if top.Kind != c-2 || top.N&1 == 1 && c == '}' {
			if top.Kind == '{' && c == '}' {
				return nil, r.fail(r.Pos, Next, ErrMissing)
			}
			return nil, r.wrongEnd()
		}
		r.pop()
		return r.Buf[r.Last-1 : r.Last], nil
	case isName && c != '"':
		return nil, r.notName(c)
	case c == '{' || c == '[':
		if err := r.open(c); err != nil {
			return nil, err
		}
		return r.Buf[r.Last-1 : r.Last], nil
	case isName:
		if end, err = r.name(); err != nil {
			return nil, err
		}
	default:
		if end, err = r.scalar(c); err != nil {
			return nil, err
		}
	}
	at := r.Pos
	r.took(end)
	return r.Buf[at:end], nil
}

// wrongEnd returns the error for an end that does not match the innermost object or array.
func (r *Reader) wrongEnd() error {
	if top := r.top(); top.N > 0 {
		return r.misplaced(r.Pos-r.Last, ',')
	}
	return r.fail(r.Pos, Next, InvalidCharacter(r.Buf[r.Pos:], "at start of value"))
}

// notName returns the error for a token that begins with c in the place of a name.
func (r *Reader) notName(c byte) error {
	if c == 0 || kindOf(c) == 0 {
		return r.fail(r.Pos, Container, InvalidCharacter(r.Buf[r.Pos:], "at start of value"))
	}
	return r.fail(r.Pos, Container, ErrNonStringName)
}

// kindOf returns the kind of a token that begins with c, 0 if no token does.
func kindOf(c byte) byte {
	switch {
	case c == 'n' || c == 't' || c == 'f' || c == '"' || c == '{' || c == '}' || c == '[' || c == ']':
		return c
	case c == '-' || '0' <= c && c <= '9':
		return '0'
	}
	return 0
}

// Kind returns the kind of a token that begins with c.
func Kind(c byte) byte { return kindOf(c) }

// open reads the beginning of an object or array, at Pos.
func (r *Reader) open(c byte) error {
	if len(r.Frames) >= MaxDepth {
		return r.fail(r.Pos, Next, errDepth)
	}
	r.took(r.Pos + 1)
	r.Frames = push(r.Frames, c)
	return nil
}

// pop reads the end of the innermost object or array, at Pos.
func (r *Reader) pop() {
	r.last = r.base + int64(r.Pos)
	r.Frames = r.Frames[:len(r.Frames)-1]
	r.Last, r.Pos, r.ready = r.Pos+1, r.Pos+1, false
}

// name scans the name at Pos, records it, and returns where it ends.
func (r *Reader) name() (end int, err error) {
	top := r.top()
	if r.Pos < r.Checked {
		end, _ = literalEnd(r.Buf, r.Pos, false)
		top.Name = r.Buf[r.Pos:end]
		return end, nil
	}
	end, err = r.scan('"')
	if err != nil {
		if n, ok := err.(*fault); ok {
			err = r.fail(r.Pos+n.at, Container, n.err)
		}
		return 0, err
	}
	literal := r.Buf[r.Pos:end]
	if !r.Opts.Is(jsonopts.AllowDuplicateNames) {
		if name := Unquoted(literal); !top.seen.add(name) {
			pointer := AppendToken([]byte(r.Pointer(Container)), name)
			return 0, NewError(r.base+int64(r.Pos), string(pointer), ErrDuplicateName)
		}
	}
	top.Name = literal
	return end, nil
}

// A fault is an error at a position after the beginning of a token.
type fault struct {
	at  int
	err error
}

func (f *fault) Error() string { return f.err.Error() }

// scalar scans the value at Pos, which is neither object nor array, and returns where it ends.
func (r *Reader) scalar(c byte) (end int, err error) {
	end, err = r.scan(c)
	if f, ok := err.(*fault); ok {
		err = r.fail(r.Pos+f.at, Next, f.err)
	}
	return end, err
}

func (r *Reader) scan(c byte) (end int, err error) {
	for {
		var n int
		b := r.Buf[r.Pos:]
		switch c {
		case '"':
			if end, _ = literalEnd(r.Buf, r.Pos, r.strict()); end > 0 {
				return end, nil
			}
			n, err = scanString(b, r.strict())
		case 'n', 't', 'f':
			n, err = scanWord(b)
		default:
			if kindOf(c) != '0' {
				return 0, &fault{0, InvalidCharacter(b, "at start of value")}
			}
			if n, err = scanNumber(b); err == io.ErrUnexpectedEOF {
				n = 0
			}
			if err == nil && n == len(b) {
				if more := r.fill(); more == nil {
					continue
				} else if more != io.EOF {
					return 0, more
				}
			}
		}
		switch {
		case err == nil:
			return r.Pos + n, nil
		case err != io.ErrUnexpectedEOF:
			return 0, &fault{n, err}
		}
		if more := r.fill(); more == io.EOF {
			return 0, &fault{n, err}
		} else if more != nil {
			return 0, more
		}
	}
}

// Value reads the next value, which may be a name, and returns its text.
func (r *Reader) Value() ([]byte, error) {
	c, err := r.begin()
	if err != nil {
		return nil, err
	}
	var end int
	switch top := r.top(); {
	case top.wantsName() && c != '"' && c != '}':
		return nil, r.notName(c)
	case top.wantsName() && c == '"':
		end, err = r.name()
	case c == '{' || c == '[':
		end, err = r.whole()
	default:
		end, err = r.scalar(c)
	}
	if err != nil {
		return nil, err
	}
	at := r.Pos
	r.took(end)
	return r.Buf[at:end], nil
}

// rules returns the rules for verify that follow from the options.
func rules(o *jsonopts.Set) int {
	n := 0
	if o.Is(jsonopts.AllowInvalidUTF8) {
		n |= anyUTF8
	}
	if o.Is(jsonopts.AllowDuplicateNames) {
		n |= anyNames
	}
	return n
}

// whole returns where the value at Pos ends; it reads as much of the source as needed.
func (r *Reader) whole() (end int, err error) {
	if r.Pos < r.Checked {
		return valueEnd(r.Buf, r.Pos), nil
	}
	rule := rules(&r.Opts)
	for {
		end, status := verify(r.Buf, r.Pos, len(r.Frames), rule)
		switch {
		case status == isValid:
			return end, nil
		case status == isTruncated:
			if err := r.fill(); err == nil {
				continue
			} else if err != io.EOF {
				return 0, err
			}
		}
		x := explainer{b: r.Buf, opts: &r.Opts, element: "element", start: r.Pos}
		_, err := x.value(r.Pos, len(r.Frames))
		if err == nil {
			err = errors.ErrUnsupported
		}
		at := pointerTo(r.Frames, Next, literalName)
		return 0, NewError(r.base+int64(x.at), string(append(at, x.pointer()...)), err)
	}
}

// Skip skips the next value.
func (r *Reader) Skip() error {
	c, err := r.Peek()
	if err != nil || c != '{' && c != '[' || r.Pos < r.Checked || r.source == nil || r.top().wantsName() {
		_, err := r.Value()
		if c == '{' || c == '[' {
			r.last = r.Offset() - 1
		}
		return err
	}
	depth := len(r.Frames)
	for {
		if _, err := r.Token(); err != nil {
			return err
		}
		if len(r.Frames) <= depth {
			return nil
		}
	}
}

// Intact returns an error if a method has left the innermost object incomplete.
func (r *Reader) Intact() error {
	if n := len(r.Frames); n > 0 && r.Frames[n-1].Broken {
		return r.fail(r.Last, Container, errBroken)
	}
	return nil
}

// Break marks the objects below a depth as incomplete.
func (r *Reader) Break(depth int) { breaks(r.Frames[min(depth, len(r.Frames)):]) }

// Stack returns the reader's depth of objects and arrays, and the number of values read of the innermost one.
func (r *Reader) Stack() (depth int, n int64) {
	if depth = len(r.Frames); depth == 0 {
		return 0, r.Outer
	}
	return depth, r.Frames[depth-1].N
}

// End returns the offset of the end of Buf.
func (r *Reader) End() int64 { return r.base + int64(len(r.Buf)) }

// LastStart returns the offset where the last token or value begins.
func (r *Reader) LastStart() int64 { return r.last }

// WantsName reports whether the next token is a name.
func (r *Reader) WantsName() bool { return r.top().wantsName() }

// Skipped skips the value at Pos, which begins with c.
func (r *Reader) Skipped(c byte) error {
	if c == '{' || c == '[' || r.Pos >= r.Checked {
		return r.Skip()
	}
	r.took(valueEnd(r.Buf, r.Pos))
	return nil
}

// DuplicateName returns the error for the last name.
func (r *Reader) DuplicateName(at int64) error {
	f := r.top()
	n := f.N
	f.N &^= 1
	pointer := AppendToken([]byte(r.Pointer(Container)), literalName(f))
	f.N = n
	return NewError(at, string(pointer), ErrDuplicateName)
}
