package p

func f() {
	x := := 3
	y = 4
}

func e() {
	if x { y( }
	z := 5 5
	for i := 0; i < 3; i++ { a b c; d = ] }
	g()
}

func g() { return 1 +; x = 2 }

var 3 = 4

func h() { ok() }

type X struct { a int b int }

func k( { }

func l() { if x == T{} { } ; foo() }

