//go:build linux && (amd64 || !foo)
// +build amd64 !foo
// +build linux

package buildtag
