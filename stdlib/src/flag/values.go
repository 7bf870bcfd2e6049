package flag

import (
	"encoding"
	"errors"
	"strconv"
	"time"
)

var errParse = errors.New("parse error")
var errRange = errors.New("value out of range")

// keep parses text into *to. If parse returns an error, its value is stored too: the
// nearest number, or zero.
func keep[T any](to *T, text string, parse func(string) (T, error)) error {
	var err error
	*to, err = parse(text)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, strconv.ErrRange):
		return errRange
	}
	return errParse
}

func signed[T int | int64](bits int) func(string) (T, error) {
	return func(text string) (T, error) {
		n, err := strconv.ParseInt(text, 0, bits)
		return T(n), err
	}
}

func unsigned[T uint | uint64](bits int) func(string) (T, error) {
	return func(text string) (T, error) {
		n, err := strconv.ParseUint(text, 0, bits)
		return T(n), err
	}
}

func float(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

// A placeholder is the name for a flag's value in the usage.
type placeholder interface{ placeholder() string }

type boolValue bool

func (p *boolValue) Set(s string) error { return keep((*bool)(p), s, strconv.ParseBool) }
func (p *boolValue) Get() any           { return bool(*p) }
func (p *boolValue) String() string     { return strconv.FormatBool(bool(*p)) }
func (p *boolValue) IsBoolFlag() bool   { return true }

type intValue int

func (p *intValue) Set(s string) error { return keep((*int)(p), s, signed[int](strconv.IntSize)) }
func (p *intValue) Get() any           { return int(*p) }
func (p *intValue) String() string     { return strconv.Itoa(int(*p)) }
func (*intValue) placeholder() string  { return "int" }

type int64Value int64

func (p *int64Value) Set(s string) error { return keep((*int64)(p), s, signed[int64](64)) }
func (p *int64Value) Get() any           { return int64(*p) }
func (p *int64Value) String() string     { return strconv.FormatInt(int64(*p), 10) }
func (*int64Value) placeholder() string  { return "int" }

type uintValue uint

func (p *uintValue) Set(s string) error { return keep((*uint)(p), s, unsigned[uint](strconv.IntSize)) }
func (p *uintValue) Get() any           { return uint(*p) }
func (p *uintValue) String() string     { return strconv.FormatUint(uint64(*p), 10) }
func (*uintValue) placeholder() string  { return "uint" }

type uint64Value uint64

func (p *uint64Value) Set(s string) error { return keep((*uint64)(p), s, unsigned[uint64](64)) }
func (p *uint64Value) Get() any           { return uint64(*p) }
func (p *uint64Value) String() string     { return strconv.FormatUint(uint64(*p), 10) }
func (*uint64Value) placeholder() string  { return "uint" }

type float64Value float64

func (p *float64Value) Set(s string) error { return keep((*float64)(p), s, float) }
func (p *float64Value) Get() any           { return float64(*p) }
func (p *float64Value) String() string     { return strconv.FormatFloat(float64(*p), 'g', -1, 64) }
func (*float64Value) placeholder() string  { return "float" }

type durationValue time.Duration

func (p *durationValue) Set(s string) error { return keep((*time.Duration)(p), s, time.ParseDuration) }
func (p *durationValue) Get() any           { return time.Duration(*p) }
func (p *durationValue) String() string     { return time.Duration(*p).String() }
func (*durationValue) placeholder() string  { return "duration" }

type stringValue string

func (p *stringValue) Get() any          { return string(*p) }
func (p *stringValue) String() string    { return string(*p) }
func (*stringValue) placeholder() string { return "string" }

func (p *stringValue) Set(s string) error {
	*p = stringValue(s)
	return nil
}

// textValue is a flag that reads and writes itself.
type textValue struct{ p encoding.TextUnmarshaler }

func (v textValue) Set(s string) error { return v.p.UnmarshalText([]byte(s)) }
func (v textValue) Get() any           { return v.p }

func (v textValue) String() string {
	if m, ok := v.p.(encoding.TextMarshaler); ok {
		if b, err := m.MarshalText(); err == nil {
			return string(b)
		}
	}
	return ""
}

type funcValue func(string) error

func (f funcValue) Set(s string) error { return f(s) }
func (f funcValue) String() string     { return "" }

type boolFuncValue func(string) error

func (f boolFuncValue) Set(s string) error { return f(s) }
func (f boolFuncValue) String() string     { return "" }
func (f boolFuncValue) IsBoolFlag() bool   { return true }
