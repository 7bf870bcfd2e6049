package http2

import (
	"encoding/binary"
	"io"
)

// A shape is what a type of frame must look like whatever it holds. The names are those under which errors are counted.
type shape struct {
	stream     int // ofStream or ofConnection; 0: either
	streamName string
	size       int // exactly, atLeast or sixes; 0: any
	length     uint32
	sizeName   string
	sizeFirst  bool // the length is checked before the stream
}

const (
	ofStream     = 1
	ofConnection = 2
	exactly      = 1
	atLeast      = 2
	sixes        = 3 // a multiple of six bytes
)

var shapes = map[FrameType]shape{
	FrameData:         {stream: ofStream, streamName: "data_stream_0"},
	FrameHeaders:      {stream: ofStream, streamName: "headers_zero_stream"},
	FramePriority:     {ofStream, "priority_zero_stream", exactly, 5, "priority_bad_length", false},
	FrameRSTStream:    {ofStream, "rststream_zero_stream", exactly, 4, "rststream_bad_len", true},
	FrameSettings:     {ofConnection, "settings_has_stream", sixes, 0, "settings_mod_6", false},
	FramePushPromise:  {stream: ofStream, streamName: "pushpromise_zero_stream"},
	FramePing:         {ofConnection, "ping_has_stream", exactly, 8, "ping_length", true},
	FrameGoAway:       {ofConnection, "goaway_has_stream", atLeast, 8, "goaway_short", false},
	FrameWindowUpdate: {0, "", exactly, 4, "windowupdate_bad_len", false},
	FrameContinuation: {stream: ofStream, streamName: "continuation_zero_stream"},
	FramePriorityUpdate: {
		ofConnection, "priority_update_non_zero_stream", atLeast, 4, "priority_update_bad_length", false,
	},
}

var ackShape = shape{ofConnection, "settings_has_stream", exactly, 0, "settings_ack_with_length", true}

// check returns the error of a frame that has not its type's shape.
func (r *Reader) check(f *Frame) error {
	s := shapes[f.Type]
	if f.Type == FrameSettings && f.Ack() {
		s = ackShape
	}
	n := f.Length
	wrongSize := s.size == exactly && n != s.length || s.size == atLeast && n < s.length || s.size == sixes && n%6 != 0
	wrongStream := s.stream == ofStream && f.StreamID == 0 || s.stream == ofConnection && f.StreamID != 0
	switch {
	case wrongStream && !(s.sizeFirst && wrongSize):
		return r.count(s.streamName, ConnectionError(ErrCodeProtocol))
	case wrongSize:
		return r.count(s.sizeName, ConnectionError(ErrCodeFrameSize))
	}
	return nil
}

// count reports an error by its name to CountError, and returns it.
func (r *Reader) count(name string, err error) error {
	if r.CountError != nil {
		r.CountError("frame_" + name)
	}
	return err
}

// parse sets the fields of a frame from its payload and checks what RFC 9113 says of it. It returns the part of a
// header block that the frame holds.
func (r *Reader) parse(f *Frame, p []byte) (block []byte, err error) {
	if err := r.check(f); err != nil {
		return nil, err
	}
	switch f.Type {
	case FrameData:
		f.Data, err = r.unpad(f, p)
	case FrameHeaders:
		return r.parseHeaders(f, p)
	case FramePriority:
		f.Priority = priority(p)
	case FrameRSTStream:
		f.Code = ErrCode(binary.BigEndian.Uint32(p))
	case FrameSettings:
		err = r.parseSettings(f, p)
	case FramePushPromise:
		err = r.parsePushPromise(f, p)
	case FrameGoAway:
		f.Other, f.Code = binary.BigEndian.Uint32(p)&MaxWindow, ErrCode(binary.BigEndian.Uint32(p[4:]))
		f.Data = p[8:]
	case FrameWindowUpdate:
		f.Other = binary.BigEndian.Uint32(p) & MaxWindow
		switch {
		case f.Other > 0:
		case f.StreamID == 0:
			err = r.count("windowupdate_zero_inc_conn", ConnectionError(ErrCodeProtocol))
		default:
			err = r.count("windowupdate_zero_inc_stream", StreamError{StreamID: f.StreamID, Code: ErrCodeProtocol})
		}
	case FrameContinuation:
		return p, nil
	case FramePriorityUpdate:
		f.Other, f.Data = binary.BigEndian.Uint32(p)&MaxWindow, p[4:]
		if f.Other == 0 {
			err = r.count("priority_update_prioritizing_zero_stream", ConnectionError(ErrCodeProtocol))
		}
	default:
		f.Data = p
	}
	return nil, err
}

func (r *Reader) parseSettings(f *Frame, p []byte) error {
	for ; len(p) > 0; p = p[6:] {
		f.Settings = append(f.Settings, Setting{
			ID: SettingID(binary.BigEndian.Uint16(p)), Val: binary.BigEndian.Uint32(p[2:]),
		})
	}
	// The other settings' values are for their receiver to check: this one would break the windows of all streams.
	if n, ok := f.Setting(SettingInitialWindowSize); ok && n > MaxWindow {
		return r.count("settings_window_size_too_big", ConnectionError(ErrCodeFlowControl))
	}
	return nil
}

// Setting returns the first value that a SETTINGS frame has for a setting.
func (f *Frame) Setting(id SettingID) (val uint32, ok bool) {
	for _, s := range f.Settings {
		if s.ID == id {
			return s.Val, true
		}
	}
	return 0, false
}

// unpad takes the padding off the payload of a DATA frame.
func (r *Reader) unpad(f *Frame, p []byte) ([]byte, error) {
	if f.Flags&FlagPadded == 0 {
		return p, nil
	}
	if len(p) == 0 {
		return nil, r.count("data_pad_byte_short", io.ErrUnexpectedEOF)
	}
	pad := int(p[0])
	if p = p[1:]; pad > len(p) {
		return nil, r.count("data_pad_too_big", ConnectionError(ErrCodeProtocol))
	}
	return p[:len(p)-pad], nil
}

func priority(p []byte) PriorityParam {
	n := binary.BigEndian.Uint32(p)
	return PriorityParam{Dependency: n & MaxWindow, Exclusive: n>>31 != 0, Weight: p[4]}
}

func (r *Reader) parseHeaders(f *Frame, p []byte) (block []byte, err error) {
	pad := 0
	if f.Flags&FlagPadded != 0 {
		if len(p) == 0 {
			return nil, r.count("headers_pad_short", io.ErrUnexpectedEOF)
		}
		pad, p = int(p[0]), p[1:]
	}
	if f.Flags&FlagPriority != 0 {
		switch {
		case len(p) < 4:
			return nil, r.count("headers_prio_short", io.ErrUnexpectedEOF)
		case len(p) < 5:
			return nil, r.count("headers_prio_weight_short", io.ErrUnexpectedEOF)
		}
		f.Priority, p = priority(p), p[5:]
	}
	if pad > len(p) {
		return nil, r.count("headers_pad_too_big", StreamError{StreamID: f.StreamID, Code: ErrCodeProtocol})
	}
	return p[:len(p)-pad], nil
}

func (r *Reader) parsePushPromise(f *Frame, p []byte) error {
	pad := 0
	if f.Flags&FlagPadded != 0 {
		if len(p) == 0 {
			return r.count("pushpromise_pad_short", io.ErrUnexpectedEOF)
		}
		pad, p = int(p[0]), p[1:]
	}
	if len(p) < 4 {
		return r.count("pushpromise_promiseid_short", io.ErrUnexpectedEOF)
	}
	if f.Other, p = binary.BigEndian.Uint32(p)&MaxWindow, p[4:]; pad > len(p) {
		return r.count("pushpromise_pad_too_big", ConnectionError(ErrCodeProtocol))
	}
	f.Data = p[:len(p)-pad]
	return nil
}
