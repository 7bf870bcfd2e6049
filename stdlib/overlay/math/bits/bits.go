package bits

import "internal/rt"

// The errors of the machine, as its own division raises them.
var overflowError = raised(rt.Overflow)

var divideError = raised(func() { _ = 1 / zero })

var zero int

func raised(f func()) (err error) {
	defer func() { err = recover().(error) }()
	f()
	return nil
}
