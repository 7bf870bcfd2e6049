package rpc

import (
	"bufio"
	"encoding/gob"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
)

// A ServerError is an error of a method, or of the server in its place.
type ServerError string

func (e ServerError) Error() string { return string(e) }

// ErrShutdown means that the connection was closed.
var ErrShutdown = errors.New("connection is shut down")

// A Call is a call in progress. Done receives the Call when it has a Reply or an Error.
type Call struct {
	ServiceMethod string
	Args          any
	Reply         any
	Error         error
	Done          chan *Call
}

// finish sends the Call to its Done channel.
func (call *Call) finish(err error) {
	call.Error = err
	select {
	case call.Done <- call:
	default:
		// A full channel must not block the other calls. Go has checked its capacity.
	}
}

// A ClientCodec writes calls to a connection and reads their results. If a body is nil, it reads and drops the body.
type ClientCodec interface {
	WriteRequest(*Request, any) error
	ReadResponseHeader(*Response) error
	ReadResponseBody(any) error
	Close() error
}

// A Client makes calls over a connection; any number of goroutines may use it.
type Client struct {
	codec ClientCodec

	// A goroutine holds writing while it writes a call.
	writing sync.Mutex

	mu       sync.Mutex
	next     uint64
	pending  map[uint64]*Call
	isClosed bool // by the program's Close
	isDown   bool // by the other side
}

// NewClient returns a client on a connection.
func NewClient(conn io.ReadWriteCloser) *Client {
	out := bufio.NewWriter(conn)
	return NewClientWithCodec(&gobClient{conn, gob.NewDecoder(conn), gob.NewEncoder(out), out})
}

// NewClientWithCodec returns a client with a codec.
func NewClientWithCodec(codec ClientCodec) *Client {
	client := &Client{codec: codec, pending: map[uint64]*Call{}}
	go client.read()
	return client
}

// send writes a call.
func (client *Client) send(call *Call) {
	client.writing.Lock()
	defer client.writing.Unlock()
	client.mu.Lock()
	if client.isClosed || client.isDown {
		client.mu.Unlock()
		call.finish(ErrShutdown)
		return
	}
	seq := client.next
	client.next++
	client.pending[seq] = call
	client.mu.Unlock()
	request := &Request{ServiceMethod: call.ServiceMethod, Seq: seq}
	if err := client.codec.WriteRequest(request, call.Args); err != nil {
		if call := client.take(seq); call != nil {
			call.finish(err)
		}
	}
}

// take removes a call from the pending ones; nil if it is not there.
func (client *Client) take(seq uint64) *Call {
	client.mu.Lock()
	defer client.mu.Unlock()
	call := client.pending[seq]
	delete(client.pending, seq)
	return call
}

// read reads results until the connection ends, and then ends all pending calls.
func (client *Client) read() {
	var err error
	for err == nil {
		err = client.readOne()
	}
	client.writing.Lock()
	defer client.writing.Unlock()
	client.mu.Lock()
	defer client.mu.Unlock()
	client.isDown = true
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
		if client.isClosed {
			err = ErrShutdown
		}
	}
	for _, call := range client.pending {
		call.finish(err)
	}
}

// readOne reads a result. It returns errors of the connection only.
func (client *Client) readOne() error {
	var response Response
	if err := client.codec.ReadResponseHeader(&response); err != nil {
		return err
	}
	call := client.take(response.Seq)
	if call == nil || response.Error != "" {
		// No call waits for the result because writing it failed, or the response has an error in place of a result.
		if err := client.codec.ReadResponseBody(nil); err != nil {
			err = errors.New("reading error body: " + err.Error())
			if call != nil {
				call.finish(err)
			}
			return err
		}
		if call != nil {
			call.finish(ServerError(response.Error))
		}
		return nil
	}
	if err := client.codec.ReadResponseBody(call.Reply); err != nil {
		call.finish(errors.New("reading body " + err.Error()))
		return nil
	}
	call.finish(nil)
	return nil
}

// Close closes the connection.
func (client *Client) Close() error {
	client.mu.Lock()
	before := client.isClosed
	client.isClosed = true
	client.mu.Unlock()
	if before {
		return ErrShutdown
	}
	return client.codec.Close()
}

// Go makes a call and does not wait for the result: done receives the Call. If done is nil, Go makes a channel;
// otherwise the channel must be buffered.
func (client *Client) Go(serviceMethod string, args any, reply any, done chan *Call) *Call {
	if done == nil {
		done = make(chan *Call, 10)
	} else if cap(done) == 0 {
		log.Panic("rpc: done channel is unbuffered")
	}
	call := &Call{ServiceMethod: serviceMethod, Args: args, Reply: reply, Done: done}
	client.send(call)
	return call
}

// Call makes a call and waits for the result.
func (client *Client) Call(serviceMethod string, args any, reply any) error {
	call := <-client.Go(serviceMethod, args, reply, make(chan *Call, 1)).Done
	return call.Error
}

// Dial connects to a server.
func Dial(network, address string) (*Client, error) {
	conn, err := net.Dial(network, address)
	if err != nil {
		return nil, err
	}
	return NewClient(conn), nil
}

// DialHTTP connects to an RPC server over HTTP, at the default path.
func DialHTTP(network, address string) (*Client, error) {
	return DialHTTPPath(network, address, DefaultRPCPath)
}

// DialHTTPPath connects to an RPC server over HTTP.
func DialHTTPPath(network, address, path string) (*Client, error) {
	conn, err := net.Dial(network, address)
	if err != nil {
		return nil, err
	}
	io.WriteString(conn, "CONNECT "+path+" HTTP/1.0\n\n")
	response, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: http.MethodConnect})
	if err == nil && response.Status == connected {
		return NewClient(conn), nil
	}
	if err == nil {
		err = errors.New("unexpected HTTP response: " + response.Status)
	}
	conn.Close()
	return nil, &net.OpError{Op: "dial-http", Net: network + " " + address, Err: err}
}

// A gobClient is the codec of NewClient.
type gobClient struct {
	conn io.Closer
	dec  *gob.Decoder
	enc  *gob.Encoder
	out  *bufio.Writer
}

func (c *gobClient) WriteRequest(r *Request, body any) error {
	if err := c.enc.Encode(r); err != nil {
		return err
	}
	if err := c.enc.Encode(body); err != nil {
		return err
	}
	return c.out.Flush()
}

func (c *gobClient) ReadResponseHeader(r *Response) error { return c.dec.Decode(r) }
func (c *gobClient) ReadResponseBody(body any) error      { return c.dec.Decode(body) }
func (c *gobClient) Close() error                         { return c.conn.Close() }
