// Package tzdata gives a program its own time zone database, for systems that have none.
package tzdata

import "internal/zoneinfo"

// zone gives the contents of the TZif file of a zone; nil if there is none of that name.
func zone(name string) []byte

func init() { zoneinfo.Embedded = zone }
