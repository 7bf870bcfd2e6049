// Package settings has the settings of GODEBUG: those that the program was built with, and over them the environment's.
package settings

import (
	"internal/rt"
	"strconv"
	"strings"
	"syscall"
)

// Of is the value of a setting, empty if it is not set; the last one counts.
func Of(name string) string {
	set, _ := syscall.Getenv("GODEBUG")
	if value, ok := last(set, name); ok {
		return value
	}
	value, _ := last(rt.PresetDebug(), name)
	return value
}

// Int is the value of a setting that is a number, normal if it is not set or no number.
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
