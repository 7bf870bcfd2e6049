package main

import (
	"embed"
	_ "embed"
)

//go:embed embed_types.go
var number int // ERROR "go:embed cannot apply to var of type int"

//go:embed embed_types.go
var trees []embed.FS // ERROR "go:embed cannot apply to var of type []embed.FS"

//go:embed embed_types.go
var table map[string]string // ERROR "go:embed cannot apply to var of type map[string]string"

//go:embed embed_*.go
var text string

func main() { _ = text }
