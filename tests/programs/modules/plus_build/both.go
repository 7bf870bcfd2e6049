// +build linux,!amd64

package main

func init() { found["both"] = true }
