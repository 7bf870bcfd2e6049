package initorder

import "testing"

var inTest = note("variable of first_test.go")

func init() { note("init of first_test.go") }

func TestOrder(t *testing.T) {
	own()
	inTest()
}
