package initorder

import (
	"fmt"
	"testing"
)

var fromTest = show("variable of first_test.go")

var early, late = show("early depends on " + later), func() string { return caller() }()

var later = func() string { return caller() }()

func init() { fmt.Println("init of first_test.go"); func() { fmt.Println(caller()) }() }
func init() { fmt.Println("init of first_test.go"); func() { fmt.Println(caller()) }() }

var table = []func() string{func() string { return caller() }, func() string { return func() string { return caller() }() }}

func TestOrder(t *testing.T) { fmt.Println(literal, late, later, table[0](), table[1]()) }
