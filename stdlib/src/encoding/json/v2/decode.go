package json

import (
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"encoding/json/jsontext"
	"internal/rtype"
	"reflect"
	"unsafe"
)

// A reading is a call that reads a value.
type reading struct {
	r     *wire.Reader
	on    jsonopts.Flag
	funcs *Unmarshalers
	how   how
	// isPlain says that there are no options and functions.
	isPlain bool
	// first is the first error that did not end the call, which occurs with encoding/json's options only.
	first error
}

// begin sets the fields that depend on the options.
func (d *reading) begin() {
	d.on = d.r.Opts.On
	if d.r.Opts.Has&jsonopts.Unmarshalers != 0 {
		d.funcs, _ = d.r.Opts.Unmarshalers.(*Unmarshalers)
	}
	if d.on&jsonopts.OfTag != 0 {
		d.on &^= jsonopts.StringifyNumbers
		d.how = asTag
	}
	d.isPlain = d.on == 0 && d.how == 0 && d.funcs == nil
}

// soft returns an error, or, if it does not end the call, notes it.
func (d *reading) soft(err error) error {
	if d.on&jsonopts.ReportErrorsWithLegacySemantics == 0 {
		return err
	}
	if d.first == nil {
		d.first = err
	}
	return nil
}

// failure returns a SemanticError for the next value, of that kind.
func (d *reading) failure(t reflect.Type, kind byte, err error) *SemanticError {
	return &SemanticError{
		action: unmarshaling, ByteOffset: d.r.Start(), JSONPointer: jsontext.Pointer(d.r.Pointer(wire.Next)),
		JSONKind: jsontext.Kind(kind), GoType: t, Err: err,
	}
}

// integer reads a signed integer.
func (d *reading) integer(p unsafe.Pointer, pl *plan, c byte, how how) error {
	if (c == '-' || '0' <= c && c <= '9') && how&asTag == 0 && d.on&jsonopts.StringifyNumbers == 0 {
		if n, end, ok := wire.IntegerAt(d.r.Buf, d.r.Pos, int(pl.size)*8); ok {
			setInteger(pl.size, p, uint64(n))
			d.r.Took(end)
			return nil
		}
	}
	return d.number(p, pl, c, how)
}

// isEnd reports whether an object or array ends with c.
func isEnd(c byte) bool { return c == '}' || c == ']' }

// mismatch skips the next value, which begins with c, and reports that it does not fit.
func (d *reading) mismatch(pl *plan, c byte, err error) error {
	return d.reject(pl, c, wire.Kind(c), nil, err)
}

// reject is mismatch with a kind, and the text of the value.
func (d *reading) reject(pl *plan, c, kind byte, text []byte, reason error) error {
	failed := d.failure(pl.typ, kind, reason)
	if isEnd(c) {
		failed.JSONPointer = jsontext.Pointer(d.r.Pointer(wire.Container))
	}
	if text != nil {
		failed.JSONValue = append(jsontext.Value(nil), text...)
	}
	var err error
	switch pl.kind {
	case reflect.Map, reflect.Struct, reflect.Slice, reflect.Array:
		if d.on&jsonopts.ReportErrorsWithLegacySemantics == 0 && (c == '{' || c == '[' || isEnd(c)) && !isBinary(pl, d.on) && pl.special != isTime {
			_, err = d.r.Token()
			break
		}
		err = d.r.Skipped(c)
	default:
		err = d.r.Skipped(c)
	}
	if err != nil {
		return err
	}
	return d.soft(failed)
}

// misused returns the error for the option string on a field that is not a number.
func (d *reading) misused(pl *plan, c byte) error { return d.reject(pl, c, 0, nil, errTag) }

// at reads the next value, which begins with c, into p.
func (d *reading) at(p unsafe.Pointer, pl *plan, c byte, how how) error {
	if pl.hasReader || d.funcs != nil {
		if done, err := d.custom(p, pl, c, how); done {
			return err
		}
	}
	r := d.r
	if !r.IsChecked() {
		if err := r.Scalar(c); err != nil {
			return err
		}
	}
	switch pl.kind {
	case reflect.String:
		if how&asTag != 0 {
			return d.taggedString(p, pl, c)
		}
		if c == '"' {
			s, end := wire.StringAt(r.Buf, r.Pos)
			*(*string)(p) = s
			r.Took(end)
			return nil
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if pl.special == isDuration {
			return d.rare(p, pl, c, how)
		}
		return d.integer(p, pl, c, how)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if '0' <= c && c <= '9' && how&asTag == 0 && d.on&jsonopts.StringifyNumbers == 0 {
			if n, end, ok := wire.UnsignedAt(r.Buf, r.Pos, int(pl.size)*8); ok {
				setInteger(pl.size, p, n)
				r.Took(end)
				return nil
			}
		}
		return d.number(p, pl, c, how)
	case reflect.Struct:
		if pl.special == isTime {
			return d.rare(p, pl, c, how)
		}
		if c == '{' && how&asTag == 0 {
			return d.object(p, pl, how)
		}
		return d.container(p, pl, c, how)
	case reflect.Bool:
		if how&asTag != 0 {
			return d.taggedBool(p, pl, c)
		}
		if c == 't' || c == 'f' {
			*(*bool)(p) = c == 't'
			return r.Skipped(c)
		}
	case reflect.Float32, reflect.Float64:
		return d.number(p, pl, c, how)
	case reflect.Interface:
		return d.iface(p, pl, c, how)
	case reflect.Pointer:
		return d.pointer((*unsafe.Pointer)(p), pl, c, how)
	case reflect.Map, reflect.Slice, reflect.Array:
		return d.container(p, pl, c, how)
	default:
		return d.rare(p, pl, c, how)
	}
	if c == 'n' {
		return d.null(p, pl)
	}
	return d.mismatch(pl, c, nil)
}

func (d *reading) pointer(p *unsafe.Pointer, pl *plan, c byte, how how) error {
	if c == 'n' {
		*p = nil
		return d.r.Skipped(c)
	}
	if *p == nil {
		*p = rtype.New(pl.elem.id, 1)
	}
	return d.at(*p, pl.elem, c, how)
}

func (d *reading) iface(p unsafe.Pointer, pl *plan, c byte, how how) error {
	if how&asTag != 0 && d.on&jsonopts.ReportErrorsWithLegacySemantics == 0 {
		return d.misused(pl, c)
	}
	if c == 'n' {
		pl.value(p).SetZero()
		return d.r.Skipped(c)
	}
	v := pl.value(p)
	if v.IsNil() {
		if pl.typ.NumMethod() > 0 {
			return d.reject(pl, c, 0, nil, errNilType)
		}
		if d.funcs == nil {
			x, err := d.any(c)
			if pl.special == isAny {
				*(*any)(p) = x
			} else if x != nil {
				v.Set(reflect.ValueOf(x))
			}
			return err
		}
	}
	inner := v.Elem()
	if d.on&jsonopts.MergeWithLegacySemantics != 0 && !v.IsNil() && inner.Kind() != reflect.Pointer {
		inner = reflect.Value{}
		if pl.typ.NumMethod() > 0 {
			return d.reject(pl, c, 0, nil, errNilType)
		}
	}
	if !inner.IsValid() {
		inner = reflect.Zero(typeFor(c))
	}
	if inner.Kind() == reflect.Pointer && !inner.IsNil() && d.funcs == nil {
		return d.at(inner.UnsafePointer(), planOf(inner.Type().Elem()), c, 0)
	}
	fresh := reflect.New(inner.Type())
	fresh.Elem().Set(inner)
	err := d.at(fresh.UnsafePointer(), planOf(inner.Type()), c, 0)
	v.Set(fresh.Elem())
	return err
}

// typeFor returns the type that an interface gets for JSON that begins with c.
func typeFor(c byte) reflect.Type {
	switch c {
	case '"':
		return reflect.TypeFor[string]()
	case 't', 'f':
		return reflect.TypeFor[bool]()
	case '{':
		return anyMapType
	case '[':
		return anySliceType
	}
	return reflect.TypeFor[float64]()
}

// any returns the next value for an interface.
func (d *reading) any(c byte) (any, error) {
	r := d.r
	if r.IsChecked() && d.on&(jsonopts.StringifyNumbers|jsonopts.AllowDuplicateNames) == 0 {
		if x, end, ok := wire.AnyAt(r.Buf, r.Pos); ok {
			r.Took(end)
			return x, nil
		}
	}
	if isEnd(c) {
		return nil, r.Skip()
	}
	if !r.IsChecked() {
		if err := r.Scalar(c); err != nil {
			return nil, err
		}
	}
	switch c {
	case '"':
		s, end := wire.StringAt(r.Buf, r.Pos)
		r.Took(end)
		return s, nil
	case 't', 'f':
		return c == 't', r.Skipped(c)
	case 'n':
		return nil, r.Skipped(c)
	case '{':
		m := map[string]any{}
		return m, d.anyMap(m)
	case '[':
		list := []any{}
		more, err := r.Enter()
		for more && err == nil {
			var x any
			x, err = d.anyNext()
			list = append(list, x)
			if err == nil {
				more, err = r.More()
			}
		}
		return list, err
	}
	if d.on&jsonopts.StringifyNumbers == 0 {
		if f, end, ok := wire.FloatAt(r.Buf, r.Pos, 64); ok {
			r.Took(end)
			return f, nil
		}
	}
	var f float64
	err := d.number(unsafe.Pointer(&f), planOf(float64Type), c, 0)
	return f, err
}

// anyNext is any for the value at the reader's position.
func (d *reading) anyNext() (any, error) {
	c, err := d.r.Peek()
	if err != nil {
		return nil, err
	}
	return d.any(c)
}

// container reads a map, slice, array or struct.
func (d *reading) container(p unsafe.Pointer, pl *plan, c byte, how how) error {
	switch {
	case how&asTag != 0:
		return d.misused(pl, c)
	case c == 'n':
		return d.null(p, pl)
	case pl.kind == reflect.Struct:
		return d.mismatch(pl, c, nil)
	case pl.kind == reflect.Map:
		if c != '{' {
			return d.mismatch(pl, c, nil)
		}
		if pl.special == isAnyMap && d.funcs == nil {
			m := (*map[string]any)(p)
			if *m == nil {
				*m = map[string]any{}
			}
			return d.anyMap(*m)
		}
		return d.mapping(pl.value(p), pl)
	case isBinary(pl, d.on) && !(c == '[' && pl.kind == reflect.Slice && d.on&jsonopts.FormatBytesWithLegacySemantics != 0):
		return d.binary(p, pl, c)
	case c != '[':
		return d.mismatch(pl, c, nil)
	case pl.kind == reflect.Slice:
		return d.slice(p, pl)
	}
	return d.array(p, pl)
}

// next reads the value at the reader's place into p.
func (d *reading) next(p unsafe.Pointer, pl *plan, how how) error {
	c, err := d.r.Peek()
	if err != nil {
		if to := (*unsafe.Pointer)(p); pl.kind == reflect.Pointer && *to == nil && !d.r.IsChecked() {
			*to = reflect.New(pl.elem.typ).UnsafePointer()
		}
		return err
	}
	return d.at(p, pl, c, how)
}

func (d *reading) slice(p unsafe.Pointer, pl *plan) error {
	s := (*slice)(p)
	merge := d.on&jsonopts.MergeWithLegacySemantics != 0
	n, size := 0, pl.elem.size
	old := s.cap
	quick := pl.elem.quick != notQuick && d.isQuick()
	hasMembers := pl.elem.hasMembers() && d.isQuick()
	more, err := d.r.Enter()
	depth := len(d.r.Frames) - 1
	for more && err == nil {
		if n >= s.cap {
			s.len = n
			pl.grow(s)
		}
		s.len = n + 1
		at := unsafe.Add(s.at, uintptr(n)*size)
		if !merge && n < old {
			pl.elem.clear(at)
		}
		n++
		if quick {
			if end := d.quick(at, pl.elem, d.r.Pos); end > 0 {
				d.r.Frames[depth].N++
				more = d.r.After(end)
				continue
			}
		}
		if hasMembers && d.r.Buf[d.r.Pos] == '{' {
			err = d.members(at, pl.elem)
		} else {
			err = d.next(at, pl.elem, 0)
		}
		if err == nil {
			more, err = d.r.More()
		}
	}
	if n == 0 {
		pl.value(p).Set(reflect.MakeSlice(pl.typ, 0, 0))
	}
	s.len = n
	return err
}

// clear sets the value at p to zero.
func (pl *plan) clear(p unsafe.Pointer) {
	switch pl.kind {
	case reflect.String:
		*(*string)(p) = ""
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64, reflect.Float64:
		*(*uint64)(p) = 0
	default:
		pl.value(p).SetZero()
	}
}

func (d *reading) array(p unsafe.Pointer, pl *plan) error {
	n, all := 0, pl.typ.Len()
	merge := d.on&jsonopts.MergeWithLegacySemantics != 0
	var failed error
	more, err := d.r.Enter()
	for more && err == nil {
		if n < all {
			at := unsafe.Add(p, uintptr(n)*pl.elem.size)
			if !merge {
				pl.elem.clear(at)
			}
			err = d.next(at, pl.elem, 0)
		} else {
			err = d.r.Skip()
		}
		n++
		if err != nil {
			break
		}
		if c, peeked := d.r.Peek(); peeked == nil && c == ']' && n != all && d.on&jsonopts.UnmarshalArrayFromAnyLength == 0 {
			failed = d.wrongLength(pl, n, all)
		}
		more, err = d.r.More()
	}
	for ; n < all; n++ {
		pl.elem.clear(unsafe.Add(p, uintptr(n)*pl.elem.size))
		if failed == nil && d.on&jsonopts.UnmarshalArrayFromAnyLength == 0 && err == nil {
			failed = d.wrongLength(pl, 0, all)
			if n == 0 {
				s := failed.(*SemanticError)
				s.JSONPointer, s.ByteOffset = jsontext.Pointer(d.r.Pointer(wire.Current)), d.r.Offset()-1
			}
		}
	}
	if err == nil && failed != nil {
		err = d.soft(failed)
	}
	return err
}

// wrongLength returns the error at the end of an array with more or fewer elements than the Go array.
func (d *reading) wrongLength(pl *plan, n, all int) error {
	failed := d.failure(pl.typ, ']', errUnder)
	if n > all {
		failed.Err = errOver
	}
	failed.JSONPointer, failed.ByteOffset = jsontext.Pointer(d.r.Pointer(wire.Container)), d.r.Offset()
	return failed
}
