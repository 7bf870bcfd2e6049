// +build linux
package buildtag
