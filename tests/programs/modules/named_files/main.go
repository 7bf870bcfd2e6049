// A program given by its files may import what is internal to the module that they lie in. Its own language is not that of the go.mod, the
// packages' it imports is.
package main

import (
	"fmt"

	"example.com/m/internal/deep"
)

func main() {
	var funcs []func() int
	for i := 0; i < 3; i++ {
		funcs = append(funcs, func() int { return i })
	}
	for _, f := range funcs {
		fmt.Print(f(), " ")
	}
	fmt.Println("main")
	deep.Loop("deep")
}

// Files: main.go
// Output:
// 0 1 2 main
// 3 3 3 DEEP
