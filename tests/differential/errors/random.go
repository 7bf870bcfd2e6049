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

func pick[T any](r *random, from []T) T { return from[r.below(len(from))] }

// mutated changes some bytes.
func (r *random) mutated(b []byte, insert string) []byte {
	b = append([]byte(nil), b...)
	for range 1 + r.below(3) {
		at := r.below(len(b) + 1)
		switch r.below(6) {
		case 0:
			b = b[:at]
		case 1:
			if at < len(b) {
				b[at] = byte(r.next())
			}
		case 2:
			if at < len(b) {
				b[at] ^= 1 << r.below(8)
			}
		case 3:
			to := min(len(b), at+1+r.below(4))
			b = append(b[:at:at], b[to:]...)
		case 4:
			b = append(b[:at:at], append([]byte{pick(r, []byte(insert))}, b[at:]...)...)
		case 5:
			if len(b) > 0 {
				from := r.below(len(b))
				to := min(len(b), from+1+r.below(12))
				b = append(b[:at:at], append(append([]byte(nil), b[from:to]...), b[at:]...)...)
			}
		}
	}
	return b
}
