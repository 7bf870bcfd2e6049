package p

func a(x int, string) {} // ERROR "syntax error: missing parameter type"

func h() {
	x := []int{
		1 // ERROR "syntax error: unexpected newline in composite literal; possibly missing comma or }"
	}
	f(1 // ERROR "syntax error: unexpected newline in argument list; possibly missing comma or )"
	)
	y := = 2 // ERROR "syntax error: unexpected =, expected expression"
}

func k( { } // ERROR "syntax error: unexpected {, expected )"

func missing() {
	if x {
		g()

func g() { // ERROR "syntax error: unexpected name g, expected ("
	h()
}
