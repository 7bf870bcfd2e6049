// Package net has network connections: TCP, UDP and unix sockets, addresses and names.
package net

import (
	"context"
	"errors"
	"internal/poll"
	"os"
	"syscall"
	"time"
)

// An Addr is the end of a connection.
type Addr interface {
	Network() string
	String() string
}

// A Conn is a stream of bytes in both directions.
type Conn interface {
	Read(b []byte) (n int, err error)
	Write(b []byte) (n int, err error)
	Close() error
	LocalAddr() Addr
	RemoteAddr() Addr
	SetDeadline(t time.Time) error
	SetReadDeadline(t time.Time) error
	SetWriteDeadline(t time.Time) error
}

// A PacketConn sends and receives packets.
type PacketConn interface {
	ReadFrom(p []byte) (n int, addr Addr, err error)
	WriteTo(p []byte, addr Addr) (n int, err error)
	Close() error
	LocalAddr() Addr
	SetDeadline(t time.Time) error
	SetReadDeadline(t time.Time) error
	SetWriteDeadline(t time.Time) error
}

// A Listener accepts connections.
type Listener interface {
	Accept() (Conn, error)
	Close() error
	Addr() Addr
}

// An Error is an error of this package; Timeout says whether it is a timeout.
type Error interface {
	error
	Timeout() bool
	Temporary() bool
}

// ErrClosed is the cause of errors of operations on closed connections.
var ErrClosed error = poll.ErrNetClosing

// ErrWriteToConnected is the cause of errors of WriteTo on connected sockets.
var ErrWriteToConnected = errors.New("use of WriteTo with pre-connected connection")

var (
	errMissingAddress = errors.New("missing address")
	errNoSuchHost     = errors.New("no such host")
)

// A timeoutError is the error of a dial that timed out; a canceledError that of a canceled one.
type timeoutError struct{}

var errTimeout error = &timeoutError{}

func (*timeoutError) Error() string        { return "i/o timeout" }
func (*timeoutError) Timeout() bool        { return true }
func (*timeoutError) Temporary() bool      { return true }
func (*timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

type canceledError struct{}

func (canceledError) Error() string        { return "operation was canceled" }
func (canceledError) Is(target error) bool { return target == context.Canceled }

// ofContext converts the error of a context.
func ofContext(err error) error {
	switch err {
	case context.Canceled:
		return canceledError{}
	case context.DeadlineExceeded:
		return errTimeout
	}
	return err
}

// An OpError is an error with the operation and the addresses that it concerns.
type OpError struct {
	Op     string
	Net    string
	Source Addr
	Addr   Addr
	Err    error
}

// Unwrap returns the cause.
func (e *OpError) Unwrap() error { return e.Err }

func (e *OpError) Error() string {
	if e == nil {
		return "<nil>"
	}
	text, separator := e.Op, " "
	if e.Net != "" {
		text += " " + e.Net
	}
	for _, end := range [...]Addr{e.Source, e.Addr} {
		if end != nil {
			text += separator + end.String()
			separator = "->"
		}
	}
	return text + ": " + e.Err.Error()
}

// Timeout reports whether time ran out.
func (e *OpError) Timeout() bool {
	err := e.Err
	if call, ok := err.(*os.SyscallError); ok {
		err = call.Err
	}
	t, ok := err.(interface{ Timeout() bool })
	return ok && t.Timeout()
}

// Temporary reports whether trying again may help.
func (e *OpError) Temporary() bool {
	err := e.Err
	if call, ok := err.(*os.SyscallError); ok {
		err = call.Err
	}
	if e.Op == "accept" && (err == syscall.ECONNRESET || err == syscall.ECONNABORTED) {
		return true
	}
	t, ok := err.(interface{ Temporary() bool })
	return ok && t.Temporary()
}

// A ParseError is a text that is no such thing.
type ParseError struct {
	Type string
	Text string
}

func (e *ParseError) Error() string   { return "invalid " + e.Type + ": " + e.Text }
func (e *ParseError) Timeout() bool   { return false }
func (e *ParseError) Temporary() bool { return false }

// An AddrError is a wrong address.
type AddrError struct {
	Err  string
	Addr string
}

func (e *AddrError) Error() string {
	if e == nil {
		return "<nil>"
	}
	if e.Addr == "" {
		return e.Err
	}
	return "address " + e.Addr + ": " + e.Err
}
func (e *AddrError) Timeout() bool   { return false }
func (e *AddrError) Temporary() bool { return false }

// An UnknownNetworkError is the name of an unknown network.
type UnknownNetworkError string

func (e UnknownNetworkError) Error() string   { return "unknown network " + string(e) }
func (e UnknownNetworkError) Timeout() bool   { return false }
func (e UnknownNetworkError) Temporary() bool { return false }

// An InvalidAddrError is an address that does not fit.
type InvalidAddrError string

func (e InvalidAddrError) Error() string   { return string(e) }
func (e InvalidAddrError) Timeout() bool   { return false }
func (e InvalidAddrError) Temporary() bool { return false }

// A DNSError is the error of a name lookup.
type DNSError struct {
	UnwrapErr   error
	Err         string
	Name        string
	Server      string
	IsTimeout   bool
	IsTemporary bool
	IsNotFound  bool
}

// Unwrap returns the cause.
func (e *DNSError) Unwrap() error { return e.UnwrapErr }

func (e *DNSError) Error() string {
	if e == nil {
		return "<nil>"
	}
	s := "lookup " + e.Name
	if e.Server != "" {
		s += " on " + e.Server
	}
	return s + ": " + e.Err
}

// Timeout reports whether time ran out.
func (e *DNSError) Timeout() bool { return e.IsTimeout }

// Temporary reports whether trying again may help.
func (e *DNSError) Temporary() bool { return e.IsTimeout || e.IsTemporary }
