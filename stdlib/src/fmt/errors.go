package fmt

import "errors"

// Errorf formats an error. The error wraps the operands of the verbs %w.
func Errorf(format string, a ...any) (err error) {
	p := newPrinter()
	p.wrapErrs = true
	p.printf(format, a)
	text := string(p.buf)
	if n := len(p.wrapped); n == 0 {
		err = errors.New(text)
	} else if n == 1 {
		cause, _ := a[p.wrapped[0]].(error)
		err = &wrapError{text, cause}
	} else {
		err = &wrapErrors{text, p.causes(a)}
	}
	p.free()
	return err
}

// causes returns the operands of %w that are errors, each once and in the order of the operands.
func (p *printer) causes(a []any) (errs []error) {
	for i, operand := range a {
		if e, ok := operand.(error); ok && p.wraps(i) {
			errs = append(errs, e)
		}
	}
	return errs
}

func (p *printer) wraps(operand int) bool {
	for _, i := range p.wrapped {
		if i == operand {
			return true
		}
	}
	return false
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
