//go:build linux || (amd64 && !foo)
// +build linux amd64,!foo

package buildtag
