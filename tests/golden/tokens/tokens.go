#!/usr/bin/env minigo
package p // a comment
/* one
   two */ x := a &^= b &^ c <- d <<= 1
f(...) ~T a..3 0x1p-2 0b101 0o17 017 1_000 1e3i .5 'a' '\n' '\x41' '\u00e9' "s\"t" `raw
string` é_1 世界
