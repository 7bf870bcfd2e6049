package sync

// OnceValue returns a function that runs f at its first call and returns that result from then on.
func OnceValue[T any](f func() T) func() T {
	var result T
	once := OnceFunc(func() {
		defer func() { f = nil }()
		result = f()
	})
	return func() T {
		once()
		return result
	}
}

// OnceValues returns a function that runs f at its first call and returns those results from then on.
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) {
	var r1 T1
	var r2 T2
	once := OnceFunc(func() {
		defer func() { f = nil }()
		r1, r2 = f()
	})
	return func() (T1, T2) {
		once()
		return r1, r2
	}
}
