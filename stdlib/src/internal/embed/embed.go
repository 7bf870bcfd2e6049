// Package embed makes the calls of an embedder: a goroutine that executes run makes one call of a Go function from Rust
// after the other, until a call ends by a panic, by runtime.Goexit or by the embedder.
package embed

import (
	"errors"
	"internal/rtype"
)

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
	Register(".feed", feed)
	Register(".drain", drain)
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

// next returns the next value that Rust has sent on the channel with this number, or memory for the next value for
// Rust. It waits for the value, or until Rust has room for one. It returns false once Rust has no end of the channel.
func next(number int) (rtype.Word, bool)

// takeValue passes the value at p to Rust. It waits until Rust has room.
func takeValue(number int, p rtype.Word)

// finish closes Rust's end of the channel with this number.
func finish(number int)

// feed passes values from Rust to c, a channel of type t, until Rust has closed its end.
func feed(t rtype.ID, c rtype.Word, number int) {
	for {
		p, ok := next(number)
		if !ok {
			break
		}
		rtype.ChanSend(t, c, p, true)
	}
	finish(number)
	rtype.ChanClose(c)
}

// drain passes values from c, a channel of type t, to Rust, until c is closed or Rust has dropped its end.
func drain(t rtype.ID, c rtype.Word, number int) {
	for {
		p, ok := next(number)
		if !ok {
			break
		}
		if _, ok = rtype.ChanRecv(t, c, p, true); !ok {
			break
		}
		takeValue(number, p)
	}
	finish(number)
}
