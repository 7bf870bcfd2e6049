package http2

import "encoding/binary"

// A Writer appends frames to a buffer. Only one goroutine may call it at a time.
type Writer struct {
	MaxFrameSize uint32 // the most that the peer takes as a payload; headers are split by it
	encoder      *Encoder
	out          []byte
	block        []byte
}

// NewWriter returns a Writer for a new connection.
func NewWriter() *Writer { return &Writer{MaxFrameSize: MinFrameSize, encoder: NewEncoder()} }

// Bytes returns the frames since the last Reset.
func (w *Writer) Bytes() []byte { return w.out }

// Reset empties the buffer; the caller may go on to use the bytes if it gives another buffer instead, or nil.
func (w *Writer) Reset(buf []byte) { w.out = buf[:0] }

// SetTableSize sets the size of the table of header compression to what the peer's settings allow.
func (w *Writer) SetTableSize(n uint32) { w.encoder.SetTableSize(n) }

// LimitTableSize sets how large that table may become, whatever the peer allows.
func (w *Writer) LimitTableSize(n uint32) { w.encoder.LimitTableSize(n) }

func (w *Writer) head(t FrameType, f Flags, stream uint32, length int) {
	w.out = append(w.out, byte(length>>16), byte(length>>8), byte(length), byte(t), byte(f))
	w.out = binary.BigEndian.AppendUint32(w.out, stream)
}

// Raw appends a frame as it is given.
func (w *Writer) Raw(t FrameType, f Flags, stream uint32, payload []byte) {
	w.head(t, f, stream, len(payload))
	w.out = append(w.out, payload...)
}

// Settings appends a SETTINGS frame.
func (w *Writer) Settings(settings ...Setting) {
	w.head(FrameSettings, 0, 0, 6*len(settings))
	for _, s := range settings {
		w.out = binary.BigEndian.AppendUint16(w.out, uint16(s.ID))
		w.out = binary.BigEndian.AppendUint32(w.out, s.Val)
	}
}

// SettingsAck acknowledges a SETTINGS frame.
func (w *Writer) SettingsAck() { w.head(FrameSettings, FlagAck, 0, 0) }

// Ping appends a PING frame.
func (w *Writer) Ping(ack bool, data [8]byte) {
	var flags Flags
	if ack {
		flags = FlagAck
	}
	w.Raw(FramePing, flags, 0, data[:])
}

// GoAway appends a GOAWAY frame.
func (w *Writer) GoAway(last uint32, code ErrCode, debug []byte) {
	w.head(FrameGoAway, 0, 0, 8+len(debug))
	w.out = binary.BigEndian.AppendUint32(w.out, last)
	w.out = binary.BigEndian.AppendUint32(w.out, uint32(code))
	w.out = append(w.out, debug...)
}

// WindowUpdate appends a WINDOW_UPDATE frame; stream 0 is the connection.
func (w *Writer) WindowUpdate(stream, n uint32) {
	w.head(FrameWindowUpdate, 0, stream, 4)
	w.out = binary.BigEndian.AppendUint32(w.out, n)
}

// RSTStream appends a RST_STREAM frame.
func (w *Writer) RSTStream(stream uint32, code ErrCode) {
	w.head(FrameRSTStream, 0, stream, 4)
	w.out = binary.BigEndian.AppendUint32(w.out, uint32(code))
}

// Data appends a DATA frame, which the caller has made no longer than windows and MaxFrameSize allow.
func (w *Writer) Data(stream uint32, end bool, data []byte) {
	var flags Flags
	if end {
		flags = FlagEndStream
	}
	w.Raw(FrameData, flags, stream, data)
}

// Headers appends a HEADERS frame, and CONTINUATION frames where the fields need them.
func (w *Writer) Headers(stream uint32, end bool, fields []Field) {
	var flags Flags
	if end {
		flags = FlagEndStream
	}
	w.block = w.encoder.Append(w.block[:0], fields)
	w.split(FrameHeaders, flags, stream, nil, w.block)
}

// PushPromise appends a PUSH_PROMISE frame, and CONTINUATION frames where the fields need them.
func (w *Writer) PushPromise(stream, promised uint32, fields []Field) {
	w.block = w.encoder.Append(w.block[:0], fields)
	w.split(FramePushPromise, 0, stream, binary.BigEndian.AppendUint32(nil, promised), w.block)
}

// split appends a header block in as many frames as it needs; prefix stands before it in the first one.
func (w *Writer) split(t FrameType, flags Flags, stream uint32, prefix, block []byte) {
	for first := true; first || len(block) > 0; first = false {
		part := block[:min(len(block), int(w.MaxFrameSize)-len(prefix))]
		if block = block[len(part):]; len(block) == 0 {
			flags |= FlagEndHeaders
		}
		w.head(t, flags, stream, len(prefix)+len(part))
		w.out = append(append(w.out, prefix...), part...)
		t, flags, prefix = FrameContinuation, 0, nil
	}
}
