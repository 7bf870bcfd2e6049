package flag

import (
	"encoding"
	"errors"
	"strconv"
	"time"
)

var errParse = errors.New("parse error")
var errRange = errors.New("value out of range")

func numError(err error) error {
	ne, ok := err.(*strconv.NumError)
	if !ok {
		return err
	}
	if ne.Err == strconv.ErrSyntax {
		return errParse
	}
	if ne.Err == strconv.ErrRange {
		return errRange
	}
	return err
}

type boolValue bool

func (p *boolValue) Set(s string) error {
	v, err := strconv.ParseBool(s)
	if err != nil {
		err = errParse
	}
	*p = boolValue(v)
	return err
}

func (p *boolValue) Get() any       { return bool(*p) }
func (p *boolValue) String() string { return strconv.FormatBool(bool(*p)) }

func (p *boolValue) IsBoolFlag() bool { return true }

type intValue int

func (p *intValue) Set(s string) error {
	v, err := strconv.ParseInt(s, 0, strconv.IntSize)
	if err != nil {
		err = numError(err)
	}
	*p = intValue(v)
	return err
}

func (p *intValue) Get() any       { return int(*p) }
func (p *intValue) String() string { return strconv.Itoa(int(*p)) }

type int64Value int64

func (p *int64Value) Set(s string) error {
	v, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		err = numError(err)
	}
	*p = int64Value(v)
	return err
}

func (p *int64Value) Get() any       { return int64(*p) }
func (p *int64Value) String() string { return strconv.FormatInt(int64(*p), 10) }

type uintValue uint

func (p *uintValue) Set(s string) error {
	v, err := strconv.ParseUint(s, 0, strconv.IntSize)
	if err != nil {
		err = numError(err)
	}
	*p = uintValue(v)
	return err
}

func (p *uintValue) Get() any       { return uint(*p) }
func (p *uintValue) String() string { return strconv.FormatUint(uint64(*p), 10) }

type uint64Value uint64

func (p *uint64Value) Set(s string) error {
	v, err := strconv.ParseUint(s, 0, 64)
	if err != nil {
		err = numError(err)
	}
	*p = uint64Value(v)
	return err
}

func (p *uint64Value) Get() any       { return uint64(*p) }
func (p *uint64Value) String() string { return strconv.FormatUint(uint64(*p), 10) }

type float64Value float64

func (p *float64Value) Set(s string) error {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		err = numError(err)
	}
	*p = float64Value(v)
	return err
}

func (p *float64Value) Get() any       { return float64(*p) }
func (p *float64Value) String() string { return strconv.FormatFloat(float64(*p), 'g', -1, 64) }

type durationValue time.Duration

func (p *durationValue) Set(s string) error {
	v, err := time.ParseDuration(s)
	if err != nil {
		err = errParse
	}
	*p = durationValue(v)
	return err
}

func (p *durationValue) Get() any       { return time.Duration(*p) }
func (p *durationValue) String() string { return time.Duration(*p).String() }

type stringValue string

func (p *stringValue) Set(s string) error {
	*p = stringValue(s)
	return nil
}

func (p *stringValue) Get() any       { return string(*p) }
func (p *stringValue) String() string { return string(*p) }

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
