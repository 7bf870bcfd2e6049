// Package mimeheader passes a function of package net/textproto to package mime/multipart.
package mimeheader

// Read is ReadMIMEHeader of r, a *textproto.Reader, with limits: memory in bytes, and number of fields.
var Read func(r any, memory, fields int64) (map[string][]string, error)
