package reflect

import "iter"

// Seq returns an iterator that corresponds to a range loop over v with one variable.
func (v Value) Seq() iter.Seq[Value] {
	if !v.Type().CanSeq() {
		panic("reflect: " + v.Type().String() + " cannot produce iter.Seq[Value]")
	}
	switch k := v.Kind(); {
	case k == Func:
		return func(yield func(Value) bool) {
			v.Call([]Value{MakeFunc(v.Type().In(0), func(in []Value) []Value {
				return []Value{ValueOf(yield(in[0]))}
			})})
		}
	case isInt(k):
		return func(yield func(Value) bool) {
			for i, n := int64(0), v.Int(); i < n; i++ {
				if !yield(ValueOf(i).Convert(v.Type())) {
					return
				}
			}
		}
	case isUint(k):
		return func(yield func(Value) bool) {
			for i, n := uint64(0), v.Uint(); i < n; i++ {
				if !yield(ValueOf(i).Convert(v.Type())) {
					return
				}
			}
		}
	case k == Map:
		return func(yield func(Value) bool) {
			for it := v.MapRange(); it.Next(); {
				if !yield(it.Key()) {
					return
				}
			}
		}
	case k == Chan:
		return func(yield func(Value) bool) {
			for x, ok := v.Recv(); ok; x, ok = v.Recv() {
				if !yield(x) {
					return
				}
			}
		}
	case k == String:
		return func(yield func(Value) bool) {
			for i := range v.String() {
				if !yield(ValueOf(i)) {
					return
				}
			}
		}
	}
	return func(yield func(Value) bool) {
		for i, n := 0, v.Len(); i < n; i++ {
			if !yield(ValueOf(i)) {
				return
			}
		}
	}
}

// Seq2 returns an iterator that corresponds to a range loop over v with two variables.
func (v Value) Seq2() iter.Seq2[Value, Value] {
	if !v.Type().CanSeq2() {
		panic("reflect: " + v.Type().String() + " cannot produce iter.Seq2[Value, Value]")
	}
	switch v.Kind() {
	case Func:
		return func(yield func(Value, Value) bool) {
			v.Call([]Value{MakeFunc(v.Type().In(0), func(in []Value) []Value {
				return []Value{ValueOf(yield(in[0], in[1]))}
			})})
		}
	case Map:
		return func(yield func(Value, Value) bool) {
			for it := v.MapRange(); it.Next(); {
				if !yield(it.Key(), it.Value()) {
					return
				}
			}
		}
	case String:
		return func(yield func(Value, Value) bool) {
			for i, r := range v.String() {
				if !yield(ValueOf(i), ValueOf(r)) {
					return
				}
			}
		}
	case Pointer:
		v = v.Elem()
	}
	return func(yield func(Value, Value) bool) {
		for i, n := 0, v.Len(); i < n; i++ {
			if !yield(ValueOf(i), v.Index(i)) {
				return
			}
		}
	}
}

// Fields returns an iterator over the fields of the struct v.
func (v Value) Fields() iter.Seq2[StructField, Value] {
	t := v.Type()
	if t.Kind() != Struct {
		panic("reflect: Fields of non-struct type " + t.String())
	}
	return func(yield func(StructField, Value) bool) {
		for i := 0; i < v.NumField(); i++ {
			if !yield(t.Field(i), v.Field(i)) {
				return
			}
		}
	}
}

// Methods returns an iterator over the methods of v.
func (v Value) Methods() iter.Seq2[Method, Value] {
	return func(yield func(Method, Value) bool) {
		t := v.Type()
		for i := 0; i < v.NumMethod(); i++ {
			if !yield(t.Method(i), v.Method(i)) {
				return
			}
		}
	}
}

// Fields returns an iterator over the fields of a struct type.
func (t *rtype) Fields() iter.Seq[StructField] {
	t.must(Struct, "Fields")
	return sequence(t.NumField(), t.Field)
}

// Methods returns an iterator over the methods.
func (t *rtype) Methods() iter.Seq[Method] { return sequence(t.NumMethod(), t.Method) }

// Ins returns an iterator over the parameters of a func type.
func (t *rtype) Ins() iter.Seq[Type] { return sequence(t.NumIn(), t.In) }

// Outs returns an iterator over the results of a func type.
func (t *rtype) Outs() iter.Seq[Type] { return sequence(t.NumOut(), t.Out) }

func sequence[T any](n int, at func(int) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := 0; i < n; i++ {
			if !yield(at(i)) {
				return
			}
		}
	}
}
