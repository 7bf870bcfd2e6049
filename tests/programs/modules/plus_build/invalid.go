// +build linux,@

package main

func init() { found["invalid"] = true }
