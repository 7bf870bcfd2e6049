package fail

import (
	"fmt"
	"testing"
)

func helper(t *testing.T, text string) {
	t.Helper()
	t.Error(text)
}

func TestErrors(t *testing.T) {
	t.Error("first", 1)
	helper(t, "from a helper")
	t.Run("sub", func(t *testing.T) {
		t.Cleanup(func() { t.Log("cleaned") })
		t.Fatal("in a subtest")
	})
	t.Run("fine", func(t *testing.T) {})
	fmt.Println("printed")
}

func TestFine(t *testing.T) { t.Log("not shown") }

func TestNow(t *testing.T) {
	defer fmt.Println("deferred")
	t.FailNow()
}
