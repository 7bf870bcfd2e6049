// An unrecovered panic ends the program with status 2.
package main

import "fmt"

type thing struct{ n int }

func (t *thing) fail() { panic(fmt.Sprintf("thing %d failed", t.n)) }

func main() {
	defer fmt.Println("deferred calls run first")
	(&thing{7}).fail()
}

// Output:
// deferred calls run first
// Exit: 2
// Stderr:
// panic: thing 7 failed
