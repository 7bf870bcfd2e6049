package caller

import "example.com/m/cover/blocks"

func B() int {
	var t blocks.T
	return t.Get(5)
}
func C() {}
