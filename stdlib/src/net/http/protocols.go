package http

import (
	"strings"
	"time"
)

// A Protocols is a set of versions of HTTP.
type Protocols struct{ bits uint8 }

const (
	protoHTTP1 = 1 << iota
	protoHTTP2
	protoUnencryptedHTTP2
)

func (p *Protocols) set(bit uint8, ok bool) {
	if p.bits &^= bit; ok {
		p.bits |= bit
	}
}

// HTTP1 tells whether HTTP/1 is in the set.
func (p Protocols) HTTP1() bool { return p.bits&protoHTTP1 != 0 }

// SetHTTP1 adds HTTP/1 or takes it out.
func (p *Protocols) SetHTTP1(ok bool) { p.set(protoHTTP1, ok) }

// HTTP2 tells whether HTTP/2 over TLS is in the set.
func (p Protocols) HTTP2() bool { return p.bits&protoHTTP2 != 0 }

// SetHTTP2 adds HTTP/2 over TLS or takes it out.
func (p *Protocols) SetHTTP2(ok bool) { p.set(protoHTTP2, ok) }

// UnencryptedHTTP2 tells whether HTTP/2 without TLS is in the set.
func (p Protocols) UnencryptedHTTP2() bool { return p.bits&protoUnencryptedHTTP2 != 0 }

// SetUnencryptedHTTP2 adds HTTP/2 without TLS or takes it out.
func (p *Protocols) SetUnencryptedHTTP2(ok bool) { p.set(protoUnencryptedHTTP2, ok) }

func (p Protocols) String() string {
	var set []string
	for bit, name := range [...]string{"HTTP1", "HTTP2", "UnencryptedHTTP2"} {
		if p.bits>>bit&1 != 0 {
			set = append(set, name)
		}
	}
	return "{" + strings.Join(set, ",") + "}"
}

// An HTTP2Config says how HTTP/2 is spoken.
type HTTP2Config struct {
	MaxConcurrentStreams          int
	StrictMaxConcurrentRequests   bool
	MaxDecoderHeaderTableSize     int
	MaxEncoderHeaderTableSize     int
	MaxReadFrameSize              int
	MaxReceiveBufferPerConnection int
	MaxReceiveBufferPerStream     int
	SendPingTimeout               time.Duration
	PingTimeout                   time.Duration
	WriteByteTimeout              time.Duration
	PermitProhibitedCipherSuites  bool
	CountError                    func(errType string)
}
