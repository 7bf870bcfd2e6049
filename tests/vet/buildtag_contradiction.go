//go:build linux
// +build linux,amd64

package buildtag
