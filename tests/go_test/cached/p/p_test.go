package p

import (
	"os"
	"testing"
)

// A variable: the function is not evaluated by the compiler.
var two = 2

func TestDouble(t *testing.T) {
	if Double(two) != 4 {
		t.Fatal("wrong")
	}
}

func TestReads(t *testing.T) {
	text, err := os.ReadFile("testdata/text")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s, %s", text, os.Getenv("MINIGO_TEST_LANGUAGE"))
	if string(text) == "bad" {
		t.Fail()
	}
}

func TestLooks(t *testing.T) {
	entries, err := os.ReadDir("../empty")
	t.Log(len(entries), err)
	_, err = os.Stat("testdata/absent")
	t.Log(err != nil)
	t.Chdir("testdata")
	if _, err := os.ReadFile("second"); err != nil {
		t.Fatal(err)
	}
	_, set := os.LookupEnv("MINIGO_TEST_UNSET")
	t.Log(set)
}
