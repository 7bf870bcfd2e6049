// Package jsonrpc has codecs for JSON (JSON-RPC 1.0) for package rpc.
package jsonrpc

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/rpc"
	"sync"
)

// ServeConn answers the calls of a connection until it ends.
func ServeConn(conn io.ReadWriteCloser) { rpc.ServeCodec(NewServerCodec(conn)) }

// NewClient returns a client on a connection.
func NewClient(conn io.ReadWriteCloser) *rpc.Client {
	return rpc.NewClientWithCodec(NewClientCodec(conn))
}

// Dial connects to a server.
func Dial(network, address string) (*rpc.Client, error) {
	conn, err := net.Dial(network, address)
	if err != nil {
		return nil, err
	}
	return NewClient(conn), nil
}

// A stream reads and writes JSON.
type stream struct {
	dec  *json.Decoder
	enc  *json.Encoder
	conn io.Closer
}

func newStream(conn io.ReadWriteCloser) stream {
	return stream{json.NewDecoder(conn), json.NewEncoder(conn), conn}
}

func (s stream) Close() error { return s.conn.Close() }

var null = json.RawMessage("null")

// A serverRequest is a call as the server reads it.
type serverRequest struct {
	Method string           `json:"method"`
	Params *json.RawMessage `json:"params"`
	Id     *json.RawMessage `json:"id"`
}

// A serverResponse is a result as the server writes it.
type serverResponse struct {
	Id     *json.RawMessage `json:"id"`
	Result any              `json:"result"`
	Error  any              `json:"error"`
}

// A serverCodec gives calls numbers for package rpc, because the IDs that clients send may be any JSON.
type serverCodec struct {
	stream
	request serverRequest

	mu   sync.Mutex
	last uint64
	ids  map[uint64]*json.RawMessage
}

// NewServerCodec returns the codec of a server's connection.
func NewServerCodec(conn io.ReadWriteCloser) rpc.ServerCodec {
	return &serverCodec{stream: newStream(conn), ids: map[uint64]*json.RawMessage{}}
}

func (c *serverCodec) ReadRequestHeader(r *rpc.Request) error {
	c.request = serverRequest{}
	if err := c.dec.Decode(&c.request); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	c.ids[c.last] = c.request.Id
	r.ServiceMethod, r.Seq = c.request.Method, c.last
	return nil
}

func (c *serverCodec) ReadRequestBody(body any) error {
	if body == nil {
		return nil
	}
	if c.request.Params == nil {
		return errors.New("jsonrpc: request body missing params")
	}
	params := [1]any{body}
	return json.Unmarshal(*c.request.Params, &params)
}

func (c *serverCodec) WriteResponse(r *rpc.Response, body any) error {
	c.mu.Lock()
	id, ok := c.ids[r.Seq]
	delete(c.ids, r.Seq)
	c.mu.Unlock()
	if !ok {
		return errors.New("invalid sequence number in response")
	}
	if id == nil {
		id = &null
	}
	response := serverResponse{Id: id, Result: body}
	if r.Error != "" {
		response.Result, response.Error = nil, r.Error
	}
	return c.enc.Encode(response)
}

// A clientRequest is a call as the client writes it.
type clientRequest struct {
	Method string `json:"method"`
	Params [1]any `json:"params"`
	Id     uint64 `json:"id"`
}

// A clientResponse is a result as the client reads it.
type clientResponse struct {
	Id     uint64           `json:"id"`
	Result *json.RawMessage `json:"result"`
	Error  any              `json:"error"`
}

type clientCodec struct {
	stream
	response clientResponse

	mu      sync.Mutex
	methods map[uint64]string
}

// NewClientCodec returns the codec of a client's connection.
func NewClientCodec(conn io.ReadWriteCloser) rpc.ClientCodec {
	return &clientCodec{stream: newStream(conn), methods: map[uint64]string{}}
}

func (c *clientCodec) WriteRequest(r *rpc.Request, param any) error {
	c.mu.Lock()
	c.methods[r.Seq] = r.ServiceMethod
	c.mu.Unlock()
	return c.enc.Encode(clientRequest{r.ServiceMethod, [1]any{param}, r.Seq})
}

func (c *clientCodec) ReadResponseHeader(r *rpc.Response) error {
	c.response = clientResponse{}
	if err := c.dec.Decode(&c.response); err != nil {
		return err
	}
	c.mu.Lock()
	r.ServiceMethod = c.methods[c.response.Id]
	delete(c.methods, c.response.Id)
	c.mu.Unlock()
	r.Seq, r.Error = c.response.Id, ""
	if c.response.Error == nil && c.response.Result != nil {
		return nil
	}
	text, ok := c.response.Error.(string)
	if !ok {
		return fmt.Errorf("invalid error %v", c.response.Error)
	}
	if text == "" {
		text = "unspecified error"
	}
	r.Error = text
	return nil
}

func (c *clientCodec) ReadResponseBody(body any) error {
	if body == nil {
		return nil
	}
	return json.Unmarshal(*c.response.Result, body)
}
