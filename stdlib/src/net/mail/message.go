// Package mail parses messages (RFC 5322) with addresses in UTF-8 (RFC 6532): headers, addresses and dates.
package mail

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strings"
	"time"
)

// ErrHeaderNotPresent means that the message does not have the requested header field.
var ErrHeaderNotPresent = errors.New("mail: header not in message")

// A Message has the header of a message; Body reads the rest.
type Message struct {
	Header Header
	Body   io.Reader
}

// A Header has the fields of a message's header, which may contain a name several times.
type Header map[string][]string

// Get returns the first value of a field, whose name it canonicalizes; "" if there is none.
func (h Header) Get(key string) string { return textproto.MIMEHeader(h).Get(key) }

// field returns the first value of a field, or ErrHeaderNotPresent.
func (h Header) field(key string) (string, error) {
	value := h.Get(key)
	if value == "" {
		return "", ErrHeaderNotPresent
	}
	return value, nil
}

// Date returns the time of the field Date.
func (h Header) Date() (time.Time, error) {
	value, err := h.field("Date")
	if err != nil {
		return time.Time{}, err
	}
	return ParseDate(value)
}

// AddressList returns the addresses of a field.
func (h Header) AddressList(key string) ([]*Address, error) {
	value, err := h.field(key)
	if err != nil {
		return nil, err
	}
	return ParseAddressList(value)
}

// ReadMessage reads the header of a message.
func ReadMessage(r io.Reader) (msg *Message, err error) {
	buffered := bufio.NewReader(r)
	header, err := readHeader(textproto.NewReader(buffered))
	if err != nil && (err != io.EOF || len(header) == 0) {
		return nil, err
	}
	return &Message{header, buffered}, nil
}

// readHeader reads fields up to the empty line. Unlike textproto's, names may have any character but a colon.
func readHeader(r *textproto.Reader) (Header, error) {
	header := Header{}
	if first, err := r.R.Peek(1); err == nil && (first[0] == ' ' || first[0] == '\t') {
		line, err := r.ReadLine()
		if err != nil {
			return header, err
		}
		return header, errors.New("malformed initial line: " + fmt.Sprintf("%q", line))
	}
	for {
		line, err := r.ReadContinuedLine()
		if line == "" {
			return header, err
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return header, errors.New("malformed header line: " + fmt.Sprintf("%q", line))
		}
		if name != "" {
			name = textproto.CanonicalMIMEHeaderKey(name)
			header[name] = append(header[name], strings.TrimLeft(value, " \t"))
		}
		if err != nil {
			return header, err
		}
	}
}
