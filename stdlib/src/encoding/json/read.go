package json

import (
	"errors"
	"reflect"
	"strconv"
	"unsafe"
)

// at reads the value at the reader's position, which has been checked, into the variable at p. Values that do not fit
// are read by reflection, which reports the error.
func (r *reader) at(p unsafe.Pointer, pl *plan) {
	if !pl.read || !r.plain(p, pl, r.data[r.i]) {
		r.value(pl.value(p))
	}
}

// plain reads a value that begins with c into the variable at p, if it fits; otherwise it reads nothing.
func (r *reader) plain(p unsafe.Pointer, pl *plan, c byte) bool {
	from := r.i
	switch pl.kind {
	case reflect.String:
		if c == '"' {
			*(*string)(p), r.i = stringAt(r.data, r.i)
			return true
		}
	case reflect.Bool:
		if c == 't' || c == 'f' {
			*(*bool)(p) = len(r.skip()) == 4
			return true
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if c == '-' || '0' <= c && c <= '9' {
			n, end, ok := integerAt(r.data, r.i, int(pl.size)*8)
			if ok {
				setInteger(pl.size, p, n)
				r.i = end
				return true
			}
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if '0' <= c && c <= '9' {
			n, err := strconv.ParseUint(r.numeral(), 10, int(pl.size)*8)
			if err == nil {
				setInteger(pl.size, p, int64(n))
				return true
			}
		}
	case reflect.Float64:
		if c == '-' || '0' <= c && c <= '9' {
			f, end, ok := floatAt(r.data, r.i)
			if ok {
				*(*float64)(p) = f
				r.i = end
				return true
			}
		}
	case reflect.Interface:
		if x := (*any)(p); *x == nil {
			*x = r.any()
			return true
		}
	case reflect.Pointer:
		return pl.elem.kind != reflect.Interface && r.pointer((*unsafe.Pointer)(p), pl, c)
	case reflect.Struct:
		if c == '{' {
			r.structAt(p, pl)
			return true
		}
	case reflect.Slice:
		if c == '[' {
			r.sliceAt(p, pl)
			return true
		}
	case reflect.Array:
		if c == '[' {
			r.arrayAt(p, pl)
			return true
		}
	case reflect.Map:
		if c == '{' && pl.typ == anyMap {
			m := (*map[string]any)(p)
			if *m == nil {
				*m = map[string]any{}
			}
			r.mapOf(*m)
			return true
		}
	}
	r.i = from
	return false
}

// numeral skips a number and returns it as a string that shares the input's memory.
func (r *reader) numeral() string {
	b := r.skip()
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// pointer reads into the variable that a pointer points to.
func (r *reader) pointer(p *unsafe.Pointer, pl *plan, c byte) bool {
	if c == 'n' {
		r.i += 4
		*p = nil
		return true
	}
	if *p == nil {
		*p = reflect.New(pl.elem.typ).UnsafePointer()
	}
	r.at(*p, pl.elem)
	return true
}

// enter begins the array or object at the reader's position; false if it is empty, after its end.
func (r *reader) enter() (more bool) {
	r.i, more = beginAt(r.data, r.i)
	return more
}

// more moves to the next element; false if there is none, after the end.
func (r *reader) more() (more bool) {
	r.i, more = nextAt(r.data, r.i)
	return more
}

func (r *reader) structAt(p unsafe.Pointer, pl *plan) {
	for more := r.enter(); more; more = r.more() {
		name, _ := r.key()
		f := pl.member(name)
		switch {
		case f == nil:
			if r.strict {
				r.save(errors.New("json: unknown field " + strconv.Quote(name)))
			}
			r.skip()
			continue
		case !f.direct:
			r.member(pl.value(p), f, name)
			continue
		}
		r.path = append(r.path, place{name, -1})
		if q := unsafe.Add(p, f.offset); f.quoted {
			r.quoted(f.plan.value(q))
		} else {
			r.at(q, f.plan)
		}
		r.path = r.path[:len(r.path)-1]
	}
}

func (r *reader) sliceAt(p unsafe.Pointer, pl *plan) {
	s := (*slice)(p)
	n := 0
	for more := r.enter(); more; more = r.more() {
		if n >= s.cap {
			pl.value(p).Grow(1)
		}
		if n >= s.len {
			s.len = n + 1
		}
		r.path = append(r.path, place{index: n})
		r.at(unsafe.Add(s.at, uintptr(n)*pl.elem.size), pl.elem)
		r.path = r.path[:len(r.path)-1]
		n++
	}
	if n == 0 {
		v := pl.value(p)
		v.Set(reflect.MakeSlice(pl.typ, 0, 0))
		return
	}
	s.len = n
}

func (r *reader) arrayAt(p unsafe.Pointer, pl *plan) {
	n, all := 0, pl.typ.Len()
	for more := r.enter(); more; more = r.more() {
		if n < all {
			r.path = append(r.path, place{index: n})
			r.at(unsafe.Add(p, uintptr(n)*pl.elem.size), pl.elem)
			r.path = r.path[:len(r.path)-1]
		} else {
			r.skip()
		}
		n++
	}
	for ; n < all; n++ {
		pl.value(p).Index(n).SetZero()
	}
}

func (r *reader) mapOf(m map[string]any) {
	for more := r.enter(); more; more = r.more() {
		key, _ := r.key()
		r.path = append(r.path, place{key, -1})
		m[key] = r.any()
		r.path = r.path[:len(r.path)-1]
	}
}

// any returns the value at the reader's position for an interface.
func (r *reader) any() any {
	switch c := r.data[r.i]; c {
	case '{':
		m := map[string]any{}
		r.mapOf(m)
		return m
	case '[':
		list := []any{}
		for more := r.enter(); more; more = r.more() {
			r.path = append(r.path, place{index: len(list)})
			list = append(list, r.any())
			r.path = r.path[:len(r.path)-1]
		}
		return list
	case '"':
		s, end := stringAt(r.data, r.i)
		r.i = end
		return s
	case 't', 'f':
		return len(r.skip()) == 4
	case 'n':
		r.i += 4
		return nil
	}
	if !r.useNumber {
		if f, end, ok := floatAt(r.data, r.i); ok {
			r.i = end
			return f
		}
	}
	return r.anyNumber(string(r.skip()))
}
