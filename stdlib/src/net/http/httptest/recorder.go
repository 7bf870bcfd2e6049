package httptest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
)

// A ResponseRecorder is a ResponseWriter that keeps what is written.
type ResponseRecorder struct {
	Code      int
	HeaderMap http.Header
	Body      *bytes.Buffer
	Flushed   bool

	result   *http.Response
	snapshot http.Header
	began    bool
}

// NewRecorder makes a ResponseRecorder.
func NewRecorder() *ResponseRecorder {
	return &ResponseRecorder{HeaderMap: make(http.Header), Body: new(bytes.Buffer), Code: 200}
}

// Header is the header to be answered with.
func (rw *ResponseRecorder) Header() http.Header {
	if rw.HeaderMap == nil {
		rw.HeaderMap = make(http.Header)
	}
	return rw.HeaderMap
}

// begin begins the answer with 200, and the type that the content tells.
func (rw *ResponseRecorder) begin(b []byte) {
	if rw.began {
		return
	}
	h := rw.Header()
	_, typed := h["Content-Type"]
	if !typed && h.Get("Transfer-Encoding") == "" {
		h.Set("Content-Type", http.DetectContentType(b[:min(len(b), 512)]))
	}
	rw.WriteHeader(200)
}

func allowed(status int) bool { return status >= 200 && status != 204 && status != 304 }

// Write keeps a part of the body.
func (rw *ResponseRecorder) Write(buf []byte) (int, error) {
	rw.begin(buf)
	if !allowed(rw.Code) {
		return 0, http.ErrBodyNotAllowed
	}
	if rw.Body != nil {
		rw.Body.Write(buf)
	}
	return len(buf), nil
}

// WriteString keeps a part of the body.
func (rw *ResponseRecorder) WriteString(str string) (int, error) { return rw.Write([]byte(str)) }

// WriteHeader begins the answer.
func (rw *ResponseRecorder) WriteHeader(code int) {
	if rw.began {
		return
	}
	if code < 100 || code > 999 {
		panic(fmt.Sprintf("invalid WriteHeader code %v", code))
	}
	rw.Code = code
	rw.began = true
	rw.snapshot = rw.Header().Clone()
}

// Flush notes that it was called.
func (rw *ResponseRecorder) Flush() {
	if !rw.began {
		rw.WriteHeader(200)
	}
	rw.Flushed = true
}

// Result is the answer as a client gets it; to be called when the handler is done.
func (rw *ResponseRecorder) Result() *http.Response {
	if rw.result != nil {
		return rw.result
	}
	if rw.snapshot == nil {
		rw.snapshot = rw.HeaderMap.Clone()
	}
	res := &http.Response{StatusCode: rw.Code, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: rw.snapshot, Body: http.NoBody}
	rw.result = res
	if res.StatusCode == 0 {
		res.StatusCode = 200
	}
	res.Status = fmt.Sprintf("%03d %s", res.StatusCode, http.StatusText(res.StatusCode))
	if rw.Body != nil {
		res.Body = io.NopCloser(bytes.NewReader(rw.Body.Bytes()))
	}
	res.ContentLength = -1
	if cl := textproto.TrimString(res.Header.Get("Content-Length")); cl != "" {
		if n, err := strconv.ParseUint(cl, 10, 63); err == nil {
			res.ContentLength = int64(n)
		}
	}
	trailer := func() http.Header {
		if res.Trailer == nil {
			res.Trailer = make(http.Header)
		}
		return res.Trailer
	}
	for _, list := range rw.snapshot["Trailer"] {
		for key := range strings.SplitSeq(list, ",") {
			key = http.CanonicalHeaderKey(textproto.TrimString(key))
			if vv, ok := rw.HeaderMap[key]; ok && key != "Transfer-Encoding" && key != "Content-Length" && key != "Trailer" {
				trailer()[key] = append([]string(nil), vv...)
			}
		}
	}
	for k, vv := range rw.HeaderMap {
		if key, found := strings.CutPrefix(k, http.TrailerPrefix); found {
			for _, v := range vv {
				trailer().Add(key, v)
			}
		}
	}
	return res
}
