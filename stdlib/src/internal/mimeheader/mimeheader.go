// Package mimeheader is what package net/textproto gives package mime/multipart.
package mimeheader

// Read is ReadMIMEHeader of r, a *textproto.Reader, with limits: memory in bytes, and the number of fields.
var Read func(r any, memory, fields int64) (map[string][]string, error)
