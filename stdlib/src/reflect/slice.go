package reflect

import (
	rt "internal/rtype"
	"unsafe"
)

// SliceHeader is the memory of a slice.
//
// Deprecated: use unsafe.Slice and unsafe.SliceData.
type SliceHeader struct {
	Data uintptr
	Len  int
	Cap  int
}

// StringHeader is the memory of a string.
//
// Deprecated: use unsafe.String and unsafe.StringData.
type StringHeader struct {
	Data uintptr
	Len  int
}

// sliceMemory is a slice of any element type.
type sliceMemory struct {
	data unsafe.Pointer
	len  int
	cap  int
}

func (v Value) slice() *sliceMemory { return (*sliceMemory)(v.ptr) }

func sliceValue(t rt.ID, data unsafe.Pointer, n, c int) Value {
	return at(t, unsafe.Pointer(&sliceMemory{data, n, c}), 0)
}

// Len returns the length of an Array, Chan, Map, Slice, String or pointer to an array.
func (v Value) Len() int {
	switch v.Kind() {
	case Slice:
		return v.slice().len
	case String:
		return len(*(*string)(v.ptr))
	case Array:
		return rt.Len(v.typ)
	case Map:
		return rt.MapLen(v.word())
	case Chan:
		return rt.ChanLen(v.word())
	case Pointer:
		if e := rt.Elem(v.typ); Kind(rt.Kind(e)) == Array {
			return rt.Len(e)
		}
		panic("reflect: call of reflect.Value.Len on ptr to non-array Value")
	}
	v.wrongKind("Len")
	return 0
}

// Cap returns the capacity of an Array, Chan, Slice or pointer to an array.
func (v Value) Cap() int {
	switch v.Kind() {
	case Slice:
		return v.slice().cap
	case Array:
		return rt.Len(v.typ)
	case Chan:
		return rt.ChanCap(v.word())
	case Pointer:
		if e := rt.Elem(v.typ); Kind(rt.Kind(e)) == Array {
			return rt.Len(e)
		}
		panic("reflect: call of reflect.Value.Cap on ptr to non-array Value")
	}
	v.wrongKind("Cap")
	return 0
}

// Index returns the i'th element of an Array, Slice or String.
func (v Value) Index(i int) Value {
	switch v.Kind() {
	case Slice:
		s := v.slice()
		if uint(i) >= uint(s.len) {
			panic("reflect: slice index out of range")
		}
		e := rt.Elem(v.typ)
		return at(e, rt.Add(s.data, uintptr(i)*rt.Size(e)), flagAddr|v.flag.ro())
	case Array:
		if uint(i) >= uint(rt.Len(v.typ)) {
			panic("reflect: array index out of range")
		}
		e := rt.Elem(v.typ)
		if v.flag&flagIndir == 0 {
			return direct(e, v.ptr, v.flag.ro())
		}
		return at(e, rt.Add(v.ptr, uintptr(i)*rt.Size(e)), v.flag&flagAddr|v.flag.ro())
	case String:
		s := *(*string)(v.ptr)
		if uint(i) >= uint(len(s)) {
			panic("reflect: string index out of range")
		}
		c := s[i]
		e := ValueOf(c)
		e.flag |= v.flag.ro()
		return e
	}
	v.wrongKind("Index")
	return Value{}
}

// SetLen sets the length of the slice v.
func (v Value) SetLen(n int) {
	v.mustBeAssignable("SetLen")
	v.must(Slice, "SetLen")
	if s := v.slice(); uint(n) > uint(s.cap) {
		panic("reflect: slice length out of range in SetLen")
	} else {
		s.len = n
	}
}

// SetCap sets the capacity of the slice v.
func (v Value) SetCap(n int) {
	v.mustBeAssignable("SetCap")
	v.must(Slice, "SetCap")
	if s := v.slice(); n < s.len || n > s.cap {
		panic("reflect: slice capacity out of range in SetCap")
	} else {
		s.cap = n
	}
}

// Slice returns v[i:j] of a String, a Slice or an addressable Array.
func (v Value) Slice(i, j int) Value {
	if v.Kind() == String {
		s := *(*string)(v.ptr)
		if i < 0 || j < i || j > len(s) {
			panic("reflect.Value.Slice: string slice index out of bounds")
		}
		p := new(string)
		*p = s[i:j]
		return Value{v.typ, unsafe.Pointer(p), v.flag &^ flagAddr}
	}
	_, _, c := v.sliceable("Slice")
	if i < 0 || j < i || j > c {
		panic("reflect.Value.Slice: slice index out of bounds")
	}
	return v.part(i, j, c)
}

// Slice3 returns v[i:j:k] of a Slice or an addressable Array.
func (v Value) Slice3(i, j, k int) Value {
	_, _, c := v.sliceable("Slice3")
	if i < 0 || j < i || k < j || k > c {
		panic("reflect.Value.Slice3: slice index out of bounds")
	}
	return v.part(i, j, k)
}

func (v Value) sliceable(method string) (t rt.ID, data unsafe.Pointer, c int) {
	switch v.Kind() {
	case Slice:
		s := v.slice()
		return v.typ, s.data, s.cap
	case Array:
		if v.flag&flagAddr == 0 {
			panic("reflect.Value." + method + ": slice of unaddressable array")
		}
		return rt.Make(rt.Slice, 0, []rt.ID{rt.Elem(v.typ)}), v.ptr, rt.Len(v.typ)
	}
	v.wrongKind(method)
	return 0, nil, 0
}

// part returns v[i:j:k]; the indexes are good.
func (v Value) part(i, j, k int) Value {
	t, data, _ := v.sliceable("Slice")
	if k > i {
		data = rt.Add(data, uintptr(i)*rt.Size(rt.Elem(t)))
	}
	out := sliceValue(t, data, j-i, k-i)
	out.flag |= v.flag.ro()
	return out
}

// MakeSlice returns a new slice of type typ.
func MakeSlice(typ Type, len, cap int) Value {
	if typ.Kind() != Slice {
		panic("reflect.MakeSlice of non-slice type")
	}
	if len < 0 {
		panic("reflect.MakeSlice: negative len")
	}
	if cap < 0 {
		panic("reflect.MakeSlice: negative cap")
	}
	if len > cap {
		panic("reflect.MakeSlice: len > cap")
	}
	return sliceValue(typ.id(), rt.New(typ.Elem().id(), cap), len, cap)
}

// SliceAt returns the slice of n elements of type typ at p.
func SliceAt(typ Type, p unsafe.Pointer, n int) Value {
	bytes := n
	if size := int(typ.Size()); size > 0 && n > 0 {
		if bytes = -1; n <= (1<<63-1)/size {
			bytes = n * size
		}
	}
	_ = unsafe.Slice((*byte)(p), bytes) // panics if memory cannot have that many bytes
	return sliceValue(SliceOf(typ).id(), p, n, n)
}

// Grow makes room for n more elements in the slice v.
func (v Value) Grow(n int) {
	v.mustBeAssignable("Grow")
	v.must(Slice, "Grow")
	if n < 0 {
		panic("reflect.Value.Grow: negative len")
	}
	v.grow(n)
}

func (v Value) grow(n int) {
	s := v.slice()
	if s.len+n < 0 {
		panic("reflect.Value.Grow: slice overflow")
	}
	if s.len+n <= s.cap {
		return
	}
	e := rt.Elem(v.typ)
	c := rt.GrownCap(e, s.cap, s.len+n)
	data := rt.New(e, c)
	rt.MoveArray(e, data, s.data, s.len)
	s.data, s.cap = data, c
}

// extended returns a slice that shares the array of v if there is room, and is n elements longer.
func (v Value) extended(n int) Value {
	s := v.slice()
	out := sliceValue(v.typ, s.data, s.len, s.cap)
	out.flag |= v.flag & flagRO
	out.grow(n)
	out.slice().len += n
	return out
}

// Append appends the values x to the slice s.
func Append(s Value, x ...Value) Value {
	s.mustBe(Slice)
	s.mustBeExported("")
	n := s.Len()
	out := s.extended(len(x))
	for i, e := range x {
		out.Index(n + i).Set(e)
	}
	return out
}

// AppendSlice appends the slice t to the slice s.
func AppendSlice(s, t Value) Value {
	s.mustBe(Slice)
	t.mustBe(Slice)
	s.mustBeExported("")
	t.mustBeExported("")
	if rt.Elem(s.typ) != rt.Elem(t.typ) {
		panic("reflect.AppendSlice: " + rt.Text(s.typ) + " != " + rt.Text(t.typ))
	}
	n := s.Len()
	out := s.extended(t.Len())
	Copy(out.Slice(n, out.Len()), t)
	return out
}

// Copy copies elements of src to dst and returns their number.
func Copy(dst, src Value) int {
	if dst.Kind() == Array {
		dst.mustBeAssignable("Copy")
		dst = dst.Slice(0, dst.Len())
	}
	if dst.Kind() != Slice {
		panic(&ValueError{"reflect.Copy", dst.Kind()})
	}
	dst.mustBeExported("Copy")
	src.mustBeExported("Copy")
	e := rt.Elem(dst.typ)
	n := dst.Len()
	var from unsafe.Pointer
	switch src.Kind() {
	case String:
		if Kind(rt.Kind(e)) != Uint8 {
			src.wrongKind("Copy")
		}
		return copy(*(*[]byte)(dst.ptr), *(*string)(src.ptr))
	case Slice:
		from = src.slice().data
	case Array:
		from = src.memory()
	default:
		src.wrongKind("Copy")
	}
	if rt.Elem(src.typ) != e {
		panic("reflect.Copy: " + rt.Text(e) + " != " + rt.Text(rt.Elem(src.typ)))
	}
	if m := src.Len(); m < n {
		n = m
	}
	rt.MoveArray(e, dst.slice().data, from, n)
	return n
}

// Clear clears the map v or zeroes the elements of the slice v.
func (v Value) Clear() {
	switch v.Kind() {
	case Slice:
		s := v.slice()
		rt.Clear(rt.Elem(v.typ), s.data, s.len)
	case Map:
		rt.MapClear(v.typ, v.word())
	default:
		v.wrongKind("Clear")
	}
}

// Swapper returns a func that exchanges two elements of the slice.
func Swapper(slice any) func(i, j int) {
	v := ValueOf(slice)
	if v.Kind() != Slice {
		panic(&ValueError{"Swapper", v.Kind()})
	}
	s := v.slice()
	size := rt.Size(rt.Elem(v.typ))
	elements := rt.ElementsOf(v.typ, v.ptr)
	elems := make([]struct{}, s.len)
	plain := s.len > 1 && (size == 1 || size == 2 || size == 4 || size == 8 || v.Type().Elem().Kind() == String)
	return func(i, j int) {
		if plain {
			_, _ = elems[i], elems[j] // panics if an index is out of range
		}
		if uint(i) >= uint(s.len) || uint(j) >= uint(s.len) {
			panic("reflect: slice index out of range")
		}
		elements.Swap(i, j)
	}
}
