package http

import (
	"fmt"
	"internal/settings"
	"net/textproto"
	"strconv"
	"strings"
)

// An unsupportedEncoding is the error of a Transfer-Encoding other than chunked.
type unsupportedEncoding struct{ text string }

func (e *unsupportedEncoding) Error() string { return e.text }

// transferEncoding takes the Transfer-Encoding off a header: chunked or not.
func transferEncoding(h Header, major, minor int) (chunked bool, err error) {
	raw, present := h["Transfer-Encoding"]
	if !present {
		return false, nil
	}
	delete(h, "Transfer-Encoding")
	if major < 1 || major == 1 && minor < 1 {
		return false, nil
	}
	if len(raw) != 1 {
		return false, &unsupportedEncoding{fmt.Sprintf("too many transfer encodings: %q", raw)}
	}
	if !strings.EqualFold(raw[0], "chunked") {
		return false, &unsupportedEncoding{fmt.Sprintf("unsupported transfer encoding: %q", raw[0])}
	}
	return true, nil
}

// contentLength reads the Content-Length; -1 when there is none.
func contentLength(values []string) (int64, error) {
	if len(values) == 0 {
		return -1, nil
	}
	text := textproto.TrimString(values[0])
	for _, v := range values[1:] {
		if textproto.TrimString(v) != text {
			return 0, fmt.Errorf("http: message cannot contain multiple Content-Length headers; got %q", values)
		}
	}
	if text == "" {
		if settings.Of("httplaxcontentlength") == "1" {
			return -1, nil
		}
		return 0, badString("invalid empty Content-Length", text)
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, badString("bad Content-Length", text)
	}
	return int64(n), nil
}

// bodyAllowed tells whether responses of a status have a body.
func bodyAllowed(status int) bool { return status/100 != 1 && status != 204 && status != 304 }

// announcedTrailer takes the Trailer field off a header: the fields that will follow the body.
func announcedTrailer(h Header, chunked bool) (Header, error) {
	values, ok := h["Trailer"]
	if !ok {
		return nil, nil
	}
	if !chunked {
		return nil, nil
	}
	delete(h, "Trailer")
	trailer := make(Header)
	for _, v := range values {
		for key := range strings.SplitSeq(v, ",") {
			if key = textproto.TrimString(key); key == "" {
				continue
			}
			switch key = CanonicalHeaderKey(key); key {
			case "Transfer-Encoding", "Trailer", "Content-Length":
				return nil, badString("bad trailer key", key)
			}
			trailer[key] = nil
		}
	}
	if len(trailer) == 0 {
		return nil, nil
	}
	return trailer, nil
}

// closesAfter tells whether the connection ends after a message; it takes the field off.
func closesAfter(major, minor int, h Header, remove bool) bool {
	values := h["Connection"]
	closes := anyHasToken(values, "close")
	if major < 1 || major == 1 && minor == 0 {
		return closes || !anyHasToken(values, "keep-alive")
	}
	if closes && remove {
		h.Del("Connection")
	}
	return closes
}
