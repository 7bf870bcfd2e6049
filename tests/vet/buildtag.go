// Copyright

//go:build linux || !linux
// +build linux !linux

// +build linux !linux

package buildtag

// +build foo

//go:build bar

/*
//go:build linux
*/
