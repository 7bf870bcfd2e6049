// Packages net/rpc and net/rpc/jsonrpc: what can be registered, calls that succeed and fail, ends of connections, HTTP, and JSON on the wire.
package main

import (
	"bufio"
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/rpc"
	"net/rpc/jsonrpc"
	"os"
	"strings"
)

type Args struct{ A, B int }
type Arith int

func (t *Arith) Add(args Args, reply *int) error  { *reply = args.A + args.B; return nil }
func (t *Arith) Mul(args *Args, reply *int) error { *reply = args.A * args.B; return nil }
func (t *Arith) Div(args Args, reply *int) error {
	if args.B == 0 {
		return errors.New("divide by zero")
	}
	*reply = args.A / args.B
	return nil
}
func (t *Arith) Map(n int, reply *map[string]int) error { (*reply)["n"] = n; return nil }
func (t *Arith) Slice(n int, reply *[]int) error        { *reply = append(*reply, n, n); return nil }
func (t *Arith) unexported(n int, reply *int) error     { return nil }
func (t *Arith) NoPointer(n, m int) error               { return nil }
func (t *Arith) NoError(n int, m *int) int              { return 0 }
func (t *Arith) Hidden(n hidden, m *int) error          { return nil }
func (t *Arith) HiddenReply(n int, m *hidden) error     { return nil }
func (t *Arith) One(n int) error                        { return nil }
func (t *Arith) NoResult(n int, m *int)                 {}

type hidden struct{ X int }

func (hidden) Do(n int, m *int) error { return nil }

type Empty struct{}
type Value struct{}

func (Value) Do(n int, m *int) error { *m = n + 1; return nil }

type Pointed struct{}

func (*Pointed) Do(n int, m *int) error { return nil }

// A wire shows what goes over it.
type wire struct {
	io.ReadWriteCloser
	name string
}

func (w wire) Write(p []byte) (int, error) {
	fmt.Printf("%s %s", w.name, p)
	return w.ReadWriteCloser.Write(p)
}

func calls(c *rpc.Client) {
	var n int
	fmt.Println(c.Call("Arith.Add", Args{7, 8}, &n), n)
	fmt.Println(c.Call("Arith.Mul", &Args{7, 8}, &n), n)
	err := c.Call("Arith.Div", Args{7, 0}, &n)
	_, isServers := err.(rpc.ServerError)
	fmt.Println(err, isServers, n)
	for _, name := range []string{"Arith.Sub", "Arithm.Add", "Arith", "", "Arith.unexported", "Arith.NoPointer", ".Add", "Arith.Add.x"} {
		fmt.Println(c.Call(name, Args{1, 2}, &n))
	}
	m := map[string]int{}
	var s []int
	fmt.Println(c.Call("Arith.Map", 5, &m), m, c.Call("Arith.Slice", 5, &s), s)
	fmt.Println(c.Call("Value.Do", 5, &n), n)
	done := make(chan *rpc.Call, 10)
	for i := range 5 {
		c.Go("Arith.Add", Args{i, i}, new(int), done)
	}
	sum := 0
	for range 5 {
		call := <-done
		sum += *call.Reply.(*int)
	}
	fmt.Println(sum)
}

func server() *rpc.Server {
	s := rpc.NewServer()
	for _, service := range []any{new(Arith), Value{}} {
		if err := s.Register(service); err != nil {
			panic(err)
		}
	}
	return s
}

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	s := server()
	for _, service := range []any{new(Arith), Empty{}, &Empty{}, Pointed{}, hidden{}, &hidden{}, 5, struct{}{}} {
		fmt.Println(s.Register(service))
	}
	fmt.Println(s.RegisterName("other", new(Arith)), s.RegisterName("other", new(Arith)), s.RegisterName("lower", hidden{}), s.RegisterName("", Value{}))

	a, b := net.Pipe()
	go s.ServeConn(b)
	c := rpc.NewClient(a)
	calls(c)
	var n int
	fmt.Println(c.Call("Arith.Add", "text", &n))
	var text string
	fmt.Println(c.Call("Arith.Add", Args{1, 1}, &text))
	fmt.Println(c.Close(), c.Close(), c.Call("Arith.Add", Args{}, &n))

	a, b = net.Pipe()
	c = rpc.NewClient(a)
	go func() { bufio.NewReader(b).ReadByte(); b.Close() }()
	fmt.Println(c.Call("Arith.Add", Args{}, &n))
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		log.SetOutput(io.Discard)
		defer log.SetOutput(os.Stdout)
		c.Go("x", 1, &n, make(chan *rpc.Call))
	}()

	var head bytes.Buffer
	gob.NewEncoder(&head).Encode(rpc.Request{ServiceMethod: "Arith.Add", Seq: 3})
	fmt.Printf("%x\n", head.Bytes())

	s.HandleHTTP("/rpc", "/debug")
	web := httptest.NewServer(http.DefaultServeMux)
	address := strings.TrimPrefix(web.URL, "http://")
	c, err := rpc.DialHTTPPath("tcp", address, "/rpc")
	fmt.Println(err)
	calls(c)
	c.Close()
	_, err = rpc.DialHTTPPath("tcp", address, "/nowhere")
	fmt.Println(strings.Contains(fmt.Sprint(err), "unexpected HTTP response: 404 Not Found"))
	_, err = rpc.DialHTTP("tcp", "127.0.0.1:1")
	fmt.Println(err)
	_, err = rpc.Dial("tcp", "127.0.0.1:1")
	fmt.Println(err)
	res, err := http.Get(web.URL + "/rpc")
	body, _ := io.ReadAll(res.Body)
	fmt.Printf("%s %q %s %v\n", res.Status, body, res.Header.Get("Content-Type"), err)
	res, _ = http.Get(web.URL + "/debug")
	body, _ = io.ReadAll(res.Body)
	fmt.Println(res.Status, strings.Contains(string(body), "Arith"), strings.Contains(string(body), "Add"))
	web.Close()

	a, b = net.Pipe()
	go s.ServeCodec(jsonrpc.NewServerCodec(wire{b, "<-"}))
	c = jsonrpc.NewClient(wire{a, "->"})
	calls2 := []struct {
		method string
		args   any
	}{{"Arith.Add", Args{1, 2}}, {"Arith.Div", Args{1, 0}}, {"Arith.None", nil}, {"Value.Do", 4}, {"Value.Do", "x"}, {"Value.Do", nil}}
	for _, call := range calls2 {
		fmt.Println(c.Call(call.method, call.args, &n), n)
	}
	c.Close()

	for _, request := range []string{
		`{"method":"Value.Do","params":[1],"id":"text"}`, `{"method":"Value.Do","params":[1],"id":null}`, `{"method":"Value.Do","params":[1]}`,
		`{"method":"Value.Do","id":1}`, `{"method":"Value.Do","params":[],"id":2}`, `{"method":"Value.Do","params":{"a":1},"id":2}`,
		`{"method":"Value.Do","params":[1,2],"id":2}`, `{}`, `[]`, `{"method":"No.Do","params":[1],"id":[1]}`, `x`,
	} {
		a, b := net.Pipe()
		go s.ServeCodec(jsonrpc.NewServerCodec(b))
		go func() { fmt.Fprintln(a, request) }()
		var answer [200]byte
		n, err := a.Read(answer[:])
		fmt.Printf("%s: %q %v\n", request, answer[:n], err)
		a.Close()
	}
	for _, response := range []string{
		`{"id":0,"result":5,"error":null}`, `{"id":0,"result":5,"error":"bad"}`, `{"id":0,"result":5,"error":""}`, `{"id":0,"result":5,"error":{"code":1}}`,
		`{"id":0,"result":null}`, `{"id":0,"result":"x","error":null}`, `{"id":0}`, `x`, `{"id":0,"result":null,"error":5}`,
	} {
		a, b := net.Pipe()
		go func() {
			bufio.NewReader(b).ReadString('\n')
			fmt.Fprintln(b, response)
			b.Close()
		}()
		n := -1
		err := jsonrpc.NewClient(a).Call("M.D", 1, &n)
		fmt.Printf("%s: %v %d\n", response, err, n)
	}
}

// Output:
// rpc: service already defined: Arith
// rpc.Register: type Empty has no exported methods of suitable type
// rpc.Register: type Empty has no exported methods of suitable type
// rpc.Register: type Empty has no exported methods of suitable type
// rpc.Register: type Empty has no exported methods of suitable type
// rpc.Register: type Pointed has no exported methods of suitable type (hint: pass a pointer to value of that type)
// rpc.Register: type Pointed has no exported methods of suitable type (hint: pass a pointer to value of that type)
// rpc.Register: type hidden is not exported
// rpc.Register: type hidden is not exported
// rpc.Register: type hidden is not exported
// rpc.Register: type hidden is not exported
// rpc.Register: type int is not exported
// rpc.Register: type int is not exported
// rpc.Register: no service name for type struct {}
// rpc.Register: no service name for type struct {}
// rpc.Register: no service name for type main.Value
// <nil> rpc: service already defined: other <nil> rpc.Register: no service name for type main.Value
// <nil> 15
// <nil> 56
// divide by zero true 56
// rpc: can't find method Arith.Sub
// rpc: can't find service Arithm.Add
// rpc: service/method request ill-formed: Arith
// rpc: service/method request ill-formed:
// rpc: can't find method Arith.unexported
// rpc: can't find method Arith.NoPointer
// rpc: can't find service .Add
// rpc: can't find service Arith.Add.x
// <nil> map[n:5] <nil> [5 5]
// <nil> 6
// 20
// gob: type mismatch in decoder: want struct type main.Args; got non-struct
// reading body gob: decoding into local type *string, received remote type int
// <nil> connection is shut down connection is shut down
// unexpected EOF
// true
// 2e7f030101075265717565737401ff80000102010d536572766963654d6574686f64010c000103536571010600000010ff80010941726974682e416464010300
// <nil>
// <nil> 15
// <nil> 56
// divide by zero true 56
// rpc: can't find method Arith.Sub
// rpc: can't find service Arithm.Add
// rpc: service/method request ill-formed: Arith
// rpc: service/method request ill-formed:
// rpc: can't find method Arith.unexported
// rpc: can't find method Arith.NoPointer
// rpc: can't find service .Add
// rpc: can't find service Arith.Add.x
// <nil> map[n:5] <nil> [5 5]
// <nil> 6
// 20
// true
// dial tcp 127.0.0.1:1: connect: connection refused
// dial tcp 127.0.0.1:1: connect: connection refused
// 405 Method Not Allowed "405 must CONNECT\n" text/plain; charset=utf-8 <nil>
// 200 OK true true
// -> {"method":"Arith.Add","params":[{"A":1,"B":2}],"id":0}
// <- {"id":0,"result":3,"error":null}
// <nil> 3
// -> {"method":"Arith.Div","params":[{"A":1,"B":0}],"id":1}
// <- {"id":1,"result":null,"error":"divide by zero"}
// divide by zero 3
// -> {"method":"Arith.None","params":[null],"id":2}
// <- {"id":2,"result":null,"error":"rpc: can't find method Arith.None"}
// rpc: can't find method Arith.None 3
// -> {"method":"Value.Do","params":[4],"id":3}
// <- {"id":3,"result":5,"error":null}
// <nil> 5
// -> {"method":"Value.Do","params":["x"],"id":4}
// <- {"id":4,"result":null,"error":"json: cannot unmarshal string into .0 of type int"}
// json: cannot unmarshal string into .0 of type int 5
// -> {"method":"Value.Do","params":[null],"id":5}
// <- {"id":5,"result":1,"error":null}
// <nil> 1
// {"method":"Value.Do","params":[1],"id":"text"}: "{\"id\":\"text\",\"result\":2,\"error\":null}\n" <nil>
// {"method":"Value.Do","params":[1],"id":null}: "{\"id\":null,\"result\":2,\"error\":null}\n" <nil>
// {"method":"Value.Do","params":[1]}: "{\"id\":null,\"result\":2,\"error\":null}\n" <nil>
// {"method":"Value.Do","id":1}: "{\"id\":1,\"result\":null,\"error\":\"jsonrpc: request body missing params\"}\n" <nil>
// {"method":"Value.Do","params":[],"id":2}: "{\"id\":2,\"result\":1,\"error\":null}\n" <nil>
// {"method":"Value.Do","params":{"a":1},"id":2}: "{\"id\":2,\"result\":null,\"error\":\"json: cannot unmarshal object into Go value of type [1]interface {}\"}\n" <nil>
// {"method":"Value.Do","params":[1,2],"id":2}: "{\"id\":2,\"result\":2,\"error\":null}\n" <nil>
// {}: "{\"id\":null,\"result\":null,\"error\":\"rpc: service/method request ill-formed: \"}\n" <nil>
// []: "" EOF
// {"method":"No.Do","params":[1],"id":[1]}: "{\"id\":[1],\"result\":null,\"error\":\"rpc: can't find service No.Do\"}\n" <nil>
// x: "" EOF
// {"id":0,"result":5,"error":null}: <nil> 5
// {"id":0,"result":5,"error":"bad"}: bad -1
// {"id":0,"result":5,"error":""}: unspecified error -1
// {"id":0,"result":5,"error":{"code":1}}: invalid error map[code:1] -1
// {"id":0,"result":null}: invalid error <nil> -1
// {"id":0,"result":"x","error":null}: reading body json: cannot unmarshal string into Go value of type int -1
// {"id":0}: invalid error <nil> -1
// x: invalid character 'x' looking for beginning of value -1
// {"id":0,"result":null,"error":5}: invalid error 5 -1
