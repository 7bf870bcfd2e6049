package vet

import (
	"fmt"
	"testing"
)

func TestX(t *testing.T) {
	fmt.Printf("%d\n", "text")
}
