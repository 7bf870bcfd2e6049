//go:build ignore

// Writes golden.txt with the real Go: go run golden.go >golden.txt
//
// A line is a case (seed, kind of data, bytes, level, bytes of a write, writes between two flushes, bytes of dictionary)
// and what Go has written: how many bytes, in how many pieces, and a hash of these. golden.rs makes the same cases.
package main

import (
	"compress/flate"
	"fmt"
)

// random is splitmix64.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *random) below(n int) int { return int(r.next() >> 33 % uint64(n)) }

const kinds = 8

// data makes at least n bytes, which then are cut to n.
func (r *random) data(kind, n int) []byte {
	var out []byte
	seed := *r
	for len(out) < n {
		switch kind {
		case 0: // noise
			out = append(out, byte(r.next()))
		case 1: // text
			word := random(uint64(seed) + uint64(min(r.below(900), r.below(900), r.below(900))))
			for range 1 + word.below(9) {
				out = append(out, byte('a'+min(word.below(26), word.below(26))))
			}
			out = append(out, " \n,."[max(0, r.below(40)-36)])
		case 2: // runs
			b := byte(r.below(3))
			for range 1 + r.below(1+r.below(5000)) {
				out = append(out, b)
			}
		case 3: // a period with mistakes
			b := byte(seed >> (len(out) % (2 + int(seed>>60)) % 57))
			if r.below(200) == 0 {
				b = byte(r.next())
			}
			out = append(out, b)
		case 4: // records
			i := len(out)
			out = append(out, byte(i>>4), byte(i>>12), byte(i>>20), 0, byte(r.below(4)), 0, 0xff, byte(r.below(256)))
			out = append(out, "record"[:r.below(7)]...)
		case 5: // skewed
			out = append(out, byte(r.next()&r.next()&r.next()))
		case 6: // copies
			if from := len(out) - 1 - r.below(40000); from >= 0 && r.below(3) > 0 {
				for range 3 + r.below(1+r.below(600)) {
					out = append(out, out[from])
					from++
				}
			} else {
				for range 1 + r.below(30) {
					out = append(out, byte(r.next()))
				}
			}
		default: // parts
			out = append(out, r.data(r.below(kinds), 1+r.below(1+r.below(30000)))...)
		}
	}
	return out[:n]
}

// A sum counts and hashes the pieces.
type sum struct {
	hash          uint64
	pieces, bytes int
}

func (s *sum) Write(p []byte) (int, error) {
	for _, b := range p {
		s.hash = (s.hash ^ uint64(b)) * 0x100000001b3
	}
	s.hash = (s.hash ^ 0x100) * 0x100000001b3
	s.pieces++
	s.bytes += len(p)
	return len(p), nil
}

func main() {
	r := random(1)
	sizes := []int{0, 1, 12, 13, 32, 33, 127, 128, 250, 600, 3000, 20000, 65535, 65536, 70000, 140000, 400000}
	seed := 0
	for level := -2; level <= 9; level++ {
		for kind := range kinds {
			for range 7 {
				n := sizes[r.below(len(sizes))]
				n += r.below(1 + n/8)
				part := 1 + r.below(1+r.below(1+2*n))
				part = max(part, n/500)
				flush := r.below(12)
				dict := max(0, r.below(4)-2) * r.below(40000)
				line(seed, kind, n, level, part, flush, dict)
				seed++
			}
		}
	}
}

func line(seed, kind, n, level, part, flush, dictLen int) {
	r := random(seed)
	data := r.data(kind, n)
	dict := r.data(kind, dictLen)
	var s sum
	w, _ := flate.NewWriterDict(&s, level, dict)
	// The second time after a Reset.
	for range 2 {
		writes := 0
		for rest := data; len(rest) > 0; {
			p := rest[:min(part, len(rest))]
			rest = rest[len(p):]
			w.Write(p)
			if writes++; flush > 0 && writes%flush == 0 {
				w.Flush()
			}
		}
		w.Close()
		w.Reset(&s)
	}
	fmt.Println(seed, kind, n, level, part, flush, dictLen, s.bytes, s.pieces, s.hash)
}
