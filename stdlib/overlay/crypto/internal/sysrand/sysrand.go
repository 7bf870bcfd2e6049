package sysrand

import (
	"internal/rt"
	own "internal/sysrand"
)

// Read has the source of minigo's own packages, so that a test can set one for both.
func Read(b []byte) { own.Read(b) }

func fatal(text string) { rt.Fatal(text) }
