// Package sha3 implements the hash functions SHA-3, and SHAKE and cSHAKE, whose output has any length (FIPS 202, SP
// 800-185).
package sha3

import (
	"encoding/binary"
	"errors"
	"hash"
)

// absorb xors data to the state from the position at on, and permutes the state whenever it reaches the rate; it
// returns the new position.
func absorb(state []byte, at, rate int, data []byte) int

// squeeze copies the state from the position at on to out, and permutes the state whenever it reaches the rate; it
// returns the new position.
func squeeze(state []byte, at, rate int, out []byte) int

// The domain bits that follow a message, with the first bit of the padding.
const (
	endSHA3   = 0x06
	endSHAKE  = 0x1f
	endCSHAKE = 0x04
)

// The magic bytes at the beginning of a marshaled state.
const (
	magicSHA3   = "sha\x08"
	magicSHAKE  = "sha\x09"
	magicCSHAKE = "sha\x0a"
)

// stateSize is the length of a marshaled state: the magic, the rate, the state, the position in it, and whether output
// was read.
const stateSize = len(magicSHA3) + 1 + 200 + 2

// A sponge absorbs a message and squeezes output.
type sponge struct {
	state     [200]byte
	at        int
	rate      int
	end       byte
	isSqueeze bool
}

func (s *sponge) reset() {
	clear(s.state[:])
	s.at, s.isSqueeze = 0, false
}

func (s *sponge) write(p []byte) {
	if s.isSqueeze {
		panic("sha3: Write after Read")
	}
	s.at = absorb(s.state[:], s.at, s.rate, p)
}

func (s *sponge) read(p []byte) {
	if !s.isSqueeze {
		// The last bit of the padding is the last bit of the block.
		s.state[s.at] ^= s.end
		s.state[s.rate-1] ^= 0x80
		s.at, s.isSqueeze = s.rate, true
	}
	s.at = squeeze(s.state[:], s.at, s.rate, p)
}

func (s *sponge) appendBinary(b []byte, magic string) []byte {
	b = append(b, magic...)
	b = append(b, byte(s.rate))
	b = append(b, s.state[:]...)
	var squeezes byte
	if s.isSqueeze {
		squeezes = 1
	}
	return append(b, byte(s.at), squeezes)
}

func (s *sponge) unmarshal(data []byte, magic string) error {
	if len(data) != stateSize {
		return errors.New("sha3: invalid hash state")
	}
	if string(data[:len(magic)]) != magic {
		return errors.New("sha3: invalid hash state identifier")
	}
	data = data[len(magic):]
	if int(data[0]) != s.rate {
		return errors.New("sha3: invalid hash state function")
	}
	data = data[1:]
	at, squeezes := int(data[200]), data[201]
	if at > s.rate || squeezes > 1 {
		return errors.New("sha3: invalid hash state")
	}
	copy(s.state[:], data)
	s.at, s.isSqueeze = at, squeezes == 1
	return nil
}

// A SHA3 is a hash function of the SHA-3 family: SHA3-256 if it is the zero value.
type SHA3 struct {
	s    sponge
	size int
}

func newSHA3(size int) *SHA3 {
	return &SHA3{sponge{rate: 200 - 2*size, end: endSHA3}, size}
}

// init makes the zero value SHA3-256.
func (s *SHA3) init() {
	if s.size == 0 {
		*s = *New256()
	}
}

// New224 returns SHA3-224.
func New224() *SHA3 { return newSHA3(28) }

// New256 returns SHA3-256.
func New256() *SHA3 { return newSHA3(32) }

// New384 returns SHA3-384.
func New384() *SHA3 { return newSHA3(48) }

// New512 returns SHA3-512.
func New512() *SHA3 { return newSHA3(64) }

// Write adds to the message. Write does not fail.
func (s *SHA3) Write(p []byte) (n int, err error) {
	s.init()
	s.s.write(p)
	return len(p), nil
}

// Sum appends the hash of the message so far; the caller may write more afterwards.
func (s *SHA3) Sum(b []byte) []byte {
	s.init()
	end := s.s
	var sum [64]byte
	end.read(sum[:s.size])
	return append(b, sum[:s.size]...)
}

// Reset begins a new message.
func (s *SHA3) Reset() {
	s.init()
	s.s.reset()
}

// Size returns the length of the hash in bytes.
func (s *SHA3) Size() int {
	s.init()
	return s.size
}

// BlockSize returns the rate: how many bytes each permutation of the state absorbs.
func (s *SHA3) BlockSize() int {
	s.init()
	return s.s.rate
}

// MarshalBinary returns the state.
func (s *SHA3) MarshalBinary() ([]byte, error) {
	return s.AppendBinary(make([]byte, 0, stateSize))
}

// AppendBinary appends the state.
func (s *SHA3) AppendBinary(p []byte) ([]byte, error) {
	s.init()
	return s.s.appendBinary(p, magicSHA3), nil
}

// UnmarshalBinary sets the state, which must come from the same function.
func (s *SHA3) UnmarshalBinary(data []byte) error {
	s.init()
	return s.s.unmarshal(data, magicSHA3)
}

// Clone returns a copy.
func (d *SHA3) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

// Sum224 returns the SHA3-224 hash.
func Sum224(data []byte) (sum [28]byte) {
	once(New224(), data, sum[:0])
	return sum
}

// Sum256 returns the SHA3-256 hash.
func Sum256(data []byte) (sum [32]byte) {
	once(New256(), data, sum[:0])
	return sum
}

// Sum384 returns the SHA3-384 hash.
func Sum384(data []byte) (sum [48]byte) {
	once(New384(), data, sum[:0])
	return sum
}

// Sum512 returns the SHA3-512 hash.
func Sum512(data []byte) (sum [64]byte) {
	once(New512(), data, sum[:0])
	return sum
}

func once(s *SHA3, data, sum []byte) {
	s.Write(data)
	s.Sum(sum)
}

// A SHAKE is a function of the SHAKE or cSHAKE family: SHAKE256 if it is the zero value. A program first writes the
// message, then reads the output.
type SHAKE struct {
	s sponge
	// prefix is the beginning of each message of cSHAKE.
	prefix []byte
}

func newSHAKE(rate int) *SHAKE { return &SHAKE{s: sponge{rate: rate, end: endSHAKE}} }

func (s *SHAKE) init() {
	if s.s.rate == 0 {
		*s = *NewSHAKE256()
	}
}

// NewSHAKE128 returns SHAKE128.
func NewSHAKE128() *SHAKE { return newSHAKE(168) }

// NewSHAKE256 returns SHAKE256.
func NewSHAKE256() *SHAKE { return newSHAKE(136) }

// NewCSHAKE128 returns cSHAKE128. N is the name of a function that a standard derives from cSHAKE, S a text that the
// caller chooses; without both it is SHAKE128.
func NewCSHAKE128(N, S []byte) *SHAKE { return newCSHAKE(NewSHAKE128(), N, S) }

// NewCSHAKE256 returns cSHAKE256. N is the name of a function that a standard derives from cSHAKE, S a text that the
// caller chooses; without both it is SHAKE256.
func NewCSHAKE256(N, S []byte) *SHAKE { return newCSHAKE(NewSHAKE256(), N, S) }

func newCSHAKE(s *SHAKE, name, text []byte) *SHAKE {
	if len(name) == 0 && len(text) == 0 {
		return s
	}
	s.s.end = endCSHAKE
	s.prefix = appendString(appendString(nil, name), text)
	s.writePrefix()
	return s
}

// appendString appends a text with its length in bits before it.
func appendString(b, text []byte) []byte {
	return append(appendLength(b, uint64(len(text))*8), text...)
}

// appendLength appends how many bytes n takes, and these bytes.
func appendLength(b []byte, n uint64) []byte {
	var bytes [8]byte
	binary.BigEndian.PutUint64(bytes[:], n)
	first := 0
	for first < 7 && bytes[first] == 0 {
		first++
	}
	return append(append(b, byte(8-first)), bytes[first:]...)
}

// writePrefix writes whole blocks: the rate, the prefix and zeros.
func (s *SHAKE) writePrefix() {
	block := append(appendLength(nil, uint64(s.s.rate)), s.prefix...)
	if over := len(block) % s.s.rate; over > 0 {
		block = append(block, make([]byte, s.s.rate-over)...)
	}
	s.s.write(block)
}

// Write adds to the message. Write panics once output has been read.
func (s *SHAKE) Write(p []byte) (n int, err error) {
	s.init()
	s.s.write(p)
	return len(p), nil
}

// Read reads output. The output is endless, and Read does not fail.
func (s *SHAKE) Read(p []byte) (n int, err error) {
	s.init()
	s.s.read(p)
	return len(p), nil
}

// Reset begins a new message.
func (s *SHAKE) Reset() {
	s.init()
	s.s.reset()
	if s.prefix != nil {
		s.writePrefix()
	}
}

// BlockSize returns the rate: how many bytes each permutation of the state absorbs.
func (s *SHAKE) BlockSize() int {
	s.init()
	return s.s.rate
}

func (s *SHAKE) magic() string {
	if s.s.end == endCSHAKE {
		return magicCSHAKE
	}
	return magicSHAKE
}

// MarshalBinary returns the state.
func (s *SHAKE) MarshalBinary() ([]byte, error) {
	return s.AppendBinary(make([]byte, 0, stateSize+len(s.prefix)))
}

// AppendBinary appends the state.
func (s *SHAKE) AppendBinary(p []byte) ([]byte, error) {
	s.init()
	return append(s.s.appendBinary(p, s.magic()), s.prefix...), nil
}

// UnmarshalBinary sets the state, which must come from the same function.
func (s *SHAKE) UnmarshalBinary(data []byte) error {
	s.init()
	if len(data) < stateSize {
		return errors.New("sha3: invalid hash state")
	}
	state, prefix := data[:stateSize], data[stateSize:]
	isCSHAKE := string(state[:len(magicCSHAKE)]) == magicCSHAKE
	if isCSHAKE != (s.s.end == endCSHAKE) {
		return errors.New("sha3: invalid hash state identifier")
	}
	if err := s.s.unmarshal(state, s.magic()); err != nil {
		return err
	}
	if isCSHAKE {
		s.prefix = append([]byte(nil), prefix...)
	}
	return nil
}

// SumSHAKE128 returns the first length bytes of SHAKE128's output for data.
func SumSHAKE128(data []byte, length int) []byte { return outputOf(NewSHAKE128(), data, length) }

// SumSHAKE256 returns the first length bytes of SHAKE256's output for data.
func SumSHAKE256(data []byte, length int) []byte { return outputOf(NewSHAKE256(), data, length) }

func outputOf(s *SHAKE, data []byte, length int) []byte {
	out := make([]byte, max(length, 0))[:length]
	s.Write(data)
	s.Read(out)
	return out
}
