package p

func f(x int) {
	if { // ERROR "syntax error: missing condition in if statement"
	}
	if x = 1 { // ERROR "syntax error: cannot use assignment x = 1 as value"
	}
	for i := 0; i < 3; i := 1 { // ERROR "syntax error: cannot declare in post statement of for loop"
	}
	switch x++ { // ERROR "syntax error: cannot use x++ as value"
	}
	if var x = 1; x > 0 { // ERROR "syntax error: var declaration not allowed in if initializer"
	}
	go (f(1)) // ERROR "expression in go must not be parenthesized"
	switch {
	case true:
	L: // ERROR "syntax error: missing statement after label"
	case false:
	}
}

x := 1 // ERROR "syntax error: non-declaration statement outside function body"
