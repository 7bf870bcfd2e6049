package json

import (
	"encoding"
	"encoding/base64"
	"errors"
	"reflect"
	"strconv"
	"strings"
)

// Unmarshaler reads itself from JSON.
type Unmarshaler interface {
	UnmarshalJSON([]byte) error
}

// A Number is a number as written in the text.
type Number string

func (n Number) String() string { return string(n) }

// Float64 returns the number as a float64.
func (n Number) Float64() (float64, error) { return strconv.ParseFloat(string(n), 64) }

// Int64 returns the number as an int64.
func (n Number) Int64() (int64, error) { return strconv.ParseInt(string(n), 10, 64) }

// Unmarshal decodes data into the variable that v points to. It skips values that do not fit, and returns the first such error.
func Unmarshal(data []byte, v any) error {
	if err := check(data); err != nil {
		return err
	}
	r := reader{data: data}
	return r.into(v)
}

type reader struct {
	data      []byte
	i         int
	base      int64
	root      string
	path      []place
	err       error
	useNumber bool
	strict    bool
}

// A place is a step from a value to a nested one: the name of a member, or, if index is not negative, an element.
type place struct {
	name  string
	index int
}

// field returns the path to the reader's current value.
func (r *reader) field() string {
	var names []string
	for _, p := range r.path {
		if p.index >= 0 {
			p.name = strconv.Itoa(p.index)
		}
		names = append(names, p.name)
	}
	return strings.Join(names, ".")
}

func (r *reader) into(v any) error {
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Pointer || rv.IsNil() {
		return &InvalidUnmarshalError{reflect.TypeOf(v)}
	}
	if t := rv.Type().Elem(); t.Kind() == reflect.Struct {
		r.root = t.Name()
	}
	r.skipSpace()
	if p := planOf(rv.Type().Elem()); p.read {
		r.at(rv.UnsafePointer(), p)
	} else {
		r.value(rv)
	}
	return r.err
}

func (r *reader) skipSpace() { r.i = space(r.data, r.i) }

func (r *reader) save(err error) {
	if r.err == nil {
		r.err = err
	}
}

// wrong reports that the value that ends at the reader's position does not fit its target.
func (r *reader) wrong(what string, t reflect.Type, err error) { r.wrongAt(r.i, what, t, err) }

func (r *reader) wrongAt(i int, what string, t reflect.Type, err error) {
	field, root := r.field(), r.root
	if field == "" {
		root = ""
	}
	r.save(&UnmarshalTypeError{what, t, r.base + int64(i), root, field, err})
}

// skip skips a value.
func (r *reader) skip() []byte {
	from := r.i
	end, _ := scanValue(r.data, r.i, 0)
	r.i = end
	return r.data[from:end]
}

func kindOf(c byte) string {
	switch c {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	return "number"
}

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

// target follows pointers, and sets nil ones to new variables, to a value that unmarshals itself or is no pointer.
func target(v reflect.Value, null bool) (Unmarshaler, encoding.TextUnmarshaler, reflect.Value) {
	if v.Kind() != reflect.Pointer && v.Type().Name() != "" && v.CanAddr() {
		v = v.Addr()
	}
	for {
		if v.Kind() == reflect.Interface && !v.IsNil() {
			e := v.Elem()
			if e.Kind() == reflect.Pointer && !e.IsNil() && (!null || e.Elem().Kind() == reflect.Pointer) {
				v = e
				continue
			}
		}
		if v.Kind() != reflect.Pointer {
			break
		}
		if null && v.CanSet() {
			break
		}
		if e := v.Elem(); e.Kind() == reflect.Interface && e.Elem().Equal(v) {
			v = e
			break
		}
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		if v.Type().NumMethod() > 0 && v.CanInterface() {
			if v.Type().Implements(fromStream) && v.Type().Elem() != numberType {
				return streamReader{v.Interface()}, nil, v
			}
			if u, ok := v.Interface().(Unmarshaler); ok {
				return u, nil, v
			}
			if !null {
				if u, ok := v.Interface().(encoding.TextUnmarshaler); ok {
					return nil, u, v
				}
			}
		}
		v = v.Elem()
	}
	return nil, nil, v
}

// value reads the value at the reader's position, which has been checked.
func (r *reader) value(v reflect.Value) {
	c := r.data[r.i]
	u, tu, v := target(v, c == 'n')
	switch {
	case u != nil && c != '"' && c != 'n' && isTime(v.Type().Elem()):
		r.mismatch(kindOf(c), v.Type().Elem(), nil)
	case u != nil:
		if err := u.UnmarshalJSON(r.skip()); err != nil {
			r.save(err)
		}
	case tu != nil && c != '"':
		r.mismatch(kindOf(c), v.Type().Elem(), errors.New("JSON value must be string type"))
	case tu != nil:
		if err := tu.UnmarshalText([]byte(unquote(r.skip()))); err != nil {
			r.save(err)
		}
	case c != 'n' && v.Kind() == reflect.Interface && v.NumMethod() > 0:
		r.wrong(kindOf(c), v.Type(), nil)
		r.skip()
	case v.Type() == numberType && (c == '{' || c == '[' || c == 't' || c == 'f'):
		r.save(&UnmarshalTypeError{Value: kindOf(c), Type: numberType})
		r.skip()
	case c == '{':
		r.object(v)
	case c == '[':
		r.array(v)
	case c == 'n':
		r.i += 4
		switch v.Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Map, reflect.Slice:
			v.SetZero()
		}
	case c == '"':
		literal := r.skip()
		r.string(v, unquote(literal), string(literal))
	case c == 't' || c == 'f':
		b := len(r.skip()) == 4
		switch {
		case v.Kind() == reflect.Bool:
			v.SetBool(b)
		case v.Kind() == reflect.Interface:
			v.Set(reflect.ValueOf(b))
		default:
			r.wrong("bool", v.Type(), nil)
		}
	default:
		r.number(v, string(r.skip()))
	}
}

// string sets v to the string s; literal is its JSON text.
func (r *reader) string(v reflect.Value, s, literal string) {
	switch k := v.Kind(); {
	case v.Type() == numberType:
		if !isNumber(s) {
			r.save(&UnmarshalTypeError{"string " + literal, numberType, 0, "", "", strconv.ErrSyntax})
			return
		}
		v.SetString(s)
	case k == reflect.String:
		v.SetString(s)
	case k == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		b, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			r.wrong("string", v.Type(), err)
			return
		}
		v.SetBytes(b)
	case k == reflect.Interface:
		v.Set(reflect.ValueOf(s))
	default:
		r.wrong("string", v.Type(), nil)
	}
}

// any converts a number to a value for an interface.
func (r *reader) anyNumber(s string) any {
	if r.useNumber {
		return Number(s)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		r.wrong("number "+s, reflect.TypeFor[float64](), nil)
		return 0.0
	}
	return f
}

func (r *reader) number(v reflect.Value, s string) {
	bad := func() { r.wrong("number "+s, v.Type(), nil) }
	switch k := v.Kind(); {
	case v.Type() == numberType:
		v.SetString(s)
	case k == reflect.Interface:
		v.Set(reflect.ValueOf(r.anyNumber(s)))
	case v.CanInt():
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || v.OverflowInt(n) {
			bad()
			return
		}
		v.SetInt(n)
	case v.CanUint():
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil || v.OverflowUint(n) {
			bad()
			return
		}
		v.SetUint(n)
	case v.CanFloat():
		f, err := strconv.ParseFloat(s, v.Type().Bits())
		if err != nil || v.OverflowFloat(f) {
			bad()
			return
		}
		v.SetFloat(f)
	default:
		r.wrong("number", v.Type(), nil)
	}
}

// elements calls each for the elements of the array or object that begins at the reader's position.
func (r *reader) elements(each func()) {
	end := r.data[r.i] + 2
	r.i++
	r.skipSpace()
	for r.data[r.i] != end {
		if r.data[r.i] == ',' {
			r.i++
			r.skipSpace()
		}
		each()
		r.skipSpace()
	}
	r.i++
}

// mismatch skips a value that does not fit. For an array or object the error's offset is after its first byte.
func (r *reader) mismatch(what string, t reflect.Type, err error) {
	from := r.i
	r.skip()
	at := r.i
	if c := r.data[from]; c == '{' || c == '[' {
		at = from + 1
	}
	r.wrongAt(at, what, t, err)
}

// isTime reports whether t is time.Time, which is a string in JSON. A reference to the type would link package time
// into every program that imports this package.
func isTime(t reflect.Type) bool { return t.Name() == "Time" && t.PkgPath() == "time" }

func (r *reader) array(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		v.Set(reflect.ValueOf(r.any()))
		return
	case reflect.Array, reflect.Slice:
		n := 0
		r.elements(func() {
			r.path = append(r.path, place{index: n})
			if v.Kind() == reflect.Slice {
				if n >= v.Cap() {
					v.Grow(1)
				}
				if n >= v.Len() {
					v.SetLen(n + 1)
				}
			}
			if n < v.Len() {
				r.value(v.Index(n))
			} else {
				r.skip()
			}
			r.path = r.path[:len(r.path)-1]
			n++
		})
		switch {
		case v.Kind() == reflect.Array:
			for ; n < v.Len(); n++ {
				v.Index(n).SetZero()
			}
		case n == 0:
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		default:
			v.SetLen(n)
		}
		return
	}
	r.mismatch("array", v.Type(), nil)
}
