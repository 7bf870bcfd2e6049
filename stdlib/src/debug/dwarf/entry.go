package dwarf

import (
	"encoding/binary"
	"errors"
)

// An Entry is an entry of section info: a tag and attributes.
type Entry struct {
	Offset   Offset // the offset in section info
	Tag      Tag
	Children bool // whether the entry has children, which follow it
	Field    []Field
}

// A Field is an attribute of an entry with its value. The class defines the meaning and the Go type of the value;
// see the constants of Class.
type Field struct {
	Attr  Attr
	Val   any
	Class Class
}

// AttrField returns the field of an attribute, nil if the entry lacks it.
func (e *Entry) AttrField(a Attr) *Field {
	for i := range e.Field {
		if f := &e.Field[i]; f.Attr == a {
			return f
		}
	}
	return nil
}

// Val returns the value of an attribute, nil if the entry lacks it. A type assertion tests both that the value exists
// and it has the right type.
func (e *Entry) Val(a Attr) any {
	if f := e.AttrField(a); f != nil {
		return f.Val
	}
	return nil
}

// integer returns the value of an attribute that is a constant.
func (e *Entry) integer(a Attr) (n int64, ok bool) {
	n, ok = e.Val(a).(int64)
	return n, ok
}

// entry reads an entry. The entry that ends a list of children has the tag 0 and no offset.
func (r *decoder) entry() (*Entry, error) {
	off := r.c.place()
	code := r.c.uleb()
	if r.c.err != nil {
		return nil, r.c.err
	}
	if code == 0 {
		return new(Entry), nil
	}
	a := r.u.abbrevs.find(code)
	if a == nil {
		r.c.fail("unknown abbreviation table index")
		return nil, r.c.err
	}
	e := &Entry{Offset: off, Tag: a.tag, Children: a.children}
	if len(a.specs) > 0 {
		e.Field = make([]Field, 0, len(a.specs))
	}
	for _, s := range a.specs {
		f, err := r.field(s)
		if err != nil {
			return nil, err
		}
		e.Field = append(e.Field, f)
	}
	return e, nil
}

// A Reader walks through the entries of section info. They form a tree for each unit: Next returns an entry before
// its children; an entry with the tag 0 ends the children.
type Reader struct {
	decoder
	units []*unit
	index int // the index of u in units
	err   error

	children bool   // whether the last entry has children
	sibling  Offset // the offset after the children, 0 if the entry does not say
}

// Reader returns a reader before the first entry.
func (d *Data) Reader() *Reader {
	r := &Reader{units: d.units}
	r.d = d
	r.Seek(0)
	return r
}

// enter moves to an offset in a unit.
func (r *Reader) enter(index int, off Offset) {
	r.index = index
	r.u = r.units[index]
	r.c = r.u.cursor(off)
}

// AddressSize returns the number of bytes of an address in the reader's current unit.
func (r *Reader) AddressSize() int {
	if r.u == nil {
		return 0
	}
	return r.u.address
}

// ByteOrder returns the byte order of the reader's current unit.
func (r *Reader) ByteOrder() binary.ByteOrder { return r.d.order }

// Seek moves to the entry at an offset; offset 0 is the first entry. If no unit has the offset, Next returns the error.
func (r *Reader) Seek(off Offset) {
	r.err = nil
	r.children = false
	index := 0
	if off == 0 {
		if len(r.units) == 0 {
			return
		}
		off = r.units[0].first
	} else if index = unitAt(r.units, off); index < 0 {
		r.err = errors.New("offset out of range")
		return
	}
	r.enter(index, off)
}

// Next returns the next entry, or nil, nil after the last. After an error it returns the same error until Seek.
func (r *Reader) Next() (*Entry, error) {
	for {
		if r.err != nil {
			return nil, r.err
		}
		if r.u == nil {
			return nil, nil
		}
		if r.c.left() > 0 {
			break
		}
		if r.index+1 >= len(r.units) {
			return nil, nil
		}
		r.enter(r.index+1, r.units[r.index+1].first)
	}
	e, err := r.entry()
	if err != nil {
		r.err = err
		return nil, err
	}
	r.children = e.Children
	r.sibling = 0
	if r.children {
		r.sibling, _ = e.Val(AttrSibling).(Offset)
		isUnit := e.Tag == TagCompileUnit || e.Tag == TagPartialUnit
		if isUnit && r.sibling == 0 && r.index+1 < len(r.units) {
			r.sibling = r.units[r.index+1].first
		}
	}
	return e, nil
}

// SkipChildren moves behind the children of the entry that Next returned last, if it has any.
func (r *Reader) SkipChildren() {
	if r.err != nil || !r.children {
		return
	}
	if r.jump() {
		return
	}
	for depth := 1; depth > 0; {
		e, err := r.Next()
		switch {
		case err != nil || e == nil:
			return
		case e.Tag == 0:
			depth--
		case e.Children && !r.jump():
			depth++
		}
	}
}

// jump moves to the sibling of the last entry, if it is known. A sibling before the children would cause an infinite
// loop.
func (r *Reader) jump() bool {
	if r.sibling < r.c.place() {
		return false
	}
	r.Seek(r.sibling)
	return true
}
