// A function value with some type arguments given and the others inferred from constraints.
package main

import "fmt"

func pair[A any, B interface{ []A }](a A, b B) { fmt.Println(len(b)) }

var global = pair[string]

func main() {
	f := pair[byte]
	f(1, []byte{1, 2})
	var g = pair[int]
	g(1, nil)
	global("", []string{""})
}

// Output:
// 2
// 0
// 1
