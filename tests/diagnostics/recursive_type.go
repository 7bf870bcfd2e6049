package main

type Node struct {
	value int
	next  Node
}

type A struct{ b B }
type B struct{ a [2]A }

func main() { println(Node{}.value) }
