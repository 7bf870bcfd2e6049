package initorder

import (
	"fmt"
	"testing"
)

func init() { fmt.Println("init of first_test.go") }

func TestOrder(t *testing.T) {}
