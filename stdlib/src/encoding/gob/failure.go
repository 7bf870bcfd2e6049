package gob

import "fmt"

// A failure is the panic that leaves the depth of a value when it cannot be written or read.
type failure struct {
	err error
}

func fail(err error) {
	panic(failure{err})
}

func failf(format string, args ...any) {
	fail(fmt.Errorf("gob: "+format, args...))
}

// caught, deferred, makes an error of a failure.
func caught(err *error) {
	switch e := recover().(type) {
	case nil:
	case failure:
		*err = e.err
	default:
		panic(e)
	}
}
