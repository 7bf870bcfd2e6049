// Package rpc lets a program call methods of values in another program, over a connection. Arguments and results are
// encoded as gobs, unless there is another codec.
package rpc

import (
	"bufio"
	"encoding/gob"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// The paths of HandleHTTP: for calls, and for a page that lists the methods.
const (
	DefaultRPCPath   = "/_goRPC_"
	DefaultDebugPath = "/debug/rpc"
)

// connected is the status with which a server accepts a client over HTTP.
const connected = "200 Connected to Go RPC"

// A Request precedes the argument of a call.
type Request struct {
	ServiceMethod string
	Seq           uint64
}

// A Response precedes the result of a call.
type Response struct {
	ServiceMethod string
	Seq           uint64
	Error         string
}

// A ServerCodec reads calls from a connection and writes their results. If a body is nil, it reads and drops the body.
type ServerCodec interface {
	ReadRequestHeader(*Request) error
	ReadRequestBody(any) error
	WriteResponse(*Response, any) error
	Close() error
}

// noResult replaces the result if there is an error.
var noResult = struct{}{}

// A method is a method that clients can call.
type method struct {
	function   reflect.Value
	arg, reply reflect.Type
	calls      atomic.Int64
}

// A service is a value with its methods.
type service struct {
	name     string
	receiver reflect.Value
	methods  map[string]*method
}

// A Server has values whose methods clients can call.
type Server struct {
	services sync.Map // from name to *service
}

// NewServer returns a server without values.
func NewServer() *Server { return new(Server) }

// DefaultServer is the server of the package's functions.
var DefaultServer = NewServer()

// Register makes the methods of a value callable as "Type.Method": exported ones with an argument and a pointer to the
// result, both of exported types, that return an error. If the type has no such methods, Register returns an error,
// which it also logs.
func (server *Server) Register(rcvr any) error { return server.register(rcvr, "", false) }

// RegisterName is Register with another name in place of the type's.
func (server *Server) RegisterName(name string, rcvr any) error {
	return server.register(rcvr, name, true)
}

func (server *Server) register(rcvr any, name string, isNamed bool) error {
	v := reflect.ValueOf(rcvr)
	t := v.Type()
	if !isNamed {
		name = reflect.Indirect(v).Type().Name()
	}
	refuse := func(text string) error {
		log.Println(text)
		return errors.New(text)
	}
	if name == "" {
		return refuse("rpc.Register: no service name for type " + t.String())
	}
	if !isNamed && !isExported(name) {
		return refuse("rpc.Register: type " + name + " is not exported")
	}
	methods := methodsOf(t)
	if len(methods) == 0 {
		hint := ""
		if len(methodsOf(reflect.PointerTo(t))) > 0 {
			hint = " (hint: pass a pointer to value of that type)"
		}
		return refuse("rpc.Register: type " + name + " has no exported methods of suitable type" + hint)
	}
	if _, exists := server.services.LoadOrStore(name, &service{name, v, methods}); exists {
		return errors.New("rpc: service already defined: " + name)
	}
	return nil
}

// methodsOf returns the methods of a type that can be called.
func methodsOf(t reflect.Type) map[string]*method {
	methods := map[string]*method{}
	for m := range t.Methods() {
		if m.IsExported() && m.Type.NumIn() == 3 && m.Type.NumOut() == 1 {
			arg, reply := m.Type.In(1), m.Type.In(2)
			if isPublic(arg) && reply.Kind() == reflect.Pointer && isPublic(reply) && m.Type.Out(0) == reflect.TypeFor[error]() {
				methods[m.Name] = &method{function: m.Func, arg: arg, reply: reply}
			}
		}
	}
	return methods
}

// isPublic reports whether the type, or its element type if it is a pointer, is exported or predeclared.
func isPublic(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return isExported(t.Name()) || t.PkgPath() == ""
}

func isExported(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// find returns the method of a request.
func (server *Server) find(name string) (*service, *method, error) {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return nil, nil, errors.New("rpc: service/method request ill-formed: " + name)
	}
	found, ok := server.services.Load(name[:dot])
	if !ok {
		return nil, nil, errors.New("rpc: can't find service " + name)
	}
	s := found.(*service)
	m := s.methods[name[dot+1:]]
	if m == nil {
		return nil, nil, errors.New("rpc: can't find method " + name)
	}
	return s, m, nil
}

// A call is a call that the server has read.
type call struct {
	request    Request
	service    *service
	method     *method
	arg, reply reflect.Value
}

// errOver means that nothing more can be read from a connection.
type errOver struct{ error }

// read reads a call. After errOver the connection cannot be used; the server answers the call with any other error.
func (server *Server) read(codec ServerCodec) (*call, error) {
	c := new(call)
	if err := codec.ReadRequestHeader(&c.request); err != nil {
		if err != io.EOF && err != io.ErrUnexpectedEOF {
			err = errors.New("rpc: server cannot decode request: " + err.Error())
		}
		return nil, errOver{err}
	}
	var err error
	if c.service, c.method, err = server.find(c.request.ServiceMethod); err != nil {
		codec.ReadRequestBody(nil)
		return c, err
	}
	// The codec needs a pointer; the method may need a value.
	t := c.method.arg
	isValue := t.Kind() != reflect.Pointer
	if isValue {
		t = reflect.PointerTo(t)
	}
	c.arg = reflect.New(t.Elem())
	if err := codec.ReadRequestBody(c.arg.Interface()); err != nil {
		return c, err
	}
	if isValue {
		c.arg = c.arg.Elem()
	}
	c.reply = reflect.New(c.method.reply.Elem())
	switch to := c.reply.Elem(); to.Kind() {
	case reflect.Map:
		to.Set(reflect.MakeMap(to.Type()))
	case reflect.Slice:
		to.Set(reflect.MakeSlice(to.Type(), 0, 0))
	}
	return c, nil
}

// run calls the method and writes its result.
func (c *call) run(codec ServerCodec, writing *sync.Mutex) {
	c.method.calls.Add(1)
	results := c.method.function.Call([]reflect.Value{c.service.receiver, c.arg, c.reply})
	err, _ := results[0].Interface().(error)
	c.answer(codec, writing, err)
}

// answer writes the result, or the error.
func (c *call) answer(codec ServerCodec, writing *sync.Mutex, err error) {
	response := &Response{ServiceMethod: c.request.ServiceMethod, Seq: c.request.Seq}
	var body any = noResult
	if err != nil {
		response.Error = err.Error()
	} else {
		body = c.reply.Interface()
	}
	writing.Lock()
	defer writing.Unlock()
	if err := codec.WriteResponse(response, body); err != nil {
		log.Println("rpc: writing response:", err)
	}
}

// ServeConn answers the calls of a connection until it ends.
func (server *Server) ServeConn(conn io.ReadWriteCloser) { server.ServeCodec(newGobServer(conn)) }

// ServeCodec answers the calls that a codec reads until there are no more.
func (server *Server) ServeCodec(codec ServerCodec) {
	var writing sync.Mutex
	var running sync.WaitGroup
	for {
		c, err := server.read(codec)
		if _, ok := err.(errOver); ok {
			break
		}
		if err != nil {
			c.answer(codec, &writing, err)
			continue
		}
		running.Go(func() { c.run(codec, &writing) })
	}
	// The functions that are still running must write their answers first.
	running.Wait()
	codec.Close()
}

// ServeRequest answers one call. The codec stays open.
func (server *Server) ServeRequest(codec ServerCodec) error {
	var writing sync.Mutex
	c, err := server.read(codec)
	if over, ok := err.(errOver); ok {
		return over.error
	}
	if err != nil {
		c.answer(codec, &writing, err)
		return err
	}
	c.run(codec, &writing)
	return nil
}

// Accept answers the calls of all connections of a listener, until the listener fails.
func (server *Server) Accept(lis net.Listener) {
	for {
		conn, err := lis.Accept()
		if err != nil {
			log.Print("rpc.Serve: accept:", err.Error())
			return
		}
		go server.ServeConn(conn)
	}
}

// ServeHTTP answers the calls of a client that connects over HTTP.
func (server *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.Method != http.MethodConnect {
		refuse(w)
	} else if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
		io.WriteString(conn, "HTTP/1.0 "+connected+"\n\n")
		server.ServeConn(conn)
	} else {
		log.Print("rpc hijacking ", req.RemoteAddr, ": ", err)
	}
}

// refuse rejects requests with a method other than CONNECT.
func refuse(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusMethodNotAllowed)
	io.WriteString(w, "405 must CONNECT\n")
}

// HandleHTTP registers handlers with http.DefaultServeMux: for calls at a path, and for a list of the methods at another.
func (server *Server) HandleHTTP(rpcPath, debugPath string) {
	http.Handle(rpcPath, server)
	http.Handle(debugPath, methodList{server})
}

// A gobServer is the codec of ServeConn.
type gobServer struct {
	conn   io.Closer
	dec    *gob.Decoder
	enc    *gob.Encoder
	out    *bufio.Writer
	closed bool
}

func newGobServer(conn io.ReadWriteCloser) *gobServer {
	out := bufio.NewWriter(conn)
	return &gobServer{conn: conn, dec: gob.NewDecoder(conn), enc: gob.NewEncoder(out), out: out}
}

func (c *gobServer) ReadRequestHeader(r *Request) error { return c.dec.Decode(r) }
func (c *gobServer) ReadRequestBody(body any) error     { return c.dec.Decode(body) }

func (c *gobServer) WriteResponse(r *Response, body any) error {
	err := c.enc.Encode(r)
	if err == nil {
		err = c.enc.Encode(body)
	}
	if err != nil {
		if c.out.Flush() == nil {
			// The connection itself has no error, so unless it is closed the client would wait forever.
			log.Println("rpc: gob error encoding response:", err)
			c.Close()
		}
		return err
	}
	return c.out.Flush()
}

func (c *gobServer) Close() error {
	if c.closed {
		return nil
	}
	c.closed = true
	return c.conn.Close()
}

// Register calls DefaultServer.Register.
func Register(rcvr any) error { return DefaultServer.Register(rcvr) }

// RegisterName calls DefaultServer.RegisterName.
func RegisterName(name string, rcvr any) error { return DefaultServer.RegisterName(name, rcvr) }

// ServeConn calls DefaultServer.ServeConn.
func ServeConn(conn io.ReadWriteCloser) { DefaultServer.ServeConn(conn) }

// ServeCodec calls DefaultServer.ServeCodec.
func ServeCodec(codec ServerCodec) { DefaultServer.ServeCodec(codec) }

// ServeRequest calls DefaultServer.ServeRequest.
func ServeRequest(codec ServerCodec) error { return DefaultServer.ServeRequest(codec) }

// Accept calls DefaultServer.Accept.
func Accept(lis net.Listener) { DefaultServer.Accept(lis) }

// HandleHTTP calls DefaultServer.HandleHTTP with the default paths.
func HandleHTTP() { DefaultServer.HandleHTTP(DefaultRPCPath, DefaultDebugPath) }
