//go:build (linux)
// +build linux foo@
// +build a!b

package buildtag
