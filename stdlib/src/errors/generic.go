package errors

// AsType returns the first error in the tree of err whose type is E, and whether there was one.
func AsType[E error](err error) (E, bool) {
	var zero E
	if err == nil {
		return zero, false
	}
	return asType[E](err)
}

func asType[E error](err error) (E, bool) {
	var zero E
	for {
		if e, ok := err.(E); ok {
			return e, true
		}
		if x, ok := err.(interface{ As(any) bool }); ok {
			var e E
			if x.As(&e) {
				return e, true
			}
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
			if err == nil {
				return zero, false
			}
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if e == nil {
					continue
				}
				if found, ok := asType[E](e); ok {
					return found, true
				}
			}
			return zero, false
		default:
			return zero, false
		}
	}
}
