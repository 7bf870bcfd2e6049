package sql

import (
	"bytes"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"
	"uuid"
)

var errNilPointer = errors.New("destination pointer is nil")

// A decomposer and a composer are decimal numbers of packages that know each other only by these methods.
type decomposer interface {
	Decompose(buf []byte) (form byte, negative bool, coefficient []byte, exponent int32)
}

type composer interface {
	Compose(form byte, negative bool, coefficient []byte, exponent int32) error
}

// ConvertAssign writes a value to the variable that dest points to, as Rows.Scan does. A driver's ScanColumn passes its
// ScanContext on; other callers pass driver.ScanContext{}.
func ConvertAssign(scanCtx driver.ScanContext, dest any, src driver.Value) error {
	rows, _ := scanCtx.Rows.(*Rows)
	return assign(dest, src, rows)
}

// assign writes a driver's value to the variable that dest points to. RawBytes use a buffer of the rows, which may be nil.
func assign(dest, src any, rows *Rows) error {
	if done, err := assignUsual(dest, src, rows); done {
		return err
	}
	if scanner, ok := dest.(Scanner); ok {
		return scanner.Scan(src)
	}
	pointer := reflect.ValueOf(dest)
	if pointer.Kind() != reflect.Pointer {
		return errors.New("destination not a pointer")
	}
	if pointer.IsNil() {
		return errNilPointer
	}
	return assignByKind(dest, pointer.Elem(), src, rows)
}

// assignUsual handles the combinations of common types; it reports whether the value was assigned.
func assignUsual(dest, src any, rows *Rows) (done bool, err error) {
	switch s := src.(type) {
	case nil:
		switch d := dest.(type) {
		case *any:
			return true, store(d, nil)
		case *[]byte:
			return true, store(d, nil)
		case *RawBytes:
			return true, store(d, nil)
		}
	case string:
		if d, ok := dest.(*uuid.UUID); ok {
			return true, storeUUID(d, src, func() (uuid.UUID, error) { return uuid.Parse(s) })
		}
	case []byte:
		if done, err := assignBytes(dest, s); done {
			return true, err
		}
	case time.Time:
		if d, ok := dest.(*time.Time); ok {
			return true, store(d, s)
		}
	case driver.Rows:
		if d, ok := dest.(*Rows); ok {
			return true, storeCursor(d, s, rows)
		}
	case decomposer:
		if d, ok := dest.(composer); ok {
			return true, d.Compose(s.Decompose(nil))
		}
	}
	return assignText(dest, src, rows)
}

// assignBytes writes bytes. It copies them unless dest is a *RawBytes.
func assignBytes(dest any, s []byte) (done bool, err error) {
	switch d := dest.(type) {
	case *string:
		return true, store(d, string(s))
	case *any:
		return true, store(d, any(bytes.Clone(s)))
	case *[]byte:
		return true, store(d, bytes.Clone(s))
	case *RawBytes:
		return true, store(d, RawBytes(s))
	case *uuid.UUID:
		return true, storeUUID(d, s, func() (uuid.UUID, error) {
			if len(s) == len(uuid.UUID{}) {
				return uuid.UUID(s), nil
			}
			return uuid.Parse(string(s))
		})
	}
	return false, nil
}

// assignText writes the text of a value to a string or bytes, and the value itself to a bool.
func assignText(dest, src any, rows *Rows) (done bool, err error) {
	switch d := dest.(type) {
	case *string:
		if s, ok := src.(string); ok {
			return true, store(d, s)
		}
		if text, ok := appendText(nil, src); ok {
			return true, store(d, string(text))
		}
	case *[]byte:
		if text, ok := appendText([]byte{}, src); ok {
			return true, store(d, text)
		}
	case *RawBytes:
		return storeRaw(d, src, rows)
	case *bool:
		value, err := driver.Bool.ConvertValue(src)
		if err != nil {
			return true, err
		}
		return true, store(d, value.(bool))
	case *any:
		return true, store(d, src)
	}
	return false, nil
}

func store[T any](dest *T, value T) error {
	if dest == nil {
		return errNilPointer
	}
	*dest = value
	return nil
}

// storeRaw writes the text of the value to the buffer of the rows, if there are any.
func storeRaw(dest *RawBytes, src any, rows *Rows) (done bool, err error) {
	if dest == nil {
		return true, errNilPointer
	}
	var before []byte
	if rows != nil {
		before = rows.raw
	}
	raw, ok := appendText(before, src)
	if !ok {
		return false, nil
	}
	if rows != nil {
		rows.raw = raw
	}
	*dest = raw[len(before):len(raw):len(raw)]
	return true, nil
}

func storeUUID(dest *uuid.UUID, src any, parse func() (uuid.UUID, error)) error {
	if dest == nil {
		return errNilPointer
	}
	id, err := parse()
	if err != nil {
		return conversionError(src, textOf(src), "UUID", err)
	}
	*dest = id
	return nil
}

// storeCursor makes Rows from a driver.Rows that is a column's value. They are closed with the rows around it.
func storeCursor(dest *Rows, cursor driver.Rows, rows *Rows) error {
	if dest == nil {
		return errNilPointer
	}
	if rows == nil {
		return errors.New("invalid context to convert cursor rows, missing parent *Rows")
	}
	*dest = Rows{dc: rows.dc, release: func(error) {}, rowsi: cursor}
	end := rows.cancel
	rows.cancel = func() {
		if end != nil {
			end()
		}
		dest.close(nil)
	}
	return nil
}

// textOf returns the text of a value from which a number is to be parsed.
func textOf(src any) string {
	switch s := src.(type) {
	case string:
		return s
	case []byte:
		return string(s)
	case time.Time:
		return s.String()
	}
	if text, ok := appendText(nil, src); ok {
		return string(text)
	}
	return fmt.Sprint(src)
}

// appendText appends the text of a bool, a number, a string or a time.
func appendText(b []byte, src any) ([]byte, bool) {
	if t, ok := src.(time.Time); ok {
		return t.AppendFormat(b, time.RFC3339Nano), true
	}
	v := reflect.ValueOf(src)
	switch k := v.Kind(); {
	case k == reflect.String:
		return append(b, v.String()...), true
	case k == reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), true
	case v.CanInt():
		return strconv.AppendInt(b, v.Int(), 10), true
	case k != reflect.Uintptr && v.CanUint():
		return strconv.AppendUint(b, v.Uint(), 10), true
	case v.CanFloat():
		return strconv.AppendFloat(b, v.Float(), 'g', -1, v.Type().Bits()), true
	}
	return b, false
}

func conversionError(src any, text, to string, err error) error {
	// An error of strconv contains the text, too; only its cause is used.
	if number, ok := err.(*strconv.NumError); ok {
		err = number.Err
	}
	name := fmt.Sprintf("%T", src)
	if _, ok := src.([]byte); ok && to == "UUID" {
		name = "[]byte"
	}
	return fmt.Errorf("converting driver.Value type %s (%q) to a %s: %v", name, text, to, err)
}

// assignByKind writes a value to a variable of any type, by its reflect.Kind.
func assignByKind(dest any, to reflect.Value, src any, rows *Rows) error {
	from := reflect.ValueOf(src)
	if from.IsValid() && from.Type().AssignableTo(to.Type()) {
		if b, ok := src.([]byte); ok {
			from = reflect.ValueOf(bytes.Clone(b))
		}
		to.Set(from)
		return nil
	}
	if from.IsValid() && to.Kind() == from.Kind() && from.Type().ConvertibleTo(to.Type()) {
		to.Set(from.Convert(to.Type()))
		return nil
	}
	k := to.Kind()
	if k == reflect.Pointer {
		if src == nil {
			to.SetZero()
			return nil
		}
		to.Set(reflect.New(to.Type().Elem()))
		return assign(to.Interface(), src, rows)
	}
	isNumber := k != reflect.Uintptr && (to.CanInt() || to.CanUint() || to.CanFloat())
	if !isNumber && k != reflect.String {
		return fmt.Errorf("unsupported Scan, storing driver.Value type %T into type %T", src, dest)
	}
	if src == nil {
		return fmt.Errorf("converting NULL to %s is unsupported", k)
	}
	if !isNumber {
		switch s := src.(type) {
		case string:
			to.SetString(s)
			return nil
		case []byte:
			to.SetString(string(s))
			return nil
		}
		return fmt.Errorf("unsupported Scan, storing driver.Value type %T into type %T", src, dest)
	}
	return assignNumber(to, src)
}

// assignNumber parses text into a numeric variable; a number that does not fit is an error.
func assignNumber(to reflect.Value, src any) (err error) {
	text := textOf(src)
	bits := to.Type().Bits()
	switch {
	case to.CanInt():
		var n int64
		if n, err = strconv.ParseInt(text, 10, bits); err == nil {
			to.SetInt(n)
		}
	case to.CanUint():
		var n uint64
		if n, err = strconv.ParseUint(text, 10, bits); err == nil {
			to.SetUint(n)
		}
	default:
		var f float64
		if f, err = strconv.ParseFloat(text, bits); err == nil {
			to.SetFloat(f)
		}
	}
	if err != nil {
		return conversionError(src, text, to.Kind().String(), err)
	}
	return nil
}
