package buildtag // a
/* // +build a
// +build b
*/
var x = 1 // +build c
	// +build d
//	+build e
