package main

var a = b + 1
var b = f()

func f() int { return a }

func main() { println(a) }
