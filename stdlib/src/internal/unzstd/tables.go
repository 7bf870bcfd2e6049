package unzstd

import "math/bits"

// A state is a state of a finite state entropy decoder: its symbol, and the next state, which is base plus some bits of input.
type state struct {
	symbol, bits uint8
	base         uint16
}

// A table has 1<<log states.
type table struct {
	log    int
	states []state
}

// single returns the table with one symbol, which takes no bits.
func single(symbol uint8) *table { return &table{0, []state{{symbol: symbol}}} }

// build makes the table of a distribution: counts has the number of states for each symbol, or -1 for one state that resets all bits.
func build(log int, counts []int16) (*table, error) {
	size := 1 << log
	t := &table{log, make([]state, size)}
	next := make([]int, len(counts))
	high := size
	for symbol, n := range counts {
		next[symbol] = int(n)
		if n < 0 {
			high--
			t.states[high].symbol, next[symbol] = uint8(symbol), 1
		}
	}
	at, step := 0, size>>1+size>>3+3
	for symbol, n := range counts {
		for range n {
			t.states[at].symbol = uint8(symbol)
			for at = (at + step) & (size - 1); at >= high; {
				at = (at + step) & (size - 1)
			}
		}
	}
	if at != 0 {
		return nil, errCorrupt
	}
	for i := range t.states {
		s := &t.states[i]
		x := next[s.symbol]
		next[s.symbol]++
		n := log - (bits.Len(uint(x)) - 1)
		s.bits, s.base = uint8(n), uint16(x<<n-size)
	}
	return t, nil
}

// distribution reads the counts of a table with at most 1<<most states, and returns the bytes after them.
func distribution(b []byte, most, symbols int) (t *table, rest []byte, err error) {
	at := 0
	take := func(n int) int {
		v := 0
		for i := range n {
			if at>>3 < len(b) {
				v |= int(b[at>>3]>>(at&7)&1) << i
			}
			at++
		}
		return v
	}
	log := take(4) + 5
	if log > most {
		return nil, nil, errCorrupt
	}
	var counts []int16
	for left := 1 << log; left > 0 && len(counts) < symbols; {
		// The next number is at most left+1; small numbers take one bit less.
		n := bits.Len(uint(left + 1))
		spare := 1<<n - 1 - (left + 1)
		v := take(n - 1)
		if v >= spare {
			if v |= take(1) << (n - 1); v >= 1<<(n-1) {
				v -= spare
			}
		}
		count := v - 1
		counts = append(counts, int16(count))
		left -= max(count, -count)
		for again := count == 0; again; {
			zeros := take(2)
			counts = append(counts, make([]int16, zeros)...)
			again = zeros == 3
		}
		if left < 0 {
			return nil, nil, errCorrupt
		}
		if left == 0 {
			used := (at + 7) / 8
			if used > len(b) || len(counts) > symbols {
				return nil, nil, errCorrupt
			}
			t, err = build(log, counts)
			return t, b[used:], err
		}
	}
	return nil, nil, errCorrupt
}

// backward reads bits from the end of its bytes. The highest bit that is set in the last byte is a mark: the first bit is the one below.
type backward struct {
	b  []byte
	at int // number of unread bits; negative if too many were read
}

func newBackward(b []byte) (*backward, error) {
	if len(b) == 0 || b[len(b)-1] == 0 {
		return nil, errCorrupt
	}
	return &backward{b, len(b)*8 - 9 + bits.Len8(b[len(b)-1])}, nil
}

// peek returns the next n bits; bits before the beginning are 0.
func (r *backward) peek(n int) uint64 {
	from, v := r.at-n, uint64(0)
	first := max(from, 0)
	for i := min((r.at-1)>>3, len(r.b)-1); i >= first>>3 && r.at > 0; i-- {
		v = v<<8 | uint64(r.b[i])
	}
	v >>= first & 7
	if from < 0 {
		v <<= min(-from, n)
	}
	return v & (1<<n - 1)
}

func (r *backward) take(n int) uint64 {
	v := r.peek(n)
	r.at -= n
	return v
}

// A decoder is a state of a table that moves on.
type decoder struct {
	t  *table
	at uint64
}

func (d *decoder) start(r *backward) { d.at = r.take(d.t.log) }
func (d *decoder) symbol() uint8     { return d.t.states[d.at].symbol }
func (d *decoder) advance(r *backward) {
	s := d.t.states[d.at]
	d.at = uint64(s.base) + r.take(int(s.bits))
}
