// Package settings reads the settings of GODEBUG: those that the program was built with, overruled by the environment's.
package settings

import (
	"internal/rt"
	"strconv"
	"strings"
	"syscall"
)

// Of returns the value of a setting, "" if it is not set; the last occurrence wins.
func Of(name string) string {
	set, _ := syscall.Getenv("GODEBUG")
	if value, ok := last(set, name); ok {
		return value
	}
	value, _ := last(rt.PresetDebug(), name)
	return value
}

// Int returns the value of a numeric setting; normal if it is not set or not a number.
func Int(name string, normal int) int {
	if n, err := strconv.Atoi(Of(name)); err == nil {
		return n
	}
	return normal
}

func last(set, name string) (value string, ok bool) {
	for setting := range strings.SplitSeq(set, ",") {
		if v, is := strings.CutPrefix(setting, name+"="); is {
			value, ok = v, true
		}
	}
	return value, ok
}
