package main

func main() {
	var n int = 2.5
	for i := 0; i < 10*0.25; i++ {
		println(n, i)
	}
}
