//go:build linux && (amd64 || !foo)
// +build linux
// +build amd64 !foo

package buildtag
