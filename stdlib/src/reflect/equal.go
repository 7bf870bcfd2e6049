package reflect

import rt "internal/rtype"

// Comparable reports whether v can be compared with ==.
func (v Value) Comparable() bool {
	switch v.Kind() {
	case Invalid:
		return false
	case Interface:
		return v.IsNil() || v.Elem().Comparable()
	case Array:
		switch Kind(rt.Kind(rt.Elem(v.typ))) {
		case Interface, Array, Struct:
			for i := 0; i < v.Len(); i++ {
				if !v.Index(i).Comparable() {
					return false
				}
			}
			return true
		}
		return rt.Comparable(v.typ)
	case Struct:
		for i := 0; i < v.NumField(); i++ {
			if !v.Field(i).Comparable() {
				return false
			}
		}
		return true
	case Func, Map, Slice:
		return false
	}
	return true
}

// held returns the value in an interface, other values unchanged.
func (v Value) held() Value {
	if v.Kind() == Interface {
		return v.Elem()
	}
	return v
}

// Equal reports whether v == u.
func (v Value) Equal(u Value) bool {
	v, u = v.held(), u.held()
	switch {
	case !v.IsValid() || !u.IsValid():
		return v.IsValid() == u.IsValid()
	case v.Type() != u.Type():
		return false
	}
	switch v.Kind() {
	case Func, Map, Slice:
		panic("reflect.Value.Equal: values of type " + v.Type().String() + " are not comparable")
	}
	if !rt.Comparable(v.typ) || !v.Comparable() || !u.Comparable() {
		return v.equalParts(u)
	}
	return v.any() == u.any()
}

// equalParts compares arrays or structs element by element, so that a panic contains the type of the element that is not comparable.
func (v Value) equalParts(u Value) bool {
	if v.Kind() == Struct {
		for i := range v.NumField() {
			if !v.Field(i).Equal(u.Field(i)) {
				return false
			}
		}
		return true
	}
	if v.Len() == 0 && !v.Type().Elem().Comparable() {
		panic("reflect.Value.Equal: values of type " + v.Type().String() + " are not comparable")
	}
	for i := range v.Len() {
		if !v.Index(i).Equal(u.Index(i)) {
			return false
		}
	}
	return true
}
