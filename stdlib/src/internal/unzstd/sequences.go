package unzstd

// A kind is a kind of number in a sequence.
type kind struct {
	most, symbols int // maximum logarithm of a table's size, number of symbols
	usual         *table
	// extra and base have for each symbol the number of extra bits, and the base to which they are added.
	extra []uint8
	base  []int
}

// numbers makes a kind: symbol 0 stands for first, the next symbols for the following numbers without extra bits, then those with the bits in extra.
func numbers(log, most, first, direct int, extra []uint8, counts string) *kind {
	k := &kind{most: most, symbols: direct + len(extra)}
	k.extra = append(make([]uint8, direct), extra...)
	for at, i := first, 0; i < k.symbols; i++ {
		k.base = append(k.base, at)
		at += 1 << k.extra[i]
	}
	// Each character is a count: a digit, or - for -1.
	var distribution []int16
	for _, c := range counts {
		if c == '-' {
			c = '0' - 1
		}
		distribution = append(distribution, int16(c-'0'))
	}
	k.usual, _ = build(log, distribution)
	return k
}

var (
	literalLengths = numbers(6, 9, 0, 16, []uint8{1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
		"43222222222221112222222223211111----")
	matchLengths = numbers(6, 9, 3, 32, []uint8{1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
		"1432222221111111111111111111111111111111111111-------")
	offsets = &kind{most: 8, symbols: 32, usual: numbers(5, 8, 0, 29, nil, "111111222111111111111111-----").usual}
)

// table reads which table a block uses for a kind of number.
func (k *kind) table(mode byte, last *table, b []byte) (*table, []byte, error) {
	switch mode {
	case 0:
		return k.usual, b, nil
	case 1:
		if len(b) == 0 || int(b[0]) >= k.symbols {
			return nil, nil, errCorrupt
		}
		return single(b[0]), b[1:], nil
	case 2:
		return distribution(b, k.most, k.symbols)
	}
	if last == nil {
		return nil, nil, errCorrupt
	}
	return last, b, nil
}

// sequences executes the sequences of a block: each copies literals, and then earlier bytes of the output.
func (r *Reader) sequences(literals, b []byte) error {
	if len(b) == 0 {
		return errCorrupt
	}
	count, skip := int(b[0]), 1
	switch {
	case count == 255 && len(b) > 2:
		count, skip = int(b[1])+int(b[2])<<8+0x7f00, 3
	case count >= 128 && len(b) > 1:
		count, skip = (count-128)<<8+int(b[1]), 2
	case count >= 128:
		return errCorrupt
	}
	b = b[skip:]
	if count == 0 {
		r.out = append(r.out, literals...)
		return nil
	}
	if len(b) == 0 {
		return errCorrupt
	}
	modes := b[0]
	b = b[1:]
	var err error
	for i, k := range []*kind{literalLengths, offsets, matchLengths} {
		if r.tables[i], b, err = k.table(modes>>(6-2*i)&3, r.tables[i], b); err != nil {
			return err
		}
	}
	in, err := newBackward(b)
	if err != nil {
		return err
	}
	ll, of, ml := decoder{t: r.tables[0]}, decoder{t: r.tables[1]}, decoder{t: r.tables[2]}
	ll.start(in)
	of.start(in)
	ml.start(in)
	for i := range count {
		code := int(of.symbol())
		if code > 31 {
			return errCorrupt
		}
		offset := 1<<code + int(in.take(code))
		match := matchLengths.base[ml.symbol()] + int(in.take(int(matchLengths.extra[ml.symbol()])))
		length := literalLengths.base[ll.symbol()] + int(in.take(int(literalLengths.extra[ll.symbol()])))
		if i < count-1 {
			ll.advance(in)
			ml.advance(in)
			of.advance(in)
		}
		if in.at < 0 || length > len(literals) {
			return errCorrupt
		}
		r.out = append(r.out, literals[:length]...)
		literals = literals[length:]
		if err := r.repeat(r.distance(offset, length), match); err != nil {
			return err
		}
	}
	if in.at != 0 {
		return errCorrupt
	}
	r.out = append(r.out, literals...)
	return nil
}

// distance returns the distance of the bytes that a sequence copies. Small offsets stand for one of the last three distances.
func (r *Reader) distance(offset, length int) int {
	if offset > 3 {
		r.recent = [3]int{offset - 3, r.recent[0], r.recent[1]}
		return r.recent[0]
	}
	if length == 0 {
		offset++
	}
	var d int
	switch offset {
	case 1:
		return r.recent[0]
	case 2:
		d = r.recent[1]
		r.recent = [3]int{d, r.recent[0], r.recent[2]}
		return d
	case 3:
		d = r.recent[2]
	default:
		d = r.recent[0] - 1
	}
	r.recent = [3]int{d, r.recent[0], r.recent[1]}
	return d
}

// repeat appends earlier bytes of the output from a distance; the range may overlap the new bytes.
func (r *Reader) repeat(distance, n int) error {
	if distance <= 0 || distance > len(r.out) || len(r.out)-r.done+n > blockMost {
		return errCorrupt
	}
	for n > 0 {
		from := len(r.out) - distance
		step := min(n, distance)
		r.out = append(r.out, r.out[from:from+step]...)
		n -= step
	}
	return nil
}
