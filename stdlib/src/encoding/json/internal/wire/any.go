package wire

// AnyAt decodes the value at data[i] for an interface; the value has been checked, and has no duplicate names;
// false if a number is too large.
func AnyAt(data []byte, i int) (x any, end int, ok bool) {
	switch data[i] {
	case '"':
		s, end := StringAt(data, i)
		return s, end, true
	case 't':
		return true, i + len("true"), true
	case 'f':
		return false, i + len("false"), true
	case 'n':
		return nil, i + len("null"), true
	case '[':
		list := []any{}
		next, more := beginAt(data, i)
		for more {
			x, end, ok := AnyAt(data, next)
			if !ok {
				return nil, 0, false
			}
			list = append(list, x)
			next, more = nextAt(data, end)
		}
		return list, next, true
	case '{':
		m := map[string]any{}
		next, more := beginAt(data, i)
		for more {
			name, _, at := NameAt(data, next)
			x, end, ok := AnyAt(data, at)
			if !ok {
				return nil, 0, false
			}
			m[name] = x
			next, more = nextAt(data, end)
		}
		return m, next, true
	}
	f, end, ok := FloatAt(data, i, 64)
	return f, end, ok
}
