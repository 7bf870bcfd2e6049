/* a
*/
// +build linux

/* x */
// +build amd64

package buildtag
