package dwarf

import "strconv"

// A Type is a type that an entry describes, a pointer to one of the structs below.
type Type interface {
	Common() *CommonType
	String() string
	Size() int64
}

// A CommonType has the properties of all types; a property that the entry lacks is zero, or -1 for the size.
type CommonType struct {
	ByteSize int64  // of a value
	Name     string // the name that the program uses
}

func (c *CommonType) Common() *CommonType { return c }

func (c *CommonType) Size() int64 { return c.ByteSize }

// A BasicType has the properties of all basic types. Its bit fields have the meaning of those in StructField.
type BasicType struct {
	CommonType
	BitSize       int64
	BitOffset     int64
	DataBitOffset int64
}

func (b *BasicType) Basic() *BasicType { return b }

func (t *BasicType) String() string {
	if t.Name == "" {
		return "?"
	}
	return t.Name
}

// A CharType is a signed character type.
type CharType struct{ BasicType }

// A UcharType is an unsigned character type.
type UcharType struct{ BasicType }

// An IntType is a signed integer type.
type IntType struct{ BasicType }

// A UintType is an unsigned integer type.
type UintType struct{ BasicType }

// A FloatType is a floating-point type.
type FloatType struct{ BasicType }

// A ComplexType is a type of complex floating-point numbers.
type ComplexType struct{ BasicType }

// A BoolType is a boolean type.
type BoolType struct{ BasicType }

// An AddrType is a type of machine addresses.
type AddrType struct{ BasicType }

// An UnspecifiedType is a type that the language cannot express, or that the compiler does not know.
type UnspecifiedType struct{ BasicType }

// A QualType is a type with one of C's qualifiers const, restrict and volatile.
type QualType struct {
	CommonType
	Qual string
	Type Type
}

func (t *QualType) String() string { return render(t) }

func (t *QualType) Size() int64 { return sizeOf(t) }

// An ArrayType is an array type.
type ArrayType struct {
	CommonType
	Type          Type
	StrideBitSize int64 // bits from one element to the next, if the entry has them
	Count         int64 // -1 for arrays without a length
}

func (t *ArrayType) String() string { return render(t) }

func (t *ArrayType) Size() int64 { return sizeOf(t) }

// A VoidType is C's void.
type VoidType struct{ CommonType }

func (t *VoidType) String() string { return render(t) }

// A PtrType is a pointer type.
type PtrType struct {
	CommonType
	Type Type
}

func (t *PtrType) String() string { return render(t) }

// A StructType is a struct, a union or a class of C++.
type StructType struct {
	CommonType
	StructName string
	Kind       string // struct, union or class
	Field      []*StructField
	Incomplete bool // declared only
}

func (t *StructType) String() string { return render(t) }

// Defn returns the definition with its fields, even if the type has a name.
func (t *StructType) Defn() string {
	var p printer
	p.definition(t)
	return string(p.text)
}

// A StructField is a member of a struct, a union or a class.
//
// A member with a BitSize is a bit field. DataBitOffset, from DWARF 4 on, counts the bits from the beginning of the
// struct to the field. BitOffset, of older compilers, counts the bits from the most significant bit of the storage
// unit, which has the size of the declared type, to the most significant bit of the field, so that it depends on the
// order of bytes. At most one of both is not zero.
type StructField struct {
	Name          string
	Type          Type
	ByteOffset    int64
	ByteSize      int64 // size of the storage unit of some bit fields; for other members use Type.Size()
	BitOffset     int64
	DataBitOffset int64
	BitSize       int64 // 0 for members that are not bit fields
}

// bitOffset returns where a bit field begins, in the notation that its compiler used.
func (f *StructField) bitOffset() int64 {
	if f.BitOffset != 0 {
		return f.BitOffset
	}
	return f.DataBitOffset
}

// An EnumType is an enumeration. Of its integer type only the size is known.
type EnumType struct {
	CommonType
	EnumName string
	Val      []*EnumValue
}

func (t *EnumType) String() string { return render(t) }

// An EnumValue is a constant of an enumeration.
type EnumValue struct {
	Name string
	Val  int64
}

// A FuncType is a function type.
type FuncType struct {
	CommonType
	ReturnType Type
	ParamType  []Type
}

func (t *FuncType) String() string { return render(t) }

// A DotDotDotType stands for the variable parameters of a variadic function.
type DotDotDotType struct{ CommonType }

func (t *DotDotDotType) String() string { return render(t) }

// A TypedefType is a type with a name of its own.
type TypedefType struct {
	CommonType
	Type Type
}

func (t *TypedefType) String() string { return t.Name }

func (t *TypedefType) Size() int64 { return sizeOf(t) }

// An UnsupportedType stands for an entry that describes none of the types above.
type UnsupportedType struct {
	CommonType
	Tag Tag
}

func (t *UnsupportedType) String() string { return render(t) }

// Limits for String and Size: types of corrupt entries may contain themselves, or have a text whose length is
// exponential in the number of entries.
const (
	deepest = 1000
	longest = 1 << 20
)

// sizeOf returns the size of a value: typedefs and qualifiers are followed, and array lengths multiply. It is 0 if a
// type refers to itself.
func sizeOf(t Type) int64 {
	factor := int64(1)
	for range deepest {
		switch u := t.(type) {
		case *QualType:
			t = u.Type
		case *TypedefType:
			t = u.Type
		case *ArrayType:
			factor *= max(u.Count, 0)
			t = u.Type
		case nil:
			return 0
		default:
			return factor * u.Size()
		}
	}
	return 0
}

// A printer formats types.
type printer struct {
	text  []byte
	depth int
}

func render(t Type) string {
	var p printer
	p.typ(t)
	return string(p.text)
}

func (p *printer) put(texts ...string) {
	for _, s := range texts {
		p.text = append(p.text, s...)
	}
}

func (p *printer) number(n int64) { p.text = strconv.AppendInt(p.text, n, 10) }

// typ prints a type by its name, or without its members.
func (p *printer) typ(t Type) {
	if p.depth > deepest || len(p.text) > longest {
		p.put("...")
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	switch t := t.(type) {
	case nil:
		p.put("?")
	case *VoidType:
		p.put("void")
	case *DotDotDotType:
		p.put("...")
	case *PtrType:
		p.put("*")
		p.typ(t.Type)
	case *QualType:
		p.put(t.Qual, " ")
		p.typ(t.Type)
	case *ArrayType:
		p.put("[")
		p.number(t.Count)
		p.put("]")
		p.typ(t.Type)
	case *UnsupportedType:
		if t.Name != "" {
			p.put(t.Name)
		} else {
			p.put("(unsupported type ", t.Tag.String(), ")")
		}
	case *StructType:
		if t.StructName != "" {
			p.put(t.Kind, " ", t.StructName)
		} else {
			p.definition(t)
		}
	case *EnumType:
		p.enumeration(t)
	case *FuncType:
		p.function(t)
	default:
		p.put(t.String())
	}
}

// definition prints a struct with its members: name, type, offset, and the bits of bit fields.
func (p *printer) definition(t *StructType) {
	p.put(t.Kind)
	if t.StructName != "" {
		p.put(" ", t.StructName)
	}
	if t.Incomplete {
		p.put(" /*incomplete*/")
		return
	}
	p.put(" {")
	for i, f := range t.Field {
		if i > 0 {
			p.put("; ")
		}
		p.put(f.Name, " ")
		p.typ(f.Type)
		p.put("@")
		p.number(f.ByteOffset)
		if f.BitSize > 0 {
			p.put(" : ")
			p.number(f.BitSize)
			p.put("@")
			p.number(f.bitOffset())
		}
	}
	p.put("}")
}

func (p *printer) enumeration(t *EnumType) {
	p.put("enum")
	if t.EnumName != "" {
		p.put(" ", t.EnumName)
	}
	p.put(" {")
	for i, v := range t.Val {
		if i > 0 {
			p.put("; ")
		}
		p.put(v.Name, "=")
		p.number(v.Val)
	}
	p.put("}")
}

func (p *printer) function(t *FuncType) {
	p.put("func(")
	for i, parameter := range t.ParamType {
		if i > 0 {
			p.put(", ")
		}
		p.typ(parameter)
	}
	p.put(")")
	if t.ReturnType != nil {
		p.put(" ")
		p.typ(t.ReturnType)
	}
}
