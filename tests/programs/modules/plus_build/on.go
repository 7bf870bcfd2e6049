// +build linux

package main

func init() { found["linux"] = true }
