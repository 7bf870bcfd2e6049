package flag

import (
	"encoding"
	"internal/rtype"
	"time"
)

// define sets *p and defines a flag that stores its value there; as converts p to a Value.
func define[T any](f *FlagSet, p *T, as func(*T) Value, name string, value T, usage string) *T {
	*p = value // before Var asks for the default value
	f.Var(as(p), name, usage)
	return p
}

func asBool(p *bool) Value { return (*boolValue)(p) }

// BoolVar defines a flag whose value goes to *p.
func (f *FlagSet) BoolVar(p *bool, name string, value bool, usage string) {
	define(f, p, asBool, name, value, usage)
}

// Bool defines a flag and returns where its value goes.
func (f *FlagSet) Bool(name string, value bool, usage string) *bool {
	return define(f, new(bool), asBool, name, value, usage)
}

// BoolVar defines a flag of the command line whose value goes to *p.
func BoolVar(p *bool, name string, value bool, usage string) {
	define(CommandLine, p, asBool, name, value, usage)
}

// Bool defines a flag of the command line and returns where its value goes.
func Bool(name string, value bool, usage string) *bool {
	return define(CommandLine, new(bool), asBool, name, value, usage)
}

func asInt(p *int) Value { return (*intValue)(p) }

// IntVar defines a flag whose value goes to *p.
func (f *FlagSet) IntVar(p *int, name string, value int, usage string) {
	define(f, p, asInt, name, value, usage)
}

// Int defines a flag and returns where its value goes.
func (f *FlagSet) Int(name string, value int, usage string) *int {
	return define(f, new(int), asInt, name, value, usage)
}

// IntVar defines a flag of the command line whose value goes to *p.
func IntVar(p *int, name string, value int, usage string) {
	define(CommandLine, p, asInt, name, value, usage)
}

// Int defines a flag of the command line and returns where its value goes.
func Int(name string, value int, usage string) *int {
	return define(CommandLine, new(int), asInt, name, value, usage)
}

func asInt64(p *int64) Value { return (*int64Value)(p) }

// Int64Var defines a flag whose value goes to *p.
func (f *FlagSet) Int64Var(p *int64, name string, value int64, usage string) {
	define(f, p, asInt64, name, value, usage)
}

// Int64 defines a flag and returns where its value goes.
func (f *FlagSet) Int64(name string, value int64, usage string) *int64 {
	return define(f, new(int64), asInt64, name, value, usage)
}

// Int64Var defines a flag of the command line whose value goes to *p.
func Int64Var(p *int64, name string, value int64, usage string) {
	define(CommandLine, p, asInt64, name, value, usage)
}

// Int64 defines a flag of the command line and returns where its value goes.
func Int64(name string, value int64, usage string) *int64 {
	return define(CommandLine, new(int64), asInt64, name, value, usage)
}

func asUint(p *uint) Value { return (*uintValue)(p) }

// UintVar defines a flag whose value goes to *p.
func (f *FlagSet) UintVar(p *uint, name string, value uint, usage string) {
	define(f, p, asUint, name, value, usage)
}

// Uint defines a flag and returns where its value goes.
func (f *FlagSet) Uint(name string, value uint, usage string) *uint {
	return define(f, new(uint), asUint, name, value, usage)
}

// UintVar defines a flag of the command line whose value goes to *p.
func UintVar(p *uint, name string, value uint, usage string) {
	define(CommandLine, p, asUint, name, value, usage)
}

// Uint defines a flag of the command line and returns where its value goes.
func Uint(name string, value uint, usage string) *uint {
	return define(CommandLine, new(uint), asUint, name, value, usage)
}

func asUint64(p *uint64) Value { return (*uint64Value)(p) }

// Uint64Var defines a flag whose value goes to *p.
func (f *FlagSet) Uint64Var(p *uint64, name string, value uint64, usage string) {
	define(f, p, asUint64, name, value, usage)
}

// Uint64 defines a flag and returns where its value goes.
func (f *FlagSet) Uint64(name string, value uint64, usage string) *uint64 {
	return define(f, new(uint64), asUint64, name, value, usage)
}

// Uint64Var defines a flag of the command line whose value goes to *p.
func Uint64Var(p *uint64, name string, value uint64, usage string) {
	define(CommandLine, p, asUint64, name, value, usage)
}

// Uint64 defines a flag of the command line and returns where its value goes.
func Uint64(name string, value uint64, usage string) *uint64 {
	return define(CommandLine, new(uint64), asUint64, name, value, usage)
}

func asString(p *string) Value { return (*stringValue)(p) }

// StringVar defines a flag whose value goes to *p.
func (f *FlagSet) StringVar(p *string, name string, value string, usage string) {
	define(f, p, asString, name, value, usage)
}

// String defines a flag and returns where its value goes.
func (f *FlagSet) String(name string, value string, usage string) *string {
	return define(f, new(string), asString, name, value, usage)
}

// StringVar defines a flag of the command line whose value goes to *p.
func StringVar(p *string, name string, value string, usage string) {
	define(CommandLine, p, asString, name, value, usage)
}

// String defines a flag of the command line and returns where its value goes.
func String(name string, value string, usage string) *string {
	return define(CommandLine, new(string), asString, name, value, usage)
}

func asFloat64(p *float64) Value { return (*float64Value)(p) }

// Float64Var defines a flag whose value goes to *p.
func (f *FlagSet) Float64Var(p *float64, name string, value float64, usage string) {
	define(f, p, asFloat64, name, value, usage)
}

// Float64 defines a flag and returns where its value goes.
func (f *FlagSet) Float64(name string, value float64, usage string) *float64 {
	return define(f, new(float64), asFloat64, name, value, usage)
}

// Float64Var defines a flag of the command line whose value goes to *p.
func Float64Var(p *float64, name string, value float64, usage string) {
	define(CommandLine, p, asFloat64, name, value, usage)
}

// Float64 defines a flag of the command line and returns where its value goes.
func Float64(name string, value float64, usage string) *float64 {
	return define(CommandLine, new(float64), asFloat64, name, value, usage)
}

func asDuration(p *time.Duration) Value { return (*durationValue)(p) }

// DurationVar defines a flag whose value goes to *p.
func (f *FlagSet) DurationVar(p *time.Duration, name string, value time.Duration, usage string) {
	define(f, p, asDuration, name, value, usage)
}

// Duration defines a flag and returns where its value goes.
func (f *FlagSet) Duration(name string, value time.Duration, usage string) *time.Duration {
	return define(f, new(time.Duration), asDuration, name, value, usage)
}

// DurationVar defines a flag of the command line whose value goes to *p.
func DurationVar(p *time.Duration, name string, value time.Duration, usage string) {
	define(CommandLine, p, asDuration, name, value, usage)
}

// Duration defines a flag of the command line and returns where its value goes.
func Duration(name string, value time.Duration, usage string) *time.Duration {
	return define(CommandLine, new(time.Duration), asDuration, name, value, usage)
}

// TextVar defines a flag that parses itself; value, of p's type or of the type that p points to, is the default
// value.
func (f *FlagSet) TextVar(p encoding.TextUnmarshaler, name string, value encoding.TextMarshaler, usage string) {
	to, dst := rtype.Unpack(p)
	if rtype.Kind(to) != kindPointer {
		panic("variable value type must be a pointer")
	}
	to, dst = rtype.Elem(to), *(*rtype.Word)(dst)
	from, src := rtype.Unpack(value)
	if rtype.Kind(from) == kindPointer {
		from, src = rtype.Elem(from), *(*rtype.Word)(src)
	}
	if from != to {
		panic("default type does not match variable type: " + rtype.Text(from) + " != " + rtype.Text(to))
	}
	if dst == nil || src == nil {
		panic("flag: TextVar with a nil pointer")
	}
	rtype.Move(to, dst, src)
	f.Var(textValue{p}, name, usage)
}

// TextVar defines a flag of the command line that parses itself.
func TextVar(p encoding.TextUnmarshaler, name string, value encoding.TextMarshaler, usage string) {
	CommandLine.TextVar(p, name, value, usage)
}

// Func defines a flag that calls fn with its value.
func (f *FlagSet) Func(name, usage string, fn func(string) error) {
	f.Var(funcValue(fn), name, usage)
}

// Func defines a flag of the command line that calls fn with its value.
func Func(name, usage string, fn func(string) error) { CommandLine.Func(name, usage, fn) }

// BoolFunc defines a flag that needs no value and calls fn.
func (f *FlagSet) BoolFunc(name, usage string, fn func(string) error) {
	f.Var(boolFuncValue(fn), name, usage)
}

// BoolFunc defines a flag of the command line that needs no value and calls fn.
func BoolFunc(name, usage string, fn func(string) error) { CommandLine.BoolFunc(name, usage, fn) }
