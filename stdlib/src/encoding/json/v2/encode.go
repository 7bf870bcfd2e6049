package json

import (
	"encoding/base64"
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"internal/rtype"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
	"unsafe"
)

// A writing is a call that writes a value.
type writing struct {
	w     *wire.Writer
	on    jsonopts.Flag
	funcs *Marshalers
	how   how
}

// begin notes what the options say.
func (e *writing) begin() {
	e.on = e.w.Opts.On
	if e.w.Opts.Has&jsonopts.Marshalers != 0 {
		e.funcs, _ = e.w.Opts.Marshalers.(*Marshalers)
	}
	if e.on&jsonopts.OfTag != 0 {
		// The option string of a field is not for what the field contains.
		e.on &^= jsonopts.StringifyNumbers
		e.how = asTag
	}
}

// root writes the value with which a function was called.
func (e *writing) root(in any, how how) error {
	if in == nil {
		e.w.Buf = append(e.w.Buf, "null"...)
		return nil
	}
	t := reflect.TypeOf(in)
	if p := planOf(t); p.kind == reflect.Pointer {
		v := reflect.ValueOf(in)
		if !v.IsNil() && e.on&jsonopts.CallMethodsWithLegacySemantics == 0 {
			return e.at(v.UnsafePointer(), p.elem, how|reachable)
		}
	}
	return e.dynamic(in, how)
}

// dynamic writes a value of an interface type, which is not nil.
func (e *writing) dynamic(x any, how how) error {
	_, at := rtype.Unpack(x)
	p := planOf(reflect.TypeOf(x))
	if e.funcs != nil || p.hasWriter {
		// A method gets a value of its own.
		copied := reflect.New(p.typ)
		copied.Elem().Set(reflect.ValueOf(x))
		return e.at(copied.UnsafePointer(), p, how)
	}
	return e.at(unsafe.Pointer(at), p, how)
}

// fail returns a SemanticError for the value that is being written.
func (e *writing) fail(t reflect.Type, err error) error {
	offset := e.w.Offset()
	pointer := e.w.Pointer(wire.Current)
	if n := len(e.w.Frames); n > 0 && e.w.Frames[n-1].Kind == '{' && e.w.Frames[n-1].N&1 == 1 {
		// A name is no value yet.
		f := &e.w.Frames[n-1]
		f.N--
		pointer = e.w.Pointer(wire.Container)
		f.N++
	}
	return &SemanticError{action: marshaling, ByteOffset: offset, JSONPointer: jsontext.Pointer(pointer), GoType: t, Err: err}
}

// at writes the value at p.
func (e *writing) at(p unsafe.Pointer, pl *plan, how how) error {
	if pl.hasWriter || e.funcs != nil {
		if done, err := e.custom(p, pl, how); done {
			return err
		}
	}
	switch k := pl.kind; {
	case k == reflect.String:
		if how&asTag != 0 {
			return e.tagged(p, pl)
		}
		if !e.w.AppendString(*(*string)(p)) {
			return e.w.InvalidUTF8()
		}
		return nil
	case isSigned(k) && pl.special != isDuration:
		if how&(asTag|asName) == 0 && e.on&jsonopts.StringifyNumbers == 0 {
			e.w.Buf = strconv.AppendInt(e.w.Buf, integer(pl.size, p), 10)
			return nil
		}
		e.number(strconv.AppendInt(nil, integer(pl.size, p), 10), how)
		return nil
	case k == reflect.Bool:
		if how&asTag != 0 {
			return e.tagged(p, pl)
		}
		e.w.Buf = strconv.AppendBool(e.w.Buf, *(*bool)(p))
		return nil
	case k == reflect.Struct:
		if pl.special == isTime {
			return e.time((*time.Time)(p), pl, how)
		}
		return e.object(p, pl, how)
	case k == reflect.Float64:
		return e.float(*(*float64)(p), pl, how)
	case k == reflect.Interface:
		return e.iface(p, pl, how)
	case k == reflect.Pointer:
		return e.pointer(p, pl, how)
	case k == reflect.Slice:
		return e.slice(p, pl, how)
	case k == reflect.Map:
		return e.mapping(p, pl, how)
	}
	return e.rare(p, pl, how)
}

// rare writes a value of a kind that is rare.
func (e *writing) rare(p unsafe.Pointer, pl *plan, how how) error {
	switch k := pl.kind; {
	case pl.special == isDuration:
		if e.on&jsonopts.FormatDurationAsNano == 0 {
			return e.fail(pl.typ, errNoDuration)
		}
		e.number(strconv.AppendInt(nil, *(*int64)(p), 10), how)
		return nil
	case isUnsigned(k):
		e.number(strconv.AppendUint(nil, unsigned(pl.size, p), 10), how)
		return nil
	case k == reflect.Float32:
		return e.float(float64(*(*float32)(p)), pl, how)
	case k == reflect.Array:
		if how&asTag != 0 {
			return e.misused(pl)
		}
		if e.isBinary(pl) {
			e.binary(unsafe.Slice((*byte)(p), pl.typ.Len()))
			return nil
		}
		return e.elements(p, pl.typ.Len(), pl, how&reachable)
	}
	return e.fail(pl.typ, nil)
}

func (e *writing) number(text []byte, how how) {
	if how&(asTag|asName) == 0 && e.on&jsonopts.StringifyNumbers == 0 {
		e.w.Buf = append(e.w.Buf, text...)
		return
	}
	e.w.Buf = append(append(append(e.w.Buf, '"'), text...), '"')
}

func (e *writing) float(f float64, pl *plan, how how) error {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return e.fail(pl.typ, fmt.Errorf("unsupported value: %v", f))
	}
	bits := int(pl.size) * 8
	if how&(asTag|asName) == 0 && e.on&jsonopts.StringifyNumbers == 0 {
		e.w.Buf = wire.AppendFloat(e.w.Buf, f, bits)
		return nil
	}
	e.number(wire.AppendFloat(nil, f, bits), how)
	return nil
}

// target returns the plan of what a pointer points to, unless that is a pointer; pl for other types.
func (pl *plan) target() *plan {
	if pl.kind == reflect.Pointer && pl.elem.kind != reflect.Pointer {
		return pl.elem
	}
	return pl
}

// tagged writes a string or boolean that has the option string: which is for encoding/json only.
func (e *writing) tagged(p unsafe.Pointer, pl *plan) error {
	if e.on&jsonopts.StringifyWithLegacySemantics == 0 {
		return e.misused(pl)
	}
	if pl.kind == reflect.Bool {
		e.number(strconv.AppendBool(nil, *(*bool)(p)), asTag)
		return nil
	}
	s := *(*string)(p)
	saved := e.w.Buf
	e.w.Buf = nil
	ok := e.w.AppendString(s)
	inner := string(e.w.Buf)
	e.w.Buf = saved
	if !ok || !e.w.AppendString(inner) {
		return e.w.InvalidUTF8()
	}
	return nil
}

// misused is the error for the option string of what is no number; nil if there is none, and nothing is written.
func (e *writing) misused(pl *plan) error { return e.fail(pl.typ, errTag) }

// tagOf returns how a field with the option string is written or read, and whether it may have that option.
func tagOf(pl *plan, on jsonopts.Flag) (how how, ok bool) {
	const legacy = jsonopts.StringifyWithLegacySemantics
	switch {
	case on&(legacy|jsonopts.ReportErrorsWithLegacySemantics) == 0:
		return asTag, true
	case on&legacy != 0 && pl.kind == reflect.Pointer:
		pl = pl.elem
	}
	for on&legacy == 0 && pl.kind == reflect.Pointer {
		pl = pl.elem
	}
	k := pl.kind
	switch {
	case isSigned(k), isUnsigned(k), isFloat(k), pl.hasWriter, pl.hasReader:
		return asTag, true
	case on&legacy != 0 && (k == reflect.Bool || k == reflect.String), on&legacy == 0 && k == reflect.Interface:
		return asTag, true
	}
	return 0, on&jsonopts.ReportErrorsWithLegacySemantics != 0
}

func (e *writing) iface(p unsafe.Pointer, pl *plan, how how) error {
	if how&asTag != 0 && e.on&jsonopts.ReportErrorsWithLegacySemantics == 0 {
		return e.misused(pl)
	}
	var x any
	if pl.typ.NumMethod() == 0 {
		x = *(*any)(p)
	} else if v := pl.value(p); !v.IsNil() {
		x = v.Elem().Interface()
	}
	switch x := x.(type) {
	case nil:
		e.w.Buf = append(e.w.Buf, "null"...)
		return nil
	case string:
		if e.funcs == nil {
			if !e.w.AppendString(x) {
				return e.w.InvalidUTF8()
			}
			return nil
		}
	}
	if k := reflect.TypeOf(x).Kind(); how&asTag != 0 && !isSigned(k) && !isUnsigned(k) && !isFloat(k) {
		how &^= asTag
	}
	return e.dynamic(x, how&(asName|asTag))
}

// maxPlain is how many objects and arrays are written one in another before cycles are looked for.
const maxPlain = 1000

// enter notes that the value at p, a pointer, map or slice, is being written; it fails for a cycle.
func (e *writing) enter(p unsafe.Pointer, pl *plan) (key any, err error) {
	w := e.w
	if len(w.Frames) < maxPlain {
		return nil, nil
	}
	v := pl.value(p)
	key = [2]any{v.UnsafePointer(), pl.typ}
	if pl.kind == reflect.Slice {
		key = [3]any{v.UnsafePointer(), pl.typ, v.Len()}
	}
	if w.On[key] {
		return nil, e.fail(pl.typ, errCycle)
	}
	if w.On == nil {
		w.On = map[any]bool{}
	}
	w.On[key] = true
	return key, nil
}

func (e *writing) leave(key any) {
	if key != nil {
		delete(e.w.On, key)
	}
}

func (e *writing) pointer(p unsafe.Pointer, pl *plan, how how) error {
	to := *(*unsafe.Pointer)(p)
	if to == nil {
		e.w.Buf = append(e.w.Buf, "null"...)
		return nil
	}
	key, err := e.enter(p, pl)
	if err == nil {
		err = e.at(to, pl.elem, how|reachable)
		e.leave(key)
	}
	return err
}

// isBinary reports whether a slice or array of bytes is base64.
func (e *writing) isBinary(pl *plan) bool {
	return isBinary(pl, e.on) && !(pl.special == isNamedBytes && pl.elem.hasWriter)
}

func isBinary(pl *plan, on jsonopts.Flag) bool {
	switch {
	case pl.special != isBytes && pl.special != isNamedBytes:
		return false
	case pl.kind == reflect.Array && on&jsonopts.FormatByteArrayAsArray != 0:
		return false
	}
	return pl.special == isBytes || on&jsonopts.FormatBytesWithLegacySemantics != 0 && pl.kind == reflect.Slice
}

func (e *writing) binary(b []byte) {
	e.w.Buf = append(e.w.Buf, '"')
	e.w.Buf = base64.StdEncoding.AppendEncode(e.w.Buf, b)
	e.w.Buf = append(e.w.Buf, '"')
}

func (e *writing) slice(p unsafe.Pointer, pl *plan, how how) error {
	if how&asTag != 0 {
		return e.misused(pl)
	}
	s := (*slice)(p)
	isBinary := e.isBinary(pl)
	switch {
	case s.at == nil && e.on&jsonopts.FormatNilSliceAsNull != 0:
		e.w.Buf = append(e.w.Buf, "null"...)
		return nil
	case isBinary:
		e.binary(*(*[]byte)(p))
		return nil
	}
	key, err := e.enter(p, pl)
	if err == nil {
		err = e.elements(s.at, s.len, pl, reachable)
		e.leave(key)
	}
	return err
}

// elements writes n elements of a slice or array, the first at p.
func (e *writing) elements(p unsafe.Pointer, n int, pl *plan, how how) error {
	w := e.w
	if err := w.Begin('['); err != nil {
		return err
	}
	elem, size := pl.elem, pl.elem.size
	for i := range n {
		w.Element()
		if err := e.at(unsafe.Add(p, uintptr(i)*size), elem, how); err != nil {
			return err
		}
	}
	w.End(']')
	return nil
}

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

// isEmptyJSON reports whether a value is null or has nothing in it.
func isEmptyJSON(text []byte) bool {
	switch string(text) {
	case "null", `""`, "[]", "{}":
		return true
	}
	return false
}

// isEmptyGo reports whether encoding/json takes a value for empty.
func isEmptyGo(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct, reflect.Chan, reflect.Func:
		return false
	}
	return v.IsZero()
}

// isEmpty reports whether the value at p is known to be empty in JSON without being written.
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

// mayBeEmpty reports whether a value that is not known to be empty may be so in JSON.
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

func (e *writing) anyMember(name string, x any) error {
	if err := e.name(name, true); err != nil {
		return err
	}
	return e.iface(unsafe.Pointer(&x), planOf(anyType), 0)
}

// name writes the name of a member of a map; distinct tells that no other is the same string.
func (e *writing) name(name string, distinct bool) error {
	const rules = jsonopts.AllowInvalidUTF8 | jsonopts.AllowDuplicateNames
	if e.on&rules != rules && !(distinct && isPlain(name)) {
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
	e.w.MemberNamed(name)
	return nil
}

// members writes the members of any map.
func (e *writing) members(v reflect.Value, pl *plan) error {
	plain := pl.key.kind == reflect.String && !pl.key.hasWriter && e.funcs == nil
	distinct := plain
	entries := make([]entry, 0, v.Len())
	for iter := v.MapRange(); iter.Next(); {
		x := entry{key: reflect.New(pl.key.typ), value: reflect.New(pl.elem.typ)}
		x.key.Elem().Set(iter.Key())
		x.value.Elem().Set(iter.Value())
		if plain {
			x.name = iter.Key().String()
		}
		entries = append(entries, x)
	}
	if e.on&jsonopts.Deterministic != 0 && len(entries) > 1 {
		if !plain {
			if err := e.names(entries, pl.key); err != nil {
				return err
			}
			plain = true
		}
		slices.SortStableFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	}
	for _, x := range entries {
		if plain {
			if err := e.name(x.name, distinct); err != nil {
				return err
			}
		} else if err := e.key(x.key.UnsafePointer(), pl.key); err != nil {
			return err
		}
		if err := e.at(x.value.UnsafePointer(), pl.elem, 0); err != nil {
			return err
		}
	}
	return nil
}

// names finds out which names keys are: it writes each, and takes that back.
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

// nonString is the error for a key that is no string.
func (e *writing) nonString(pl *plan, err *jsontext.SyntacticError) error {
	at := err.JSONPointer
	if err.Err == wire.ErrDuplicateName {
		at = at.Parent()
	}
	return &SemanticError{action: marshaling, ByteOffset: err.ByteOffset, JSONPointer: at, GoType: pl.typ, Err: err}
}

// named checks what was written from Buf[from] on as a name, unless it was written as a token.
func (e *writing) named(from int) error {
	if e.w.Noted {
		e.w.Noted = false
		return nil
	}
	return e.w.Named(from)
}

// isPlain reports whether a name is the only one that is written as it is.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// rest writes the members of the embedded field for all others.
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

// restName writes a name that must not be one of a field; literal is how it stands in JSON, if it does.
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

// behind returns a SemanticError for what comes behind the last member.
func (e *writing) behind(t reflect.Type, err error) error {
	at := jsontext.Pointer(e.w.Pointer(wire.Container))
	return &SemanticError{action: marshaling, ByteOffset: e.w.After(), JSONPointer: at, GoType: t, Err: endless(err)}
}

// match returns the field of an object for a name that is not equal to its own, if the field lets it.
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

// lets reports whether a name that is equal to that of the field without regard to case, dashes and underscores means the
// field.
func (f *field) lets(name string, on jsonopts.Flag) bool {
	if f.minds || !f.ignoresCase && on&jsonopts.MatchCaseInsensitiveNames == 0 {
		return false
	}
	return on&jsonopts.MatchCaseSensitiveDelimiter == 0 || strings.EqualFold(f.name, name)
}

// time writes a time.
func (e *writing) time(t *time.Time, pl *plan, how how) error {
	if how&asTag != 0 && e.on&jsonopts.StringifyWithLegacySemantics == 0 {
		return e.misused(pl)
	}
	text, err := appendTime(append(e.w.Buf, '"'), *t)
	if err != nil {
		return e.fail(pl.typ, err)
	}
	e.w.Buf = append(text, '"')
	return nil
}

// appendTime appends a time as RFC 3339 has it.
func appendTime(out []byte, t time.Time) ([]byte, error) {
	if y := t.Year(); y < 0 || y > 9999 {
		return nil, errors.New("year outside of range [0,9999]")
	}
	if _, offset := t.Zone(); offset <= -24*3600 || offset >= 24*3600 {
		return nil, errors.New("timezone hour outside of range [0,23]")
	}
	return t.AppendFormat(out, time.RFC3339Nano), nil
}
