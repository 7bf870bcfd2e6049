package json

import (
	"encoding"
	"encoding/json/internal/wire"
	"reflect"
	"strings"
	"unsafe"
)

// A plan describes a type, so that values can be written and read in memory without reflection.
type plan struct {
	typ  reflect.Type
	kind reflect.Kind
	size uintptr
	// Whether values are written, or read, according to their kind: no method does it.
	written, read bool
	// elem is the plan of a pointer's target, or of the elements of a slice or array.
	elem *plan
	// fields are the members of the JSON object for a struct, byName their indices.
	fields []field
	byName map[string]int
}

var plans wire.Plans[plan]

// planOf returns the plan of a type.
func planOf(t reflect.Type) *plan { return plans.Of(t, makePlan) }

// fieldsOf returns the members of a struct type in order.
func fieldsOf(t reflect.Type) []field { return planOf(t).fields }

var (
	unmarshaler = reflect.TypeFor[Unmarshaler]()
	textReader  = reflect.TypeFor[encoding.TextUnmarshaler]()
	anyMap      = reflect.TypeFor[map[string]any]()
)

// makePlan makes the plan of a type, and of all types that it refers to.
func makePlan(t reflect.Type, fresh map[reflect.Type]*plan) *plan {
	if p := plans.Known(t); p != nil {
		return p
	}
	if p := fresh[t]; p != nil {
		return p
	}
	p := &plan{typ: t, kind: t.Kind(), size: t.Size()}
	fresh[t] = p
	with := t
	switch p.kind {
	case reflect.Interface:
		p.written = t.NumMethod() == 0
		p.read = p.written
		return p
	case reflect.Pointer:
		p.elem = makePlan(t.Elem(), fresh)
	case reflect.Slice, reflect.Array:
		p.elem = makePlan(t.Elem(), fresh)
		with = reflect.PointerTo(t)
	case reflect.Struct:
		p.setFields(fresh)
		with = reflect.PointerTo(t)
	default:
		with = reflect.PointerTo(t)
	}
	p.written = t != numberType && !either(t, with, marshaler) && !either(t, with, textMarshaler)
	p.read = t != numberType && !either(t, with, unmarshaler) && !either(t, with, textReader)
	p.written = p.written && !isStream(t, toStream)
	p.read = p.read && !isStream(t, fromStream)
	return p
}

// either reports whether one of two types implements an interface. A pointer type that reflection makes may lack the
// methods that a compiled one has, so its element type is checked, too.
func either(t, u, iface reflect.Type) bool { return t.Implements(iface) || u.Implements(iface) }

func (p *plan) setFields(fresh map[reflect.Type]*plan) {
	p.fields = collect(p.typ)
	p.byName = make(map[string]int, len(p.fields))
	for i := range p.fields {
		f := &p.fields[i]
		p.byName[f.name] = i
		f.plan = makePlan(f.typ, fresh)
		f.key[0] = string(quoted(nil, f.name, false)) + ":"
		f.key[1] = string(quoted(nil, f.name, true)) + ":"
		f.direct = true
		t := p.typ
		for n, at := range f.index {
			if n > 0 && t.Kind() == reflect.Pointer {
				f.direct = false
				break
			}
			sf := t.Field(at)
			f.offset += sf.Offset
			t = sf.Type
		}
	}
}

// member returns the member for a name, exactly or without regard to case.
func (p *plan) member(name string) *field {
	if i, ok := p.byName[name]; ok {
		return &p.fields[i]
	}
	for i := range p.fields {
		if strings.EqualFold(p.fields[i].name, name) {
			return &p.fields[i]
		}
	}
	return nil
}

// value returns the value at p for reflection.
func (pl *plan) value(p unsafe.Pointer) reflect.Value { return reflect.NewAt(pl.typ, p).Elem() }

// A slice in memory.
type slice struct {
	at       unsafe.Pointer
	len, cap int
}

// integer returns the integer of a kind at p.
func integer(kind reflect.Kind, p unsafe.Pointer) int64 {
	switch kind {
	case reflect.Int8:
		return int64(*(*int8)(p))
	case reflect.Int16:
		return int64(*(*int16)(p))
	case reflect.Int32:
		return int64(*(*int32)(p))
	}
	return *(*int64)(p)
}

// unsigned returns the unsigned integer of a kind at p.
func unsigned(kind reflect.Kind, p unsafe.Pointer) uint64 {
	switch kind {
	case reflect.Uint8:
		return uint64(*(*uint8)(p))
	case reflect.Uint16:
		return uint64(*(*uint16)(p))
	case reflect.Uint32:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

// setInteger stores n, which fits, as an integer of size bytes at p.
func setInteger(size uintptr, p unsafe.Pointer, n int64) {
	switch size {
	case 1:
		*(*int8)(p) = int8(n)
	case 2:
		*(*int16)(p) = int16(n)
	case 4:
		*(*int32)(p) = int32(n)
	default:
		*(*int64)(p) = n
	}
}
