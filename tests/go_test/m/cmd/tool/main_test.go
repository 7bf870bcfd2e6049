package main

import "testing"

func TestName(t *testing.T) {
	if name() != "tool" {
		t.Fatal(name())
	}
}
