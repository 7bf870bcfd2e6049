package json

import (
	"encoding"
	"encoding/json/internal/wire"
	"encoding/json/jsontext"
	"internal/rtype"
	"reflect"
	"time"
	"unsafe"
)

// A way is the method with which a value is written or read.
type way uint8

const (
	byKind way = iota
	byCoder
	byJSON
	byAppend
	byText
)

// A plan describes a type, so that values can be written and read in memory.
type plan struct {
	typ  reflect.Type
	id   rtype.ID
	kind reflect.Kind
	size uintptr
	// elem is the plan of a pointer's target, or of elements, key that of a map's keys.
	elem, key *plan
	// writes and reads say which methods the type has, or its pointer type has.
	writes, reads [byText + 1]method
	// hasWriter and hasReader say whether there is any such method.
	hasWriter, hasReader bool
	special              special
	quick                quickKind
	// object describes the JSON object for a struct.
	object *object
}

// A method says whether the type, or its pointer type, has a method.
type method uint8

const (
	missing method = iota
	ofValue
	ofPointer
)

// A special type has a JSON form that its kind does not determine.
type special uint8

const (
	ordinary     special = iota
	isBytes              // a slice or array of bytes
	isNamedBytes         // the same with a named byte type, which is special with encoding/json's options only
	isTime
	isDuration
	isAny // the type any
	isAnyMap
	isRaw
)

var (
	marshalerTo     = reflect.TypeFor[MarshalerTo]()
	marshaler       = reflect.TypeFor[Marshaler]()
	textAppender    = reflect.TypeFor[encoding.TextAppender]()
	textMarshaler   = reflect.TypeFor[encoding.TextMarshaler]()
	unmarshalerFrom = reflect.TypeFor[UnmarshalerFrom]()
	unmarshaler     = reflect.TypeFor[Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	timeType        = reflect.TypeFor[time.Time]()
	durationType    = reflect.TypeFor[time.Duration]()
	anyType         = reflect.TypeFor[any]()
	anyMapType      = reflect.TypeFor[map[string]any]()
	anySliceType    = reflect.TypeFor[[]any]()
	rawType         = reflect.TypeFor[jsontext.Value]()
	byteType        = reflect.TypeFor[byte]()
	float64Type     = reflect.TypeFor[float64]()
)

var plans wire.Plans[plan]

// planOf returns the plan of a type.
func planOf(t reflect.Type) *plan { return plans.Of(t, makePlan) }

// planFor returns the plan of the type of x, whose number is id.
func planFor(id rtype.ID, x any) *plan {
	if p := plans.Recent(id); p != nil {
		return p
	}
	return planOf(reflect.TypeOf(x))
}

// makePlan makes the plan of a type, and of all types that it refers to.
func makePlan(t reflect.Type, fresh map[reflect.Type]*plan) *plan {
	if p := plans.Known(t); p != nil {
		return p
	}
	if p := fresh[t]; p != nil {
		return p
	}
	p := &plan{typ: t, id: wire.IDOf(t), kind: t.Kind(), size: t.Size()}
	fresh[t] = p
	switch p.kind {
	case reflect.Pointer:
		p.elem = makePlan(t.Elem(), fresh)
		return p
	case reflect.Interface:
		if t == anyType {
			p.special = isAny
		}
		return p
	case reflect.Slice, reflect.Array:
		p.elem = makePlan(t.Elem(), fresh)
		if e := t.Elem(); e == byteType {
			p.special = isBytes
		} else if e.Kind() == reflect.Uint8 {
			p.special = isNamedBytes
		}
	case reflect.Map:
		p.key, p.elem = makePlan(t.Key(), fresh), makePlan(t.Elem(), fresh)
		if t == anyMapType {
			p.special = isAnyMap
		}
	case reflect.Struct:
		p.object = &object{}
		if t != timeType {
			collect(t, p.object, fresh)
		}
	}
	p.methods()
	p.quick = p.quickKind()
	return p
}

// methods finds out which methods are used.
func (p *plan) methods() {
	switch p.typ {
	case timeType:
		p.special = isTime
		return
	case durationType:
		p.special = isDuration
		return
	case rawType:
		p.special = isRaw
	}
	pointer := reflect.PointerTo(p.typ)
	has := func(iface reflect.Type) method {
		switch {
		case p.typ.Implements(iface):
			return ofValue
		case pointer.Implements(iface):
			return ofPointer
		}
		return missing
	}
	p.writes[byCoder], p.writes[byJSON] = has(marshalerTo), has(marshaler)
	p.writes[byAppend], p.writes[byText] = has(textAppender), has(textMarshaler)
	p.reads[byCoder], p.reads[byJSON], p.reads[byText] = has(unmarshalerFrom), has(unmarshaler), has(textUnmarshaler)
	for i := range p.writes {
		p.hasWriter = p.hasWriter || p.writes[i] != missing
		p.hasReader = p.hasReader || p.reads[i] != missing
	}
}

// hasMethods reports whether a method writes or reads values of the type.
func hasMethods(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	for _, iface := range []reflect.Type{marshalerTo, marshaler, textAppender, textMarshaler, unmarshalerFrom, unmarshaler, textUnmarshaler} {
		if p.Implements(iface) {
			return true
		}
	}
	return false
}

// value returns the value at p for reflection.
func (pl *plan) value(p unsafe.Pointer) reflect.Value { return reflect.NewAt(pl.typ, p).Elem() }

// A slice in memory.
type slice struct {
	at       unsafe.Pointer
	len, cap int
}

// how says how to write or read a value.
type how uint8

const (
	asTag     how = 1 << iota // the field has the option string
	asName                    // as the name of a member
	reachable                 // the value is addressable in the program
)

// The kinds of numbers.
func isSigned(k reflect.Kind) bool   { return reflect.Int <= k && k <= reflect.Int64 }
func isUnsigned(k reflect.Kind) bool { return reflect.Uint <= k && k <= reflect.Uintptr }
func isFloat(k reflect.Kind) bool    { return k == reflect.Float32 || k == reflect.Float64 }

// integer returns the integer of that size at p.
func integer(size uintptr, p unsafe.Pointer) int64 {
	switch size {
	case 1:
		return int64(*(*int8)(p))
	case 2:
		return int64(*(*int16)(p))
	case 4:
		return int64(*(*int32)(p))
	}
	return *(*int64)(p)
}

// unsigned returns the unsigned integer of that size at p.
func unsigned(size uintptr, p unsafe.Pointer) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

// setInteger stores n, which fits, as an integer of that size at p.
func setInteger(size uintptr, p unsafe.Pointer, n uint64) {
	switch size {
	case 1:
		*(*uint8)(p) = uint8(n)
	case 2:
		*(*uint16)(p) = uint16(n)
	case 4:
		*(*uint32)(p) = uint32(n)
	default:
		*(*uint64)(p) = n
	}
}
