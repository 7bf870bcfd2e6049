package gob

import (
	"encoding"
	"reflect"
	"sync"
)

// An encPlan describes how to write the values of a type.
type encPlan struct {
	shape     *shape
	indir     int // number of pointers from a value to the encoded one
	key, elem *encPlan
	fields    []encField
	all       func(m *message, v reflect.Value) bool // writes all elements at once; false if it cannot
}

type encField struct {
	index int
	plan  *encPlan
}

var encPlans sync.Map // from reflect.Type to *encPlan

func encPlanOf(t reflect.Type) *encPlan {
	if p, ok := encPlans.Load(t); ok {
		return p.(*encPlan)
	}
	// Only complete plans are cached: for a type that cannot be sent, each call returns the error again.
	made := map[reflect.Type]*encPlan{}
	p := makeEncPlan(t, made)
	for t, p := range made {
		encPlans.LoadOrStore(t, p)
	}
	return p
}

func makeEncPlan(t reflect.Type, made map[reflect.Type]*encPlan) *encPlan {
	if p, ok := made[t]; ok {
		return p
	}
	s := mustShape(t)
	p := &encPlan{shape: s, indir: s.indir}
	made[t] = p
	if s.encoder != noMethod {
		p.indir = s.encIndir
		return p
	}
	switch base := s.base; base.Kind() {
	case reflect.Struct:
		for i := range base.NumField() {
			if f := base.Field(i); isSent(f) {
				p.fields = append(p.fields, encField{i, makeEncPlan(f.Type, made)})
			}
		}
		if base.NumField() > 0 && len(p.fields) == 0 {
			failf("type %s has no exported fields", base)
		}
	case reflect.Map:
		p.key = makeEncPlan(base.Key(), made)
		p.elem = makeEncPlan(base.Elem(), made)
	case reflect.Array, reflect.Slice:
		p.elem = makeEncPlan(base.Elem(), made)
		if p.elem.shape.encoder == noMethod {
			p.all = writeAll[base.Elem().Kind()]
		}
	}
	return p
}

// A section is a struct that is being written, or a sequence of elements.
type section struct {
	m     *message
	field int  // number of the field written last
	zeros bool // zero values are written, too
}

// element is the field number for values outside structs.
const element = -1

// begin writes the difference between the number of the field and that of the field before.
func (s *section) begin(field int) {
	if field != element {
		s.m.uint(uint64(field - s.field))
		s.field = field
	}
}

// encode writes a value without its type. It stores an error in enc.
func (enc *Encoder) encode(m *message, v reflect.Value, s *shape) {
	defer caught(&enc.err)
	if s.encoder == noMethod {
		p := encPlanOf(s.base)
		for range s.indir {
			v = reflect.Indirect(v)
		}
		switch {
		case !v.IsValid():
		case v.Kind() == reflect.Struct:
			enc.structure(m, p, v)
		default:
			enc.value(&section{m: m, zeros: true}, 0, p, v)
		}
		return
	}
	p := encPlanOf(s.user)
	if v = follow(v, p.indir); present(v) {
		enc.value(&section{m: m, zeros: true}, 0, p, v)
	}
}

// follow dereferences a number of pointers; it stops at a nil one.
func follow(v reflect.Value, pointers int) reflect.Value {
	for ; pointers > 0 && !v.IsNil(); pointers-- {
		v = v.Elem()
	}
	return v
}

func present(v reflect.Value) bool {
	return v.IsValid() && (v.Kind() != reflect.Pointer || !v.IsNil())
}

func (enc *Encoder) structure(m *message, p *encPlan, v reflect.Value) {
	s := section{m: m, field: -1}
	for i := range p.fields {
		f := &p.fields[i]
		field := v.Field(f.index)
		if f.plan.indir > 0 {
			field = follow(field, f.plan.indir)
			if !present(field) {
				continue
			}
		}
		enc.value(&s, i, f.plan, field)
	}
	m.uint(0)
}

// value dereferences pointers, and writes the value as the plan says.
func (enc *Encoder) value(s *section, field int, p *encPlan, v reflect.Value) {
	if p.shape.encoder != noMethod {
		enc.byMethod(s, field, p.shape, v)
		return
	}
	kind := p.shape.base.Kind()
	switch kind {
	case reflect.Struct:
		s.begin(field)
		enc.structure(s.m, p, v)
		return
	case reflect.Array:
		s.begin(field)
		enc.elements(s.m, p, v)
		return
	}
	if !s.zeros && (v.IsZero() || isEmpty(v)) {
		return
	}
	s.begin(field)
	switch kind {
	case reflect.Bool:
		if v.Bool() {
			s.m.uint(1)
		} else {
			s.m.uint(0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		s.m.int(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		s.m.uint(v.Uint())
	case reflect.Float32, reflect.Float64:
		s.m.float(v.Float())
	case reflect.Complex64, reflect.Complex128:
		s.m.float(real(v.Complex()))
		s.m.float(imag(v.Complex()))
	case reflect.String:
		s.m.string(v.String())
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			s.m.bytes(v.Bytes())
		} else {
			enc.elements(s.m, p, v)
		}
	case reflect.Map:
		enc.mapping(s.m, p, v)
	case reflect.Interface:
		enc.iface(s.m, v)
	default:
		failf("can't happen: encode type %s", p.shape.user)
	}
}

// isEmpty reports whether a struct omits the value, beside zero values: empty slices, and negative zeros.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice:
		return v.Len() == 0
	case reflect.Float32, reflect.Float64:
		return v.Float() == 0
	case reflect.Complex64, reflect.Complex128:
		return v.Complex() == 0
	}
	return false
}

func (enc *Encoder) elements(m *message, p *encPlan, v reflect.Value) {
	m.uint(uint64(v.Len()))
	if p.all != nil && p.all(m, v) {
		return
	}
	s := section{m: m, zeros: true}
	for i := range v.Len() {
		elem := v.Index(i)
		if p.elem.indir > 0 {
			elem = follow(elem, p.elem.indir)
			if !present(elem) {
				failf("encodeArray: nil element")
			}
		}
		enc.value(&s, element, p.elem, elem)
	}
}

func (enc *Encoder) mapping(m *message, p *encPlan, v reflect.Value) {
	m.uint(uint64(v.Len()))
	s := section{m: m, zeros: true}
	member := func(p *encPlan, v reflect.Value) {
		for i := 0; i < p.indir && v.IsValid(); i++ {
			v = reflect.Indirect(v)
		}
		if !v.IsValid() {
			failf("encodeReflectValue: nil element")
		}
		enc.value(&s, element, p, v)
	}
	for each := v.MapRange(); each.Next(); {
		member(p.key, each.Key())
		member(p.elem, each.Value())
	}
}

// iface writes the name of the dynamic type, the number of the type, and the value as a message of its own.
func (enc *Encoder) iface(m *message, v reflect.Value) {
	elem := v.Elem()
	if elem.Kind() == reflect.Pointer && elem.IsNil() {
		failf("gob: cannot encode nil pointer of type %s inside interface", elem.Type())
	}
	if v.IsNil() {
		m.uint(0)
		return
	}
	shape := mustShape(elem.Type())
	name, ok := registeredNames.Load(shape.base)
	if !ok {
		failf("type not registered for interface: %s", shape.base)
	}
	m.string(name.(string))
	enc.defineType(m, shape)
	m.int(int64(enc.sent[shape.base]))
	enc.outs = append(enc.outs, m)
	var inner message
	inner.reset()
	enc.encode(&inner, elem, shape)
	if enc.err == nil {
		enc.outs = enc.outs[:len(enc.outs)-1]
		enc.send(m, &inner)
	}
	if enc.err != nil {
		fail(enc.err)
	}
}

func (enc *Encoder) byMethod(s *section, field int, shape *shape, v reflect.Value) {
	if shape.encIndir == -1 {
		if !v.CanAddr() {
			failf("unaddressable value of type %s", reflect.PointerTo(shape.user))
		}
		v = v.Addr()
	}
	if !s.zeros && v.IsZero() {
		return
	}
	s.begin(field)
	var data []byte
	var err error
	if shape.encoder == gobMethod {
		data, err = v.Interface().(GobEncoder).GobEncode()
	} else {
		data, err = v.Interface().(encoding.BinaryMarshaler).MarshalBinary()
	}
	if err != nil {
		fail(err)
	}
	s.m.bytes(data)
}

// writeAll has, by kind of element, the function that writes a whole slice, or an addressable array, at once
// if its elements have the basic type of the kind.
var writeAll = map[reflect.Kind]func(*message, reflect.Value) bool{
	reflect.Bool: writer(func(m *message, x bool) {
		if x {
			m.uint(1)
		} else {
			m.uint(0)
		}
	}),
	reflect.Int:     writer(func(m *message, x int) { m.int(int64(x)) }),
	reflect.Int8:    writer(func(m *message, x int8) { m.int(int64(x)) }),
	reflect.Int16:   writer(func(m *message, x int16) { m.int(int64(x)) }),
	reflect.Int32:   writer(func(m *message, x int32) { m.int(int64(x)) }),
	reflect.Int64:   writer((*message).int),
	reflect.Uint:    writer(func(m *message, x uint) { m.uint(uint64(x)) }),
	reflect.Uint16:  writer(func(m *message, x uint16) { m.uint(uint64(x)) }),
	reflect.Uint32:  writer(func(m *message, x uint32) { m.uint(uint64(x)) }),
	reflect.Uint64:  writer((*message).uint),
	reflect.Float32: writer(func(m *message, x float32) { m.float(float64(x)) }),
	reflect.Float64: writer((*message).float),
	reflect.String:  writer((*message).string),
}

func writer[E any](write func(*message, E)) func(*message, reflect.Value) bool {
	return func(m *message, v reflect.Value) bool {
		if v.Kind() == reflect.Array {
			if !v.CanAddr() {
				return false
			}
			v = v.Slice(0, v.Len())
		}
		if !v.CanInterface() {
			return false
		}
		all, ok := v.Interface().([]E)
		for _, x := range all {
			write(m, x)
		}
		return ok
	}
}
