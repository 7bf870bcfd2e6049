// Package httptrace tells what an HTTP client does.
package httptrace

import (
	"context"
	"crypto/tls"
	"internal/nettrace"
	"net"
	"net/textproto"
	"reflect"
	"time"
)

type traceKey struct{}

// ContextClientTrace is the trace of a context, or nil.
func ContextClientTrace(ctx context.Context) *ClientTrace {
	trace, _ := ctx.Value(traceKey{}).(*ClientTrace)
	return trace
}

// WithClientTrace is a context whose requests call the functions of a trace, before those of the trace that ctx has.
func WithClientTrace(ctx context.Context, trace *ClientTrace) context.Context {
	if trace == nil {
		panic("nil trace")
	}
	trace.join(ContextClientTrace(ctx))
	ctx = context.WithValue(ctx, traceKey{}, trace)
	if trace.DNSStart == nil && trace.DNSDone == nil && trace.ConnectStart == nil && trace.ConnectDone == nil {
		return ctx
	}
	below := &nettrace.Trace{ConnectStart: trace.ConnectStart, ConnectDone: trace.ConnectDone}
	if trace.DNSStart != nil {
		below.DNSStart = func(host string) { trace.DNSStart(DNSStartInfo{host}) }
	}
	if trace.DNSDone != nil {
		below.DNSDone = func(found []any, coalesced bool, err error) {
			var addrs []net.IPAddr
			for _, addr := range found {
				addrs = append(addrs, addr.(net.IPAddr))
			}
			trace.DNSDone(DNSDoneInfo{addrs, err, coalesced})
		}
	}
	return context.WithValue(ctx, nettrace.TraceKey{}, below)
}

// A ClientTrace has functions that are called at the stages of a request; any may be nil.
type ClientTrace struct {
	GetConn              func(hostPort string)
	GotConn              func(GotConnInfo)
	PutIdleConn          func(err error)
	GotFirstResponseByte func()
	Got100Continue       func()
	Got1xxResponse       func(code int, header textproto.MIMEHeader) error
	DNSStart             func(DNSStartInfo)
	DNSDone              func(DNSDoneInfo)
	ConnectStart         func(network, addr string)
	ConnectDone          func(network, addr string, err error)
	TLSHandshakeStart    func()
	TLSHandshakeDone     func(tls.ConnectionState, error)
	WroteHeaderField     func(key string, value []string)
	WroteHeaders         func()
	Wait100Continue      func()
	WroteRequest         func(WroteRequestInfo)
}

// join makes each function call that of the other trace too.
func (t *ClientTrace) join(old *ClientTrace) {
	if old == nil {
		return
	}
	mine, theirs := reflect.ValueOf(t).Elem(), reflect.ValueOf(old).Elem()
	for i := range mine.NumField() {
		f, g := mine.Field(i), theirs.Field(i)
		if g.IsNil() {
			continue
		}
		if f.IsNil() {
			f.Set(g)
			continue
		}
		first := reflect.ValueOf(f.Interface())
		f.Set(reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
			first.Call(args)
			return g.Call(args)
		}))
	}
}

// WroteRequestInfo says how the writing of a request ended.
type WroteRequestInfo struct{ Err error }

// DNSStartInfo says what is looked up.
type DNSStartInfo struct{ Host string }

// DNSDoneInfo says what was found.
type DNSDoneInfo struct {
	Addrs     []net.IPAddr
	Err       error
	Coalesced bool
}

// GotConnInfo says which connection a request has.
type GotConnInfo struct {
	Conn     net.Conn
	Reused   bool
	WasIdle  bool
	IdleTime time.Duration
}
