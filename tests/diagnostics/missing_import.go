package main

func main() { println(strings.ToUpper("a")) }
