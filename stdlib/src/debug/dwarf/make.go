package dwarf

import "fmt"

// A realm has entries that refer to each other by offsets: section info, or a type unit.
type realm struct {
	section string
	units   []*unit
	made    map[Offset]Type
}

// A want is a variable to be set to the type at an offset.
type want struct {
	realm *realm
	off   Offset
	set   func(Type)
}

// A maker makes types from entries. Types can refer to each other: instead of calling itself, the maker
// keeps a list of wanted types, so that its stack does not depend on how deep types are nested.
type maker struct {
	d      *Data
	wanted []want
	fresh  map[*realm]map[Offset]Type
	// Functions to call once all types are complete: sizes of typedefs, lengths of arrays in structs, parameters of functions.
	last []func()
}

// Type returns the type that the entry at an offset describes; an UnsupportedType if the entry describes none.
func (d *Data) Type(off Offset) (Type, error) {
	m := &maker{d: d, fresh: make(map[*realm]map[Offset]Type)}
	var t Type
	m.want(&d.realm, off, func(found Type) { t = found })
	if err := m.run(); err != nil {
		return nil, err
	}
	return t, nil
}

func (m *maker) want(r *realm, off Offset, set func(Type)) {
	m.wanted = append(m.wanted, want{r, off, set})
}

// run makes all wanted types. They are cached for later calls only if all succeed.
func (m *maker) run() error {
	for len(m.wanted) > 0 {
		w := m.wanted[len(m.wanted)-1]
		m.wanted = m.wanted[:len(m.wanted)-1]
		t := w.realm.made[w.off]
		if t == nil {
			t = m.fresh[w.realm][w.off]
		}
		if t == nil {
			b := builder{maker: m, realm: w.realm}
			if err := b.build(w.off); err != nil {
				return err
			}
			t = b.t
		}
		w.set(t)
	}
	for _, f := range m.last {
		f()
	}
	for r, types := range m.fresh {
		for off, t := range types {
			r.made[off] = t
		}
	}
	return nil
}

// A builder makes one type.
type builder struct {
	*maker
	realm *realm
	r     Reader
	e     *Entry
	t     Type
}

func (b *builder) fail(off Offset, text string) error {
	return DecodeError{b.realm.section, off, text}
}

// build makes the type at an offset.
func (b *builder) build(off Offset) error {
	b.r = Reader{units: b.realm.units}
	b.r.d = b.d
	b.r.Seek(off)
	e, err := b.r.Next()
	if err != nil {
		return err
	}
	if e == nil || e.Offset != off {
		return b.fail(off, "no type at offset")
	}
	b.e = e
	size, sized := e.integer(AttrByteSize)
	if !sized {
		size = -1
	}
	name, _ := e.Val(AttrName).(string)
	if err := b.shape(name); err != nil {
		return err
	}
	c := b.t.Common()
	c.ByteSize = size
	switch t := b.t.(type) {
	case *TypedefType:
		if !sized {
			b.last = append(b.last, func() { c.ByteSize = sizeOf(t.Type) })
		}
	case *PtrType:
		if !sized {
			c.ByteSize = int64(b.r.AddressSize())
		}
	}
	if b.fresh[b.realm] == nil {
		b.fresh[b.realm] = make(map[Offset]Type)
	}
	b.fresh[b.realm][off] = b.t
	return nil
}

// shape makes a type according to the entry's tag.
func (b *builder) shape(name string) error {
	switch b.e.Tag {
	case TagBaseType:
		return b.basic(name)
	case TagUnspecifiedType:
		t := new(UnspecifiedType)
		t.Name = name
		b.t = t
	case TagPointerType:
		t := new(PtrType)
		b.t = t
		return b.element(b.e, &t.Type)
	case TagConstType:
		return b.qualified("const")
	case TagVolatileType:
		return b.qualified("volatile")
	case TagRestrictType:
		return b.qualified("restrict")
	case TagTypedef:
		t := new(TypedefType)
		t.Name = name
		b.t = t
		return b.element(b.e, &t.Type)
	case TagArrayType:
		return b.array()
	case TagClassType:
		return b.structure("class", name)
	case TagStructType:
		return b.structure("struct", name)
	case TagUnionType:
		return b.structure("union", name)
	case TagEnumerationType:
		return b.enumeration(name)
	case TagSubroutineType:
		return b.function()
	default:
		t := &UnsupportedType{Tag: b.e.Tag}
		t.Name = name
		b.t = t
	}
	return nil
}

// element requests the type that an entry's attribute refers to; an entry without the attribute means void.
func (b *builder) element(e *Entry, to *Type) error {
	switch ref := e.Val(AttrType).(type) {
	case Offset:
		b.want(b.realm, ref, func(t Type) { *to = t })
	case uint64:
		unit := b.d.signed[ref]
		if unit == nil {
			return fmt.Errorf("no type unit with signature %v", ref)
		}
		b.want(&unit.realm, unit.off, func(t Type) { *to = t })
	default:
		*to = new(VoidType)
	}
	return nil
}

// children calls a function for the child entries of the type. It skips the children of these, which describe other
// things, nested types for instance.
func (b *builder) children(f func(*Entry) error) error {
	if !b.e.Children {
		return nil
	}
	for depth := 1; depth > 0; {
		e, err := b.r.Next()
		switch {
		case err != nil:
			return err
		case e == nil:
			return b.fail(b.r.c.place(), "unexpected end of DWARF entries")
		case e.Tag == 0:
			depth--
		case e.Children:
			depth++
		case depth == 1:
			if err := f(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *builder) qualified(word string) error {
	t := &QualType{Qual: word}
	b.t = t
	return b.element(b.e, &t.Type)
}

// Encodings of base types (table 7.11 of DWARF 5).
const (
	encodedAddress = iota + 1
	encodedBoolean
	encodedComplex
	encodedFloat
	encodedSigned
	encodedSignedChar
	encodedUnsigned
	encodedUnsignedChar
)

// A basicType is one of the types that embed BasicType.
type basicType interface {
	Type
	Basic() *BasicType
}

// basicTypes makes the types that have the encodings.
var basicTypes = [...]func() basicType{
	encodedAddress:      func() basicType { return new(AddrType) },
	encodedBoolean:      func() basicType { return new(BoolType) },
	encodedComplex:      func() basicType { return new(ComplexType) },
	encodedFloat:        func() basicType { return new(FloatType) },
	encodedSigned:       func() basicType { return new(IntType) },
	encodedSignedChar:   func() basicType { return new(CharType) },
	encodedUnsigned:     func() basicType { return new(UintType) },
	encodedUnsignedChar: func() basicType { return new(UcharType) },
}

// basic makes a base type. Its errors have the type's name in place of the section's, as in Go.
func (b *builder) basic(name string) error {
	encoding, ok := b.e.integer(AttrEncoding)
	if !ok {
		return DecodeError{name, b.e.Offset, "missing encoding attribute for " + name}
	}
	if encoding <= 0 || encoding >= int64(len(basicTypes)) {
		return DecodeError{name, b.e.Offset, "unrecognized encoding attribute value"}
	}
	t := basicTypes[encoding]()
	if encoding == encodedComplex && name == "complex" {
		// Clang does not say which type the parts of a complex number have; the size tells.
		switch size, _ := b.e.integer(AttrByteSize); size {
		case 8:
			name = "complex float"
		case 16:
			name = "complex double"
		}
	}
	basic := t.Basic()
	basic.Name = name
	b.t = t
	return bitsOf(b.e, name, &basic.BitSize, &basic.BitOffset, &basic.DataBitOffset)
}

// bitsOf reads the attributes of bit fields; an entry has one of the two offsets. Errors mention the section.
func bitsOf(e *Entry, section string, size, offset, dataOffset *int64) error {
	var old, recent bool
	*size, _ = e.integer(AttrBitSize)
	*offset, old = e.integer(AttrBitOffset)
	*dataOffset, recent = e.integer(AttrDataBitOffset)
	if old && recent {
		return DecodeError{section, e.Offset, "duplicate bit offset attributes"}
	}
	return nil
}

// array makes an array type. Its children are the dimensions; the last one is that of the innermost array.
func (b *builder) array() error {
	outer := new(ArrayType)
	b.t = outer
	outer.StrideBitSize, _ = b.e.integer(AttrStrideSize)
	dimensions := 0
	inner := outer
	err := b.children(func(e *Entry) error {
		switch e.Tag {
		case TagEnumerationType:
			return b.fail(e.Offset, "cannot handle enumeration type as array bound")
		case TagSubrangeType:
			count, ok := e.integer(AttrCount)
			if !ok {
				if count, ok = e.integer(AttrUpperBound); ok {
					count++
				} else if dimensions == 0 {
					count = -1
				}
			}
			if dimensions > 0 {
				next := &ArrayType{}
				inner.Type = next
				inner = next
			}
			inner.Count = count
			dimensions++
		}
		return nil
	})
	if err != nil {
		return err
	}
	if dimensions == 0 {
		outer.Count = -1
	}
	return b.element(b.e, &inner.Type)
}

func (b *builder) enumeration(name string) error {
	t := &EnumType{EnumName: name}
	b.t = t
	return b.children(func(e *Entry) error {
		if e.Tag == TagEnumerator {
			v := new(EnumValue)
			v.Name, _ = e.Val(AttrName).(string)
			v.Val, _ = e.integer(AttrConstValue)
			t.Val = append(t.Val, v)
		}
		return nil
	})
}

func (b *builder) function() error {
	t := new(FuncType)
	b.t = t
	if err := b.element(b.e, &t.ReturnType); err != nil {
		return err
	}
	var parameters []*Type
	err := b.children(func(e *Entry) error {
		parameter := new(Type)
		switch e.Tag {
		case TagFormalParameter:
			if err := b.element(e, parameter); err != nil {
				return err
			}
		case TagUnspecifiedParameters:
			*parameter = new(DotDotDotType)
		default:
			return nil
		}
		parameters = append(parameters, parameter)
		return nil
	})
	if parameters != nil {
		b.last = append(b.last, func() {
			for _, p := range parameters {
				t.ParamType = append(t.ParamType, *p)
			}
		})
	}
	return err
}

// structure makes a struct, a union or a class.
func (b *builder) structure(kind, name string) error {
	t := &StructType{Kind: kind, StructName: name}
	b.t = t
	t.Incomplete = b.e.Val(AttrDeclaration) != nil
	var starts []int64 // the bit offset of each member
	err := b.children(func(e *Entry) error {
		if e.Tag != TagMember {
			return nil
		}
		f := new(StructField)
		start, err := b.member(f, e)
		t.Field = append(t.Field, f)
		starts = append(starts, start)
		return err
	})
	if kind != "union" && len(starts) > 0 {
		if size, ok := b.e.integer(AttrByteSize); ok {
			starts = append(starts, size*8)
		}
		b.last = append(b.last, func() { emptyArrays(t, starts) })
	}
	return err
}

// member reads a member of a struct, and returns the bit where it begins; for a bit field, where its storage unit begins.
func (b *builder) member(f *StructField, e *Entry) (start int64, err error) {
	f.Name, _ = e.Val(AttrName).(string)
	switch at := e.Val(AttrDataMemberLoc).(type) {
	case int64:
		f.ByteOffset = at
	case []byte:
		if f.ByteOffset, err = b.constantOffset(at, e.Offset); err != nil {
			return 0, err
		}
	}
	f.ByteSize, _ = e.integer(AttrByteSize)
	if err := bitsOf(e, b.realm.section, &f.BitSize, &f.BitOffset, &f.DataBitOffset); err != nil {
		return 0, err
	}
	return f.ByteOffset * 8, b.element(e, &f.Type)
}

// constantOffset evaluates the expression that older compilers write for a member's offset: the address of the
// struct plus a constant.
func (b *builder) constantOffset(expression []byte, off Offset) (int64, error) {
	const plusConstant = 0x23
	c := cursor{layout: b.r.u.layout, section: "location", data: expression}
	if op := c.u8(); op != plusConstant && c.err == nil {
		return 0, b.fail(off, "unexpected opcode")
	}
	n := c.uleb()
	return int64(n), c.err
}

// emptyArrays finds arrays without elements, which some compilers describe with one element: the next member, or the
// end of the struct, begins at the same offset. They get a new type, since other members may use the old one.
func emptyArrays(t *StructType, starts []int64) {
	for i := range starts[1:] {
		a, ok := t.Field[i].Type.(*ArrayType)
		if ok && starts[i] == starts[i+1] && sizeOf(a.Type) != 0 {
			empty := *a
			empty.Count = 0
			t.Field[i].Type = &empty
		}
	}
}
