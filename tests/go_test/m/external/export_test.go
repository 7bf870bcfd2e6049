package external

var Double = double
