package rand

import "internal/rt"

func fatal(text string) { rt.Fatal(text) }
