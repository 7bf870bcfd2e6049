package gob

import (
	"errors"
	"reflect"
)

var (
	errBadType = errors.New("gob: unknown type id or corrupted data")
	errRange   = errors.New("gob: bad data: field numbers out of bounds")
)

// A decPlan says how to convert values of the sender's type to a local type: a struct by its fields, in the
// sender's order, other types by single. A plan may be used before it is complete, because types may contain
// themselves.
type decPlan struct {
	single   *decOp // nil for structs
	overflow error  // the overflow error of single
	fields   []decField
	matched  int // number of fields that are not skipped
}

type decField struct {
	op       *decOp
	index    []int // nil if the field is skipped
	overflow error
}

// A decOp reads a value into a variable, after all pointers have been followed; to skip it, into an invalid Value.
type decOp struct {
	read func(dec *Decoder, v reflect.Value, overflow error)
	all  func(dec *Decoder, v reflect.Value, length int, overflow error) bool // reads a whole slice or array at once; false if it cannot
}

type planKey struct {
	t  reflect.Type
	id typeId
}

func overflow(name string) error {
	return errors.New(`value for "` + name + `" out of range`)
}

// plan returns the plan to read values of the type with number id; it makes the plan at the first call.
func (dec *Decoder) plan(id typeId, s *shape) *decPlan {
	key := planKey{s.user, id}
	if p, ok := dec.plans[key]; ok {
		return p
	}
	p := new(decPlan)
	dec.plans[key] = p
	made := false
	defer func() {
		if !made {
			delete(dec.plans, key)
		}
	}()
	if s.base.Kind() == reflect.Struct && s.decoder == noMethod {
		dec.planStruct(p, id, s.base)
	} else {
		dec.planSingle(p, id, s)
	}
	made = true
	return p
}

func (dec *Decoder) planSingle(p *decPlan, id typeId, s *shape) {
	name := s.user.String()
	if !dec.compatible(s.user, id, map[reflect.Type]typeId{}) {
		remote := dec.remoteText(id)
		if s.base.Kind() == reflect.Interface && id != interfaceID {
			fail(errors.New("gob: local interface type " + name +
				" can only be decoded from remote interface type; received concrete type " + remote))
		}
		fail(errors.New("gob: decoding into local type " + name + ", received remote type " + remote))
	}
	p.single = dec.op(id, s.user, name, map[planKey]*decOp{})
	p.overflow = overflow(name)
}

func (dec *Decoder) planStruct(p *decPlan, id typeId, t reflect.Type) {
	wire := dec.definition(id)
	if wire == nil && (id <= 0 || id > lastKnownID) {
		fail(errBadType)
	}
	if wire == nil || wire.StructT == nil {
		failf("type mismatch in decoder: want struct type %s; got non-struct", t)
	}
	p.fields = make([]decField, len(wire.StructT.Field))
	made := map[planKey]*decOp{}
	for i, f := range wire.StructT.Field {
		if f.Name == "" {
			failf("empty name for remote field of type %s", wire.StructT.Name)
		}
		local, ok := t.FieldByName(f.Name)
		if !ok || !isExported(f.Name) {
			p.fields[i] = decField{dec.skipOp(f.Id, map[typeId]*decOp{}), nil, overflow(f.Name)}
			continue
		}
		if !dec.compatible(local.Type, f.Id, map[reflect.Type]typeId{}) {
			failf("wrong type (%s) for received field %s.%s", local.Type, wire.StructT.Name, f.Name)
		}
		p.fields[i] = decField{dec.op(f.Id, local.Type, f.Name, made), local.Index, overflow(f.Name)}
		p.matched++
	}
}

// compatible reports whether values of the type with number id can become values of t. Structs always can: their
// fields are checked when their plan is made.
func (dec *Decoder) compatible(t reflect.Type, id typeId, asked map[reflect.Type]typeId) bool {
	if before, ok := asked[t]; ok {
		return before == id
	}
	asked[t] = id
	s, wire := mustShape(t), dec.definition(id)
	if s.decoder != wire.encodedBy() {
		return false
	}
	if s.decoder != noMethod || s.base.Kind() == reflect.Struct {
		return true
	}
	if basic := basicID(s.base); basic != 0 {
		return id == basic
	}
	if wire == nil {
		return false
	}
	switch base := s.base; base.Kind() {
	case reflect.Array:
		return wire.ArrayT != nil && base.Len() == wire.ArrayT.Len && dec.compatible(base.Elem(), wire.ArrayT.Elem, asked)
	case reflect.Map:
		return wire.MapT != nil && dec.compatible(base.Key(), wire.MapT.Key, asked) &&
			dec.compatible(base.Elem(), wire.MapT.Elem, asked)
	case reflect.Slice:
		return wire.SliceT != nil && dec.compatible(mustShape(base.Elem()).base, wire.SliceT.Elem, asked)
	}
	return false
}

// remoteText returns the type with number id for an error. Numbers are looked up among this program's types first.
func (dec *Decoder) remoteText(id typeId) string {
	typesLock.Lock()
	defer typesLock.Unlock()
	if id > 0 && int(id) < len(typesByID) && typesByID[id] != nil {
		return typeText(id, map[typeId]bool{})
	}
	if common := dec.types[id].common(); common != nil {
		return common.Name
	}
	return "unknown type"
}

// op returns the function that reads a value of the type with number id, which is compatible with t; name is for
// errors.
func (dec *Decoder) op(id typeId, t reflect.Type, name string, made map[planKey]*decOp) *decOp {
	if op, ok := made[planKey{t, id}]; ok {
		return op
	}
	s := mustShape(t)
	op := new(decOp)
	made[planKey{t, id}] = op
	if s.decoder != noMethod {
		op.read = readByMethod(s)
		return op
	}
	wire := dec.definition(id)
	switch base := s.base; base.Kind() {
	case reflect.Array:
		name = "element of " + name
		elem, over := dec.op(wire.ArrayT.Elem, base.Elem(), name, made), overflow(name)
		op.read = func(dec *Decoder, v reflect.Value, _ error) {
			if dec.uint() != uint64(base.Len()) {
				failf("length mismatch in decodeArray")
			}
			dec.elements(v, elem, base.Len(), over)
		}
	case reflect.Map:
		key := dec.op(wire.MapT.Key, base.Key(), "key of "+name, made)
		elem, over := dec.op(wire.MapT.Elem, base.Elem(), "element of "+name, made), overflow(name)
		op.read = func(dec *Decoder, v reflect.Value, _ error) { dec.mapping(v, key, elem, over) }
	case reflect.Slice:
		if base.Elem().Kind() == reflect.Uint8 {
			op.read = readBytes
			break
		}
		name = "element of " + name
		elem, over := dec.op(wire.SliceT.Elem, base.Elem(), name, made), overflow(name)
		op.read = func(dec *Decoder, v reflect.Value, _ error) { dec.slice(v, elem, over) }
	case reflect.Struct:
		p := dec.plan(id, mustShape(base))
		op.read = func(dec *Decoder, v reflect.Value, _ error) { dec.structure(p, v) }
	case reflect.Interface:
		op.read = func(dec *Decoder, v reflect.Value, _ error) { dec.iface(base, v) }
	default:
		op.read = readBasic[basicID(base)]
		if s.indir == 0 {
			op.all = readAll[base.Kind()]
		}
		if op.read == nil {
			failf("decode can't handle type %s", t)
		}
	}
	return op
}

var readBasic = map[typeId]func(*Decoder, reflect.Value, error){
	boolID:    readBool,
	intID:     readInt,
	uintID:    readUint,
	floatID:   readFloat,
	complexID: readComplex,
	stringID:  readString,
}

// readByMethod passes a pointer to the method if the method needs one: the variable is behind all pointers.
func readByMethod(s *shape) func(*Decoder, reflect.Value, error) {
	t := s.user
	if s.decIndir == -1 {
		t = reflect.PointerTo(t)
	}
	for i := 0; i < s.decIndir; i++ {
		t = t.Elem()
	}
	return func(dec *Decoder, v reflect.Value, _ error) {
		if v.Kind() != reflect.Pointer && t.Kind() == reflect.Pointer {
			v = v.Addr()
		}
		dec.byMethod(s, v)
	}
}

// skipPlan returns the plan to skip values of the type with number id; it makes the plan at the first call.
func (dec *Decoder) skipPlan(id typeId) *decPlan {
	if p, ok := dec.skips[id]; ok {
		return p
	}
	p := new(decPlan)
	dec.skips[id] = p
	made := false
	defer func() {
		if !made {
			delete(dec.skips, id)
		}
	}()
	if wire := dec.definition(id); wire != nil && wire.StructT != nil {
		dec.planStruct(p, id, reflect.TypeFor[struct{}]())
	} else {
		p.single = dec.skipOp(id, map[typeId]*decOp{})
	}
	made = true
	return p
}

// deepestSkip is the maximum nesting depth of skipped types.
const deepestSkip = 10000

func (dec *Decoder) skipOp(id typeId, made map[typeId]*decOp) *decOp {
	dec.skipped++
	defer func() { dec.skipped-- }()
	if dec.skipped > deepestSkip {
		fail(errors.New("invalid nesting depth"))
	}
	if op, ok := made[id]; ok {
		return op
	}
	op := new(decOp)
	made[id] = op
	switch id {
	case boolID, intID, uintID, floatID:
		op.read = func(dec *Decoder, _ reflect.Value, _ error) { dec.uint() }
	case complexID:
		op.read = func(dec *Decoder, _ reflect.Value, _ error) {
			dec.uint()
			dec.uint()
		}
	case bytesID, stringID:
		op.read = skipLength("slice length too large")
	case interfaceID:
		op.read = skipInterface
	default:
		op.read = dec.skipComposite(id, made)
	}
	return op
}

func (dec *Decoder) skipComposite(id typeId, made map[typeId]*decOp) func(*Decoder, reflect.Value, error) {
	wire := dec.definition(id)
	switch {
	case wire == nil:
		failf("bad data: undefined type %s", typeText(id, map[typeId]bool{}))
	case wire.ArrayT != nil:
		elem := dec.skipOp(wire.ArrayT.Elem, made)
		return func(dec *Decoder, _ reflect.Value, _ error) {
			if dec.uint() != uint64(wire.ArrayT.Len) {
				failf("length mismatch in ignoreArray")
			}
			dec.skipElements(elem, wire.ArrayT.Len)
		}
	case wire.MapT != nil:
		key := dec.skipOp(wire.MapT.Key, made)
		elem := dec.skipOp(wire.MapT.Elem, made)
		return func(dec *Decoder, v reflect.Value, _ error) {
			for range int(dec.uint()) {
				key.read(dec, v, nil)
				elem.read(dec, v, nil)
			}
		}
	case wire.SliceT != nil:
		elem := dec.skipOp(wire.SliceT.Elem, made)
		return func(dec *Decoder, _ reflect.Value, _ error) { dec.skipElements(elem, int(dec.uint())) }
	case wire.StructT != nil:
		p := dec.skipPlan(id)
		return func(dec *Decoder, v reflect.Value, _ error) { dec.structure(p, v) }
	case wire.encodedBy() != noMethod:
		return skipLength("GobDecoder: length too large for buffer")
	}
	failf("bad data: ignore can't handle type %s", typeText(id, map[typeId]bool{}))
	return nil
}
