// Package zoneinfo passes the database of time/tzdata to package time.
package zoneinfo

// Embedded returns the contents of a zone's TZif file, nil if there is no zone with that name; the variable is nil in
// programs without time/tzdata.
var Embedded func(name string) []byte
