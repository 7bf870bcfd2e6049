package fcgi

import (
	"bufio"
	"fmt"
	"net/http"
	"time"
)

// A response is the answer of a handler.
type response struct {
	header  http.Header
	code    int
	hasCode bool // WriteHeader was called
	isBegun bool // the header was written
	stream  stream
	out     *bufio.Writer
}

func newResponse(l *link, id uint16) *response {
	stdout := stream{l, kindStdout, id}
	return &response{header: http.Header{}, stream: stdout, out: bufio.NewWriterSize(stdout, longestContent)}
}

func (w *response) Header() http.Header { return w.header }

func (w *response) WriteHeader(code int) {
	if w.hasCode {
		return
	}
	w.code, w.hasCode = code, true
	if code == http.StatusNotModified {
		// There is no body to describe.
		w.header.Del("Content-Type")
		w.header.Del("Content-Length")
		w.header.Del("Transfer-Encoding")
	}
}

func (w *response) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	if !w.isBegun {
		w.begin(p)
	}
	return w.out.Write(p)
}

// begin writes the header, in a record of its own; without a type the start of the body tells it.
func (w *response) begin(body []byte) {
	w.isBegun = true
	fmt.Fprintf(w.out, "Status: %d %s\r\n", w.code, http.StatusText(w.code))
	if _, isSet := w.header["Content-Type"]; !isSet && w.code != http.StatusNotModified {
		w.header.Set("Content-Type", http.DetectContentType(body))
	}
	if w.header.Get("Date") == "" {
		w.header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	}
	w.header.Write(w.out)
	w.out.WriteString("\r\n")
	w.out.Flush()
}

func (w *response) Flush() {
	w.WriteHeader(http.StatusOK)
	w.out.Flush()
}

// finish writes what is left.
func (w *response) finish() {
	w.Write(nil)
	w.out.Flush()
	w.stream.end()
}
