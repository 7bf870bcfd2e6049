package json

import (
	"encoding/json/internal/wire"
	"internal/rtype"
	"reflect"
	"unsafe"
)

// Most texts are valid as a whole, and most values have neither methods nor options. Their objects and arrays are read
// here, each member and element by two natives: what the reader knows of its position is brought up to date only before
// values that take more than that.

// A quickKind says which native reads the values of a type.
type quickKind uint8

const (
	notQuick quickKind = iota
	quickString
	quickSigned
	quickUnsigned
	quickFloat
	quickBool
)

func (pl *plan) quickKind() quickKind {
	switch k := pl.kind; {
	case pl.hasReader || pl.special == isDuration:
		return notQuick
	case k == reflect.String:
		return quickString
	case isSigned(k):
		return quickSigned
	case isUnsigned(k):
		return quickUnsigned
	case k == reflect.Float64:
		return quickFloat
	case k == reflect.Bool:
		return quickBool
	}
	return notQuick
}

// isQuick reports whether the next value can be read as this file does.
func (d *reading) isQuick() bool { return d.isPlain && d.r.IsChecked() }

// quick reads the value at Buf[at] into p, and returns where it ends; 0 if no native reads it.
func (d *reading) quick(p unsafe.Pointer, pl *plan, at int) (end int) {
	buf := d.r.Buf
	c := buf[at]
	switch pl.quick {
	case quickString:
		if c == '"' {
			*(*string)(p), end = wire.StringAt(buf, at)
		}
	case quickSigned:
		if c == '-' || '0' <= c && c <= '9' {
			if n, behind, ok := wire.IntegerAt(buf, at, int(pl.size)*8); ok {
				setInteger(pl.size, p, uint64(n))
				end = behind
			}
		}
	case quickUnsigned:
		if '0' <= c && c <= '9' {
			if n, behind, ok := wire.UnsignedAt(buf, at, int(pl.size)*8); ok {
				setInteger(pl.size, p, n)
				end = behind
			}
		}
	case quickFloat:
		if c == '-' || '0' <= c && c <= '9' {
			if f, behind, ok := wire.FloatAt(buf, at, 64); ok {
				*(*float64)(p) = f
				end = behind
			}
		}
	case quickBool:
		switch c {
		case 't':
			*(*bool)(p), end = true, at+len("true")
		case 'f':
			*(*bool)(p), end = false, at+len("false")
		}
	}
	return end
}

// hasMembers reports whether members reads the objects of a type.
func (pl *plan) hasMembers() bool {
	o := pl.object
	return o != nil && !pl.hasReader && pl.special != isTime && o.err == nil && o.exact && o.rest == nil
}

// members reads an object whose fields match only their own names. The first guess is that the members are in the order
// of the fields.
func (d *reading) members(p unsafe.Pointer, pl *plan) error {
	r, o := d.r, pl.object
	more, err := r.Enter()
	depth := len(r.Frames) - 1
	next := 0
	for more && err == nil {
		var f *field
		var end, value int
		if next < len(o.fields) {
			f = &o.fields[next]
			end, value = wire.MemberAt(r.Buf, r.Pos, f.literal)
		}
		if end == 0 {
			var name string
			name, end, value = wire.NameAt(r.Buf, r.Pos)
			if i, ok := o.byName[name]; ok {
				next = i
				f = &o.fields[i]
			} else {
				r.Named(end, value)
				if err = r.Skip(); err == nil {
					more, err = r.More()
				}
				continue
			}
		}
		next++
		if f.direct && !f.asString {
			q := unsafe.Add(p, f.offset)
			if behind := d.quick(q, f.plan, value); behind > 0 {
				frame := &r.Frames[depth]
				frame.Name = r.Buf[r.Pos:end]
				frame.N += 2
				r.Pos = value
				more = r.After(behind)
				continue
			}
			r.Named(end, value)
			err = d.at(q, f.plan, r.Buf[value], 0)
		} else {
			nameAt := r.Start()
			r.Named(end, value)
			err = d.member(p, pl, f, f.name, nameAt)
		}
		if err == nil {
			more, err = r.More()
		}
	}
	return err
}

// entries reads an object into the map m, whose keys are strings.
func (d *reading) entries(m unsafe.Pointer, pl *plan) error {
	r, e := d.r, pl.elem
	// The names of an object differ, so that no entry of a map that was empty is overwritten.
	wasEmpty := rtype.MapLen(m) == 0
	more, err := r.Enter()
	depth := len(r.Frames) - 1
	var x unsafe.Pointer
	var name string
	var end, value int
	for more && err == nil {
		name, end, value = wire.NameAt(r.Buf, r.Pos)
		if x == nil || e.quick == notQuick {
			x = rtype.New(e.id, 1)
		}
		if e.quick != notQuick {
			if behind := d.quick(x, e, value); behind > 0 {
				rtype.MapSet(pl.id, m, unsafe.Pointer(&name), x)
				frame := &r.Frames[depth]
				frame.Name = r.Buf[r.Pos:end]
				frame.N += 2
				r.Pos = value
				more = r.After(behind)
				continue
			}
			e.clear(x)
		}
		r.Named(end, value)
		if !wasEmpty {
			if old := rtype.MapGet(pl.id, m, unsafe.Pointer(&name)); old != nil {
				rtype.Move(e.id, x, old)
			}
		}
		err = d.at(x, e, r.Buf[value], 0)
		rtype.MapSet(pl.id, m, unsafe.Pointer(&name), x)
		if err == nil {
			more, err = r.More()
		}
	}
	return err
}

// grow makes room for one more element.
func (pl *plan) grow(s *slice) {
	c := rtype.GrownCap(pl.elem.id, s.cap, s.cap+1)
	at := rtype.New(pl.elem.id, c)
	rtype.MoveArray(pl.elem.id, at, s.at, s.len)
	s.at, s.cap = at, c
}
