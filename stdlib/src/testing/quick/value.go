// Package quick calls functions with random arguments, to find some for which they return a wrong result.
package quick

import (
	"math"
	"math/rand"
	"reflect"
)

// A Generator makes random values of its own type; size limits them.
type Generator interface {
	Generate(rand *rand.Rand, size int) reflect.Value
}

// complexSize is the maximum length of values with a length.
const complexSize = 50

// Value makes a random value of a type: with its Generate method if it has one. ok is false for types, such as
// channels, that it cannot make.
func Value(t reflect.Type, rand *rand.Rand) (value reflect.Value, ok bool) {
	return sizedValue(t, rand, complexSize)
}

// float returns a random finite number between -most and most.
func float(rand *rand.Rand, most float64) float64 {
	f := rand.Float64() * most
	if rand.Int()&1 == 1 {
		return -f
	}
	return f
}

func float32s(rand *rand.Rand) float64 { return float64(float32(float(rand, math.MaxFloat32))) }

// sizedValue is Value with a size, which becomes smaller for nested values, so that recursive types end. It draws the
// random numbers in Go's order: a seed gives the same values.
func sizedValue(t reflect.Type, rand *rand.Rand, size int) (value reflect.Value, ok bool) {
	if g, ok := reflect.TypeAssert[Generator](reflect.Zero(t)); ok {
		return g.Generate(rand, size), true
	}
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(rand.Int()&1 == 0)
	case reflect.Float32:
		v.SetFloat(float32s(rand))
	case reflect.Float64:
		v.SetFloat(float(rand, math.MaxFloat64))
	case reflect.Complex64:
		re := float32s(rand)
		v.SetComplex(complex(re, float32s(rand)))
	case reflect.Complex128:
		re := float(rand, math.MaxFloat64)
		v.SetComplex(complex(re, float(rand, math.MaxFloat64)))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(rand.Uint64()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(rand.Uint64())
	case reflect.String:
		runes := make([]rune, rand.Intn(complexSize))
		for i := range runes {
			runes[i] = rune(rand.Intn(0x10ffff))
		}
		v.SetString(string(runes))
	default:
		return v, fill(v, t, rand, size)
	}
	return v, true
}

// fill fills a value that contains others.
func fill(v reflect.Value, t reflect.Type, rand *rand.Rand, size int) bool {
	switch t.Kind() {
	case reflect.Map:
		n := rand.Intn(size)
		v.Set(reflect.MakeMap(t))
		for range n {
			key, ok1 := sizedValue(t.Key(), rand, size)
			elem, ok2 := sizedValue(t.Elem(), rand, size)
			if !ok1 || !ok2 {
				return false
			}
			v.SetMapIndex(key, elem)
		}
	case reflect.Pointer:
		if rand.Intn(size) == 0 {
			return true
		}
		elem, ok := sizedValue(t.Elem(), rand, size)
		if !ok {
			return false
		}
		v.Set(reflect.New(t.Elem()))
		v.Elem().Set(elem)
	case reflect.Slice:
		n := rand.Intn(size)
		v.Set(reflect.MakeSlice(t, n, n))
		return fillElems(v, t.Elem(), rand, size-n)
	case reflect.Array:
		return fillElems(v, t.Elem(), rand, size)
	case reflect.Struct:
		return fillFields(v, t, rand, size)
	default:
		return false
	}
	return true
}

func fillElems(v reflect.Value, elem reflect.Type, rand *rand.Rand, size int) bool {
	for i := range v.Len() {
		e, ok := sizedValue(elem, rand, size)
		if !ok {
			return false
		}
		v.Index(i).Set(e)
	}
	return true
}

// fillFields divides the size among the fields.
func fillFields(v reflect.Value, t reflect.Type, rand *rand.Rand, size int) bool {
	n := t.NumField()
	if n > 0 {
		size = max(size/n, 1)
	}
	for i := range n {
		f, ok := sizedValue(t.Field(i).Type, rand, size)
		if !ok {
			return false
		}
		v.Field(i).Set(f)
	}
	return true
}
