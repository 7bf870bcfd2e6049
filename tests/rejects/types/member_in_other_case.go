package main

import "strings"

func main() {
	println(strings.TOUPPER("a")) // ERROR "undefined: strings.TOUPPER (but have ToUpper)"
}
