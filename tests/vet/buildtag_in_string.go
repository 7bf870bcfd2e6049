//go:build linux
// +build linux
// +build amd64

package buildtag
var s = `
// +build x
`
//  +build y
// +buildx
// +build
