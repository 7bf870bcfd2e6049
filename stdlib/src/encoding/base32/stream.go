package base32

import "io"

type encoder struct {
	enc  *Encoding
	w    io.Writer
	err  error
	rest []byte // bytes of an incomplete group
	out  []byte
}

// NewEncoder returns a writer that writes text to w; Close writes the last characters.
func NewEncoder(enc *Encoding, w io.Writer) io.WriteCloser { return &encoder{enc: enc, w: w} }

func (e *encoder) Write(p []byte) (n int, err error) {
	for n < len(p) {
		if e.err != nil {
			return n, e.err
		}
		more := min(len(p)-n, 640-len(e.rest))
		e.rest = append(e.rest, p[n:n+more]...)
		n += more
		if whole := len(e.rest) / 5 * 5; whole > 0 {
			e.write(whole)
		}
	}
	return n, e.err
}

// write writes the text of the first n bytes of rest.
func (e *encoder) write(n int) {
	e.out = e.enc.AppendEncode(e.out[:0], e.rest[:n])
	e.rest = append(e.rest[:0], e.rest[n:]...)
	_, e.err = e.w.Write(e.out)
}

func (e *encoder) Close() error {
	if e.err == nil && len(e.rest) > 0 {
		e.write(len(e.rest))
	}
	return e.err
}

type decoder struct {
	enc  *Encoding
	r    io.Reader
	err  error
	end  bool // padding was seen
	text []byte
	out  []byte
	buf  [1024]byte
}

// NewDecoder returns a reader of the bytes of the text in r.
func NewDecoder(enc *Encoding, r io.Reader) io.Reader { return &decoder{enc: enc, r: r} }

func (d *decoder) Read(p []byte) (n int, err error) {
	for len(d.out) == 0 && d.err == nil {
		d.fill(len(p))
	}
	n = copy(p, d.out)
	d.out = d.out[n:]
	if len(d.out) == 0 {
		return n, d.err
	}
	return n, nil
}

// fill reads and decodes text for about want bytes: whole groups, and at the end an incomplete one if there is no padding.
func (d *decoder) fill(want int) {
	room := min((want+4)/5*8, len(d.buf))
	var err error
	for err == nil && (len(d.text) == 0 || len(d.text)%8 != 0) {
		var n int
		n, err = d.r.Read(d.buf[:max(room-len(d.text), 1)])
		d.text = append(d.text, stripped(d.buf[:0], d.buf[:n])...)
	}
	whole := len(d.text) / 8 * 8
	if err == io.EOF && d.enc.padding == NoPadding {
		whole = len(d.text)
	}
	if whole > 0 && d.end {
		d.err = CorruptInputError(0)
		return
	}
	if whole > 0 {
		out := make([]byte, whole/8*5+5)
		var n int
		var bad error
		n, d.end, bad = d.enc.decode(out, d.text[:whole])
		d.out = out[:n]
		d.text = append(d.text[:0], d.text[whole:]...)
		if bad != nil && (err == nil || err == io.EOF) {
			err = bad
		}
	}
	if err == io.EOF && len(d.text) > 0 {
		err = io.ErrUnexpectedEOF
	}
	d.err = err
}
