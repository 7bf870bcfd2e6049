package main
import ("fmt";"regexp")
func main(){
 for _,p:=range []string{`^0$`,`abc|abd`,`(abc)d`,`^abc`,`^(abc)$`,`^a*b$`,`^ab+$`,`a+`,`a{2,3}`,`(?:abc)+`,`[a]b`,`^(?:a|b)$`,`^(?:a|ab)c$`,`\x{fffd}a`,`a|ab`,`(a|a)b`,`(?i)ab`,``, `^`, `^$`, `a$`,`(ab|ac)d`,`a(b|c)`,`x(?:)y`,`\Aab\z`,`ab{0}c`,`a?`,`(?m)^ab`,`()`,`(a)`, `abc|abcd|abx`, `ab*`, `(?:ab)`,`(?:ab){2}`,`^^0$`, `^0$$`,`^a|b$`,`^(0)$`,`a.b`} {
  re:=regexp.MustCompile(p); a,b:=re.LiteralPrefix(); fmt.Printf("%s %q %v\n",p,a,b)
 }
 for _,p:=range []string{`\x{fffd}`,`[\x{fffd}]`,`a\x{fffd}`,`.`,`[^a]`,"\ufffd+",`(?i)\W`,`(?i)[\W]`,`(?i)[^\W]`,`(?i)\w`,`(?i)[[:^alpha:]]`,`(?i)\PL`,`(?i)\p{Lu}`} {
  re:=regexp.MustCompile(p)
  for _,t:=range []string{"\xff","a\xff","\xe2\x82\xac","\xe2\x82a","k\u212aſs","\xed\xa0\x80","é"} { fmt.Print(p," ",re.FindAllStringIndex(t,-1),re.FindStringIndex(t),";")}
  fmt.Println()
 }
}

// Output:
// ^0$ "0" true
// abc|abd "ab" false
// (abc)d "abcd" true
// ^abc "abc" false
// ^(abc)$ "" false
// ^a*b$ "" false
// ^ab+$ "ab" false
// a+ "a" false
// a{2,3} "aa" false
// (?:abc)+ "abc" false
// [a]b "ab" true
// ^(?:a|b)$ "" false
// ^(?:a|ab)c$ "a" false
// \x{fffd}a "" false
// a|ab "a" false
// (a|a)b "ab" true
// (?i)ab "" false
//  "" true
// ^ "" false
// ^$ "" false
// a$ "a" false
// (ab|ac)d "a" false
// a(b|c) "a" false
// x(?:)y "xy" true
// \Aab\z "ab" true
// ab{0}c "ac" true
// a? "" false
// (?m)^ab "" false
// () "" true
// (a) "a" true
// abc|abcd|abx "ab" false
// ab* "a" false
// (?:ab) "ab" true
// (?:ab){2} "abab" true
// ^^0$ "" false
// ^0$$ "0" false
// ^a|b$ "" false
// ^(0)$ "" false
// a.b "a" false
// \x{fffd} [[0 1]] [0 1];\x{fffd} [[1 2]] [1 2];\x{fffd} [] [];\x{fffd} [[0 1] [1 2]] [0 1];\x{fffd} [] [];\x{fffd} [[0 1] [1 2] [2 3]] [0 1];\x{fffd} [] [];
// [\x{fffd}] [[0 1]] [0 1];[\x{fffd}] [[1 2]] [1 2];[\x{fffd}] [] [];[\x{fffd}] [[0 1] [1 2]] [0 1];[\x{fffd}] [] [];[\x{fffd}] [[0 1] [1 2] [2 3]] [0 1];[\x{fffd}] [] [];
// a\x{fffd} [] [];a\x{fffd} [[0 2]] [0 2];a\x{fffd} [] [];a\x{fffd} [] [];a\x{fffd} [] [];a\x{fffd} [] [];a\x{fffd} [] [];
// . [[0 1]] [0 1];. [[0 1] [1 2]] [0 1];. [[0 3]] [0 3];. [[0 1] [1 2] [2 3]] [0 1];. [[0 1] [1 4] [4 6] [6 7]] [0 1];. [[0 1] [1 2] [2 3]] [0 1];. [[0 2]] [0 2];
// [^a] [[0 1]] [0 1];[^a] [[1 2]] [1 2];[^a] [[0 3]] [0 3];[^a] [[0 1] [1 2]] [0 1];[^a] [[0 1] [1 4] [4 6] [6 7]] [0 1];[^a] [[0 1] [1 2] [2 3]] [0 1];[^a] [[0 2]] [0 2];
// �+ [[0 1]] [0 1];�+ [[1 2]] [1 2];�+ [] [];�+ [[0 2]] [0 2];�+ [] [];�+ [[0 3]] [0 3];�+ [] [];
// (?i)\W [[0 1]] [0 1];(?i)\W [[1 2]] [1 2];(?i)\W [[0 3]] [0 3];(?i)\W [[0 1] [1 2]] [0 1];(?i)\W [] [];(?i)\W [[0 1] [1 2] [2 3]] [0 1];(?i)\W [[0 2]] [0 2];
// (?i)[\W] [[0 1]] [0 1];(?i)[\W] [[1 2]] [1 2];(?i)[\W] [[0 3]] [0 3];(?i)[\W] [[0 1] [1 2]] [0 1];(?i)[\W] [] [];(?i)[\W] [[0 1] [1 2] [2 3]] [0 1];(?i)[\W] [[0 2]] [0 2];
// (?i)[^\W] [] [];(?i)[^\W] [[0 1]] [0 1];(?i)[^\W] [] [];(?i)[^\W] [[2 3]] [2 3];(?i)[^\W] [[0 1] [1 4] [4 6] [6 7]] [0 1];(?i)[^\W] [] [];(?i)[^\W] [] [];
// (?i)\w [] [];(?i)\w [[0 1]] [0 1];(?i)\w [] [];(?i)\w [[2 3]] [2 3];(?i)\w [[0 1] [1 4] [4 6] [6 7]] [0 1];(?i)\w [] [];(?i)\w [] [];
// (?i)[[:^alpha:]] [[0 1]] [0 1];(?i)[[:^alpha:]] [[1 2]] [1 2];(?i)[[:^alpha:]] [[0 3]] [0 3];(?i)[[:^alpha:]] [[0 1] [1 2]] [0 1];(?i)[[:^alpha:]] [] [];(?i)[[:^alpha:]] [[0 1] [1 2] [2 3]] [0 1];(?i)[[:^alpha:]] [[0 2]] [0 2];
// (?i)\PL [[0 1]] [0 1];(?i)\PL [[1 2]] [1 2];(?i)\PL [[0 3]] [0 3];(?i)\PL [[0 1] [1 2]] [0 1];(?i)\PL [] [];(?i)\PL [[0 1] [1 2] [2 3]] [0 1];(?i)\PL [] [];
// (?i)\p{Lu} [] [];(?i)\p{Lu} [[0 1]] [0 1];(?i)\p{Lu} [] [];(?i)\p{Lu} [[2 3]] [2 3];(?i)\p{Lu} [[0 1] [1 4] [4 6] [6 7]] [0 1];(?i)\p{Lu} [] [];(?i)\p{Lu} [[0 2]] [0 2];
