package sql

import (
	"context"
	"database/sql/driver"
	"errors"
	"maps"
	"slices"
	"sync"
)

// isValid asks the driver whether the connection may be used again.
func (dc *driverConn) isValid(wasUsed bool) bool {
	dc.Lock()
	defer dc.Unlock()
	if wasUsed {
		dc.used = true
	}
	if validator, ok := dc.conn.(driver.Validator); ok {
		return validator.IsValid()
	}
	return true
}

// close closes the connection and its statements, so that another connection may be opened.
func (dc *driverConn) close() error {
	dc.Lock()
	if dc.closed {
		dc.Unlock()
		return errors.New("sql: duplicate driverConn close")
	}
	dc.closed = true
	stmts := slices.Collect(maps.Keys(dc.stmts))
	for _, ds := range stmts {
		ds.closeLocked()
	}
	dc.stmts = nil
	err := dc.conn.Close()
	dc.conn = nil
	dc.Unlock()
	db := dc.db
	db.mu.Lock()
	dc.gone = true
	db.open--
	for s := range db.stmts {
		s.forget(dc)
	}
	db.serveWaiting()
	db.mu.Unlock()
	return err
}

// A driverStmt is a prepared query of a connection.
type driverStmt struct {
	dc     *driverConn
	stmt   driver.Stmt
	closed bool
	err    error
}

func (ds *driverStmt) close() error {
	ds.dc.Lock()
	defer ds.dc.Unlock()
	return ds.closeLocked()
}

// closeLocked closes the statement; the caller has locked the connection.
func (ds *driverStmt) closeLocked() error {
	if !ds.closed {
		ds.closed = true
		delete(ds.dc.stmts, ds)
		ds.err = ds.stmt.Close()
	}
	return ds.err
}

// prepareLocking is prepare, but locks the connection.
func (dc *driverConn) prepareLocking(ctx context.Context, query string) (*driverStmt, error) {
	dc.Lock()
	defer dc.Unlock()
	return dc.prepare(ctx, query)
}

// prepare prepares a query. The caller has locked the connection.
func (dc *driverConn) prepare(ctx context.Context, query string) (*driverStmt, error) {
	var stmt driver.Stmt
	var err error
	if conn, ok := dc.conn.(driver.ConnPrepareContext); ok {
		stmt, err = conn.PrepareContext(ctx, query)
	} else if stmt, err = dc.conn.Prepare(query); err == nil && ctx.Err() != nil {
		stmt.Close()
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	ds := &driverStmt{dc: dc, stmt: stmt}
	if dc.stmts != nil {
		dc.stmts[ds] = true
	}
	return ds, nil
}

// ping checks that the database answers; release gets the error.
func (dc *driverConn) ping(ctx context.Context, release func(error)) (err error) {
	defer func() { release(err) }()
	dc.Lock()
	defer dc.Unlock()
	if pinger, ok := dc.conn.(driver.Pinger); ok {
		err = pinger.Ping(ctx)
	}
	return err
}

// exec executes a query; release gets the error.
func (dc *driverConn) exec(ctx context.Context, release func(error), query string, args []any) (result Result, err error) {
	defer func() { release(err) }()
	dc.Lock()
	defer dc.Unlock()
	result, err = dc.execUnprepared(ctx, query, args)
	if err != driver.ErrSkip {
		return result, err
	}
	ds, err := dc.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	defer ds.closeLocked()
	return ds.exec(ctx, args)
}

// execUnprepared executes a query if the driver can do that without preparing it; else the error is ErrSkip.
func (dc *driverConn) execUnprepared(ctx context.Context, query string, args []any) (Result, error) {
	withContext, canContext := dc.conn.(driver.ExecerContext)
	plain, canPlain := dc.conn.(driver.Execer)
	if !canContext && !canPlain {
		return nil, driver.ErrSkip
	}
	values, err := arguments(dc.conn, nil, args)
	if err != nil {
		return nil, err
	}
	var result driver.Result
	if canContext {
		result, err = withContext.ExecContext(ctx, query, values)
	} else if without, plainErr := plainArguments(ctx, values); plainErr != nil {
		err = plainErr
	} else {
		result, err = plain.Exec(query, without)
	}
	if err != nil {
		return nil, err
	}
	return lockedResult{dc, result}, nil
}

// plainArguments returns arguments for a driver's method that has neither names nor a context.
func plainArguments(ctx context.Context, values []driver.NamedValue) ([]driver.Value, error) {
	without, err := unnamed(values)
	if err != nil {
		return nil, err
	}
	return without, ctx.Err()
}

// A lockedResult is a driver's result that locks the connection for each call.
type lockedResult struct {
	dc     *driverConn
	result driver.Result
}

func (r lockedResult) LastInsertId() (int64, error) {
	r.dc.Lock()
	defer r.dc.Unlock()
	return r.result.LastInsertId()
}

func (r lockedResult) RowsAffected() (int64, error) {
	r.dc.Lock()
	defer r.dc.Unlock()
	return r.result.RowsAffected()
}

// exec executes the statement. The caller has locked the connection.
func (ds *driverStmt) exec(ctx context.Context, args []any) (Result, error) {
	values, err := arguments(ds.dc.conn, ds.stmt, args)
	if err != nil {
		return nil, err
	}
	var result driver.Result
	if stmt, ok := ds.stmt.(driver.StmtExecContext); ok {
		result, err = stmt.ExecContext(ctx, values)
	} else if without, plainErr := plainArguments(ctx, values); plainErr != nil {
		err = plainErr
	} else {
		result, err = ds.stmt.Exec(without)
	}
	if err != nil {
		return nil, err
	}
	return lockedResult{ds.dc, result}, nil
}

// queryLocking is query, but locks the connection.
func (ds *driverStmt) queryLocking(ctx context.Context, args []any) (driver.Rows, error) {
	ds.dc.Lock()
	defer ds.dc.Unlock()
	return ds.query(ctx, args)
}

// query runs the statement. The caller has locked the connection.
func (ds *driverStmt) query(ctx context.Context, args []any) (driver.Rows, error) {
	values, err := arguments(ds.dc.conn, ds.stmt, args)
	if err != nil {
		return nil, err
	}
	if stmt, ok := ds.stmt.(driver.StmtQueryContext); ok {
		return stmt.QueryContext(ctx, values)
	}
	without, err := plainArguments(ctx, values)
	if err != nil {
		return nil, err
	}
	return ds.stmt.Query(without)
}

// query runs a query. The rows release the connection when they are closed; if the query fails, release gets the error.
// A transaction has a context of its own.
func (dc *driverConn) query(ctx, ofTx context.Context, release func(error), query string, args []any) (*Rows, error) {
	found, ds, err := dc.rows(ctx, query, args)
	if err != nil {
		release(err)
		return nil, err
	}
	rows := &Rows{dc: dc, release: release, rowsi: found}
	if ds != nil {
		rows.closeStmt = ds.close
	}
	rows.endWith(ctx, ofTx)
	return rows, nil
}

// rows runs a query, through a prepared statement if the driver cannot run it directly.
func (dc *driverConn) rows(ctx context.Context, query string, args []any) (driver.Rows, *driverStmt, error) {
	dc.Lock()
	defer dc.Unlock()
	found, err := dc.queryUnprepared(ctx, query, args)
	if err != driver.ErrSkip {
		return found, nil, err
	}
	ds, err := dc.prepare(ctx, query)
	if err != nil {
		return nil, nil, err
	}
	if found, err = ds.query(ctx, args); err != nil {
		ds.closeLocked()
	}
	return found, ds, err
}

// queryUnprepared runs a query if the driver can do that without preparing it; else the error is ErrSkip.
func (dc *driverConn) queryUnprepared(ctx context.Context, query string, args []any) (driver.Rows, error) {
	withContext, canContext := dc.conn.(driver.QueryerContext)
	plain, canPlain := dc.conn.(driver.Queryer)
	if !canContext && !canPlain {
		return nil, driver.ErrSkip
	}
	values, err := arguments(dc.conn, nil, args)
	if err != nil {
		return nil, err
	}
	if canContext {
		return withContext.QueryContext(ctx, query, values)
	}
	without, err := plainArguments(ctx, values)
	if err != nil {
		return nil, err
	}
	return plain.Query(query, without)
}

// A Conn is a connection that the caller has for itself until it closes it.
type Conn struct {
	db *DB

	// Users of the connection hold the lock for reading; the goroutine that closes the connection waits for them.
	users usersLock
	mu    sync.Mutex
	done  bool
	dc    *driverConn
}

// use returns the connection, and the function that releases it.
func (c *Conn) use() (*driverConn, func(error), error) {
	c.users.RLock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done {
		c.users.RUnlock()
		return nil, nil, ErrConnDone
	}
	return c.dc, c.unuse, nil
}

// unuse releases the connection, and closes it if it is bad.
func (c *Conn) unuse(err error) {
	c.users.RUnlock()
	if errors.Is(err, driver.ErrBadConn) {
		c.close(err)
	}
}

func (c *Conn) close(err error) error {
	c.mu.Lock()
	if c.done {
		c.mu.Unlock()
		return ErrConnDone
	}
	c.done = true
	c.mu.Unlock()
	c.users.Lock()
	defer c.users.Unlock()
	c.dc.putBack(err)
	c.dc = nil
	return err
}

// Close returns the connection to the pool, when all operations on it have ended.
func (c *Conn) Close() error { return c.close(nil) }

// PingContext checks that the database answers.
func (c *Conn) PingContext(ctx context.Context) error {
	dc, release, err := c.use()
	if err != nil {
		return err
	}
	return dc.ping(ctx, release)
}

// ExecContext executes a query without rows.
func (c *Conn) ExecContext(ctx context.Context, query string, args ...any) (Result, error) {
	dc, release, err := c.use()
	if err != nil {
		return nil, err
	}
	return dc.exec(ctx, release, query, args)
}

// QueryContext runs a query. The caller must close the rows.
func (c *Conn) QueryContext(ctx context.Context, query string, args ...any) (*Rows, error) {
	dc, release, err := c.use()
	if err != nil {
		return nil, err
	}
	return dc.query(ctx, nil, release, query, args)
}

// QueryRowContext runs a query for one row. Row.Scan returns its error.
func (c *Conn) QueryRowContext(ctx context.Context, query string, args ...any) *Row {
	rows, err := c.QueryContext(ctx, query, args...)
	return &Row{rows: rows, err: err}
}

// PrepareContext prepares a query for this connection.
func (c *Conn) PrepareContext(ctx context.Context, query string) (*Stmt, error) {
	dc, release, err := c.use()
	if err != nil {
		return nil, err
	}
	return c.db.prepareOn(ctx, dc, release, c, query)
}

// Raw calls a function with the driver's connection, which is closed if the function panics.
func (c *Conn) Raw(f func(driverConn any) error) (err error) {
	dc, release, err := c.use()
	if err != nil {
		return err
	}
	panics := true
	dc.Lock()
	defer func() {
		dc.Unlock()
		if panics {
			err = driver.ErrBadConn
		}
		release(err)
	}()
	err = f(dc.conn)
	panics = false
	return err
}

// BeginTx begins a transaction on the connection.
func (c *Conn) BeginTx(ctx context.Context, opts *TxOptions) (*Tx, error) {
	dc, release, err := c.use()
	if err != nil {
		return nil, err
	}
	return c.db.beginOn(ctx, dc, release, opts)
}
