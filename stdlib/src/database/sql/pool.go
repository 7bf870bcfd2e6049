package sql

import (
	"context"
	"database/sql/driver"
	"errors"
	"slices"
	"sync"
	"time"
)

// usualIdle is the number of idle connections that a DB keeps if the program does not call SetMaxIdleConns.
const usualIdle = 2

// A DB is a database: a pool of connections that goroutines share.
type DB struct {
	connector driver.Connector

	mu       sync.Mutex
	isClosed bool
	// idle has the connections that are not in use, the one that was returned first in front.
	idle []*driverConn
	// open counts the connections that exist or are being made.
	open int
	// waiting has a channel for each caller that waits for a connection; the channel has room for one grant.
	waiting []chan grant

	maxOpen  int
	maxIdle  int
	maxLife  time.Duration
	idleTime time.Duration
	// cleaner closes connections that are too old. It is nil as long as none can become too old.
	cleaner *time.Timer

	stats DBStats
	stmts map[*Stmt]bool
}

// A grant is the connection, or the error, that a waiting caller gets.
type grant struct {
	dc  *driverConn
	err error
}

// A driverConn is a connection. A goroutine holds its mutex while it calls the driver.
type driverConn struct {
	db      *DB
	created time.Time

	sync.Mutex
	conn   driver.Conn
	used   bool // It was used since it was opened or reset.
	closed bool
	stmts  map[*driverStmt]bool

	// The database's mutex guards the following fields.
	inUse    bool
	returned time.Time
	later    []func()
	gone     bool
}

// SetMaxIdleConns sets how many idle connections the pool keeps: 2 by default, none for n <= 0, and never more than may be open.
func (db *DB) SetMaxIdleConns(n int) {
	db.mu.Lock()
	db.maxIdle = max(n, 0)
	if db.maxOpen > 0 {
		db.maxIdle = min(db.maxIdle, db.maxOpen)
	}
	var closing []*driverConn
	if surplus := len(db.idle) - db.maxIdle; surplus > 0 {
		closing = slices.Clone(db.idle[db.maxIdle:])
		db.idle = db.idle[:db.maxIdle]
		db.stats.MaxIdleClosed += int64(surplus)
	}
	db.mu.Unlock()
	for _, dc := range closing {
		dc.close()
	}
}

// SetMaxOpenConns sets how many connections may be open; any number if n <= 0, which is the default.
func (db *DB) SetMaxOpenConns(n int) {
	db.mu.Lock()
	db.maxOpen = max(n, 0)
	tooManyIdle := db.maxOpen > 0 && db.maxIdle > db.maxOpen
	db.mu.Unlock()
	if tooManyIdle {
		db.SetMaxIdleConns(n)
	}
}

// SetConnMaxLifetime sets for how long a connection is used; forever if d <= 0, which is the default.
func (db *DB) SetConnMaxLifetime(d time.Duration) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.maxLife = max(d, 0)
	db.scheduleCleaning()
}

// SetConnMaxIdleTime sets for how long an idle connection is kept; forever if d <= 0, which is the default.
func (db *DB) SetConnMaxIdleTime(d time.Duration) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.idleTime = max(d, 0)
	db.scheduleCleaning()
}

// scheduleCleaning lets clean run when the next idle connection may be too old. The caller has locked the database's mutex.
func (db *DB) scheduleCleaning() {
	if db.isClosed || db.maxLife == 0 && db.idleTime == 0 || db.open == 0 {
		return
	}
	// Cleaning more often than this would cost more than the connections.
	const atLeast = time.Second
	wait := db.maxLife
	if wait == 0 || db.idleTime > 0 && db.idleTime < wait {
		wait = db.idleTime
	}
	for _, dc := range db.idle {
		if db.maxLife > 0 {
			wait = min(wait, time.Until(dc.created.Add(db.maxLife)))
		}
		if db.idleTime > 0 {
			wait = min(wait, time.Until(dc.returned.Add(db.idleTime)))
		}
	}
	wait = max(wait, atLeast)
	if db.cleaner == nil {
		db.cleaner = time.AfterFunc(wait, db.clean)
	} else {
		db.cleaner.Reset(wait)
	}
}

// clean closes idle connections that are too old.
func (db *DB) clean() {
	db.mu.Lock()
	var closing []*driverConn
	if !db.isClosed {
		now := time.Now()
		db.idle = slices.DeleteFunc(db.idle, func(dc *driverConn) bool {
			switch {
			case db.idleTime > 0 && now.Sub(dc.returned) > db.idleTime:
				db.stats.MaxIdleTimeClosed++
			case dc.isExpired():
				db.stats.MaxLifetimeClosed++
			default:
				return false
			}
			closing = append(closing, dc)
			return true
		})
		db.scheduleCleaning()
	}
	db.mu.Unlock()
	for _, dc := range closing {
		dc.close()
	}
}

// Stats returns statistics of the pool.
func (db *DB) Stats() DBStats {
	db.mu.Lock()
	defer db.mu.Unlock()
	stats := db.stats
	stats.MaxOpenConnections = db.maxOpen
	stats.OpenConnections = db.open
	stats.Idle = len(db.idle)
	stats.InUse = db.open - len(db.idle)
	return stats
}

// conn returns a connection for the caller: an idle one unless fresh is set, a new one, or, if no more may be open, the
// next that another caller returns.
func (db *DB) conn(ctx context.Context, fresh bool) (*driverConn, error) {
	db.mu.Lock()
	if db.isClosed {
		db.mu.Unlock()
		return nil, errClosed
	}
	if err := ctx.Err(); err != nil {
		db.mu.Unlock()
		return nil, err
	}
	if last := len(db.idle) - 1; !fresh && last >= 0 {
		// The connection that was used last is used again, so that the others become too old sooner.
		dc := db.idle[last]
		db.idle = slices.Delete(db.idle, last, last+1)
		dc.inUse = true
		expired := dc.isExpired()
		if expired {
			db.stats.MaxLifetimeClosed++
		}
		db.mu.Unlock()
		return dc.ready(ctx, expired)
	}
	if db.maxOpen > 0 && db.open >= db.maxOpen {
		return db.await(ctx, fresh)
	}
	db.open++
	db.mu.Unlock()
	dc, err := db.connect(ctx)
	if err != nil {
		return nil, err
	}
	db.mu.Lock()
	dc.inUse = true
	db.mu.Unlock()
	return dc, nil
}

// connect opens a connection, which the caller has already counted.
func (db *DB) connect(ctx context.Context) (*driverConn, error) {
	conn, err := db.connector.Connect(ctx)
	if err != nil {
		db.mu.Lock()
		db.open--
		db.serveWaiting()
		db.mu.Unlock()
		return nil, err
	}
	return &driverConn{db: db, created: time.Now(), returned: time.Now(), conn: conn, stmts: map[*driverStmt]bool{}}, nil
}

// await waits for a connection. The caller has locked the database's mutex; await unlocks it.
func (db *DB) await(ctx context.Context, fresh bool) (*driverConn, error) {
	w := make(chan grant, 1)
	db.waiting = append(db.waiting, w)
	db.stats.WaitCount++
	db.mu.Unlock()
	begin := time.Now()
	var got grant
	var err error
	select {
	case got = <-w:
	case <-ctx.Done():
		err = ctx.Err()
	}
	db.mu.Lock()
	db.stats.WaitDuration += time.Since(begin)
	if err != nil {
		if at := slices.Index(db.waiting, w); at >= 0 {
			db.waiting = slices.Delete(db.waiting, at, at+1)
		}
	}
	db.mu.Unlock()
	if err != nil {
		select {
		case got := <-w:
			// The connection arrived at the same moment as the end of the context.
			if got.dc != nil {
				db.put(got.dc, got.err, false)
			}
		default:
		}
		return nil, err
	}
	if got.err != nil {
		return nil, got.err
	}
	db.mu.Lock()
	expired := !fresh && got.dc.isExpired()
	if expired {
		db.stats.MaxLifetimeClosed++
	}
	db.mu.Unlock()
	return got.dc.ready(ctx, expired)
}

// isExpired reports whether the connection is too old. The caller has locked the database's mutex.
func (dc *driverConn) isExpired() bool {
	return dc.db.maxLife > 0 && time.Since(dc.created) > dc.db.maxLife
}

// ready resets a connection that was used before, and returns it; ErrBadConn if it can no longer be used.
func (dc *driverConn) ready(ctx context.Context, expired bool) (*driverConn, error) {
	if expired {
		dc.close()
		return nil, driver.ErrBadConn
	}
	dc.Lock()
	var err error
	if dc.used {
		dc.used = false
		if resetter, ok := dc.conn.(driver.SessionResetter); ok {
			err = resetter.ResetSession(ctx)
		}
	}
	dc.Unlock()
	if errors.Is(err, driver.ErrBadConn) {
		dc.close()
		return nil, err
	}
	return dc, nil
}

// putBack returns the connection to the pool, after an operation with this error.
func (dc *driverConn) putBack(err error) { dc.db.put(dc, err, true) }

// put returns a connection to the pool, or closes it if the error is ErrBadConn.
func (db *DB) put(dc *driverConn, err error, wasUsed bool) {
	if !errors.Is(err, driver.ErrBadConn) && !dc.isValid(wasUsed) {
		err = driver.ErrBadConn
	}
	db.mu.Lock()
	if !dc.inUse {
		db.mu.Unlock()
		panic("sql: connection returned that was never out")
	}
	isBad := errors.Is(err, driver.ErrBadConn)
	if !isBad && dc.isExpired() {
		db.stats.MaxLifetimeClosed++
		isBad = true
	}
	for len(dc.later) > 0 {
		later := dc.later
		dc.later = nil
		db.mu.Unlock()
		for _, f := range later {
			f()
		}
		db.mu.Lock()
	}
	dc.inUse = false
	dc.returned = time.Now()
	kept := !isBad && db.keep(dc)
	db.mu.Unlock()
	if !kept {
		dc.close()
	}
}

// keep gives a connection to the caller that has waited longest, or makes it idle; false if the pool is full. The caller has locked the database's mutex.
func (db *DB) keep(dc *driverConn) bool {
	switch {
	case db.isClosed, db.maxOpen > 0 && db.open > db.maxOpen:
		return false
	case len(db.waiting) > 0:
		w := db.waiting[0]
		db.waiting = slices.Delete(db.waiting, 0, 1)
		dc.inUse = true
		w <- grant{dc: dc}
		return true
	case db.maxIdle > len(db.idle):
		db.idle = append(db.idle, dc)
		if db.cleaner == nil {
			db.scheduleCleaning()
		}
		return true
	}
	db.stats.MaxIdleClosed++
	return false
}

// serveWaiting opens connections for callers that wait, as many as the limit allows. The caller has locked the database's mutex.
func (db *DB) serveWaiting() {
	if db.isClosed {
		return
	}
	wanted := len(db.waiting)
	if db.maxOpen > 0 {
		wanted = min(wanted, db.maxOpen-db.open)
	}
	for range wanted {
		db.open++
		go db.serveOne()
	}
}

// serveOne opens a connection and passes it, or the error, to a caller that waits.
func (db *DB) serveOne() {
	conn, err := db.connector.Connect(context.Background())
	db.mu.Lock()
	if err != nil {
		db.open--
		if len(db.waiting) > 0 {
			w := db.waiting[0]
			db.waiting = slices.Delete(db.waiting, 0, 1)
			w <- grant{err: err}
		}
		db.serveWaiting()
		db.mu.Unlock()
		return
	}
	dc := &driverConn{db: db, created: time.Now(), returned: time.Now(), conn: conn, stmts: map[*driverStmt]bool{}}
	kept := db.keep(dc)
	db.mu.Unlock()
	if !kept {
		dc.close()
	}
}
