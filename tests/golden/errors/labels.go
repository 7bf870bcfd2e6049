package p

func f() {
	switch {
	case true:
	L:
	case false:
	M:
	default:
	N:
	}
}
