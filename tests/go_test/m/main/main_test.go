package main

import (
	"fmt"
	"os"
	"testing"
)

var ready bool

func TestMain(m *testing.M) {
	ready = true
	fmt.Println("set up")
	status := m.Run()
	fmt.Println("torn down")
	os.Exit(status)
}

func TestReady(t *testing.T) {
	if !ready {
		t.Fatal("TestMain did not run")
	}
}
