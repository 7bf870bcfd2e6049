//+build !windows

package main

func init() { found["not"] = true }
