// Package mimeheader is what package net/textproto gives package mime/multipart.
package mimeheader

// Read reads a header by r, a *textproto.Reader, as its ReadMIMEHeader does, but takes so much memory and so many fields at most.
var Read func(r any, memory, fields int64) (map[string][]string, error)
