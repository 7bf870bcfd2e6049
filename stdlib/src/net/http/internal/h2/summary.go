package http2

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// The bytes of a DATA frame that a summary shows.
const shownData = 256

var flagNames = map[FrameType]map[Flags]string{
	FrameData:         {FlagEndStream: "END_STREAM", FlagPadded: "PADDED"},
	FrameHeaders:      {FlagEndStream: "END_STREAM", FlagEndHeaders: "END_HEADERS", FlagPadded: "PADDED", FlagPriority: "PRIORITY"},
	FrameSettings:     {FlagAck: "ACK"},
	FramePing:         {FlagAck: "ACK"},
	FrameContinuation: {FlagEndHeaders: "END_HEADERS"},
	FramePushPromise:  {FlagEndHeaders: "END_HEADERS", FlagPadded: "PADDED"},
}

var settingNames = [...]string{
	SettingHeaderTableSize: "HEADER_TABLE_SIZE", SettingEnablePush: "ENABLE_PUSH", SettingMaxConcurrentStreams: "MAX_CONCURRENT_STREAMS",
	SettingInitialWindowSize: "INITIAL_WINDOW_SIZE", SettingMaxFrameSize: "MAX_FRAME_SIZE", SettingMaxHeaderListSize: "MAX_HEADER_LIST_SIZE",
	SettingEnableConnectProtocol: "ENABLE_CONNECT_PROTOCOL", SettingNoRFC7540Priorities: "NO_RFC7540_PRIORITIES",
}

func (id SettingID) String() string {
	if int(id) < len(settingNames) && settingNames[id] != "" {
		return settingNames[id]
	}
	return fmt.Sprintf("UNKNOWN_SETTING_%d", uint16(id))
}

// String returns the setting in the form of logs.
func (s Setting) String() string { return fmt.Sprintf("[%v = %d]", s.ID, s.Val) }

// String returns the field in the form of logs.
func (f Field) String() string {
	text := fmt.Sprintf("header field %q = %q", f.Name, f.Value)
	if f.Sensitive {
		text += " (sensitive)"
	}
	return text
}

// Summary returns the head in the form of logs, without brackets.
func (h FrameHeader) Summary() string {
	var b strings.Builder
	b.WriteString(h.Type.String())
	mark := " flags="
	for bit := Flags(1); bit != 0; bit <<= 1 {
		if h.Flags&bit == 0 {
			continue
		}
		b.WriteString(mark)
		mark = "|"
		if name := flagNames[h.Type][bit]; name != "" {
			b.WriteString(name)
		} else {
			fmt.Fprintf(&b, "0x%x", uint8(bit))
		}
	}
	if h.StreamID != 0 {
		fmt.Fprintf(&b, " stream=%d", h.StreamID)
	}
	fmt.Fprintf(&b, " len=%d", h.Length)
	return b.String()
}

// Summarize returns a frame in the form of logs. A payload that is shorter than its type demands is left out.
func Summarize(h FrameHeader, payload []byte) string {
	text := h.Summary()
	number := func(at int) uint32 { return binary.BigEndian.Uint32(payload[at:]) }
	switch {
	case h.Type == FrameSettings && len(payload) >= 6:
		mark := ", settings: "
		for ; len(payload) >= 6; payload = payload[6:] {
			id := SettingID(binary.BigEndian.Uint16(payload))
			text += fmt.Sprintf("%s%v=%v", mark, id, number(2))
			mark = ", "
		}
	case h.Type == FrameData:
		if h.Flags&FlagPadded != 0 && len(payload) > 0 && int(payload[0]) < len(payload) {
			payload = payload[1 : len(payload)-int(payload[0])]
		}
		text += fmt.Sprintf(" data=%q", payload[:min(len(payload), shownData)])
		if more := len(payload) - shownData; more > 0 {
			text += fmt.Sprintf(" (%d bytes omitted)", more)
		}
	case h.Type == FrameWindowUpdate && len(payload) >= 4:
		if h.StreamID == 0 {
			text += " (conn)"
		}
		text += fmt.Sprintf(" incr=%v", number(0)&MaxWindow)
	case h.Type == FramePing:
		text += fmt.Sprintf(" ping=%q", payload)
	case h.Type == FrameGoAway && len(payload) >= 8:
		text += fmt.Sprintf(" LastStreamID=%v ErrCode=%v Debug=%q", number(0)&MaxWindow, ErrCode(number(4)), payload[8:])
	case h.Type == FrameRSTStream && len(payload) >= 4:
		text += fmt.Sprintf(" ErrCode=%v", ErrCode(number(0)))
	}
	return text
}

// SummarizeAll returns the frames of p in the form of logs.
func SummarizeAll(p []byte) (all []string) {
	for len(p) >= FrameHeaderLen {
		h := parseHead(p)
		p = p[FrameHeaderLen:]
		if int(h.Length) > len(p) {
			break
		}
		all = append(all, Summarize(h, p[:h.Length]))
		p = p[h.Length:]
	}
	return all
}
