package p

// Faults after which gc looks at the types all the same.

type counter struct{ n int }

func (c *counter, by int) add() {
	c.n++
}

func () sub() {
	var x int = "a"
}

func calls(x any) {
	println("C:\docs")
	var s []int
	_ = s[1::2]
	_ = s[1:2:]
	_ = x.(type)
	go (calls(x))
	var list [1 << 60]int
	println(counter{})
}

func variadic(a ...int, b int) { var x int = "a" }
