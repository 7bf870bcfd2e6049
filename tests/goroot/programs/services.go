// RPC, SQL with a driver of its own, mail to a server of its own.
package main

import (
	"bufio"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"net/rpc"
	"net/rpc/jsonrpc"
	"net/smtp"
	"strings"
)

type Arith int

type Args struct{ A, B int }

func (*Arith) Multiply(args *Args, reply *int) error { *reply = args.A * args.B; return nil }
func (*Arith) Divide(args Args, reply *int) error {
	if args.B == 0 {
		return errors.New("divide by zero")
	}
	*reply = args.A / args.B
	return nil
}

type fakeDriver struct{}
type conn struct{}
type stmt struct{ query string }
type rows struct{ at int }

func (fakeDriver) Open(name string) (driver.Conn, error)    { return conn{}, nil }
func (conn) Prepare(q string) (driver.Stmt, error)          { return stmt{q}, nil }
func (conn) Close() error                                   { return nil }
func (conn) Begin() (driver.Tx, error)                      { return conn{}, nil }
func (conn) Commit() error                                  { return nil }
func (conn) Rollback() error                                { return nil }
func (stmt) Close() error                                   { return nil }
func (s stmt) NumInput() int                                { return strings.Count(s.query, "?") }
func (stmt) Exec(args []driver.Value) (driver.Result, error) { return driver.RowsAffected(len(args)), nil }
func (stmt) Query(args []driver.Value) (driver.Rows, error)  { return &rows{}, nil }
func (*rows) Columns() []string                             { return []string{"id", "name"} }
func (*rows) Close() error                                  { return nil }
func (r *rows) Next(dest []driver.Value) error {
	if r.at == 3 {
		return io.EOF
	}
	r.at++
	dest[0], dest[1] = int64(r.at), []byte(strings.Repeat("x", r.at))
	return nil
}

func init() { sql.Register("fake", fakeDriver{}) }

func main() {
	rpc.Register(new(Arith))
	for _, json := range []bool{false, true} {
		a, b := net.Pipe()
		var client *rpc.Client
		if json {
			client = jsonrpc.NewClient(b)
			go jsonrpc.ServeConn(a)
		} else {
			client = rpc.NewClient(b)
			go rpc.ServeConn(a)
		}
		var reply int
		fmt.Println(client.Call("Arith.Multiply", &Args{6, 7}, &reply), reply)
		fmt.Println(client.Call("Arith.Divide", Args{6, 0}, &reply))
		fmt.Println(client.Call("Arith.None", Args{}, &reply))
		client.Close()
	}
	db, err := sql.Open("fake", "x")
	fmt.Println(err, db.Ping())
	list, err := db.Query("select", )
	for list.Next() {
		var id int
		var name string
		fmt.Println(list.Scan(&id, &name), id, name)
	}
	tx, _ := db.Begin()
	result, err := tx.Exec("insert ?, ?", 1, "a")
	count, _ := result.RowsAffected()
	fmt.Println(count, err, tx.Commit(), tx.Commit())
	_, err = db.Exec("insert ?")
	fmt.Println(err)
	fmt.Println(db.Close(), db.Ping())

	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	done := make(chan []string)
	go func() {
		c, _ := listener.Accept()
		var seen []string
		fmt.Fprint(c, "220 hi\r\n")
		in := bufio.NewScanner(c)
		data := false
		for in.Scan() {
			line := in.Text()
			if i := strings.Index(line, "localhost"); i >= 0 {
				line = line[:i]
			}
			seen = append(seen, line)
			switch {
			case data && line == ".":
				data = false
				fmt.Fprint(c, "250 ok\r\n")
			case data:
			case line == "DATA":
				data = true
				fmt.Fprint(c, "354 go\r\n")
			case line == "QUIT":
				fmt.Fprint(c, "221 bye\r\n")
				c.Close()
			default:
				fmt.Fprint(c, "250 ok\r\n")
			}
		}
		done <- seen
	}()
	fmt.Println(smtp.SendMail(listener.Addr().String(), nil, "a@b", []string{"c@d"}, []byte("Subject: x\r\n\r\nhello\r\n.dot\r\n")))
	fmt.Printf("%q\n", <-done)
}
