package http2

// A SendWindow is how much the peer allows to be sent. That of a stream is bound to its connection's.
type SendWindow struct {
	left int32
	conn *SendWindow
}

// SetConn binds a stream's window to that of its connection.
func (w *SendWindow) SetConn(conn *SendWindow) { w.conn = conn }

// Available returns how many bytes may be sent; 0 also where a smaller initial window has left less than nothing.
func (w *SendWindow) Available() int32 {
	n := w.left
	if w.conn != nil {
		n = min(n, w.conn.left)
	}
	return max(n, 0)
}

// Take counts n sent bytes, which must be available.
func (w *SendWindow) Take(n int32) {
	if n > w.Available() {
		panic("http2: more sent than the window allows")
	}
	w.left -= n
	if w.conn != nil {
		w.conn.left -= n
	}
}

// Add widens the window, or narrows it if n is negative. It returns false, and changes nothing, when the window would
// leave the range that RFC 9113 allows.
func (w *SendWindow) Add(n int32) bool {
	sum := int64(w.left) + int64(n)
	if sum > MaxWindow || sum < -MaxWindow-1 {
		return false
	}
	w.left = int32(sum)
	return true
}

// minUpdate is how many bytes are worth a WINDOW_UPDATE of their own.
const minUpdate = 4 << 10

// A RecvWindow is how much the peer may still send.
type RecvWindow struct {
	left    int32
	pending int32 // consumed, but not yet given back
}

// Init sets the window's size.
func (w *RecvWindow) Init(n int32) { w.left, w.pending = n, 0 }

// Take counts n received bytes; false when the peer may not send so many.
func (w *RecvWindow) Take(n uint32) bool {
	if int64(n) > int64(w.left) {
		return false
	}
	w.left -= int32(n)
	return true
}

// Add gives n consumed bytes back. It returns the increment of the WINDOW_UPDATE that is now due; 0 while it is better
// to collect more. An update is due for 4 KiB, and where the peer has less left than was consumed.
func (w *RecvWindow) Add(n int) uint32 {
	if n < 0 || int64(w.left)+int64(w.pending)+int64(n) > MaxWindow {
		panic("http2: receive window out of range")
	}
	w.pending += int32(n)
	if w.pending == 0 || w.pending < minUpdate && w.pending < w.left {
		return 0
	}
	due := w.pending
	w.left, w.pending = w.left+due, 0
	return uint32(due)
}

// TakeBoth counts n received bytes on a connection and on one of its streams, or on neither.
func TakeBoth(conn, stream *RecvWindow, n uint32) bool {
	if int64(n) > int64(conn.left) || int64(n) > int64(stream.left) {
		return false
	}
	conn.left -= int32(n)
	stream.left -= int32(n)
	return true
}
