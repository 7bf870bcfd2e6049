package external_test

import (
	"testing"

	"example.com/m/external"
	"example.com/m/internal/deep"
)

func TestDouble(t *testing.T) {
	if external.Double(3) != 6 || external.Four() != 4 || deep.Name != "deep" {
		t.Fatal("wrong")
	}
}
