// Comment.

// +build windows linux,amd64

package main

func init() { found["either"] = true }
