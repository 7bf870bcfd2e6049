package wire

import "io"

// The following methods read values for v2. In text that has been checked (Pos < Checked) they use natives, which
// do not check it again.

// Check checks the next value as a whole. If it is invalid, or the source fails, nothing counts as checked: it is then
// read token by token, so that the values before the error are decoded.
func (r *Reader) Check() {
	if r.Pos < r.Checked {
		return
	}
	c, err := r.Peek()
	if err != nil || r.top().wantsName() || c == '}' || c == ']' {
		return
	}
	rule := rules(&r.Opts)
	if r.source == nil {
		rule |= isFinal
	}
	for {
		end, status := verify(r.Buf, r.Pos, len(r.Frames), rule)
		switch status {
		case isValid:
			r.Checked = end
			return
		case isInvalid:
			return
		}
		if err := r.fill(); err == io.EOF && rule&isFinal == 0 {
			rule |= isFinal
		} else if err != nil {
			r.pending = err
			return
		}
	}
}

// Uncheck makes the reader check again, because options have changed.
func (r *Reader) Uncheck() { r.Checked = 0 }

// IsChecked reports whether the next token has been checked.
func (r *Reader) IsChecked() bool { return r.Pos < r.Checked }

// Enter begins the object or array at Pos, where its first byte is; it reports whether it has elements. If it has
// none, Enter reads its end, too.
func (r *Reader) Enter() (more bool, err error) {
	r.tokens++
	if err := r.open(r.Buf[r.Pos]); err != nil {
		return false, err
	}
	if r.Last <= r.Checked && r.Checked > 0 {
		r.ready = true
		r.Pos, more = beginAt(r.Buf, r.Last-1)
		if !more {
			r.leave()
		}
		return more, nil
	}
	return r.inside()
}

// leave records that the innermost object or array ended at Pos.
func (r *Reader) leave() {
	r.Frames = r.Frames[:len(r.Frames)-1]
	r.Last, r.ready = r.Pos, false
}

// inside moves to the next token of an object or array, and reads its end if there is none.
func (r *Reader) inside() (more bool, err error) {
	c, err := r.Peek()
	if err != nil {
		return false, err
	}
	if c == '}' || c == ']' {
		_, err := r.Token()
		return false, err
	}
	return true, nil
}

// More continues after an element or member: with the next one, or, if there is none, after the object or array.
func (r *Reader) More() (more bool, err error) {
	if r.Last < r.Checked {
		if r.ready {
			// A method has peeked at the next token.
			if c := r.Buf[r.Pos]; c != '}' && c != ']' {
				return true, nil
			}
			r.Pos++
		} else {
			r.Pos, more = nextAt(r.Buf, r.Last)
		}
		if !more {
			r.leave()
		} else {
			r.ready = true
		}
		return more, nil
	}
	return r.inside()
}

// Name reads the name at Pos. The caller moves to the value with Peek.
func (r *Reader) Name() (string, error) {
	r.tokens++
	if r.Pos < r.Checked {
		name, end, value := NameAt(r.Buf, r.Pos)
		r.Named(end, value)
		return name, nil
	}
	text, err := r.Value()
	if err != nil {
		return "", err
	}
	return Unquoted(text), nil
}

// The following methods are for callers that read the text from Pos on themselves, while the text is checked and the
// reader has found the next token. Last is not up to date until Named, or the end of the object or array.

// Named records the name at Pos, which ends at end, and moves to its value.
func (r *Reader) Named(end, value int) {
	f := &r.Frames[len(r.Frames)-1]
	f.Name = r.Buf[r.Pos:end]
	f.N++
	r.last = r.base + int64(r.Pos)
	r.Last, r.Pos, r.ready = end, value, true
}

// After continues after the value from Pos to end, as More does.
func (r *Reader) After(end int) (more bool) {
	r.last = r.base + int64(r.Pos)
	if r.Buf[end] == ',' && r.Buf[end+1] > ' ' {
		r.Pos = end + 1
		return true
	}
	if r.Pos, more = nextAt(r.Buf, end); !more {
		r.leave()
	}
	return more
}

// Took records that the value at Pos ends at end.
func (r *Reader) Took(end int) { r.took(end) }

// Scalar checks the value at Pos, which begins with c, unless c begins or ends an object or array.
func (r *Reader) Scalar(c byte) error {
	if r.Pos < r.Checked || c == '{' || c == '[' || c == '}' || c == ']' {
		return nil
	}
	_, err := r.scalar(c)
	return err
}

// Finish returns the error for text after the only value.
func (r *Reader) Finish() error {
	if r.source == nil && r.Last == len(r.Buf) {
		return nil
	}
	at, err := r.seek(0)
	switch {
	case err == io.EOF:
		return nil
	case err != nil:
		return err
	}
	at += r.Last
	return NewError(r.base+int64(at), "", InvalidCharacter(r.Buf[at:], "after top-level value"))
}

// ValueEnd returns where the value at Pos ends, which has been checked.
func (r *Reader) ValueEnd() int { return valueEnd(r.Buf, r.Pos) }

// Rest reads the rest of the source.
func (r *Reader) Rest() ([]byte, error) {
	for {
		switch err := r.fill(); err {
		case nil:
		case io.EOF:
			return r.Buf[r.Last:], nil
		default:
			return nil, err
		}
	}
}
