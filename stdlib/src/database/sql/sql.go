// Package sql is a common interface to SQL databases. A driver is a package that registers itself here.
package sql

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"time"
)

// ErrNoRows is the error of Row.Scan for a result without rows.
var ErrNoRows = errors.New("sql: no rows in result set")

// ErrConnDone is the error of an operation on a closed connection.
var ErrConnDone = errors.New("sql: connection is already closed")

// ErrTxDone is the error of an operation in a transaction that has ended.
var ErrTxDone = errors.New("sql: transaction has already been committed or rolled back")

var errClosed = errors.New("sql: database is closed")

// RawBytes are bytes of the driver or of the rows that they were scanned from, valid until the next call of Next, Scan or Close.
type RawBytes []byte

// A Result is the result of a query without rows.
type Result interface {
	LastInsertId() (int64, error)
	RowsAffected() (int64, error)
}

var drivers = struct {
	sync.RWMutex
	named map[string]driver.Driver
}{named: map[string]driver.Driver{}}

// Register makes a driver available under a name. It panics if the driver is nil, or the name is taken.
func Register(name string, driver driver.Driver) {
	drivers.Lock()
	defer drivers.Unlock()
	if driver == nil {
		panic("sql: Register driver is nil")
	}
	if _, ok := drivers.named[name]; ok {
		panic("sql: Register called twice for driver " + name)
	}
	drivers.named[name] = driver
}

// Drivers returns the names of the drivers, sorted.
func Drivers() []string {
	drivers.RLock()
	defer drivers.RUnlock()
	return slices.Sorted(maps.Keys(drivers.named))
}

// Open returns the database with this name, which the driver parses. Open makes no connection.
func Open(driverName, dataSourceName string) (*DB, error) {
	drivers.RLock()
	d, ok := drivers.named[driverName]
	drivers.RUnlock()
	if !ok {
		return nil, fmt.Errorf("sql: unknown driver %q (forgotten import?)", driverName)
	}
	if d, ok := d.(driver.DriverContext); ok {
		connector, err := d.OpenConnector(dataSourceName)
		if err != nil {
			return nil, err
		}
		return OpenDB(connector), nil
	}
	return OpenDB(named{dataSourceName, d}), nil
}

// A named is the connector of a driver that is not a DriverContext.
type named struct {
	name   string
	driver driver.Driver
}

func (n named) Connect(context.Context) (driver.Conn, error) { return n.driver.Open(n.name) }

func (n named) Driver() driver.Driver { return n.driver }

// OpenDB returns the database of a connector. OpenDB makes no connection.
func OpenDB(c driver.Connector) *DB {
	return &DB{connector: c, maxIdle: usualIdle, stmts: map[*Stmt]bool{}}
}

// An IsolationLevel says which changes of other transactions a transaction sees.
type IsolationLevel int

// The levels; a driver rejects those that its database does not have.
const (
	LevelDefault IsolationLevel = iota
	LevelReadUncommitted
	LevelReadCommitted
	LevelWriteCommitted
	LevelRepeatableRead
	LevelSnapshot
	LevelSerializable
	LevelLinearizable
)

var levels = []string{
	"Default", "Read Uncommitted", "Read Committed", "Write Committed", "Repeatable Read", "Snapshot", "Serializable", "Linearizable",
}

func (i IsolationLevel) String() string {
	if i < 0 || int(i) >= len(levels) {
		return "IsolationLevel(" + strconv.Itoa(int(i)) + ")"
	}
	return levels[i]
}

var _ fmt.Stringer = LevelDefault

// TxOptions are the options of a transaction.
type TxOptions struct {
	Isolation IsolationLevel
	ReadOnly  bool
}

// DBStats are statistics of the pool. The counters of closed connections are for: too many idle, idle for too long, and
// open for too long.
type DBStats struct {
	MaxOpenConnections int

	OpenConnections int
	InUse           int
	Idle            int

	WaitCount         int64
	WaitDuration      time.Duration
	MaxIdleClosed     int64
	MaxIdleTimeClosed int64
	MaxLifetimeClosed int64
}

// Driver returns the driver of the database.
func (db *DB) Driver() driver.Driver { return db.connector.Driver() }

// Ping checks that the database answers, over a connection that it opens if there is none.
func (db *DB) Ping() error { return db.PingContext(context.Background()) }

// PingContext is Ping with a context.
func (db *DB) PingContext(ctx context.Context) error {
	return db.retry(func(fresh bool) error {
		dc, err := db.conn(ctx, fresh)
		if err != nil {
			return err
		}
		return dc.ping(ctx, dc.putBack)
	})
}

// retry repeats a call as long as its connection is bad, the last time with a fresh one.
func (db *DB) retry(f func(fresh bool) error) error {
	const withIdle = 2
	for range withIdle {
		if err := f(false); !errors.Is(err, driver.ErrBadConn) {
			return err
		}
	}
	return f(true)
}

// Prepare prepares a query, which then runs on any connection.
func (db *DB) Prepare(query string) (*Stmt, error) {
	return db.PrepareContext(context.Background(), query)
}

// PrepareContext is Prepare with a context, which only limits the preparation.
func (db *DB) PrepareContext(ctx context.Context, query string) (stmt *Stmt, err error) {
	err = db.retry(func(fresh bool) error {
		dc, err := db.conn(ctx, fresh)
		if err != nil {
			return err
		}
		stmt, err = db.prepareOn(ctx, dc, dc.putBack, nil, query)
		return err
	})
	return stmt, err
}

// Exec executes a query without rows.
func (db *DB) Exec(query string, args ...any) (Result, error) {
	return db.ExecContext(context.Background(), query, args...)
}

// ExecContext is Exec with a context.
func (db *DB) ExecContext(ctx context.Context, query string, args ...any) (result Result, err error) {
	err = db.retry(func(fresh bool) error {
		dc, err := db.conn(ctx, fresh)
		if err != nil {
			return err
		}
		result, err = dc.exec(ctx, dc.putBack, query, args)
		return err
	})
	return result, err
}

// Query runs a query. The caller must close the rows.
func (db *DB) Query(query string, args ...any) (*Rows, error) {
	return db.QueryContext(context.Background(), query, args...)
}

// QueryContext is Query with a context; its end closes the rows, too.
func (db *DB) QueryContext(ctx context.Context, query string, args ...any) (rows *Rows, err error) {
	err = db.retry(func(fresh bool) error {
		dc, err := db.conn(ctx, fresh)
		if err != nil {
			return err
		}
		rows, err = dc.query(ctx, nil, dc.putBack, query, args)
		return err
	})
	return rows, err
}

// QueryRow runs a query for one row. Row.Scan returns its error.
func (db *DB) QueryRow(query string, args ...any) *Row {
	return db.QueryRowContext(context.Background(), query, args...)
}

// QueryRowContext is QueryRow with a context.
func (db *DB) QueryRowContext(ctx context.Context, query string, args ...any) *Row {
	rows, err := db.QueryContext(ctx, query, args...)
	return &Row{rows: rows, err: err}
}

// Begin begins a transaction on a connection that no other caller uses.
func (db *DB) Begin() (*Tx, error) { return db.BeginTx(context.Background(), nil) }

// BeginTx is Begin with options, which may be nil, and a context: when that ends, the transaction is rolled back.
func (db *DB) BeginTx(ctx context.Context, opts *TxOptions) (tx *Tx, err error) {
	err = db.retry(func(fresh bool) error {
		dc, err := db.conn(ctx, fresh)
		if err != nil {
			return err
		}
		tx, err = db.beginOn(ctx, dc, dc.putBack, opts)
		return err
	})
	return tx, err
}

// Conn returns a connection that no other caller uses; the caller must close it.
func (db *DB) Conn(ctx context.Context) (*Conn, error) {
	var dc *driverConn
	err := db.retry(func(fresh bool) (err error) {
		dc, err = db.conn(ctx, fresh)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &Conn{db: db, dc: dc}, nil
}

// Close closes idle connections at once, and others when they are returned. Later operations fail.
func (db *DB) Close() error {
	db.mu.Lock()
	if db.isClosed {
		db.mu.Unlock()
		return nil
	}
	db.isClosed = true
	if db.cleaner != nil {
		db.cleaner.Stop()
	}
	idle, waiting := db.idle, db.waiting
	db.idle, db.waiting = nil, nil
	db.mu.Unlock()
	for _, w := range waiting {
		w <- grant{err: errClosed}
	}
	var err error
	for _, dc := range idle {
		if closeErr := dc.close(); closeErr != nil {
			err = closeErr
		}
	}
	if closer, ok := db.connector.(io.Closer); ok {
		if closeErr := closer.Close(); closeErr != nil {
			err = closeErr
		}
	}
	return err
}

// anyType is the type for a column if the driver does not know its type.
var anyType = reflect.TypeFor[any]()
