package http2

import (
	"encoding/binary"
	"io"
)

// parse sets the fields of a frame from its payload and checks what RFC 9113 says of it. It returns the part of a header
// block that the frame holds.
func (f *Frame) parse(p []byte) (block []byte, err error) {
	if err := f.checkShape(); err != nil {
		return nil, err
	}
	switch f.Type {
	case FrameData:
		f.Data, err = f.unpad(p, ConnectionError(ErrCodeProtocol))
	case FrameHeaders:
		return f.parseHeaders(p)
	case FramePriority:
		f.Priority = priority(p)
	case FrameRSTStream:
		f.Code = ErrCode(binary.BigEndian.Uint32(p))
	case FrameSettings:
		for ; len(p) > 0; p = p[6:] {
			f.Settings = append(f.Settings, Setting{
				ID: SettingID(binary.BigEndian.Uint16(p)), Val: binary.BigEndian.Uint32(p[2:]),
			})
		}
		// The other settings' values are for their receiver to check: this one would break the windows of all streams.
		if n, ok := f.Setting(SettingInitialWindowSize); ok && n > MaxWindow {
			err = ConnectionError(ErrCodeFlowControl)
		}
	case FramePushPromise:
		f.Data, f.Other, err = f.parsePushPromise(p)
	case FrameGoAway:
		f.Other, f.Code = binary.BigEndian.Uint32(p)&MaxWindow, ErrCode(binary.BigEndian.Uint32(p[4:]))
		f.Data = p[8:]
	case FrameWindowUpdate:
		if f.Other = binary.BigEndian.Uint32(p) & MaxWindow; f.Other > 0 {
			break
		}
		err = ConnectionError(ErrCodeProtocol)
		if f.StreamID != 0 {
			err = StreamError{StreamID: f.StreamID, Code: ErrCodeProtocol}
		}
	case FrameContinuation:
		return p, nil
	case FramePriorityUpdate:
		f.Other, f.Data = binary.BigEndian.Uint32(p)&MaxWindow, p[4:]
		if f.Other == 0 {
			err = ConnectionError(ErrCodeProtocol)
		} else if !validPriority(string(f.Data)) {
			err = StreamError{StreamID: f.Other, Code: ErrCodeProtocol}
		}
	default:
		f.Data = p
	}
	return nil, err
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

// checkShape checks the length of the payload, and whether the frame belongs to a stream or to the connection.
func (f *Frame) checkShape() error {
	const any, exact, least, sixes = 0, 1, 2, 3
	var stream, rule int
	var length uint32
	const ofStream, ofConnection = 1, 2
	switch f.Type {
	case FrameData, FrameHeaders, FrameContinuation, FramePushPromise:
		stream = ofStream
	case FramePriority:
		stream, rule, length = ofStream, exact, 5
	case FrameRSTStream:
		stream, rule, length = ofStream, exact, 4
	case FrameSettings:
		stream, rule = ofConnection, sixes
		if f.Ack() {
			rule = exact
		}
	case FramePing:
		stream, rule, length = ofConnection, exact, 8
	case FrameGoAway:
		stream, rule, length = ofConnection, least, 8
	case FrameWindowUpdate:
		rule, length = exact, 4
	case FramePriorityUpdate:
		stream, rule, length = ofConnection, least, 4
	}
	wrongStream := stream == ofStream && f.StreamID == 0 || stream == ofConnection && f.StreamID != 0
	wrongSize := rule == exact && f.Length != length || rule == least && f.Length < length || rule == sixes && f.Length%6 != 0
	sizeFirst := f.Type == FrameRSTStream || f.Type == FramePing || f.Type == FrameSettings && f.Ack()
	if wrongSize && sizeFirst {
		return ConnectionError(ErrCodeFrameSize)
	}
	switch {
	case wrongStream:
		return ConnectionError(ErrCodeProtocol)
	case wrongSize:
		return ConnectionError(ErrCodeFrameSize)
	}
	return nil
}

// unpad takes the padding off a payload; tooMuch is the error of padding that is longer than the rest.
func (f *Frame) unpad(p []byte, tooMuch error) ([]byte, error) {
	if f.Flags&FlagPadded == 0 {
		return p, nil
	}
	if len(p) == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	pad := int(p[0])
	if p = p[1:]; pad > len(p) {
		return nil, tooMuch
	}
	return p[:len(p)-pad], nil
}

func priority(p []byte) PriorityParam {
	n := binary.BigEndian.Uint32(p)
	return PriorityParam{Dependency: n & MaxWindow, Exclusive: n>>31 != 0, Weight: p[4]}
}

func (f *Frame) parseHeaders(p []byte) (block []byte, err error) {
	pad := 0
	if f.Flags&FlagPadded != 0 {
		if len(p) == 0 {
			return nil, io.ErrUnexpectedEOF
		}
		pad, p = int(p[0]), p[1:]
	}
	if f.Flags&FlagPriority != 0 {
		if len(p) < 5 {
			return nil, io.ErrUnexpectedEOF
		}
		f.Priority, p = priority(p), p[5:]
	}
	if pad > len(p) {
		return nil, StreamError{StreamID: f.StreamID, Code: ErrCodeProtocol}
	}
	return p[:len(p)-pad], nil
}

func (f *Frame) parsePushPromise(p []byte) (block []byte, promised uint32, err error) {
	pad := 0
	if f.Flags&FlagPadded != 0 && len(p) > 0 {
		pad, p = int(p[0]), p[1:]
	}
	if len(p) < 4 {
		return nil, 0, io.ErrUnexpectedEOF
	}
	if promised, p = binary.BigEndian.Uint32(p)&MaxWindow, p[4:]; pad > len(p) {
		return nil, 0, ConnectionError(ErrCodeProtocol)
	}
	return p[:len(p)-pad], promised, nil
}
