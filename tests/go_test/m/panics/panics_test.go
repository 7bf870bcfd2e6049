package panics

import "testing"

func TestBefore(t *testing.T) {}

func TestPanic(t *testing.T) {
	t.Log("before")
	var m map[string]int
	m["x"] = 1
}

func TestAfter(t *testing.T) {}
