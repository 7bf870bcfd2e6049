// Package errors makes errors and searches trees of wrapped errors.
package errors

import "internal/rtype"

// ErrUnsupported says that an operation cannot be done because it is not supported.
var ErrUnsupported = New("unsupported operation")

type errorString struct {
	s string
}

func (e *errorString) Error() string { return e.s }

// New returns an error with the given text. Two calls give two different errors, whatever their text.
func New(text string) error { return &errorString{text} }

// A wrapper wraps one error, a group several.
type wrapper interface{ Unwrap() error }
type group interface{ Unwrap() []error }

// Unwrap returns what err.Unwrap() returns if err has a method Unwrap() error, else nil.
func Unwrap(err error) error {
	if w, ok := err.(wrapper); ok {
		return w.Unwrap()
	}
	return nil
}

// search calls match for the errors in the tree of err, each before those that it wraps, until match returns true.
func search(err error, match func(error) bool) bool {
	for err != nil {
		if match(err) {
			return true
		}
		if w, ok := err.(wrapper); ok {
			err = w.Unwrap()
			continue
		}
		if g, ok := err.(group); ok {
			for _, member := range g.Unwrap() {
				if search(member, match) {
					return true
				}
			}
		}
		break
	}
	return false
}

// Is reports whether an error in the tree of err equals target or says so by its method Is.
func Is(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	comparable := rtype.Comparable(rtype.Of(target))
	if comparable && err == target {
		return true
	}
	return search(err, func(e error) bool {
		if comparable && e == target {
			return true
		}
		judge, ok := e.(interface{ Is(error) bool })
		return ok && judge.Is(target)
	})
}

// As finds the first error in the tree of err that can be assigned to *target, stores it there and reports whether
// there was one. As panics if target is not a non-nil pointer to an interface or to a type that implements error.
func As(err error, target any) bool {
	if err == nil {
		return false
	}
	if target == nil {
		panic("errors: target cannot be nil")
	}
	pt, p := rtype.Unpack(target)
	if rtype.Kind(pt) != rtype.Pointer || rtype.LoadPointer(p) == nil {
		panic("errors: target must be a non-nil pointer")
	}
	t := rtype.Elem(pt)
	if rtype.Kind(t) != rtype.Interface && !rtype.Implements(t, rtype.Elem(rtype.Of((*error)(nil)))) {
		panic("errors: *target must be interface or implement error")
	}
	dst := rtype.LoadPointer(p)
	return search(err, func(e error) bool {
		if rtype.Assign(t, dst, e) {
			return true
		}
		setter, ok := e.(interface{ As(any) bool })
		return ok && setter.As(target)
	})
}
