package http

import (
	"errors"
	"fmt"
	"net/http/internal/h2"
	"time"
)

// errH2WindowOverflow is the error of a WINDOW_UPDATE that makes the connection's window too large.
var errH2WindowOverflow = errors.New("connection exceeded flow control window size")

const maxSettings = 100 // in a frame

// process acts on a frame.
func (c *h2conn) process(f *http2.Frame) error {
	c.log.received("server read frame", f)
	if !c.sawSettings {
		if f.Type != http2.FrameSettings {
			return c.ofConn("first_settings", http2.ErrCodeProtocol)
		}
		c.sawSettings = true
		c.settingTimer.Stop()
	}
	// What comes after an error, or for a stream that a GOAWAY has excluded, is not looked at; but the client has to
	// get the window of the connection back.
	if c.goingAway && (c.goAwayCode != http2.ErrCodeNo || f.StreamID > c.lastClient) {
		if f.Type == http2.FrameData {
			return c.discard(f)
		}
		return nil
	}
	switch f.Type {
	case http2.FrameData:
		return c.processData(f)
	case http2.FrameHeaders:
		return c.processHeaders(f)
	case http2.FramePriority:
		return c.checkDependency(f)
	case http2.FrameRSTStream:
		return c.processReset(f)
	case http2.FrameSettings:
		return c.processSettings(f)
	case http2.FramePushPromise:
		return c.ofConn("push_promise", http2.ErrCodeProtocol) // only servers push
	case http2.FramePing:
		c.processPing(f)
	case http2.FrameGoAway:
		c.processGoAway(f)
	case http2.FrameWindowUpdate:
		return c.processWindow(f)
	case http2.FramePriorityUpdate:
		return c.processPriority(f)
	default:
		c.log.printf("http2: server ignoring frame: %s", describeHeader(f))
	}
	return nil
}

// checkDependency refuses a stream that depends on itself.
func (c *h2conn) checkDependency(f *http2.Frame) error {
	if f.Priority.Dependency == f.StreamID {
		return c.ofStream("priority", f.StreamID, http2.ErrCodeProtocol)
	}
	return nil
}

// discard counts data that nobody reads. The connection's window gets it back at once.
func (c *h2conn) discard(f *http2.Frame) error {
	if !c.recv.Take(f.Length) {
		return c.ofStream("data_flow", f.StreamID, http2.ErrCodeFlowControl)
	}
	c.giveBack(nil, int(f.Length))
	return nil
}

// giveBack widens the window of a stream, or of the connection for nil, by n bytes that were read.
func (c *h2conn) giveBack(st *h2stream, n int) {
	id, window := uint32(0), &c.recv
	if st != nil {
		id, window = st.id, &st.recv
	}
	if due := window.Add(n); due > 0 && c.goAwayCode == http2.ErrCodeNo {
		c.out.WindowUpdate(id, due)
		c.answered()
	}
}

func (c *h2conn) processData(f *http2.Frame) error {
	st := c.streams[f.StreamID]
	switch {
	case st == nil && c.isIdle(f.StreamID):
		return c.ofConn("data_on_idle", http2.ErrCodeProtocol)
	case st == nil || st.ended || st.trailered || st.resetSent:
		if err := c.discard(f); err != nil {
			return err
		}
		if st != nil && st.resetSent {
			return nil
		}
		return c.ofStream("closed", f.StreamID, http2.ErrCodeStreamClosed)
	case st.declared != -1 && st.received+int64(len(f.Data)) > st.declared:
		if err := c.discard(f); err != nil {
			return err
		}
		st.body.fail(fmt.Errorf("sender tried to send more than declared Content-Length of %d bytes", st.declared))
		return c.ofStream("send_too_much", f.StreamID, http2.ErrCodeProtocol)
	}
	if f.Length > 0 {
		if !http2.TakeBoth(&c.recv, &st.recv, f.Length) {
			return c.ofStream("flow_on_data_length", f.StreamID, http2.ErrCodeFlowControl)
		}
		st.received += int64(len(f.Data))
		if len(f.Data) > 0 && !st.body.append(f.Data) {
			c.giveBack(nil, int(f.Length)) // the handler takes no more: the stream's window stays as it is
			return nil
		}
		padding := int(f.Length) - len(f.Data)
		c.giveBack(nil, padding)
		c.giveBack(st, padding)
	}
	if f.EndStream() {
		c.endRequest(st)
	}
	return nil
}

// endRequest is called at the end of a request.
func (c *h2conn) endRequest(st *h2stream) {
	st.ended = true
	if st.declared != -1 && st.declared != st.received {
		st.body.fail(fmt.Errorf("request declared a Content-Length of %d but only wrote %d bytes", st.declared, st.received))
	} else {
		st.body.finish()
	}
}

func (c *h2conn) processReset(f *http2.Frame) error {
	st := c.streams[f.StreamID]
	if st == nil {
		if c.isIdle(f.StreamID) {
			return c.ofConn("reset_idle_stream", http2.ErrCodeProtocol)
		}
		return nil
	}
	c.closeStream(st, http2.StreamError{StreamID: f.StreamID, Code: f.Code})
	return nil
}

func (c *h2conn) processWindow(f *http2.Frame) error {
	if f.StreamID == 0 {
		if !c.send.Add(int32(f.Other)) {
			return errH2WindowOverflow
		}
		c.passTurn()
		return nil
	}
	st := c.streams[f.StreamID]
	if st == nil {
		if c.isIdle(f.StreamID) {
			return c.ofConn("stream_idle", http2.ErrCodeProtocol)
		}
		return nil
	}
	if !st.send.Add(int32(f.Other)) {
		return c.ofStream("bad_flow", f.StreamID, http2.ErrCodeFlowControl)
	}
	st.changed.Broadcast()
	return nil
}

func (c *h2conn) processPing(f *http2.Frame) {
	data := [8]byte(f.Data)
	if !f.Ack() {
		c.out.Ping(true, data)
		c.answered()
		return
	}
	if c.pinged && data == c.pingData {
		c.pinged = false
		c.pingTimer.Reset(c.config.idlePing)
	}
}

func (c *h2conn) processGoAway(f *http2.Frame) {
	if f.Code != http2.ErrCodeNo {
		c.server.logf("http2: received GOAWAY %s, starting graceful shutdown", describeHeader(f))
	}
	c.goAway(http2.ErrCodeNo)
	c.pushes = false
}

// describeHeader is the header of a frame in the form of logs.
func describeHeader(f *http2.Frame) string { return "[FrameHeader " + f.FrameHeader.Summary() + "]" }

func (c *h2conn) processSettings(f *http2.Frame) error {
	if f.Ack() {
		if c.unacked--; c.unacked < 0 {
			return c.ofConn("ack_mystery", http2.ErrCodeProtocol)
		}
		return nil
	}
	if len(f.Settings) > maxSettings {
		return c.ofConn("settings_big_or_dups", http2.ErrCodeProtocol)
	}
	seen := make(map[http2.SettingID]bool, len(f.Settings))
	for _, s := range f.Settings {
		if seen[s.ID] {
			return c.ofConn("settings_big_or_dups", http2.ErrCodeProtocol)
		}
		seen[s.ID] = true
	}
	for _, s := range f.Settings {
		if err := s.Valid(); err != nil {
			return err
		}
		c.log.printf("http2: server processing setting %v", s)
		if err := c.apply(s); err != nil {
			return err
		}
	}
	c.out.SettingsAck()
	c.answered()
	return nil
}

// apply applies a setting of the client.
func (c *h2conn) apply(s http2.Setting) error {
	switch s.ID {
	case http2.SettingHeaderTableSize:
		c.out.SetTableSize(s.Val)
	case http2.SettingEnablePush:
		c.pushes = s.Val != 0
	case http2.SettingMaxConcurrentStreams:
		c.peerStreams = s.Val
	case http2.SettingInitialWindowSize:
		more := int32(s.Val) - c.initialSend
		c.initialSend = int32(s.Val)
		for _, st := range c.streams {
			if !st.send.Add(more) {
				return http2.ConnectionError(http2.ErrCodeFlowControl)
			}
			st.changed.Broadcast()
		}
	case http2.SettingMaxFrameSize:
		c.out.MaxFrameSize = s.Val
	case http2.SettingMaxHeaderListSize:
		c.peerList = s.Val
	case http2.SettingEnableConnectProtocol, http2.SettingNoRFC7540Priorities:
	default:
		c.log.printf("http2: server ignoring unknown setting %v", s)
	}
	return nil
}

// idleSince arms the timer of a connection that has no stream any more.
func (c *h2conn) idleSince() {
	if d := c.config.idle; d > 0 && !c.closed {
		if c.idleTimer == nil {
			c.idleTimer = time.AfterFunc(d, c.idled)
		} else {
			c.idleTimer.Reset(d)
		}
	}
}
