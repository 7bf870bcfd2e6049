package main

var name strng

func main() {}
