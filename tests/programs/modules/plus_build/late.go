
// +build ignore
package main

func init() { found["late"] = true }
