package main

import (
	"fmt"
	"strings"
)

func main() {
	var b strings.Builder
	b.buf = nil
	fmt.println("hi")
}
