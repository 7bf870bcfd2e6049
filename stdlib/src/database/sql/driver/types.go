package driver

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"
)

// A ValueConverter converts a value to a Value.
type ValueConverter interface {
	ConvertValue(v any) (Value, error)
}

// A Valuer is a type that converts itself to a Value.
type Valuer interface {
	Value() (Value, error)
}

// Bool converts to bool: the integers 0 and 1, and text as strconv.ParseBool parses it.
var Bool boolType

type boolType struct{}

var _ ValueConverter = boolType{}

func (boolType) String() string { return "Bool" }

func (boolType) ConvertValue(src any) (Value, error) {
	switch s := src.(type) {
	case bool:
		return s, nil
	case string:
		return parseBool(s)
	case []byte:
		return parseBool(string(s))
	}
	v := reflect.ValueOf(src)
	number, isNumber := uint64(0), true
	switch {
	case v.CanInt():
		number = uint64(v.Int())
	case v.CanUint() && v.Kind() != reflect.Uintptr:
		number = v.Uint()
	default:
		isNumber = false
	}
	if !isNumber {
		return nil, fmt.Errorf("sql/driver: couldn't convert %v (%T) into type bool", src, src)
	}
	if number > 1 {
		return nil, fmt.Errorf("sql/driver: couldn't convert %d into type bool", src)
	}
	return number == 1, nil
}

func parseBool(s string) (Value, error) {
	b, err := strconv.ParseBool(s)
	if err != nil {
		return nil, fmt.Errorf("sql/driver: couldn't convert %q into type bool", s)
	}
	return b, nil
}

// Int32 converts to int64; numbers outside the range of 32 bits are errors.
var Int32 int32Type

type int32Type struct{}

var _ ValueConverter = int32Type{}

func (int32Type) ConvertValue(v any) (Value, error) {
	r := reflect.ValueOf(v)
	var n int64
	switch {
	case r.CanInt():
		n = r.Int()
	case r.CanUint() && r.Kind() != reflect.Uintptr:
		if r.Uint() > 1<<31-1 {
			return nil, fmt.Errorf("sql/driver: value %d overflows int32", v)
		}
		n = int64(r.Uint())
	case r.Kind() == reflect.String:
		parsed, err := strconv.Atoi(r.String())
		if err != nil {
			return nil, fmt.Errorf("sql/driver: value %q can't be converted to int32", v)
		}
		return int64(parsed), nil
	default:
		return nil, fmt.Errorf("sql/driver: unsupported value %v (type %T) converting to int32", v, v)
	}
	if n != int64(int32(n)) {
		return nil, fmt.Errorf("sql/driver: value %d overflows int32", v)
	}
	return n, nil
}

// String converts to string, with fmt; it leaves a string or a []byte unchanged.
var String stringType

type stringType struct{}

func (stringType) ConvertValue(v any) (Value, error) {
	switch v.(type) {
	case string, []byte:
		return v, nil
	}
	return fmt.Sprint(v), nil
}

// Null returns nil unchanged, and converts other values with Converter.
type Null struct {
	Converter ValueConverter
}

// ConvertValue converts a value.
func (n Null) ConvertValue(v any) (Value, error) {
	if v == nil {
		return nil, nil
	}
	return n.Converter.ConvertValue(v)
}

// NotNull rejects nil, and converts other values with Converter.
type NotNull struct {
	Converter ValueConverter
}

// ConvertValue converts a value.
func (n NotNull) ConvertValue(v any) (Value, error) {
	if v == nil {
		return nil, errors.New("nil value not allowed")
	}
	return n.Converter.ConvertValue(v)
}

// A decimal is a number of a decimal package, which drivers recognise by this method.
type decimal interface {
	Decompose(buf []byte) (form byte, negative bool, coefficient []byte, exponent int32)
}

// IsValue reports whether v has one of the types of a Value.
func IsValue(v any) bool {
	switch v.(type) {
	case nil, []byte, bool, float64, int64, string, time.Time, decimal:
		return true
	}
	return false
}

// IsScanValue is IsValue.
func IsScanValue(v any) bool { return IsValue(v) }

// DefaultParameterConverter converts arguments if the driver does not: a Valuer by its Value, a pointer by the variable it points to, others by kind.
var DefaultParameterConverter defaultConverter

type defaultConverter struct{}

var _ ValueConverter = defaultConverter{}

func (defaultConverter) ConvertValue(v any) (Value, error) {
	if IsValue(v) {
		return v, nil
	}
	if valuer, ok := v.(Valuer); ok {
		return valueOf(valuer)
	}
	r := reflect.ValueOf(v)
	switch k := r.Kind(); {
	case k == reflect.Pointer:
		if r.IsNil() {
			return nil, nil
		}
		return DefaultParameterConverter.ConvertValue(r.Elem().Interface())
	case r.CanInt():
		return r.Int(), nil
	case k != reflect.Uintptr && r.CanUint():
		if r.Uint() >= 1<<63 {
			return nil, fmt.Errorf("%T values with high bit set are not supported", v)
		}
		return int64(r.Uint()), nil
	case r.CanFloat():
		return r.Float(), nil
	case k == reflect.Bool:
		return r.Bool(), nil
	case k == reflect.String:
		return r.String(), nil
	case k == reflect.Slice:
		if r.Type().Elem().Kind() != reflect.Uint8 {
			return nil, fmt.Errorf("unsupported type %T, a slice of %s", v, r.Type().Elem().Kind())
		}
		return r.Bytes(), nil
	}
	return nil, fmt.Errorf("unsupported type %T, a %s", v, r.Kind())
}

// valueOf returns the Value of a Valuer: nil for a nil pointer to a type that has the method.
func valueOf(valuer Valuer) (Value, error) {
	r := reflect.ValueOf(valuer)
	if r.Kind() == reflect.Pointer && r.IsNil() && r.Type().Elem().Implements(reflect.TypeFor[Valuer]()) {
		return nil, nil
	}
	value, err := valuer.Value()
	if err != nil {
		return nil, err
	}
	if !IsValue(value) {
		return nil, fmt.Errorf("non-Value type %T returned from Value", value)
	}
	return value, nil
}
