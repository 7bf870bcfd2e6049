package setup

import (
	"testing"

	"example.com/m/nowhere"
)

func TestX(t *testing.T) { nowhere.F() }
