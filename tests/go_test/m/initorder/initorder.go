// Package initorder has a test file whose name comes before that of its own file.
package initorder

import "fmt"

func init() { fmt.Println("init of initorder.go") }
