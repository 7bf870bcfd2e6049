package json

import (
	"encoding/base64"
	rt "internal/rtype"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unsafe"
)

// maxPlain is the nesting depth of pointers, maps and slices from which on the encoder looks for cycles.
const maxPlain = 1000

// any writes a value of an interface type.
func (w *writer) any(x any) error {
	switch x := x.(type) {
	case nil:
		w.text("null")
		return nil
	case string:
		w.string(x)
		return nil
	case int:
		w.out = strconv.AppendInt(w.out, int64(x), 10)
		return nil
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return unsupportedFloat(reflect.ValueOf(x))
		}
		w.float(x, 64, false)
		return nil
	case bool:
		w.out = strconv.AppendBool(w.out, x)
		return nil
	case map[string]any:
		return w.anyMap(x)
	case []any:
		if x != nil {
			return w.at(unsafe.Pointer(&x), planOf(reflect.TypeOf(x)), false, false)
		}
		w.text("null")
		return nil
	}
	p := planOf(reflect.TypeOf(x))
	if !p.written {
		return w.value(reflect.ValueOf(x), false)
	}
	_, at := rt.Unpack(x)
	return w.at(unsafe.Pointer(at), p, false, false)
}

// slow writes the value at p by reflection. Methods of its address are used only if the value is addressable in the
// program. A value in an interface is not copied out of the interface: a nil pointer in it has methods.
func (w *writer) slow(p unsafe.Pointer, pl *plan, addressable, quoted bool) error {
	v := pl.value(p)
	if !addressable && pl.kind != reflect.Interface {
		v = reflect.ValueOf(v.Interface())
	}
	return w.value(v, quoted)
}

// at writes the value at p.
func (w *writer) at(p unsafe.Pointer, pl *plan, addressable, quoted bool) error {
	if !pl.written {
		return w.slow(p, pl, addressable, quoted)
	}
	switch k := pl.kind; k {
	case reflect.String:
		if quoted {
			break
		}
		w.string(*(*string)(p))
		return nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if quoted {
			break
		}
		w.out = strconv.AppendInt(w.out, integer(k, p), 10)
		return nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if quoted {
			break
		}
		w.out = strconv.AppendUint(w.out, unsigned(k, p), 10)
		return nil
	case reflect.Bool:
		if quoted {
			break
		}
		w.out = strconv.AppendBool(w.out, *(*bool)(p))
		return nil
	case reflect.Float64:
		f := *(*float64)(p)
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return unsupportedFloat(pl.value(p))
		}
		w.float(f, 64, quoted)
		return nil
	case reflect.Float32:
		f := float64(*(*float32)(p))
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return unsupportedFloat(pl.value(p))
		}
		w.float(f, 32, quoted)
		return nil
	case reflect.Interface:
		return w.any(*(*any)(p))
	case reflect.Struct:
		return w.structAt(p, pl, addressable)
	case reflect.Array:
		return w.elements(p, pl.typ.Len(), pl, addressable)
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if w.depth < maxPlain {
			w.depth++
			err := w.reference(p, pl, quoted)
			w.depth--
			return err
		}
	}
	return w.slow(p, pl, addressable, quoted)
}

// reference writes the pointer, slice or map at p.
func (w *writer) reference(p unsafe.Pointer, pl *plan, quoted bool) error {
	if *(*unsafe.Pointer)(p) == nil {
		w.text("null")
		return nil
	}
	switch {
	case pl.kind == reflect.Pointer:
		return w.at(*(*unsafe.Pointer)(p), pl.elem, true, quoted)
	case pl.typ == anyMap:
		return w.members(*(*map[string]any)(p))
	case pl.kind == reflect.Map:
		return w.mapMembers(pl.value(p))
	case pl.elem.kind == reflect.Uint8 && pl.elem.written:
		w.text(`"`)
		w.out = base64.StdEncoding.AppendEncode(w.out, *(*[]byte)(p))
		w.text(`"`)
		return nil
	}
	s := (*slice)(p)
	return w.elements(s.at, s.len, pl, true)
}

// elements writes n elements of a slice or array, the first at p.
func (w *writer) elements(p unsafe.Pointer, n int, pl *plan, addressable bool) error {
	if err := w.open("["); err != nil {
		return err
	}
	for i := range n {
		if i > 0 {
			w.text(",")
		}
		if err := w.at(unsafe.Add(p, uintptr(i)*pl.elem.size), pl.elem, addressable, false); err != nil {
			return within(err, strconv.Itoa(i))
		}
	}
	w.shut("]")
	return nil
}

// structAt writes the struct at p.
func (w *writer) structAt(p unsafe.Pointer, pl *plan, addressable bool) error {
	if err := w.open("{"); err != nil {
		return err
	}
	html := 0
	if w.html {
		html = 1
	}
	first := true
	for i := range pl.fields {
		f := &pl.fields[i]
		q, isAddressable := p, addressable
		if f.direct {
			q = unsafe.Add(p, f.offset)
		} else if q = f.find(p, pl); q == nil {
			continue
		} else {
			isAddressable = true
		}
		if f.omitEmpty && f.plan.isEmpty(q) || f.omitZero && f.isZero(f.plan.value(q)) {
			continue
		}
		if !first {
			w.text(",")
		}
		first = false
		w.text(f.key[html])
		if err := w.at(q, f.plan, isAddressable, f.quoted); err != nil {
			return within(err, f.name)
		}
	}
	w.shut("}")
	return nil
}

// find returns the address of a member behind embedded pointers, nil if one of them is nil.
func (f *field) find(p unsafe.Pointer, pl *plan) unsafe.Pointer {
	v := pl.value(p)
	for _, i := range f.index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return nil
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v.Addr().UnsafePointer()
}

// isEmpty reports whether the option omitempty leaves out the value at p.
func (pl *plan) isEmpty(p unsafe.Pointer) bool {
	switch pl.kind {
	case reflect.String:
		return len(*(*string)(p)) == 0
	case reflect.Slice:
		return (*slice)(p).len == 0
	case reflect.Pointer:
		return *(*unsafe.Pointer)(p) == nil
	case reflect.Bool:
		return !*(*bool)(p)
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64:
		return *(*uint64)(p) == 0
	}
	return isEmpty(pl.value(p))
}

// unsupportedFloat returns the error for a number that JSON cannot express.
func unsupportedFloat(v reflect.Value) error {
	return &UnsupportedValueError{v, strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())}
}

// float writes a finite floating-point number of that size in bits.
func (w *writer) float(f float64, bits int, quoted bool) {
	if quoted {
		w.text(`"`)
	}
	w.out = appendFloat(w.out, f, bits)
	if quoted {
		w.text(`"`)
	}
}

func appendFloat(out []byte, f float64, bits int) []byte {
	abs := math.Abs(f)
	small, large := abs < 1e-6, abs >= 1e21
	if bits == 32 {
		small, large = float32(abs) < 1e-6, float32(abs) >= 1e21
	}
	if abs == 0 || !small && !large {
		return strconv.AppendFloat(out, f, 'f', -1, bits)
	}
	out = strconv.AppendFloat(out, f, 'e', -1, bits)
	if n := len(out); n >= 4 && out[n-4] == 'e' && out[n-3] == '-' && out[n-2] == '0' {
		out = append(out[:n-2], out[n-1])
	}
	return out
}

// anyMap writes a map, which may be nil.
func (w *writer) anyMap(m map[string]any) error {
	if m == nil {
		w.text("null")
		return nil
	}
	if w.depth >= maxPlain {
		return w.mapObject(reflect.ValueOf(m))
	}
	w.depth++
	err := w.members(m)
	w.depth--
	return err
}

// members writes a map as an object, in the order of its keys.
func (w *writer) members(m map[string]any) error {
	if err := w.open("{"); err != nil {
		return err
	}
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for i, key := range keys {
		if i > 0 {
			w.text(",")
		}
		w.string(key)
		w.text(":")
		if err := w.any(m[key]); err != nil {
			return within(err, key)
		}
	}
	w.shut("}")
	return nil
}
