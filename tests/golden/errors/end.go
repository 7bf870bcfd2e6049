package p

func f() {
	for {
