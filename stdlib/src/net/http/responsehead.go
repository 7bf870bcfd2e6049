package http

import (
	"io"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

var clock struct {
	sync.Mutex
	second int64
	text   string
}

// dateNow is the Date field, made anew every second.
func dateNow() string {
	now := time.Now()
	clock.Lock()
	defer clock.Unlock()
	if s := now.Unix(); s != clock.second || clock.text == "" {
		clock.second, clock.text = s, now.UTC().Format(TimeFormat)
	}
	return clock.text
}

// declaredTrailers are the keys in the Trailer field.
func declaredTrailers(h Header) (keys []string) {
	for _, v := range h["Trailer"] {
		for key := range strings.SplitSeq(v, ",") {
			if key = CanonicalHeaderKey(textproto.TrimString(key)); key != "" && validTrailer(key) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

func validTrailer(key string) bool {
	if strings.HasPrefix(key, "If-") {
		return false
	}
	switch key {
	case "Authorization", "Cache-Control", "Connection", "Content-Encoding", "Content-Length", "Content-Range",
		"Content-Type", "Expect", "Host", "Keep-Alive", "Max-Forwards", "Pragma", "Proxy-Authenticate",
		"Proxy-Authorization", "Proxy-Connection", "Range", "Realm", "Te", "Trailer", "Transfer-Encoding", "Www-Authenticate":
		return false
	}
	return true
}

// writeHead writes the header; data is how the body begins, or all of it when the handler is done.
func (w *response) writeHead(data []byte) {
	w.headed = true
	h := w.sent
	if h == nil {
		h = w.header
	}
	keepAlive := w.conn.server.keepsAlive()
	head := w.req.Method == "HEAD"
	allowed := bodyAllowed(w.status)
	var drop []string
	trailers := false
	for k := range h {
		if strings.HasPrefix(k, TrailerPrefix) {
			drop = append(drop, k)
			trailers = true
		}
	}
	if h.has("Trailer") {
		trailers = trailers || len(h["Trailer"]) > 0
		w.trailers = append(w.trailers, declaredTrailers(h)...)
	}
	te := h.get("Transfer-Encoding")
	hasTE := te != ""
	var length, kind, connection, encoding string
	if w.done.Load() && !trailers && !hasTE && allowed && !h.has("Content-Length") && (!head || len(data) > 0) {
		w.length = int64(len(data))
		length = strconv.Itoa(len(data))
	}
	hasLength := w.length != -1
	if w.wants10 && keepAlive && (head || hasLength || !allowed) {
		if !h.has("Connection") {
			connection = "keep-alive"
		}
	} else if w.wants10 || w.wantsClose {
		w.close = true
	}
	if h.get("Connection") == "close" || !keepAlive {
		w.close = true
	}
	tunnel := false
	if w.req.Method == "CONNECT" {
		w.close = true
		tunnel = w.status/100 == 2 // what follows the header is no body
	}
	w.unreadBody(&drop, &connection)
	if allowed {
		_, typed := h["Content-Type"]
		if !typed && h.get("Content-Encoding") == "" && !hasTE && len(data) > 0 {
			kind = DetectContentType(data)
		}
	} else {
		drop = append(drop, "Content-Length", "Transfer-Encoding")
		if w.status == 304 {
			drop = append(drop, "Content-Type")
		}
	}
	if hasLength && hasTE && te != "identity" {
		w.conn.server.logf("http: WriteHeader called with both Transfer-Encoding of %q and a Content-Length of %d", te, w.length)
		drop = append(drop, "Content-Length")
		hasLength = false
	}
	switch {
	case tunnel:
		drop = append(drop, "Content-Length", "Transfer-Encoding")
		length = ""
	case head || !allowed || hasLength:
		drop = append(drop, "Transfer-Encoding")
	case w.req.ProtoAtLeast(1, 1):
		if hasTE && te == "identity" {
			w.close = true
			drop = append(drop, "Transfer-Encoding")
		} else {
			w.chunked = true
			encoding = "chunked"
			drop = append(drop, "Content-Length")
			if te == "chunked" {
				drop = append(drop, "Transfer-Encoding")
			}
		}
	default:
		w.close = true
		drop = append(drop, "Transfer-Encoding")
	}
	if w.close && (!keepAlive || !hasToken(h.get("Connection"), "close")) {
		drop = append(drop, "Connection")
		connection = ""
		if w.req.ProtoAtLeast(1, 1) && !tunnel {
			connection = "close"
		}
	}
	w.statusLine(w.status)
	bw := w.conn.bw
	h.write(bw, func(k string) bool { return slices.Contains(drop, k) }, nil)
	if !h.has("Date") {
		bw.WriteString("Date: " + dateNow() + "\r\n")
	}
	for _, field := range [...][2]string{
		{"Content-Length: ", length}, {"Content-Type: ", kind}, {"Connection: ", connection}, {"Transfer-Encoding: ", encoding},
	} {
		if field[1] != "" {
			bw.WriteString(field[0])
			bw.WriteString(field[1])
			bw.WriteString("\r\n")
		}
	}
	bw.WriteString("\r\n")
}

// unreadBody reads the rest of the request's body before the answer begins, if that is short.
func (w *response) unreadBody(drop *[]string, connection *string) {
	if w.expect != nil {
		// Unless the client was told to send the body, and the handler has read it, it is not known what comes next.
		w.close = w.close || w.mayWait.Load() || !w.expect.ended.Load()
		return
	}
	if w.req.ContentLength == 0 || w.close || w.duplex {
		return
	}
	tooBig := false
	b, ok := w.body.(*body)
	if ok {
		b.mu.Lock()
		closed, ended, big := b.closed, b.ended, b.limited && b.left >= maxPostHandler
		failed := b.failed != nil
		b.mu.Unlock()
		switch {
		case closed || failed && !big:
			w.close = w.close || !ended
		case big:
			tooBig = true
		case !ended:
			_, err := io.CopyN(io.Discard, w.body, maxPostHandler+1)
			switch err {
			case nil:
				tooBig = true
			case io.EOF:
				if w.body.Close() != nil {
					w.close = true
				}
			case ErrBodyReadAfterClose:
			default:
				w.close = true
			}
		}
	}
	if tooBig {
		w.requestTooLarge()
		*drop = append(*drop, "Connection")
		*connection = "close"
	}
}
