package http

import (
	"errors"
	http2 "net/http/internal/h2"
	"net/textproto"
	"strconv"
	"strings"
)

var (
	errH2tNoStatus     = errors.New("malformed response from server: missing status pseudo header")
	errH2tBadStatus    = errors.New("malformed response from server: malformed non-numeric status pseudo header")
	errH2tAfterEnd     = errors.New("protocol error: headers after END_STREAM")
	errH2tListTooLarge = errors.New("header list too large")
)

// handleHeaders takes an answer's header, or its trailer.
func (c *h2tConn) handleHeaders(f *http2.Frame) error {
	s := c.stream(f.StreamID, true)
	if s == nil {
		return nil
	}
	fail := func(cause error) error {
		return http2.StreamError{StreamID: f.StreamID, Code: http2.ErrCodeProtocol, Cause: cause}
	}
	c.mu.Lock()
	headed, ended, first := s.headed, s.ended, !s.headed && s.earlySize == 0
	c.mu.Unlock()
	switch {
	case ended:
		return fail(errH2tAfterEnd)
	case headed:
		return s.gotTrailer(f)
	}
	if first {
		s.earlySize = 1 // something has come
		if s.trace != nil && s.trace.GotFirstResponseByte != nil {
			s.trace.GotFirstResponseByte()
		}
	}
	if f.Truncated {
		return fail(errH2tListTooLarge)
	}
	status := f.Pseudo("status")
	if status == "" {
		return fail(errH2tNoStatus)
	}
	code, err := strconv.Atoi(status)
	if err != nil {
		return fail(errH2tBadStatus)
	}
	h := h2tHeader(f.Regular())
	trailer := h2tAnnounced(h)
	if code >= 100 && code <= 199 {
		if f.EndStream() {
			return fail(errH2tEndOfEarly)
		}
		if err := s.inform(code, h, f); err != nil {
			return fail(err)
		}
		return nil
	}
	s.begin(status, code, h, trailer, f)
	return nil
}

// h2tHeader makes a header of fields.
func h2tHeader(fields []http2.Field) Header {
	h := make(Header, len(fields))
	values := make([]string, len(fields)) // one allocation for the first values of all keys
	for i, f := range fields {
		key := CanonicalHeaderKey(f.Name)
		if old := h[key]; old != nil {
			h[key] = append(old, f.Value)
			continue
		}
		values[i] = f.Value
		h[key] = values[i : i+1 : i+1]
	}
	return h
}

// h2tAnnounced takes the Trailer field off a header, and makes a header of the keys that it announces.
func h2tAnnounced(h Header) (trailer Header) {
	fields := h["Trailer"]
	if fields == nil {
		return nil
	}
	delete(h, "Trailer")
	trailer = Header{}
	for _, v := range fields {
		for name := range strings.SplitSeq(v, ",") {
			if name = textproto.TrimString(name); name != "" {
				trailer[CanonicalHeaderKey(name)] = nil
			}
		}
	}
	return trailer
}

// inform handles an answer that comes before the one that counts.
func (s *h2tStream) inform(code int, h Header, f *http2.Frame) error {
	if s.trace != nil && s.trace.Got1xxResponse != nil {
		if err := s.trace.Got1xxResponse(code, textproto.MIMEHeader(h)); err != nil {
			return err
		}
	} else {
		// Nobody looks at them: they are limited together, as one header is.
		for _, field := range f.Fields {
			s.earlySize += uint64(field.Size())
		}
		if limit := s.c.set.maxList; limit != 0 && s.earlySize > uint64(limit) {
			return errH2tListTooLarge
		}
	}
	if code == 100 {
		if s.trace != nil && s.trace.Got100Continue != nil {
			s.trace.Got100Continue()
		}
		select {
		case s.continued <- struct{}{}:
		default:
		}
	}
	return nil
}

// begin delivers the answer.
func (s *h2tStream) begin(status string, code int, h, trailer Header, f *http2.Frame) {
	for _, key := range h2tConnectionKeys {
		delete(h, key)
	}
	resp := &Response{Status: status + " " + StatusText(code), StatusCode: code, Proto: "HTTP/2.0", ProtoMajor: 2,
		Header: h, Trailer: trailer, TLS: s.c.tls, Request: s.req}
	resp.ContentLength = -1
	lengths := h["Content-Length"]
	if n, ok := h2tLength(lengths); ok {
		resp.ContentLength = n
		h["Content-Length"] = lengths[:1]
	} else {
		delete(h, "Content-Length")
		if f.EndStream() && s.req.Method != "HEAD" {
			resp.ContentLength = 0
		}
	}
	switch {
	case s.req.Method == "HEAD":
		resp.Body = NoBody
	case f.EndStream() && resp.ContentLength > 0:
		resp.Body = h2tMissingBody{}
	case f.EndStream():
		resp.Body = NoBody
	default:
		s.body.resp = resp
		s.body.left = resp.ContentLength
		resp.Body = s.body
		if s.zipped && strings.EqualFold(h.get("Content-Encoding"), "gzip") {
			h.Del("Content-Encoding")
			h.Del("Content-Length")
			resp.ContentLength = -1
			resp.Uncompressed = true
			resp.Body = &h2tZippedBody{src: resp.Body}
		}
	}
	s.c.mu.Lock()
	s.headed = true
	if code > 299 && !s.sentEnd {
		s.bodyEnded = true
	}
	stops := s.bodyEnded
	s.c.mu.Unlock()
	s.answer <- resp
	if stops {
		s.c.cond.Broadcast()
		go s.req.Body.Close()
	}
	if f.EndStream() {
		s.gotEnd(nil)
	}
}

// h2tConnectionKeys are the fields of connections of HTTP/1, which an answer of HTTP/2 may not have.
var h2tConnectionKeys = []string{"Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "Upgrade"}

// h2tLength reads Content-Length fields, which have to agree.
func h2tLength(values []string) (n int64, ok bool) {
	if len(values) == 0 {
		return 0, false
	}
	for _, v := range values {
		if v != values[0] {
			return 0, false
		}
	}
	u, err := strconv.ParseUint(values[0], 10, 63)
	return int64(u), err == nil
}

// gotTrailer ends the answer by the fields behind its body.
func (s *h2tStream) gotTrailer(f *http2.Frame) error {
	if !f.EndStream() || len(f.Regular()) < len(f.Fields) {
		return errH2tProtocol
	}
	var trailer Header
	if len(f.Fields) > 0 {
		trailer = h2tHeader(f.Fields)
	}
	s.gotEnd(trailer)
	return nil
}
