package testdeps

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// marshalInput returns the text of a file with these values, which parseInput parses.
func marshalInput(values []any) []byte {
	var b strings.Builder
	b.WriteString(encVersion1 + "\n")
	for _, v := range values {
		switch v := v.(type) {
		case float32:
			if v != v && math.Float32bits(v) != math.Float32bits(float32(math.NaN())) {
				fmt.Fprintf(&b, "math.Float32frombits(0x%x)\n", math.Float32bits(v))
			} else {
				fmt.Fprintf(&b, "float32(%v)\n", v)
			}
		case float64:
			if v != v && math.Float64bits(v) != math.Float64bits(math.NaN()) {
				fmt.Fprintf(&b, "math.Float64frombits(0x%x)\n", math.Float64bits(v))
			} else {
				fmt.Fprintf(&b, "float64(%v)\n", v)
			}
		case string:
			fmt.Fprintf(&b, "string(%q)\n", v)
		case []byte:
			fmt.Fprintf(&b, "[]byte(%q)\n", v)
		case uint8:
			fmt.Fprintf(&b, "byte(%q)\n", v)
		case int32:
			if utf8.ValidRune(v) {
				fmt.Fprintf(&b, "rune(%q)\n", v)
			} else {
				fmt.Fprintf(&b, "int32(%v)\n", v)
			}
		default:
			fmt.Fprintf(&b, "%T(%v)\n", v, v)
		}
	}
	return []byte(b.String())
}
