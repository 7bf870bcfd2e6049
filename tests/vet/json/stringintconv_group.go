package main

import (
	"strings"
)

func main() {
	x := 5
	_ = string(x)
	strings.ToUpper("")
}
