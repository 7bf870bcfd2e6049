package fuzz

import "testing"

func FuzzLength(f *testing.F) {
	f.Add("seed", 4)
	f.Add("other", 5)
	f.Fuzz(func(t *testing.T, text string, n int) {
		if len(text) != n {
			t.Errorf("%q has not %d bytes", text, n)
		}
	})
}
