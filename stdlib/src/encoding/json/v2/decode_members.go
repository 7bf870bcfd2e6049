package json

import (
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"encoding/json/jsontext"
	"reflect"
	"strings"
	"unsafe"
)

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

func (d *reading) object(p unsafe.Pointer, pl *plan, how how) error {
	o := pl.object
	if o.err != nil && d.on&jsonopts.ReportErrorsWithLegacySemantics == 0 {
		return d.reject(pl, '{', '{', nil, o.err)
	}
	if o.exact && o.rest == nil && d.isQuick() {
		return d.members(p, pl)
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
			// Several names can match a field.
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

// other returns the field whose name matches case-insensitively, nil if there is none.
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

// member reads a member of a struct into the field f; f is nil for a member without a field.
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

// rest reads a member without a field into the embedded field for such members.
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
	if pl.key.quick == quickString && d.isQuick() {
		return d.entries(m.UnsafePointer(), pl)
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
		} else if ok, err = d.keyInto(key.UnsafePointer(), pl.key); err != nil {
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

// key reads the next name into the variable that out points to.
func (d *reading) key(out reflect.Value) error {
	_, err := d.keyInto(out.UnsafePointer(), planOf(out.Type().Elem()))
	return err
}

// keyInto reads a name as a key of a map; ok reports whether it is a valid key.
func (d *reading) keyInto(p unsafe.Pointer, pl *plan) (ok bool, err error) {
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
