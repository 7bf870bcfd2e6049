package main

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

// oneOf reports one of n times true.
func (r *random) oneOf(n int) bool { return r.below(n) == 0 }

// size is mostly small.
func (r *random) size() int {
	switch r.below(40) {
	case 0:
		return r.below(400_000)
	case 1, 2, 3:
		return r.below(80_000)
	case 4:
		return max(0, 65_535*(1+r.below(3))-8+r.below(16))
	case 5, 6, 7, 8:
		return r.below(300)
	case 9:
		return r.below(14)
	}
	return r.below(1 + r.below(9_000))
}

var kinds = []string{"noise", "text", "runs", "period", "records", "skewed", "copies", "few", "zeros", "flat", "parts"}

// data makes n bytes of a kind.
func (r *random) data(kind string, n int) []byte {
	out := make([]byte, 0, n+700)
	seed := *r
	few := 2 + r.below(20)
	for len(out) < n {
		switch kind {
		case "noise":
			out = append(out, byte(r.next()))
		case "text":
			word := random(uint64(seed) + uint64(min(r.below(900), r.below(900), r.below(900))))
			for range 1 + word.below(9) {
				out = append(out, byte('a'+min(word.below(26), word.below(26))))
			}
			out = append(out, " \n,."[max(0, r.below(40)-36)])
		case "runs":
			b := byte(r.below(3))
			for range 1 + r.below(1+r.below(5000)) {
				out = append(out, b)
			}
		case "period":
			b := byte(seed >> (len(out) % (2 + int(seed>>60)) % 57))
			if r.oneOf(200) {
				b = byte(r.next())
			}
			out = append(out, b)
		case "records":
			i := len(out)
			out = append(out, byte(i>>4), byte(i>>12), byte(i>>20), 0, byte(r.below(4)), 0, 0xff, byte(r.below(256)))
			out = append(out, "record"[:r.below(7)]...)
		case "skewed":
			out = append(out, byte(r.next()&r.next()&r.next()))
		case "copies":
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
		case "few":
			out = append(out, byte(r.below(few)))
		case "zeros":
			out = append(out, 0)
		case "flat": // each byte about as often
			out = append(out, byte(len(out)*few))
			if r.oneOf(9) {
				out[len(out)-1] = byte(r.next())
			}
		case "parts":
			out = append(out, r.data(kinds[r.below(len(kinds)-1)], 1+r.below(1+r.below(30000)))...)
		}
	}
	return out[:n]
}
