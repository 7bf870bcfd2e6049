package main

func find() string {
	return nil
}

func main() {
	var n int = nil
	x := nil
	println(n, x, find())
}
