package p

func Double(n int) int {
	if n < 0 {
		return -2 * -n
	}
	return 2 * n
}
