// Package initorder has a test file whose name comes before that of its own file.
package initorder

import "fmt"

var own = note("variable of initorder.go")

func note(text string) func() {
	fmt.Println(text)
	return func() { fmt.Println(text, "again") }
}

func init() { note("init of initorder.go") }
