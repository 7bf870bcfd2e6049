package main

import "example.com/colour"

func main() { colour.Red() }
