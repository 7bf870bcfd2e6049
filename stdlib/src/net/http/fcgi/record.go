// Package fcgi lets a program answer the requests that a web server passes on by FastCGI. It has the role of a
// responder.
package fcgi

import (
	"encoding/binary"
	"errors"
	"io"
	"sync"
)

// The kinds of records.
const (
	kindBegin        = 1
	kindAbort        = 2
	kindEnd          = 3
	kindParams       = 4
	kindStdin        = 5
	kindStdout       = 6
	kindStderr       = 7
	kindData         = 8
	kindGetValues    = 9
	kindValues       = 10
	kindUnknown      = 11
	protocolVersion  = 1
	headerSize       = 8
	longestContent   = 0xffff
	longestPadding   = 0xff
	roleResponder    = 1
	flagKeep         = 1 // the web server closes the connection
	statusComplete   = 0
	statusWrongRole  = 3
	sizeOfBegin      = 8
	paddingAlignment = 8
)

// A record is a part of one of the streams that share a connection.
type record struct {
	kind    byte
	id      uint16 // of the request; 0 for what concerns the connection
	content []byte
}

// A recordReader reads records, each into the same memory.
type recordReader struct {
	in     io.Reader
	memory [headerSize + longestContent + longestPadding]byte
}

func (r *recordReader) next() (record, error) {
	header := r.memory[:headerSize]
	if _, err := io.ReadFull(r.in, header); err != nil {
		return record{}, err
	}
	if header[0] != protocolVersion {
		return record{}, errors.New("fcgi: invalid header version")
	}
	length := int(binary.BigEndian.Uint16(header[4:]))
	rest := r.memory[headerSize:][:length+int(header[6])]
	if _, err := io.ReadFull(r.in, rest); err != nil {
		return record{}, err
	}
	return record{header[1], binary.BigEndian.Uint16(header[2:]), rest[:length]}, nil
}

// A link sends records; the handlers of all requests of a connection do.
type link struct {
	mu       sync.Mutex
	conn     io.ReadWriteCloser
	isClosed bool
	out      []byte
}

func (l *link) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isClosed {
		return nil
	}
	l.isClosed = true
	return l.conn.Close()
}

// send sends a record, with padding up to a multiple of eight bytes.
func (l *link) send(kind byte, id uint16, content []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	padding := -len(content) & (paddingAlignment - 1)
	l.out = append(l.out[:0], protocolVersion, kind)
	l.out = binary.BigEndian.AppendUint16(l.out, id)
	l.out = binary.BigEndian.AppendUint16(l.out, uint16(len(content)))
	l.out = append(l.out, byte(padding), 0)
	l.out = append(l.out, content...)
	l.out = append(l.out, make([]byte, padding)...)
	_, err := l.conn.Write(l.out)
	return err
}

// end tells the web server that a request is over.
func (l *link) end(id uint16, status byte) error {
	return l.send(kindEnd, id, []byte{0, 0, 0, 0, status, 0, 0, 0})
}

// A stream sends the output of one request.
type stream struct {
	link *link
	kind byte
	id   uint16
}

func (s stream) Write(p []byte) (n int, err error) {
	for n < len(p) {
		part := p[n:min(n+longestContent, len(p))]
		if err := s.link.send(s.kind, s.id, part); err != nil {
			return n, err
		}
		n += len(part)
	}
	return n, nil
}

// end sends the empty record after which nothing follows.
func (s stream) end() error { return s.link.send(s.kind, s.id, nil) }

// appendPair appends a variable as parameters have it.
func appendPair(b []byte, name, value string) []byte {
	b = appendSize(appendSize(b, len(name)), len(value))
	return append(append(b, name...), value...)
}

// appendSize appends a length: a byte, or four whose first bit is set.
func appendSize(b []byte, n int) []byte {
	if n < 0x80 {
		return append(b, byte(n))
	}
	return binary.BigEndian.AppendUint32(b, uint32(n)|1<<31)
}

// cutSize reads a length.
func cutSize(b []byte) (n int, rest []byte, ok bool) {
	switch {
	case len(b) == 0:
		return 0, nil, false
	case b[0] < 0x80:
		return int(b[0]), b[1:], true
	case len(b) < 4:
		return 0, nil, false
	}
	return int(binary.BigEndian.Uint32(b) &^ (1 << 31)), b[4:], true
}

// readPairs returns the variables up to the first that is cut off.
func readPairs(b []byte) map[string]string {
	pairs := map[string]string{}
	for {
		nameSize, rest, ok := cutSize(b)
		if !ok {
			return pairs
		}
		valueSize, rest, ok := cutSize(rest)
		if !ok || nameSize+valueSize > len(rest) {
			return pairs
		}
		pairs[string(rest[:nameSize])] = string(rest[nameSize:][:valueSize])
		b = rest[nameSize+valueSize:]
	}
}
