package p
var a = 0b12 + 0x + 09 + 1__0 + 0x1.0 + 1e + 0b1e3 + 0o8 + 0_i
var b = '' + 'ab' + '\q' + '\400' + '\ud800' + '
var c = "a\xg" + "\u12" + "no end
var d = @ # é٣ ٣x €
/* never closed
