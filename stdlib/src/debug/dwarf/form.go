package dwarf

import "strconv"

// A form says how the value of an attribute is encoded (section 7.5.6 of DWARF 5).
type form uint32

const (
	formAddr          form = 0x01
	formBlock2        form = 0x03
	formBlock4        form = 0x04
	formData2         form = 0x05
	formData4         form = 0x06
	formData8         form = 0x07
	formString        form = 0x08
	formBlock         form = 0x09
	formBlock1        form = 0x0a
	formData1         form = 0x0b
	formFlag          form = 0x0c
	formSdata         form = 0x0d
	formStrp          form = 0x0e
	formUdata         form = 0x0f
	formRefAddr       form = 0x10
	formRef1          form = 0x11
	formRef2          form = 0x12
	formRef4          form = 0x13
	formRef8          form = 0x14
	formRefUdata      form = 0x15
	formIndirect      form = 0x16
	formSecOffset     form = 0x17
	formExprLoc       form = 0x18
	formFlagPresent   form = 0x19
	formStrx          form = 0x1a
	formAddrx         form = 0x1b
	formRefSup4       form = 0x1c
	formStrpSup       form = 0x1d
	formData16        form = 0x1e
	formLineStrp      form = 0x1f
	formRefSig8       form = 0x20
	formImplicitConst form = 0x21
	formLocListx      form = 0x22
	formRngListx      form = 0x23
	formRefSup8       form = 0x24
	formStrx1         form = 0x25
	formStrx2         form = 0x26
	formStrx3         form = 0x27
	formStrx4         form = 0x28
	formAddrx1        form = 0x29
	formAddrx2        form = 0x2a
	formAddrx3        form = 0x2b
	formAddrx4        form = 0x2c
	formRefAlt        form = 0x1f20 // GNU's extension, like the next
	formStrpAlt       form = 0x1f21
)

// classNone is the class of unknown forms; classLate is the class of formIndirect, where the entry contains the form.
const (
	classNone Class = -1 - iota
	classLate
)

// Forms whose class depends on the attribute.
const (
	classOfBlock  Class = -10 - iota // a block, or an expression
	classOfData                      // a constant; in DWARF 2 and 3 it may be a section offset
	classOfOffset                    // a section offset
)

var formClasses = map[form]Class{
	formAddr:          ClassAddress,
	formBlock2:        classOfBlock,
	formBlock4:        classOfBlock,
	formData2:         classOfData,
	formData4:         classOfData,
	formData8:         classOfData,
	formString:        ClassString,
	formBlock:         classOfBlock,
	formBlock1:        classOfBlock,
	formData1:         classOfData,
	formFlag:          ClassFlag,
	formSdata:         classOfData,
	formStrp:          ClassString,
	formUdata:         classOfData,
	formRefAddr:       ClassReference,
	formRef1:          ClassReference,
	formRef2:          ClassReference,
	formRef4:          ClassReference,
	formRef8:          ClassReference,
	formRefUdata:      ClassReference,
	formIndirect:      classLate,
	formSecOffset:     classOfOffset,
	formExprLoc:       ClassExprLoc,
	formFlagPresent:   ClassFlag,
	formStrx:          ClassString,
	formAddrx:         ClassAddress,
	formRefSup4:       ClassReference,
	formStrpSup:       ClassString,
	formData16:        classOfData,
	formLineStrp:      ClassString,
	formRefSig8:       ClassReferenceSig,
	formImplicitConst: classOfData,
	formLocListx:      ClassLocList,
	formRngListx:      ClassRngList,
	formRefSup8:       ClassReference,
	formStrx1:         ClassString,
	formStrx2:         ClassString,
	formStrx3:         ClassString,
	formStrx4:         ClassString,
	formAddrx1:        ClassAddress,
	formAddrx2:        ClassAddress,
	formAddrx3:        ClassAddress,
	formAddrx4:        ClassAddress,
	formRefAlt:        ClassReferenceAlt,
	formStrpAlt:       ClassStringAlt,
}

// classOf returns the class of an attribute in a form.
func classOf(f form, a Attr, version int) Class {
	class, ok := formClasses[f]
	switch {
	case !ok:
		return classNone
	case class == classOfBlock:
		if holdsExpression(a) {
			return ClassExprLoc
		}
		return ClassBlock
	case class == classOfOffset:
		return pointerClass(a)
	case class == classOfData:
		if p := pointerClass(a); version < 4 && p != ClassUnknown {
			return p
		}
		return ClassConstant
	}
	return class
}

// holdsExpression reports whether an attribute is an expression, which DWARF 2 and 3 store as a block.
func holdsExpression(a Attr) bool {
	switch a {
	case AttrLocation, AttrByteSize, AttrBitOffset, AttrBitSize, AttrStringLength, AttrLowerBound, AttrReturnAddr,
		AttrStrideSize, AttrUpperBound, AttrCount, AttrDataMemberLoc, AttrFrameBase, AttrSegment, AttrStaticLink,
		AttrUseLocation, AttrVtableElemLoc, AttrAllocated, AttrAssociated, AttrDataLocation, AttrStride:
		return true
	}
	return false
}

// pointerClass returns the class of a section offset, which names the section; ClassUnknown for other attributes.
func pointerClass(a Attr) Class {
	switch a {
	case AttrStmtList:
		return ClassLinePtr
	case AttrLocation, AttrStringLength, AttrReturnAddr, AttrDataMemberLoc, AttrFrameBase, AttrSegment, AttrStaticLink,
		AttrUseLocation, AttrVtableElemLoc, AttrLoclistsBase:
		return ClassLocListPtr
	case AttrStartScope, AttrRanges:
		return ClassRangeListPtr
	case AttrMacroInfo:
		return ClassMacPtr
	case AttrStrOffsetsBase:
		return ClassStrOffsetsPtr
	case AttrAddrBase:
		return ClassAddrPtr
	case AttrRnglistsBase:
		return ClassRngListsPtr
	}
	return ClassUnknown
}

// A raw is a value as section info encodes it: a number, or bytes.
type raw struct {
	n     uint64
	bytes []byte
	text  string
}

// raw reads a value; it does not read the other sections that the form may refer to.
func (c *cursor) raw(f form) (v raw) {
	switch f {
	case formAddr:
		v.n = c.addr()
	case formBlock1:
		v.bytes = c.take(c.number(1))
	case formBlock2:
		v.bytes = c.take(c.number(2))
	case formBlock4:
		v.bytes = c.take(c.number(4))
	case formBlock, formExprLoc:
		v.bytes = c.take(c.uleb())
	case formData16:
		v.bytes = c.take(16)
	case formString:
		v.text = c.text()
	case formData1, formFlag, formRef1, formStrx1, formAddrx1:
		v.n = c.number(1)
	case formData2, formRef2, formStrx2, formAddrx2:
		v.n = c.number(2)
	case formStrx3, formAddrx3:
		v.n = c.number(3)
	case formData4, formRef4, formStrx4, formAddrx4, formRefSup4:
		v.n = c.number(4)
	case formData8, formRef8, formRefSig8, formRefSup8:
		v.n = c.number(8)
	case formSdata:
		v.n = uint64(c.sleb())
	case formUdata, formRefUdata, formStrx, formAddrx, formLocListx, formRngListx:
		v.n = c.uleb()
	case formStrp, formLineStrp, formStrpSup, formSecOffset, formRefAlt, formStrpAlt:
		v.n = c.offset()
	case formRefAddr:
		// In DWARF 2 the form had the size of an address.
		if c.version < 3 {
			v.n = c.addr()
		} else {
			v.n = c.offset()
		}
	case formFlagPresent:
		v.n = 1
	case formImplicitConst: // The abbreviation has the value.
	default:
		c.fail("unknown entry attr format 0x" + strconv.FormatUint(uint64(f), 16))
	}
	return v
}

// A decoder converts raw values to values of fields.
type decoder struct {
	d *Data
	u *unit
	c cursor // in the entries of u
}

// field reads the value of an attribute.
func (r *decoder) field(s spec) (Field, error) {
	f, class := s.form, s.class
	if f == formIndirect {
		f = form(r.c.uleb())
		if class = classOf(f, s.attr, r.u.version); class == classNone {
			r.c.fail("cannot determine class of unknown attribute form")
		}
	}
	v := r.c.raw(f)
	if f == formImplicitConst {
		v.n = uint64(s.implicit)
	}
	if r.c.err != nil {
		return Field{}, r.c.err
	}
	value, err := r.value(f, class, v)
	if r.c.err != nil {
		err = r.c.err
	}
	return Field{s.attr, value, class}, err
}

// value returns the value in the Go type of its class.
func (r *decoder) value(f form, class Class, v raw) (any, error) {
	switch f {
	case formString:
		return v.text, nil
	case formStrp:
		return r.d.str.at(v.n)
	case formLineStrp:
		if r.d.lineStr.text == "" {
			r.c.fail("DW_FORM_line_strp with no .debug_line_str section")
			return nil, nil
		}
		return r.d.lineStr.at(v.n)
	case formStrx, formStrx1, formStrx2, formStrx3, formStrx4:
		return r.indexedString(v.n)
	case formAddrx, formAddrx1, formAddrx2, formAddrx3, formAddrx4:
		return r.indexedAddress(v.n)
	case formRngListx:
		return r.d.rangeListOf(r.u, v.n)
	case formRef1, formRef2, formRef4, formRef8, formRefUdata:
		return r.u.start + Offset(v.n), nil
	case formRefAddr:
		return Offset(v.n), nil
	case formFlag, formFlagPresent:
		return v.n == 1, nil
	case formRefSup4:
		return uint32(v.n), nil
	case formStrpSup:
		if r.u.wide {
			return v.n, nil
		}
		return uint32(v.n), nil
	case formAddr, formRefSig8, formRefSup8, formLocListx:
		return v.n, nil
	}
	if v.bytes != nil {
		return v.bytes, nil
	}
	switch class {
	case ClassBlock, ClassExprLoc:
		return []byte{}, nil
	}
	return int64(v.n), nil
}

// indexedString returns the string with an index of section str_offsets.
func (r *decoder) indexedString(index uint64) (any, error) {
	if len(r.d.strOffsets) == 0 {
		r.c.fail("DW_FORM_strx with no .debug_str_offsets section")
		return nil, nil
	}
	c := r.d.cursor("str_offsets", r.d.strOffsets, r.u.layout, 0)
	c.seek(slot(r.u.bases.strings, index, c.offsetSize()))
	off := c.offset()
	if c.err != nil {
		return nil, c.err
	}
	return r.d.str.at(off)
}

// indexedAddress returns the address with an index of section addr.
func (r *decoder) indexedAddress(index uint64) (any, error) {
	if len(r.d.addrs) == 0 {
		r.c.fail("DW_FORM_addrx with no .debug_addr section")
		return nil, nil
	}
	return r.d.addressAt(r.u, index)
}

// addressAt returns the address with an index in a unit's part of section addr.
func (d *Data) addressAt(u *unit, index uint64) (uint64, error) {
	c := d.cursor("addr", d.addrs, u.layout, 0)
	c.seek(slot(u.bases.addresses, index, u.address))
	a := c.addr()
	return a, c.err
}

// slot returns the offset of a table's element; if it overflows, the greatest offset, which is in no section.
func slot(base, index uint64, size int) uint64 {
	if index > 1<<40 || base > 1<<60 {
		return 1<<64 - 1
	}
	return base + index*uint64(size)
}

// bases are the offsets of a unit's parts in sections that several units share.
type bases struct {
	strings, addresses, ranges uint64
}

// readBases reads the bases, which are attributes of the unit's first entry. Another attribute of this entry may need a
// base that follows it, so the bases are read first. Invalid values are reported when the entry is read.
func (u *unit) readBases() {
	c := u.cursor(u.first)
	a := u.abbrevs.find(c.uleb())
	if a == nil {
		return
	}
	for _, s := range a.specs {
		f := s.form
		if f == formIndirect {
			f = form(c.uleb())
		}
		v := c.raw(f)
		if c.err != nil {
			return
		}
		if f == formImplicitConst {
			v.n = uint64(s.implicit)
		}
		switch s.attr {
		case AttrStrOffsetsBase:
			u.bases.strings = v.n
		case AttrAddrBase:
			u.bases.addresses = v.n
		case AttrRnglistsBase:
			u.bases.ranges = v.n
		}
	}
}
