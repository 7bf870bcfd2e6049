package main

import "strings"

func main() {
	var b strings.Builder
	b.WriteStrng("a")
}
