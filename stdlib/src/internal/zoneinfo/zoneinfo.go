// Package zoneinfo is where package time finds the database that time/tzdata brings along.
package zoneinfo

// Embedded gives the contents of the TZif file of a zone, nil if there is none of that name; it is nil in programs
// without time/tzdata.
var Embedded func(name string) []byte
