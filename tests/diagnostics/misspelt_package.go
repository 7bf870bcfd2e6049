package main

import "strngs"

func main() { println(strngs.ToUpper("a")) }
