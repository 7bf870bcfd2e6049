// Package tzdata embeds a time zone database in a program, for systems without one.
package tzdata

import "internal/zoneinfo"

// zone returns the contents of a zone's TZif file; nil if there is no zone with that name.
func zone(name string) []byte

func init() { zoneinfo.Embedded = zone }
