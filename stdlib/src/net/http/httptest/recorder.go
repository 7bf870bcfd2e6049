package httptest

import (
	"bytes"
	"cmp"
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
	if rw.Body != nil {
		rw.Body.Write(buf) // as in Go, also a body that the status forbids
	}
	if !allowed(rw.Code) {
		return 0, http.ErrBodyNotAllowed
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
	if rw.result == nil {
		rw.result = rw.answer()
	}
	return rw.result
}

func (rw *ResponseRecorder) answer() *http.Response {
	if rw.snapshot == nil {
		rw.snapshot = rw.HeaderMap.Clone()
	}
	code := cmp.Or(rw.Code, http.StatusOK)
	answer := &http.Response{
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		StatusCode: code, Status: fmt.Sprintf("%03d ", code) + http.StatusText(code),
		Header: rw.snapshot, Trailer: rw.trailer(),
		Body: http.NoBody, ContentLength: -1,
	}
	if rw.Body != nil {
		answer.Body = io.NopCloser(bytes.NewReader(rw.Body.Bytes()))
	}
	if n, err := strconv.ParseUint(textproto.TrimString(rw.snapshot.Get("Content-Length")), 10, 63); err == nil {
		answer.ContentLength = int64(n)
	}
	return answer
}

// trailer has the fields that the header announced as trailers, and those set with http.TrailerPrefix; nil if there are none.
func (rw *ResponseRecorder) trailer() http.Header {
	found := http.Header{}
	for _, list := range rw.snapshot["Trailer"] {
		for key := range strings.SplitSeq(list, ",") {
			switch key = http.CanonicalHeaderKey(textproto.TrimString(key)); key {
			case "Transfer-Encoding", "Content-Length", "Trailer":
				continue
			}
			if values, set := rw.HeaderMap[key]; set {
				found[key] = append([]string(nil), values...)
			}
		}
	}
	for name, values := range rw.HeaderMap {
		if key, late := strings.CutPrefix(name, http.TrailerPrefix); late {
			for _, value := range values {
				found.Add(key, value)
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	return found
}
