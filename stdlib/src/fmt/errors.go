package fmt

import "errors"

// Errorf formats by format to an error. It wraps the operands of the verbs %w.
func Errorf(format string, a ...any) (err error) {
	p := newPrinter()
	p.wrapErrs = true
	p.printf(format, a)
	s := string(p.buf)
	switch len(p.wrapped) {
	case 0:
		err = errors.New(s)
	case 1:
		w := &wrapError{msg: s}
		w.err, _ = a[p.wrapped[0]].(error)
		err = w
	default:
		w := &wrapErrors{msg: s}
		for i := range a {
			for _, j := range p.wrapped {
				if i == j {
					if e, ok := a[i].(error); ok {
						w.errs = append(w.errs, e)
					}
					break
				}
			}
		}
		err = w
	}
	p.free()
	return err
}

type wrapError struct {
	msg string
	err error
}

func (e *wrapError) Error() string { return e.msg }

func (e *wrapError) Unwrap() error { return e.err }

type wrapErrors struct {
	msg  string
	errs []error
}

func (e *wrapErrors) Error() string { return e.msg }

func (e *wrapErrors) Unwrap() []error { return e.errs }
