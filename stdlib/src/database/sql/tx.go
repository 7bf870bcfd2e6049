package sql

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync"
	"sync/atomic"
)

// A Tx is a transaction. It ends with Commit or Rollback.
type Tx struct {
	db      *DB
	dc      *driverConn
	tx      driver.Tx
	release func(error)

	// Users of the connection hold the lock for reading; the goroutine that ends the transaction waits for them.
	users usersLock
	done  atomic.Bool

	// ctx ends with the transaction, or with the context of BeginTx.
	ctx    context.Context
	cancel context.CancelFunc
	// isKept says that the connection can be used again after a rollback that the end of a context caused.
	isKept bool

	mu    sync.Mutex
	stmts []*Stmt
}

// beginOn begins a transaction on a connection; release gets the error, now or when the transaction ends.
func (db *DB) beginOn(ctx context.Context, dc *driverConn, release func(error), opts *TxOptions) (*Tx, error) {
	dc.Lock()
	begun, err := begin(ctx, dc.conn, opts)
	_, resets := dc.conn.(driver.SessionResetter)
	_, validates := dc.conn.(driver.Validator)
	dc.Unlock()
	if err != nil {
		release(err)
		return nil, err
	}
	tx := &Tx{db: db, dc: dc, tx: begun, release: release, isKept: resets && validates}
	tx.ctx, tx.cancel = context.WithCancel(ctx)
	go tx.awaitDone()
	return tx, nil
}

// begin begins a transaction of the driver; the caller has locked the connection.
func begin(ctx context.Context, conn driver.Conn, opts *TxOptions) (driver.Tx, error) {
	if conn, ok := conn.(driver.ConnBeginTx); ok {
		var options driver.TxOptions
		if opts != nil {
			options = driver.TxOptions{Isolation: driver.IsolationLevel(opts.Isolation), ReadOnly: opts.ReadOnly}
		}
		return conn.BeginTx(ctx, options)
	}
	if opts != nil {
		if opts.Isolation != LevelDefault {
			return nil, errors.New("sql: driver does not support non-default isolation level")
		}
		if opts.ReadOnly {
			return nil, errors.New("sql: driver does not support read-only transactions")
		}
	}
	tx, err := conn.Begin()
	if err == nil && ctx.Err() != nil {
		tx.Rollback()
		return nil, ctx.Err()
	}
	return tx, err
}

// awaitDone rolls the transaction back when ctx ends. The end of the transaction ends ctx too; then rollback does nothing.
func (tx *Tx) awaitDone() {
	<-tx.ctx.Done()
	tx.rollback(!tx.isKept)
}

// use returns the connection, and the function that releases it.
func (tx *Tx) use() (*driverConn, func(error), error) {
	if err := tx.ctx.Err(); err != nil {
		if tx.done.Load() {
			err = ErrTxDone
		}
		return nil, nil, err
	}
	tx.users.RLock()
	if tx.done.Load() {
		tx.users.RUnlock()
		return nil, nil, ErrTxDone
	}
	return tx.dc, func(error) { tx.users.RUnlock() }, nil
}

// end ends the transaction with a function of the driver; false if it had ended before.
func (tx *Tx) end(by func() error) (err error, ok bool) {
	if !tx.done.CompareAndSwap(false, true) {
		return ErrTxDone, false
	}
	// The cancellation ends rows and running queries first.
	tx.cancel()
	tx.users.Lock()
	// Operations that start from here on see that the transaction has ended.
	tx.users.Unlock()
	tx.dc.Lock()
	err = by()
	tx.dc.Unlock()
	if !errors.Is(err, driver.ErrBadConn) {
		tx.closeStmts()
	}
	return err, true
}

// Commit commits the transaction.
func (tx *Tx) Commit() error {
	if err := tx.ctx.Err(); err != nil {
		if tx.done.Load() {
			return ErrTxDone
		}
		return err
	}
	err, ok := tx.end(tx.tx.Commit)
	if ok {
		tx.release(err)
	}
	return err
}

// Rollback ends the transaction and undoes its changes.
func (tx *Tx) Rollback() error { return tx.rollback(false) }

// rollback is Rollback; if isBad is set, the connection is closed afterwards.
func (tx *Tx) rollback(isBad bool) error {
	err, ok := tx.end(tx.tx.Rollback)
	if ok {
		if isBad {
			tx.release(driver.ErrBadConn)
		} else {
			tx.release(err)
		}
	}
	return err
}

// adopt makes the end of the transaction close a statement.
func (tx *Tx) adopt(s *Stmt) {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	tx.stmts = append(tx.stmts, s)
}

func (tx *Tx) closeStmts() {
	tx.mu.Lock()
	stmts := tx.stmts
	tx.stmts = nil
	tx.mu.Unlock()
	for _, s := range stmts {
		s.Close()
	}
}

// Prepare prepares a query for the transaction.
func (tx *Tx) Prepare(query string) (*Stmt, error) {
	return tx.PrepareContext(context.Background(), query)
}

// PrepareContext is Prepare with a context, which only limits the preparation.
func (tx *Tx) PrepareContext(ctx context.Context, query string) (*Stmt, error) {
	dc, release, err := tx.use()
	if err != nil {
		return nil, err
	}
	s, err := tx.db.prepareOn(ctx, dc, release, tx, query)
	if err == nil {
		tx.adopt(s)
	}
	return s, err
}

// Stmt returns a statement of this transaction for one that was prepared elsewhere.
func (tx *Tx) Stmt(stmt *Stmt) *Stmt { return tx.StmtContext(context.Background(), stmt) }

// StmtContext is Stmt with a context, which only limits the preparation.
func (tx *Tx) StmtContext(ctx context.Context, stmt *Stmt) *Stmt { return stmt.in(ctx, tx) }

// Exec executes a query without rows.
func (tx *Tx) Exec(query string, args ...any) (Result, error) {
	return tx.ExecContext(context.Background(), query, args...)
}

// ExecContext is Exec with a context.
func (tx *Tx) ExecContext(ctx context.Context, query string, args ...any) (Result, error) {
	dc, release, err := tx.use()
	if err != nil {
		return nil, err
	}
	return dc.exec(ctx, release, query, args)
}

// Query runs a query. The caller must close the rows.
func (tx *Tx) Query(query string, args ...any) (*Rows, error) {
	return tx.QueryContext(context.Background(), query, args...)
}

// QueryContext is Query with a context; its end closes the rows, too.
func (tx *Tx) QueryContext(ctx context.Context, query string, args ...any) (*Rows, error) {
	dc, release, err := tx.use()
	if err != nil {
		return nil, err
	}
	return dc.query(ctx, tx.ctx, release, query, args)
}

// QueryRow runs a query for one row. Row.Scan returns its error.
func (tx *Tx) QueryRow(query string, args ...any) *Row {
	return tx.QueryRowContext(context.Background(), query, args...)
}

// QueryRowContext is QueryRow with a context.
func (tx *Tx) QueryRowContext(ctx context.Context, query string, args ...any) *Row {
	rows, err := tx.QueryContext(ctx, query, args...)
	return &Row{rows: rows, err: err}
}
