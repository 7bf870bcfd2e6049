package binfile

import (
	"strconv"
	"strings"
)

// Names maps numbers to names. List has the names, without their common prefix, in the order of their numbers: a name
// has the number after that of the name before it, the first has 0, and =N says that the next name has the number N. A
// ~ stands for a space, because some of Go's names end in a space.
type Names struct {
	Prefix, List string
}

// walk calls f with each name and its number, until f returns false.
func (n Names) walk(f func(name string, number uint32) bool) {
	next := uint32(0)
	for rest := n.List; rest != ""; {
		var word string
		word, rest, _ = strings.Cut(rest, " ")
		if word[0] == '=' {
			number, _ := strconv.ParseUint(word[1:], 0, 32)
			next = uint32(number)
			continue
		}
		if !f(strings.ReplaceAll(word, "~", " "), next) {
			return
		}
		next++
	}
}

// Exact returns the name of a number.
func (n Names) Exact(v uint32) (string, bool) {
	found := ""
	n.walk(func(name string, number uint32) bool {
		if number == v {
			found = n.Prefix + name
		}
		return found == ""
	})
	return found, found != ""
}

// Nearest returns the name of a number; if it has none, the last name in the list with a smaller number and the
// difference. A number before all names is returned as digits. The names begin with qualifier.
func (n Names) Nearest(v uint32, qualifier string) string {
	exact, below, distance := "", "", uint32(0)
	n.walk(func(name string, number uint32) bool {
		if number == v {
			exact = name
		} else if number < v {
			below, distance = name, v-number
		}
		return exact == ""
	})
	switch {
	case exact != "":
		return qualifier + n.Prefix + exact
	case below != "":
		return qualifier + n.Prefix + below + "+" + decimal(distance)
	}
	return decimal(v)
}

// Flags returns the names of all flags in v, joined by +, and the number of the bits that have no name.
func (n Names) Flags(v uint32, qualifier string) string {
	var parts []string
	n.walk(func(name string, flag uint32) bool {
		if v&flag == flag {
			parts = append(parts, qualifier+n.Prefix+name)
			v -= flag
		}
		return true
	})
	if v != 0 || parts == nil {
		parts = append(parts, "0x"+strconv.FormatUint(uint64(v), 16))
	}
	return strings.Join(parts, "+")
}

func decimal(v uint32) string { return strconv.FormatUint(uint64(v), 10) }
