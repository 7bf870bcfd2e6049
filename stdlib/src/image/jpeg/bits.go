package jpeg

import "io"

// An input reads a file as bytes and, inside scans, as bits.
type input struct {
	r        io.Reader
	buf      [4096]byte
	at, end  int
	acc      uint32 // the last n bits are not used yet
	n        uint
	lastSize int // how many bytes of the file contained the newest eight bits
}

// fill reads more of the file. It keeps the last two bytes, because unused bits may be given back.
func (in *input) fill() error {
	in.end = copy(in.buf[:], in.buf[max(in.end-2, 0):in.end])
	in.at = in.end
	n, err := in.r.Read(in.buf[in.end:])
	in.end += n
	if n > 0 {
		return nil
	}
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (in *input) byte() (byte, error) {
	for in.at == in.end {
		if err := in.fill(); err != nil {
			return 0, err
		}
	}
	in.at++
	return in.buf[in.at-1], nil
}

// full reads bytes; before that it gives back whole bytes that were read as bits but not used.
func (in *input) full(p []byte) error {
	in.giveBack()
	for {
		n := copy(p, in.buf[in.at:in.end])
		p = p[n:]
		in.at += n
		if len(p) == 0 {
			return nil
		}
		if err := in.fill(); err != nil {
			return err
		}
	}
}

// skip skips bytes.
func (in *input) skip(n int) error {
	in.giveBack()
	for {
		m := min(n, in.end-in.at)
		in.at += m
		n -= m
		if n == 0 {
			return nil
		}
		if err := in.fill(); err != nil {
			return err
		}
	}
}

func (in *input) giveBack() {
	if in.n >= 8 {
		in.at -= in.lastSize
		in.acc >>= 8
		in.n -= 8
	}
	in.lastSize = 0
}

// more reads eight more bits. A byte 255 of data is followed by a zero; if it is not, it is a marker, and nothing is read.
func (in *input) more() error {
	c, err := in.byte()
	size := 1
	if err == nil && c == 0xff {
		var zero byte
		if zero, err = in.byte(); err == nil && zero != 0 {
			in.at -= 2
			return errNoZero
		}
		size = 2
		if err != nil {
			in.at--
		}
	}
	if err == io.ErrUnexpectedEOF {
		return errShort
	}
	if err != nil {
		return err
	}
	in.acc = in.acc<<8 | uint32(c)
	in.n += 8
	in.lastSize = size
	return nil
}

// bits reads up to 16 bits.
func (in *input) bits(n uint) (uint32, error) {
	for in.n < n {
		if err := in.more(); err != nil {
			return 0, err
		}
	}
	in.n -= n
	return in.acc >> in.n & (1<<n - 1), nil
}

// number reads a number with this many bits; the first bit of a negative number is 0.
func (in *input) number(n uint) (int32, error) {
	v, err := in.bits(n)
	if n > 0 && v < 1<<(n-1) {
		return int32(v) - 1<<n + 1, err
	}
	return int32(v), err
}

// A table is the decoding table of a Huffman code.
type table struct {
	quick  [256]uint16 // by the next eight bits: the length of the code word and, above, its value; 0 for longer code words
	values []byte
	// first and last are the first code word of each length and the one after the last; at is the index of the first one's value.
	first, last, at [16]int32
}

// set makes the table from the number of code words of each length.
func (t *table) set(counts, values []byte) {
	*t = table{values: values}
	code, at := int32(0), int32(0)
	for i, count := range counts {
		code <<= 1
		t.first[i], t.at[i] = code, at
		for range count {
			if i < 8 {
				low := code << (7 - i) & 0xff
				for k := range int32(1) << (7 - i) {
					t.quick[low|k] = uint16(values[at])<<8 | uint16(i+1)
				}
			}
			code++
			at++
		}
		t.last[i] = code
	}
}

// value reads a value.
func (in *input) value(t *table) (byte, error) {
	if len(t.values) == 0 {
		return 0, FormatError("uninitialized Huffman table")
	}
	if in.n < 8 {
		if err := in.more(); err != nil && err != errNoZero && err != errShort {
			return 0, err
		}
	}
	if in.n >= 8 {
		if v := t.quick[in.acc>>(in.n-8)&0xff]; v != 0 {
			in.n -= uint(v & 0xff)
			return byte(v >> 8), nil
		}
	}
	code := int32(0)
	for i := range 16 {
		bit, err := in.bits(1)
		if err != nil {
			return 0, err
		}
		code = code<<1 | int32(bit)
		if code < t.last[i] && t.last[i] > t.first[i] {
			return t.values[t.at[i]+code-t.first[i]], nil
		}
	}
	return 0, FormatError("bad Huffman code")
}
