// Package embed makes the calls of an embedder: a goroutine that executes run makes one call of a Go function from Rust
// after the other, until a call ends by a panic, by runtime.Goexit or by the embedder.
package embed

import "errors"

// register lets the embedder call f by name. The caller keeps f reachable.
func register(name string, f any)

// call makes the call that the embedder has given to this goroutine, or waits for one. It returns false if the goroutine
// is to end.
func call() bool

// kept holds the registered functions, which the collector must not free.
var kept []any

// Register lets the embedder call f by name.
func Register(name string, f any) {
	kept = append(kept, f)
	register(name, f)
}

// forms has the types of the values that Rust passes as values of type any. They are registered before the packages
// that import this one are initialised.
func forms(bool, int, uint, float64, string, []byte, []any, map[string]any, map[any]any) {}

func init() { Register(".forms", forms) }

// Start prepares the machine for calls. The program's main function calls it. The embedder calls the registered
// functions for itself: no identifier of Go begins with a dot.
func Start() {
	Register(".error", text)
	Register(".run", run)
}

// run is the first function of a goroutine that makes calls.
func run() {
	for call() {
	}
}

// text returns the text of an error that a function has returned.
func text(err error) string { return err.Error() }

// Error returns the error of a Rust function that has failed with this text.
func Error(text string) error { return errors.New(text) }
