package gob

import (
	"encoding"
	"io"
	"math"
	"reflect"
)

// decode decodes the next value, which has the type with number id, into v; if v is invalid, it drops the value. It
// stores an error in dec.
func (dec *Decoder) decode(id typeId, v reflect.Value) {
	defer caught(&dec.err)
	if !v.IsValid() {
		dec.top(dec.skipPlan(id), v)
		return
	}
	s := mustShape(v.Type())
	p := dec.plan(id, s)
	v = allocated(v)
	if p.single == nil && p.matched == 0 && v.NumField() > 0 && len(p.fields) > 0 && dec.types[id] != nil {
		failf("type mismatch: no fields matched compiling decoder for %s", s.base.Name())
	}
	dec.top(p, v)
}

// top reads a value that is not inside another: unless it is a struct, a zero byte precedes it.
func (dec *Decoder) top(p *decPlan, v reflect.Value) {
	if p.single == nil {
		dec.structure(p, v)
		return
	}
	if dec.uint() != 0 {
		failf("decode: corrupted data: non-zero delta for singleton")
	}
	p.single.read(dec, v, p.overflow)
}

func (dec *Decoder) structure(p *decPlan, v reflect.Value) {
	for number := -1; len(dec.data) > 0; {
		delta := int(dec.uint())
		if delta < 0 {
			failf("decode: corrupted data: negative delta")
		}
		if delta == 0 {
			return
		}
		if number >= len(p.fields)-delta {
			fail(errRange)
		}
		number += delta
		f := &p.fields[number]
		var to reflect.Value
		if f.index != nil {
			to = allocated(v.FieldByIndex(f.index))
		}
		f.op.read(dec, to, f.overflow)
	}
}

// allocated follows pointers, and sets nil ones to new variables.
func allocated(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	return v
}

func readBool(dec *Decoder, v reflect.Value, _ error) {
	v.SetBool(dec.uint() != 0)
}

func readInt(dec *Decoder, v reflect.Value, overflow error) {
	x := dec.int()
	if v.OverflowInt(x) {
		fail(overflow)
	}
	v.SetInt(x)
}

func readUint(dec *Decoder, v reflect.Value, overflow error) {
	x := dec.uint()
	if v.OverflowUint(x) {
		fail(overflow)
	}
	v.SetUint(x)
}

func readFloat(dec *Decoder, v reflect.Value, overflow error) {
	if v.Kind() == reflect.Float32 {
		v.SetFloat(dec.float32(overflow))
	} else {
		v.SetFloat(dec.float())
	}
}

func readComplex(dec *Decoder, v reflect.Value, overflow error) {
	if v.Kind() == reflect.Complex64 {
		re := dec.float32(overflow)
		v.SetComplex(complex(re, dec.float32(overflow)))
	} else {
		re := dec.float()
		v.SetComplex(complex(re, dec.float()))
	}
}

// float32 reads a number that fits into 32 bits; infinities and NaNs fit.
func (dec *Decoder) float32(overflow error) float64 {
	f := dec.float()
	if abs := math.Abs(f); abs > math.MaxFloat32 && abs <= math.MaxFloat64 {
		fail(overflow)
	}
	return f
}

func readString(dec *Decoder, v reflect.Value, _ error) {
	n, ok := dec.length()
	if !ok {
		failf("bad %s slice length: %d", v.Type(), n)
	}
	v.SetString(string(dec.take(n)))
}

func readBytes(dec *Decoder, v reflect.Value, _ error) {
	n, ok := dec.length()
	if !ok {
		failf("bad %s slice length: %d", v.Type(), n)
	}
	if v.Cap() < n {
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	} else {
		v.SetLen(n)
	}
	copy(v.Bytes(), dec.take(n))
}

// fitting returns how many of n elements with this size to allocate before any of them has been read.
func fitting(size uintptr, n uint64) int {
	const most = 10 << 20
	if size == 0 || n <= most/uint64(size) {
		return int(n)
	}
	return max(1, int(most/size))
}

func (dec *Decoder) slice(v reflect.Value, op *decOp, overflow error) {
	u := dec.uint()
	t := v.Type()
	size := uint64(t.Elem().Size())
	if u > math.MaxInt || size > 0 && u > tooBig/size {
		failf("%s slice too big: %d elements of %d bytes", t.Elem(), u, size)
	}
	if n := int(u); v.Cap() < n {
		safe := fitting(t.Elem().Size(), u)
		v.Set(reflect.MakeSlice(t, safe, safe))
	} else {
		v.SetLen(n)
	}
	dec.elements(v, op, int(u), overflow)
}

func (dec *Decoder) elements(v reflect.Value, op *decOp, length int, overflow error) {
	if op.all != nil && op.all(dec, v, length, overflow) {
		return
	}
	for i := range length {
		if len(dec.data) == 0 {
			failf("decoding array or slice: length exceeds input size (%d elements)", length)
		}
		if i >= v.Len() {
			v.Grow(1)
			v.SetLen(min(v.Cap(), length))
		}
		op.read(dec, allocated(v.Index(i)), overflow)
	}
}

func (dec *Decoder) mapping(v reflect.Value, key, elem *decOp, overflow error) {
	t, n := v.Type(), int(dec.uint())
	if v.IsNil() {
		v.Set(reflect.MakeMapWithSize(t, max(1, fitting(t.Elem().Size(), uint64(max(n, 0))))))
	}
	member := func(t reflect.Type, op *decOp) reflect.Value {
		v := reflect.New(t).Elem()
		op.read(dec, allocated(v), overflow)
		return v
	}
	for range n {
		k := member(t.Key(), key)
		v.SetMapIndex(k, member(t.Elem(), elem))
	}
}

func (dec *Decoder) iface(t reflect.Type, v reflect.Value) {
	n := dec.uint()
	if n > 1<<31 {
		failf("invalid type name length %d", n)
	}
	if n > uint64(len(dec.data)) {
		failf("invalid type name length %d: exceeds input size", n)
	}
	name := string(dec.take(int(n)))
	if name == "" {
		v.SetZero()
		return
	}
	if len(name) > 1024 {
		failf("name too long (%d bytes): %.20q...", len(name), name)
	}
	registered, ok := registeredTypes.Load(name)
	if !ok {
		failf("name not registered for interface: %q", name)
	}
	concrete := registered.(reflect.Type)
	id := dec.valueType(true)
	if id < 0 {
		fail(dec.err)
	}
	dec.uint() // the length of the value
	held := reflect.New(concrete).Elem()
	dec.decode(id, held)
	if dec.err != nil {
		fail(dec.err)
	}
	if !concrete.AssignableTo(t) {
		failf("%s is not assignable to type %s", concrete, t)
	}
	v.Set(held)
}

func (dec *Decoder) byMethod(s *shape, v reflect.Value) {
	n, ok := dec.length()
	if !ok {
		failf("GobDecoder: length too large for buffer")
	}
	data := dec.take(n)
	var err error
	if s.decoder == gobMethod {
		err = v.Interface().(GobDecoder).GobDecode(data)
	} else {
		err = v.Interface().(encoding.BinaryUnmarshaler).UnmarshalBinary(data)
	}
	if err != nil {
		fail(err)
	}
}

// readAll has, by kind of element, the function that reads a whole slice or array at once if its elements have the
// basic type of the kind.
var readAll = map[reflect.Kind]func(*Decoder, reflect.Value, int, error) bool{
	reflect.Bool:       reader(func(dec *Decoder, _ error) bool { return dec.uint() != 0 }),
	reflect.Int:        reader(readSigned[int]),
	reflect.Int8:       reader(readSigned[int8]),
	reflect.Int16:      reader(readSigned[int16]),
	reflect.Int32:      reader(readSigned[int32]),
	reflect.Int64:      reader(readSigned[int64]),
	reflect.Uint:       reader(readUnsigned[uint]),
	reflect.Uint16:     reader(readUnsigned[uint16]),
	reflect.Uint32:     reader(readUnsigned[uint32]),
	reflect.Uint64:     reader(readUnsigned[uint64]),
	reflect.Uintptr:    reader(readUnsigned[uintptr]),
	reflect.Float32:    reader(func(dec *Decoder, overflow error) float32 { return float32(dec.float32(overflow)) }),
	reflect.Float64:    reader(func(dec *Decoder, _ error) float64 { return dec.float() }),
	reflect.Complex64:  reader(readComplex64),
	reflect.Complex128: reader(readComplex128),
	reflect.String:     reader(readText),
}

func readSigned[E int | int8 | int16 | int32 | int64](dec *Decoder, overflow error) E {
	x := dec.int()
	if int64(E(x)) != x {
		fail(overflow)
	}
	return E(x)
}

func readUnsigned[E uint | uint16 | uint32 | uint64 | uintptr](dec *Decoder, overflow error) E {
	x := dec.uint()
	if uint64(E(x)) != x {
		fail(overflow)
	}
	return E(x)
}

func readComplex64(dec *Decoder, overflow error) complex64 {
	re := dec.float32(overflow)
	return complex64(complex(re, dec.float32(overflow)))
}

func readComplex128(dec *Decoder, _ error) complex128 {
	re := dec.float()
	return complex(re, dec.float())
}

func readText(dec *Decoder, _ error) string {
	n := dec.uint()
	if n > uint64(len(dec.data)) {
		failf("length of string exceeds input size (%d bytes)", n)
	}
	return string(dec.take(int(n)))
}

func reader[E any](read func(*Decoder, error) E) func(*Decoder, reflect.Value, int, error) bool {
	name := reflect.TypeFor[E]().Name()
	return func(dec *Decoder, v reflect.Value, length int, overflow error) bool {
		all := v
		if v.Kind() == reflect.Array {
			if !v.CanAddr() {
				return false
			}
			all = v.Slice(0, v.Len())
		}
		to, ok := all.Interface().([]E)
		if !ok {
			return false
		}
		for i := range length {
			if len(dec.data) == 0 {
				failf("decoding %s array or slice: length exceeds input size (%d elements)", name, length)
			}
			if i >= len(to) {
				var zero E
				to = append(to, zero)
				to = to[:min(cap(to), length)]
				v.Set(reflect.ValueOf(to))
			}
			to[i] = read(dec, overflow)
		}
		return true
	}
}

// skipLength returns a function that skips bytes whose number precedes them.
func skipLength(message string) func(*Decoder, reflect.Value, error) {
	return func(dec *Decoder, _ reflect.Value, _ error) {
		n, ok := dec.length()
		if !ok {
			failf("%s", message)
		}
		dec.take(n)
	}
}

func skipInterface(dec *Decoder, _ reflect.Value, _ error) {
	skipLength("bad interface encoding: name too large for buffer")(dec, reflect.Value{}, nil)
	if dec.valueType(true) < 0 {
		if dec.err == nil {
			dec.err = io.ErrUnexpectedEOF
		}
		fail(dec.err)
	}
	skipLength("bad interface encoding: data length too large for buffer")(dec, reflect.Value{}, nil)
}

func (dec *Decoder) skipElements(op *decOp, length int) {
	for range length {
		if len(dec.data) == 0 {
			failf("decoding array or slice: length exceeds input size (%d elements)", length)
		}
		op.read(dec, reflect.Value{}, nil)
	}
}
