package json

import (
	"encoding/base64"
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

// A reading is a call that reads a value.
type reading struct {
	r     *wire.Reader
	on    jsonopts.Flag
	funcs *Unmarshalers
	how   how
	// first is the first error that did not end the call, which is so for encoding/json only.
	first error
}

// begin notes what the options say.
func (d *reading) begin() {
	d.on = d.r.Opts.On
	if d.r.Opts.Has&jsonopts.Unmarshalers != 0 {
		d.funcs, _ = d.r.Opts.Unmarshalers.(*Unmarshalers)
	}
	if d.on&jsonopts.OfTag != 0 {
		d.on &^= jsonopts.StringifyNumbers
		d.how = asTag
	}
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

// mismatch passes over the next value, which begins with c, and reports that it does not fit.
func (d *reading) mismatch(pl *plan, c byte, err error) error {
	return d.reject(pl, c, wire.Kind(c), nil, err)
}

// reject is mismatch with a kind, and the text of the value.
func (d *reading) reject(pl *plan, c, kind byte, text []byte, reason error) error {
	failed := d.failure(pl.typ, kind, reason)
	if text != nil {
		failed.JSONValue = append(jsontext.Value(nil), text...)
	}
	var err error
	switch pl.kind {
	case reflect.Map, reflect.Struct, reflect.Slice, reflect.Array:
		if d.on&jsonopts.ReportErrorsWithLegacySemantics == 0 && (c == '{' || c == '[') && !isBinary(pl, d.on) && pl.special != isTime {
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

// misused is the error for the option string of what is no number.
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
	switch k := pl.kind; {
	case k == reflect.String:
		if how&asTag != 0 {
			return d.taggedString(p, pl, c)
		}
		if c == '"' {
			s, end := wire.StringAt(r.Buf, r.Pos)
			*(*string)(p) = s
			r.Took(end)
			return nil
		}
	case (isSigned(k) || isUnsigned(k)) && pl.special != isDuration:
		if wire.Kind(c) == '0' && how&asTag == 0 && d.on&jsonopts.StringifyNumbers == 0 {
			if isSigned(k) {
				n, end, ok := wire.IntegerAt(r.Buf, r.Pos, int(pl.size)*8)
				if ok {
					setInteger(pl.size, p, uint64(n))
					r.Took(end)
					return nil
				}
			} else if n, end, ok := wire.UnsignedAt(r.Buf, r.Pos, int(pl.size)*8); ok {
				setInteger(pl.size, p, n)
				r.Took(end)
				return nil
			}
		}
		return d.number(p, pl, c, how)
	case k == reflect.Struct && pl.special != isTime:
		if c == '{' && how&asTag == 0 {
			return d.object(p, pl, how)
		}
		return d.container(p, pl, c, how)
	case k == reflect.Bool:
		if how&asTag != 0 {
			return d.taggedBool(p, pl, c)
		}
		if c == 't' || c == 'f' {
			*(*bool)(p) = c == 't'
			return r.Skipped(c)
		}
	case isFloat(k):
		return d.number(p, pl, c, how)
	case k == reflect.Interface:
		return d.iface(p, pl, c, how)
	case k == reflect.Pointer:
		return d.pointer((*unsafe.Pointer)(p), pl, c, how)
	case k == reflect.Map, k == reflect.Slice, k == reflect.Array:
		return d.container(p, pl, c, how)
	default:
		return d.rare(p, pl, c, how)
	}
	if c == 'n' {
		return d.null(p, pl)
	}
	return d.mismatch(pl, c, nil)
}

// null reads null.
func (d *reading) null(p unsafe.Pointer, pl *plan) error {
	if d.on&jsonopts.MergeWithLegacySemantics != 0 {
		switch pl.kind {
		case reflect.Map, reflect.Slice, reflect.Pointer, reflect.Interface:
		default:
			return d.r.Skipped('n')
		}
	}
	pl.value(p).SetZero()
	return d.r.Skipped('n')
}

func (d *reading) rare(p unsafe.Pointer, pl *plan, c byte, how how) error {
	switch pl.special {
	case isDuration:
		if d.on&jsonopts.FormatDurationAsNano == 0 {
			return d.reject(pl, c, 0, nil, errNoDuration)
		}
		return d.number(p, pl, c, how)
	case isTime:
		return d.time((*time.Time)(p), pl, c, how)
	}
	return d.reject(pl, c, 0, nil, nil)
}

// number reads a number, perhaps in a string.
func (d *reading) number(p unsafe.Pointer, pl *plan, c byte, how how) error {
	r := d.r
	quoted := how&asTag != 0 || d.on&jsonopts.StringifyNumbers != 0
	switch {
	case c == 'n':
		return d.null(p, pl)
	case quoted && c == '"':
		s, end := wire.StringAt(r.Buf, r.Pos)
		text := r.Buf[r.Pos:end]
		if d.on&jsonopts.StringifyWithLegacySemantics != 0 && s == "null" {
			if d.on&jsonopts.MergeWithLegacySemantics == 0 {
				pl.value(p).SetZero()
			}
			r.Took(end)
			return nil
		}
		if err := numberOf(p, pl, s); err != nil {
			return d.reject(pl, c, '"', text, err)
		}
		r.Took(end)
		return nil
	case !quoted && wire.Kind(c) == '0':
		if pl.kind == reflect.Float64 {
			if f, end, ok := wire.FloatAt(r.Buf, r.Pos, 64); ok {
				*(*float64)(p) = f
				r.Took(end)
				return nil
			}
		}
		end := r.ValueEnd()
		text := r.Buf[r.Pos:end]
		if err := numberOf(p, pl, string(text)); err != nil {
			return d.reject(pl, c, '0', text, err)
		}
		r.Took(end)
		return nil
	}
	return d.mismatch(pl, c, nil)
}

// numberOf stores the number that a text is.
func numberOf(p unsafe.Pointer, pl *plan, text string) error {
	if !wire.IsNumber([]byte(text)) {
		return strconv.ErrSyntax
	}
	bits := int(pl.size) * 8
	switch k := pl.kind; {
	case isFloat(k):
		f, err := strconv.ParseFloat(text, bits)
		if err != nil {
			return strconv.ErrRange
		}
		if k == reflect.Float64 {
			*(*float64)(p) = f
		} else {
			*(*float32)(p) = float32(f)
		}
	case isUnsigned(k):
		n, err := strconv.ParseUint(text, 10, bits)
		if err != nil {
			return errors.Unwrap(err)
		}
		setInteger(pl.size, p, n)
	default:
		n, err := strconv.ParseInt(text, 10, bits)
		if err != nil {
			return errors.Unwrap(err)
		}
		setInteger(pl.size, p, uint64(n))
	}
	return nil
}

// taggedString reads a string that stands as JSON in a string.
func (d *reading) taggedString(p unsafe.Pointer, pl *plan, c byte) error {
	switch {
	case d.on&jsonopts.StringifyWithLegacySemantics == 0:
		return d.misused(pl, c)
	case c == 'n':
		return d.null(p, pl)
	case c != '"':
		return d.mismatch(pl, c, nil)
	}
	s, end := wire.StringAt(d.r.Buf, d.r.Pos)
	if s != "null" {
		inner, err := jsontext.AppendUnquote(nil, s)
		if err != nil {
			return d.mismatch(pl, c, err)
		}
		*(*string)(p) = string(inner)
	}
	d.r.Took(end)
	return nil
}

// taggedBool reads a boolean that stands in a string.
func (d *reading) taggedBool(p unsafe.Pointer, pl *plan, c byte) error {
	switch {
	case d.on&jsonopts.StringifyWithLegacySemantics == 0:
		return d.misused(pl, c)
	case c == 'n':
		return d.null(p, pl)
	case c != '"':
		return d.mismatch(pl, c, nil)
	}
	s, end := wire.StringAt(d.r.Buf, d.r.Pos)
	switch s {
	case "true", "false":
		*(*bool)(p) = s == "true"
	case "null":
	default:
		return d.reject(pl, c, '"', d.r.Buf[d.r.Pos:end], strconv.ErrSyntax)
	}
	d.r.Took(end)
	return nil
}

func (d *reading) pointer(p *unsafe.Pointer, pl *plan, c byte, how how) error {
	if c == 'n' {
		*p = nil
		return d.r.Skipped(c)
	}
	if *p == nil {
		*p = reflect.New(pl.elem.typ).UnsafePointer()
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

// typeFor returns the type that a value of an interface type gets for JSON that begins with c.
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

// any returns the next value as a value of an interface type.
func (d *reading) any(c byte) (any, error) {
	r := d.r
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
	err := d.number(unsafe.Pointer(&f), planOf(reflect.TypeFor[float64]()), c, 0)
	return f, err
}

// anyNext is any for the value at the reader's place.
func (d *reading) anyNext() (any, error) {
	c, err := d.r.Peek()
	if err != nil {
		return nil, err
	}
	return d.any(c)
}

// anyMap reads an object into a map.
func (d *reading) anyMap(m map[string]any) error {
	more, err := d.r.Enter()
	for more && err == nil {
		var name string
		if name, err = d.r.Name(); err != nil {
			return err
		}
		var c byte
		if c, err = d.r.Peek(); err != nil {
			return err
		}
		x, found := m[name]
		if found && x != nil && d.on&jsonopts.MergeWithLegacySemantics == 0 {
			err = d.iface(unsafe.Pointer(&x), planOf(anyType), c, 0)
		} else {
			x, err = d.any(c)
		}
		m[name] = x
		if err == nil {
			more, err = d.r.More()
		}
	}
	return err
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

// binary reads base64 into a slice or array of bytes.
func (d *reading) binary(p unsafe.Pointer, pl *plan, c byte) error {
	if c != '"' {
		return d.mismatch(pl, c, nil)
	}
	s, end := wire.StringAt(d.r.Buf, d.r.Pos)
	if i := strings.IndexAny(s, "\r\n"); i >= 0 && d.on&jsonopts.ParseBytesWithLooseRFC4648 == 0 {
		return d.mismatch(pl, c, fmt.Errorf("illegal character %q at offset %d", s[i], i))
	}
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return d.mismatch(pl, c, err)
	}
	if pl.kind == reflect.Array {
		n := pl.typ.Len()
		to := unsafe.Slice((*byte)(p), n)
		clear(to[copy(to, b):])
		if len(b) != n && d.on&jsonopts.UnmarshalArrayFromAnyLength == 0 {
			return d.mismatch(pl, c, fmt.Errorf("decoded length of %d mismatches array length of %d", len(b), n))
		}
	} else if to := (*[]byte)(p); *to == nil {
		*to = append(make([]byte, 0, len(b)), b...)
	} else {
		*to = append((*to)[:0], b...)
	}
	d.r.Took(end)
	return nil
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
	old := s.len
	more, err := d.r.Enter()
	for more && err == nil {
		if n >= s.cap {
			s.len = n
			pl.value(p).Grow(1)
		}
		s.len = n + 1
		at := unsafe.Add(s.at, uintptr(n)*size)
		if !merge && (n < old || !plainZero(pl.elem.kind)) {
			pl.elem.clear(at)
		}
		n++
		if err = d.next(at, pl.elem, 0); err == nil {
			more, err = d.r.More()
		}
	}
	if n == 0 {
		pl.value(p).Set(reflect.MakeSlice(pl.typ, 0, 0))
	}
	s.len = n
	return err
}

// plainZero reports whether reading a value of a kind overwrites all of it.
func plainZero(k reflect.Kind) bool {
	return isSigned(k) || isUnsigned(k) || isFloat(k) || k == reflect.String || k == reflect.Bool
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

// wrongLength is the error for an array with more or fewer elements than it can have, at its end.
func (d *reading) wrongLength(pl *plan, n, all int) error {
	failed := d.failure(pl.typ, ']', errUnder)
	if n > all {
		failed.Err = errOver
	}
	failed.JSONPointer, failed.ByteOffset = jsontext.Pointer(d.r.Pointer(wire.Container)), d.r.Offset()
	return failed
}

func (d *reading) object(p unsafe.Pointer, pl *plan, how how) error {
	o := pl.object
	if o.err != nil && d.on&jsonopts.ReportErrorsWithLegacySemantics == 0 {
		return d.reject(pl, '{', '{', nil, o.err)
	}
	var seen map[*field]bool
	more, err := d.r.Enter()
	for more && err == nil {
		nameAt := d.r.Start()
		var name string
		if name, err = d.r.Name(); err != nil {
			return err
		}
		i, ok := o.byName[name]
		var f *field
		if ok {
			f = &o.fields[i]
		} else if f, err = d.other(o, pl, name, nameAt); err != nil {
			return err
		}
		if f != nil && len(o.folded) > 0 && d.on&jsonopts.AllowDuplicateNames == 0 && (!ok || f.lets(name, d.on)) {
			// A field may be met by several names.
			if seen[f] {
				return d.r.DuplicateName(nameAt)
			}
			if seen == nil {
				seen = map[*field]bool{}
			}
			seen[f] = true
		}
		if err = d.member(p, pl, f, name, nameAt); err == nil {
			more, err = d.r.More()
		}
	}
	return err
}

// other returns the field for a name that no field has, nil if there is none.
func (d *reading) other(o *object, pl *plan, name string, at int64) (*field, error) {
	var found *field
	for _, i := range o.folded[fold(name)] {
		f := &o.fields[i]
		if !f.lets(name, d.on) {
			continue
		}
		if found != nil && d.on&jsonopts.ReportErrorsWithLegacySemantics == 0 {
			return nil, d.atName(pl, at, errAmbiguous)
		}
		if found == nil {
			found = f
		}
	}
	return found, nil
}

// atName returns a SemanticError for the last name.
func (d *reading) atName(pl *plan, at int64, err error) *SemanticError {
	return &SemanticError{
		action: unmarshaling, ByteOffset: at, JSONPointer: jsontext.Pointer(d.r.Pointer(wire.Next)), JSONKind: '"', GoType: pl.typ, Err: err,
	}
}

// member reads a member of a struct: of the field f, or, if that is nil, one that it has no field for.
func (d *reading) member(p unsafe.Pointer, pl *plan, f *field, name string, nameAt int64) error {
	if f == nil {
		if d.on&jsonopts.RejectUnknownMembers != 0 && (pl.object.rest == nil) {
			if err := d.soft(d.atName(pl, nameAt, ErrUnknownName)); err != nil {
				return err
			}
		}
		if pl.object.rest != nil {
			return d.rest(p, pl, name, nameAt)
		}
		return d.r.Skip()
	}
	q := unsafe.Add(p, f.offset)
	if !f.direct {
		var err error
		if q, err = f.find(p, pl, true); err != nil {
			c, _ := d.r.Peek()
			return d.reject(pl, c, 0, nil, err)
		}
	}
	var how how
	if f.asString {
		tag, ok := tagOf(f.plan, d.on)
		if !ok {
			c, err := d.r.Peek()
			if err != nil {
				return err
			}
			if to := (*unsafe.Pointer)(q); f.plan.target() != f.plan && *to == nil {
				*to = reflect.New(f.plan.elem.typ).UnsafePointer()
			}
			return d.misused(f.plan.target(), c)
		}
		how = tag
	}
	return d.next(q, f.plan, how)
}

// rest reads a member into the embedded field for all that have none.
func (d *reading) rest(p unsafe.Pointer, pl *plan, name string, nameAt int64) error {
	f := pl.object.rest
	q, err := f.find(p, pl, true)
	if err != nil {
		c, _ := d.r.Peek()
		return d.reject(pl, c, 0, nil, err)
	}
	rest := f.plan
	if rest.kind == reflect.Pointer {
		to := (*unsafe.Pointer)(q)
		if *to == nil {
			*to = reflect.New(rest.elem.typ).UnsafePointer()
		}
		q, rest = *to, rest.elem
	}
	if rest.special == isRaw {
		return d.restRaw((*jsontext.Value)(q), rest, name, nameAt)
	}
	m := rest.value(q)
	if m.IsNil() {
		m.Set(reflect.MakeMap(rest.typ))
	}
	key := reflect.ValueOf(name).Convert(rest.key.typ)
	return d.entry(m, key, rest)
}

// restRaw reads a member into the text of an object.
func (d *reading) restRaw(v *jsontext.Value, pl *plan, name string, nameAt int64) error {
	const spaces = " \n\r\t"
	out := "{"
	if len(*v) > 0 {
		var isObject bool
		if out, isObject = strings.CutSuffix(strings.TrimRight(string(*v), spaces), "}"); !isObject {
			*v = append((*v)[:0], out...)
			return d.atName(pl, nameAt, errRawEmbed)
		}
		if out = strings.TrimRight(out, spaces); !strings.HasSuffix(out, "{") {
			out += ","
		}
	}
	*v = append(wire.Quote([]byte(out), name), ':')
	text, err := d.r.Value()
	if err == nil {
		*v = append(append(*v, text...), '}')
	}
	return err
}

// entry reads the value of a member into a map.
func (d *reading) entry(m, key reflect.Value, pl *plan) error {
	x := reflect.New(pl.elem.typ)
	if old := m.MapIndex(key); old.IsValid() && d.on&jsonopts.MergeWithLegacySemantics == 0 {
		x.Elem().Set(old)
	}
	err := d.next(x.UnsafePointer(), pl.elem, 0)
	m.SetMapIndex(key, x.Elem())
	return err
}

func (d *reading) mapping(m reflect.Value, pl *plan) error {
	if m.IsNil() {
		m.Set(reflect.MakeMap(pl.typ))
	}
	more, err := d.r.Enter()
	plain := pl.key.kind == reflect.String && !pl.key.hasReader && d.funcs == nil
	var seen map[any]bool
	for more && err == nil {
		key := reflect.New(pl.key.typ)
		nameAt := d.r.Start()
		ok := true
		if plain {
			var name string
			if name, err = d.r.Name(); err != nil {
				return err
			}
			key.Elem().SetString(name)
		} else if ok, err = d.key1(key.UnsafePointer(), pl.key); err != nil {
			return err
		}
		if !plain && d.on&jsonopts.AllowDuplicateNames == 0 && ok && key.Elem().Comparable() {
			if seen == nil {
				seen = map[any]bool{}
			}
			if k := key.Elem().Interface(); seen[k] {
				return d.r.DuplicateName(nameAt)
			} else {
				seen[k] = true
			}
		}
		if !ok {
			err = d.r.Skip()
		} else {
			err = d.entry(m, key.Elem(), pl)
		}
		if err == nil {
			more, err = d.r.More()
		}
	}
	return err
}

// key reads the next name into what out points to.
func (d *reading) key(out reflect.Value) error {
	_, err := d.key1(out.UnsafePointer(), planOf(out.Type().Elem()))
	return err
}

// key1 reads a name as a key of a map; ok tells that it is one.
func (d *reading) key1(p unsafe.Pointer, pl *plan) (ok bool, err error) {
	c, err := d.r.Peek()
	if err != nil {
		return false, err
	}
	before := d.first
	if pl.hasReader || d.funcs != nil {
		if done, err := d.custom(p, pl, c, asName); done {
			return d.first == before, err
		}
	}
	switch pl.kind {
	case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return false, d.failure(pl.typ, 0, nil)
	}
	at := d.r.Start()
	name, err := d.r.Name()
	if err != nil {
		return false, err
	}
	fail := func(kind byte, text []byte, reason error) (bool, error) {
		failed := d.atName(pl, at, reason)
		failed.JSONKind, failed.JSONValue = jsontext.Kind(kind), text
		return false, d.soft(failed)
	}
	switch k := pl.kind; {
	case k == reflect.String:
		*(*string)(p) = name
	case isSigned(k) && (pl.special != isDuration || d.on&jsonopts.FormatDurationAsNano != 0), isUnsigned(k), isFloat(k):
		if err := numberOf(p, pl, name); err != nil {
			return fail('"', wire.Quote(nil, name), err)
		}
	case k == reflect.Interface && pl.typ.NumMethod() == 0:
		pl.value(p).Set(reflect.ValueOf(name))
	case k == reflect.Pointer:
		to := reflect.New(pl.elem.typ)
		*(*unsafe.Pointer)(p) = to.UnsafePointer()
		return d.text(to.UnsafePointer(), pl.elem, name, at)
	default:
		if k == reflect.Array && isBinary(pl, d.on) || pl.special == isTime {
			return d.text(p, pl, name, at)
		}
		return fail('"', nil, nil)
	}
	return true, nil
}

// text reads a key that is known as a string.
func (d *reading) text(p unsafe.Pointer, pl *plan, name string, at int64) (ok bool, err error) {
	inner := reading{r: new(wire.Reader), on: d.on | jsonopts.StringifyNumbers, funcs: d.funcs}
	inner.r.Reset(nil, wire.Quote(nil, name), &d.r.Opts)
	c, err := inner.r.Peek()
	if err == nil {
		err = inner.at(p, pl, c, 0)
	}
	if s, is := err.(*SemanticError); is {
		s.ByteOffset, s.JSONPointer = at, jsontext.Pointer(d.r.Pointer(wire.Next))
		return false, d.soft(s)
	}
	return err == nil, err
}

// time reads a time.
func (d *reading) time(t *time.Time, pl *plan, c byte, how how) error {
	switch {
	case how&asTag != 0 && d.on&jsonopts.StringifyWithLegacySemantics == 0:
		return d.misused(pl, c)
	case c == 'n':
		if d.on&jsonopts.MergeWithLegacySemantics == 0 {
			*t = time.Time{}
		}
		return d.r.Skipped(c)
	case c != '"':
		return d.mismatch(pl, c, nil)
	}
	s, end := wire.StringAt(d.r.Buf, d.r.Pos)
	parsed, err := parseTime(s, d.on&jsonopts.ParseTimeWithLooseRFC3339 != 0)
	if err != nil {
		if d.on&jsonopts.ReportErrorsWithLegacySemantics != 0 {
			d.r.Took(end)
			return d.soft(err)
		}
		return d.mismatch(pl, c, err)
	}
	*t = parsed
	d.r.Took(end)
	return nil
}

// parseTime reads a time as RFC 3339 has it; loose lets through what package time does.
func parseTime(s string, loose bool) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || loose {
		return t, err
	}
	wrong := func(layout, value, message string) (time.Time, error) {
		return time.Time{}, &time.ParseError{Layout: time.RFC3339, Value: s, LayoutElem: layout, ValueElem: value, Message: message}
	}
	zone := s[len(s)-len("Z"):]
	if zone != "Z" && len(s) > len("+00:00") {
		zone = s[len(s)-len("+00:00"):]
	}
	switch {
	case s[len("2006-01-02T")+1] == ':':
		return wrong("15", s[len("2006-01-02T"):len("2006-01-02T")+1], "")
	case s[len("2006-01-02T15:04:05")] == ',':
		return wrong(".", ",", "")
	case zone != "Z" && zone[1:3] > "23":
		return wrong("Z07:00", zone, ": timezone hour out of range")
	case zone != "Z" && zone[4:6] > "59":
		return wrong("Z07:00", zone, ": timezone minute out of range")
	}
	return t, nil
}
