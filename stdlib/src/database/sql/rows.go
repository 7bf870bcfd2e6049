package sql

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"sync/atomic"
)

// Rows are the result of a query. They begin before the first row.
type Rows struct {
	dc        *driverConn
	release   func(error)
	rowsi     driver.Rows
	closeStmt func() error // closes a statement that was prepared for this query
	cancel    func()       // ends the goroutine that waits for the end of the context
	// ended holds the error of the context, after it has ended.
	ended atomic.Pointer[error]

	// Users of the rows hold the lock for reading; the goroutine that closes the rows waits for them. Scan holds it for RawBytes until the next call.
	users   usersLock
	hasHold bool
	closed  bool
	lastErr error // io.EOF at the end
	row     []driver.Value
	hasRow  bool
	hitEnd  bool
	raw     []byte
}

// endWith closes the rows when the query's context ends, or that of the transaction if it is not nil.
func (rs *Rows) endWith(ctx, ofTx context.Context) {
	if doneOf(ctx) == nil && doneOf(ofTx) == nil {
		return
	}
	closing, cancel := context.WithCancel(ctx)
	rs.cancel = cancel
	go rs.awaitEnd(ctx, ofTx, closing)
}

func doneOf(ctx context.Context) <-chan struct{} {
	if ctx == nil {
		return nil
	}
	return ctx.Done()
}

func (rs *Rows) awaitEnd(ctx, ofTx, closing context.Context) {
	var over context.Context // the context whose error closes the rows; nil if they are closed, or if the cancellation of ctx was only the close
	select {
	case <-closing.Done():
	case <-doneOf(ofTx):
		over = ofTx
	case <-doneOf(ctx):
		over = ctx
	}
	if over != nil {
		err := over.Err()
		rs.ended.Store(&err)
	}
	rs.close(ctx.Err())
}

// letGo releases the lock that Scan holds for RawBytes.
func (rs *Rows) letGo() {
	if rs.hasHold {
		rs.hasHold = false
		rs.raw = rs.raw[:0]
		rs.users.RUnlock()
	}
}

// Close closes the rows. A program may call it again.
func (rs *Rows) Close() error {
	rs.letGo()
	return rs.close(nil)
}

// close closes the rows; err is the error that caused it, or nil.
func (rs *Rows) close(err error) error {
	rs.users.Lock()
	defer rs.users.Unlock()
	if rs.closed {
		return nil
	}
	rs.closed = true
	if rs.lastErr == nil {
		rs.lastErr = err
	}
	rs.dc.Lock()
	err = rs.rowsi.Close()
	rs.dc.Unlock()
	if rs.cancel != nil {
		rs.cancel()
	}
	if rs.closeStmt != nil {
		rs.closeStmt()
	}
	rs.release(err)
	return err
}

// Next advances to the next row; false at the end, and after an error. Then it closes the rows, unless there is another result set.
func (rs *Rows) Next() bool {
	rs.letGo()
	if rs.ended.Load() != nil {
		return false
	}
	rs.users.RLock()
	more, isOver := rs.next()
	rs.users.RUnlock()
	if isOver {
		rs.hitEnd = true
		if err := rs.close(nil); err != nil && rs.lastErr == io.EOF {
			rs.lastErr = err
		}
	}
	return more
}

// next advances to the next row, and reports whether the caller must close the rows.
func (rs *Rows) next() (more, isOver bool) {
	if rs.closed {
		return false, false
	}
	rs.dc.Lock()
	defer rs.dc.Unlock()
	if scanner, ok := rs.rowsi.(driver.RowsColumnScanner); ok {
		rs.lastErr = scanner.NextRow()
	} else {
		if rs.row == nil {
			rs.row = make([]driver.Value, len(rs.rowsi.Columns()))
		}
		rs.lastErr = rs.rowsi.Next(rs.row)
	}
	rs.hasRow = rs.lastErr == nil
	if rs.lastErr == nil {
		return true, false
	}
	if rs.lastErr != io.EOF {
		return false, true
	}
	sets, ok := rs.rowsi.(driver.RowsNextResultSet)
	return false, !ok || !sets.HasNextResultSet()
}

// NextResultSet advances to the next result set, before its first row; false if there is none, and after an error.
func (rs *Rows) NextResultSet() bool {
	rs.letGo()
	rs.users.RLock()
	more, isOver := rs.nextSet()
	rs.users.RUnlock()
	if isOver {
		rs.close(nil)
	}
	return more
}

func (rs *Rows) nextSet() (more, isOver bool) {
	if rs.closed {
		return false, false
	}
	rs.row, rs.hasRow = nil, false
	sets, ok := rs.rowsi.(driver.RowsNextResultSet)
	if !ok {
		return false, true
	}
	rs.dc.Lock()
	defer rs.dc.Unlock()
	rs.lastErr = sets.NextResultSet()
	return rs.lastErr == nil, rs.lastErr != nil
}

// Err returns the error that ended the iteration; nil if the rows ended normally.
func (rs *Rows) Err() error {
	// After the last row the error of a context does not matter.
	if !rs.hitEnd {
		if err := rs.ended.Load(); err != nil {
			return *err
		}
	}
	rs.users.RLock()
	defer rs.users.RUnlock()
	if rs.lastErr == io.EOF {
		return nil
	}
	return rs.lastErr
}

// errClosed returns the error of operations on closed rows.
func (rs *Rows) errClosed() error {
	if rs.lastErr != nil && rs.lastErr != io.EOF {
		return rs.lastErr
	}
	return errors.New("sql: Rows are closed")
}

// Columns returns the names of the columns.
func (rs *Rows) Columns() ([]string, error) {
	rs.users.RLock()
	defer rs.users.RUnlock()
	if rs.closed {
		return nil, rs.errClosed()
	}
	rs.dc.Lock()
	defer rs.dc.Unlock()
	return rs.rowsi.Columns(), nil
}

// ColumnTypes returns what the driver knows about the columns.
func (rs *Rows) ColumnTypes() ([]*ColumnType, error) {
	rs.users.RLock()
	defer rs.users.RUnlock()
	if rs.closed {
		return nil, rs.errClosed()
	}
	rs.dc.Lock()
	defer rs.dc.Unlock()
	names := rs.rowsi.Columns()
	types := make([]*ColumnType, len(names))
	for i, name := range names {
		types[i] = columnType(rs.rowsi, i, name)
	}
	return types, nil
}

// Scan writes the values of the row to the variables that the arguments point to, one for each column.
func (rs *Rows) Scan(dest ...any) error {
	rs.letGo()
	rs.users.RLock()
	err := rs.scan(dest)
	if err == nil && slices.ContainsFunc(dest, isRaw) {
		rs.hasHold = true
		return nil
	}
	rs.users.RUnlock()
	return err
}

func isRaw(dest any) bool {
	_, ok := dest.(*RawBytes)
	return ok
}

func (rs *Rows) scan(dest []any) error {
	if rs.lastErr != nil && rs.lastErr != io.EOF {
		return rs.lastErr
	}
	if err := rs.ended.Load(); err != nil {
		return *err
	}
	if rs.closed {
		return rs.errClosed()
	}
	scanner, scans := rs.rowsi.(driver.RowsColumnScanner)
	if !rs.hasRow && (scans || rs.row == nil) {
		return errors.New("sql: Scan called without calling Next")
	}
	var names []string
	count := len(rs.row)
	if scans {
		names = rs.rowsi.Columns()
		count = len(names)
	}
	if len(dest) != count {
		return fmt.Errorf("sql: expected %d destination arguments in Scan, not %d", count, len(dest))
	}
	rs.raw = rs.raw[:0]
	for i, to := range dest {
		var err error
		if scans {
			err = scanner.ScanColumn(driver.ScanContext{Rows: rs}, i, to)
		} else {
			err = assign(to, rs.row[i], rs)
		}
		if err != nil {
			return fmt.Errorf("sql: Scan error on column index %d, name %q: %w", i, rs.rowsi.Columns()[i], err)
		}
	}
	return nil
}

// A Row is the result of a query for one row.
type Row struct {
	err  error
	rows *Rows
}

// Err returns the error of the query, which Scan returns, too.
func (r *Row) Err() error { return r.err }

// Scan writes the values of the first row, as Rows.Scan does; ErrNoRows means that there is none.
func (r *Row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if slices.ContainsFunc(dest, isRaw) {
		return errors.New("sql: RawBytes isn't allowed on Row.Scan")
	}
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return ErrNoRows
	}
	if err := r.rows.Scan(dest...); err != nil {
		return err
	}
	// Close may return an error of the query.
	return r.rows.Close()
}

// A ColumnType describes a column.
type ColumnType struct {
	name         string
	databaseType string
	scanType     reflect.Type

	hasLength   bool
	length      int64
	hasNullable bool
	nullable    bool
	hasDecimal  bool
	precision   int64
	scale       int64
}

// columnType asks the driver for the properties of a column.
func columnType(rows driver.Rows, i int, name string) *ColumnType {
	ci := &ColumnType{name: name, scanType: anyType}
	if knows, ok := rows.(driver.RowsColumnTypeDatabaseTypeName); ok {
		ci.databaseType = knows.ColumnTypeDatabaseTypeName(i)
	}
	if knows, ok := rows.(driver.RowsColumnTypeScanType); ok {
		ci.scanType = knows.ColumnTypeScanType(i)
	}
	if knows, ok := rows.(driver.RowsColumnTypePrecisionScale); ok {
		ci.precision, ci.scale, ci.hasDecimal = knows.ColumnTypePrecisionScale(i)
	}
	if knows, ok := rows.(driver.RowsColumnTypeLength); ok {
		ci.length, ci.hasLength = knows.ColumnTypeLength(i)
	}
	if knows, ok := rows.(driver.RowsColumnTypeNullable); ok {
		ci.nullable, ci.hasNullable = knows.ColumnTypeNullable(i)
	}
	return ci
}

// Name returns the name of the column.
func (ci *ColumnType) Name() string { return ci.name }

// Length returns the greatest length of text or bytes in the column; math.MaxInt64 means any.
func (ci *ColumnType) Length() (length int64, ok bool) { return ci.length, ci.hasLength }

// DecimalSize returns how many digits a decimal number of the column has, and how many of them behind the point.
func (ci *ColumnType) DecimalSize() (precision, scale int64, ok bool) {
	return ci.precision, ci.scale, ci.hasDecimal
}

// ScanType returns a type that Scan can write values of the column to; any if the driver does not know one.
func (ci *ColumnType) ScanType() reflect.Type { return ci.scanType }

// Nullable reports whether the column may have null.
func (ci *ColumnType) Nullable() (nullable, ok bool) { return ci.nullable, ci.hasNullable }

// DatabaseTypeName returns the database's name of the type, without a length.
func (ci *ColumnType) DatabaseTypeName() string { return ci.databaseType }
