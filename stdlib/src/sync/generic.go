package sync

// OnceValue returns a function that runs f at its first call and returns f's result at each call.
func OnceValue[T any](f func() T) func() T {
	o := &onceValue[T]{f: f}
	return func() T {
		if o.isUndone() {
			o.Do(o.run)
		}
		if !o.valid {
			panic(o.failure)
		}
		return o.result
	}
}

type onceValue[T any] struct {
	onceFunc
	f      func() T
	result T
}

func (o *onceValue[T]) run() {
	defer o.ended()
	f := o.f
	o.f = nil
	o.result = f()
	o.valid = true
}

// OnceValues returns a function that runs f at its first call and returns f's results at each call.
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) {
	o := &onceValues[T1, T2]{f: f}
	return func() (T1, T2) {
		if o.isUndone() {
			o.Do(o.run)
		}
		if !o.valid {
			panic(o.failure)
		}
		return o.r1, o.r2
	}
}

type onceValues[T1, T2 any] struct {
	onceFunc
	f  func() (T1, T2)
	r1 T1
	r2 T2
}

func (o *onceValues[T1, T2]) run() {
	defer o.ended()
	f := o.f
	o.f = nil
	o.r1, o.r2 = f()
	o.valid = true
}
