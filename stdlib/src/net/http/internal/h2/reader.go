package http2

import (
	"encoding/binary"
	"io"
	"math"
)

// A Reader reads the frames of a connection.
type Reader struct {
	MaxFrameSize uint32 // of payloads, in bytes
	MaxFields    int    // of a header, with pseudo fields, without Trailer; 0: any number. The others are left out.

	// CountError, if it is not nil, is called with the name of each error in the framing.
	CountError func(name string)
	// Saw, if it is not nil, is called with each frame that is read, before it is checked.
	Saw func(head FrameHeader, payload []byte)

	src     io.Reader
	decoder *Decoder
	maxList uint32
	open    uint32 // the stream whose header goes on in CONTINUATION frames
	head    [FrameHeaderLen]byte
	payload []byte
	block   headerBlock
}

// NewReader returns a Reader of src. Header compression has a table of tableSize bytes; headers may have maxList bytes,
// as Field.Size counts them (0: 16 MiB): fields beyond them are left out. It reads the little that a frame's header is,
// so src is better buffered.
func NewReader(src io.Reader, tableSize, maxList uint32) *Reader {
	if maxList == 0 {
		maxList = 16 << 20
	}
	longest := int(min(maxList, math.MaxInt32))
	return &Reader{MaxFrameSize: MaxFrameSize, src: src, maxList: maxList, decoder: NewDecoder(tableSize, longest)}
}

// Read reads the next frame. After a StreamError the connection can go on; after other errors it cannot. A frame whose
// header block is refused comes with the error; its fields do not count.
func (r *Reader) Read() (*Frame, error) {
	f, p, err := r.next()
	if err != nil {
		return nil, err
	}
	if f.Type == FrameHeaders {
		return r.readBlock(f, p)
	}
	return f, nil
}

// next reads one frame; p is the part of a header block that it holds.
func (r *Reader) next() (f *Frame, p []byte, err error) {
	if _, err := io.ReadFull(r.src, r.head[:]); err != nil {
		return nil, nil, err
	}
	f = &Frame{FrameHeader: parseHead(r.head[:])}
	if f.Length > r.MaxFrameSize {
		return nil, nil, ErrFrameTooLarge
	}
	if uint32(cap(r.payload)) < f.Length {
		r.payload = make([]byte, max(f.Length, 4<<10))
	}
	p = r.payload[:f.Length]
	if _, err := io.ReadFull(r.src, p); err != nil {
		return nil, nil, err
	}
	if r.Saw != nil {
		r.Saw(f.FrameHeader, p)
	}
	if err := r.inOrder(f); err != nil {
		return nil, nil, err
	}
	p, err = r.parse(f, p)
	return f, p, err
}

// parseHead parses the header of a frame.
func parseHead(h []byte) FrameHeader {
	return FrameHeader{
		Length: uint32(h[0])<<16 | uint32(h[1])<<8 | uint32(h[2]),
		Type:   FrameType(h[3]), Flags: Flags(h[4]),
		StreamID: binary.BigEndian.Uint32(h[5:]) & MaxWindow,
	}
}

// inOrder checks that nothing stands between the parts of a header.
func (r *Reader) inOrder(f *Frame) error {
	continues := f.Type == FrameContinuation
	if continues != (r.open != 0) || continues && f.StreamID != r.open {
		return ConnectionError(ErrCodeProtocol)
	}
	if continues || f.Type == FrameHeaders {
		r.open = f.StreamID
		if f.Flags&FlagEndHeaders != 0 {
			r.open = 0
		}
	}
	return nil
}

// A headerBlock collects the fields of a header.
type headerBlock struct {
	fields    []Field
	most      int    // how many they may be, 0: any number
	count     int    // of those that count
	left      uint32 // how many bytes the fields behind may have
	truncated bool
	regular   bool  // there was a field that is no pseudo field
	invalid   error // the first reason why the header is none
}

func (b *headerBlock) add(f Field) {
	if b.invalid != nil || b.truncated {
		return
	}
	b.invalid = checkField(f, b.regular)
	b.regular = b.regular || !f.IsPseudo()
	if b.invalid != nil {
		return
	}
	size := f.Size()
	if f.Name != "trailer" {
		b.count++
	}
	if size > b.left || b.most > 0 && b.count > b.most {
		b.truncated, b.left = true, 0
		return
	}
	b.left -= size
	b.fields = append(b.fields, f)
}

// readBlock reads the rest of a header, which begins with part, and decodes all of it.
func (r *Reader) readBlock(f *Frame, part []byte) (*Frame, error) {
	b := &r.block
	*b = headerBlock{left: r.maxList, most: r.MaxFields, fields: make([]Field, 0, 12)}
	for ended := f.Flags; ; {
		// More than can be a header, or more of a header that is refused anyway, is an attack.
		if int64(len(part)) > 2*int64(b.left) || b.invalid != nil {
			return f, ConnectionError(ErrCodeProtocol)
		}
		if err := r.decoder.Write(part, b.add); err != nil {
			return f, ConnectionError(ErrCodeCompression)
		}
		if ended&FlagEndHeaders != 0 {
			break
		}
		more, p, err := r.next()
		if err != nil {
			return nil, err
		}
		part, ended = p, more.Flags
	}
	if r.decoder.Close() != nil {
		return f, ConnectionError(ErrCodeCompression)
	}
	if b.invalid == nil {
		f.Fields, f.Truncated = b.fields, b.truncated
		b.invalid = checkPseudo(f.Fields[:f.pseudoCount()])
	}
	b.fields = nil
	if b.invalid != nil {
		return f, StreamError{f.StreamID, ErrCodeProtocol, b.invalid}
	}
	return f, nil
}
