package testdeps

// minimize makes the strings and byte slices among values shorter and more readable as long as try succeeds. It
// changes values to the last ones for which it did, and reports whether there were any.
func minimize(values []any, try func([]any) bool, stop func() bool) (found bool) {
	for i, value := range values {
		var b []byte
		var restore func([]byte) any
		switch v := value.(type) {
		case string:
			b, restore = []byte(v), func(b []byte) any { return string(b) }
		case []byte:
			b, restore = append([]byte{}, v...), func(b []byte) any { return append([]byte{}, b...) }
		default:
			continue
		}
		best := append([]any{}, values...)
		minimizeBytes(b, func(candidate []byte) bool {
			next := append([]any{}, best...)
			next[i] = restore(candidate)
			if !try(append([]any{}, next...)) {
				return false
			}
			best, found = next, true
			return true
		}, stop)
		copy(values, best)
	}
	return found
}

// readable are the replacements that minimizeBytes tries for other bytes, in order of preference.
const readable = "012789ABCXYZabcxyz !\"#$%&'()*+,."

// minimizeBytes looks for shorter and more readable replacements of v.
func minimizeBytes(v []byte, try func([]byte) bool, stop func() bool) {
	// First the tail is cut, in large steps.
	for n := 1024; n > 0; n /= 2 {
		for len(v) > n {
			if stop() {
				return
			}
			if !try(v[:len(v)-n]) {
				break
			}
			v = v[:len(v)-n]
		}
	}
	without := func(from, to int) []byte { return append(append([]byte{}, v[:from]...), v[to:]...) }
	// Then single bytes and parts are removed.
	for i := 0; i < len(v)-1; {
		if stop() {
			return
		}
		if shorter := without(i, i+1); try(shorter) {
			v = shorter
		} else {
			i++
		}
	}
	for i := 0; i < len(v)-1; i++ {
		for j := len(v); j > i+1; j-- {
			if stop() {
				return
			}
			if shorter := without(i, j); try(shorter) {
				v = shorter
				j = len(v) + 1
			}
		}
	}
	for i, b := range v {
		for _, c := range []byte(readable) {
			if stop() || b == c {
				break
			}
			v[i] = c
			if try(v) {
				b = c
				break
			}
		}
		v[i] = b
	}
}
