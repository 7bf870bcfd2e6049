// +build linux
// +build arm64

package main

func init() { found["two"] = true }
