// Vendored packages are written in the language that vendor/modules.txt states.
package main

import (
	"example.com/lib"
	"example.com/new/deep"
)

func main() {
	lib.Loop("old")
	deep.Loop("new")
}

// Output:
// 3 3 3 OLD
// 0 1 2 NEW
