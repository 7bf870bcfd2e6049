package http

import (
	"errors"
	"fmt"
	"io"
	http2 "net/http/internal/h2"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	errH2tListLimit    = errors.New("http2: request header list larger than peer's advertised limit")
	errH2tTrailerLimit = errors.New("request header list larger than peer's advertised limit")
	errH2tBodyTooLong  = errors.New("http2: request body larger than specified content length")
)

// open opens the stream and appends the request's header. It waits while the server allows no more streams.
func (s *h2tStream) open() error {
	c := s.c
	trailers, err := h2tTrailerKeys(s.req)
	var fields []http2.Field
	if err == nil {
		fields, err = s.fields(trailers)
	}
	if waited := s.lockSlot(); waited != nil {
		if waited != errH2tUnusable { // else another connection sends the body
			s.req.closeBody()
		}
		return waited
	}
	// Both locks are held. The number is used up also by a request that cannot be sent.
	id := c.nextID
	c.nextID += 2
	c.used = true
	if err == nil && listSize(fields) > c.maxList {
		err = errH2tListLimit
	}
	if err != nil {
		c.mu.Unlock()
		c.out.mu.Unlock()
		c.settle()
		s.req.closeBody()
		return err
	}
	hasBody := s.req.outgoingLength() != 0
	s.id = id
	s.send.SetConn(&c.send)
	s.send.Add(c.initial)
	s.recv.Init(c.set.streamWindow)
	s.sentEnd = !hasBody
	c.streams[id] = s
	s.batch = c.out.batch
	c.mu.Unlock()
	c.log.encoding("Transport", fields)
	c.out.w.Headers(id, !hasBody, fields)
	if s.trace != nil && s.trace.WroteHeaderField != nil {
		c.out.mu.Unlock()
		for _, f := range fields {
			s.trace.WroteHeaderField(f.Name, []string{f.Value})
		}
		c.out.mu.Lock()
	}
	c.out.flush()
	c.out.mu.Unlock()
	if s.trace != nil {
		s.callHeaderHooks() // after the flush: a hook may wait for the server
	}
	if hasBody {
		go s.upload(trailers != "")
		return nil
	}
	close(s.sent)
	if s.req.Body != nil {
		s.req.Body.Close()
	}
	s.tellWritten(nil)
	return nil
}

// lockSlot waits until a stream may be opened, and returns with both locks held. The reservation is used up.
func (s *h2tStream) lockSlot() error {
	c := s.c
	for first := true; ; first = false {
		c.out.mu.Lock()
		c.mu.Lock()
		if first {
			c.reserved--
			c.waiting++
		}
		var err error
		switch {
		case s.ctx.Err() != nil:
			err = s.ctxErr()
		case c.err != nil || c.goAway != nil || c.leaving && !s.req.wantsClose():
			err = errH2tUnusable
			if c.err != nil && c.nextID == 1 && c.reserved == 0 {
				err = errH2tNeverUsed // this was the connection's first request: another connection may fare no better
			}
		case len(c.streams)+c.resets < int(c.maxOpen):
			c.waiting--
			return nil
		}
		c.out.mu.Unlock()
		if err != nil {
			c.waiting--
			c.mu.Unlock()
			c.settle()
			return err
		}
		c.cond.Wait()
		c.mu.Unlock()
	}
}

func listSize(fields []http2.Field) (n uint64) {
	for _, f := range fields {
		n += uint64(f.Size())
	}
	return n
}

// callHeaderHooks tells the trace that the header is written, and that the client waits before the body.
func (s *h2tStream) callHeaderHooks() {
	if s.trace.WroteHeaders != nil {
		s.trace.WroteHeaders()
	}
	if s.waitsForContinue() && s.trace.Wait100Continue != nil {
		s.trace.Wait100Continue()
	}
}

// waitsForContinue tells whether the body is sent only when the server wants it.
func (s *h2tStream) waitsForContinue() bool {
	return s.c.t.ExpectContinueTimeout != 0 && s.req.outgoingLength() != 0 && s.req.expectsContinue()
}

func (s *h2tStream) tellWritten(err error) {
	if s.trace != nil && s.trace.WroteRequest != nil {
		s.trace.wrote(err)
	}
}

// h2tTrailerKeys is the Trailer field of a request.
func h2tTrailerKeys(req *Request) (string, error) {
	var keys []string
	for k := range req.Trailer {
		k = CanonicalHeaderKey(k)
		switch k {
		case "Transfer-Encoding", "Trailer", "Content-Length":
			return "", fmt.Errorf("http2: invalid Trailer key %q", k)
		}
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return strings.Join(keys, ","), nil
}

// h2tCheckFields refuses the fields of a connection that HTTP/2 does not have.
func h2tCheckFields(h Header) error {
	one := func(key string, allowed ...string) error {
		vs := h[key]
		if len(vs) == 0 || len(vs) == 1 && (vs[0] == "" || slices.ContainsFunc(allowed, func(a string) bool { return strings.EqualFold(a, vs[0]) })) {
			return nil
		}
		return fmt.Errorf("http2: invalid %s request header: %q", key, vs)
	}
	if err := one("Upgrade"); err != nil {
		return err
	}
	if err := one("Transfer-Encoding", "chunked"); err != nil {
		return err
	}
	return one("Connection", "close", "keep-alive")
}

// fields are those of the request's header.
func (s *h2tStream) fields(trailers string) ([]http2.Field, error) {
	req := s.req
	if err := h2tCheckFields(req.Header); err != nil {
		return nil, err
	}
	host := req.Host
	if host == "" {
		host = req.URL.Host
	}
	host, err := asciiHost(host)
	if err != nil {
		return nil, err
	}
	if !validHost(host) {
		return nil, errors.New("http2: invalid Host header")
	}
	method := method2(req)
	fields := make([]http2.Field, 0, len(req.Header)+8)
	put := func(name, value string) { fields = append(fields, http2.Field{Name: name, Value: value}) }
	put(":authority", host)
	put(":method", method)
	if method != "CONNECT" {
		path := req.URL.RequestURI()
		if !strings.HasPrefix(path, "/") && path != "*" {
			if before := path; !strings.HasPrefix(path, req.URL.Scheme+"://"+host+"/") {
				text := fmt.Sprintf("http2: invalid request :path %q", before)
				if req.URL.Opaque != "" {
					text += fmt.Sprintf(" from URL.Opaque = %q", req.URL.Opaque)
				}
				return nil, errors.New(text)
			}
			path = strings.TrimPrefix(path, req.URL.Scheme+"://"+host)
		}
		put(":path", path)
		put(":scheme", req.URL.Scheme)
	}
	if trailers != "" {
		put("trailer", trailers)
	}
	s.putHeader(put)
	if n := req.outgoingLength(); n > 0 || n == 0 && (method == "POST" || method == "PUT" || method == "PATCH") {
		put("content-length", strconv.FormatInt(n, 10))
	}
	if s.zipped {
		put("accept-encoding", "gzip")
	}
	if _, given := req.Header["User-Agent"]; !given {
		put("user-agent", "Go-http-client/2.0")
	}
	return fields, nil
}

// putHeader puts the fields that the program has set, but for those that other fields stand for.
func (s *h2tStream) putHeader(put func(name, value string)) {
	for k, vs := range s.req.Header {
		name := strings.ToLower(k)
		switch name {
		case "host", "content-length", "connection", "proxy-connection", "transfer-encoding", "upgrade", "keep-alive":
			continue
		case "user-agent":
			if len(vs) == 0 || vs[0] == "" {
				continue
			}
			vs = vs[:1]
		case "cookie":
			// Each cookie is a field of its own, so that it is compressed by itself (RFC 9113, 8.2.3).
			for _, v := range vs {
				for crumb := range strings.SplitSeq(v, ";") {
					if crumb = strings.TrimLeft(crumb, " "); crumb != "" {
						put(name, crumb)
					}
				}
			}
			continue
		}
		for _, v := range vs {
			put(name, v)
		}
	}
}

// upload sends the request's body.
func (s *h2tStream) upload(trailers bool) {
	err := s.awaitContinue()
	if err == nil {
		err = s.sendBody(trailers)
	}
	closeErr := s.req.Body.Close()
	if err == nil {
		err = closeErr
	}
	s.tellWritten(err)
	switch {
	case err == nil:
		close(s.sent)
		s.endHalf(true)
	case err == errH2tStopBody:
		s.c.mu.Lock()
		s.stopped = s.bodyEnded
		s.c.mu.Unlock()
		if s.stopped {
			s.endHalf(true)
		}
	default:
		s.abort(err, http2.ErrCodeCancel, true)
	}
}

// awaitContinue waits until the server wants the body, or for as long as the Transport says.
func (s *h2tStream) awaitContinue() error {
	if !s.waitsForContinue() {
		return nil
	}
	timer := time.NewTimer(s.c.t.ExpectContinueTimeout)
	defer timer.Stop()
	select {
	case <-s.continued:
	case <-timer.C:
	case <-s.gone:
		s.c.mu.Lock()
		defer s.c.mu.Unlock()
		if s.err == nil || s.err == errH2tConnClosed && s.bodyEnded {
			return errH2tStopBody
		}
		return s.err
	}
	return nil
}

// sendBody sends body and trailer. The last DATA frame ends the stream if the body's end is known by then.
func (s *h2tStream) sendBody(trailers bool) error {
	left := s.req.outgoingLength()
	s.c.out.mu.Lock()
	size := int64(min(s.c.out.w.MaxFrameSize, h2tUploadBuffer))
	s.c.out.mu.Unlock()
	if left >= 0 {
		size = min(size, left+1)
	}
	buf := make([]byte, size)
	for {
		n, err := s.req.Body.Read(buf)
		if left >= 0 {
			left -= int64(n)
			if left == 0 && err == nil {
				// Only the next Read tells that this was all.
				var one [1]byte
				var more int
				more, err = s.req.Body.Read(one[:])
				left -= int64(more)
			}
			if left < 0 {
				return errH2tBodyTooLong
			}
		}
		if err != nil && err != io.EOF {
			if s.isRefused() {
				return errH2tStopBody
			}
			return err
		}
		end := err == io.EOF
		known := end && left == 0 && !trailers
		if rest := buf[:n]; len(rest) > 0 {
			if err := s.sendData(rest, known); err != nil {
				return err
			}
		}
		switch {
		case known && n > 0:
			return nil
		case end && trailers:
			return s.sendTrailer()
		case end:
			return s.appendFrame(func(w *http2.Writer) { w.Data(s.id, true, nil) })
		}
	}
}

const h2tUploadBuffer = 512 << 10

// sendData sends data as the windows allow; last tells that the body ends with it.
func (s *h2tStream) sendData(data []byte, last bool) error {
	for len(data) > 0 {
		n, err := s.awaitWindow(len(data))
		if err != nil {
			return err
		}
		part := data[:n]
		data = data[n:]
		if err := s.appendFrame(func(w *http2.Writer) { w.Data(s.id, last && len(data) == 0, part) }); err != nil {
			return err
		}
	}
	return nil
}

// awaitWindow takes up to n bytes from the windows.
func (s *h2tStream) awaitWindow(n int) (int, error) {
	c := s.c
	c.out.mu.Lock()
	most := int(c.out.w.MaxFrameSize)
	c.out.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		switch {
		case s.bodyEnded:
			return 0, errH2tStopBody
		case s.err != nil && (s.err == c.err || s.err == errH2tConnClosed):
			return 0, errH2tConnClosed
		case s.headed && s.interrupted:
			return 0, s.ctxErr()
		case s.err != nil:
			return 0, errH2tStopBody
		}
		if available := int(s.send.Available()); available > 0 {
			n = min(n, most, available)
			s.send.Take(int32(n))
			return n, nil
		}
		s.blocked = true
		c.cond.Wait()
		s.blocked = false
	}
}

// appendFrame appends a frame of the body, and waits while too much is not yet written.
func (s *h2tStream) appendFrame(do func(*http2.Writer)) error {
	c := s.c
	c.out.mu.Lock()
	defer c.out.mu.Unlock()
	for len(c.out.w.Bytes()) > h2tFullBuffer && c.out.stopped == nil && !s.isRefused() {
		c.out.written.Wait()
	}
	c.mu.Lock()
	open := c.streams[s.id] == s && s.err == nil
	s.batch = c.out.batch
	c.mu.Unlock()
	if !open {
		return errH2tStopBody
	}
	do(c.out.w)
	c.out.flush()
	return nil
}

// sendTrailer sends the fields behind the body, which the program has set meanwhile.
func (s *h2tStream) sendTrailer() error {
	var fields []http2.Field
	for k, vs := range s.req.Trailer {
		for _, v := range vs {
			fields = append(fields, http2.Field{Name: strings.ToLower(k), Value: v})
		}
	}
	if len(fields) == 0 {
		return s.appendFrame(func(w *http2.Writer) { w.Data(s.id, true, nil) })
	}
	s.c.mu.Lock()
	limit := s.c.maxList
	s.c.mu.Unlock()
	if listSize(fields) > limit {
		return errH2tTrailerLimit
	}
	s.c.log.encoding("Transport", fields)
	return s.appendFrame(func(w *http2.Writer) { w.Headers(s.id, true, fields) })
}
