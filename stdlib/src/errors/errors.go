// Package errors makes errors and looks into trees of wrapped errors.
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

// Unwrap returns what err.Unwrap() returns if err has a method Unwrap() error, else nil.
func Unwrap(err error) error {
	u, ok := err.(interface{ Unwrap() error })
	if !ok {
		return nil
	}
	return u.Unwrap()
}

// Is reports whether an error in the tree of err equals target or says so by its method Is.
func Is(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	return is(err, target, rtype.Comparable(rtype.Of(target)))
}

func is(err, target error, comparable bool) bool {
	for {
		if comparable && err == target {
			return true
		}
		if x, ok := err.(interface{ Is(error) bool }); ok && x.Is(target) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
			if err == nil {
				return false
			}
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if e != nil && is(e, target, comparable) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
}

// As finds the first error in the tree of err that can be assigned to *target, stores it there and reports whether
// there was one. It panics if target is not a non-nil pointer to an interface or to a type that implements error.
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
	return as(err, target, t, rtype.LoadPointer(p))
}

func as(err error, target any, t rtype.ID, dst rtype.Word) bool {
	for {
		if rtype.Assign(t, dst, err) {
			return true
		}
		if x, ok := err.(interface{ As(any) bool }); ok && x.As(target) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
			if err == nil {
				return false
			}
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if e != nil && as(e, target, t, dst) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
}
