// Package driver has the interfaces between package sql and the drivers of databases. A driver implements Driver, Conn,
// Stmt, Tx and Rows; the other interfaces are optional.
package driver

import (
	"context"
	"database/sql/internal"
	"errors"
	"reflect"
)

// ErrSkip is the result of a method that cannot handle this call: package sql continues as if the driver had no such method.
var ErrSkip = errors.New("driver: skip fast-path; continue as if unimplemented")

// ErrBadConn means that the connection cannot be used, and that the database has not executed the request. Package sql then uses another connection.
var ErrBadConn = errors.New("driver: bad connection")

// ErrRemoveArgument is the result of a NamedValueChecker for an argument that does not belong to the query.
var ErrRemoveArgument = errors.New("driver: remove argument from query")

// A Value is nil, an int64, float64, bool, []byte, string or time.Time, any type that a NamedValueChecker accepts, or as a result also Rows.
type Value any

// A NamedValue is an argument: the Ordinal-th, counted from 1; if it has a Name, it is for the parameter with that name.
type NamedValue struct {
	Name    string
	Ordinal int
	Value   Value
}

// A Driver opens connections to a database, whose name has a form that the driver defines.
type Driver interface {
	Open(name string) (Conn, error)
}

// A DriverContext is a Driver that parses the name once for all connections.
type DriverContext interface {
	OpenConnector(name string) (Connector, error)
}

// A Connector makes connections to one database. Package sql closes it with the database if it is an io.Closer.
type Connector interface {
	Connect(context.Context) (Conn, error)
	Driver() Driver
}

// A Pinger is a Conn that can check that the database answers.
type Pinger interface {
	Ping(ctx context.Context) error
}

// An Execer is a Conn that executes queries that were not prepared. Drivers should implement ExecerContext instead.
type Execer interface {
	Exec(query string, args []Value) (Result, error)
}

// An ExecerContext is a Conn that executes queries that were not prepared.
type ExecerContext interface {
	ExecContext(ctx context.Context, query string, args []NamedValue) (Result, error)
}

// A Queryer is a Conn that runs queries that were not prepared. Drivers should implement QueryerContext instead.
type Queryer interface {
	Query(query string, args []Value) (Rows, error)
}

// A QueryerContext is a Conn that runs queries that were not prepared.
type QueryerContext interface {
	QueryContext(ctx context.Context, query string, args []NamedValue) (Rows, error)
}

// A Conn is a connection, which only one goroutine uses at a time.
type Conn interface {
	Prepare(query string) (Stmt, error)
	Close() error
	Begin() (Tx, error)
}

// A ConnPrepareContext is a Conn that stops preparing a query when a context ends.
type ConnPrepareContext interface {
	PrepareContext(ctx context.Context, query string) (Stmt, error)
}

// An IsolationLevel corresponds to that of package sql.
type IsolationLevel int

// TxOptions correspond to those of package sql.
type TxOptions struct {
	Isolation IsolationLevel
	ReadOnly  bool
}

// A ConnBeginTx is a Conn whose transactions have options and a context. It rejects options that it does not know.
type ConnBeginTx interface {
	BeginTx(ctx context.Context, opts TxOptions) (Tx, error)
}

// A SessionResetter is a Conn whose ResetSession package sql calls before it uses a Conn from the pool again.
type SessionResetter interface {
	ResetSession(ctx context.Context) error
}

// A Validator is a Conn that reports whether it may be used again.
type Validator interface {
	IsValid() bool
}

// A Result is the result of a query without rows.
type Result interface {
	LastInsertId() (int64, error)
	RowsAffected() (int64, error)
}

// A Stmt is a prepared query of a connection. NumInput is the number of its parameters, or -1 if the driver does not know.
type Stmt interface {
	Close() error
	NumInput() int
	Exec(args []Value) (Result, error)
	Query(args []Value) (Rows, error)
}

// A StmtExecContext is a Stmt that stops executing when a context ends.
type StmtExecContext interface {
	ExecContext(ctx context.Context, args []NamedValue) (Result, error)
}

// A StmtQueryContext is a Stmt that stops querying when a context ends.
type StmtQueryContext interface {
	QueryContext(ctx context.Context, args []NamedValue) (Rows, error)
}

// A NamedValueChecker is a Conn or a Stmt that checks and converts arguments.
type NamedValueChecker interface {
	CheckNamedValue(*NamedValue) error
}

// A ColumnConverter is a Stmt that knows the types of its parameters. Drivers should implement NamedValueChecker instead.
type ColumnConverter interface {
	ColumnConverter(idx int) ValueConverter
}

// Rows are the result of a query. Next fills in a row, or returns io.EOF.
type Rows interface {
	Columns() []string
	Close() error
	Next(dest []Value) error
}

// RowsNextResultSet are the results of several queries.
type RowsNextResultSet interface {
	Rows
	HasNextResultSet() bool
	NextResultSet() error
}

// RowsColumnTypeScanType are Rows that return Go types for columns.
type RowsColumnTypeScanType interface {
	Rows
	ColumnTypeScanType(index int) reflect.Type
}

// RowsColumnTypeDatabaseTypeName are Rows that return the database's names of column types, without lengths.
type RowsColumnTypeDatabaseTypeName interface {
	Rows
	ColumnTypeDatabaseTypeName(index int) string
}

// RowsColumnTypeLength are Rows that return the maximum length of a column's values.
type RowsColumnTypeLength interface {
	Rows
	ColumnTypeLength(index int) (length int64, ok bool)
}

// RowsColumnTypeNullable are Rows that report which columns may be null.
type RowsColumnTypeNullable interface {
	Rows
	ColumnTypeNullable(index int) (nullable, ok bool)
}

// RowsColumnTypePrecisionScale are Rows that return the precision and scale of a column's numbers.
type RowsColumnTypePrecisionScale interface {
	Rows
	ColumnTypePrecisionScale(index int) (precision, scale int64, ok bool)
}

// RowsColumnScanner are Rows that write to the destinations of Scan themselves: package sql then calls NextRow instead of Next.
type RowsColumnScanner interface {
	Rows
	NextRow() error
	ScanColumn(scanCtx ScanContext, index int, dest any) error
}

// A ScanContext is what package sql passes to ScanColumn, and ScanColumn to sql.ConvertAssign.
type ScanContext internal.ScanContext

// A Tx is a transaction.
type Tx interface {
	Commit() error
	Rollback() error
}

// RowsAffected is the Result of a statement without an insert ID; its value is the number of rows that the statement changed.
type RowsAffected int64

var _ Result = RowsAffected(0)

// LastInsertId returns an error.
func (RowsAffected) LastInsertId() (int64, error) {
	return 0, errors.New("LastInsertId is not supported by this driver")
}

// RowsAffected returns the number.
func (v RowsAffected) RowsAffected() (int64, error) { return int64(v), nil }

// ResultNoRows is the Result of a query that changes no rows, such as one that creates a table.
var ResultNoRows noRows

type noRows struct{}

var _ Result = noRows{}

func (noRows) LastInsertId() (int64, error) {
	return 0, errors.New("no LastInsertId available after DDL statement")
}

func (noRows) RowsAffected() (int64, error) {
	return 0, errors.New("no RowsAffected available after DDL statement")
}
