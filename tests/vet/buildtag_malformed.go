// +build linux !(amd64)

package buildtag
