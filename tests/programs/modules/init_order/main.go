// Of the packages that wait for no other, the one whose path comes first is initialised first. A package that has nothing to initialise
// holds up nobody, and one that imports fmt waits for all of fmt.
package main

import (
	_ "example.com/m/alpha"
	_ "example.com/m/beta"
	_ "example.com/m/early"
	_ "example.com/m/first"
	_ "example.com/m/late"
	_ "example.com/m/zeta"
)

func main() { println("main") }

// Stderr:
// beta
// early
// late
// zeta
// alpha
// first
// main
