package expvar

import (
	"math"
	"strconv"
	"sync/atomic"
	"unicode/utf8"
)

// Int is an integer.
type Int struct{ value atomic.Int64 }

func (v *Int) Value() int64    { return v.value.Load() }
func (v *Int) Add(delta int64) { v.value.Add(delta) }
func (v *Int) Set(value int64) { v.value.Store(value) }
func (v *Int) String() string  { return strconv.FormatInt(v.Value(), 10) }

// Float is a floating-point number.
type Float struct{ bits atomic.Uint64 }

func (v *Float) Value() float64    { return math.Float64frombits(v.bits.Load()) }
func (v *Float) Set(value float64) { v.bits.Store(math.Float64bits(value)) }
func (v *Float) String() string    { return strconv.FormatFloat(v.Value(), 'g', -1, 64) }

func (v *Float) Add(delta float64) {
	for {
		bits := v.bits.Load()
		sum := math.Float64frombits(bits) + delta
		if v.bits.CompareAndSwap(bits, math.Float64bits(sum)) {
			return
		}
	}
}

// String is a text.
type String struct{ value atomic.Pointer[string] }

func (v *String) Set(value string) { v.value.Store(&value) }

func (v *String) Value() string {
	if value := v.value.Load(); value != nil {
		return *value
	}
	return ""
}

// String returns the text as a JSON string.
func (v *String) String() string { return string(appendQuoted(nil, v.Value())) }

// appendQuoted appends s as JSON.
func appendQuoted(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '\\' || r == '"':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r < ' ' || r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029':
			b = append(b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
