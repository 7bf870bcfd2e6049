package binary

import (
	"errors"
	"io"
	"math"
	"reflect"
)

var errTooSmall = errors.New("buffer too small")

// Size returns how many bytes Write writes for v, -1 if v has no fixed size.
func Size(v any) int { return sizeOf(reflect.Indirect(reflect.ValueOf(v))) }

func sizeOf(v reflect.Value) int {
	if v.IsValid() && v.Kind() == reflect.Slice {
		if n := typeSize(v.Type().Elem()); n >= 0 {
			return n * v.Len()
		}
		return -1
	}
	if !v.IsValid() {
		return -1
	}
	return typeSize(v.Type())
}

func typeSize(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Array:
		if n := typeSize(t.Elem()); n >= 0 {
			return n * t.Len()
		}
	case reflect.Struct:
		sum := 0
		for i := range t.NumField() {
			n := typeSize(t.Field(i).Type)
			if n < 0 {
				return -1
			}
			sum += n
		}
		return sum
	case reflect.Bool, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Int8, reflect.Int16,
		reflect.Int32, reflect.Int64, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return int(t.Size())
	}
	return -1
}

// Read reads a value from r into data: a pointer to a value of fixed size, or a slice of such values.
func Read(r io.Reader, order ByteOrder, data any) error {
	v, size, err := target(data)
	if err != nil {
		return errors.New("binary.Read: " + err.Error())
	}
	buf := make([]byte, size)
	if _, err := io.ReadFull(r, buf); err != nil {
		return err
	}
	(&codec{order, buf}).read(v)
	return nil
}

// Decode reads a value from buf and returns how many bytes it read.
func Decode(buf []byte, order ByteOrder, data any) (int, error) {
	v, size, err := target(data)
	if err != nil {
		return 0, errors.New("binary.Decode: " + err.Error())
	}
	if len(buf) < size {
		return 0, errTooSmall
	}
	(&codec{order, buf}).read(v)
	return size, nil
}

func target(data any) (reflect.Value, int, error) {
	v := reflect.ValueOf(data)
	kind := v.Kind()
	if kind == reflect.Pointer {
		v = v.Elem()
	}
	if kind == reflect.Pointer || kind == reflect.Slice {
		if size := sizeOf(v); size >= 0 {
			return v, size, nil
		}
	}
	return v, 0, errors.New("invalid type " + reflect.TypeOf(data).String())
}

// Write writes data: a value of fixed size, a slice of such values, or a pointer to one.
func Write(w io.Writer, order ByteOrder, data any) error {
	buf, err := appended(nil, order, data)
	if err != nil {
		return errors.New("binary.Write: " + err.Error())
	}
	_, err = w.Write(buf)
	return err
}

// Encode writes data to buf and returns the number of bytes.
func Encode(buf []byte, order ByteOrder, data any) (int, error) {
	out, err := appended(nil, order, data)
	if err != nil {
		return 0, errors.New("binary.Encode: " + err.Error())
	}
	if len(buf) < len(out) {
		return 0, errTooSmall
	}
	return copy(buf, out), nil
}

// Append appends data to buf.
func Append(buf []byte, order ByteOrder, data any) ([]byte, error) {
	out, err := appended(buf, order, data)
	if err != nil {
		return nil, errors.New("binary.Append: " + err.Error())
	}
	return out, nil
}

func appended(buf []byte, order ByteOrder, data any) ([]byte, error) {
	v := reflect.Indirect(reflect.ValueOf(data))
	size := sizeOf(v)
	if size < 0 {
		return nil, errors.New("some values are not fixed-sized in type " + reflect.TypeOf(data).String())
	}
	part := make([]byte, size)
	(&codec{order, part}).write(v)
	return append(buf, part...), nil
}

// A codec has the bytes that are not yet encoded or decoded.
type codec struct {
	order ByteOrder
	buf   []byte
}

func (c *codec) take(n int) []byte {
	part := c.buf[:n]
	c.buf = c.buf[n:]
	return part
}

func (c *codec) get(size uintptr) uint64 {
	b := c.take(int(size))
	switch size {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(c.order.Uint16(b))
	case 4:
		return uint64(c.order.Uint32(b))
	}
	return c.order.Uint64(b)
}

func (c *codec) put(size uintptr, x uint64) {
	b := c.take(int(size))
	switch size {
	case 1:
		b[0] = byte(x)
	case 2:
		c.order.PutUint16(b, uint16(x))
	case 4:
		c.order.PutUint32(b, uint32(x))
	default:
		c.order.PutUint64(b, x)
	}
}

func (c *codec) read(v reflect.Value) {
	size := v.Type().Size()
	switch v.Kind() {
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			c.read(v.Index(i))
		}
	case reflect.Struct:
		t := v.Type()
		for i := range v.NumField() {
			// Fields named _ are skipped; other unexported fields make reflection panic.
			if f := v.Field(i); f.CanSet() || t.Field(i).Name != "_" {
				c.read(f)
			} else {
				c.take(typeSize(f.Type()))
			}
		}
	case reflect.Bool:
		v.SetBool(c.take(1)[0] != 0)
	case reflect.Int8:
		v.SetInt(int64(int8(c.get(size))))
	case reflect.Int16:
		v.SetInt(int64(int16(c.get(size))))
	case reflect.Int32:
		v.SetInt(int64(int32(c.get(size))))
	case reflect.Int64:
		v.SetInt(int64(c.get(size)))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(c.get(size))
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(uint32(c.get(4)))))
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(c.get(8)))
	case reflect.Complex64:
		re := math.Float32frombits(uint32(c.get(4)))
		im := math.Float32frombits(uint32(c.get(4)))
		v.SetComplex(complex(float64(re), float64(im)))
	case reflect.Complex128:
		re := math.Float64frombits(c.get(8))
		im := math.Float64frombits(c.get(8))
		v.SetComplex(complex(re, im))
	}
}

func (c *codec) write(v reflect.Value) {
	size := v.Type().Size()
	switch v.Kind() {
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			c.write(v.Index(i))
		}
	case reflect.Struct:
		t := v.Type()
		for i := range v.NumField() {
			if t.Field(i).Name == "_" {
				c.take(typeSize(t.Field(i).Type))
				continue
			}
			c.write(v.Field(i))
		}
	case reflect.Bool:
		b := byte(0)
		if v.Bool() {
			b = 1
		}
		c.take(1)[0] = b
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		c.put(size, uint64(v.Int()))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		c.put(size, v.Uint())
	case reflect.Float32:
		c.put(4, uint64(math.Float32bits(float32(v.Float()))))
	case reflect.Float64:
		c.put(8, math.Float64bits(v.Float()))
	case reflect.Complex64:
		x := v.Complex()
		c.put(4, uint64(math.Float32bits(float32(real(x)))))
		c.put(4, uint64(math.Float32bits(float32(imag(x)))))
	case reflect.Complex128:
		x := v.Complex()
		c.put(8, math.Float64bits(real(x)))
		c.put(8, math.Float64bits(imag(x)))
	}
}
