package http2

import "fmt"

// A FrameType is the type of a frame.
type FrameType uint8

// The types of RFC 9113, and PRIORITY_UPDATE of RFC 9218.
const (
	FrameData           FrameType = 0
	FrameHeaders        FrameType = 1
	FramePriority       FrameType = 2
	FrameRSTStream      FrameType = 3
	FrameSettings       FrameType = 4
	FramePushPromise    FrameType = 5
	FramePing           FrameType = 6
	FrameGoAway         FrameType = 7
	FrameWindowUpdate   FrameType = 8
	FrameContinuation   FrameType = 9
	FramePriorityUpdate FrameType = 16
)

var typeNames = map[FrameType]string{
	FrameData: "DATA", FrameHeaders: "HEADERS", FramePriority: "PRIORITY", FrameRSTStream: "RST_STREAM",
	FrameSettings: "SETTINGS", FramePushPromise: "PUSH_PROMISE", FramePing: "PING", FrameGoAway: "GOAWAY",
	FrameWindowUpdate: "WINDOW_UPDATE", FrameContinuation: "CONTINUATION", FramePriorityUpdate: "PRIORITY_UPDATE",
}

func (t FrameType) String() string {
	if name, ok := typeNames[t]; ok {
		return name
	}
	return fmt.Sprintf("UNKNOWN_FRAME_TYPE_%d", uint8(t))
}

// Flags are the flags of a frame; their meaning depends on its type.
type Flags uint8

// The flags.
const (
	FlagAck        Flags = 0x1 // SETTINGS, PING
	FlagEndStream  Flags = 0x1 // DATA, HEADERS
	FlagEndHeaders Flags = 0x4 // HEADERS, PUSH_PROMISE, CONTINUATION
	FlagPadded     Flags = 0x8 // DATA, HEADERS, PUSH_PROMISE
	FlagPriority   Flags = 0x20
)

// Sizes in bytes.
const (
	FrameHeaderLen = 9
	MinFrameSize   = 1 << 14   // of a payload: every peer takes it
	MaxFrameSize   = 1<<24 - 1 // of a payload
	InitialWindow  = 65535     // of a stream and of a connection, until a setting or WINDOW_UPDATE says otherwise
	MaxWindow      = 1<<31 - 1
)

// ClientPreface is the first that a client sends, before its SETTINGS frame.
const ClientPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

// A FrameHeader is the head of a frame. Length is that of its payload.
type FrameHeader struct {
	Type     FrameType
	Flags    Flags
	Length   uint32
	StreamID uint32
}

// A PriorityParam is a stream's place in the tree of RFC 7540, which RFC 9113 has given up.
type PriorityParam struct {
	Dependency uint32
	Exclusive  bool
	Weight     uint8
}

// A Frame is a frame that was read. Fields that its type does not have are zero.
//
// Data is that of a DATA frame without padding, the 8 bytes of a PING, the debug data of a GOAWAY, the header block of
// a PUSH_PROMISE (not decoded: neither half of net/http takes such frames), the value of a PRIORITY_UPDATE, and the
// payload of unknown types. Other is the last stream of a GOAWAY, the promised one of a PUSH_PROMISE and that of a
// PRIORITY_UPDATE.
type Frame struct {
	FrameHeader
	Data      []byte  // see below; the next Read overwrites it
	Code      ErrCode // RST_STREAM, GOAWAY
	Other     uint32  // WINDOW_UPDATE: the increment; of other types a stream that the frame names
	Settings  []Setting
	Priority  PriorityParam // PRIORITY, HEADERS
	Fields    []Field       // HEADERS: with those of the CONTINUATION frames behind it
	Truncated bool          // Fields lacks those beyond the Reader's limits
}

// EndStream tells whether a DATA or HEADERS frame is the last of its direction.
func (f *Frame) EndStream() bool { return f.Flags&FlagEndStream != 0 }

// Ack tells whether a SETTINGS or PING frame acknowledges one.
func (f *Frame) Ack() bool { return f.Flags&FlagAck != 0 }

// pseudoCount is how many of the fields, which come first, are pseudo fields.
func (f *Frame) pseudoCount() int {
	for i, field := range f.Fields {
		if !field.IsPseudo() {
			return i
		}
	}
	return len(f.Fields)
}

// Pseudo returns the value of a pseudo field, whose name is given without the colon; "" if there is none.
func (f *Frame) Pseudo(name string) string {
	for _, field := range f.Fields {
		if !field.IsPseudo() {
			break
		}
		if field.Name[1:] == name {
			return field.Value
		}
	}
	return ""
}

// Regular returns the fields that are not pseudo fields.
func (f *Frame) Regular() []Field { return f.Fields[f.pseudoCount():] }

// A SettingID names a setting.
type SettingID uint16

// The settings.
const (
	SettingHeaderTableSize       SettingID = 1
	SettingEnablePush            SettingID = 2
	SettingMaxConcurrentStreams  SettingID = 3
	SettingInitialWindowSize     SettingID = 4
	SettingMaxFrameSize          SettingID = 5
	SettingMaxHeaderListSize     SettingID = 6
	SettingEnableConnectProtocol SettingID = 8
	SettingNoRFC7540Priorities   SettingID = 9
)

// A Setting is one of a SETTINGS frame.
type Setting struct {
	ID  SettingID
	Val uint32
}

// Valid returns the ConnectionError of a value that the setting may not have.
func (s Setting) Valid() error {
	switch s.ID {
	case SettingEnablePush, SettingEnableConnectProtocol, SettingNoRFC7540Priorities:
		if s.Val > 1 {
			return ConnectionError(ErrCodeProtocol)
		}
	case SettingInitialWindowSize:
		if s.Val > MaxWindow {
			return ConnectionError(ErrCodeFlowControl)
		}
	case SettingMaxFrameSize:
		if s.Val < MinFrameSize || s.Val > MaxFrameSize {
			return ConnectionError(ErrCodeProtocol)
		}
	}
	return nil
}
