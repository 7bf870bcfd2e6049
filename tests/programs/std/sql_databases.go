// Package database/sql with a driver in memory: queries, arguments, rows, transactions, prepared statements, and the pool.
package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A store is a database of one table: lines of a name and a number.
type store struct {
	rows  [][]driver.Value
	opens int
	log   []string
}

func (s *store) Open(name string) (driver.Conn, error) {
	if name == "nowhere" {
		return nil, errors.New("no such place")
	}
	s.opens++
	return &conn{s: s}, nil
}

type conn struct {
	s     *store
	saved [][]driver.Value
	bad   bool
}

func (c *conn) Prepare(q string) (driver.Stmt, error) {
	if c.bad {
		return nil, driver.ErrBadConn
	}
	verb, _, _ := strings.Cut(q, " ")
	if !slices.Contains([]string{"INSERT", "SELECT", "DELETE", "BREAK"}, verb) {
		return nil, fmt.Errorf("syntax error near %q", verb)
	}
	return &stmt{c, verb, strings.Count(q, "?")}, nil
}
func (c *conn) Close() error { c.s.log = append(c.s.log, "close"); return nil }
func (c *conn) Begin() (driver.Tx, error) {
	c.saved = slices.Clone(c.s.rows)
	return c, nil
}
func (c *conn) Commit() error { c.s.log = append(c.s.log, "commit"); return nil }
func (c *conn) Rollback() error {
	c.s.rows = c.saved
	c.s.log = append(c.s.log, "rollback")
	return nil
}

type stmt struct {
	c    *conn
	verb string
	n    int
}

func (s *stmt) Close() error  { return nil }
func (s *stmt) NumInput() int { return s.n }
func (s *stmt) Exec(args []driver.Value) (driver.Result, error) {
	switch s.verb {
	case "INSERT":
		s.c.s.rows = append(s.c.s.rows, slices.Clone(args))
		return driver.RowsAffected(1), nil
	case "BREAK":
		s.c.bad = true
		return nil, driver.ErrBadConn
	}
	n := len(s.c.s.rows)
	s.c.s.rows = nil
	return driver.RowsAffected(n), nil
}
func (s *stmt) Query(args []driver.Value) (driver.Rows, error) {
	var found [][]driver.Value
	for _, row := range s.c.s.rows {
		if len(args) == 0 || row[0] == args[0] {
			found = append(found, row)
		}
	}
	return &rows{found}, nil
}

type rows struct{ left [][]driver.Value }

func (r *rows) Columns() []string { return []string{"name", "n"} }
func (r *rows) Close() error      { return nil }
func (r *rows) Next(dest []driver.Value) error {
	if len(r.left) == 0 {
		return io.EOF
	}
	copy(dest, r.left[0])
	r.left = r.left[1:]
	return nil
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	s := &store{}
	sql.Register("store", s)
	fmt.Println(sql.Drivers())
	_, err := sql.Open("other", "")
	fmt.Println(err)
	db, err := sql.Open("nowhere", "")
	fmt.Println(db == nil, err)
	db, _ = sql.Open("store", "nowhere")
	fmt.Println(db.Ping())
	db, err = sql.Open("store", "here")
	must(err)

	for i, name := range []string{"a", "b", "c"} {
		res, err := db.Exec("INSERT ?, ?", name, i)
		must(err)
		n, err := res.RowsAffected()
		_, err2 := res.LastInsertId()
		fmt.Println(n, err, err2)
	}
	_, err = db.Exec("INSERT ?, ?", "x")
	fmt.Println(err)
	_, err = db.Exec("INSERT ?, ?", "x", []int{1})
	fmt.Println(err)
	_, err = db.Exec("INSERT ?, ?", "x", sql.Named("n", 1))
	fmt.Println(err)
	_, err = db.Exec("UPSET")
	fmt.Println(err)

	all, err := db.Query("SELECT")
	must(err)
	cols, _ := all.Columns()
	types, _ := all.ColumnTypes()
	fmt.Println(cols, types[0].Name(), types[0].ScanType(), all.Scan(nil))
	for all.Next() {
		var name string
		var n uint8
		fmt.Println(all.Scan(&name), all.Scan(&n, &n), all.Scan(&name, &n), name, n)
	}
	fmt.Println(all.Err(), all.Close(), all.Next(), all.Scan(nil))
	_, err = all.Columns()
	fmt.Println(err)

	var n sql.NullInt64
	fmt.Println(db.QueryRow("SELECT ?", "b").Scan(new(string), &n), n)
	fmt.Println(db.QueryRow("SELECT ?", "z").Scan(new(string), &n), errors.Is(db.QueryRow("SELECT ?", "z").Scan(), sql.ErrNoRows))
	fmt.Println(db.QueryRow("SELECT ?", "b").Scan(new(sql.RawBytes), &n))

	_, err = db.Exec("INSERT ?, ?", "null", nil)
	must(err)
	var t time.Time
	fmt.Println(db.QueryRow("SELECT ?", "null").Scan(new(any), &n), n.Valid)
	fmt.Println(db.QueryRow("SELECT ?", "null").Scan(new(any), new(int)))
	fmt.Println(db.QueryRow("SELECT ?", "a").Scan(new(any), &t))

	tx, err := db.Begin()
	must(err)
	_, err = tx.Exec("DELETE")
	must(err)
	fmt.Println(tx.QueryRow("SELECT").Scan(new(string), &n), tx.Rollback(), tx.Commit())
	_, err = tx.Query("SELECT")
	fmt.Println(err, len(s.rows))
	_, err = db.BeginTx(context.Background(), &sql.TxOptions{Isolation: sql.LevelSerializable})
	fmt.Println(err)
	_, err = db.BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true})
	fmt.Println(err)

	ins, err := db.Prepare("INSERT ?, ?")
	must(err)
	tx, _ = db.Begin()
	_, err = tx.Stmt(ins).Exec("d", 3.0)
	fmt.Println(err, tx.Commit(), ins.Close())
	_, err = ins.Exec("e", 4)
	fmt.Println(err, len(s.rows))

	_, err = db.Exec("BREAK")
	fmt.Println(err, s.opens, strings.Join(s.log, " "))

	ctx, cancel := context.WithCancel(context.Background())
	own, err := db.Conn(ctx)
	must(err)
	fmt.Println(own.Raw(func(c any) error { fmt.Printf("%T\n", c); return nil }), own.PingContext(ctx))
	fmt.Println(own.Close(), own.Close())
	cancel()
	_, err = db.QueryContext(ctx, "SELECT")
	fmt.Println(err)

	db.SetMaxOpenConns(1)
	held, _ := db.Conn(context.Background())
	// It ends when the caller waits for a connection, and not before.
	waits, giveUp := context.WithCancel(context.Background())
	go func() {
		for db.Stats().WaitCount == 0 {
			runtime.Gosched()
		}
		giveUp()
	}()
	_, err = db.Conn(waits)
	st := db.Stats()
	fmt.Println(err, st.MaxOpenConnections, st.InUse, st.WaitCount)
	got := make(chan error)
	go func() { got <- db.Ping() }()
	must(held.Close())
	fmt.Println(<-got)
	fmt.Println(db.Close(), db.Ping())
}

// Output:
// [store]
// sql: unknown driver "other" (forgotten import?)
// true sql: unknown driver "nowhere" (forgotten import?)
// no such place
// 1 <nil> LastInsertId is not supported by this driver
// 1 <nil> LastInsertId is not supported by this driver
// 1 <nil> LastInsertId is not supported by this driver
// sql: expected 2 arguments, got 1
// sql: converting argument $2 type: unsupported type []int, a slice of int
// sql: driver does not support the use of Named Parameters
// syntax error near "UPSET"
// [name n] name interface {} sql: Scan called without calling Next
// sql: expected 2 destination arguments in Scan, not 1 sql: Scan error on column index 0, name "name": converting driver.Value type string ("a") to a uint8: invalid syntax <nil> a 0
// sql: expected 2 destination arguments in Scan, not 1 sql: Scan error on column index 0, name "name": converting driver.Value type string ("b") to a uint8: invalid syntax <nil> b 1
// sql: expected 2 destination arguments in Scan, not 1 sql: Scan error on column index 0, name "name": converting driver.Value type string ("c") to a uint8: invalid syntax <nil> c 2
// <nil> <nil> false sql: Rows are closed
// sql: Rows are closed
// <nil> {1 true}
// sql: no rows in result set true
// sql: RawBytes isn't allowed on Row.Scan
// <nil> false
// sql: Scan error on column index 1, name "n": converting NULL to int is unsupported
// sql: Scan error on column index 1, name "n": unsupported Scan, storing driver.Value type int64 into type *time.Time
// sql: no rows in result set <nil> sql: transaction has already been committed or rolled back
// sql: transaction has already been committed or rolled back 4
// sql: driver does not support non-default isolation level
// sql: driver does not support read-only transactions
// <nil> <nil> <nil>
// sql: statement is closed 5
// driver: bad connection 3 rollback commit close close close
// *main.conn
// <nil> <nil>
// <nil> sql: connection is already closed
// context canceled
// context canceled 1 1 1
// <nil>
// <nil> sql: database is closed
