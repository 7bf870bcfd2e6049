package unzstd

import "math/bits"

// huffman decodes literals: the next log bits are the index of an entry.
type huffman struct {
	log     int
	entries []state // base is unused
}

// readHuffman reads the weights of a code, and returns the bytes after them.
func readHuffman(b []byte) (*huffman, []byte, error) {
	if len(b) == 0 {
		return nil, nil, errCorrupt
	}
	size := int(b[0])
	b = b[1:]
	var weights []uint8
	if size >= 128 {
		n := size - 127
		size = (n + 1) / 2
		if size > len(b) {
			return nil, nil, errCorrupt
		}
		for i := range n {
			weights = append(weights, b[i/2]>>(4*(1-i&1))&15)
		}
	} else {
		if size > len(b) {
			return nil, nil, errCorrupt
		}
		var err error
		if weights, err = entropyWeights(b[:size]); err != nil {
			return nil, nil, err
		}
	}
	h, err := newHuffman(weights)
	return h, b[size:], err
}

// entropyWeights reads weights that two decoders produce alternately.
func entropyWeights(b []byte) ([]uint8, error) {
	t, rest, err := distribution(b, 6, 256)
	if err != nil {
		return nil, err
	}
	r, err := newBackward(rest)
	if err != nil {
		return nil, err
	}
	var weights []uint8
	turn, other := &decoder{t: t}, &decoder{t: t}
	turn.start(r)
	other.start(r)
	for len(weights) < 255 {
		weights = append(weights, turn.symbol())
		if turn.advance(r); r.at < 0 {
			return append(weights, other.symbol()), nil
		}
		turn, other = other, turn
	}
	return nil, errCorrupt
}

// newHuffman makes the code. The weight of the last symbol follows from the others: the sum is a power of two.
func newHuffman(weights []uint8) (*huffman, error) {
	sum := 0
	for _, w := range weights {
		if w > 12 {
			return nil, errCorrupt
		}
		sum += 1 << w >> 1
	}
	log := bits.Len(uint(sum))
	left := 1<<log - sum
	if sum == 0 || log > 11 || left&(left-1) != 0 || len(weights) > 255 {
		return nil, errCorrupt
	}
	weights = append(weights, uint8(bits.Len(uint(left))))
	h := &huffman{log, make([]state, 0, 1<<log)}
	for w := 1; w <= log; w++ {
		for symbol, is := range weights {
			if int(is) == w {
				for range 1 << (w - 1) {
					h.entries = append(h.entries, state{symbol: uint8(symbol), bits: uint8(log + 1 - w)})
				}
			}
		}
	}
	if len(h.entries) != 1<<log {
		return nil, errCorrupt
	}
	return h, nil
}

// decode appends n literals.
func (h *huffman) decode(out, b []byte, n int) ([]byte, error) {
	r, err := newBackward(b)
	if err != nil {
		return nil, err
	}
	for range n {
		e := h.entries[r.peek(h.log)]
		out = append(out, e.symbol)
		r.at -= int(e.bits)
	}
	if r.at < 0 {
		return nil, errCorrupt
	}
	return out, nil
}

// literals reads the literals of a block, and returns the bytes after them.
func (r *Reader) literals(b []byte) (all, rest []byte, err error) {
	var head uint64
	for i := range min(len(b), 5) {
		head |= uint64(b[i]) << (8 * i)
	}
	const raw, repeated, treeless = 0, 1, 3
	kind, form := head&3, head>>2&3
	if kind == raw || kind == repeated {
		skip, size := 1, int(head>>3&31)
		switch form {
		case 1:
			skip, size = 2, int(head>>4&0xfff)
		case 3:
			skip, size = 3, int(head>>4&0xfffff)
		}
		packed := size
		if kind == repeated {
			packed = 1
		}
		if size > blockMost || skip+packed > len(b) {
			return nil, nil, errCorrupt
		}
		all, rest = b[skip:skip+packed], b[skip+packed:]
		if kind == repeated {
			one := all[0]
			all = make([]byte, size)
			for i := range all {
				all[i] = one
			}
		}
		return all, rest, nil
	}
	width, skip := 10, 3
	if form >= 2 {
		width, skip = int(4*form+6), int(form+2)
	}
	size, packed := int(head>>4&(1<<width-1)), int(head>>(4+width)&(1<<width-1))
	if size > blockMost || skip+packed > len(b) {
		return nil, nil, errCorrupt
	}
	from, rest := b[skip:skip+packed], b[skip+packed:]
	if kind != treeless {
		if r.code, from, err = readHuffman(from); err != nil {
			return nil, nil, err
		}
	} else if r.code == nil {
		return nil, nil, errCorrupt
	}
	if form == 0 {
		all, err = r.code.decode(nil, from, size)
		return all, rest, err
	}
	if len(from) < 6 {
		return nil, nil, errCorrupt
	}
	jumps, from := from[:6], from[6:]
	for i := range 4 {
		n, part := len(from), (size+3)/4
		if i < 3 {
			n = int(jumps[2*i]) | int(jumps[2*i+1])<<8
		} else {
			part = size - len(all)
		}
		if n > len(from) || part < 0 {
			return nil, nil, errCorrupt
		}
		if all, err = r.code.decode(all, from[:n], part); err != nil {
			return nil, nil, err
		}
		from = from[n:]
	}
	return all, rest, nil
}
