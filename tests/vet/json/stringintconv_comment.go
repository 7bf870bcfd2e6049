// Doc.
package main // c

func main() {
	x := 5
	_ = string(x)
	_ = string(x+2)
}
