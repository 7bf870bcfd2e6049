package p

func f() {
	x := := 3 // ERROR "syntax error: unexpected :=, expected expression"
	y = 4
}

func e() {
	if x { y( } // ERROR "syntax error: unexpected }, expected expression"
	z := 5 5 // ERROR "syntax error: unexpected literal 5 at end of statement"
	g()
}

func g() { return 1 +; x = 2 } // ERROR "syntax error: unexpected semicolon, expected expression"

type X struct { a int b int } // ERROR "syntax error: unexpected name b in struct type; possibly missing semicolon or newline or }"
