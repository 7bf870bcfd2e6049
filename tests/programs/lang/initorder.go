// Package variables are initialised in the order of their dependencies, then init functions run.
package main

import "fmt"

var (
	a = c + b
	b = f()
	c = 1
)

var x, y = pair()
var trace []string

func pair() (int, string) { trace = append(trace, "pair"); return a, "y" }
func f() int              { trace = append(trace, "f"); c++; return c }

func init() { trace = append(trace, "init1") }
func init() { trace = append(trace, "init2") }

var table = map[string]func() int{"f": func() int { return x }}

type T struct{ next *T }

var t1 = T{&t2}
var t2 T

func main() {
	fmt.Println(a, b, c, x, y, trace, table["f"](), t1.next == &t2)
}

// Output:
// 4 2 2 4 y [f pair init1 init2] 4 true
