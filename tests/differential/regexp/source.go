package main

// A source gives numbers that do not depend on the release of Go.
type source uint64

func (s *source) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (s *source) below(n int) int { return int(s.next() >> 1 % uint64(n)) }

// one reports true once in n times.
func (s *source) one(n int) bool { return s.below(n) == 0 }

func (s *source) pick(words ...string) string { return words[s.below(len(words))] }
