package json

import (
	"encoding"
	"errors"
	"reflect"
	"strconv"
)

// key reads the name of a member, and returns its end.
func (r *reader) key() (key string, end int) {
	key, end, r.i = nameAt(r.data, r.i)
	return key, end
}

func (r *reader) object(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		v.Set(reflect.ValueOf(r.any()))
		return
	case reflect.Map:
		r.mapEntries(v)
		return
	case reflect.Struct:
		r.members(v)
		return
	}
	r.mismatch("object", v.Type(), nil)
}

func (r *reader) mapEntries(v reflect.Value) {
	t := v.Type()
	if v.IsNil() {
		v.Set(reflect.MakeMap(t))
	}
	r.elements(func() {
		key, end := r.key()
		r.path = append(r.path, place{key, -1})
		k := reflect.New(t.Key()).Elem()
		ok := r.mapKey(k, key, end)
		elem := reflect.New(t.Elem()).Elem()
		r.value(elem)
		if ok {
			v.SetMapIndex(k, elem)
		}
		r.path = r.path[:len(r.path)-1]
	})
}

// mapKey sets k from the name of a member, which ends at end: from the string as a value would be, or from the number in it.
func (r *reader) mapKey(k reflect.Value, s string, end int) bool {
	t := k.Type()
	if reflect.PointerTo(t).Implements(textUnmarshaler) {
		if err := k.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s)); err != nil {
			r.save(err)
			return false
		}
		return true
	}
	number := isNumber(s)
	switch kind := t.Kind(); {
	case kind == reflect.String:
		k.SetString(s)
		return true
	case kind == reflect.Pointer:
		k.Set(reflect.New(t.Elem()))
		return r.mapKey(k.Elem(), s, end)
	case kind == reflect.Interface && t.NumMethod() == 0:
		k.Set(reflect.ValueOf(s))
		return true
	case !k.CanInt() && !k.CanUint() && !k.CanFloat():
		r.wrongAt(end, "string", t, nil)
		return false
	case s == "null":
		return true
	case k.CanInt():
		n, err := strconv.ParseInt(s, 10, 64)
		if err == nil && number && !k.OverflowInt(n) {
			k.SetInt(n)
			return true
		}
	case k.CanUint():
		n, err := strconv.ParseUint(s, 10, 64)
		if err == nil && number && !k.OverflowUint(n) {
			k.SetUint(n)
			return true
		}
	default:
		f, err := strconv.ParseFloat(s, t.Bits())
		if err == nil && number {
			k.SetFloat(f)
			return true
		}
	}
	r.wrongAt(end, "number "+s, t, nil)
	return false
}

func (r *reader) members(v reflect.Value) {
	p := planOf(v.Type())
	r.elements(func() {
		name, _ := r.key()
		f := p.member(name)
		if f == nil {
			if r.strict {
				r.save(errors.New("json: unknown field " + strconv.Quote(name)))
			}
			r.skip()
			return
		}
		r.member(v, f, name)
	})
}

// member reads a member of a struct; name is its name in the text.
func (r *reader) member(v reflect.Value, f *field, name string) {
	x := v
	for n, i := range f.index {
		if n > 0 && x.Kind() == reflect.Pointer {
			if x.IsNil() {
				if !x.CanSet() {
					r.path = append(r.path, place{name, -1})
					r.wrong(kindOf(r.data[r.i]), v.Type(), errors.New("cannot set embedded pointer to unexported struct type"))
					r.path = r.path[:len(r.path)-1]
					r.skip()
					return
				}
				x.Set(reflect.New(x.Type().Elem()))
			}
			x = x.Elem()
		}
		x = x.Field(i)
	}
	r.path = append(r.path, place{name, -1})
	if f.quoted {
		r.quoted(x)
	} else {
		r.value(x)
	}
	r.path = r.path[:len(r.path)-1]
}

// quoted reads a member with the option string: a string contains its JSON.
func (r *reader) quoted(v reflect.Value) {
	c := r.data[r.i]
	lit := r.skip()
	outer := v
	_, _, v = target(v, c == 'n')
	if c == 'n' {
		if v.Kind() == reflect.Pointer {
			v.SetZero()
		}
		return
	}
	if c != '"' {
		r.wrong(kindOf(c), v.Type(), nil)
		return
	}
	s := unquote(lit)
	inner := []byte(s)
	switch k := v.Kind(); {
	case s == "null":
		switch outer.Kind() {
		case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice:
			outer.SetZero()
		}
	case v.Type() == numberType:
		r.string(v, s, strconv.Quote(s))
	case k == reflect.String && len(s) > 1 && s[0] == '"' && check(inner) == nil:
		v.SetString(unquote(inner))
	case k == reflect.Bool && (s == "true" || s == "false"):
		v.SetBool(s == "true")
	case (v.CanInt() || v.CanUint() || v.CanFloat()) && isNumber(s):
		r.number(v, s)
	case k == reflect.String:
		r.wrong("string", v.Type(), noString(inner))
	case k == reflect.Bool:
		r.wrong("string "+string(lit), v.Type(), strconv.ErrSyntax)
	default:
		r.wrong("number "+s, v.Type(), nil)
	}
}

// noString returns why text is not a JSON string.
func noString(text []byte) error {
	at := space(text, 0)
	if at < len(text) && text[at] != '"' {
		return unexpected(text, at, "looking for beginning of object key string")
	}
	end, err := scanValue(text, at, 0)
	if err != nil {
		return err
	}
	return unexpected(text, end, "after string value")
}
