// Package path works on slash-separated names.
package path

// Clean returns the shortest equivalent name: no doubled slashes, no ".", no inner "..".
func Clean(path string) string {
	if path == "" {
		return "."
	}
	rooted := path[0] == '/'
	out := make([]byte, 0, len(path))
	low := 0 // length of the part of out that ".." cannot remove
	r := 0
	if rooted {
		out = append(out, '/')
		r, low = 1, 1
	}
	for r < len(path) {
		end := r
		for end < len(path) && path[end] != '/' {
			end++
		}
		elem := path[r:end]
		r = end + 1
		switch elem {
		case "", ".":
		case "..":
			if len(out) > low {
				n := len(out) - 1
				for n > low && out[n] != '/' {
					n--
				}
				out = out[:n]
			} else if !rooted {
				if len(out) > 0 {
					out = append(out, '/')
				}
				out = append(out, ".."...)
				low = len(out)
			}
		default:
			if rooted && len(out) != 1 || !rooted && len(out) != 0 {
				out = append(out, '/')
			}
			out = append(out, elem...)
		}
	}
	if len(out) == 0 {
		return "."
	}
	return string(out)
}

func lastSlash(s string) int {
	i := len(s) - 1
	for i >= 0 && s[i] != '/' {
		i--
	}
	return i
}

// Split splits after the last slash.
func Split(path string) (dir, file string) {
	i := lastSlash(path)
	return path[:i+1], path[i+1:]
}

// Join joins the elements that are not empty and cleans the result.
func Join(elem ...string) string {
	all := ""
	for _, e := range elem {
		if all != "" {
			all += "/" + e
		} else {
			all = e
		}
	}
	if all == "" {
		return ""
	}
	return Clean(all)
}

// Ext returns the part of the last element from its last dot on.
func Ext(path string) string {
	for i := len(path) - 1; i >= 0 && path[i] != '/'; i-- {
		if path[i] == '.' {
			return path[i:]
		}
	}
	return ""
}

// Base returns the last element.
func Base(path string) string {
	if path == "" {
		return "."
	}
	for len(path) > 0 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	path = path[lastSlash(path)+1:]
	if path == "" {
		return "/"
	}
	return path
}

// IsAbs reports whether path begins at the root.
func IsAbs(path string) bool { return len(path) > 0 && path[0] == '/' }

// Dir returns all but the last element.
func Dir(path string) string {
	dir, _ := Split(path)
	return Clean(dir)
}
