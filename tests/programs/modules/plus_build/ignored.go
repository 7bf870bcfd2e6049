// +build ignore

package main

func init() { found["ignored"] = true }
