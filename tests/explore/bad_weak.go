// Nothing leads to the configuration any more when it is looked for the second time.
//
// WANT panic: runtime error: invalid memory address or nil pointer dereference
package main

import "weak"

type config struct {
	name string
	next *config
}

func main() {
	w := weak.Make(&config{name: "a"})
	if w.Value() != nil && w.Value().name != "a" {
		panic("another one")
	}
}
