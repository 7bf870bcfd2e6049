package p

func f() {
	if x {
		g()

func g() {
	h()
}

func h() {
}
