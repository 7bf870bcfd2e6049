package http

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log"
	http2 "net/http/internal/h2"
)

// readLoop reads the server's frames until the connection ends.
func (c *h2tConn) readLoop() {
	var heard chan struct{}
	if c.set.pingAfter > 0 {
		heard = make(chan struct{})
		go c.watch(heard)
	}
	for {
		f, err := c.reader.Read()
		if heard != nil {
			select {
			case heard <- struct{}{}:
			case <-c.closed:
			}
		}
		if err == nil {
			c.log.received("Transport received", f)
			err = c.handle(f)
		} else {
			c.log.printf("http2: Transport readFrame error on conn %p: (%T) %v", c, err, err)
			c.countReadError(err)
			if err == http2.ErrFrameTooLarge && string(c.source.head[:]) == "HTTP/1.1 " {
				err = fmt.Errorf("http2: failed reading the frame payload: %w, note that the frame header looked like an HTTP/1.1 header", err)
			}
		}
		var failed http2.StreamError
		switch {
		case err == nil:
		case errors.As(err, &failed):
			if s := c.stream(failed.StreamID, false); s != nil {
				s.abort(failed, failed.Code, true)
			}
		default:
			c.fail(c.endReason(err))
			return
		}
	}
}

// An h2tSource is where frames are read from. It keeps the last 9 bytes that were asked for at once: after an error
// those of the frame's header.
type h2tSource struct {
	*bufio.Reader
	head [http2.FrameHeaderLen]byte
}

func (s *h2tSource) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if n == len(s.head) {
		copy(s.head[:], p)
	}
	return n, err
}

// countReadError reports an error of reading a frame to HTTP2Config.CountError.
func (c *h2tConn) countReadError(err error) {
	var failed http2.StreamError
	var ended http2.ConnectionError
	switch {
	case errors.As(err, &failed):
	case errors.As(err, &ended):
		c.countError("read_frame_conn_error_" + http2.ErrCode(ended).String())
	case err == io.EOF:
		c.countError("read_frame_eof")
	case errors.Is(err, io.ErrUnexpectedEOF):
		c.countError("read_frame_unexpected_eof")
	case errors.Is(err, http2.ErrFrameTooLarge):
		c.countError("read_frame_too_large")
	default:
		c.countError("read_frame_other")
	}
}

// endReason is the error of requests when the connection cannot be read any more.
func (c *h2tConn) endReason(err error) error {
	if err != io.EOF {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.goAway != nil {
		return *c.goAway
	}
	return io.ErrUnexpectedEOF
}

// stream is an open stream, nil if there is none of that number; opens tells that the frame is HEADERS or DATA.
func (c *h2tConn) stream(id uint32, opens bool) *h2tStream {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard = c.nextID
	if opens {
		c.pingQuiet = false
	}
	return c.streams[id]
}

var errH2tProtocol = http2.ConnectionError(http2.ErrCodeProtocol)

// frameTypes are how a log names frames.
var frameTypes = map[http2.FrameType]string{
	http2.FrameData: "DataFrame", http2.FrameHeaders: "MetaHeadersFrame", http2.FramePriority: "PriorityFrame",
	http2.FrameRSTStream: "RSTStreamFrame", http2.FrameSettings: "SettingsFrame", http2.FramePushPromise: "PushPromiseFrame",
	http2.FramePing: "PingFrame", http2.FrameGoAway: "GoAwayFrame", http2.FrameWindowUpdate: "WindowUpdateFrame",
	http2.FrameContinuation: "ContinuationFrame", http2.FramePriorityUpdate: "PriorityUpdateFrame",
}

func frameTypeName(t http2.FrameType) string {
	if name, ok := frameTypes[t]; ok {
		return "*http2." + name
	}
	return "*http2.UnknownFrame"
}

// handle does what a frame says. A StreamError ends a stream, every other error the connection.
func (c *h2tConn) handle(f *http2.Frame) error {
	if !c.greeted && f.Type != http2.FrameSettings {
		log.Printf("protocol error: received %s before a SETTINGS frame", frameTypeName(f.Type))
		return errH2tProtocol
	}
	c.greeted = true // only this goroutine looks at it
	switch f.Type {
	case http2.FrameHeaders:
		return c.handleHeaders(f)
	case http2.FrameData:
		return c.handleData(f)
	case http2.FrameRSTStream:
		c.handleReset(f)
	case http2.FrameSettings:
		return c.handleSettings(f)
	case http2.FramePushPromise:
		return errH2tProtocol // it was told not to
	case http2.FramePing:
		c.handlePing(f)
	case http2.FrameGoAway:
		c.handleGoAway(f)
	case http2.FrameWindowUpdate:
		return c.handleWindow(f)
	default:
		log.Printf("Transport: unhandled response frame type %s", frameTypeName(f.Type))
	}
	return nil
}

func (c *h2tConn) handleSettings(f *http2.Frame) error {
	if f.Ack() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.acked {
			return errH2tProtocol
		}
		c.acked = true
		return nil
	}
	c.out.mu.Lock()
	defer c.out.mu.Unlock()
	c.mu.Lock()
	err := c.applySettings(f.Settings)
	c.mu.Unlock()
	c.cond.Broadcast()
	if err != nil {
		return err
	}
	c.out.w.SettingsAck()
	c.out.flush()
	return nil
}

// applySettings takes over the server's settings. The caller holds both locks.
func (c *h2tConn) applySettings(settings []http2.Setting) error {
	limited := false
	for _, s := range settings {
		if err := s.Valid(); err != nil {
			return err
		}
		switch s.ID {
		case http2.SettingMaxFrameSize:
			c.out.w.MaxFrameSize = s.Val
		case http2.SettingMaxConcurrentStreams:
			c.maxOpen, limited = s.Val, true
		case http2.SettingMaxHeaderListSize:
			c.maxList = uint64(s.Val)
		case http2.SettingInitialWindowSize:
			change := int32(s.Val) - c.initial
			for _, stream := range c.streams {
				if !stream.send.Add(change) {
					return http2.ConnectionError(http2.ErrCodeFlowControl)
				}
			}
			c.initial = int32(s.Val)
		case http2.SettingHeaderTableSize:
			c.out.w.SetTableSize(s.Val)
		case http2.SettingEnableConnectProtocol:
			if c.configured && !c.extended && s.Val == 1 {
				continue // it counts only from the beginning
			}
			c.extended = s.Val == 1
		case http2.SettingEnablePush:
		default:
			c.log.printf("Unhandled Setting: %v", s)
		}
	}
	if !c.configured && !limited {
		c.maxOpen = h2tDefaultMaxOpen
	}
	c.configured = true
	return nil
}

func (c *h2tConn) handlePing(f *http2.Frame) {
	data := [8]byte(f.Data)
	if !f.Ack() {
		c.out.mu.Lock()
		c.out.w.Ping(true, data)
		c.out.flush()
		c.out.mu.Unlock()
		return
	}
	c.mu.Lock()
	if pong := c.pings[data]; pong != nil {
		close(pong)
		delete(c.pings, data)
	}
	answered := c.resets > 0
	if answered {
		c.resets, c.pingQuiet = 0, true
	}
	c.mu.Unlock()
	if answered {
		c.cond.Broadcast()
	}
}

// handleGoAway ends the requests that the server will not answer.
func (c *h2tConn) handleGoAway(f *http2.Frame) {
	if f.Code != http2.ErrCodeNo {
		c.countError("recv_goaway_" + f.Code.String())
	}
	c.mu.Lock()
	before := c.goAway
	c.goAway = &http2.GoAwayError{LastStreamID: f.Other, ErrCode: f.Code, DebugData: string(f.Data)}
	if before != nil && before.ErrCode != http2.ErrCodeNo {
		c.goAway.ErrCode = before.ErrCode
	}
	code := c.goAway.ErrCode
	var refused []*h2tStream
	for id, s := range c.streams {
		if id > f.Other {
			refused = append(refused, s)
		}
	}
	c.mu.Unlock()
	for _, s := range refused {
		err := errH2tGoAway
		if s.id == 1 && code != http2.ErrCodeNo {
			// The server does not like the connection as such: another one would not be liked better.
			err = fmt.Errorf("http2: Transport received GOAWAY from server ErrCode:%v", code)
		}
		s.abort(err, http2.ErrCodeCancel, true)
	}
	c.settle()
}

func (c *h2tConn) handleWindow(f *http2.Frame) error {
	if f.StreamID == 0 {
		c.mu.Lock()
		ok := c.send.Add(int32(f.Other))
		c.mu.Unlock()
		if !ok {
			return http2.ConnectionError(http2.ErrCodeFlowControl)
		}
	} else if s := c.stream(f.StreamID, false); s != nil {
		c.mu.Lock()
		ok := s.send.Add(int32(f.Other))
		c.mu.Unlock()
		if !ok {
			return http2.StreamError{StreamID: f.StreamID, Code: http2.ErrCodeFlowControl}
		}
	}
	c.cond.Broadcast()
	return nil
}

func (c *h2tConn) handleReset(f *http2.Frame) {
	s := c.stream(f.StreamID, false)
	if s == nil {
		return
	}
	if f.Code == http2.ErrCodeProtocol {
		c.leave()
	}
	c.countError("recv_rststream_" + f.Code.String())
	s.abort(http2.StreamError{StreamID: f.StreamID, Code: f.Code, Cause: errH2tFromPeer}, f.Code, false)
}

// handleData gives a stream's body more of it.
func (c *h2tConn) handleData(f *http2.Frame) error {
	s := c.stream(f.StreamID, true)
	if s == nil {
		return c.skipData(f)
	}
	err := s.mayGetData(f)
	if err != nil {
		return err
	}
	if f.Length > 0 {
		c.mu.Lock()
		ok := http2.TakeBoth(&c.recv, &s.recv, f.Length)
		c.mu.Unlock()
		if !ok {
			return http2.ConnectionError(http2.ErrCodeFlowControl)
		}
		padding := int(f.Length) - len(f.Data)
		if !s.body.add(f.Data) {
			c.refund(nil, int(f.Length))
		} else if padding > 0 {
			c.refund(s, padding)
		}
	}
	if f.EndStream() {
		s.gotEnd(nil)
	}
	return nil
}

// skipData counts the bytes of a stream that is over.
func (c *h2tConn) skipData(f *http2.Frame) error {
	c.mu.Lock()
	never := f.StreamID >= c.nextID
	ok := never || f.Length == 0 || c.recv.Take(f.Length)
	c.mu.Unlock()
	switch {
	case never:
		log.Printf("http2: Transport received unsolicited DATA frame; closing connection")
		return errH2tProtocol
	case !ok:
		return http2.ConnectionError(http2.ErrCodeFlowControl)
	}
	c.refund(nil, int(f.Length))
	return nil
}

// refund lets the server send n more bytes, on the connection, and on a stream unless that is nil.
func (c *h2tConn) refund(s *h2tStream, n int) {
	if n == 0 {
		return
	}
	c.out.mu.Lock()
	defer c.out.mu.Unlock()
	c.mu.Lock()
	conn, stream := c.recv.Add(n), uint32(0)
	if s != nil {
		stream = s.recv.Add(n)
	}
	c.mu.Unlock()
	if conn > 0 {
		c.out.w.WindowUpdate(0, conn)
	}
	if stream > 0 {
		c.out.w.WindowUpdate(s.id, stream)
	}
	if conn > 0 || stream > 0 {
		c.out.flush()
	}
}
