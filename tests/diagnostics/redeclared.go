package main

func area(r float64) float64 { return 3 * r * r }

func area(a, b float64) float64 { return a * b }

func main() { println(area(1)) }
