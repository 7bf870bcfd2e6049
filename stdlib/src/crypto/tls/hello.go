package tls

import (
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"slices"
)

// A ClientHelloInfo is what a client says first.
type ClientHelloInfo struct {
	CipherSuites      []uint16
	ServerName        string
	SupportedCurves   []CurveID
	SupportedPoints   []uint8
	SignatureSchemes  []SignatureScheme
	SupportedProtos   []string
	SupportedVersions []uint16
	// Extensions are the numbers of the hello's extensions, in their order.
	Extensions []uint16
	Conn       net.Conn
	// HelloRetryRequest says that the client was told to say hello again, and this is that hello.
	HelloRetryRequest bool
	ctx               context.Context
}

// Context is that of the handshake.
func (c *ClientHelloInfo) Context() context.Context { return c.ctx }

// A hello is a client's hello with what else is to be known of it.
type hello struct {
	ClientHelloInfo
	// shares are the groups that it has keys for.
	shares []CurveID
	// tickets are the sessions that it offers.
	tickets [][]byte
	// parameters are those of QUIC; nil if there are none.
	parameters []byte
}

// A wire reads the forms of the protocol. Reading from a hello that is cut short returns nothing
// and sets the failure.
type wire struct {
	b      []byte
	failed bool
}

func (w *wire) take(n int) []byte {
	if n < 0 || n > len(w.b) {
		w.failed, w.b = true, nil
		return nil
	}
	part := w.b[:n:n]
	w.b = w.b[n:]
	return part
}

func (w *wire) number(size int) (n int) {
	for _, c := range w.take(size) {
		n = n<<8 | int(c)
	}
	return n
}

// vector reads what stands behind its length, which has size bytes.
func (w *wire) vector(size int) wire { return wire{b: w.take(w.number(size))} }

func (w *wire) more() bool { return len(w.b) > 0 && !w.failed }

// helloMessage is the message of a hello in the bytes of records, or nil if it is not whole.
func helloMessage(records []byte) (message []byte) {
	for w := (wire{b: records}); w.more(); {
		w.take(3)
		part := w.vector(2)
		message = append(message, part.b...)
	}
	return wholeMessage(message)
}

// wholeMessage is the first message of the handshake, or nil if it is not whole.
func wholeMessage(b []byte) []byte {
	if len(b) < 4 {
		return nil
	}
	if n := 4 + int(b[1])<<16 + int(binary.BigEndian.Uint16(b[2:])); len(b) >= n {
		return b[:n]
	}
	return nil
}

// readHello reads a hello, which rustls judges: what cannot be read is left out.
func readHello(message []byte) *hello {
	h := &hello{}
	w := wire{b: message}
	w.take(4)
	legacy := w.number(2)
	w.take(32)
	w.vector(1)
	suites := w.vector(2)
	h.CipherSuites = get[uint16](suites.b)
	w.vector(1)
	for all := w.vector(2); all.more(); {
		id := all.number(2)
		data := all.vector(2)
		h.Extensions = append(h.Extensions, uint16(id))
		h.readExtension(id, data)
	}
	if h.SupportedVersions == nil {
		for v := uint16(min(legacy, VersionTLS12)); v >= VersionTLS10; v-- {
			h.SupportedVersions = append(h.SupportedVersions, v)
		}
	}
	return h
}

func (h *hello) readExtension(id int, w wire) {
	const (
		serverName, groups, points, schemes, protocols = 0, 10, 11, 13, 16
		sharedKey, versions, keyShares, quic           = 41, 43, 51, 57
	)
	switch id {
	case serverName:
		for names := w.vector(2); names.more(); {
			kind := names.number(1)
			if name := names.vector(2); kind == 0 {
				h.ServerName = string(name.b)
			}
		}
	case groups:
		h.SupportedCurves = get[CurveID](w.vector(2).b)
	case points:
		h.SupportedPoints = w.vector(1).b
	case schemes:
		h.SignatureSchemes = get[SignatureScheme](w.vector(2).b)
	case protocols:
		for all := w.vector(2); all.more(); {
			h.SupportedProtos = append(h.SupportedProtos, string(all.vector(1).b))
		}
	case sharedKey:
		for all := w.vector(2); all.more(); {
			h.tickets = append(h.tickets, all.vector(2).b)
			all.take(4)
		}
	case versions:
		h.SupportedVersions = get[uint16](w.vector(1).b)
	case keyShares:
		for all := w.vector(2); all.more(); {
			h.shares = append(h.shares, CurveID(all.number(2)))
			all.vector(2)
		}
	case quic:
		h.parameters = append([]byte{}, w.b...)
	}
}

// retries reports whether rustls will tell the client to say hello again: it agrees by the client's first group that
// both know, for which the client has no key.
func (h *hello) retries(config *Config) bool {
	if !slices.Contains(h.SupportedVersions, VersionTLS13) || config.MaxVersion != 0 && config.MaxVersion < VersionTLS13 {
		return false
	}
	groups := config.groups()
	for _, group := range h.SupportedCurves {
		if group.isKnown() && (groups == nil || slices.Contains(groups, group)) {
			return !slices.Contains(h.shares, group)
		}
	}
	return false
}

// offered is what the client had to offer of that of which the error says that none will do.
func (h *hello) offered(why string) string {
	switch {
	case h == nil:
	case why == "tls: client offered only unsupported versions":
		return fmt.Sprintf(": %x", h.SupportedVersions)
	case why == "tls: no cipher suite supported by both client and server":
		return fmt.Sprintf("; client offered: %x", h.CipherSuites)
	}
	return ""
}
