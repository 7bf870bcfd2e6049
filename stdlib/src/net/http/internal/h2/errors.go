package http2

import (
	"errors"
	"fmt"
	"reflect"
)

// An ErrCode is the reason of a RST_STREAM or GOAWAY frame (RFC 9113, 7).
type ErrCode uint32

// The codes.
const (
	ErrCodeNo ErrCode = iota
	ErrCodeProtocol
	ErrCodeInternal
	ErrCodeFlowControl
	ErrCodeSettingsTimeout
	ErrCodeStreamClosed
	ErrCodeFrameSize
	ErrCodeRefusedStream
	ErrCodeCancel
	ErrCodeCompression
	ErrCodeConnect
	ErrCodeEnhanceYourCalm
	ErrCodeInadequateSecurity
	ErrCodeHTTP11Required
)

var codeNames = [...]string{
	"NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
	"FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
	"INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
}

func (c ErrCode) String() string {
	if int64(c) < int64(len(codeNames)) {
		return codeNames[c]
	}
	return fmt.Sprintf("unknown error code 0x%x", uint32(c))
}

// A ConnectionError ends the connection.
type ConnectionError ErrCode

func (e ConnectionError) Error() string { return "connection error: " + ErrCode(e).String() }

// A StreamError ends one stream. Cause may be nil.
type StreamError struct {
	StreamID uint32
	Code     ErrCode
	Cause    error
}

func (e StreamError) Error() string {
	text := fmt.Sprintf("stream error: stream ID %d; %v", e.StreamID, e.Code)
	if e.Cause != nil {
		text += "; " + e.Cause.Error()
	}
	return text
}

// A GoAwayError is the error of the streams that a GOAWAY frame of the server has ended.
type GoAwayError struct {
	LastStreamID uint32
	ErrCode      ErrCode
	DebugData    string
}

func (e GoAwayError) Error() string {
	return fmt.Sprintf("http2: server sent GOAWAY and closed the connection; LastStreamID=%v, ErrCode=%v, debug=%q",
		e.LastStreamID, e.ErrCode, e.DebugData)
}

// ErrFrameTooLarge is the error of a frame that is longer than the Reader's MaxFrameSize.
var ErrFrameTooLarge = errors.New("http2: frame too large")

// Causes of stream errors in header fields.
var (
	errMixedPseudo       = errors.New("mix of request and response pseudo headers")
	errPseudoAfterFields = errors.New("pseudo header field after regular")
)

type (
	pseudoError          string
	duplicatePseudoError string
	fieldNameError       string
	fieldValueError      string
)

func (e pseudoError) Error() string { return fmt.Sprintf("invalid pseudo-header %q", string(e)) }
func (e duplicatePseudoError) Error() string {
	return fmt.Sprintf("duplicate pseudo-header %q", string(e))
}
func (e fieldNameError) Error() string { return fmt.Sprintf("invalid header field name %q", string(e)) }

// The value is not part of the text: it may be secret.
func (e fieldValueError) Error() string {
	return fmt.Sprintf("invalid header field value for %q", string(e))
}

// As sets a target that is a struct with the same fields, as StreamError of golang.org/x/net/http2 is.
func (e StreamError) As(target any) bool {
	to, from := reflect.ValueOf(target).Elem(), reflect.ValueOf(e)
	if to.Kind() != reflect.Struct || to.NumField() != from.NumField() {
		return false
	}
	for i := range from.NumField() {
		have, want := from.Type().Field(i), to.Type().Field(i)
		if have.Name != want.Name || !have.Type.ConvertibleTo(want.Type) {
			return false
		}
	}
	for i := range from.NumField() {
		field := to.Field(i)
		field.Set(from.Field(i).Convert(field.Type()))
	}
	return true
}
