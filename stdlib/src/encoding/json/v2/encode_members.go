package json

import (
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"encoding/json/jsontext"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"
)

func (e *writing) object(p unsafe.Pointer, pl *plan, how how) error {
	if how&asTag != 0 {
		return e.misused(pl)
	}
	o := pl.object
	if o.err != nil && e.on&jsonopts.ReportErrorsWithLegacySemantics == 0 {
		return e.fail(pl.typ, o.err)
	}
	w := e.w
	if err := w.Begin('{'); err != nil {
		return err
	}
	for i := range o.fields {
		f := &o.fields[i]
		q := unsafe.Add(p, f.offset)
		if !f.direct {
			if q, _ = f.find(p, pl, false); q == nil {
				continue
			}
		}
		if f.plain && e.on&unusual == 0 && o.rest == nil {
			w.Member(f.bytes, f.literal)
			if err := e.at(q, f.plan, how&reachable); err != nil {
				return err
			}
			continue
		}
		if (f.omitZero || e.on&jsonopts.OmitZeroStructFields != 0) && f.isZeroAt(q) {
			continue
		}
		if err := e.field(q, f, o, how); err != nil {
			return err
		}
	}
	if o.rest != nil {
		if err := e.rest(p, pl); err != nil {
			return err
		}
	}
	w.End('}')
	return nil
}

// unusual are the options that change how a field without tag options is written.
const unusual = jsonopts.OmitZeroStructFields | jsonopts.EscapeForHTML | jsonopts.EscapeForJS

// field writes a member of a struct.
func (e *writing) field(q unsafe.Pointer, f *field, o *object, how how) error {
	w := e.w
	var place wire.Place
	undo := false
	if f.omitEmpty {
		if e.on&jsonopts.OmitEmptyWithLegacySemantics != 0 {
			if isEmptyGo(f.plan.value(q)) {
				return nil
			}
		} else if e.funcs == nil && f.plan.isEmpty(q) {
			return nil
		} else if f.plan.mayBeEmpty() || e.funcs != nil {
			undo, place = true, w.Place()
			w.Hold++
		}
	}
	literal := f.literal
	if e.on&(jsonopts.EscapeForHTML|jsonopts.EscapeForJS) != 0 {
		literal = string(wire.QuoteFor(nil, f.name, &w.Opts))
	}
	w.Member(f.bytes, literal)
	if o.rest != nil && e.on&jsonopts.AllowDuplicateNames == 0 {
		w.Taken(f.name)
	}
	if f.asString {
		tag, ok := tagOf(f.plan, e.on)
		if !ok {
			return e.misused(f.plan.target())
		}
		how |= tag
	}
	from := len(w.Buf)
	err := e.at(q, f.plan, how)
	if undo {
		w.Hold--
		if err == nil && isEmptyJSON(w.Buf[from:]) {
			w.Undo(place)
			w.Forget(f.name)
		}
	}
	return err
}

// isEmptyJSON reports whether a JSON value is null, "", [] or {}.
func isEmptyJSON(text []byte) bool {
	switch string(text) {
	case "null", `""`, "[]", "{}":
		return true
	}
	return false
}

// isEmptyGo reports whether a value is empty by the rules of encoding/json.
func isEmptyGo(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct, reflect.Chan, reflect.Func:
		return false
	}
	return v.IsZero()
}

// isEmpty reports whether the value at p is certainly empty in JSON, without writing it.
func (pl *plan) isEmpty(p unsafe.Pointer) bool {
	if pl.hasWriter {
		return false
	}
	switch pl.kind {
	case reflect.String:
		return len(*(*string)(p)) == 0
	case reflect.Slice:
		return (*slice)(p).len == 0
	case reflect.Pointer:
		return *(*unsafe.Pointer)(p) == nil
	case reflect.Map:
		return pl.value(p).Len() == 0
	case reflect.Interface:
		return pl.value(p).IsNil()
	}
	return false
}

// mayBeEmpty reports whether a value of the type may be empty in JSON, so that it must be written to find out.
func (pl *plan) mayBeEmpty() bool {
	if pl.hasWriter {
		return true
	}
	switch k := pl.kind; k {
	case reflect.Pointer, reflect.Interface, reflect.Struct, reflect.Array, reflect.Map:
		return true
	}
	return false
}

// isZeroAt reports whether the option omitzero leaves out the value at p.
func (f *field) isZeroAt(p unsafe.Pointer) bool {
	if f.isZero != nil {
		return f.isZero(f.plan.value(p))
	}
	switch f.plan.kind {
	case reflect.String:
		return len(*(*string)(p)) == 0
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64:
		return *(*uint64)(p) == 0
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return *(*unsafe.Pointer)(p) == nil
	}
	return f.plan.value(p).IsZero()
}

// An entry is a member of a map.
type entry struct {
	name  string
	key   reflect.Value
	value reflect.Value
}

func (e *writing) mapping(p unsafe.Pointer, pl *plan, how how) error {
	if how&asTag != 0 {
		return e.misused(pl)
	}
	if *(*unsafe.Pointer)(p) == nil && e.on&jsonopts.FormatNilMapAsNull != 0 {
		e.w.Buf = append(e.w.Buf, "null"...)
		return nil
	}
	key, err := e.enter(p, pl)
	if err != nil {
		return err
	}
	defer e.leave(key)
	if err := e.w.Begin('{'); err != nil {
		return err
	}
	if pl.special == isAnyMap && e.funcs == nil {
		err = e.anyMap(*(*map[string]any)(p))
	} else {
		err = e.members(pl.value(p), pl)
	}
	if err == nil {
		e.w.End('}')
	}
	return err
}

// anyMap writes the members of a map.
func (e *writing) anyMap(m map[string]any) error {
	if e.on&jsonopts.Deterministic == 0 {
		for name, x := range m {
			if err := e.anyMember(name, x); err != nil {
				return err
			}
		}
		return nil
	}
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := e.anyMember(name, m[name]); err != nil {
			return err
		}
	}
	return nil
}

// anyObject writes a map as an object, if no function of the options applies.
func (e *writing) anyObject(m map[string]any) error {
	if m == nil && e.on&jsonopts.FormatNilMapAsNull != 0 {
		e.w.Buf = append(e.w.Buf, "null"...)
		return nil
	}
	if len(e.w.Frames) >= maxPlain {
		return e.deepObject(m)
	}
	if err := e.w.Begin('{'); err != nil {
		return err
	}
	if err := e.anyMap(m); err != nil {
		return err
	}
	e.w.End('}')
	return nil
}

// deepObject is anyObject at a depth where the map may contain itself.
func (e *writing) deepObject(m map[string]any) error {
	return e.mapping(unsafe.Pointer(&m), planOf(anyMapType), 0)
}

// anyList writes a slice as an array, if no function of the options applies.
func (e *writing) anyList(list []any) error {
	if list == nil && e.on&jsonopts.FormatNilSliceAsNull != 0 {
		e.w.Buf = append(e.w.Buf, "null"...)
		return nil
	}
	if len(e.w.Frames) >= maxPlain {
		return e.deepList(list)
	}
	if err := e.w.Begin('['); err != nil {
		return err
	}
	for _, x := range list {
		e.w.Element()
		if err := e.value(x, 0); err != nil {
			return err
		}
	}
	e.w.End(']')
	return nil
}

// deepList is anyList at a depth where the slice may contain itself.
func (e *writing) deepList(list []any) error {
	return e.slice(unsafe.Pointer(&list), planOf(anySliceType), 0)
}

func (e *writing) anyMember(name string, x any) error {
	if err := e.name(name, true); err != nil {
		return err
	}
	return e.value(x, 0)
}

// name writes the name of a member of a map; distinct says that all names of the map differ.
func (e *writing) name(name string, distinct bool) error {
	const rules = jsonopts.AllowInvalidUTF8 | jsonopts.AllowDuplicateNames
	if e.on&rules != rules && !(distinct && e.w.MemberNamed(name)) {
		e.w.Element()
		from := len(e.w.Buf)
		if !e.w.AppendString(name) {
			e.w.Retract()
			return e.w.String(name)
		}
		if err := e.w.Named(from); err != nil {
			return err
		}
		e.w.Element()
		return nil
	}
	if e.on&rules == rules {
		e.w.MemberNamed(name)
	}
	return nil
}

// members writes the members of any map.
func (e *writing) members(v reflect.Value, pl *plan) error {
	plain := pl.key.kind == reflect.String && !pl.key.hasWriter && e.funcs == nil
	value := reflect.New(pl.elem.typ)
	if e.on&jsonopts.Deterministic == 0 || v.Len() < 2 {
		return e.unsorted(v, value, pl, plain)
	}
	entries := make([]entry, 0, v.Len())
	for iter := v.MapRange(); iter.Next(); {
		x := entry{value: iter.Value()}
		if plain {
			x.name = iter.Key().String()
		} else {
			x.key = reflect.New(pl.key.typ)
			x.key.Elem().Set(iter.Key())
		}
		entries = append(entries, x)
	}
	if !plain {
		if err := e.names(entries, pl.key); err != nil {
			return err
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	for _, x := range entries {
		if err := e.name(x.name, plain); err != nil {
			return err
		}
		value.Elem().Set(x.value)
		if err := e.at(value.UnsafePointer(), pl.elem, 0); err != nil {
			return err
		}
	}
	return nil
}

// unsorted writes the members of a map in any order; each value is copied to value before it is written.
func (e *writing) unsorted(v, value reflect.Value, pl *plan, plain bool) error {
	var key reflect.Value
	if !plain {
		key = reflect.New(pl.key.typ)
	}
	for iter := v.MapRange(); iter.Next(); {
		if plain {
			if err := e.name(iter.Key().String(), true); err != nil {
				return err
			}
		} else {
			key.Elem().SetIterKey(iter)
			if err := e.key(key.UnsafePointer(), pl.key); err != nil {
				return err
			}
		}
		value.Elem().SetIterValue(iter)
		if err := e.at(value.UnsafePointer(), pl.elem, 0); err != nil {
			return err
		}
	}
	return nil
}

// names returns the names for keys: it writes each key, and then removes the text.
func (e *writing) names(entries []entry, pl *plan) error {
	w := e.w
	place := w.Place()
	w.Hold++
	defer func() { w.Hold-- }()
	for i := range entries {
		if err := e.key(entries[i].key.UnsafePointer(), pl); err != nil {
			return err
		}
		entries[i].name = w.LastName()
		w.Undo(place)
		w.Forget(entries[i].name)
	}
	return nil
}

// key writes a key of a map as a name, and begins the value.
func (e *writing) key(p unsafe.Pointer, pl *plan) error {
	w := e.w
	w.Element()
	depth, n := w.Stack()
	from := len(w.Buf)
	err := e.at(p, pl, asName)
	if err != nil {
		if s, ok := err.(*jsontext.SyntacticError); ok && s.Err == wire.ErrNonStringName {
			err = e.nonString(pl, s)
		}
		return err
	}
	if now, m := w.Stack(); now != depth || m != n || len(w.Buf) == from {
		return e.fail(pl.typ, errSingular)
	}
	if !w.Noted {
		if err := e.named(from); err != nil {
			if s, ok := err.(*jsontext.SyntacticError); ok && (s.Err == wire.ErrNonStringName || pl.hasWriter) {
				err = e.nonString(pl, s)
			}
			return err
		}
	}
	w.Noted = false
	w.Element()
	return nil
}

// nonString returns the error for a key that is no string.
func (e *writing) nonString(pl *plan, err *jsontext.SyntacticError) error {
	at := err.JSONPointer
	if err.Err == wire.ErrDuplicateName {
		at = at.Parent()
	}
	return &SemanticError{action: marshaling, ByteOffset: err.ByteOffset, JSONPointer: at, GoType: pl.typ, Err: err}
}

// named checks the text written from Buf[from] on as a name, unless it was written as a token.
func (e *writing) named(from int) error {
	if e.w.Noted {
		e.w.Noted = false
		return nil
	}
	return e.w.Named(from)
}

// rest writes the members of the embedded field for members without a field.
func (e *writing) rest(p unsafe.Pointer, pl *plan) error {
	f := pl.object.rest
	q, _ := f.find(p, pl, false)
	if q == nil {
		return nil
	}
	rest := f.plan
	if rest.kind == reflect.Pointer {
		if q = *(*unsafe.Pointer)(q); q == nil {
			return nil
		}
		rest = rest.elem
	}
	if rest.special == isRaw {
		return e.restRaw(*(*jsontext.Value)(q), rest, pl.object)
	}
	v := rest.value(q)
	names := make([]string, 0, v.Len())
	for iter := v.MapRange(); iter.Next(); {
		names = append(names, iter.Key().String())
	}
	if e.on&jsonopts.Deterministic != 0 {
		slices.Sort(names)
	}
	for _, name := range names {
		if e.on&jsonopts.AllowInvalidUTF8 == 0 && !utf8.ValidString(name) {
			return e.behind(rest.key.typ, wire.ErrInvalidUTF8)
		}
		if err := e.restName(name, nil, pl.object); err != nil {
			return err
		}
		x := reflect.New(rest.elem.typ)
		x.Elem().Set(v.MapIndex(reflect.ValueOf(name).Convert(rest.key.typ)))
		e.w.Element()
		if err := e.at(x.UnsafePointer(), rest.elem, 0); err != nil {
			return err
		}
	}
	return nil
}

// restName writes a name that must not be the name of a field; literal is its JSON text, if it is known.
func (e *writing) restName(name string, literal []byte, o *object) error {
	if e.on&jsonopts.AllowDuplicateNames == 0 {
		if f := o.match(name, e.on); f != nil && f.name != name && !e.w.Taken(f.name) {
			return e.w.Repeated(name)
		}
	}
	var err error
	if literal != nil {
		err = e.w.Value(literal)
	} else {
		err = e.w.String(name)
	}
	if s, ok := err.(*jsontext.SyntacticError); ok && s.Err == wire.ErrDuplicateName {
		s.ByteOffset = e.w.Offset()
	}
	return err
}

func (e *writing) restRaw(v jsontext.Value, pl *plan, o *object) error {
	v = v.Clone()
	if len(v) == 0 {
		return nil
	}
	var r wire.Reader
	r.Reset(nil, v, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	c, err := r.Peek()
	if err == nil && c != '{' {
		err = errRawEmbed
	}
	if err != nil {
		return e.behind(pl.typ, err)
	}
	more, err := r.Enter()
	for ; err == nil && more; more, err = r.More() {
		var text []byte
		if text, err = r.Value(); err != nil {
			break
		}
		if err := e.restName(wire.Unquoted(text), text, o); err != nil {
			return err
		}
		if text, err = r.Value(); err == nil {
			if err := e.w.Value(text); err != nil {
				return err
			}
		}
	}
	if err == nil {
		err = r.Finish()
	}
	if err != nil {
		return e.behind(pl.typ, err)
	}
	return nil
}

// behind returns a SemanticError for the position after the last member.
func (e *writing) behind(t reflect.Type, err error) error {
	at := jsontext.Pointer(e.w.Pointer(wire.Container))
	return &SemanticError{action: marshaling, ByteOffset: e.w.After(), JSONPointer: at, GoType: t, Err: endless(err)}
}

// match returns the field of an object for a name that differs from the field's, if the field allows that.
func (o *object) match(name string, on jsonopts.Flag) *field {
	if i, ok := o.byName[name]; ok {
		return &o.fields[i]
	}
	for _, i := range o.folded[fold(name)] {
		if f := &o.fields[i]; f.lets(name, on) {
			return f
		}
	}
	return nil
}

// lets reports whether the field accepts a name that equals its own except for case, dashes and
// underscores.
func (f *field) lets(name string, on jsonopts.Flag) bool {
	if f.minds || !f.ignoresCase && on&jsonopts.MatchCaseInsensitiveNames == 0 {
		return false
	}
	return on&jsonopts.MatchCaseSensitiveDelimiter == 0 || strings.EqualFold(f.name, name)
}
