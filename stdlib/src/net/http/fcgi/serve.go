package fcgi

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cgi"
	"os"
	"strings"
	"sync"
)

// ErrRequestAborted is the error of reading the body of a request that the web server has aborted.
var ErrRequestAborted = errors.New("fcgi: request aborted by web server")

// ErrConnClosed is the error of reading the body of a request whose connection the web server has closed.
var ErrConnClosed = errors.New("fcgi: connection to web server closed")

// Serve answers the requests of all connections to l by handler, each in a goroutine of its own. If l is nil, standard
// input is the listener; if handler is nil, it is http.DefaultServeMux.
func Serve(l net.Listener, handler http.Handler) error {
	if l == nil {
		inherited, err := net.FileListener(os.Stdin)
		if err != nil {
			return err
		}
		defer inherited.Close()
		l = inherited
	}
	if handler == nil {
		handler = http.DefaultServeMux
	}
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go newServer(conn, handler).serve()
	}
}

// A server answers the requests of one connection.
type server struct {
	link     link
	handler  http.Handler
	mu       sync.Mutex
	requests map[uint16]*request // under mu
}

func newServer(conn io.ReadWriteCloser, handler http.Handler) *server {
	return &server{link: link{conn: conn}, handler: handler, requests: map[uint16]*request{}}
}

// A request is what the reader of the connection knows of one. Only the reader uses what lies above the line.
type request struct {
	id        uint16
	params    []byte // as far as they have come
	variables map[string]string
	isServed  bool           // a goroutine answers it
	body      *io.PipeWriter // nil before the body begins, and where it is empty

	keep     bool          // the connection outlives the request
	inputEnd chan struct{} // closed when no more of the body comes
	endOnce  sync.Once
}

// endInput lets the handler see the end of the body, which is err if it is not nil.
func (r *request) endInput(err error) {
	r.endOnce.Do(func() {
		if r.body != nil {
			r.body.CloseWithError(err)
		}
		close(r.inputEnd)
	})
}

func (s *server) find(id uint16) *request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests[id]
}

func (s *server) forget(id uint16) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.requests, id)
}

// serve reads records until the connection ends.
func (s *server) serve() {
	defer s.link.close()
	reader := &recordReader{in: s.link.conn}
	for {
		record, err := reader.next()
		if err == nil {
			err = s.take(record)
		}
		if err != nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			for _, r := range s.requests {
				r.endInput(ErrConnClosed)
			}
			return
		}
	}
}

var (
	errBegin   = errors.New("fcgi: invalid begin request record")
	errSameID  = errors.New("fcgi: received ID that is already in-flight")
	errAborted = errors.New("fcgi: connection of an aborted request should be closed")
)

// take does what a record demands. An error ends the connection.
func (s *server) take(record record) error {
	r := s.find(record.id)
	switch {
	case record.kind == kindBegin:
		return s.begin(r, record)
	case record.kind == kindGetValues:
		return s.sendValues()
	case r == nil:
		// Of a request that is over, or never was.
		return nil
	}
	switch record.kind {
	case kindParams:
		if len(record.content) > 0 {
			r.params = append(r.params, record.content...)
		} else {
			r.variables = readPairs(r.params)
		}
	case kindStdin:
		s.takeInput(r, record.content)
	case kindAbort:
		s.forget(r.id)
		err := s.link.end(r.id, statusComplete)
		r.endInput(ErrRequestAborted)
		if !r.keep {
			return errAborted
		}
		return err
	case kindData:
		// A filter gets such.
	default:
		return s.link.send(kindUnknown, 0, []byte{record.kind, 0, 0, 0, 0, 0, 0, 0})
	}
	return nil
}

// begin notes a request; old is one with the same ID.
func (s *server) begin(old *request, record record) error {
	if old != nil {
		return errSameID
	}
	if len(record.content) != sizeOfBegin {
		return errBegin
	}
	if binary.BigEndian.Uint16(record.content) != roleResponder {
		return s.link.end(record.id, statusWrongRole)
	}
	r := &request{
		id:       record.id,
		keep:     record.content[2]&flagKeep != 0,
		inputEnd: make(chan struct{}),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests[r.id] = r
	return nil
}

// sendValues says that a connection can have several requests at once.
func (s *server) sendValues() error {
	values := stream{&s.link, kindValues, 0}
	if _, err := values.Write(appendPair(nil, "FCGI_MPXS_CONNS", "1")); err != nil {
		return err
	}
	return values.end()
}

// takeInput passes on a part of the body. The first part starts the handler; an empty part is the end.
func (s *server) takeInput(r *request, content []byte) {
	if !r.isServed {
		r.isServed = true
		var body io.ReadCloser = http.NoBody
		if len(content) > 0 {
			body, r.body = io.Pipe()
		}
		go s.answer(r, r.variables, body)
	}
	if len(content) == 0 {
		r.endInput(nil)
	} else if r.body != nil {
		// This waits until the handler has read it, or has closed the body.
		r.body.Write(content)
	}
}

// answer runs the handler.
func (s *server) answer(r *request, variables map[string]string, body io.ReadCloser) {
	w := newResponse(&s.link, r.id)
	if h, err := cgi.RequestFromMap(variables); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		s.link.send(kindStderr, r.id, []byte(err.Error()))
	} else {
		h.Body = body
		ctx := context.WithValue(context.Background(), environmentKey{}, variablesBeside(variables))
		s.handler.ServeHTTP(w, h.WithContext(ctx))
	}
	w.finish()
	if r.keep {
		s.forget(r.id)
	}
	s.link.end(r.id, statusComplete)
	// The reader ignores what still comes.
	body.Close()
	if !r.keep {
		// If the connection were closed with input that was not read, the web server might lose the answer.
		<-r.inputEnd
		s.link.close()
	}
}

// environmentKey is the key of a request's context for the variables that the request does not show.
type environmentKey struct{}

// ProcessEnv returns the variables of FastCGI that can not be seen in the request itself, such as REMOTE_USER.
func ProcessEnv(r *http.Request) map[string]string {
	env, _ := r.Context().Value(environmentKey{}).(map[string]string)
	return env
}

// variablesBeside returns the variables that do not show in the request.
func variablesBeside(variables map[string]string) map[string]string {
	others := map[string]string{}
	for name, value := range variables {
		if !isShown(name) {
			others[name] = value
		}
	}
	return others
}

// isShown reports whether a request shows the variable.
func isShown(name string) bool {
	switch name {
	case "CONTENT_LENGTH", "CONTENT_TYPE", "HTTPS", "PATH_INFO", "QUERY_STRING", "REMOTE_ADDR", "REMOTE_HOST",
		"REMOTE_PORT", "REQUEST_METHOD", "REQUEST_URI", "SCRIPT_NAME", "SERVER_PROTOCOL":
		return true
	}
	return strings.HasPrefix(name, "HTTP_")
}
