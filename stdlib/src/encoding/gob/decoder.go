package gob

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math"
	"math/bits"
	"reflect"
	"sync"
)

// A Decoder receives the values that an Encoder sends. A Decoder may be used by several goroutines at once. A
// Decoder checks sizes only roughly, so that bad input can make it use much memory.
type Decoder struct {
	mu      sync.Mutex
	r       io.Reader
	data    []byte // the rest of the message
	types   map[typeId]*wireType
	plans   map[planKey]*decPlan
	skips   map[typeId]*decPlan
	skipped int // nesting depth of the type that is being skipped
	err     error
}

// NewDecoder returns a Decoder that receives from r, through a buffer if r is not an io.ByteReader.
func NewDecoder(r io.Reader) *Decoder {
	if _, ok := r.(io.ByteReader); !ok {
		r = bufio.NewReader(r)
	}
	return &Decoder{
		r:     r,
		types: map[typeId]*wireType{},
		plans: map[planKey]*decPlan{},
		skips: map[typeId]*decPlan{},
	}
}

// Decode receives the next value and stores it in the variable that e points to; if e is nil, it drops the value.
// Decode returns io.EOF at the end of the input.
func (dec *Decoder) Decode(e any) error {
	if e == nil {
		return dec.DecodeValue(reflect.Value{})
	}
	v := reflect.ValueOf(e)
	if v.Kind() != reflect.Pointer {
		dec.err = errors.New("gob: attempt to decode into a non-pointer")
		return dec.err
	}
	return dec.DecodeValue(v)
}

// DecodeValue receives the next value and stores it in v, which is a pointer or can be set; if v is the zero Value,
// it drops the received value.
func (dec *Decoder) DecodeValue(v reflect.Value) error {
	if v.IsValid() && (v.Kind() != reflect.Pointer || v.IsNil()) && !v.CanSet() {
		return errors.New("gob: DecodeValue of unassignable value")
	}
	dec.mu.Lock()
	defer dec.mu.Unlock()
	dec.data, dec.err = nil, nil
	id := dec.valueType(false)
	if dec.err == nil {
		dec.decode(id, v)
	}
	return dec.err
}

// definition returns the description of the type; nil for basic types and unknown ones.
func (dec *Decoder) definition(id typeId) *wireType {
	if id > 0 && id < firstUserID {
		if local := typesByID[id]; local != nil && local.wire.common() != nil {
			return &local.wire
		}
	}
	return dec.types[id]
}

// valueType reads the descriptions of types that precede a value, and returns the number of its type.
func (dec *Decoder) valueType(inInterface bool) typeId {
	for first := true; dec.err == nil; first = false {
		if len(dec.data) == 0 && !dec.receive() {
			if !first && dec.err == io.EOF {
				dec.err = io.ErrUnexpectedEOF
			}
			break
		}
		id := typeId(toInt(dec.next()))
		if dec.err != nil {
			break
		}
		if id >= 0 {
			return id
		}
		dec.define(-id)
		if dec.err == nil && len(dec.data) > 0 {
			if !inInterface {
				dec.err = errors.New("extra data in buffer")
				break
			}
			dec.next() // the length of the rest
		}
	}
	return -1
}

func (dec *Decoder) define(id typeId) {
	if id < firstUserID || dec.types[id] != nil {
		dec.err = errors.New("gob: duplicate type received")
		return
	}
	wire := new(wireType)
	dec.decode(wireID, reflect.ValueOf(wire))
	if dec.err == nil {
		dec.types[id] = wire
	}
}

var errBadUint = errors.New("gob: encoded unsigned integer out of range")

// receive reads the next message.
func (dec *Decoder) receive() bool {
	size, err := readUint64(dec.r)
	if err != nil {
		dec.err = err
		return false
	}
	if size >= tooBig {
		dec.err = errors.New("invalid message length")
		return false
	}
	// The memory grows with the data that arrives, whatever the length says.
	const chunk = 10 << 20
	data := make([]byte, 0, min(size, chunk))
	for uint64(len(data)) < size {
		from := len(data)
		step := int(min(size-uint64(from), chunk))
		data = append(data, make([]byte, step)...)
		if _, err := io.ReadFull(dec.r, data[from:]); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			dec.err = err
			return false
		}
	}
	dec.data = data
	return true
}

// readUint64 reads a number; the input may end inside it.
func readUint64(r io.Reader) (uint64, error) {
	var buf [8]byte
	if _, err := io.ReadFull(r, buf[:1]); err != nil {
		return 0, err
	}
	if buf[0] <= 0x7f {
		return uint64(buf[0]), nil
	}
	n := -int(int8(buf[0]))
	if n > len(buf) {
		return 0, errBadUint
	}
	if _, err := io.ReadFull(r, buf[:n]); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return 0, err
	}
	return bigEndian(buf[:n]), nil
}

func bigEndian(p []byte) (x uint64) {
	for _, b := range p {
		x = x<<8 | uint64(b)
	}
	return x
}

// next reads a number between values; it stores an error in dec.
func (dec *Decoder) next() uint64 {
	rest := bytes.NewReader(dec.data)
	x, err := readUint64(rest)
	dec.data = dec.data[len(dec.data)-rest.Len():]
	if err != nil {
		dec.err = err
	}
	return x
}

// uint reads a number within a value. It panics with a failure if no bytes are left.
func (dec *Decoder) uint() uint64 {
	if len(dec.data) == 0 {
		fail(io.EOF)
	}
	b := dec.data[0]
	dec.data = dec.data[1:]
	if b <= 0x7f {
		return uint64(b)
	}
	n := -int(int8(b))
	if n > 8 {
		fail(errBadUint)
	}
	if len(dec.data) < n {
		failf("invalid uint data length %d: exceeds input size %d", n, len(dec.data))
	}
	return bigEndian(dec.take(n))
}

func toInt(x uint64) int64 {
	return int64(x>>1) ^ -int64(x&1)
}

func (dec *Decoder) int() int64 {
	return toInt(dec.uint())
}

func (dec *Decoder) float() float64 {
	return math.Float64frombits(bits.ReverseBytes64(dec.uint()))
}

// length reads the number of bytes that follow, and reports whether the message has them.
func (dec *Decoder) length() (int, bool) {
	n := dec.uint()
	if n > uint64(len(dec.data)) || n >= tooBig {
		return 0, false
	}
	return int(n), true
}

func (dec *Decoder) take(n int) []byte {
	p := dec.data[:n]
	dec.data = dec.data[n:]
	return p
}
