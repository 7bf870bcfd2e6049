// A comment.

//go:build go1.20

//go:debug panicnil=1

/*
//go:build linux
*/

package main

//go:build darwin

//go:debug http2client=0

//go:generate echo

//go:builder

const text = `
//go:build windows
`

// see //go:build

func main() {
	//go:build inside
}
