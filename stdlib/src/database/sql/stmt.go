package sql

import (
	"context"
	"errors"
	"sync"
)

// An owner is the transaction or connection that a statement belongs to.
type owner interface {
	use() (*driverConn, func(error), error)
}

// A Stmt is a prepared query. A statement of a transaction or a Conn ends with it; others are prepared again on each connection.
type Stmt struct {
	db    *DB
	query string
	// err is the error because of which Tx.Stmt could not prepare the statement.
	err error

	// of is the owner of the statement, and own the driver's statement there; both are nil for a statement of the database.
	of  owner
	own *driverStmt
	// parent is the DB's statement that was passed to Tx.Stmt, which made this one; a connection may have prepared parent already.
	parent *Stmt

	// Users of the statement hold the lock for reading; the goroutine that closes it waits for them.
	running usersLock

	mu     sync.Mutex
	closed bool
	users  int // the number of Rows that are not closed
	// prepared has the driver's statement for each connection.
	prepared map[*driverConn]*driverStmt
}

var errStmtClosed = errors.New("sql: statement is closed")

// prepareOn prepares a query on a connection; release gets the error. Without an owner the statement belongs to the database.
func (db *DB) prepareOn(ctx context.Context, dc *driverConn, release func(error), of owner, query string) (*Stmt, error) {
	ds, err := dc.prepareLocking(ctx, query)
	if err != nil {
		release(err)
		return nil, err
	}
	s := &Stmt{db: db, query: query, of: of}
	if of != nil {
		s.own = ds
	} else {
		s.prepared = map[*driverConn]*driverStmt{dc: ds}
		db.mu.Lock()
		db.stmts[s] = true
		db.mu.Unlock()
	}
	release(nil)
	return s, nil
}

// forget drops the statement of a closed connection.
func (s *Stmt) forget(dc *driverConn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.prepared, dc)
}

// on returns a connection with the statement prepared on it, and the function that gives the connection back.
func (s *Stmt) on(ctx context.Context, fresh bool) (*driverConn, func(error), *driverStmt, error) {
	if s.err != nil {
		return nil, nil, nil, s.err
	}
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return nil, nil, nil, errStmtClosed
	}
	if s.of != nil {
		dc, release, err := s.of.use()
		return dc, release, s.own, err
	}
	dc, err := s.db.conn(ctx, fresh)
	if err != nil {
		return nil, nil, nil, err
	}
	ds, err := s.prepareAgain(ctx, dc)
	if err != nil {
		dc.putBack(err)
		return nil, nil, nil, err
	}
	return dc, dc.putBack, ds, nil
}

// prepareAgain returns the statement of a connection, and prepares it if there is none.
func (s *Stmt) prepareAgain(ctx context.Context, dc *driverConn) (*driverStmt, error) {
	s.mu.Lock()
	ds, ok := s.prepared[dc]
	s.mu.Unlock()
	if ok {
		return ds, nil
	}
	ds, err := dc.prepareLocking(ctx, s.query)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prepared[dc] = ds
	return ds, nil
}

// retry calls a function with a connection and the statement there; if the connection is bad, with another one.
func (s *Stmt) retry(ctx context.Context, f func(*driverConn, func(error), *driverStmt) error) error {
	once := func(fresh bool) error {
		dc, release, ds, err := s.on(ctx, fresh)
		if err != nil {
			return err
		}
		return f(dc, release, ds)
	}
	if s.of != nil {
		return once(false)
	}
	return s.db.retry(once)
}

// Exec executes the statement.
func (s *Stmt) Exec(args ...any) (Result, error) {
	return s.ExecContext(context.Background(), args...)
}

// ExecContext is Exec with a context.
func (s *Stmt) ExecContext(ctx context.Context, args ...any) (result Result, err error) {
	s.running.RLock()
	defer s.running.RUnlock()
	err = s.retry(ctx, func(dc *driverConn, release func(error), ds *driverStmt) (err error) {
		defer func() { release(err) }()
		dc.Lock()
		defer dc.Unlock()
		result, err = ds.exec(ctx, args)
		return err
	})
	return result, err
}

// Query runs the query. The caller must close the rows.
func (s *Stmt) Query(args ...any) (*Rows, error) {
	return s.QueryContext(context.Background(), args...)
}

// QueryContext is Query with a context; its end closes the rows, too.
func (s *Stmt) QueryContext(ctx context.Context, args ...any) (rows *Rows, err error) {
	s.running.RLock()
	defer s.running.RUnlock()
	err = s.retry(ctx, func(dc *driverConn, release func(error), ds *driverStmt) error {
		found, err := ds.queryLocking(ctx, args)
		if err != nil {
			release(err)
			return err
		}
		s.enter()
		rows = &Rows{dc: dc, rowsi: found}
		rows.release = func(err error) {
			release(err)
			s.leave()
		}
		var ofTx context.Context
		if tx, ok := s.of.(*Tx); ok {
			ofTx = tx.ctx
		}
		rows.endWith(ctx, ofTx)
		return nil
	})
	return rows, err
}

// QueryRow runs the query for one row. Row.Scan returns its error.
func (s *Stmt) QueryRow(args ...any) *Row {
	return s.QueryRowContext(context.Background(), args...)
}

// QueryRowContext is QueryRow with a context.
func (s *Stmt) QueryRowContext(ctx context.Context, args ...any) *Row {
	rows, err := s.QueryContext(ctx, args...)
	return &Row{rows: rows, err: err}
}

// enter and leave count the open rows; the driver's statement is not closed before they are.
func (s *Stmt) enter() {
	for ; s != nil; s = s.parent {
		s.mu.Lock()
		s.users++
		s.mu.Unlock()
	}
}

func (s *Stmt) leave() {
	for ; s != nil; s = s.parent {
		s.mu.Lock()
		s.users--
		last := s.users == 0 && s.closed
		s.mu.Unlock()
		if last {
			s.finish()
		}
	}
}

// Close closes the statement; the driver's statements are closed when all its rows are.
func (s *Stmt) Close() error {
	s.running.Lock()
	defer s.running.Unlock()
	if s.err != nil {
		return s.err
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	isUsed := s.users > 0
	s.mu.Unlock()
	if isUsed {
		return nil
	}
	return s.finish()
}

// finish closes the driver's statements. If a connection is in use, this waits until it is returned.
func (s *Stmt) finish() error {
	if s.of != nil {
		if s.parent != nil {
			// The parent closes the driver's statement.
			return nil
		}
		return s.own.close()
	}
	s.db.mu.Lock()
	delete(s.db.stmts, s)
	s.db.mu.Unlock()
	s.mu.Lock()
	prepared := s.prepared
	s.prepared = nil
	s.mu.Unlock()
	for dc, ds := range prepared {
		dc.whenReturned(func() { ds.close() })
	}
	return nil
}

// whenReturned calls a function once nobody uses the connection.
func (dc *driverConn) whenReturned(f func()) {
	dc.db.mu.Lock()
	switch {
	case dc.gone:
	case dc.inUse:
		dc.later = append(dc.later, f)
	default:
		defer f()
	}
	dc.db.mu.Unlock()
}

// in returns the statement for a transaction.
func (s *Stmt) in(ctx context.Context, tx *Tx) *Stmt {
	failed := func(err error) *Stmt { return &Stmt{db: tx.db, err: err} }
	if s.db != tx.db {
		return failed(errors.New("sql: Tx.Stmt: statement from different database used"))
	}
	dc, release, err := tx.use()
	if err != nil {
		return failed(err)
	}
	made := &Stmt{db: s.db, query: s.query, of: tx}
	s.mu.Lock()
	isShared := s.of == nil && !s.closed
	s.mu.Unlock()
	switch {
	case s.err != nil:
		err = s.err
	case isShared:
		made.own, err = s.prepareAgain(ctx, dc)
		made.parent = s
	default:
		made.own, err = dc.prepareLocking(ctx, s.query)
	}
	release(err)
	if err != nil {
		return failed(err)
	}
	tx.adopt(made)
	return made
}
