package gob

import "fmt"

// A failure is the value of the panic that ends nested calls when a value cannot be written or read.
type failure struct {
	err error
}

func fail(err error) {
	panic(failure{err})
}

func failf(format string, args ...any) {
	fail(fmt.Errorf("gob: "+format, args...))
}

// caught converts a failure to an error; callers defer it.
func caught(err *error) {
	switch e := recover().(type) {
	case nil:
	case failure:
		*err = e.err
	default:
		panic(e)
	}
}
