package pass

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAdd(t *testing.T) {
	for _, test := range []struct{ name string; a, b, want int }{
		{"zero", 0, 0, 0},
		{"one and two", 1, 2, 3},
		{"one and two", 2, 1, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Add(test.a, test.b); got != test.want {
				t.Errorf("Add(%d, %d) = %d", test.a, test.b, got)
			}
		})
	}
}

func TestLog(t *testing.T) {
	t.Log("a line")
	t.Logf("two\nlines %d", 2)
}

func TestDirectory(t *testing.T) {
	dir, err := os.Getwd()
	if err != nil || filepath.Base(dir) != "pass" {
		t.Fatal(dir, err)
	}
}

func TestShort(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
}
