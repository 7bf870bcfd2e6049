package q

import "testing"

func TestNothing(t *testing.T) {}
