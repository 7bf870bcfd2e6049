//go:build linux
// +build !darwin

package buildtag
