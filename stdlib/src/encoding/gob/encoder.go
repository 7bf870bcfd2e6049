package gob

import (
	"errors"
	"io"
	"math"
	"math/bits"
	"reflect"
	"sync"
)

// tooBig is the smallest length of messages that are rejected.
const tooBig = 1 << 33

// lengthSpace is how many bytes a message reserves at its beginning for its length.
const lengthSpace = 9

// An Encoder sends values, with the descriptions of their types, to the other side of a connection. An Encoder may be
// used by several goroutines at once.
type Encoder struct {
	mu   sync.Mutex
	outs []io.Writer // the connection, and a message for each interface value that is being written
	sent map[reflect.Type]typeId
	buf  message
	err  error // the first error of this call of Encode
}

// NewEncoder returns an Encoder that sends to w.
func NewEncoder(w io.Writer) *Encoder {
	return &Encoder{outs: []io.Writer{w}, sent: map[reflect.Type]typeId{}}
}

// Encode sends the value of e, preceded by the descriptions of its types that are not yet sent. It follows
// pointers, and panics for a nil pointer.
func (enc *Encoder) Encode(e any) error {
	return enc.EncodeValue(reflect.ValueOf(e))
}

// EncodeValue is like Encode for a reflect.Value.
func (enc *Encoder) EncodeValue(value reflect.Value) error {
	if !value.IsValid() {
		return errors.New("gob: cannot encode nil value")
	}
	if value.Kind() == reflect.Pointer && value.IsNil() {
		panic("gob: cannot encode nil pointer of type " + value.Type().String())
	}
	enc.mu.Lock()
	defer enc.mu.Unlock()
	enc.outs = enc.outs[:1]
	shape, err := shapeOf(value.Type())
	if err != nil {
		return err
	}
	enc.err = nil
	enc.buf.reset()
	enc.defineType(&enc.buf, shape)
	if enc.err != nil {
		return enc.err
	}
	enc.buf.int(int64(enc.sent[shape.base]))
	enc.encode(&enc.buf, value, shape)
	if enc.err == nil {
		enc.send(enc.outs[0], &enc.buf)
	}
	return enc.err
}

func (enc *Encoder) setError(err error) {
	if enc.err == nil {
		enc.err = err
	}
}

// send writes the message, with its length before it, and empties it.
func (enc *Encoder) send(w io.Writer, m *message) {
	size := len(m.data) - lengthSpace
	if size >= tooBig {
		enc.setError(errors.New("gob: encoder: message too big"))
		return
	}
	var length message
	length.uint(uint64(size))
	at := lengthSpace - len(length.data)
	copy(m.data[at:], length.data)
	if _, err := w.Write(m.data[at:]); err != nil {
		enc.setError(err)
	}
	m.reset()
}

// defineType sends the descriptions of a type, and of the types that it contains, unless they are sent. The message is
// written before the descriptions of these types.
func (enc *Encoder) defineType(m *message, s *shape) {
	t := s.base
	if s.encoder != noMethod {
		t = s.user
	}
	if _, ok := enc.sent[t]; ok || enc.sendType(m, t) || enc.err != nil {
		return
	}
	sent, err := sentTypeOf(s)
	if err != nil {
		enc.setError(err)
		return
	}
	enc.sent[t] = sent.id
}

// sendType sends the description of the type, if it has one that is not yet sent. The function reports
// whether it sent the description.
func (enc *Encoder) sendType(m *message, t reflect.Type) bool {
	s, err := shapeOf(t)
	if err != nil {
		enc.setError(err)
		return false
	}
	if s.encoder == noMethod {
		switch s.base.Kind() {
		case reflect.Array, reflect.Map, reflect.Struct:
		case reflect.Slice:
			if s.base.Elem().Kind() == reflect.Uint8 {
				return false
			}
		default:
			return false
		}
	}
	if _, ok := enc.sent[s.base]; ok {
		return false
	}
	sent, err := sentTypeOf(s)
	if err != nil {
		enc.setError(err)
		return false
	}
	m.int(-int64(sent.id))
	enc.encode(m, reflect.ValueOf(sent.wire), mustShape(reflect.TypeFor[wireType]()))
	enc.send(enc.outs[len(enc.outs)-1], m)
	if enc.err != nil {
		return false
	}
	enc.sent[s.base] = sent.id
	enc.sent[s.user] = sent.id
	switch s.base.Kind() {
	case reflect.Struct:
		for f := range s.base.Fields() {
			if isExported(f.Name) {
				enc.sendType(m, f.Type)
			}
		}
	case reflect.Array, reflect.Slice:
		enc.sendType(m, s.base.Elem())
	case reflect.Map:
		enc.sendType(m, s.base.Key())
		enc.sendType(m, s.base.Elem())
	}
	return true
}

// A message is the data that is being written, after the space for its length.
type message struct {
	data []byte
}

func (m *message) reset() {
	m.data = append(m.data[:0], make([]byte, lengthSpace)...)
}

func (m *message) Write(p []byte) (int, error) {
	m.data = append(m.data, p...)
	return len(p), nil
}

// uint writes a number below 128 as a byte, others as the negated number of their bytes and these bytes, the highest first.
func (m *message) uint(x uint64) {
	if x <= 0x7f {
		m.data = append(m.data, byte(x))
		return
	}
	size := (bits.Len64(x) + 7) / 8
	m.data = append(m.data, byte(-size))
	for size > 0 {
		size--
		m.data = append(m.data, byte(x>>(8*size)))
	}
}

// int writes a number with its sign as the lowest bit; if that is set, the other bits are inverted.
func (m *message) int(i int64) {
	m.uint(uint64(i<<1) ^ uint64(i>>63))
}

// float writes a number with its bytes reversed, because its low bytes are often zero.
func (m *message) float(f float64) {
	m.uint(bits.ReverseBytes64(math.Float64bits(f)))
}

func (m *message) bytes(p []byte) {
	m.uint(uint64(len(p)))
	m.data = append(m.data, p...)
}

func (m *message) string(s string) {
	m.uint(uint64(len(s)))
	m.data = append(m.data, s...)
}
