package main

limit := 10

func main() { println(limit) }
