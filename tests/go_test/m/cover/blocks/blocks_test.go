package blocks

import "testing"

func TestGet(t *testing.T) {
	var x T
	x.Get(1)
	x.Get(3)
	if testing.CoverMode() == "" { t.Log("off") }
}
