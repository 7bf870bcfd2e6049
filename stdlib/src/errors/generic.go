package errors

// AsType returns the first error in the tree of err whose type is E, and whether there was one.
func AsType[E error](err error) (E, bool) {
	var found E
	ok := search(err, func(e error) bool {
		var is bool
		if found, is = e.(E); is {
			return true
		}
		setter, ok := e.(interface{ As(any) bool })
		if !ok {
			return false
		}
		var set E // declared apart from the result, so that it is not on the heap for most errors
		if is = setter.As(&set); is {
			found = set
		}
		return is
	})
	return found, ok
}
