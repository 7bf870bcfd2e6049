package reflect

// TypeFor returns the type T.
func TypeFor[T any]() Type { return TypeOf((*T)(nil)).Elem() }

// TypeAssert is v.Interface().(T, ok), without allocating an interface value.
func TypeAssert[T any](v Value) (T, bool) {
	t, ok := v.Interface().(T)
	return t, ok
}
