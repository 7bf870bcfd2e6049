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

// custom reads the next value with a function of the options or a method; done is false if there is none.
func (d *reading) custom(p unsafe.Pointer, pl *plan, c byte, how how) (done bool, err error) {
	for _, fn := range d.funcs.of(pl.typ) {
		v := pl.value(p)
		if fn.pointer {
			v = v.Addr()
		}
		if done, err := d.function(v, fn, c, how); done {
			return true, err
		}
	}
	if !pl.hasReader {
		return false, nil
	}
	for way := byCoder; way <= byText; way++ {
		if pl.reads[way] == missing {
			continue
		}
		if way != byText && how&asName != 0 && d.on&jsonopts.CallMethodsWithLegacySemantics != 0 {
			continue
		}
		if done, err := d.method(pl.value(p).Addr().Interface(), p, pl, way, c, how); done {
			return true, err
		}
	}
	return false, nil
}

func (d *reading) function(v reflect.Value, fn match[readFunc], c byte, how how) (done bool, err error) {
	if fn.toCoder {
		return d.stream(v.Type(), how, func(dec *jsontext.Decoder) error { return fn.call(dec, nil, v) })
	}
	return true, d.value(v.Type(), c, "unmarshal function of type func([]byte, T) error", func(text []byte) error {
		return fn.call(nil, text, v)
	})
}

// method reads the next value with a method of v, which points to p.
func (d *reading) method(v any, p unsafe.Pointer, pl *plan, way way, c byte, how how) (done bool, err error) {
	switch way {
	case byCoder:
		return d.stream(pl.typ, how, v.(UnmarshalerFrom).UnmarshalJSONFrom)
	case byJSON:
		return true, d.value(pl.typ, c, "UnmarshalJSON method", v.(Unmarshaler).UnmarshalJSON)
	}
	switch {
	case c == 'n' && how&asName == 0:
		if d.on&jsonopts.MergeWithLegacySemantics == 0 {
			pl.value(p).SetZero()
		} else if k := pl.kind; k == reflect.Map || k == reflect.Slice {
			pl.value(p).SetZero()
		}
		if err := d.r.Scalar(c); err != nil {
			return true, err
		}
		return true, d.r.Skipped(c)
	case c != '"':
		if err := d.r.Scalar(c); err != nil {
			return true, err
		}
		failed := d.failure(pl.typ, wire.Kind(c), errNoString)
		if err := d.r.Skip(); err != nil {
			return true, err
		}
		return true, d.soft(failed)
	}
	return true, d.value(pl.typ, c, "UnmarshalText method", func(text []byte) error {
		return v.(encoding.TextUnmarshaler).UnmarshalText([]byte(wire.Unquoted(text)))
	})
}

// value reads the next value and gives its text to a function.
func (d *reading) value(t reflect.Type, c byte, what string, call func([]byte) error) error {
	isName := d.r.WantsName()
	at := d.failure(t, wire.Kind(c), nil)
	text, err := d.r.Value()
	if err != nil {
		return err
	}
	if isName {
		at.JSONPointer = jsontext.Pointer(d.r.Pointer(wire.Next))
	}
	err = call(text[:len(text):len(text)])
	if isName {
		if _, missing := d.r.Peek(); missing != nil && err == nil {
			return missing
		}
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errors.ErrUnsupported):
		err = errUnsupported(what)
	}
	if d.on&jsonopts.ReportErrorsWithLegacySemantics != 0 {
		return d.soft(err)
	}
	if s, ok := err.(*SemanticError); ok {
		if s.action == 0 && what != "UnmarshalText method" {
			s.ByteOffset = cmp.Or(s.ByteOffset, at.ByteOffset)
			s.JSONPointer = cmp.Or(s.JSONPointer, at.JSONPointer)
		}
		return s
	}
	at.Err = err
	return at
}

// stream reads a value by a function that gets the decoder.
func (d *reading) stream(t reflect.Type, how how, call func(*jsontext.Decoder) error) (done bool, err error) {
	r := d.r
	depth, n := r.Stack()
	saved, locked := r.Opts, r.Locked
	r.Locked = true
	if how&asTag != 0 {
		r.Opts.Put(jsonopts.StringifyNumbers|jsonopts.OfTag, true)
	} else {
		r.Opts.Put(jsonopts.OfTag, false)
	}
	at := d.failure(t, 0, nil)
	err = call(ofReader(r))
	r.Opts, r.Locked = saved, locked
	nowDepth, nowN := r.Stack()
	same := nowDepth == depth && nowN == n
	switch {
	case errors.Is(err, errors.ErrUnsupported) && same:
		return false, nil
	case errors.Is(err, errors.ErrUnsupported):
		err = errUntouched
	case err == nil && (nowDepth != depth || nowN != n+1):
		err = errSingular
	case err == nil:
		if how&asName != 0 {
			_, err = r.Peek()
		}
		return true, err
	}
	if _, ok := err.(*jsontext.SyntacticError); ok || isIO(err) {
		return true, err
	}
	if d.on&jsonopts.ReportErrorsWithLegacySemantics != 0 && nowDepth == depth && nowN == n+1 {
		return true, d.soft(err)
	}
	if !same {
		at.ByteOffset, at.JSONPointer = r.LastStart(), jsontext.Pointer(r.Pointer(wire.Current))
	}
	if s, ok := err.(*SemanticError); ok {
		s.place(at)
		return true, s
	}
	at.Err = endless(err)
	return true, at
}
