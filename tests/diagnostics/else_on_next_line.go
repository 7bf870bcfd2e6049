package main

func main() {
	if x := 1; x > 0 {
		println("a")
	}
	else {
		println("b")
	}
}
