//go:build linux
// +build windows

package main

func init() { found["newer"] = true }
