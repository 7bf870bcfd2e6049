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
	"strconv"
	"time"
	"unsafe"
)

// A writing is a call that writes a value.
type writing struct {
	w     *wire.Writer
	on    jsonopts.Flag
	funcs *Marshalers
	how   how
}

// begin sets the fields that depend on the options.
func (e *writing) begin() {
	e.on = e.w.Opts.On
	if e.w.Opts.Has&jsonopts.Marshalers != 0 {
		e.funcs, _ = e.w.Opts.Marshalers.(*Marshalers)
	}
	if e.on&jsonopts.OfTag != 0 {
		// The option string of a field does not apply to values inside the field.
		e.on &^= jsonopts.StringifyNumbers
		e.how = asTag
	}
}

// root writes the argument of a call.
func (e *writing) root(in any, how how) error {
	if in == nil {
		e.w.Buf = append(e.w.Buf, "null"...)
		return nil
	}
	id, word := rtype.Words(in)
	p := planFor(id, in)
	switch {
	case p.kind == reflect.Pointer:
		if word != nil && e.on&jsonopts.CallMethodsWithLegacySemantics == 0 {
			return e.at(word, p.elem, how|reachable)
		}
	case how == 0:
		return e.value(in, 0)
	}
	return e.dynamic(in, how)
}

// dynamic writes the value of a non-nil interface.
func (e *writing) dynamic(x any, how how) error {
	id, at := rtype.Unpack(x)
	p := planFor(id, x)
	if e.funcs != nil || p.hasWriter {
		// A method gets a copy of the value.
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
		// A name does not count as a value yet.
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
	switch pl.kind {
	case reflect.String:
		if how&asTag != 0 {
			return e.tagged(p, pl)
		}
		if !e.w.AppendString(*(*string)(p)) {
			return e.w.InvalidUTF8()
		}
		return nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		switch {
		case pl.special == isDuration:
			return e.rare(p, pl, how)
		case how&(asTag|asName) == 0 && e.on&jsonopts.StringifyNumbers == 0:
			e.w.Buf = strconv.AppendInt(e.w.Buf, integer(pl.size, p), 10)
		default:
			e.number(strconv.AppendInt(nil, integer(pl.size, p), 10), how)
		}
		return nil
	case reflect.Bool:
		if how&asTag != 0 {
			return e.tagged(p, pl)
		}
		e.w.Buf = strconv.AppendBool(e.w.Buf, *(*bool)(p))
		return nil
	case reflect.Struct:
		if pl.special == isTime {
			return e.time((*time.Time)(p), pl, how)
		}
		return e.object(p, pl, how)
	case reflect.Float64:
		return e.float(*(*float64)(p), pl, how)
	case reflect.Interface:
		return e.iface(p, pl, how)
	case reflect.Pointer:
		return e.pointer(p, pl, how)
	case reflect.Slice:
		return e.slice(p, pl, how)
	case reflect.Map:
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

// target returns the plan of a pointer's target, unless the target is a pointer itself; pl for other types.
func (pl *plan) target() *plan {
	if pl.kind == reflect.Pointer && pl.elem.kind != reflect.Pointer {
		return pl.elem
	}
	return pl
}

// tagged writes a string or boolean of a field with the option string, which has an effect with encoding/json's options only.
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

// misused returns the error for the option string on a field that is not a number; nil if it is one.
func (e *writing) misused(pl *plan) error { return e.fail(pl.typ, errTag) }

// tagOf returns how to write or read a field with the option string, and whether its type allows that option.
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
	return e.value(x, how)
}

// value writes a value of an interface type.
func (e *writing) value(x any, how how) error {
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
	case float64:
		if e.funcs == nil {
			if how&(asTag|asName) != 0 || x != x || x-x != 0 || e.on&jsonopts.StringifyNumbers != 0 {
				return e.float(x, planOf(float64Type), how)
			}
			e.w.Buf = wire.AppendFloat(e.w.Buf, x, 64)
			return nil
		}
	case bool:
		if e.funcs == nil {
			e.w.Buf = strconv.AppendBool(e.w.Buf, x)
			return nil
		}
	case map[string]any:
		if e.funcs == nil {
			return e.anyObject(x)
		}
	case []any:
		if e.funcs == nil {
			return e.anyList(x)
		}
	}
	if k := reflect.TypeOf(x).Kind(); how&asTag != 0 && !isSigned(k) && !isUnsigned(k) && !isFloat(k) {
		how &^= asTag
	}
	return e.dynamic(x, how&(asName|asTag))
}

// maxPlain is the nesting depth of objects and arrays from which on the encoder looks for cycles.
const maxPlain = 1000

// enter records that the value at p, a pointer, map or slice, is being written; it fails for a cycle.
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

// appendTime appends a time in the format of RFC 3339.
func appendTime(out []byte, t time.Time) ([]byte, error) {
	if y := t.Year(); y < 0 || y > 9999 {
		return nil, errors.New("year outside of range [0,9999]")
	}
	if _, offset := t.Zone(); offset <= -24*3600 || offset >= 24*3600 {
		return nil, errors.New("timezone hour outside of range [0,23]")
	}
	return t.AppendFormat(out, time.RFC3339Nano), nil
}
