// Package json converts Go values to JSON and back. It is the second version of encoding/json: names match
// case-sensitively, texts must follow RFC 7493, and options select other behaviour.
//
// A struct is an object; the tag of a field has the name of its member and options: omitzero, omitempty, string, embed,
// case:ignore and case:strict.
package json

import (
	"encoding/json/internal/wire"
	"encoding/json/internal/wire/jsonopts"
	"encoding/json/jsontext"
	"errors"
	"internal/rtype"
	"io"
	"reflect"
	"unsafe"
)

// A Marshaler writes itself as JSON.
type Marshaler interface {
	MarshalJSON() ([]byte, error)
}

// A MarshalerTo writes itself to an encoder: exactly one value. If it returns errors.ErrUnsupported, the package writes
// the value as if it had no method.
type MarshalerTo interface {
	MarshalJSONTo(*jsontext.Encoder) error
}

// An Unmarshaler reads itself from JSON.
type Unmarshaler interface {
	UnmarshalJSON([]byte) error
}

// An UnmarshalerFrom reads itself from a decoder: exactly one value. If it returns errors.ErrUnsupported, the package
// reads the value as if it had no method.
type UnmarshalerFrom interface {
	UnmarshalJSONFrom(*jsontext.Decoder) error
}

func inWriter(e *jsontext.Encoder) *wire.Writer { return (*wire.Writer)(unsafe.Pointer(e)) }
func inReader(d *jsontext.Decoder) *wire.Reader { return (*wire.Reader)(unsafe.Pointer(d)) }
func ofWriter(w *wire.Writer) *jsontext.Encoder { return (*jsontext.Encoder)(unsafe.Pointer(w)) }
func ofReader(r *wire.Reader) *jsontext.Decoder { return (*jsontext.Decoder)(unsafe.Pointer(r)) }

// Marshal returns in as JSON, under the options.
func Marshal(in any, opts ...Options) (out []byte, err error) {
	w := (*wire.Writer)(rtype.Kept(&idleWriter, nil))
	if w == nil {
		w = new(wire.Writer)
	}
	w.Reset(nil, make([]byte, 0, 64), opts...)
	w.Bare = true
	err = write(w, in)
	out = w.Buf
	if err != nil {
		w.Trim()
		if out = w.Buf; w.Opts.Is(jsonopts.ReportErrorsWithLegacySemantics) {
			out = nil
		}
	}
	w.Release()
	rtype.Kept(&idleWriter, unsafe.Pointer(w))
	return out, err
}

// A writer and a reader that no call uses. If a method panics, its writer or reader is not reused.
var idleWriter, idleReader unsafe.Pointer

// MarshalWrite writes in as JSON to out, under the options.
func MarshalWrite(out io.Writer, in any, opts ...Options) (err error) {
	var w wire.Writer
	w.Reset(out, make([]byte, 0, 64), opts...)
	w.Bare = true
	return write(&w, in)
}

// MarshalEncode writes in as JSON to out, under the options of out and then these.
func MarshalEncode(out *jsontext.Encoder, in any, opts ...Options) (err error) {
	w := inWriter(out)
	if len(opts) > 0 {
		saved := w.Opts
		defer func() { w.Opts = saved }()
		w.Opts.Join(opts...)
		if err := changed(&saved, &w.Opts, w.WantsName(), true); err != nil {
			at := jsontext.Pointer(w.Pointer(wire.Next))
			return &SemanticError{action: marshaling, ByteOffset: w.After(), JSONPointer: at, GoType: reflect.TypeOf(in), Err: err}
		}
	}
	return write(w, in)
}

// write writes a value, which may be inside another, and counts it.
func write(w *wire.Writer, in any) error {
	if w.Opts.On&^jsonopts.Whitespace == jsonopts.V1 && wire.V1.Marshal != nil && w.Opts.Has&jsonopts.Marshalers == 0 {
		text, err := wire.V1.Marshal(in)
		if err != nil {
			return err
		}
		return w.Value(text)
	}
	e := writing{w: w}
	if w.Opts.Has|w.Opts.On == 0 && len(w.Frames) == 0 {
		// This is the most frequent case by far.
		w.Element()
		if err := e.root(in, 0); err != nil {
			w.Break(0)
			return err
		}
		return w.Finished()
	}
	e.begin()
	isName := w.WantsName()
	depth, n := w.Stack()
	w.Element()
	from := len(w.Buf)
	err := e.root(in, e.how)
	if err == nil && isName {
		err = e.named(from)
	}
	if err == nil {
		err = w.Finished()
	} else if w.Break(depth); depth > 0 && len(w.Frames) == depth && w.Counted(n) {
		w.Retract()
	}
	if err != nil && w.Opts.Is(jsonopts.ReportErrorsWithLegacySemantics) && wire.V1.MarshalError != nil {
		err = wire.V1.MarshalError(err, failureOf(err))
	}
	return err
}

// Unmarshal reads the JSON in into the variable that out points to, under the options.
func Unmarshal(in []byte, out any, opts ...Options) (err error) {
	r := (*wire.Reader)(rtype.Kept(&idleReader, nil))
	if r == nil {
		r = new(wire.Reader)
	}
	r.Reset(nil, in, opts...)
	err = readAll(r, out)
	r.Release()
	rtype.Kept(&idleReader, unsafe.Pointer(r))
	return err
}

// UnmarshalRead reads the JSON of in, a single value up to the end, into the variable that out points to.
func UnmarshalRead(in io.Reader, out any, opts ...Options) (err error) {
	var r wire.Reader
	r.Reset(in, nil, opts...)
	return readAll(&r, out)
}

// UnmarshalDecode reads the next JSON value of in into the variable that out points to, under the options of in and then these.
func UnmarshalDecode(in *jsontext.Decoder, out any, opts ...Options) (err error) {
	r := inReader(in)
	if len(opts) > 0 {
		saved := r.Opts
		defer func() { r.Opts = saved }()
		r.Opts.Join(opts...)
		if err := changed(&saved, &r.Opts, r.WantsName(), false); err != nil {
			at := jsontext.Pointer(r.Pointer(wire.Next))
			return &SemanticError{action: unmarshaling, ByteOffset: r.Start(), JSONPointer: at, GoType: reflect.TypeOf(out), Err: err}
		}
		const rules = jsonopts.AllowInvalidUTF8 | jsonopts.AllowDuplicateNames
		if (saved.On^r.Opts.On)&rules != 0 {
			r.Uncheck()
			defer r.Uncheck()
		}
	}
	return read(r, out)
}

// changed returns the error for options that cannot change in the middle of a text: the check of names where the next
// token is a name, and the white space of the output.
func changed(from, to *jsonopts.Set, wantsName, isWriter bool) error {
	differ := from.On ^ to.On
	switch {
	case wantsName && differ&jsonopts.AllowDuplicateNames != 0:
		return errNamesRule
	case wantsName && differ&jsonopts.AllowInvalidUTF8 != 0:
		return errUTF8Rule
	case isWriter && (differ&jsonopts.Whitespace != 0 || from.Indent != to.Indent || from.IndentPrefix != to.IndentPrefix):
		return errSpaces
	}
	return nil
}

// readAll reads a text that must be a single value.
func readAll(r *wire.Reader, out any) error {
	if r.Opts.On&^jsonopts.Whitespace == jsonopts.V1 && wire.V1.Unmarshal != nil && r.Opts.Has&jsonopts.Unmarshalers == 0 {
		text, err := r.Rest()
		if err != nil {
			return err
		}
		return wire.V1.Unmarshal(text, out)
	}
	err := read(r, out)
	if err == io.EOF {
		err = &jsontext.SyntacticError{ByteOffset: r.End(), Err: io.ErrUnexpectedEOF}
	}
	if err == nil {
		err = r.Finish()
	}
	return legacy(r, out, err)
}

// legacy converts err to the error of encoding/json, if the options say so.
func legacy(r *wire.Reader, out any, err error) error {
	if err != nil && r.Opts.Is(jsonopts.ReportErrorsWithLegacySemantics) && wire.V1.UnmarshalError != nil {
		return wire.V1.UnmarshalError(out, err, failureOf(err))
	}
	return err
}

// errReference means that out is not a pointer, or is nil.
var errReference = errors.New("value must be passed as a non-nil pointer reference")

// read reads the next value.
func read(r *wire.Reader, out any) error {
	id, to := rtype.Words(out)
	var pl *plan
	if id != 0 {
		pl = planFor(id, out)
	}
	if pl == nil || pl.kind != reflect.Pointer || to == nil {
		return &SemanticError{action: unmarshaling, GoType: reflect.TypeOf(out), Err: errReference}
	}
	if err := r.Intact(); err != nil {
		return err
	}
	d := reading{r: r}
	d.begin()
	r.Check()
	if r.WantsName() {
		return d.key(reflect.ValueOf(out))
	}
	if d.on&jsonopts.ReportErrorsWithLegacySemantics != 0 && !r.IsChecked() {
		// If the text is not valid JSON, out stays unchanged.
		if _, err := r.Value(); err != nil {
			return err
		}
		return errUnchecked
	}
	c, err := r.Peek()
	if err != nil {
		return err
	}
	depth := len(r.Frames)
	err = d.at(to, pl.elem, c, d.how)
	if err != nil {
		r.Break(depth)
		return err
	}
	return d.first
}
