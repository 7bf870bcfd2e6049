package reflect

import (
	rt "internal/rtype"
)

// assignable reports whether a value of type t can be assigned to a variable of type u.
func assignable(t, u rt.ID) bool {
	if t == u {
		return true
	}
	if Kind(rt.Kind(u)) == Interface {
		return rt.Implements(t, u)
	}
	if rt.Name(t) != "" && rt.Name(u) != "" {
		return false
	}
	if Kind(rt.Kind(t)) == Chan && rt.Len(t) == int(BothDir) && Kind(rt.Kind(u)) == Chan && rt.Elem(t) == rt.Elem(u) {
		return true
	}
	return sameUnderlying(t, u, true)
}

// sameUnderlying reports whether t and u have identical underlying types; tags says whether field tags count.
func sameUnderlying(t, u rt.ID, tags bool) bool {
	if t == u {
		return true
	}
	k := Kind(rt.Kind(t))
	if k != Kind(rt.Kind(u)) {
		return false
	}
	if Bool <= k && k <= Complex128 || k == String || k == UnsafePointer {
		return true
	}
	switch k {
	case Array, Chan:
		return rt.Len(t) == rt.Len(u) && identical(rt.Elem(t), rt.Elem(u), tags)
	case Slice, Pointer:
		return identical(rt.Elem(t), rt.Elem(u), tags)
	case Map:
		return identical(rt.Key(t), rt.Key(u), tags) && identical(rt.Elem(t), rt.Elem(u), tags)
	case Func:
		in, out, variadic := rt.Signature(t)
		in2, out2, variadic2 := rt.Signature(u)
		if in != in2 || out != out2 || variadic != variadic2 {
			return false
		}
		for i := 0; i < in+out; i++ {
			if !identical(rt.Param(t, i), rt.Param(u, i), tags) {
				return false
			}
		}
		return true
	case Interface:
		return rt.NumMethod(t) == rt.NumMethod(u) && rt.Implements(t, u) && rt.Implements(u, t)
	case Struct:
		n := rt.Len(t)
		if n != rt.Len(u) {
			return false
		}
		for i := 0; i < n; i++ {
			name, pkg, tag, typ, _, embedded := rt.Field(t, i)
			name2, pkg2, tag2, typ2, _, embedded2 := rt.Field(u, i)
			if name != name2 || pkg != pkg2 || embedded != embedded2 || tags && tag != tag2 || !identical(typ, typ2, tags) {
				return false
			}
		}
		return true
	}
	return false
}

// identical reports whether t and u are identical types; tags says whether field tags count.
func identical(t, u rt.ID, tags bool) bool {
	if tags || t == u {
		return t == u
	}
	if rt.Name(t) != rt.Name(u) || rt.Name(t) != "" {
		return false
	}
	return sameUnderlying(t, u, false)
}

func isInt(k Kind) bool     { return Int <= k && k <= Int64 }
func isUint(k Kind) bool    { return Uint <= k && k <= Uintptr }
func isFloat(k Kind) bool   { return k == Float32 || k == Float64 }
func isComplex(k Kind) bool { return k == Complex64 || k == Complex128 }

// convertible reports whether a value of type t can be converted to type u; that a slice is too short for an array shows only at the conversion.
func convertible(t, u rt.ID) bool { return conversion(t, u) != noConversion }

// A conversionWay is how Value.Convert converts a value.
type conversionWay int

const (
	noConversion conversionWay = iota
	numeric
	intToString
	stringToBytes
	stringToRunes
	bytesToString
	runesToString
	sliceToArray
	sliceToArrayPointer
	sameMemory
	toInterface
)

func conversion(t, u rt.ID) conversionWay {
	tk, uk := Kind(rt.Kind(t)), Kind(rt.Kind(u))
	switch {
	case isInt(tk) || isUint(tk):
		if isInt(uk) || isUint(uk) || isFloat(uk) {
			return numeric
		}
		if uk == String {
			return intToString
		}
	case isFloat(tk):
		if isInt(uk) || isUint(uk) || isFloat(uk) {
			return numeric
		}
	case isComplex(tk):
		if isComplex(uk) {
			return numeric
		}
	case tk == String && uk == Slice:
		switch Kind(rt.Kind(rt.Elem(u))) {
		case Uint8:
			return stringToBytes
		case Int32:
			return stringToRunes
		}
	case tk == Slice:
		if uk == String {
			switch Kind(rt.Kind(rt.Elem(t))) {
			case Uint8:
				return bytesToString
			case Int32:
				return runesToString
			}
		}
		if uk == Pointer && Kind(rt.Kind(rt.Elem(u))) == Array && rt.Elem(t) == rt.Elem(rt.Elem(u)) {
			return sliceToArrayPointer
		}
		if uk == Array && rt.Elem(t) == rt.Elem(u) {
			return sliceToArray
		}
	case tk == Chan:
		if uk == Chan && rt.Len(t) == int(BothDir) && rt.Elem(t) == rt.Elem(u) && (rt.Name(t) == "" || rt.Name(u) == "") {
			return sameMemory
		}
	}
	if sameUnderlying(t, u, false) {
		return sameMemory
	}
	if tk == Pointer && rt.Name(t) == "" && uk == Pointer && rt.Name(u) == "" && sameUnderlying(rt.Elem(t), rt.Elem(u), false) {
		return sameMemory
	}
	if uk == Interface && rt.Implements(t, u) {
		return toInterface
	}
	return noConversion
}
