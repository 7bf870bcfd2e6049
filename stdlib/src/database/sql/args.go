package sql

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"unicode"
	"unicode/utf8"
	"uuid"
)

// A NamedArg is an argument for the parameter with this name.
type NamedArg struct {
	_     struct{}
	Name  string
	Value any
}

// Named returns a NamedArg.
func Named(name string, value any) NamedArg { return NamedArg{Name: name, Value: value} }

// An Out is an argument for a parameter that a stored procedure sets: Dest points to the variable. With In, the procedure reads it, too.
type Out struct {
	_    struct{}
	Dest any
	In   bool
}

// toValue converts an argument like a driver without a converter of its own.
func toValue(v any) (driver.Value, error) {
	if id, ok := v.(uuid.UUID); ok {
		return id.String(), nil
	}
	return driver.DefaultParameterConverter.ConvertValue(v)
}

// checkName rejects a parameter name that does not begin with a letter.
func checkName(name string) error {
	if name == "" {
		return errors.New("name must not be empty")
	}
	first, _ := utf8.DecodeRuneInString(name)
	if unicode.IsLetter(first) {
		return nil
	}
	return fmt.Errorf("name %q does not begin with a letter", name)
}

// A checker checks arguments for a query, prepared or not.
type checker struct {
	check func(*driver.NamedValue) error
	want  int
}

// checkerFor returns the checker for arguments of a statement, which may be nil, on a connection: the first that exists
// of the statement's, the connection's, the one that uses the statement's ColumnConverter, and the default one.
func checkerFor(conn driver.Conn, stmt driver.Stmt) checker {
	c := checker{checkUsual, -1}
	byColumn, hasColumns := stmt.(driver.ColumnConverter)
	if stmt != nil {
		c.want = stmt.NumInput()
	}
	if hasColumns {
		c.check = func(nv *driver.NamedValue) error {
			if c.want >= 0 && nv.Ordinal > c.want {
				// There are more arguments than parameters; the driver is not asked for a parameter that does not exist.
				return nil
			}
			return checkColumn(byColumn, nv)
		}
	}
	own, ok := stmt.(driver.NamedValueChecker)
	if !ok {
		own, ok = conn.(driver.NamedValueChecker)
	}
	if ok {
		rest := c.check
		c.check = func(nv *driver.NamedValue) error {
			err := own.CheckNamedValue(nv)
			if err == driver.ErrSkip {
				return rest(nv)
			}
			return err
		}
	}
	return c
}

func checkUsual(nv *driver.NamedValue) (err error) {
	nv.Value, err = toValue(nv.Value)
	return err
}

// checkColumn converts an argument with the driver's converter for the parameter.
func checkColumn(columns driver.ColumnConverter, nv *driver.NamedValue) error {
	converter := columns.ColumnConverter(nv.Ordinal - 1)
	if id, ok := nv.Value.(uuid.UUID); ok {
		nv.Value = id.String()
	}
	// A column's converter gets a driver.Value, not a driver.Valuer.
	if valuer, ok := nv.Value.(driver.Valuer); ok {
		v, err := valueOf(valuer)
		if err != nil {
			return err
		}
		if !driver.IsValue(v) {
			return fmt.Errorf("non-subset type %T returned from Value", v)
		}
		nv.Value = v
	}
	v, err := converter.ConvertValue(nv.Value)
	if err != nil {
		return err
	}
	if !driver.IsValue(v) {
		return fmt.Errorf("driver ColumnConverter error converted %T to unsupported type %T", nv.Value, v)
	}
	nv.Value = v
	return nil
}

// valueOf returns the Value of a Valuer: nil for a nil pointer to a type that has the method.
func valueOf(valuer driver.Valuer) (driver.Value, error) {
	r := reflect.ValueOf(valuer)
	if r.Kind() == reflect.Pointer && r.IsNil() && r.Type().Elem().Implements(reflect.TypeFor[driver.Valuer]()) {
		return nil, nil
	}
	return valuer.Value()
}

// arguments converts arguments for the driver. The caller has locked the connection, if the statement belongs to one.
func arguments(conn driver.Conn, stmt driver.Stmt, args []any) ([]driver.NamedValue, error) {
	c := checkerFor(conn, stmt)
	values := make([]driver.NamedValue, 0, len(args))
	for _, arg := range args {
		nv := driver.NamedValue{Ordinal: len(values) + 1, Value: arg}
		if named, ok := arg.(NamedArg); ok {
			if err := checkName(named.Name); err != nil {
				return nil, err
			}
			nv.Name, nv.Value = named.Name, named.Value
		}
		err := c.check(&nv)
		if err == driver.ErrRemoveArgument {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("sql: converting argument %s type: %w", nameOf(&nv), err)
		}
		values = append(values, nv)
	}
	if c.want != -1 && len(values) != c.want {
		return nil, fmt.Errorf("sql: expected %d arguments, got %d", c.want, len(values))
	}
	return values, nil
}

// nameOf returns the name of an argument in errors.
func nameOf(nv *driver.NamedValue) string {
	if nv.Name == "" {
		return fmt.Sprintf("$%d", nv.Ordinal)
	}
	return fmt.Sprintf("with name %q", nv.Name)
}

// unnamed returns arguments for a driver that does not support names.
func unnamed(named []driver.NamedValue) ([]driver.Value, error) {
	values := make([]driver.Value, len(named))
	for i, nv := range named {
		if nv.Name != "" {
			return nil, errors.New("sql: driver does not support the use of Named Parameters")
		}
		values[i] = nv.Value
	}
	return values, nil
}
