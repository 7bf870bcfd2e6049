package gob

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
)

// A typeId is the number of a type on the wire. Both ends know the types with numbers below
// firstUserID.
type typeId int32

const (
	boolID typeId = iota + 1
	intID
	uintID
	floatID
	bytesID
	stringID
	complexID
	interfaceID

	wireID      typeId = 16 // the number of wireType; the types in it have the next numbers
	lastKnownID typeId = 24
	firstUserID typeId = 64
)

// CommonType is the part that all descriptions of types on the wire have. The type is exported only because
// older versions of the package could not send embedded fields of unexported types.
type CommonType struct {
	Name string
	Id   typeId
}

// A wireType is the description of a type on the wire: one of its fields is set.
type wireType struct {
	ArrayT           *arrayType
	SliceT           *sliceType
	StructT          *structType
	MapT             *mapType
	GobEncoderT      *gobEncoderType
	BinaryMarshalerT *gobEncoderType
	TextMarshalerT   *gobEncoderType
}

type arrayType struct {
	CommonType
	Elem typeId
	Len  int
}

type sliceType struct {
	CommonType
	Elem typeId
}

type structType struct {
	CommonType
	Field []fieldType
}

type fieldType struct {
	Name string
	Id   typeId
}

type mapType struct {
	CommonType
	Key  typeId
	Elem typeId
}

type gobEncoderType struct {
	CommonType
}

// A localType is a type of this program with its number. Its CommonType is the one inside wire; basic types have
// a separate CommonType.
type localType struct {
	*CommonType
	wire wireType
}

// The types of this program that have been described. A type gets its number when any Encoder first meets it, so
// the output of an Encoder depends on earlier encodings in the program.
var (
	typesLock sync.Mutex // held while a type is described
	types     = map[reflect.Type]*localType{}
	typesByID = make([]*localType, 1, firstUserID)
)

func init() {
	for _, basic := range []struct {
		name string
		t    reflect.Type
	}{
		{"bool", reflect.TypeFor[bool]()},
		{"int", reflect.TypeFor[int]()},
		{"uint", reflect.TypeFor[uint]()},
		{"float", reflect.TypeFor[float64]()},
		{"bytes", reflect.TypeFor[[]byte]()},
		{"string", reflect.TypeFor[string]()},
		{"complex", reflect.TypeFor[complex128]()},
		{"interface", reflect.TypeFor[any]()},
	} {
		local := &localType{CommonType: &CommonType{Name: basic.name}}
		types[basic.t] = local
		local.number()
	}
	typesByID = typesByID[:wireID]
	if _, err := describeBase("wireType", reflect.TypeFor[wireType]()); err != nil {
		panic(err)
	}
	typesByID = typesByID[:firstUserID]
}

// number assigns the next number to the type, if it has none.
func (t *localType) number() {
	if t.Id == 0 {
		t.Id = typeId(len(typesByID))
		typesByID = append(typesByID, t)
	}
}

// describeBase returns the description of the type without its pointers; name is for a new description.
func describeBase(name string, t reflect.Type) (*localType, error) {
	s, err := shapeOf(t)
	if err != nil {
		return nil, err
	}
	return describe(name, s, s.base)
}

// describe returns the description of t, which is the type of the shape, with or without its pointers. It also numbers
// types: a struct before its fields, others after their elements unless these contain them.
func describe(name string, s *shape, t reflect.Type) (*localType, error) {
	if local, ok := types[t]; ok {
		return local, nil
	}
	if s.encoder != noMethod {
		g := &gobEncoderType{CommonType{Name: name}}
		local := &localType{CommonType: &g.CommonType}
		if s.encoder == gobMethod {
			local.wire.GobEncoderT = g
		} else {
			local.wire.BinaryMarshalerT = g
		}
		local.number()
		types[t] = local
		return local, nil
	}
	if id := basicID(t); id != 0 {
		return typesByID[id], nil
	}
	local, err := describeComposite(name, t)
	if err != nil {
		delete(types, t)
	}
	return local, err
}

// basicID returns the number of the basic type that represents the type, or 0.
func basicID(t reflect.Type) typeId {
	switch t.Kind() {
	case reflect.Bool:
		return boolID
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return intID
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return uintID
	case reflect.Float32, reflect.Float64:
		return floatID
	case reflect.Complex64, reflect.Complex128:
		return complexID
	case reflect.String:
		return stringID
	case reflect.Interface:
		return interfaceID
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return bytesID
		}
	}
	return 0
}

// describeComposite registers the type before its elements, because these may contain it.
func describeComposite(name string, t reflect.Type) (*localType, error) {
	switch t.Kind() {
	case reflect.Struct:
		return describeStruct(name, t)
	case reflect.Array:
		a := &arrayType{CommonType: CommonType{Name: name}, Len: t.Len()}
		local := &localType{&a.CommonType, wireType{ArrayT: a}}
		types[t] = local
		elem, err := describeBase("", t.Elem())
		if err != nil {
			return nil, err
		}
		local.number()
		a.Elem = elem.Id
		return local, nil
	case reflect.Slice:
		s := &sliceType{CommonType: CommonType{Name: name}}
		local := &localType{&s.CommonType, wireType{SliceT: s}}
		types[t] = local
		elem, err := describeBase(t.Elem().Name(), t.Elem())
		if err != nil {
			return nil, err
		}
		local.number()
		elem.number()
		s.Elem = elem.Id
		return local, nil
	case reflect.Map:
		m := &mapType{CommonType: CommonType{Name: name}}
		local := &localType{&m.CommonType, wireType{MapT: m}}
		types[t] = local
		key, err := describeBase("", t.Key())
		if err != nil {
			return nil, err
		}
		elem, err := describeBase("", t.Elem())
		if err != nil {
			return nil, err
		}
		local.number()
		m.Key, m.Elem = key.Id, elem.Id
		return local, nil
	}
	return nil, errors.New("gob NewTypeObject can't handle type: " + t.String())
}

func describeStruct(name string, t reflect.Type) (*localType, error) {
	s := &structType{CommonType: CommonType{Name: name}}
	local := &localType{&s.CommonType, wireType{StructT: s}}
	types[t] = local
	local.number()
	for f := range t.Fields() {
		if !isSent(f) {
			continue
		}
		shape, err := shapeOf(f.Type)
		if err != nil {
			return nil, err
		}
		name := shape.base.Name()
		if name == "" {
			name = shape.base.String()
		}
		field, err := describe(name, shape, shape.base)
		if err != nil {
			return nil, err
		}
		field.number()
		s.Field = append(s.Field, fieldType{f.Name, field.Id})
	}
	return local, nil
}

// A sentType is an Encoder's information on a type: the number that identifies it, and the description.
type sentType struct {
	id   typeId
	wire wireType
}

var sentTypes sync.Map // from reflect.Type to *sentType

func sentTypeOf(s *shape) (*sentType, error) {
	t := s.base
	if s.encoder != noMethod {
		t = s.user
	}
	if sent, ok := sentTypes.Load(t); ok {
		return sent.(*sentType), nil
	}
	typesLock.Lock()
	defer typesLock.Unlock()
	base, err := describeBase(t.Name(), t)
	if err != nil {
		return nil, err
	}
	sent := &sentType{base.Id, base.wire}
	if s.encoder != noMethod {
		// A pointer that has the methods gets its own description, under the number of the type that it points to.
		user, err := describe(t.Name(), s, t)
		if err != nil {
			return nil, err
		}
		sent.wire = user.wire
	}
	kept, _ := sentTypes.LoadOrStore(t, sent)
	return kept.(*sentType), nil
}

// typeText writes the type with this number as errors show it.
func typeText(id typeId, seen map[typeId]bool) string {
	if id <= 0 || int(id) >= len(typesByID) || typesByID[id] == nil {
		return "<nil>"
	}
	t := typesByID[id]
	if seen[id] {
		return t.Name
	}
	seen[id] = true
	switch w := t.wire; {
	case w.ArrayT != nil:
		return fmt.Sprintf("[%d]%s", w.ArrayT.Len, typeText(w.ArrayT.Elem, seen))
	case w.SliceT != nil:
		return "[]" + typeText(w.SliceT.Elem, seen)
	case w.MapT != nil:
		key := typeText(w.MapT.Key, seen)
		return "map[" + key + "]" + typeText(w.MapT.Elem, seen)
	case w.StructT != nil:
		text := t.Name + " = struct { "
		for _, f := range w.StructT.Field {
			text += f.Name + " " + typeText(f.Id, seen) + "; "
		}
		return text + "}"
	}
	return t.Name
}

// common returns the common part of a description; nil if the description is empty.
func (w *wireType) common() *CommonType {
	switch {
	case w == nil:
	case w.ArrayT != nil:
		return &w.ArrayT.CommonType
	case w.SliceT != nil:
		return &w.SliceT.CommonType
	case w.StructT != nil:
		return &w.StructT.CommonType
	case w.MapT != nil:
		return &w.MapT.CommonType
	case w.GobEncoderT != nil:
		return &w.GobEncoderT.CommonType
	case w.BinaryMarshalerT != nil:
		return &w.BinaryMarshalerT.CommonType
	case w.TextMarshalerT != nil:
		return &w.TextMarshalerT.CommonType
	}
	return nil
}

// encodedBy returns the method that encoded the values of the type.
func (w *wireType) encodedBy() method {
	switch {
	case w == nil:
		return noMethod
	case w.GobEncoderT != nil:
		return gobMethod
	case w.BinaryMarshalerT != nil:
		return binaryMethod
	case w.TextMarshalerT != nil:
		return textMethod
	}
	return noMethod
}
