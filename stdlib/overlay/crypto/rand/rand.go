package rand

import "internal/rt"

func fatal(s string) { rt.Fatal(s) }
