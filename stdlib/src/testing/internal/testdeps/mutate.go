package testdeps

import (
	"bytes"
	"math"
	"slices"
)

// A mutator changes values at random. Its changes depend only on its seed, so that the coordinator can reconstruct the
// input that killed a worker.
type mutator struct{ state uint64 }

// maxInputLen is the maximum length of a string or byte slice.
const maxInputLen = 1 << 20

// next returns a step of splitmix64.
func (m *mutator) next() uint64 {
	m.state += 0x9e3779b97f4a7c15
	x := m.state
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below returns a number of [0, n).
func (m *mutator) below(n int) int { return int(m.next() >> 1 % uint64(n)) }

// length returns the length of a change in n bytes, which is usually short.
func (m *mutator) length(n int) int {
	switch x := m.below(100); {
	case x < 90:
		n = min(n, 8)
	case x < 99:
		n = min(n, 32)
	}
	return 1 + m.below(n)
}

// mutate changes one of the values.
func (m *mutator) mutate(values []any) {
	i := m.below(len(values))
	switch v := values[i].(type) {
	case bool:
		values[i] = m.below(2) == 1 != v
	case int:
		values[i] = int(m.signed(int64(v), math.MaxInt))
	case int8:
		values[i] = int8(m.signed(int64(v), math.MaxInt8))
	case int16:
		values[i] = int16(m.signed(int64(v), math.MaxInt16))
	case int32:
		values[i] = int32(m.signed(int64(v), math.MaxInt32))
	case int64:
		values[i] = m.signed(v, math.MaxInt64)
	case uint:
		values[i] = uint(m.unsigned(uint64(v), math.MaxUint))
	case uint8:
		values[i] = uint8(m.unsigned(uint64(v), math.MaxUint8))
	case uint16:
		values[i] = uint16(m.unsigned(uint64(v), math.MaxUint16))
	case uint32:
		values[i] = uint32(m.unsigned(uint64(v), math.MaxUint32))
	case uint64:
		values[i] = m.unsigned(v, math.MaxUint64)
	case float32:
		values[i] = float32(m.float(float64(v), math.MaxFloat32))
	case float64:
		values[i] = m.float(v, math.MaxFloat64)
	case string:
		values[i] = string(m.bytes([]byte(v)))
	case []byte:
		values[i] = m.bytes(bytes.Clone(v))
	}
}

// signed changes v by at most 100 within [-limit, limit].
func (m *mutator) signed(v, limit int64) int64 {
	step := int64(1 + m.below(100))
	if up := m.below(2) == 0; up && v <= limit-step || !up && v < -limit+step {
		return v + step
	}
	return v - step
}

// unsigned changes v by at most 100 within [0, limit].
func (m *mutator) unsigned(v, limit uint64) uint64 {
	step := uint64(1 + m.below(100))
	if up := m.below(2) == 0; up && v <= limit-step || !up && v < step {
		return v + step
	}
	return v - step
}

// float adds to or scales v. A result outside [-limit, limit] is not used; a NaN is replaced by a new number.
func (m *mutator) float(v, limit float64) float64 {
	if v != v || math.IsInf(v, 0) {
		v = 0
	}
	switch m.below(4) {
	case 0:
		v += float64(1 + m.below(100))
	case 1:
		v -= float64(1 + m.below(100))
	case 2:
		v *= float64(1 + m.below(10))
	case 3:
		v /= float64(1 + m.below(10))
	}
	return max(-limit, min(v, limit))
}

// bytes changes b, in place if it likes, in one of many ways.
func (m *mutator) bytes(b []byte) []byte {
	for {
		change := byteChanges[m.below(len(byteChanges))]
		if changed, ok := change(m, b); ok && len(changed) <= maxInputLen {
			return changed
		}
	}
}

// A byteChange changes b; it reports whether it could.
type byteChange func(m *mutator, b []byte) (changed []byte, ok bool)

var byteChanges = []byteChange{
	removeBytes, insertRandom, insertConstant, duplicateBytes, copyBytes, fillBytes, flipBit, setByte, swapBytes,
	swapParts, shuffleBytes, addToByte, addToWord, setInteresting, setInterestingWord,
}

// part returns the start and end of a part of b that is not empty.
func (m *mutator) part(b []byte) (from, to int) {
	from = m.below(len(b))
	return from, from + m.length(len(b)-from)
}

func removeBytes(m *mutator, b []byte) ([]byte, bool) {
	if len(b) == 0 {
		return b, false
	}
	from, to := m.part(b)
	return slices.Delete(b, from, to), true
}

func insertRandom(m *mutator, b []byte) ([]byte, bool) {
	inserted := make([]byte, m.length(32))
	for i := range inserted {
		inserted[i] = byte(m.next())
	}
	return slices.Insert(b, m.below(len(b)+1), inserted...), true
}

func insertConstant(m *mutator, b []byte) ([]byte, bool) {
	inserted := bytes.Repeat([]byte{byte(m.next())}, m.length(32))
	return slices.Insert(b, m.below(len(b)+1), inserted...), true
}

func duplicateBytes(m *mutator, b []byte) ([]byte, bool) {
	if len(b) == 0 {
		return b, false
	}
	from, to := m.part(b)
	return slices.Insert(b, m.below(len(b)+1), bytes.Clone(b[from:to])...), true
}

func copyBytes(m *mutator, b []byte) ([]byte, bool) {
	if len(b) < 2 {
		return b, false
	}
	from, to := m.part(b)
	copy(b[m.below(len(b)):], b[from:to])
	return b, true
}

func fillBytes(m *mutator, b []byte) ([]byte, bool) {
	if len(b) == 0 {
		return b, false
	}
	from, to := m.part(b)
	c := byte(m.next())
	for i := from; i < to; i++ {
		b[i] = c
	}
	return b, true
}

func flipBit(m *mutator, b []byte) ([]byte, bool) {
	if len(b) == 0 {
		return b, false
	}
	b[m.below(len(b))] ^= 1 << m.below(8)
	return b, true
}

func setByte(m *mutator, b []byte) ([]byte, bool) {
	if len(b) == 0 {
		return b, false
	}
	b[m.below(len(b))] ^= byte(1 + m.below(255))
	return b, true
}

func swapBytes(m *mutator, b []byte) ([]byte, bool) {
	if len(b) < 2 {
		return b, false
	}
	i, j := m.below(len(b)), m.below(len(b))
	b[i], b[j] = b[j], b[i]
	return b, i != j
}

func swapParts(m *mutator, b []byte) ([]byte, bool) {
	if len(b) < 2 {
		return b, false
	}
	middle := 1 + m.below(len(b)-1)
	n := m.length(min(middle, len(b)-middle))
	first, second := m.below(middle-n+1), middle+m.below(len(b)-middle-n+1)
	for i := range n {
		b[first+i], b[second+i] = b[second+i], b[first+i]
	}
	return b, true
}

func shuffleBytes(m *mutator, b []byte) ([]byte, bool) {
	if len(b) < 2 {
		return b, false
	}
	from, to := m.part(b)
	for i := to - 1; i > from; i-- {
		j := from + m.below(i-from+1)
		b[i], b[j] = b[j], b[i]
	}
	return b, to-from > 1
}

func addToByte(m *mutator, b []byte) ([]byte, bool) {
	if len(b) == 0 {
		return b, false
	}
	b[m.below(len(b))] += byte(m.below(71) - 35)
	return b, true
}

// addToWord adds a small number to two, four or eight bytes.
func addToWord(m *mutator, b []byte) ([]byte, bool) {
	size := 2 << m.below(3)
	if len(b) < size {
		return b, false
	}
	word := b[m.below(len(b)-size+1):][:size]
	m.setWord(word, m.wordOf(word)+uint64(m.below(71)-35))
	return b, true
}

func setInteresting(m *mutator, b []byte) ([]byte, bool) {
	if len(b) == 0 {
		return b, false
	}
	b[m.below(len(b))] = byte(interesting8[m.below(len(interesting8))])
	return b, true
}

func setInterestingWord(m *mutator, b []byte) ([]byte, bool) {
	size := 2 << m.below(2)
	if len(b) < size {
		return b, false
	}
	word := b[m.below(len(b)-size+1):][:size]
	if size == 2 {
		m.setWord(word, uint64(interesting16[m.below(len(interesting16))]))
	} else {
		m.setWord(word, uint64(interesting32[m.below(len(interesting32))]))
	}
	return b, true
}

// Numbers that often make programs take other branches.
var (
	interesting8  = []int8{-128, -1, 0, 1, 16, 32, 64, 100, 127}
	interesting16 = []int16{-32768, -129, -1, 0, 1, 128, 255, 256, 512, 1000, 1024, 4096, 32767}
	interesting32 = []int32{-2147483648, -100663046, -32769, -1, 0, 1, 32768, 65535, 65536, 100663045, 2147483647}
)

// wordOf reads a little-endian number.
func (m *mutator) wordOf(b []byte) (word uint64) {
	for i, c := range b {
		word |= uint64(c) << (8 * i)
	}
	return word
}

// setWord writes a number, randomly little-endian or big-endian.
func (m *mutator) setWord(b []byte, word uint64) {
	for i := range b {
		b[i] = byte(word >> (8 * i))
	}
	if m.below(2) == 0 {
		slices.Reverse(b)
	}
}
