package json

import (
	"cmp"
	"encoding"
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"encoding/json/jsontext"
	"errors"
	"reflect"
	"unsafe"
)

// custom writes the value at p with a function of the options or a method; done is false if there is none.
func (e *writing) custom(p unsafe.Pointer, pl *plan, how how) (done bool, err error) {
	for _, fn := range e.funcs.of(pl.typ) {
		v := pl.value(p)
		if fn.pointer {
			v = v.Addr()
		}
		if done, err := e.function(v, pl, fn, how); done {
			return true, err
		}
	}
	if !pl.hasWriter {
		return false, nil
	}
	for way := byCoder; way <= byText; way++ {
		has := pl.writes[way]
		if has == missing || has == ofPointer && how&reachable == 0 && e.on&jsonopts.CallMethodsWithLegacySemantics != 0 {
			continue
		}
		if (way == byCoder || way == byJSON) && how&asName != 0 && e.on&jsonopts.CallMethodsWithLegacySemantics != 0 {
			continue
		}
		if done, err := e.method(pl.value(p).Addr().Interface(), pl, way, how); done {
			return true, err
		}
	}
	return false, nil
}

func (e *writing) function(v reflect.Value, pl *plan, fn match[writeFunc], how how) (done bool, err error) {
	if fn.toCoder {
		return e.stream(pl.typ, how, func(enc *jsontext.Encoder) error {
			_, err := fn.call(enc, v)
			return err
		})
	}
	text, err := fn.call(nil, v)
	if errors.Is(err, errors.ErrUnsupported) {
		err = errUnsupported("marshal function of type func(T) ([]byte, error)")
	}
	return true, e.text(text, err, pl.typ, "MarshalFunc")
}

// method writes v, a pointer to the value, by a method.
func (e *writing) method(v any, pl *plan, way way, how how) (done bool, err error) {
	switch way {
	case byCoder:
		return e.stream(pl.typ, how, v.(MarshalerTo).MarshalJSONTo)
	case byJSON:
		text, err := v.(Marshaler).MarshalJSON()
		if errors.Is(err, errors.ErrUnsupported) {
			err = errUnsupported("MarshalJSON method")
		}
		return true, e.text(text, err, pl.typ, "MarshalJSON")
	case byAppend:
		text, err := v.(encoding.TextAppender).AppendText(nil)
		if errors.Is(err, errors.ErrUnsupported) {
			err = errUnsupported("AppendText method")
		}
		return true, e.string(text, err, pl.typ, "AppendText")
	}
	text, err := v.(encoding.TextMarshaler).MarshalText()
	if errors.Is(err, errors.ErrUnsupported) {
		err = errUnsupported("MarshalText method")
	}
	return true, e.string(text, err, pl.typ, "MarshalText")
}

// text writes the JSON that a method has returned.
func (e *writing) text(text []byte, err error, t reflect.Type, method string) error {
	if err != nil {
		return e.wrap(err, t, method)
	}
	offset, pointer := e.w.Offset(), e.w.Pointer(wire.Current)
	e.w.Retract()
	isName := e.w.WantsName()
	if isName {
		pointer = e.w.Pointer(wire.Container)
	}
	if err := e.w.Value(text); err != nil {
		if isIO(err) {
			return err
		}
		return e.legacy(&SemanticError{action: marshaling, ByteOffset: offset, JSONPointer: jsontext.Pointer(pointer), GoType: t, Err: err}, t, method)
	}
	e.w.Noted = isName
	return nil
}

// string writes the text that a method has returned.
func (e *writing) string(text []byte, err error, t reflect.Type, method string) error {
	if err != nil {
		return e.wrap(err, t, method)
	}
	if !e.w.AppendString(string(text)) {
		return e.legacy(e.fail(t, e.w.InvalidUTF8()), t, method)
	}
	return nil
}

// wrap adds the position to an error of a method. A SemanticError keeps the fields that it has.
func (e *writing) wrap(err error, t reflect.Type, method string) error {
	fresh := e.fail(t, err).(*SemanticError)
	if s, ok := err.(*SemanticError); ok {
		if isText := method == "MarshalText" || method == "AppendText"; s.action == 0 && !isText {
			s.ByteOffset = cmp.Or(s.ByteOffset, fresh.ByteOffset)
			s.JSONPointer = cmp.Or(s.JSONPointer, fresh.JSONPointer)
		}
		return e.legacy(s, t, method)
	}
	return e.legacy(fresh, t, method)
}

// legacy converts the error of a method to one of encoding/json, if the options say so.
func (e *writing) legacy(err error, t reflect.Type, method string) error {
	if e.on&jsonopts.ReportErrorsWithLegacySemantics == 0 || wire.V1.MethodError == nil {
		return err
	}
	cause := err
	if s, ok := err.(*SemanticError); ok && s.Err != nil {
		cause = s.Err
	}
	return wire.V1.MethodError(reflect.PointerTo(t), cause, method)
}

// stream writes a value by a function that gets the encoder.
func (e *writing) stream(t reflect.Type, how how, call func(*jsontext.Encoder) error) (done bool, err error) {
	w := e.w
	w.Retract()
	isName := w.WantsName()
	depth, n := w.Stack()
	saved := w.Opts
	if how&asTag != 0 {
		w.Opts.Put(jsonopts.StringifyNumbers|jsonopts.OfTag, true)
	} else {
		w.Opts.Put(jsonopts.OfTag, false)
	}
	locked := w.Locked
	w.Locked = true
	w.Hold++
	bare := w.Bare
	w.Bare = true
	err = call(ofWriter(w))
	w.Hold--
	w.Opts, w.Locked, w.Bare = saved, locked, bare
	nowDepth, nowN := w.Stack()
	same := nowDepth == depth && nowN == n
	switch {
	case errors.Is(err, errors.ErrUnsupported) && same:
		w.Element()
		return false, nil
	case errors.Is(err, errors.ErrUnsupported):
		err = errUntouched
	case err == nil && (nowDepth != depth || nowN != n+1):
		err = errSingular
	case err == nil:
		w.Noted = isName
		return true, nil
	}
	if isIO(err) {
		return true, err
	}
	return true, e.misbehaved(err, t, same)
}

// misbehaved adds the position to an error of a function that had the encoder.
func (e *writing) misbehaved(err error, t reflect.Type, same bool) error {
	w := e.w
	at := &SemanticError{action: marshaling, GoType: t, Err: endless(err), ByteOffset: w.After()}
	if same {
		at.JSONPointer = jsontext.Pointer(w.Pointer(wire.Next))
	} else {
		at.JSONPointer = jsontext.Pointer(w.Pointer(wire.Current))
	}
	if s, ok := err.(*SemanticError); ok {
		s.place(at)
		at = s
	}
	return e.legacy(at, t, "MarshalJSONTo")
}
