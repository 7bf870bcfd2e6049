package p

func add[T int8 | int16](x T) T {
	return x + 1000
}

func f[T int8 | int16](x T) T {
	var y T = 1000
	y = 2.5
	g[T](1000)
	_ = T(1000)
	_ = T(2.5)
	y += 1000
	x = "a"
	if x == 1000 {
	}
	_ = []T{1000}
	_ = y << 2.5
	return 1000
}

func g[T int8 | int16](x T) {}

func h[T int | string](x T) T {
	_ = x == 1
	_ = x == "a"
	_ = x + 1
	return 1
}

func main() {
	println(add[int16](1))
}
