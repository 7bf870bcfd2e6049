package wire

import "io"

// The following is how v2 reads values. In text that has been checked (Pos < Checked) natives do it, which take for
// granted that it is right.

// Check checks the next value as a whole. If it is wrong, or the source fails, nothing is checked: it will be read token
// by token, so that what stands before the error is.
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

// Uncheck makes the reader check what it reads, by other options.
func (r *Reader) Uncheck() { r.Checked = 0 }

// IsChecked reports whether the next token is known to be right.
func (r *Reader) IsChecked() bool { return r.Pos < r.Checked }

// Enter begins the object or array at Pos, where its first byte is; it reports whether there is something in it. If there
// is nothing, it is passed.
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

// leave notes that the innermost object or array ended at Pos.
func (r *Reader) leave() {
	r.Frames = r.Frames[:len(r.Frames)-1]
	r.Last, r.ready = r.Pos, false
}

// inside goes to the next token of an object or array, and passes its end.
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

// More goes on behind an element or member: to the next one, or, if there is none, behind the object or array.
func (r *Reader) More() (more bool, err error) {
	if r.Last < r.Checked {
		if r.ready {
			// A method has looked ahead.
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

// Name reads the name at Pos. The caller goes to the value by Peek.
func (r *Reader) Name() (string, error) {
	r.tokens++
	if r.Pos < r.Checked {
		f := &r.Frames[len(r.Frames)-1]
		name, end, value := NameAt(r.Buf, r.Pos)
		f.Name = r.Buf[r.Pos:end]
		f.N++
		r.last = r.base + int64(r.Pos)
		r.Last, r.Pos, r.ready = end, value, true
		return name, nil
	}
	text, err := r.Value()
	if err != nil {
		return "", err
	}
	return Unquoted(text), nil
}

// Took notes that the value at Pos ends at end.
func (r *Reader) Took(end int) { r.took(end) }

// Scalar makes sure that the value at Pos, which begins with c, is right, unless c belongs to an object or array.
func (r *Reader) Scalar(c byte) error {
	if r.Pos < r.Checked || c == '{' || c == '[' || c == '}' || c == ']' {
		return nil
	}
	_, err := r.scalar(c)
	return err
}

// Finish returns the error for what follows the only value of a text.
func (r *Reader) Finish() error {
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

// ValueEnd returns where the value at Pos ends, which is known to be right.
func (r *Reader) ValueEnd() int { return valueEnd(r.Buf, r.Pos) }

// Rest reads all of the source.
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
