// Package driver has the interfaces between package sql and the drivers of databases. A driver implements Driver, Conn, Stmt, Tx and Rows; the others
// are for what it can do besides.
package driver

import (
	"context"
	"database/sql/internal"
	"errors"
	"reflect"
)

// ErrSkip is the result of a method that cannot do it this time: package sql is to go on as if there were no such method.
var ErrSkip = errors.New("driver: skip fast-path; continue as if unimplemented")

// ErrBadConn means that the connection is of no use, and that the database has not done what it was asked. Package sql takes another one.
var ErrBadConn = errors.New("driver: bad connection")

// ErrRemoveArgument is the result of a NamedValueChecker for an argument that is none of the query.
var ErrRemoveArgument = errors.New("driver: remove argument from query")

// A Value is nil, an int64, float64, bool, []byte, string or time.Time, what a NamedValueChecker lets through, or as a result also Rows.
type Value any

// A NamedValue is an argument: the Ordinal-th, from 1, and if it has a Name, that of a parameter.
type NamedValue struct {
	Name    string
	Ordinal int
	Value   Value
}

// A Driver opens connections to a database, whose name has a form of the driver's.
type Driver interface {
	Open(name string) (Conn, error)
}

// A DriverContext is a Driver that reads the name once for all connections.
type DriverContext interface {
	OpenConnector(name string) (Connector, error)
}

// A Connector makes connections to one database. Package sql closes it with the database if it is an io.Closer.
type Connector interface {
	Connect(context.Context) (Conn, error)
	Driver() Driver
}

// A Pinger is a Conn that can ask the database for a sign of life.
type Pinger interface {
	Ping(ctx context.Context) error
}

// An Execer is a Conn that executes queries that were not prepared. ExecerContext is better.
type Execer interface {
	Exec(query string, args []Value) (Result, error)
}

// An ExecerContext is a Conn that executes queries that were not prepared.
type ExecerContext interface {
	ExecContext(ctx context.Context, query string, args []NamedValue) (Result, error)
}

// A Queryer is a Conn that makes queries that were not prepared. QueryerContext is better.
type Queryer interface {
	Query(query string, args []Value) (Rows, error)
}

// A QueryerContext is a Conn that makes queries that were not prepared.
type QueryerContext interface {
	QueryContext(ctx context.Context, query string, args []NamedValue) (Rows, error)
}

// A Conn is a connection, which one goroutine uses at a time.
type Conn interface {
	Prepare(query string) (Stmt, error)
	Close() error
	Begin() (Tx, error)
}

// A ConnPrepareContext is a Conn that ends preparing a query with a context.
type ConnPrepareContext interface {
	PrepareContext(ctx context.Context, query string) (Stmt, error)
}

// An IsolationLevel is that of package sql.
type IsolationLevel int

// TxOptions are those of package sql.
type TxOptions struct {
	Isolation IsolationLevel
	ReadOnly  bool
}

// A ConnBeginTx is a Conn whose transactions have options and a context. It refuses options that it does not know.
type ConnBeginTx interface {
	BeginTx(ctx context.Context, opts TxOptions) (Tx, error)
}

// A SessionResetter is a Conn whose ResetSession package sql calls before it takes the Conn from the pool again.
type SessionResetter interface {
	ResetSession(ctx context.Context) error
}

// A Validator is a Conn that says whether it may be used again.
type Validator interface {
	IsValid() bool
}

// A Result is that of a query without rows.
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

// A StmtExecContext is a Stmt that ends executing with a context.
type StmtExecContext interface {
	ExecContext(ctx context.Context, args []NamedValue) (Result, error)
}

// A StmtQueryContext is a Stmt that ends querying with a context.
type StmtQueryContext interface {
	QueryContext(ctx context.Context, args []NamedValue) (Rows, error)
}

// A NamedValueChecker is a Conn or a Stmt that checks and converts arguments.
type NamedValueChecker interface {
	CheckNamedValue(*NamedValue) error
}

// A ColumnConverter is a Stmt that knows the types of its parameters. NamedValueChecker is better.
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

// RowsColumnTypeScanType are Rows that know Go's types for columns.
type RowsColumnTypeScanType interface {
	Rows
	ColumnTypeScanType(index int) reflect.Type
}

// RowsColumnTypeDatabaseTypeName are Rows that know the database's types of columns, without lengths.
type RowsColumnTypeDatabaseTypeName interface {
	Rows
	ColumnTypeDatabaseTypeName(index int) string
}

// RowsColumnTypeLength are Rows that know the greatest lengths in columns.
type RowsColumnTypeLength interface {
	Rows
	ColumnTypeLength(index int) (length int64, ok bool)
}

// RowsColumnTypeNullable are Rows that know which columns may be null.
type RowsColumnTypeNullable interface {
	Rows
	ColumnTypeNullable(index int) (nullable, ok bool)
}

// RowsColumnTypePrecisionScale are Rows that know how many digits the numbers of a column have.
type RowsColumnTypePrecisionScale interface {
	Rows
	ColumnTypePrecisionScale(index int) (precision, scale int64, ok bool)
}

// RowsColumnScanner are Rows that write to the destinations of Scan themselves: NextRow takes the place of Next.
type RowsColumnScanner interface {
	Rows
	NextRow() error
	ScanColumn(scanCtx ScanContext, index int, dest any) error
}

// A ScanContext goes through ScanColumn to sql.ConvertAssign.
type ScanContext internal.ScanContext

// A Tx is a transaction.
type Tx interface {
	Commit() error
	Rollback() error
}

// RowsAffected is the Result of a statement without an insert ID; its value is the number of rows that the statement changed.
type RowsAffected int64

var _ Result = RowsAffected(0)

// LastInsertId fails.
func (RowsAffected) LastInsertId() (int64, error) {
	return 0, errors.New("LastInsertId is not supported by this driver")
}

// RowsAffected returns the number.
func (v RowsAffected) RowsAffected() (int64, error) { return int64(v), nil }

// ResultNoRows is the Result of a query that has nothing to do with rows.
var ResultNoRows noRows

type noRows struct{}

var _ Result = noRows{}

func (noRows) LastInsertId() (int64, error) {
	return 0, errors.New("no LastInsertId available after DDL statement")
}

func (noRows) RowsAffected() (int64, error) {
	return 0, errors.New("no RowsAffected available after DDL statement")
}
