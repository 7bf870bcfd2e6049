// Package http2 is the half of HTTP/2 (RFC 9113) that servers and clients share: frames, header compression (RFC 7541),
// windows of flow control, and errors. It does not know package net/http, which holds the server and the client.
//
// A Reader returns the frames of a connection one by one: a HEADERS frame comes with its CONTINUATION frames, decoded
// and checked. Its errors say how far the failure goes: a StreamError ends one stream and the next call of Read goes
// on; every other error ends the connection, a ConnectionError with a GOAWAY of its code.
//
// A Writer appends frames to a buffer, in the order of the calls, which is also the order of header compression. The
// owner of the connection holds a lock during each call, takes Bytes, writes them, and calls Reset.
//
// A SendWindow counts what the peer allows to be sent, on a stream and on the whole connection; a RecvWindow counts
// what the peer may still send, and tells when a WINDOW_UPDATE is due.
//
// The package's directory is h2; its name is that of Go's internal package, which programs see in the types of errors
// ("http2.StreamError").
package http2
