package slog

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

// A Value is any Go value; numbers and times are stored without an allocation. The zero Value is nil.
type Value struct {
	_   [0]func() // forbids ==: use Equal
	num uint64
	// The Kind of the number in num; or a text or group, whose length is in num; or a place (a time's location), whose
	// time in nanoseconds is in num; or an instant; or any other value. A user's value of type Kind is wrapped in a kindValue.
	any any
}

type (
	text      *byte
	place     *time.Location // nil for the zero time
	instant   time.Time      // a time outside the range of nanoseconds
	group     *Attr
	kindValue Kind
)

// A Kind is the kind of a Value.
type Kind int

const (
	KindAny Kind = iota
	KindBool
	KindDuration
	KindFloat64
	KindInt64
	KindString
	KindTime
	KindUint64
	KindGroup
	KindLogValuer
)

func (k Kind) String() string {
	names := [...]string{"Any", "Bool", "Duration", "Float64", "Int64", "String", "Time", "Uint64", "Group", "LogValuer"}
	if k < 0 || int(k) >= len(names) {
		return "<unknown slog.Kind>"
	}
	return names[k]
}

// A LogValuer is a type that makes the Value to be logged for it.
type LogValuer interface {
	LogValue() Value
}

// Kind returns the Value's kind.
func (v Value) Kind() Kind {
	switch x := v.any.(type) {
	case Kind:
		return x
	case text:
		return KindString
	case place, instant:
		return KindTime
	case group:
		return KindGroup
	case LogValuer:
		return KindLogValuer
	}
	return KindAny
}

// StringValue returns the Value of a string.
func StringValue(value string) Value {
	return Value{num: uint64(len(value)), any: text(unsafe.StringData(value))}
}

// IntValue returns the Value of an int.
func IntValue(v int) Value { return Int64Value(int64(v)) }

// Int64Value returns the Value of an int64.
func Int64Value(v int64) Value { return Value{num: uint64(v), any: KindInt64} }

// Uint64Value returns the Value of a uint64.
func Uint64Value(v uint64) Value { return Value{num: v, any: KindUint64} }

// Float64Value returns the Value of a float64.
func Float64Value(v float64) Value { return Value{num: math.Float64bits(v), any: KindFloat64} }

// BoolValue returns the Value of a bool.
func BoolValue(v bool) Value {
	if v {
		return Value{num: 1, any: KindBool}
	}
	return Value{any: KindBool}
}

// TimeValue returns the Value of a time, without its monotonic clock reading.
func TimeValue(v time.Time) Value {
	if v.IsZero() {
		return Value{any: place(nil)}
	}
	if nanos := v.UnixNano(); time.Unix(0, nanos).Equal(v) {
		return Value{num: uint64(nanos), any: place(v.Location())}
	}
	return Value{any: instant(v.Round(0))}
}

// DurationValue returns the Value of a duration.
func DurationValue(v time.Duration) Value { return Value{num: uint64(v), any: KindDuration} }

// GroupValue returns the Value of a group of attributes, without empty groups.
func GroupValue(as ...Attr) Value {
	if countEmptyGroups(as) > 0 {
		as = slices.DeleteFunc(slices.Clone(as), func(a Attr) bool { return a.Value.isEmptyGroup() })
	}
	return Value{num: uint64(len(as)), any: group(unsafe.SliceData(as))}
}

func countEmptyGroups(as []Attr) int {
	n := 0
	for _, a := range as {
		if a.Value.isEmptyGroup() {
			n++
		}
	}
	return n
}

// AnyValue returns the Value of any value, with the kind for its type.
func AnyValue(v any) Value {
	switch v := v.(type) {
	case string:
		return StringValue(v)
	case int:
		return Int64Value(int64(v))
	case int8:
		return Int64Value(int64(v))
	case int16:
		return Int64Value(int64(v))
	case int32:
		return Int64Value(int64(v))
	case int64:
		return Int64Value(v)
	case uint:
		return Uint64Value(uint64(v))
	case uint8:
		return Uint64Value(uint64(v))
	case uint16:
		return Uint64Value(uint64(v))
	case uint32:
		return Uint64Value(uint64(v))
	case uint64:
		return Uint64Value(v)
	case uintptr:
		return Uint64Value(uint64(v))
	case float32:
		return Float64Value(float64(v))
	case float64:
		return Float64Value(v)
	case bool:
		return BoolValue(v)
	case time.Duration:
		return DurationValue(v)
	case time.Time:
		return TimeValue(v)
	case []Attr:
		return GroupValue(v...)
	case Kind:
		return Value{any: kindValue(v)}
	case Value:
		return v
	}
	return Value{any: v}
}

// Any returns the Go value.
func (v Value) Any() any {
	switch x := v.any.(type) {
	case text:
		return unsafe.String(x, v.num)
	case place, instant:
		return v.Time()
	case group:
		return unsafe.Slice((*Attr)(x), v.num)
	case kindValue:
		return Kind(x)
	case Kind:
		switch x {
		case KindInt64:
			return int64(v.num)
		case KindUint64:
			return v.num
		case KindFloat64:
			return math.Float64frombits(v.num)
		case KindBool:
			return v.num == 1
		case KindDuration:
			return time.Duration(v.num)
		}
	}
	return v.any
}

// String returns the Value as text.
func (v Value) String() string {
	if s, ok := v.any.(text); ok {
		return unsafe.String(s, v.num)
	}
	return string(v.append(nil))
}

// append appends String.
func (v Value) append(b []byte) []byte {
	switch x := v.Any().(type) {
	case string:
		if v.Kind() == KindString {
			return append(b, x...)
		}
	case int64:
		return strconv.AppendInt(b, x, 10)
	case uint64:
		return strconv.AppendUint(b, x, 10)
	case float64:
		return strconv.AppendFloat(b, x, 'g', -1, 64)
	case bool:
		return strconv.AppendBool(b, x)
	case time.Duration:
		return append(b, x.String()...)
	case time.Time:
		return x.AppendFormat(b, "2006-01-02 15:04:05.999999999 -0700 MST")
	case Kind:
		return fmt.Append(b, kindValue(x))
	case []Attr:
		return fmt.Append(b, x)
	}
	return fmt.Append(b, v.any)
}

// want panics if v has another kind.
func (v Value) want(k Kind) Value {
	if v.Kind() != k {
		panic(fmt.Sprintf("Value kind is %s, not %s", v.Kind(), k))
	}
	return v
}

// Int64 returns the Value's int64. This method and the following ones panic if the Value has another
// kind.
func (v Value) Int64() int64 { return int64(v.want(KindInt64).num) }

// Uint64 returns the Value's uint64.
func (v Value) Uint64() uint64 { return v.want(KindUint64).num }

// Bool returns the Value's bool.
func (v Value) Bool() bool { return v.want(KindBool).num == 1 }

// Duration returns the Value's duration.
func (v Value) Duration() time.Duration { return time.Duration(v.want(KindDuration).num) }

// Float64 returns the Value's float64.
func (v Value) Float64() float64 { return math.Float64frombits(v.want(KindFloat64).num) }

// Time returns the Value's time.
func (v Value) Time() time.Time {
	switch x := v.want(KindTime).any.(type) {
	case place:
		if x == nil {
			return time.Time{}
		}
		return time.Unix(0, int64(v.num)).In(x)
	case instant:
		return time.Time(x)
	}
	panic("a time is a place or an instant")
}

// LogValuer returns the Value's LogValuer.
func (v Value) LogValuer() LogValuer { return v.any.(LogValuer) }

// Group returns the Value's attributes.
func (v Value) Group() []Attr {
	g, ok := v.any.(group)
	if !ok {
		panic("Group: bad kind")
	}
	return unsafe.Slice((*Attr)(g), v.num)
}

// Equal reports whether both are the same Go value. Equal panics if the values cannot be compared.
func (v Value) Equal(w Value) bool {
	k := v.Kind()
	if k != w.Kind() {
		return false
	}
	switch k {
	case KindFloat64:
		return v.Float64() == w.Float64()
	case KindTime:
		return v.Time().Equal(w.Time())
	case KindString:
		return v.String() == w.String()
	case KindGroup:
		return slices.EqualFunc(v.Group(), w.Group(), Attr.Equal)
	}
	return v.num == w.num && v.any == w.any
}

func (v Value) isEmptyGroup() bool {
	_, ok := v.any.(group)
	return ok && v.num == 0
}

// maxLogValues is the maximum length of a chain of LogValuers.
const maxLogValues = 100

// Resolve calls LogValue until the Value is not a LogValuer. A panic becomes an error value, which is logged.
func (v Value) Resolve() (rv Value) {
	first := v
	defer func() {
		if recover() != nil {
			rv = AnyValue(fmt.Errorf("LogValue panicked\n%s", callers(3, 5)))
		}
	}()
	for range maxLogValues {
		if v.Kind() != KindLogValuer {
			return v
		}
		v = v.LogValuer().LogValue()
	}
	return AnyValue(fmt.Errorf("LogValue called too many times on Value of type %T", first.Any()))
}

// callers describes up to most callers, after skipping the first ones.
func callers(skip, most int) string {
	pcs := make([]uintptr, most+1)
	n := runtime.Callers(skip+1, pcs)
	if n == 0 {
		return "(no stack)"
	}
	frames := runtime.CallersFrames(pcs[:n])
	var b strings.Builder
	for range most {
		f, more := frames.Next()
		fmt.Fprintf(&b, "called from %s (%s:%d)\n", f.Function, f.File, f.Line)
		if !more {
			return b.String()
		}
	}
	return b.String() + "(rest of stack elided)\n"
}
