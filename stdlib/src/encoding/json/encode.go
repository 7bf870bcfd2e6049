// Package json writes values as JSON text and reads them back.
package json

import (
	"encoding"
	"encoding/base64"
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// Marshaler writes itself as JSON.
type Marshaler interface {
	MarshalJSON() ([]byte, error)
}

// UnsupportedTypeError means that a type has no JSON form.
type UnsupportedTypeError struct{ Type reflect.Type }

func (e *UnsupportedTypeError) Error() string { return "json: unsupported type: " + e.Type.String() }

// UnsupportedValueError means that a value has no JSON form.
type UnsupportedValueError struct {
	Value reflect.Value
	Str   string
}

func (e *UnsupportedValueError) Error() string { return "json: unsupported value: " + e.Str }

// InvalidUTF8Error is not used any more.
type InvalidUTF8Error struct{ S string }

func (e *InvalidUTF8Error) Error() string {
	return "json: invalid UTF-8 in string: " + strconv.Quote(e.S)
}

// MarshalerError is an error of a MarshalJSON or MarshalText method.
type MarshalerError struct {
	Type       reflect.Type
	Err        error
	sourceFunc string
}

func (e *MarshalerError) Error() string {
	name := e.sourceFunc
	if name == "" {
		name = "MarshalJSON"
	}
	return "json: error calling " + name + " for type " + e.Type.String() + ": " + e.Err.Error()
}

func (e *MarshalerError) Unwrap() error { return e.Err }

// Marshal returns v as JSON.
func Marshal(v any) ([]byte, error) {
	w := writer{html: true}
	if err := w.root(v); err != nil {
		return nil, err
	}
	return w.out, nil
}

// MarshalIndent is Marshal followed by Indent.
func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	b, err := Marshal(v)
	if err != nil {
		return nil, err
	}
	return indented(nil, b, prefix, indent), nil
}

type writer struct {
	out  []byte
	html bool
	// depth counts the pointers, maps and slices around the current value, nested the objects and arrays.
	depth, nested int
	on            map[any]bool
}

var (
	marshaler     = reflect.TypeFor[Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	numberType    = reflect.TypeFor[Number]()
)

func (w *writer) text(s string) { w.out = append(w.out, s...) }

func pointerTo(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t
	}
	return reflect.PointerTo(t)
}

// method calls MarshalJSONTo, MarshalJSON or MarshalText of the value, or of its address; done is false if there is none.
func (w *writer) method(v reflect.Value) (done bool, err error) {
	t := v.Type()
	if t != numberType {
		if done, err := w.stream(v); done {
			return true, err
		}
	}
	if t.Kind() != reflect.Pointer && v.CanAddr() {
		p := reflect.PointerTo(t)
		if p.Implements(marshaler) && !t.Implements(marshaler) ||
			!t.Implements(marshaler) && p.Implements(textMarshaler) && !t.Implements(textMarshaler) {
			v, t = v.Addr(), p
		}
	}
	switch {
	case t.Implements(marshaler):
		if (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
			w.text("null")
			return true, nil
		}
		m, ok := v.Interface().(Marshaler)
		if !ok {
			w.text("null")
			return true, nil
		}
		b, err := m.MarshalJSON()
		if err == nil {
			if bad := checkNested(b, w.nested); bad != nil {
				err = bad
			}
		}
		if err != nil {
			// encoding/json/v2 formats a time without calling this method.
			if text, ok := strings.CutPrefix(err.Error(), "Time.MarshalJSON: "); ok && pointerTo(t).Elem().PkgPath() == "time" {
				err = errors.New(text)
			}
			return true, &MarshalerError{pointerTo(t), err, "MarshalJSON"}
		}
		w.out = compacted(w.out, b, w.html)
		return true, nil
	case t.Implements(textMarshaler):
		if (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
			w.text("null")
			return true, nil
		}
		b, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		if err != nil {
			return true, &MarshalerError{pointerTo(t), err, "MarshalText"}
		}
		w.string(string(b))
		return true, nil
	}
	return false, nil
}

// enter records a pointer, map or slice that is being written, once the nesting is deep enough to be a cycle.
func (w *writer) enter(v reflect.Value) (leave func(), err error) {
	w.depth++
	if w.depth <= 1000 {
		return func() { w.depth-- }, nil
	}
	key := any([2]any{v.UnsafePointer(), v.Type()})
	if v.Kind() == reflect.Slice {
		key = [3]any{v.UnsafePointer(), v.Type(), v.Len()}
	}
	if w.on[key] {
		return nil, &UnsupportedValueError{v, "encountered a cycle via " + v.Type().String()}
	}
	if w.on == nil {
		w.on = map[any]bool{}
	}
	w.on[key] = true
	return func() { w.depth--; delete(w.on, key) }, nil
}

// root writes a whole JSON text.
func (w *writer) root(v any) error {
	err := w.any(v)
	if e, ok := err.(*nameError); ok {
		return e.unsupported()
	}
	return err
}

// A nameError is a map key whose JSON is not a string. The callers around the map add their path.
type nameError struct {
	key    reflect.Value
	path   string
	offset int
}

func (e *nameError) Error() string { return e.unsupported().Error() }

func (e *nameError) unsupported() error {
	within := ""
	if e.path != "" {
		within = " within " + strconv.Quote(e.path)
	}
	text := "jsontext: object member name must be a string" + within + " after offset " + strconv.Itoa(e.offset)
	return &UnsupportedValueError{e.key, text}
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// within adds a name or index to the path of a nameError.
func within(err error, name string) error {
	if e, ok := err.(*nameError); ok {
		e.path = "/" + pointerEscapes.Replace(name) + e.path
	}
	return err
}

func (w *writer) value(v reflect.Value, quoted bool) error {
	if !v.IsValid() {
		w.text("null")
		return nil
	}
	if done, err := w.method(v); done {
		return err
	}
	switch k := v.Kind(); k {
	case reflect.Bool:
		w.maybeQuoted(strconv.FormatBool(v.Bool()), quoted)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.maybeQuoted(strconv.FormatInt(v.Int(), 10), quoted)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		w.maybeQuoted(strconv.FormatUint(v.Uint(), 10), quoted)
	case reflect.Float32, reflect.Float64:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return unsupportedFloat(v)
		}
		w.float(v.Float(), v.Type().Bits(), quoted)
	case reflect.String:
		return w.stringValue(v, quoted)
	case reflect.Interface:
		if v.IsNil() {
			w.text("null")
			return nil
		}
		return w.value(v.Elem(), false)
	case reflect.Pointer:
		if v.IsNil() {
			w.text("null")
			return nil
		}
		leave, err := w.enter(v)
		if err != nil {
			return err
		}
		defer leave()
		return w.value(v.Elem(), quoted)
	case reflect.Struct:
		return w.object(v)
	case reflect.Map:
		return w.mapObject(v)
	case reflect.Slice:
		return w.slice(v)
	case reflect.Array:
		return w.array(v)
	default:
		return &UnsupportedTypeError{v.Type()}
	}
	return nil
}

func (w *writer) maybeQuoted(s string, quoted bool) {
	if quoted {
		s = `"` + s + `"`
	}
	w.text(s)
}

func (w *writer) stringValue(v reflect.Value, quoted bool) error {
	s := v.String()
	if v.Type() == numberType {
		if s == "" {
			s = "0"
		}
		if !isNumber(s) {
			err := &numberError{s}
			return &MarshalerError{reflect.PointerTo(numberType), err, "MarshalJSONTo"}
		}
		w.maybeQuoted(s, quoted)
		return nil
	}
	if quoted {
		inner := writer{html: w.html}
		inner.string(s)
		s = string(inner.out)
	}
	w.string(s)
	return nil
}

type numberError struct{ text string }

func (e *numberError) Error() string {
	return "cannot parse " + strconv.Quote(e.text) + " as JSON number: invalid syntax"
}

func (e *numberError) Unwrap() error { return strconv.ErrSyntax }

func isNumber(s string) bool {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	end, fault, _ := scan(unsafe.Slice(unsafe.StringData(s), len(s)), 0, 0)
	return fault == 0 && end == len(s)
}

func floatText(f float64, bits int) string { return string(appendFloat(nil, f, bits)) }

// string writes s in quotes.
func (w *writer) string(s string) { w.out = quoted(w.out, s, w.html) }

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct, reflect.Chan, reflect.Func:
		return false
	}
	return v.IsZero()
}

// open begins an object or array.
func (w *writer) open(bracket string) error {
	if w.nested == maxDepth {
		return &SyntaxError{errDepth, int64(len(w.out) + 1)}
	}
	w.nested++
	w.text(bracket)
	return nil
}

// shut ends an object or array.
func (w *writer) shut(bracket string) {
	w.nested--
	w.text(bracket)
}

func (w *writer) object(v reflect.Value) error {
	if err := w.open("{"); err != nil {
		return err
	}
	first := true
members:
	for _, f := range fieldsOf(v.Type()) {
		x := v
		for _, i := range f.index {
			if x.Kind() == reflect.Pointer {
				if x.IsNil() {
					continue members
				}
				x = x.Elem()
			}
			x = x.Field(i)
		}
		if f.omitEmpty && isEmpty(x) || f.omitZero && f.isZero(x) {
			continue
		}
		if !first {
			w.text(",")
		}
		first = false
		w.string(f.name)
		w.text(":")
		if err := w.value(x, f.quoted); err != nil {
			return within(err, f.name)
		}
	}
	w.shut("}")
	return nil
}

func (w *writer) key(k reflect.Value) (string, error) {
	switch {
	case k.Kind() == reflect.String:
		return k.String(), nil
	case k.Kind() == reflect.Interface && !k.IsNil() && k.Elem().Type() != reflect.TypeFor[float64]():
		return w.key(k.Elem())
	}
	if t, ok := k.Interface().(encoding.TextMarshaler); ok {
		if k.Kind() == reflect.Pointer && k.IsNil() {
			return "", nil
		}
		b, err := t.MarshalText()
		if err != nil {
			return "", &MarshalerError{pointerTo(k.Type()), err, "MarshalText"}
		}
		return string(b), nil
	}
	switch kind := k.Kind(); {
	case k.CanInt():
		return strconv.FormatInt(k.Int(), 10), nil
	case k.CanUint():
		return strconv.FormatUint(k.Uint(), 10), nil
	case k.CanFloat() && !math.IsNaN(k.Float()) && !math.IsInf(k.Float(), 0):
		return floatText(k.Float(), k.Type().Bits()), nil
	case kind == reflect.Pointer && !k.IsNil():
		return w.key(k.Elem())
	case kind == reflect.Complex64, kind == reflect.Complex128, kind == reflect.Chan, kind == reflect.Func:
		return "", &UnsupportedTypeError{k.Type()}
	}
	return "", &nameError{key: k, offset: len(w.out) + 1}
}

func (w *writer) mapObject(v reflect.Value) error {
	if v.IsNil() {
		w.text("null")
		return nil
	}
	leave, err := w.enter(v)
	if err != nil {
		return err
	}
	defer leave()
	return w.mapMembers(v)
}

// mapMembers writes a map as an object, in the order of its keys.
func (w *writer) mapMembers(v reflect.Value) error {
	type entry struct {
		key   string
		value reflect.Value
	}
	entries := make([]entry, 0, v.Len())
	if err := w.open("{"); err != nil {
		return err
	}
	for iter := v.MapRange(); iter.Next(); {
		key, err := w.key(iter.Key())
		if err != nil {
			return err
		}
		entries = append(entries, entry{key, iter.Value()})
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	for i, e := range entries {
		if i > 0 {
			w.text(",")
		}
		w.string(e.key)
		w.text(":")
		if err := w.value(e.value, false); err != nil {
			return within(err, e.key)
		}
	}
	w.shut("}")
	return nil
}

func (w *writer) slice(v reflect.Value) error {
	if v.IsNil() {
		w.text("null")
		return nil
	}
	if e := v.Type().Elem(); e.Kind() == reflect.Uint8 {
		p := reflect.PointerTo(e)
		if !p.Implements(marshaler) && !p.Implements(textMarshaler) {
			w.text(`"`)
			w.out = base64.StdEncoding.AppendEncode(w.out, v.Bytes())
			w.text(`"`)
			return nil
		}
	}
	leave, err := w.enter(v)
	if err != nil {
		return err
	}
	defer leave()
	return w.array(v)
}

func (w *writer) array(v reflect.Value) error {
	if err := w.open("["); err != nil {
		return err
	}
	for i := range v.Len() {
		if i > 0 {
			w.text(",")
		}
		if err := w.value(v.Index(i), false); err != nil {
			return within(err, strconv.Itoa(i))
		}
	}
	w.shut("]")
	return nil
}
