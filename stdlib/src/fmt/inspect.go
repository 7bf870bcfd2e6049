package fmt

import (
	rt "internal/rtype"
	"unsafe"
)

// value is a Go value inside an operand: its type, and the memory where it lies. It has the fields of reflect.Value;
// package reflect itself would add more code than everything else that fmt needs.
type value struct {
	typ  rt.ID // 0: no value
	ptr  rt.Word
	flag uintptr // not 0: it was read from an unexported field, and its methods are not called
}

// The bits of flag in package reflect (value.go), which fmt does not import: a change must be made in both files.
const (
	unexported  = 3 << 5
	indirect    = 1 << 7
	boundMethod = 1 << 9
	methodShift = 10
)

func valueOf(arg any) value {
	t, p := rt.Unpack(arg)
	return value{t, p, 0}
}

// heldBy returns the value in arg, a reflect.Value.
func heldBy(arg any) value {
	_, p := rt.Unpack(arg)
	v := *(*value)(p)
	if v.typ != 0 && v.flag&indirect == 0 {
		pointer := v.ptr
		v.ptr = rt.Word(&pointer)
	}
	if v.flag&boundMethod != 0 {
		_, _, typ := rt.Method(v.typ, int(v.flag>>methodShift))
		fn := rt.MethodValue(rt.Pack(v.typ, v.ptr), int(v.flag>>methodShift))
		return value{typ, rt.Word(&fn), v.flag & unexported}
	}
	v.flag &= unexported
	return v
}

// printHeld prints the value in arg, a reflect.Value.
func (p *printer) printHeld(arg any, verb rune) {
	v := heldBy(arg)
	if v.typ != 0 && v.flag == 0 {
		p.arg = v.any()
		if p.callMethod(verb) {
			return
		}
	}
	p.printValue(v, verb, 0)
}

func (v value) kind() int {
	if v.typ == 0 {
		return rt.Invalid
	}
	return rt.Kind(v.typ)
}

// any returns the value as an operand.
func (v value) any() any { return rt.Pack(v.typ, v.ptr) }

// word returns the first word of the value, a pointer.
func (v value) word() rt.Word { return *(*unsafe.Pointer)(v.ptr) }

func (v value) int() int64 {
	switch rt.Size(v.typ) {
	case 1:
		return int64(*(*int8)(v.ptr))
	case 2:
		return int64(*(*int16)(v.ptr))
	case 4:
		return int64(*(*int32)(v.ptr))
	}
	return *(*int64)(v.ptr)
}

func (v value) uint() uint64 {
	switch rt.Size(v.typ) {
	case 1:
		return uint64(*(*uint8)(v.ptr))
	case 2:
		return uint64(*(*uint16)(v.ptr))
	case 4:
		return uint64(*(*uint32)(v.ptr))
	}
	return *(*uint64)(v.ptr)
}

func (v value) float() float64 {
	if rt.Size(v.typ) == 4 {
		return float64(*(*float32)(v.ptr))
	}
	return *(*float64)(v.ptr)
}

func (v value) complex() complex128 {
	if rt.Size(v.typ) == 8 {
		return complex128(*(*complex64)(v.ptr))
	}
	return *(*complex128)(v.ptr)
}

func (v value) string() string { return *(*string)(v.ptr) }

// held returns the value in an interface.
func (v value) held() value {
	e := valueOf(v.any())
	e.flag = v.flag
	return e
}

// pointee returns the variable that a non-nil pointer points to.
func (v value) pointee() value { return value{rt.Elem(v.typ), v.word(), v.flag} }

// field returns the name and the value of a struct's field.
func (v value) field(i int) (string, value) {
	name, pkgPath, _, typ, offset, _ := rt.Field(v.typ, i)
	f := value{typ, rt.Add(v.ptr, offset), v.flag}
	if pkgPath != "" {
		f.flag |= unexported
	}
	return name, f
}

// list returns the elements of an array or slice: their address, type, size and number.
func (v value) list() (first value, size uintptr, n int) {
	first = value{rt.Elem(v.typ), v.ptr, v.flag}
	n = rt.Len(v.typ)
	if rt.Kind(v.typ) == rt.Slice {
		first.ptr = v.word()
		n = len(*(*[]struct{})(v.ptr))
	}
	return first, rt.Size(first.typ), n
}

// next returns the element i places after v.
func (v value) next(i int, size uintptr) value {
	v.ptr = rt.Add(v.ptr, uintptr(i)*size)
	return v
}
