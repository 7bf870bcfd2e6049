package main

func main() {
	x := 1
	if x = 2 {
		println(x)
	}
	if x {
		println(x)
	}
}
