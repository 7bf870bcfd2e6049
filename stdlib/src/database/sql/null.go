package sql

import (
	"database/sql/driver"
	"time"
)

// A Scanner is a type to which Scan can write; src is nil, an int64, float64, bool, []byte, string or time.Time. Bytes
// belong to the driver: Scan must copy them.
type Scanner interface {
	Scan(src any) error
}

// scan writes a value to to, and sets valid if the value is not nil.
func scan[T any](to *T, valid *bool, value any) error {
	*valid = false
	if value == nil {
		var zero T
		*to = zero
		return nil
	}
	err := assign(to, value, nil)
	*valid = err == nil
	return err
}

// value returns v, or nil if it is not valid.
func value(v driver.Value, valid bool) (driver.Value, error) {
	if !valid {
		return nil, nil
	}
	return v, nil
}

// A NullString is a string, or null if it is not Valid.
type NullString struct {
	String string
	Valid  bool
}

// Scan sets ns to a value of the database.
func (ns *NullString) Scan(value any) error { return scan(&ns.String, &ns.Valid, value) }

// Value returns the value for the database.
func (ns NullString) Value() (driver.Value, error) { return value(ns.String, ns.Valid) }

// A NullInt64 is an int64, or null if it is not Valid.
type NullInt64 struct {
	Int64 int64
	Valid bool
}

// Scan sets n to a value of the database.
func (n *NullInt64) Scan(value any) error { return scan(&n.Int64, &n.Valid, value) }

// Value returns the value for the database.
func (n NullInt64) Value() (driver.Value, error) { return value(n.Int64, n.Valid) }

// A NullInt32 is an int32, or null if it is not Valid.
type NullInt32 struct {
	Int32 int32
	Valid bool
}

// Scan sets n to a value of the database.
func (n *NullInt32) Scan(value any) error { return scan(&n.Int32, &n.Valid, value) }

// Value returns the value for the database.
func (n NullInt32) Value() (driver.Value, error) { return value(int64(n.Int32), n.Valid) }

// A NullInt16 is an int16, or null if it is not Valid.
type NullInt16 struct {
	Int16 int16
	Valid bool
}

// Scan sets n to a value of the database.
func (n *NullInt16) Scan(value any) error { return scan(&n.Int16, &n.Valid, value) }

// Value returns the value for the database.
func (n NullInt16) Value() (driver.Value, error) { return value(int64(n.Int16), n.Valid) }

// A NullByte is a byte, or null if it is not Valid.
type NullByte struct {
	Byte  byte
	Valid bool
}

// Scan sets n to a value of the database.
func (n *NullByte) Scan(value any) error { return scan(&n.Byte, &n.Valid, value) }

// Value returns the value for the database.
func (n NullByte) Value() (driver.Value, error) { return value(int64(n.Byte), n.Valid) }

// A NullFloat64 is a float64, or null if it is not Valid.
type NullFloat64 struct {
	Float64 float64
	Valid   bool
}

// Scan sets n to a value of the database.
func (n *NullFloat64) Scan(value any) error { return scan(&n.Float64, &n.Valid, value) }

// Value returns the value for the database.
func (n NullFloat64) Value() (driver.Value, error) { return value(n.Float64, n.Valid) }

// A NullBool is a bool, or null if it is not Valid.
type NullBool struct {
	Bool  bool
	Valid bool
}

// Scan sets n to a value of the database.
func (n *NullBool) Scan(value any) error { return scan(&n.Bool, &n.Valid, value) }

// Value returns the value for the database.
func (n NullBool) Value() (driver.Value, error) { return value(n.Bool, n.Valid) }

// A NullTime is a time.Time, or null if it is not Valid.
type NullTime struct {
	Time  time.Time
	Valid bool
}

// Scan sets n to a value of the database.
func (n *NullTime) Scan(value any) error { return scan(&n.Time, &n.Valid, value) }

// Value returns the value for the database.
func (n NullTime) Value() (driver.Value, error) { return value(n.Time, n.Valid) }

// A Null is a value of type T, or null if it is not Valid.
type Null[T any] struct {
	V     T
	Valid bool
}

// Scan sets n to a value of the database.
func (n *Null[T]) Scan(value any) error { return scan(&n.V, &n.Valid, value) }

// Value returns the value for the database.
func (n Null[T]) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return toValue(n.V)
}
