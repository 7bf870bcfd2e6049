package nobuild

var x int = "text"
